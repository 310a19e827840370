/**
 * Where a room is stopped on the way through two schedules: where the two begin to differ in what is compared, where the
 * one that has less of it in the end gets there, and at the end. Of each stop a sentence says what to look at.
 */
import type { Core, Session, Touch } from '../../../wasm/src';
import { cacheOf, RMW } from '../../../wasm/src/cache';
import { type Release, releasesOf } from '../cache/releases';
import { lowered } from '../narration/phrases';
import { verdictSentence } from '../narration/searched';
import { type Apart, LOOK_EVEN, lookAt, type Mark, watchText } from './looks';
import { acquisitionAt, type Cost, type Measures, soFar, sumOf, turnAfter } from './measure';
import { fewerOf, leadsIn, ROWS, type Row, tellsByAtomics } from './rows';
import { type Fault, workText } from './workload';

type Both<T> = readonly [T, T];

export interface Stop {
	at: Both<number>;
	/** what to look at; '' at the end, where what they come to is said */
	look: string;
}

/** Two schedules, and what has been measured of them. */
export interface Schedules {
	core: Both<Core>;
	session: Both<Session>;
	measures: Both<Measures>;
	/** acquisitions that both reach */
	common: number;
	faults: Both<Fault | null>;
	/** the first step that the two do not do alike, from 1; 0: none */
	parting: number;
	/** where each ends */
	end: Both<number>;
	/** the right side runs a text that the reader has edited */
	own: boolean;
}

/** More than these before the end say nothing of their own to a room. */
const MOST_STOPS = 4;

const SIDES = [0, 1] as const;
const both = <T>(of: (side: 0 | 1) => T): Both<T> => [of(0), of(1)];

/** Right behind the work under the lock, before the last release between two moments; 0: there is none. */
function beforeRelease(releases: readonly Release[], from: number, to: number): number {
	const between = releases.filter((r) => r.end !== null && r.from >= from && r.end < to);
	return (between.at(-1)?.from ?? -1) + 1;
}

/** Each acquisition but the first, for which nobody has waited, and before it the moment right before the release. */
function marksOf({ core, session, measures, common }: Schedules): Mark[] {
	const releases = both((side) => releasesOf(session[side]));
	const marks: Mark[] = [];
	for (let k = 2; k <= common; k++) {
		const from = both((side) => measures[side].acquired[k - 2] ?? 0);
		const to = both((side) => measures[side].acquired[k - 1] ?? 0);
		const at = both((side) => beforeRelease(releases[side], from[side], to[side]));
		const costs = both((side) => ({
			...sumOf(measures[side], k - 1),
			...soFar(core[side], session[side], at[side]),
		}));
		if (!at.includes(0)) marks.push({ at, costs, release: k - 1 });
		marks.push({ at: to, costs: both((side) => sumOf(measures[side], k)), release: null });
	}
	return marks;
}

/** Of what is compared that in which the two differ in the end, the weightiest first. */
function apartIn(sums: Both<Cost>, common: number): Row[] {
	const differs = ({ count }: Row) => count(sums[0]) !== count(sums[1]);
	const apart = ROWS.filter((row) => leadsIn(row, sums, common) && differs(row));
	return apart.filter(({ follows }) => !apart.some(({ name }) => name === follows));
}

const signOf = ({ count }: Row, { costs: [left, right] }: Mark): number =>
	Math.sign(count(left) - count(right));

/** Where they begin to differ in it, and where the one that has less in the end gets there. */
function placesOf(row: Row, marks: readonly Mark[], sums: Both<Cost>, common: number) {
	const signs = marks.map((mark) => signOf(row, mark));
	const first = signs.findIndex((sign) => sign !== 0);
	const last = signs.at(-1) ?? 0;
	const until = signs.findLastIndex((sign) => sign !== last);
	const fewer = fewerOf(row, sums, common);
	const turns = last !== 0 && signs.includes(-last) && fewer === (last < 0 ? 0 : 1);
	return { first, turn: turns ? until + 1 : -1 };
}

const isSameWork = ({ session: [left, right] }: Schedules): boolean =>
	workText(left.config) === workText(right.config);

