/** The pieces of the lanes, each placed by a Geometry. */
import { memo } from 'react';
import { threadStyle } from '../identity';
import type { Geometry } from './geometry';
import styles from './lanes.module.css';
import type { Arrow, Mark } from './marks';
import { arrowPath, linkPath, markPath, type Point, straight, stretches } from './paths';
import { reachOf } from './reach';
import type { Segment } from './segments';

export type Place = Pick<Geometry, 'x' | 'y' | 'column' | 'row'>;

export function markRadius(place: Place): number {
	return Math.min(5, place.row * 0.32, place.column * 0.34);
}

export function Line({
	tid,
	segments,
	geometry: g,
}: {
	tid: number;
	segments: Segment[];
	geometry: Place;
}) {
	const paths = new Map<Segment['stroke'], string>();
	for (const { stroke } of segments) {
		if (paths.has(stroke)) continue;
		const alike = segments.filter((s) => s.stroke === stroke);
		paths.set(stroke, stretches(alike, g.x, g.y(tid)));
	}
	const thick = Math.min(9, g.row * 0.55);
	const width = (stroke: string) =>
		stroke === 'held' || stroke === 'heldRead' || stroke.startsWith('preempted')
			? thick
			: undefined;
	return (
		<g style={threadStyle(tid)}>
			{[...paths].map(([stroke, d]) => (
				<path
					key={stroke}
					className={`${styles.line} ${styles[stroke]}`}
					d={d}
					style={{ strokeWidth: width(stroke) }}
				/>
			))}
			{paths.has('heldRead') && (
				<path
					className={styles.core}
					d={paths.get('heldRead')}
					style={{ strokeWidth: thick * 0.34 }}
				/>
			)}
		</g>
	);
}

type Paths = Map<string, { tid: number; look: string; d: string; faint: boolean }>;

function addTo(paths: Paths, tid: number, look: string, d: string, faint = false): void {
	const key = `${look} ${tid} ${faint}`;
	const path = paths.get(key) ?? { tid, look, d: '', faint };
	path.d += d;
	paths.set(key, path);
}

interface MarksProps {
	marks: Mark[];
	geometry: Place;
	radius: number;
}

/** The signs of the steps: all of a thread that look the same are one path. */
export function StepMarks({ marks, geometry: g, radius }: MarksProps) {
	const paths: Paths = new Map();
	for (const m of marks) {
		if (m.shape === 'spin') continue;
		const r = m.acquired ? radius * 1.25 : radius;
		const tid = m.shape === 'crossed' ? 0 : m.tid;
		addTo(paths, tid, m.shape, markPath(m.shape, [g.x(m.position), g.y(m.lane)], r), m.inferred);
	}
	return (
		<>
			{[...paths].map(([key, { tid, look, d, faint }]) => (
				<g
					key={key}
					className={faint ? styles.inferred : undefined}
					style={tid > 0 ? threadStyle(tid) : undefined}
				>
					{look === 'crossed' && <path className={styles.halo} d={d} />}
					<path className={look === 'crossed' ? styles.cross : styles[look]} d={d} />
				</g>
			))}
			{marks
				.filter((m) => m.shape === 'spin')
				.map((m) => (
					<SpinMark
						key={`${m.position}-${m.lane}`}
						tid={m.tid}
						times={m.times}
						x={g.x(m.position)}
						y={g.y(m.lane)}
						column={g.column}
						row={g.row}
					/>
				))}
		</>
	);
}

export const LEAST_FOR_TEXT = 14; /* units: a narrower column has room for the mark alone */

interface SpinProps {
	tid: number;
	times: number;
	x: number;
	y: number;
	column: number;
	row: number;
}

const SpinMark = memo(function SpinMark({ tid, times, x, y, column, row }: SpinProps) {
	return (
		<g style={threadStyle(tid)} transform={`translate(${x},${y})`}>
			<rect
				className={styles.spin}
				x={-column / 2 + 0.5}
				y={-Math.min(8, row / 2)}
				width={Math.max(0, column - 1)}
				height={Math.min(16, row)}
				rx={Math.min(8, row / 2)}
			/>
			<text className={styles.times} dy=".35em">
				{spinText(times, column)}
			</text>
		</g>
	);
});

function spinText(times: number, column: number): string {
	/* the sign alone is one look */
	if (column < LEAST_FOR_TEXT || times === 1) return '';
	if (times >= 1000) return column < 22 ? '×k' : `×${Math.round(times / 1000)}k`;
	return column < 22 && times > 9 ? String(times) : `×${times}`;
}

interface ArrowsProps {
	arrows: Arrow[];
	geometry: Place;
	radius: number;
}

/** Of a sign from thread to thread. */
export function shapeOfArrow({ position, from, to, kind }: Arrow, g: Place) {
	const [x, fromY, toY] = [g.x(position), g.y(from), g.y(to)];
	const source: Point = [x, fromY];
	const target: Point = [x + reachOf(g.column), toY - Math.sign(toY - fromY) * 2];
	return kind === 'link' ? linkPath(source, target, 3) : arrowPath(source, target, 8);
}

/** What runs from lane to lane: wake-ups, handoffs and links each in their way, the environment's acts without a head. */
export function Arrows({ arrows, geometry: g, radius }: ArrowsProps) {
	const shafts: Paths = new Map();
	const heads: Paths = new Map();
	for (const arrow of arrows) {
		if (arrow.kind === 'env') {
			const [x, fromY, toY] = [g.x(arrow.position), g.y(arrow.from), g.y(arrow.to)];
			const end = toY - Math.sign(toY - fromY) * radius;
			addTo(shafts, arrow.to, 'env', straight([x, fromY], [x, end]));
			continue;
		}
		const { shaft, head } = shapeOfArrow(arrow, g);
		addTo(shafts, arrow.from, arrow.kind, shaft);
		addTo(heads, arrow.from, arrow.kind, head);
	}
	return (
		<>
			{[...shafts].map(([key, { tid, look, d }]) => (
				<g key={key} className={styles[look]} style={threadStyle(tid)}>
					<path className={look === 'env' ? undefined : styles.shaft} d={d} />
					{heads.has(key) && <path className={styles.head} d={heads.get(key)?.d} />}
				</g>
			))}
		</>
	);
}

/** Where an invariant breaks or nobody can go on: a pole through all lanes, its flag at the foot. */
export function Flag({
	position,
	geometry: g,
	top,
}: {
	position: number;
	geometry: Place & { width?: number };
	top: number;
}) {
	const foot = g.y(0) + Math.min(8, g.row / 2);
	const x = g.x(position);
	/* at the right edge it flies the other way */
	const cloth = x + 13 < (g.width ?? Number.POSITIVE_INFINITY) ? 13 : -13;
	return (
		<path
			className={styles.flag}
			data-testid="lanes-flag"
			d={`M${x},${top}V${foot}v-11l${cloth},5.5l${-cloth},5.5`}
		/>
	);
}
