/**
 * Records anew, on the patched kernel, the runs that the page ships (lib/recordings.mjs), or those that are named. Each is
 * recorded several times; the shortest that conforms and has what it is to show is kept, with where it comes from in its
 * head.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildNative, NATIVE } from './build-native.mjs';
import { generate } from './generate.mjs';
import { boot, CPUS, findAccelerator, writeRamdisk } from './kernel/boot.mjs';
import { kernelModules } from './kernel/module.mjs';
import { buildPrograms } from './kernel/programs.mjs';
import { ready, SKIP } from './kernel/ready.mjs';
import { TRACE } from './kernel/recordings.mjs';
import { buildKernel, cacheFolder } from './kernel/tree.mjs';
import { at, hashOf } from './lib/files.mjs';
import { RECORDINGS } from './lib/recordings.mjs';
import { main, outputOf, Told, timed } from './lib/run.mjs';

const FOLDER = 'web/traces';
const TRIES = 6;
const SHOWS = 1; /* which of a recording's commands prints the trace */

/** The commands of a try. */
function commandsOf({ calls, ours, module, stock }) {
	if (module) return [`insmod /lockstep.ko ${module}`, `show ${TRACE}`, 'rmmod lockstep'];
	const file = '/run.trace';
	const made = calls
		? `/lockstep record ${calls} --trace-events --out ${file}`
		: ours
			? `/lockstep record ${ours} --kernel text --out ${file}`
			: `/stock --out ${file} ${stock}`;
	return [made, `show ${file}`];
}

/** The lines that say where the run was made; the file's own come after. */
async function provenance({ kernel, version, accelerator, cpus }, recording) {
	const qemu = (await outputOf('qemu-system-x86_64', ['--version']))?.match(/version (\S+)/)?.[1];
	const how = accelerator.startsWith('tcg') ? 'emulated CPUs (TCG)' : accelerator.toUpperCase();
	return [
		`about kernel ${version}`,
		`about patches ${hashOf(kernel.patches.map(({ name }) => `core-c/kernel/patches/${name}`)).slice(0, 12)}`,
		`about config ${hashOf(['core-c/kernel/kernel.config']).slice(0, 12)}`,
		`about emulation QEMU ${qemu}, ${how}`,
		`about cpus ${cpus}`,
		'about preemption full (CONFIG_PREEMPT)',
		`about date ${new Date().toISOString().slice(0, 10)}`,
		`about made ${commandsOf(recording)[0].replace(/^\/| --out \S+/g, '')}`,
	];
}

/** The head's own lines of the same keys give way. */
function withProvenance(lines, about) {
	const keys = about.map((line) => line.split(' ')[1]);
	const rest = lines.filter((line) => {
		const [, key] = /^about (\S+)/.exec(line) ?? [];
		return !keys.includes(key) && key !== 'host' && key !== 'load' && key !== 'rounds';
	});
	const head = rest.findIndex((line) => line.startsWith('seen ')) + 1;
	return `${[...rest.slice(0, head), ...about, ...rest.slice(head)].join('\n')}\n`;
}

/** undefined, or why the trace is not one to ship. */
async function complaint(path, lines, shows) {
	const said = await outputOf(at(NATIVE, 'lockstep'), ['conform', path]);
	if (said === undefined) return 'it does not conform';
	return shows(lines) ? undefined : 'it does not show what it is for';
}

async function best(recording, outputs, machine) {
	const about = await provenance(machine, recording);
	let chosen;
	for (const whole of outputs) {
		const lines = recording.edit?.(whole) ?? whole;
		const text = withProvenance(lines, about);
		const path = join(cacheFolder(), `${recording.id}.trace`);
		writeFileSync(path, text);
		const why = await complaint(path, lines, recording.shows);
		const events = lines.length - lines.indexOf('events') - 1;
		console.log(`   ${recording.id}: ${events} events${why ? `; ${why}` : ''}`);
		if (!why && (!chosen || events < chosen.events)) chosen = { text, events };
	}
	if (!chosen) throw new Told(`None of the recordings of ${recording.id} can be shipped.`);
	writeFileSync(at(FOLDER, `${recording.id}.trace`), chosen.text);
	console.log(`✓ ${FOLDER}/${recording.id}.trace: ${chosen.events} events`);
}

const VERSION = { title: 'which kernel', limit: 5, command: 'show /proc/version' };

/** Those that are named, or all. */
function chosen(names) {
	const unknown = names.filter((name) => !RECORDINGS.some(({ id }) => id === name));
	if (unknown.length > 0)
		throw new Told(
			`No recording is named ${unknown[0]}. There are: ${RECORDINGS.map(({ id }) => id).join(', ')}.`,
		);
	return names.length > 0 ? RECORDINGS.filter(({ id }) => names.includes(id)) : RECORDINGS;
}

/** All tries of all recordings in one boot; each try begins with its first command. */
function planOf(recordings) {
	return recordings.flatMap((recording) =>
		Array.from({ length: TRIES }, () =>
			commandsOf(recording).map((command) => ({ title: command, limit: 60, command })),
		).flat(),
	);
}

const cpusOf = ({ cpus = CPUS }) => cpus;

/** These, which want so many CPUs, in one boot. */
async function recordAll(recordings, { kernel, files, accelerator, cpus }) {
	const plan = [VERSION, ...planOf(recordings)];
	const ramdisk = writeRamdisk('recordings', files, plan);
	const { runs } = await timed(`Virtual machine, ${cpus} CPUs, ${accelerator}`, () =>
		boot('recordings', { bzImage: kernel.bzImage, ramdisk, plan, accelerator, cpus }),
	);
	const version = /version (\S+)/.exec(runs[0]?.lines.join(' ') ?? '')?.[1];
	if (!version) throw new Told('The virtual machine did not say which kernel it runs.');
	let next = 1;
	for (const recording of recordings) {
		const outputs = [];
		for (let i = 0; i < TRIES; i++, next += commandsOf(recording).length)
			outputs.push(runs[next + SHOWS]?.lines ?? []);
		await best(recording, outputs, { kernel, version, accelerator, cpus });
	}
}

main(async (args) => {
	const recordings = chosen(args);
	if (!(await timed('Set-up', ready))) return SKIP;
	await generate();
	await timed('The tool', () => buildNative({ target: 'lockstep', quiet: true }));
	const kernel = await timed('Kernel', () => buildKernel());
	const files = {
		...(await buildPrograms()),
		...(await kernelModules(kernel)),
	};
	const accelerator = await findAccelerator(kernel.bzImage, files);
	const machine = { kernel, files, accelerator };
	mkdirSync(at(FOLDER), { recursive: true });
	const counts = new Set(recordings.map(cpusOf));
	for (const cpus of counts)
		await recordAll(
			recordings.filter((one) => cpusOf(one) === cpus),
			{ ...machine, cpus },
		);
	return 0;
});
