/** Recordings of locks that the kernel itself uses: its own mutex.c and rwsem.c, driven by work (core-c/kernel/harness/stock.c). */
import { tally } from './coverage.mjs';
import { tooLittle } from './outcome.mjs';
import { judging, lookOf, refusedFor } from './recordings.mjs';

const VARIANT = 'mutex-6.12';
const RWSEM = 'rwsem-6.12';
/** Our texts of the locks that are recorded so. */
export const STOCK_VARIANTS = [VARIANT, RWSEM];
const FILE = '/stock.trace';
const ENOUGH_EVENTS = 1_000_000;
const ENOUGH_OF_RWSEM = 200_000;

/**
 * Switches of our text: of the model with one, an access of this mutex must differ. `request_stays` shows only when the
 * last waiter gives up having asked for the mutex, which is chance.
 */
export const WRONG_MODELS = [
	'torn_try',
	'plain_unlock',
	'waiters_stay',
	'blind_sleep',
	'late_state',
	'no_handoff',
	'blind_handoff',
	'anyone_picks_up',
	'one_bit',
];

/**
 * The same of the rwsem. `silent_abort` shows only when the first of several waiters is killed, and the switches that
 * mend are of 5.3.
 */
export const WRONG_RWSEMS = ['steal_from_writer', 'single_pass', 'steal_despite_handoff'];

/** [tasks, events that each keeps, options of /stock] */
const WORK = [
	...Array(4).fill([4, 50_000, '--hogs 1 --jitter 8 --bytes 64']),
	...Array(2).fill([4, 50_000, '--hogs 2 --jitter 4 --bytes 16384']), // held for longer, and handed over
	[4, 50_000, '--hogs 1 --jitter 8 --signals 500'], // called off
	[4, 50_000, '--hogs 2 --jitter 4 --signals 1000'],
	[3, 20_000, '--hogs 2 --jitter 4 --signals 1000'],
	[3, 20_000, '--hogs 2 --jitter 16'],
	[2, 20_000, '--hogs 1 --jitter 4 --bytes 8'],
];

export const stockCommand = (tasks, log, options, file = FILE) =>
	`/stock --out ${file} --tasks ${tasks} --log ${log} --seconds 30 ${options}`;

/** [what it is and the role of each task, events that each keeps, options of /stock] */
const RWSEM_WORK = [
	['--folder WWRR', 20_000, '--hogs 1 --jitter 8'],
	['--folder WRRR', 20_000, '--hogs 2 --jitter 4'],
	['--folder WWQQ', 10_000, '--hogs 2 --jitter 4 --kills 20'], // readers are killed in their wait
	['--folder WQQQ', 10_000, '--hogs 2 --jitter 4 --kills 20'],
	['--memory KKRQ', 20_000, '--hogs 2 --jitter 4'],
	['--memory KRRQ', 20_000, '--hogs 1 --jitter 8'],
	['--memory KKKK', 20_000, '--hogs 2 --jitter 16'],
];

export const rwsemCommand = (work, log, options, file = FILE) =>
	`/stock --out ${file} ${work} --log ${log} --seconds 30 ${options}`;

/** It ends with 0, having said how many events there are, and nothing else. */
function outcome(lines) {
	const [, events] = /^\d+ tasks, (\d+) events$/.exec(lines.at(-1) ?? '') ?? [];
	if (lines.length !== 1 || events === undefined)
		return lines.slice(-3).join(' / ') || 'it says nothing';
	return Number(events) > 0 ? undefined : 'it has no events';
}

/** The first access behind the preempt_disable() of a lock. */
const PREEMPTION_IS_OFF = 'mutex612_trylock_common#1';
const MOST_IN_THE_GAP = 3; /* recordings; 2 of 65 were so */

/**
 * The model switches preemption off with the access before it, a kernel some instructions later, and may lose its CPU in
 * between. Who asks for it then finds it off its CPU, as no schedule of the model has it.
 */
export function looksIntoTheGap(judgement) {
	const look = lookOf(judgement);
	return look?.before === PREEMPTION_IS_OFF && look.found === 0 && look.model === 1;
}

/** One recording, and its judgement in the machine. */
export function stockSteps([tasks, log, options]) {
	const role = options.includes('--signals') ? 'I' : 'L';
	const recording = { variant: VARIANT, threads: role.repeat(tasks), rounds: log, options };
	const title = `the kernel's own mutex, ${tasks} tasks, ${options}`;
	return [
		{ title, limit: 90, command: stockCommand(tasks, log, options), check: outcome },
		...judging(recording, title, FILE).map((step) => ({
			...step,
			mayRefuse: refusedFor(looksIntoTheGap),
		})),
	];
}

/** The same of a rwsem. */
export function rwsemSteps([work, log, options]) {
	const threads = work.split(' ')[1];
	const recording = { variant: RWSEM, threads, rounds: log, options };
	const title = `the kernel's own rwsem, ${work}, ${options}`;
	return [
		{ title, limit: 90, command: rwsemCommand(work, log, options), check: outcome },
		...judging(recording, title, FILE),
	];
}

export const STOCK = [...WORK.flatMap(stockSteps), ...RWSEM_WORK.flatMap(rwsemSteps)];

/** The same work of these variants, with so many events of each task. */
export const shortStock = (variants, log) => [
	...(variants.includes(VARIANT) ? WORK : []).flatMap(([tasks, , options]) =>
		stockSteps([tasks, log, options]),
	),
	...(variants.includes(RWSEM) ? RWSEM_WORK : []).flatMap(([work, , options]) =>
		rwsemSteps([work, log, options]),
	),
];

const figuresOf = (row) =>
	[
		`${row.recordings} recordings, ${row.conforming.toLocaleString('en')} of ${row.events.toLocaleString('en')} events conform`,
		`${row.covered} of ${row.reachable} lines, ${row.branches} of ${row.branchesReachable} branches`,
	].join('; ');

/** Of the rwsem not all lines are asked for: nothing downgrades it, and no writer is killed. */
export function rwsemFigures(recordings) {
	const [row] = tally(recordings, [RWSEM]);
	const few = row.conforming < ENOUGH_OF_RWSEM;
	return {
		text: figuresOf(row),
		said: few ? [tooLittle(`only ${row.conforming} events of the rwsem conform`)] : [],
	};
}

/** What a person may want to know of all of them; and what they lack, one sentence each. */
export function stockFigures(recordings) {
	const [row] = tally(recordings, [VARIANT]);
	const said = row.missed.map((line) => tooLittle(`never took ${line}`));
	if (row.conforming < ENOUGH_EVENTS)
		said.push(tooLittle(`only ${row.conforming} events conform in all`));
	const gaps = recordings.filter(({ judgement }) => looksIntoTheGap(judgement)).length;
	if (gaps > MOST_IN_THE_GAP)
		said.push(
			`${gaps} recordings look at a task before its preemption is off, more than ${MOST_IN_THE_GAP}`,
		);
	return { text: figuresOf(row), said };
}