/** The stops before the end. */
function comparedStops(of: Schedules): Stop[] {
	const { common } = of;
	const marks = marksOf(of);
	const sums = both((side) => sumOf(of.measures[side], common));
	const before = marks.slice(0, -1);
	const rows = apartIn(sums, common).map((row) => ({
		row,
		...placesOf(row, marks, sums, common),
	}));
	const points = new Map<number, Apart[]>();
	const add = (place: number, apart: Apart) => {
		const known = points.get(place);
		if (known) known.push(apart);
		else if (place >= 0 && place < before.length && points.size < MOST_STOPS)
			points.set(place, [apart]);
	};
	/* of unlike work less says nothing */
	const same = isSameWork(of);
	for (const { row, first, turn } of rows)
		add(first, { row, turns: false, misleads: same && turn > first });
	if (same) for (const { row, turn } of rows) add(turn, { row, turns: true });
	const stops = [...points]
		.sort(([a], [b]) => a - b)
		.flatMap(([place, apart]) => {
			const mark = before[place];
			return mark ? [{ at: mark.at, look: lookAt(of.session, mark, apart) }] : [];
		});
	if (stops.length > 0) return stops;
	const releases = before.filter(({ release }) => release !== null);
	const even = rows.length > 0 ? releases.at(-1) : releases[0];
	return even ? [{ at: even.at, look: LOOK_EVEN }] : [];
}

const ACCESS: Readonly<Record<Touch['use'], string>> = {
	rmw: 'a read-modify-write',
	store: 'a plain write',
	load: 'a read',
	none: 'no access to memory',
};

/** Where only the read-modify-writes tell the two apart: the steps in which the one has it and the other has not. */
function atomicStops({ session }: Schedules): Stop[] {
	const stops: Stop[] = [];
	const tracks = both((side) => cacheOf(session[side]));
	for (const at of sharedSteps(session)) {
		const [left, right] = both((side) => tracks[side].touch(at - 1).use);
		if ((left === 'rmw') === (right === 'rmw')) continue;
		const look = `Look at this step: on the left it is ${ACCESS[left]}, on the right ${ACCESS[right]}.`;
		stops.push({ at: [at, at], look });
	}
	return stops.slice(0, MOST_STOPS);
}

/** The moments behind the steps that both take alike, from the start. */
function sharedSteps(session: Both<Session>): number[] {
	const [left, right] = both((side) => session[side].columns().action);
	const moments: number[] = [];
	for (let i = 0; i < left.length && left[i] === right[i]; i++) moments.push(i + 1);
	return moments;
}

/**
 * Where only the read-modify-writes tell the two apart, these are stops of a reader as well, as long as both take the
 * same steps of the same threads, to the last where the one writes and the other only reads.
 */
function atomicsOf(of: Schedules): number[] {
	if (tellsBy(of) !== 'atomics') return [];
	const use = both((side) => cacheOf(of.session[side]).all().use);
	const isRmw = (at: number) => both((side) => use[side][at - 1] === RMW);
	const moments = sharedSteps(of.session).filter((at) => isRmw(at).includes(true));
	const differ = moments.findLast((at) => isRmw(at)[0] !== isRmw(at)[1]) ?? 0;
	return moments.filter((at) => at <= differ);
}

/** The same thread has taken the step, and it was another one: there the texts differ, and not the schedules. */
function partingStops({ session, parting, end }: Schedules): Stop[] {
	const isTextual = sharedSteps(session).includes(parting) && parting < Math.max(...end);
	const look = `Look at this step: up to step ${parting - 1} both have done the same.`;
	return parting > 1 && isTextual ? [{ at: [parting, parting], look }] : [];
}

/** The last moment before another at which a thread got the lock, went to sleep or woke somebody. */
function turnBefore(session: Session, until: number): number {
	let at = 0;
	for (let next = turnAfter(session, 0); next < until; next = turnAfter(session, next)) at = next;
	return at;
}

const WHICH = ['left', 'right'] as const;

