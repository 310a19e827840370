import { memo } from 'react';
import type { Session } from '../../../../wasm/src';
import { BadgeMark, badgeSize } from '../Badge';
import { threadStyle } from '../identity';
import type { LaneOverlay, OverlayPlace } from '../props';
import type { Geometry } from './geometry';
import styles from './lanes.module.css';
import { type Mark, marksOf } from './marks';
import { Arrows, Flag, Line, markRadius, StepMarks } from './parts';
import { SpinKey } from './SpinKey';
import { segmentsOf } from './segments';
import { type Columns, positionOf, type Timeline } from './timeline';

interface PictureProps {
	session: Session;
	columns: Columns;
	/** differs whenever the schedule does, so that the picture is drawn anew only then */
	version: number;
	timeline: Timeline;
	threads: number;
	roles: string[];
	geometry: Geometry;
	/** id of the clip path of the lanes, without their names */
	clip: string;
	/** what comes behind this position is covered */
	toldTo?: number | undefined;
	/** positions at which an invariant is broken or a fault was found */
	faults: number[];
	/** steps that stand in no event of the recording */
	inferred?: ((step: number) => boolean) | undefined;
	overlay?: LaneOverlay | undefined;
}

const ROLE = 20; /* units from the middle of the name: beyond the frame of a holder */
const CROWDED = 9; /* units: in narrower columns the marks would hide the lines */

/** Worth a mark from afar too: who got the lock, what failed, what came from outside. */
function tells({ acquired, shape }: Mark): boolean {
	return acquired || shape === 'crossed' || shape === 'diamond';
}

/** Everything that stays when only the playhead moves. */
export const LanePicture = memo(
	function LanePicture(props: PictureProps) {
		const { session, columns, timeline, threads, geometry: g } = props;
		/* one more at the left: what begins there reaches into sight */
		const [from, to] = [g.from - 1, Math.min(timeline.count, g.to)];
		const states = session.laneStates();
		const tids = Array.from({ length: threads }, (_, i) => i + 1);
		const { marks, arrows } = marksOf(session, columns, timeline, from, to, props.inferred);
		const radius = markRadius(g);
		const legible = g.column < CROWDED ? marks.filter(tells) : marks;
		return (
			<g>
				<LaneNames tids={tids} roles={props.roles} geometry={g} />
				<g clipPath={`url(#${props.clip})`}>
					{tids.map((tid) => (
						<Line
							key={tid}
							tid={tid}
							geometry={g}
							segments={segmentsOf(states, threads, tid, timeline, from, to)}
						/>
					))}
					<Arrows arrows={arrows} geometry={g} radius={radius} />
					<StepMarks marks={legible} geometry={g} radius={radius} />
					{g.outside && <SpinKey marks={legible} geometry={g} toldTo={props.toldTo} />}
					{props.overlay?.draw(overlayPlace(g, timeline, from, to))}
					{props.faults.map((p) => (
						<Flag key={p} position={p} geometry={g} top={g.top} />
					))}
				</g>
			</g>
		);
	},
	(a, b) =>
		a.version === b.version &&
		a.session === b.session &&
		a.geometry.x(0) === b.geometry.x(0) &&
		a.geometry.width === b.geometry.width &&
		a.geometry.row === b.geometry.row &&
		a.geometry.outside === b.geometry.outside &&
		a.geometry.column === b.geometry.column &&
		a.overlay === b.overlay &&
		a.faults.join() === b.faults.join(),
);

function overlayPlace(g: Geometry, timeline: Timeline, from: number, to: number): OverlayPlace {
	return {
		first: timeline.first[Math.max(0, from - 1)] ?? 0,
		end: timeline.first[Math.min(timeline.count, to)] ?? 0,
		row: g.row,
		x: (position) => g.x(position),
		y: (tid) => g.y(tid),
		positionOf: (at) => positionOf(timeline, at),
	};
}

function LaneNames({
	tids,
	roles,
	geometry: g,
}: {
	tids: number[];
	roles: string[];
	geometry: Geometry;
}) {
	const least = badgeSize(tids.length, 18);
	const size = Math.min(Math.max(22, least), g.row - 1);
	const narrow = g.left < 50;
	return (
		<g>
			{tids.map((tid) => (
				<g key={tid} data-lane={tid} transform={`translate(${narrow ? 16 : 20},${g.y(tid)})`}>
					{size >= least ? (
						<BadgeMark tid={tid} size={size} />
					) : (
						<text className={styles.name} style={threadStyle(tid)} textAnchor="middle" dy=".35em">
							T{tid}
						</text>
					)}
					{!narrow && roles[tid - 1] && (
						<text className={styles.role} x={ROLE} dy=".35em">
							{roles[tid - 1]}
						</text>
					)}
				</g>
			))}
			{g.outside && (
				<text className={styles.role} x={4} y={g.y(0)} dy=".35em">
					<title>outside: the scheduler, a clock, a signal</title>
					{narrow ? 'outs.' : 'outside'}
				</text>
			)}
		</g>
	);
}
