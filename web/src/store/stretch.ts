/** Before a room: which steps of a run to the next note are shown for a moment, and which are passed at once. */
import { FLAGS, type Session, type StepRecord, wrote } from '../../../wasm/src';

/** Shown on the way, and the last. */
const SHOWN = 3;

/** Milliseconds that each of them has at least; all of them together have less than a second. */
export const SHOWN_MS = 320;

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
	return [...most.sort((a, b) => a - b), to];
}
