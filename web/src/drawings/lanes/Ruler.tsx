import { memo } from 'react';
import { threadStyle } from '../identity';
import type { Geometry } from './geometry';
import styles from './lanes.module.css';
import type { Columns, Timeline } from './timeline';

const ACQUIRED = 2;

interface RulerProps {
	geometry: Geometry;
	first: number;
	timeline: Timeline;
	columns: Columns;
}

/** Columns are views that are made anew; what they say changes only with the timeline. */
const sameRuler = (a: RulerProps, b: RulerProps) =>
	a.geometry === b.geometry && a.first === b.first && a.timeline === b.timeline;

/** Step numbers, and a tick where a thread got the lock. */
export const Ruler = memo(function Ruler({ geometry: g, first, timeline, columns }: RulerProps) {
	const every = g.column >= 26 ? 5 : 10;
	const numbers: { p: number; step: number }[] = [];
	const got: { p: number; tid: number }[] = [];
	for (let p = first; p <= Math.min(timeline.count, first + g.visible); p++) {
		const step = timeline.first[p] as number;
		const before = p > 0 ? (timeline.first[p - 1] as number) : -1;
		if (Math.floor(step / every) > Math.floor(before / every) || p === 0)
			numbers.push({ p, step: p === 0 ? 0 : step });
		const i = step - 1;
		if (i >= 0 && (columns.flags[i] as number) & ACQUIRED)
			got.push({ p, tid: ((columns.action[i] as number) & 15) + 1 });
	}
	return (
		<g>
			<path className={styles.rule} d={`M${g.left},${g.top - 0.5}H${g.width}`} />
			{numbers.map(({ p, step }) => (
				<text key={p} className={styles.number} x={g.x(p)} y={12}>
					{step}
				</text>
			))}
			{got.map(({ p, tid }) => (
				<path
					key={p}
					className={styles.got}
					style={threadStyle(tid)}
					d={`M${g.x(p)},${g.top}v-6`}
				/>
			))}
		</g>
	);
}, sameRuler);
