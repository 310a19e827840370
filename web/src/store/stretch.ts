/** Before a room: which steps of a run to the next note are shown for a moment, and which are passed at once. */
import { FLAGS, type Session, type StepRecord, wrote } from '../../../wasm/src';

/** Shown on the way, and the last. */
const SHOWN = 3;

/** Where thread after thread has its turn, one moment more, so that it is seen that all come. */
const TURNS = 4;

/** Milliseconds that each of so many has: all of them together have less than a second. */
export const shownMs = (moments: number): number => (moments > SHOWN ? 240 : 320);

type Told = Pick<StepRecord, 'wordName' | 'env' | 'sign' | 'result' | 'op' | 'ok' | 'old' | 'new'>;

/** How much the step matters for what is said behind it; 0: not more than any other. */
function weightOf(record: Told, flags: number, look: ReadonlySet<string>): number {
	if (record.result !== 'moved') return 0;
	if (wrote(record) && look.has(record.wordName)) return 5;
	if (record.sign === 'wake' || record.sign === 'handoff') return 4;
	if (flags & (FLAGS.acquired | FLAGS.released)) return 4;
	if (record.env !== '' || record.op === 'sleep') return 3;
	return record.sign === 'none' ? 0 : 2;
}

/** Threads that have to take a turn for it to be the run of all of them. */
const MANY = 3;

/** Where each of many threads, one after the other, has taken the last of its steps; but for the last of them. */
function turnsIn(session: Session, from: number, to: number): number[] {
	const tids = Array.from({ length: to - from }, (_, i) => session.record(from + i).tid);
	if (new Set(tids).size < MANY) return [];
	return tids.flatMap((tid, i) =>
		i + 1 < tids.length && tids[i + 1] !== tid ? [from + i + 1] : [],
	);
}

/** The moments at which the run is seen, in their order; the last is `to`. */
export function shownOnTheWay(session: Session, from: number, to: number, look = ''): number[] {
	const words = new Set(look.split(',').map((word) => word.trim()));
	const between = Array.from({ length: Math.max(0, to - from - 1) }, (_, i) => from + i + 1);
	if (between.length < SHOWN) return [...between, to];
	const { flags } = session.columns();
	const weighed = between.map((at) => ({
		at,
		weight: weightOf(session.record(at - 1), flags[at - 1] ?? 0, words),
	}));
	const most = weighed
		.filter(({ weight }) => weight > 0)
		.sort((a, b) => b.weight - a.weight || b.at - a.at)
		.slice(0, SHOWN - 1)
		.map(({ at }) => at);
	const turns = most.length < SHOWN - 1 ? turnsIn(session, from, to) : [];
	const more = turns.filter((at) => !most.includes(at)).slice(0, TURNS - 1 - most.length);
	return [...[...most, ...more].sort((a, b) => a - b), to];
}
