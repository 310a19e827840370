import { memo } from 'react';
import { actionTid, FLAGS } from '../../../../wasm/src';
import { threadStyle } from '../identity';
import type { LanesProps } from '../props';
import type { Geometry } from './geometry';
import styles from './lanes.module.css';
import { ticksOf } from './ticks';
import { type Columns, positionOf, type Timeline } from './timeline';

const APART = 84; /* units from number to number, about */
const LATE = 8.5; /* units above the rule, under the numbers */
const LEAST_APART = 44; /* the widest number is not wider */

interface RulerProps {
	geometry: Geometry;
	timeline: Timeline;
	columns: Columns;
	beats?: LanesProps['beats'];
	lateAt?: LanesProps['lateAt'];
}

/** Columns are views that are made anew; what they say changes only with the timeline. */
const sameRuler = (a: RulerProps, b: RulerProps) =>
	a.geometry === b.geometry &&
	a.timeline === b.timeline &&
	a.beats === b.beats &&
	a.lateAt === b.lateAt;

/** Step numbers, and a tick where a thread got the lock. */
export const Ruler = memo(function Ruler({
	geometry: g,
	timeline,
	columns,
	beats = [],
	lateAt,
}: RulerProps) {
	const got: { p: number; tid: number }[] = [];
	for (let p = Math.max(1, g.from); p <= Math.min(timeline.count, g.to); p++) {
		const i = (timeline.first[p] as number) - 1;
		if ((columns.flags[i] as number) & FLAGS.acquired)
			got.push({ p, tid: actionTid(columns.action[i] as number) });
	}
	return (
		<g>
			<path className={styles.rule} d={`M${g.left},${g.top - 0.5}H${g.width}`} />
			<Numbers geometry={g} timeline={timeline} />
			{lateAt !== undefined && <TooLate geometry={g} from={positionOf(timeline, lateAt)} />}
			{beats.map(({ at, decisive }) => {
				const p = positionOf(timeline, at);
				const sign = decisive
					? `M${g.x(p)},${g.top - 7}l5,5l-5,5l-5,-5z`
					: `M${g.x(p) - 4},${g.top - 2}h8v3h-8z`;
				return p < g.from || p > g.to ? null : (
					<path
						key={at}
						className={decisive ? styles.decisive : styles.beat}
						data-testid={decisive ? 'decisive' : 'beat-mark'}
						d={sign}
					/>
				);
			})}
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

/** All that is drawn to the right of it is too late. */
function TooLate({ geometry: g, from }: { geometry: Geometry; from: number }) {
	const start =
		from < g.from ? `M${g.left},${g.top - LATE}` : `M${g.x(from)},${g.top}V${g.top - LATE}`;
	if (from > g.to) return null;
	return <path className={styles.late} data-testid="too-late-mark" d={`${start}H${g.width}`} />;
}

function Numbers({ geometry: g, timeline }: Pick<RulerProps, 'geometry' | 'timeline'>) {
	let free = 0; /* from where there is room for a number */
	return ticksOf(timeline, g.from, g.to, g.inner / APART).map(({ position, step }) => {
		const x = g.x(position);
		if (x - 4 * String(step).length < free || x > g.width - 12) return null;
		free = x + LEAST_APART / 2;
		return (
			<text key={position} className={styles.number} data-testid="tick" x={x} y={12}>
				{step}
			</text>
		);
	});
}
