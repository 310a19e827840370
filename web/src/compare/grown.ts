/** What many threads make of a comparison: played out and measured anew, which takes its time. */
import type { Core } from '../../../wasm/src';
import { nameIn } from '../app/fragment';
import { isFault } from '../narration/verdicts';
import type { CompareRoute } from '../store/state';
import { type Cost, type Measures, measure, sumOf } from './measure';
import { MOST_THREADS, played } from './workload';

/** What an acquisition and a release cost on each side, where many threads do the same. */
export interface Grown {
	transfers: readonly [number, number];
	disturbed: readonly [number, number];
	sleeps: readonly [number, number];
}

/** Where the comparison says none: one that comes back finds the others waiting, as on a machine that is busy. */
export const GROWN_ROUNDS = 2;

/** What a lecturer is asked for: few, as in most stories, and as many as a comparison can have. */
export const GROWN_THREADS = [2, 4, MOST_THREADS] as const;

/** How far it has come. */
export interface Growing {
	threads: number;
	side: 0 | 1;
	steps: number;
}

/** What both sides cost with so many threads. */
export interface GrownAt {
	threads: number;
	/** acquisitions that both reach */
	common: number;
	costs: readonly [Cost, Cost];
	/** of a lock that fails no cost speaks */
	fails: readonly [boolean, boolean];
}

const each = (count: number, among: number): number => (among === 0 ? 0 : count / among);

interface InTurn {
	threads: number;
	rounds: number;
	onStep?(steps: number): void;
}

interface Side {
	measures: Measures;
	fails: boolean;
}

/** One of two sides, where so many threads, each in turn, do the same work on both. */
function inTurn(
	core: Core,
	[left, right]: readonly [string, string],
	name: string,
	{ onStep, ...work }: InTurn,
): Side {
	const route: CompareRoute = {
		kind: 'compare',
		left,
		right,
		at: [0, 0],
		by: 'turns',
		...work,
		own: '',
	};
	const { config, schedule } = played(core, route, name, onStep && { onStep });
	const session = core.session(config);
	session.load(schedule);
	return { measures: measure(core, session), fails: isFault(session.judge().verdict) };
}

export const measuredInTurn = (...of: Parameters<typeof inTurn>): Measures =>
	inTurn(...of).measures;

type Heard = (so: Growing) => void;

/** So many threads, each in turn, so often. */
function grownAt(
	core: Core,
	left: string,
	right: string,
	{ threads, rounds }: Pick<InTurn, 'threads' | 'rounds'>,
	onStep: Heard,
): GrownAt {
	const names = [nameIn(left), nameIn(right)] as const;
	const sides = names.map((name, i) =>
		inTurn(core, names, name, {
			threads,
			rounds,
			onStep: (steps) => onStep({ threads, side: i === 0 ? 0 : 1, steps }),
		}),
	);
	const common = Math.min(...sides.map(({ measures }) => measures.acquired.length));
	return {
		threads,
		common,
		costs: sides.map(({ measures }) => sumOf(measures, common)) as [Cost, Cost],
		fails: sides.map(({ fails }) => fails) as [boolean, boolean],
	};
}

/** Few threads and many, each in turn. */
export const grownAll = (
	core: Core,
	left: string,
	right: string,
	onStep: Heard = () => {},
	rounds: number = GROWN_ROUNDS,
): GrownAt[] =>
	GROWN_THREADS.map((threads) => grownAt(core, left, right, { threads, rounds }, onStep));

/** Most threads, each in turn; null: there is nothing that both reach. */
export function grownOf(
	core: Core,
	left: string,
	right: string,
	onStep: Heard = () => {},
): Grown | null {
	const most = { threads: MOST_THREADS, rounds: GROWN_ROUNDS };
	const { common, costs } = grownAt(core, left, right, most, onStep);
	if (common < 2) return null;
	const [one, two] = costs;
	return {
		transfers: [each(one.transfers, common), each(two.transfers, common)],
		disturbed: [each(one.disturbed, one.releases), each(two.disturbed, two.releases)],
		sleeps: [each(one.sleeps, common), each(two.sleeps, common)],
	};
}

/** How many times the one is the other, whichever is more. */
const apart = (one: number, two: number): number =>
	Math.max(one, two) / Math.max(Math.min(one, two), 0.1);

/**
 * Why few threads show little, and where more do: said only where more threads make it more. '': both cost the same.
 */
export function grownText(grown: Grown, now: readonly [Cost, Cost]): string {
	const { transfers, disturbed, sleeps } = grown;
	const [left, right] = transfers.map((n) => n.toFixed(1));
	const [slept, sleptRight] = sleeps.map((n) => n.toFixed(1));
	if (left === right && slept === sleptRight) return '';
	const also = (n: string | undefined) => (slept === sleptRight ? '' : ` and ${n} sleeps`);
	const figures = `ith ${MOST_THREADS} threads in turn an acquisition takes ${left} transfers${also(slept)} on the left and ${right}${also(sleptRight)} on the right.`;
	const grows =
		apart(...transfers) > 1.2 * apart(now[0].transfers, now[1].transfers) &&
		disturbed.some((n, i) => n > each(now[i]?.disturbed ?? 0, now[i]?.releases ?? 0));
	if (!grows) return `W${figures}`;
	return `Few threads show little, for where all watch one word a release disturbs as many as wait: w${figures}`;
}
