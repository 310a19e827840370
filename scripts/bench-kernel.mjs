/**
 * Mutexes and reader-writer locks of user space on the patched kernel, and the rwsem of the module, measured in one run of
 * a virtual machine: 0 = measured, 1 = something was wrong, 77 = cannot be run here, and why.
 * With --json the figures go to the output as JSON and everything else to the error output.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import {
	checkRun,
	checkSlices,
	mutexFigures,
	rwsemFigures,
	seriesFigures,
	VARIANTS,
} from './bench-kernel-figures.mjs';
import { rwFigures, rwRateTable, rwSteps, rwWayTable } from './bench-kernel-rw.mjs';
import {
	rateTable,
	reservations,
	rwsemTable,
	wayTable,
	withoutLock,
} from './bench-kernel-tables.mjs';
import { boot, CPUS, findAccelerator, writeRamdisk } from './kernel/boot.mjs';
import { complaints } from './kernel/judge.mjs';
import { kernelModules } from './kernel/module.mjs';
import { buildBench } from './kernel/programs.mjs';
import { ready, SKIP } from './kernel/ready.mjs';
import { buildKernel } from './kernel/tree.mjs';
import { at } from './lib/files.mjs';
import { main, timed } from './lib/run.mjs';

const THREADS = [2, 4, 8];
const ROUNDS = 5;
const SLICE_MS = 500;
const LOAD = 1; /* pauses inside */
const DELAY = 10; /* pauses outside: "load-to-load latency" of the series */

const WRITERS = 60;
const RWSEM_ROUNDS = 3;
const RWSEM_MS = 5000;
/** One round at a time, so that a thread is through when the time is: the series counts like this. */
const RWSEM_VALUES = `threads=${WRITERS} ms=${RWSEM_MS} phases=1 batch=1`;
/** What the holder does inside. The series says "1us sleep", which can be read as either. */
const HOLDS = [
	{ title: 'holder busy for 1 µs', values: 'hold_ns=1000' },
	{ title: 'holder sleeps 20 to 120 µs', values: 'nap_every=1' },
];

const mutexSteps = THREADS.map((threads) => ({
	title: `mutexes, ${threads} threads`,
	limit: ROUNDS * 5 * 4 * (SLICE_MS / 1000) + 30,
	command: `/bench ${threads} ${ROUNDS} ${SLICE_MS} ${LOAD} ${DELAY}`,
	check: (lines) => checkSlices(lines, ROUNDS),
}));

const rwlockSteps = rwSteps({ rounds: ROUNDS, sliceMs: SLICE_MS, load: LOAD, delay: DELAY });

function rwsemSteps(name, { title, values }) {
	const inWords = `${name}, ${WRITERS} writers, ${title}`;
	return [
		{
			title: inWords,
			limit: RWSEM_MS / 1000 + 30,
			command: `insmod /lockstep-wide.ko lock=${name} ${RWSEM_VALUES} ${values}`,
		},
		{
			title: `${inWords}: its outcome`,
			limit: 5,
			command: 'show /sys/module/lockstep/parameters/result',
			check: (lines) => checkRun(lines, name, WRITERS),
			hold: title,
		},
		{ title: `${inWords}: unloading`, limit: 10, command: 'rmmod lockstep' },
	];
}

/** Both variants after each other, again and again: what disturbs the host disturbs both. */
const PLAN = [
	...mutexSteps,
	...rwlockSteps,
	...Array.from({ length: RWSEM_ROUNDS }, () =>
		HOLDS.flatMap((hold) => VARIANTS.flatMap((name) => rwsemSteps(name, hold))),
	).flat(),
];

const outcomesOf = (runs, wanted) => runs.filter((_, i) => wanted(PLAN[i])).map((run) => run.lines);

function figuresOf(runs) {
	return {
		mutexes: mutexSteps.map((step) => mutexFigures(outcomesOf(runs, (s) => s === step)[0])),
		rwlocks: rwlockSteps.map((step) => rwFigures(outcomesOf(runs, (s) => s === step)[0], step)),
		rwsem: HOLDS.map(({ title }) => ({
			title,
			figures: rwsemFigures(outcomesOf(runs, ({ hold }) => hold === title)),
		})),
	};
}

function print({ machine, mutexes, rwlocks, rwsem }) {
	const { cpus: count, accelerator, host, load } = machine;
	console.log(`\n── Figures: ${count} CPUs, ${accelerator}, on ${host}`);
	console.log(`The load in the last minute was ${load.toFixed(1)}, up to ${count} of it our own.`);
	if (load > count + 1) console.log('Others took much of the host: do not trust the rates.');
	const median = `medians of ${ROUNDS} slices of ${SLICE_MS / 1000} s`;
	console.log(`\nMutexes, ${LOAD} pause inside and ${DELAY} outside, ${median}\n`);
	for (const line of [...rateTable(mutexes), ...withoutLock(mutexes)]) console.log(line);
	console.log(
		'\nThe ways they took, of 1000 critical sections each. · = it cannot tell; steals and EAGAIN are part of the slowpaths\n',
	);
	for (const line of wayTable(mutexes)) console.log(line);
	console.log(`\nReader-writer locks, ${rwlocks[0].threads} threads, the same pauses and slices\n`);
	for (const line of rwRateTable(rwlocks)) console.log(line);
	console.log('\nThe ways they took, of 1000 each; switches asleep of 1000 reads and writes\n');
	for (const line of rwWayTable(rwlocks)) console.log(line);
	const runs = `${RWSEM_ROUNDS} runs of ${RWSEM_MS / 1000} s`;
	console.log(
		`\nrwsem of 2017 in the module, medians of ${runs}; starved: one operation; under a tenth: of an even share\n`,
	);
	for (const line of rwsemTable(rwsem)) console.log(line);
	console.log('\nWhat this can and cannot show');
	for (const line of reservations(machine)) console.log(`* ${line}`);
}

async function measure(kernel, files) {
	const accelerator = await findAccelerator(kernel.bzImage, files);
	const machine = {
		...{ cpus: CPUS, accelerator, kernel: kernel.source },
		host: `${cpus()[0]?.model ?? 'unknown CPU'}, ${cpus().length} CPUs`,
	};
	return timed(`Virtual machine, ${CPUS} CPUs, ${accelerator}`, async () => {
		const ramdisk = writeRamdisk('bench', files, PLAN);
		const { bzImage } = kernel;
		const result = await boot('bench', { bzImage, ramdisk, plan: PLAN, accelerator });
		machine.load = loadavg()[0]; /* our own part of it is one for each CPU of the machine */
		return { machine, wrong: complaints(PLAN, result), runs: result.runs };
	});
}

main(async (args) => {
	const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } });
	if (values.json) console.log = console.error;
	if (!(await timed('Set-up', ready))) return SKIP;
	const kernel = await timed('Kernel', () => buildKernel());
	const files = await timed('Programs for the virtual machine', async () => ({
		...(await buildBench()),
		'lockstep-wide.ko': (await kernelModules(kernel, { threads: WRITERS }))['lockstep.ko'],
	}));
	const { machine, wrong, runs } = await measure(kernel, files);
	for (const line of wrong) console.log(`✗ ${line}`);
	if (wrong.length > 0) return 1;
	const figures = { machine, ...figuresOf(runs), series: seriesFigures() };
	print(figures);
	const json = `${JSON.stringify(figures, null, '\t')}\n`;
	mkdirSync(at('build/reports'), { recursive: true });
	writeFileSync(at('build/reports/bench-kernel.json'), json);
	if (values.json) process.stdout.write(json);
	return 0;
});
