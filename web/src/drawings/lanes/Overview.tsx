import { scaleLinear } from 'd3-scale';
import { area } from 'd3-shape';
import { lazy, memo, Suspense, useMemo, useRef } from 'react';
import type { Session } from '../../../../wasm/src';
import { threadStyle } from '../identity';
import type { LanesProps } from '../props';
import { pointerUnits } from '../units';
import { useScrub } from '../useScrub';
import type { Geometry } from './geometry';
import styles from './lanes.module.css';
import { overviewRuns, type Run } from './overview';
import { bracketsOf } from './rounds';
import { momentAt, positionOf, type Timeline } from './timeline';
import type { View } from './useTimeline';
import type { Frame, Stretch } from './WindowBrush';
import { windowOver } from './window';

const WindowBrush = lazy(() => import('./WindowBrush'));

const HEIGHT = 16;

interface OverviewProps {
	session: Session;
	version: number;
	timeline: Timeline;
	threads: number;
	geometry: Geometry;
	view: View;
	at: number;
	/** the moment at which a recording leaves the model */
	differs: number | null;
	round?: LanesProps['round'];
	/** nothing that lies behind this moment is drawn */
	toldTo?: LanesProps['toldTo'];
	onSeek(at: number): void;
}

/**
 * The whole schedule in one line: who held the lock when, and which part the lanes show. That part
 * is dragged, or drawn out at its ends; pressed anywhere else, the line scrubs.
 */
export function Overview(props: OverviewProps) {
	const {
		session,
		version,
		timeline,
		threads,
		geometry: g,
		view,
		at,
		differs,
		round,
		toldTo = session.length,
		onSeek,
	} = props;
	const span = g.inner;
	// biome-ignore lint/correctness/useExhaustiveDependencies: version stands for the session's schedule
	const runs = useMemo(
		() => overviewRuns(session.laneStates(), threads, timeline, span),
		[session, version, timeline, threads, span],
	);
	const whole: Stretch = [g.left, g.left + span];
	const x = scaleLinear([-0.5, timeline.count + 0.5], whole).clamp(true);
	const strip = useRef<HTMLDivElement>(null);
	const brush = useRef<SVGGElement>(null);
	const seek = (px: number) => onSeek(momentAt(timeline, x.invert(px)));
	const scrub = useScrub(strip, (e) => seek(pointerUnits(e, g.width)));
	const frame: Frame = {
		whole,
		height: HEIGHT,
		stretch: [x(view.first - 0.5), x(view.first + g.visible - 0.5)],
		onStretch(stretch, moved) {
			const over = stretch.map((px) => x.invert(px) + 0.5) as Stretch;
			view.move(windowOver(over, moved, view, view.widths, g.inner));
		},
		onClick: seek,
	};
	return (
		<div
			ref={strip}
			className={styles.overview}
			data-testid="overview"
			onPointerDown={(e) => {
				if (e.button === 0 && !brush.current?.contains(e.target as Node)) scrub.start(e);
			}}
			onPointerUp={scrub.end}
			onPointerCancel={scrub.end}
		>
			<svg className={styles.svg} viewBox={`0 0 ${g.width} ${HEIGHT}`} aria-hidden="true">
				<path className={styles.rule} d={`M${g.left},${HEIGHT / 2}h${span}`} />
				<Runs runs={runs} left={g.left} until={x(positionOf(timeline, toldTo) + 0.5) - g.left} />
				{differs !== null && (
					<path
						className={styles.flag}
						data-testid="overview-flag"
						d={`M${x(positionOf(timeline, differs))},0v${HEIGHT}v-8l-9,-4l9,-4`}
					/>
				)}
				{round &&
					bracketsOf(round).map(([first, end]) => (
						<path
							key={end}
							className={styles.round}
							data-testid="overview-round"
							d={`M${x(positionOf(timeline, first)) + 1},5V1H${x(positionOf(timeline, end)) - 1}V5`}
						/>
					))}
				<path className={styles.overviewAt} d={`M${x(positionOf(timeline, at))},0v${HEIGHT}`} />
				<g ref={brush} className={styles.brush} />
			</svg>
			<Suspense>
				<WindowBrush target={brush} frame={frame} />
			</Suspense>
		</div>
	);
}

interface RunsProps {
	runs: readonly Run[];
	left: number;
	/** pixels: what lies behind is not drawn */
	until: number;
}

/** A path a thread; there may be hundreds of runs. */
const Runs = memo(function Runs({ runs, left, until }: RunsProps) {
	const edges = new Map<number, (number | null)[]>();
	for (const { tid, from, to } of runs) {
		if (from >= until) continue;
		const of = edges.get(tid) ?? [];
		edges.set(tid, of);
		of.push(from, Math.min(to, until), null);
	}
	const bars = area<number | null>()
		.defined((x) => x !== null)
		.x((x) => left + (x ?? 0))
		.y0(HEIGHT - 4)
		.y1(4);
	return (
		<>
			{[...edges].map(([tid, of]) => (
				<path
					key={tid}
					className={styles.overviewRun}
					style={threadStyle(tid)}
					d={bars(of) ?? ''}
				/>
			))}
		</>
	);
});
