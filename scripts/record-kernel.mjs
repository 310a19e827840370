/**
 * Records anew, on the patched kernel, the runs that the page ships (web/traces/), or those that are named. Each is
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

/** Of the kernel's own mutex: a waiter slept, and an unlock left the owner word to it, by name. */
const hasGift = (lines) =>
	lines.some((line) => / source schedule/.test(line)) &&
	lines.some(
		(line) =>
			/ source cas word=owner .*ok=1/.test(line) &&
			(value(line, 'new') & PICKUP) !== 0 &&
			value(line, 'new') > 7,
	);

const PICKUP = 4;
/** An unlock leaves the owner word to the first waiter, by name. */
const hasPickup = (lines) =>
	lines.some(
		(line) =>
			/ mutex612_handoff\+\d+ cas .*ok=1/.test(line) &&
			(value(line, 'new') & PICKUP) !== 0 &&
			value(line, 'new') > 7,
	);
const HANDOFF = 4;
/** A first waiter asks for handoff, and nobody has asked for it before. */
const asksForHandoff = (lines) =>
	lines.some(
		(line) =>
			/ rwsem19_try_write_lock\+\d+ cas .*ok=1/.test(line) &&
			(value(line, 'old') & HANDOFF) === 0 &&
			(value(line, 'new') & HANDOFF) !== 0,
	);

/** Of the kernel's own rwsem: a writer sleeps, and two readers are granted the lock at once. */
const letsIn = (lines) => {
	const granted = lines
		.filter((line) => / source:rwsem_mark_wake store word=task:\d+ new=0/.test(line))
		.map((line) => line.split(' ')[0]);
	const together = granted.some((tid, i) => tid === granted[i + 1]);
	return together && lines.some((line) => / source:rwsem_down_write_slowpath schedule/.test(line));
};

const KEPT = 1; /* passes in which nothing had changed, behind the first */

/** What an event of the kernel says, without its time. */
const said = (line) => line.replace(/^(\d+) \d+ \d+ /, '$1 ');

/** Of a thread's events, those of a loop that found what the pass before had found, but for a few: look, stays, watch. */
function isIdle(own) {
	const [a, b, c, d, e, f] = own.slice(-6).map(said);
	return / kernel look /.test(f ?? '') && a === d && b === e && c === f;
}

/** A top waiter that spins says three things a pass, for thousands of passes. */
function withoutIdlePasses(lines) {
	const from = lines.indexOf('events') + 1;
	const [kept, own, idle] = [[], new Map(), new Map()];
	for (const line of lines.slice(from)) {
		const thread = line.split(' ')[0];
		const mine = own.get(thread) ?? [];
		own.set(thread, mine);
		mine.push(line);
		kept.push(line);
		if (!isIdle(mine)) {
			if (/ kernel look /.test(line)) idle.set(thread, 0);
			continue;
		}
		const passes = (idle.get(thread) ?? 0) + 1;
		idle.set(thread, passes);
		if (passes <= KEPT) continue;
		for (const gone of mine.splice(-3)) kept.splice(kept.lastIndexOf(gone), 1);
	}
	const cut = 'about cut-out passes of a spin loop in which nothing had changed';
	return [...lines.slice(0, from - 1), cut, 'events', ...kept];
}

const RECORDINGS = [
	{
		id: 'tp-handoff',
		...calls('tp-futex --threads 3 --rounds 12 --hold 12 --naps 8 --jitter 0'),
		shows: hasHandOff,
		edit: withoutIdlePasses,
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
	{
		id: 'mutex-pickup',
		...inKernel('lock=mutex-6.12 threads=LLLL rounds=15 log=20000 nap_every=5 jitter=32'),
		shows: hasPickup,
	},
	{
		id: 'mutex-pipe',
		commands: [
			'/stock --out /run.trace --tasks 2 --log 2000 --seconds 30 --hogs 2 --jitter 4 --bytes 16384',
			'show /run.trace',
		],
		shows: hasGift,
	},
	{
		id: 'rwsem-mmap',
		cpus: 4 /* a task each */,
		commands: [
			'/stock --out /run.trace --memory KKRR --log 900 --seconds 30 --hogs 1 --jitter 4',
			'show /run.trace',
		],
		shows: letsIn,
	},
	{
		id: 'rwsem-asks',
		...inKernel(
			'lock=rwsem-6.12 threads=WWWRR rounds=12 log=20000 nap_every=5 jitter=32 threshold_us=200',
		),
		shows: asksForHandoff,
	},
];

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
			recording.commands.map((command) => ({ title: command, limit: 60, command })),
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
		for (let i = 0; i < TRIES; i++, next += recording.commands.length)
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
