/**
 * Records anew, on the patched kernel, the runs that the page ships (web/traces/). Each is recorded
 * several times; the shortest that conforms and has what it is to show is kept, with where it
 * comes from in its head.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildNative, NATIVE } from './build-native.mjs';
import { generate } from './generate.mjs';
import { boot, CPUS, findAccelerator, writeRamdisk } from './kernel/boot.mjs';
import { lockstepModule } from './kernel/module.mjs';
import { buildPrograms } from './kernel/programs.mjs';
import { ready, SKIP } from './kernel/ready.mjs';
import { TRACE } from './kernel/recordings.mjs';
import { buildKernel, cacheFolder } from './kernel/tree.mjs';
import { at, hashOf } from './lib/files.mjs';
import { main, outputOf, Told, timed } from './lib/run.mjs';

const FOLDER = 'web/traces';
const TRIES = 6;
const SHOWS = 1; /* which of a recording's commands prints the trace */

const calls = (options) => ({
	commands: [`/lockstep record ${options} --trace-events --out /run.trace`, 'show /run.trace'],
});
const inKernel = (values) => ({
	commands: [`insmod /lockstep.ko ${values}`, `show ${TRACE}`, 'rmmod lockstep'],
});

/** Of an event line: what it holds in a value, as a number. */
const value = (line, name) => Number(new RegExp(` ${name}=(\\S+)`).exec(line)?.[1] ?? Number.NaN);

/** How often something happens in the trace. */
const count = (lines, wanted) => lines.filter(wanted).length;

const WAITERS = 2;
const hasHandOff = (lines) =>
	lines.some((line) => / kernel handoff /.test(line)) &&
	lines.some((line) => / kernel sleep\b/.test(line));
const hasSleepAndWake = (lines) =>
	count(lines, (line) => / wake .*ok=1/.test(line)) > 1 &&
	count(lines, (line) => /_spin_on_owner\+|owner_running\+/.test(line)) > 10;
/** A spinner takes the count with WAITERS in it. */
const hasSteal = (lines) =>
	lines.some(
		(line) =>
			/ rwsem17_try_write_lock_unqueued\+\d+ cas .*ok=1/.test(line) &&
			(value(line, 'arg') & WAITERS) !== 0,
	);

const RECORDINGS = [
	{
		id: 'tp-handoff',
		...calls('tp-futex --threads 3 --rounds 30 --hold 12 --naps 8 --jitter 0'),
		shows: hasHandOff,
	},
	{
		id: 'mutex-sleep-wake',
		...inKernel('lock=mutex-mcs threads=LLLL rounds=20 log=20000 nap_every=6'),
		shows: hasSleepAndWake,
	},
	{
		id: 'rwsem-steal',
		...inKernel('lock=rwsem-handoff threads=WWWRR rounds=15 log=20000 nap_every=5 jitter=32'),
		shows: hasSteal,
	},
];

/** The lines that say where the run was made; the file's own come after. */
async function provenance({ kernel, version, accelerator }, recording) {
	const qemu = (await outputOf('qemu-system-x86_64', ['--version']))?.match(/version (\S+)/)?.[1];
	const how = accelerator.startsWith('tcg') ? 'emulated CPUs (TCG)' : accelerator.toUpperCase();
	return [
		`about kernel ${version}`,
		`about patches ${hashOf(kernel.patches.map(({ name }) => `core-c/kernel/patches/${name}`)).slice(0, 12)}`,
		`about config ${hashOf(['core-c/kernel/kernel.config']).slice(0, 12)}`,
		`about emulation QEMU ${qemu}, ${how}`,
		`about cpus ${CPUS}`,
		`about date ${new Date().toISOString().slice(0, 10)}`,
		`about made ${recording.commands[0].replace(/^\/| --out \S+/g, '')}`,
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
	for (const lines of outputs) {
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

/** All tries of all recordings in one boot; each try begins with its first command. */
function planOf() {
	return RECORDINGS.flatMap((recording) =>
		Array.from({ length: TRIES }, () =>
			recording.commands.map((command) => ({ title: command, limit: 60, command })),
		).flat(),
	);
}

main(async () => {
	if (!(await timed('Set-up', ready))) return SKIP;
	await generate();
	await timed('The tool', () => buildNative({ target: 'lockstep', quiet: true }));
	const kernel = await timed('Kernel', () => buildKernel());
	const files = {
		...(await buildPrograms()),
		'lockstep.ko': await lockstepModule(kernel),
	};
	const accelerator = await findAccelerator(kernel.bzImage, files);
	const plan = [VERSION, ...planOf()];
	const ramdisk = writeRamdisk('recordings', files, plan);
	const { runs } = await timed(`Virtual machine, ${CPUS} CPUs, ${accelerator}`, () =>
		boot('recordings', { bzImage: kernel.bzImage, ramdisk, plan, accelerator }),
	);
	mkdirSync(at(FOLDER), { recursive: true });
	const version = /version (\S+)/.exec(runs[0]?.lines.join(' ') ?? '')?.[1];
	if (!version) throw new Told('The virtual machine did not say which kernel it runs.');
	let next = 1;
	for (const recording of RECORDINGS) {
		const outputs = [];
		for (let i = 0; i < TRIES; i++, next += recording.commands.length)
			outputs.push(runs[next + SHOWS]?.lines ?? []);
		await best(recording, outputs, { kernel, version, accelerator });
	}
	return 0;
});
