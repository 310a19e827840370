import { memo } from 'react';
import { actionTid, FLAGS } from '../../../../wasm/src';
import { threadStyle } from '../identity';
import type { LanesProps } from '../props';
import type { Geometry } from './geometry';
import styles from './lanes.module.css';
import { bracketsOf } from './rounds';
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
	round?: LanesProps['round'];
	/** no tick behind this position: it would answer a question; absent: all are told */
	toldTo?: number | undefined;
}

/** Columns are views that are made anew; what they say changes only with the timeline. */
const sameRuler = (a: RulerProps, b: RulerProps) =>
	a.geometry === b.geometry &&
	a.timeline === b.timeline &&
	a.beats === b.beats &&
	a.lateAt === b.lateAt &&
	a.toldTo === b.toldTo &&
	a.round === b.round;

/** A tick where a thread got the lock, and what the author marks. */
export const Ruler = memo(function Ruler({
	geometry: g,
	timeline,
	columns,
	beats = [],
	lateAt,
	round,
	toldTo = timeline.count,
}: RulerProps) {
	const got: { p: number; tid: number }[] = [];
	for (let p = Math.max(1, g.from); p <= Math.min(timeline.count, g.to, toldTo); p++) {
		const i = (timeline.first[p] as number) - 1;
		if ((columns.flags[i] as number) & FLAGS.acquired)
			got.push({ p, tid: actionTid(columns.action[i] as number) });
	}
	return (
		<g>
			<path className={styles.rule} d={`M${g.left},${g.top - 0.5}H${g.width}`} />
			{lateAt !== undefined && <TooLate geometry={g} from={positionOf(timeline, lateAt)} />}
			{round && <Rounds {...{ geometry: g, timeline, round }} />}
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

interface RoundsProps extends Pick<RulerProps, 'geometry' | 'timeline'> {
	round: NonNullable<RulerProps['round']>;
}

/** A bracket over each round, with a foot at either end that is in sight. */
function Rounds({ geometry: g, timeline, round }: RoundsProps) {
	const y = g.top - LATE;
	return bracketsOf(round).map(([first, end]) => {
		const [from, to] = [positionOf(timeline, first), positionOf(timeline, end)];
		if (to < g.from || from > g.to) return null;
		const start = from < g.from ? `M${g.left},${y}` : `M${g.x(from) + 1.5},${g.top - 1}V${y}`;
		const stop = to > g.to ? `H${g.width}` : `H${g.x(to) - 1.5}V${g.top - 1}`;
		return (
			<path
				key={end}
				className={styles.round}
				data-testid="round-mark"
				data-from={first}
				data-to={end}
				d={start + stop}
			/>
		);
	});
}

/** Units: of a letter, and what the handle has beside its number. */
const LETTER = 9;
const HANDLE = 8;

interface NumbersProps extends Pick<RulerProps, 'geometry' | 'timeline'> {
	/** the position of the handle, which has its number itself, and how many letters that has */
	handle: number;
	letters: number;
}

/** Step numbers, but those that the handle would lie on. */
export function Numbers({ geometry: g, timeline, handle, letters }: NumbersProps) {
	/* it stays at the edge that it is beyond */
	const middle = Math.max(g.left, Math.min(g.width - 2, g.x(handle)));
	const covered = (x: number, step: number) =>
		Math.abs(x - middle) < (LETTER * (letters + String(step).length)) / 2 + HANDLE;
	let free = 0; /* from where there is room for a number */
	return ticksOf(timeline, g.from, g.to, g.inner / APART).map(({ position, step }) => {
		const x = g.x(position);
		if (x - 4 * String(step).length < free || x > g.width - 12) return null;
		free = x + LEAST_APART / 2;
		if (covered(x, step)) return null;
		return (
			<text key={position} className={styles.number} data-testid="tick" x={x} y={12}>
				{step}
			</text>
		);
	});
}
