/** What is counted of two schedules, row by row: which lead, and which side has less. */
import { counted } from '../cache/words';
import type { Cost } from './measure';

export interface Row {
	name: string;
	/** what one of it is, beside the name */
	short?: string;
	/** what it counts, why that matters, and which way is better */
	means: string;
	count(cost: Cost): number;
	/** shared out among the releases; else among the acquisitions */
	byRelease?: true;
	/** the most that befell one thread: shared out among nothing */
	isMost?: true;
	/** less of it is not better */
	isNeither?: true;
	/** what a comparison is made for: it stands there before the others are asked for */
	leads?: true;
	/** it leads where the sides differ in it */
	leadsApart?: true;
	/** first, where those that are always do not tell the two apart, and it does */
	leadsIfEven?: boolean;
	/** it leads where it tells the two apart, and the row of that name does not */
	leadsInPlaceOf?: string;
	/** it leads where there is any of it: that both have as much is an answer too */
	leadsIfAny?: true;
	/** where there is none of it on either side, the caption says so in place of a row */
	mayBeNone?: true;
	/** it comes with what the row of that name counts, which a room has been shown by then */
	follows?: string;
	/** by what a room sees it; else by the sums of each side */
	shows?: 'disturbed' | 'asleep' | 'passed';
	/** in the sentence of what follows: "29 transfers of cache lines against 35" */
	counted(count: number): string;
}

const BYPASSES = 'bypasses of one waiter';

export const ROWS: readonly Row[] = [
	{
		name: 'cache line transfers',
		short: 'each as slow as many steps',
		means:
			'Times that a cache line came to a CPU, out of another’s cache or out of memory. Each costs as much as many steps on data that is at hand, so fewer is better.',
		count: (c) => c.transfers,
		counted: (n) => counted(n, 'cache line transfer'),
		leads: true,
	},
	{
		name: 'threads disturbed by releases',
		short: 'the line they watch is taken',
		means:
			'Threads that lose a cache line that they watch while another gives the lock away. A sleeper watches none: who wakes it disturbs nobody, and pays for a wake-up. Each must fetch it again, which slows the release itself: one is enough, so fewer is better. On the lanes these are the filled bolts; a hollow one is a line lost to a thread that comes to wait or goes on.',
		count: (c) => c.disturbed,
		counted: (n) => `${counted(n, 'thread')} disturbed by releases`,
		shows: 'disturbed',
		byRelease: true,
		leads: true,
	},
	{
		name: 'of the transfers: of the lock’s own lines',
		means:
			'Those of lines with words that all threads use; lines of a thread’s own words are not counted. These are fought for, the more the more threads there are: fewer is better.',
		count: (c) => c.ofLock,
		counted: (n) =>
			counted(n, 'transfer of the lock’s own lines', 'transfers of the lock’s own lines'),
	},
	{
		name: 'read-modify-writes',
		means:
			'Atomic operations, also those that fail. Each takes its cache line away from all others, written or not: fewer is better.',
		leadsIfEven: true,
		count: (c) => c.rmws,
		counted: (n) => counted(n, 'read-modify-write'),
	},
	{
		name: 'sleeps',
		short: 'each is thousands of steps',
		means:
			'Threads that went to sleep. A sleep costs thousands of steps but gives the CPU to others: fewer is better where the wait is short.',
		count: (c) => c.sleeps,
		counted: (n) => counted(n, 'sleep'),
		shows: 'asleep',
		leadsApart: true,
		leadsIfAny: true,
		mayBeNone: true,
	},
	{
		name: 'wake-ups',
		short: 'a call of the kernel',
		means:
			'Threads that were woken. The thread that unlocks pays for each, and one that finds the lock taken again was woken in vain: fewer is better.',
		count: (c) => c.wakes,
		counted: (n) => counted(n, 'wake-up'),
		follows: 'sleeps',
		leadsApart: true,
		mayBeNone: true,
	},
	{
		name: 'handoffs',
		means:
			'Times that the lock was given to one waiter instead of being freed for whoever comes first. A handoff ends the waiting of that thread and makes all others wait until it runs: neither more nor fewer is better in itself.',
		count: (c) => c.handed,
		counted: (n) => counted(n, 'handoff'),
		mayBeNone: true,
		isNeither: true,
	},
	{
		mayBeNone: true,
		name: BYPASSES,
		means:
			'The most times that others got the lock while one that had come before them still waited, spinning or asleep. It has come with its first try, which others can see: in a queue, that is where it swaps itself in. It says how unfair the schedule is: fewer is fairer, and often slower.',
		count: (c) => c.passed,
		counted: (n) => counted(n, 'bypass of one waiter', BYPASSES),
		shows: 'passed',
		isMost: true,
		leads: true,
	},
	{
		mayBeNone: true,
		name: 'bypasses of one sleeper',
		means:
			'The same of one that has gone to sleep for the lock, from then on. A sleeper cannot try again before it runs, which makes it easy to pass: fewer is fairer.',
		count: (c) => c.passedAsleep,
		counted: (n) => counted(n, 'bypass of one sleeper', 'bypasses of one sleeper'),
		shows: 'passed',
		isMost: true,
		leadsInPlaceOf: BYPASSES,
	},
];

/** What a row is compared by: each acquisition's share, or each release's. */
export const amongOf = ({ isMost, byRelease }: Row, { releases }: Cost, common: number): number =>
	isMost ? 1 : byRelease ? releases : common;

export function fewerOf(row: Row, sums: readonly [Cost, Cost], common: number): 0 | 1 | null {
	const [left, right] = sums.map(
		(sum) => row.count(sum) / Math.max(1, amongOf(row, sum, common)),
	) as [number, number];
	return left === right ? null : left < right ? 0 : 1;
}

/** No other figure that is told first tells the two apart. */
const isEven = (sums: readonly [Cost, Cost], common: number): boolean =>
	ROWS.every((row) => row.leads !== true || fewerOf(row, sums, common) === null);

/** It tells the two apart, and the row that it stands for does not. */
function leadsInPlace(row: Row, sums: readonly [Cost, Cost], common: number): boolean {
	const other = ROWS.find(({ name }) => name === row.leadsInPlaceOf);
	return (
		other !== undefined &&
		fewerOf(other, sums, common) === null &&
		fewerOf(row, sums, common) !== null
	);
}

export const leadsIn = (row: Row, sums: readonly [Cost, Cost], common: number): boolean =>
	row.leads === true ||
	leadsInPlace(row, sums, common) ||
	(row.leadsIfEven === true && fewerOf(row, sums, common) !== null && isEven(sums, common)) ||
	(row.leadsIfAny === true && sums.some((sum) => row.count(sum) > 0)) ||
	(row.leadsApart === true && fewerOf(row, sums, common) !== null);

/** Nothing that is told first tells the two apart but how often they write atomically. */
export const tellsByAtomics = (sums: readonly [Cost, Cost], common: number): boolean =>
	ROWS.some((row) => row.leadsIfEven === true && leadsIn(row, sums, common));
