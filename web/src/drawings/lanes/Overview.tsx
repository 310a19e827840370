import { memo, type PointerEvent as ReactPointerEvent, useMemo, useRef } from 'react';
import type { Session } from '../../../../wasm/src';
import { threadStyle } from '../identity';
import { pointerUnits } from '../units';
import { useRawMove } from '../useRawMove';
import type { Geometry } from './geometry';
import styles from './lanes.module.css';
import { overviewRuns, type Run } from './overview';
import { momentAt, positionOf, type Timeline } from './timeline';

const HEIGHT = 16;

interface OverviewProps {
	session: Session;
	version: number;
	timeline: Timeline;
	threads: number;
	geometry: Geometry;
	first: number;
	at: number;
	/** the moment at which a recording leaves the model */
	differs: number | null;
	onSeek(at: number): void;
}

/** The whole schedule in one line: who held the lock when, and which part the lanes show. */
export function Overview(props: OverviewProps) {
	const { session, version, timeline, threads, geometry: g, first, at, differs, onSeek } = props;
	const span = g.width - g.left - 8;
	const dragging = useRef(false);
	// biome-ignore lint/correctness/useExhaustiveDependencies: version stands for the session's schedule
	const runs = useMemo(
		() => overviewRuns(session.laneStates(), threads, timeline, span),
		[session, version, timeline, threads, span],
	);
	const x = (position: number) => g.left + (position / Math.max(1, timeline.count)) * span;
	const strip = useRef<HTMLDivElement>(null);
	const seek = (e: ReactPointerEvent<HTMLDivElement> | PointerEvent) => {
		const px = pointerUnits(e, g.width) - g.left;
		onSeek(momentAt(timeline, (px / span) * timeline.count));
	};
	useRawMove(strip, (e) => dragging.current && seek(e));
	return (
		<div
			ref={strip}
			className={styles.overview}
			data-testid="overview"
			onPointerDown={(e) => {
				e.preventDefault(); /* or the browser looks, move by move, for text to select */
				dragging.current = true;
				e.currentTarget.setPointerCapture(e.pointerId);
				seek(e);
			}}
			onPointerUp={() => {
				dragging.current = false;
			}}
			onPointerCancel={() => {
				dragging.current = false;
			}}
		>
			<svg className={styles.svg} viewBox={`0 0 ${g.width} ${HEIGHT}`} aria-hidden="true">
				<path className={styles.rule} d={`M${g.left},${HEIGHT / 2}h${span}`} />
				<Runs runs={runs} left={g.left} />
				<rect
					className={styles.overviewWindow}
					x={x(first)}
					y={0.5}
					width={Math.max(6, x(Math.min(timeline.count, first + g.visible)) - x(first))}
					height={HEIGHT - 1}
				/>
				{differs !== null && (
					<path
						className={styles.flag}
						data-testid="overview-flag"
						d={`M${x(positionOf(timeline, differs))},0v${HEIGHT}v-8l-9,-4l9,-4`}
					/>
				)}
				<path className={styles.overviewAt} d={`M${x(positionOf(timeline, at))},0v${HEIGHT}`} />
			</svg>
		</div>
	);
}

/** A path a thread; there may be hundreds of runs. */
const Runs = memo(function Runs({ runs, left }: { runs: readonly Run[]; left: number }) {
	const paths = new Map<number, string>();
	for (const { tid, from, to } of runs)
		paths.set(
			tid,
			`${paths.get(tid) ?? ''}M${left + from},4H${left + to}v${HEIGHT - 8}H${left + from}Z`,
		);
	return (
		<>
			{[...paths].map(([tid, d]) => (
				<path key={tid} className={styles.overviewRun} style={threadStyle(tid)} d={d} />
			))}
		</>
	);
});
