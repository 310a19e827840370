/** Recordings of a mutex that the kernel itself uses: its own mutex.c, driven by work (core-c/kernel/harness/stock.c). */
import { tally } from './coverage.mjs';
import { tooLittle } from './outcome.mjs';
import { judging, lookOf, refusedFor } from './recordings.mjs';

const VARIANT = 'mutex-6.12';
const FILE = '/stock.trace';
const ENOUGH_EVENTS = 1_000_000;

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

/** It ends with 0, having said how many events there are, and nothing else. */
function outcome(lines) {
	const [, events] = /^\d+ tasks, (\d+) events$/.exec(lines.at(-1) ?? '') ?? [];
	if (lines.length !== 1 || events === undefined)
		return lines.slice(-3).join(' / ') || 'it says nothing';
	return Number(events) > 0 ? undefined : 'it has no events';
}

/** The first access behind the preempt_disable() of a lock. */
const PREEMPTION_IS_OFF = 'mutex612_trylock_common+1';
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

export const STOCK = WORK.flatMap(stockSteps);

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
	const text = [
		`${row.recordings} recordings, ${row.conforming.toLocaleString('en')} of ${row.events.toLocaleString('en')} events conform`,
		`${row.covered} of ${row.reachable} lines, ${row.branches} of ${row.branchesReachable} branches`,
	].join('; ');
	return { text, said };
}
