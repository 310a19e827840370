import type { Session } from '../../../../wasm/src';
import { actionTid, isEnvAction } from '../../../../wasm/src/actions';
import type { Geometry } from './geometry';
import styles from './lanes.module.css';
import { positionOf, type Timeline } from './timeline';

interface RunMarkProps {
	session: Session;
	geometry: Geometry;
	timeline: Timeline;
	/** id of the clip path of the lanes, without their names */
	clip: string;
	threads: number;
	/** the moments at which the run began and ended */
	from: number;
	at: number;
}

/** Behind the steps of a run that has just ended: where it was, on the lanes of those who took its steps. */
export function RunMark({ session, geometry: g, timeline, clip, threads, from, at }: RunMarkProps) {
	const { action } = session.columns();
	const lanes = new Set<number>();
	for (let i = from; i < at; i++) {
		const one = action[i] ?? 0;
		lanes.add(actionTid(one));
		/* the lane that it comes from as well as that of the thread that it happens to */
		if (isEnvAction(one)) lanes.add(0);
	}
	const left = g.x(positionOf(timeline, from)) + g.column / 2;
	const width = g.x(positionOf(timeline, at)) + g.column / 2 - left;
	return (
		<g clipPath={`url(#${clip})`} data-testid="run-mark">
			{Array.from({ length: threads + 1 }, (_, lane) => lane)
				.filter((lane) => lanes.has(lane))
				.map((lane) => (
					<rect
						key={lane}
						className={styles.ran}
						x={left}
						y={g.y(lane) - g.row / 2 + 1}
						width={Math.max(0, width)}
						height={Math.max(0, g.row - 2)}
					/>
				))}
		</g>
	);
}
