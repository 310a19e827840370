/** Which signs a schedule has, for a legend that explains no others. */
import type { Session } from '../../../../wasm/src';
import { marksOf } from './marks';
import { segmentsOf } from './segments';
import type { Columns, Timeline } from './timeline';

/** Names of strokes, shapes of marks, and kinds of arrows. */
export type Signs = ReadonlySet<string>;

export function signsIn(
	session: Session,
	columns: Columns,
	timeline: Timeline,
	threads: number,
	/** as far as this position: what comes is not to be seen */
	last = timeline.count,
): Signs {
	const { marks, arrows } = marksOf(session, columns, timeline, 0, last);
	const states = session.laneStates();
	const tids = Array.from({ length: threads }, (_, i) => i + 1);
	const strokes = tids.flatMap((tid) =>
		segmentsOf(states, threads, tid, timeline, 0, last).map(({ stroke }) => stroke),
	);
	return new Set([
		...strokes,
		...marks.map(({ shape }) => shape),
		...(marks.some(({ acquired }) => acquired) ? ['acquired'] : []),
		...arrows.map(({ kind }) => kind),
	]);
}