/** Where a side fails, and the last turn before: what is compared is how each ends. */
function failingStops(of: Schedules): Stop[] {
	const { faults, measures, session } = of;
	const stops = SIDES.flatMap((side): Stop[] => {
		const fault = faults[side];
		if (!fault) return [];
		const other = side === 0 ? 1 : 0;
		/* as far as the other has come with as many acquisitions */
		const beside = (at: number) => {
			const there = measures[other].acquired[acquisitionAt(measures[side], at) - 1] ?? 0;
			return both((s) => (s === side ? at : there));
		};
		const fails = verdictSentence(fault.verdict, fault.what, fault.lock);
		return [
			{
				at: beside(turnBefore(session[side], fault.at)),
				look: `Look at what happens next on the ${WHICH[side]}: up to here no rule is broken.`,
			},
			{ at: beside(fault.at), look: `Look at the ${WHICH[side]} side: ${lowered(fails)}` },
		];
	});
	return stops.sort((a, b) => a.at[0] + a.at[1] - b.at[0] - b.at[1]);
}

const isEnd = (at: Both<number>, end: Both<number>): boolean => at[0] >= end[0] && at[1] >= end[1];

/** All of them in their order; each leads on from the one before, and the last is the end. */
function stopsOf(of: Schedules): Stop[] {
	const before = of.own ? partingStops(of) : [];
	const compared = tellsBy(of) === 'atomics' ? atomicStops(of) : comparedStops(of);
	const own = tellsBy(of) === 'ends' ? failingStops(of) : compared;
	const stops: Stop[] = [];
	for (const stop of [...before, ...own]) {
		const [left, right] = stops.at(-1)?.at ?? [0, 0];
		const [l, r] = stop.at;
		if (l >= left && r >= right && l + r > left + right && !isEnd(stop.at, of.end))
			stops.push(stop);
	}
	return [...stops, { at: of.end, look: '' }];
}

const sumsOf = ({ measures, common }: Schedules): Both<Cost> =>
	both((side) => sumOf(measures[side], common));

/** By what the two are compared. */
function tellsBy(of: Schedules): 'ends' | 'atomics' | 'costs' {
	if (of.faults.some((fault) => fault !== null)) return 'ends';
	return tellsByAtomics(sumsOf(of), of.common) ? 'atomics' : 'costs';
}

/** What a room is to watch from the start on; '' where nothing is counted that tells the two apart. */
function watchOf(of: Schedules): string {
	const rows = tellsBy(of) === 'ends' ? [] : apartIn(sumsOf(of), of.common);
	return watchText(rows.map(({ name }) => name));
}

/** What follows of two schedules for whoever goes through them, found when it is asked for. */
export class Way {
	private known: Partial<{ stops: Stop[]; atomics: number[]; watch: string }> = {};

	constructor(private readonly of: Schedules) {}

	get stops(): readonly Stop[] {
		this.known.stops ??= stopsOf(this.of);
		return this.known.stops;
	}

	/** Both stand at it. */
	here([left, right]: Both<number>): Stop | undefined {
		return this.stops.find(({ at }) => at[0] === left && at[1] === right);
	}

	/** How many both have behind them, with the one they stand at. */
	passed([left, right]: Both<number>): number {
		return this.stops.filter(({ at }) => at[0] <= left && at[1] <= right).length;
	}

	/** Who was stepped alone may be further: it waits there. */
	next([left, right]: Both<number>): Both<number> {
		const next = this.stops.find(({ at }) => at[0] > left || at[1] > right);
		return next ? [Math.max(left, next.at[0]), Math.max(right, next.at[1])] : [left, right];
	}

	before([left, right]: Both<number>): Both<number> {
		const isBefore = ({ at }: Stop) =>
			at[0] <= left && at[1] <= right && at[0] + at[1] < left + right;
		return this.stops.findLast(isBefore)?.at ?? [0, 0];
	}

	get atomics(): readonly number[] {
		this.known.atomics ??= atomicsOf(this.of);
		return this.known.atomics;
	}

	get watch(): string {
		this.known.watch ??= watchOf(this.of);
		return this.known.watch;
	}
}
