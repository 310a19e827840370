/** The pieces of the lanes, each placed by a Geometry. */
import { threadStyle } from '../identity';
import { type Geometry, REACH } from './geometry';
import styles from './lanes.module.css';
import type { Arrow, Mark } from './marks';
import { arrowPath, crossPath, markPath } from './paths';
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
	for (const s of segments)
		paths.set(s.stroke, `${paths.get(s.stroke) ?? ''}M${g.x(s.from)},${g.y(tid)}H${g.x(s.to)}`);
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

export function StepMark({
	mark,
	geometry: g,
	radius,
}: {
	mark: Mark;
	geometry: Place;
	radius: number;
}) {
	const at = `translate(${g.x(mark.position)},${g.y(mark.lane)})`;
	if (mark.shape === 'spin')
		return (
			<g style={threadStyle(mark.tid)} transform={at}>
				<rect
					className={styles.spin}
					x={-g.column / 2 + 0.5}
					y={-Math.min(8, g.row / 2)}
					width={g.column - 1}
					height={Math.min(16, g.row)}
					rx={Math.min(8, g.row / 2)}
				/>
				<text className={styles.times} dy=".35em">
					{spinText(mark.times, g.column)}
				</text>
			</g>
		);
	if (mark.shape === 'crossed')
		return (
			<g transform={at}>
				<path className={styles.halo} d={crossPath(radius)} />
				<path className={styles.cross} d={crossPath(radius)} />
			</g>
		);
	return (
		<g style={threadStyle(mark.tid)} transform={at}>
			<path
				className={styles[mark.shape]}
				d={markPath(mark.shape, mark.acquired ? radius * 1.25 : radius)}
			/>
		</g>
	);
}

function spinText(times: number, column: number): string {
	if (times >= 1000) return column < 22 ? '×k' : `×${Math.round(times / 1000)}k`;
	return column < 22 && times > 9 ? String(times) : `×${times}`;
}

export function ArrowMark({
	arrow,
	geometry: g,
	radius,
}: {
	arrow: Arrow;
	geometry: Place;
	radius: number;
}) {
	const x = g.x(arrow.position);
	const fromY = g.y(arrow.from);
	const toY = g.y(arrow.to);
	const down = toY > fromY ? 1 : -1;
	if (arrow.kind === 'env')
		return (
			<path
				className={styles.env}
				style={threadStyle(arrow.to)}
				d={`M${x},${fromY}V${toY - down * radius}`}
			/>
		);
	const { shaft, head } = arrowPath([x, fromY], [x + g.column * REACH, toY - down * 2], 8);
	return (
		<g className={styles[arrow.kind]} style={threadStyle(arrow.from)}>
			<path className={styles.shaft} d={shaft} />
			<path className={styles.head} d={head} />
		</g>
	);
}

/** Where an invariant breaks or nobody can go on: a pole through all lanes, its flag at the foot. */
export function Flag({
	position,
	geometry: g,
	top,
}: {
	position: number;
	geometry: Place;
	top: number;
}) {
	const foot = g.y(0) + Math.min(8, g.row / 2);
	return <path className={styles.flag} d={`M${g.x(position)},${top}V${foot}v-11l13,5.5l-13,5.5`} />;
}
