import { memo } from 'react';
import type { Session } from '../../../../wasm/src';
import { BadgeMark } from '../Badge';
import laneStyles from '../lanes/lanes.module.css';
import { type Mark, marksOf } from '../lanes/marks';
import { Arrows, Flag, Line, markRadius, type Place, StepMarks } from '../lanes/parts';
import { segmentsOf } from '../lanes/segments';
import { positionOf, timelineOf } from '../lanes/timeline';

interface MiniLanesProps {
	session: Session;
	at: number;
	width: number;
}

const LEFT = 26;
const HEIGHT = 84;
const LEAST = 7; /* px a column; a longer story slides past */

/** The lanes of a whole story in the width of a card. */
export function MiniLanes({ session, at, width }: MiniLanesProps) {
	const timeline = timelineOf(session.columns());
	const threads = session.config.threads;
	const room = width - LEFT - 4;
	const column = Math.max(LEAST, Math.min(18, room / (timeline.count + 1)));
	const row = HEIGHT / threads;
	const here = positionOf(timeline, at);
	const seen = Math.floor(room / column);
	const shift = Math.max(0, here - Math.floor(seen * 0.75)) * column;
	const place: Place = {
		column,
		row,
		x: (p) => LEFT + (p + 0.5) * column,
		y: (lane) => (lane === 0 ? HEIGHT - 9 : (lane - 0.5) * row),
	};
	const x = place.x(here) - shift;
	return (
		<svg viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
			<g transform={`translate(${-shift},0)`}>
				<Story session={session} width={width} place={place} />
			</g>
			<rect className={laneStyles.future} x={x + column / 2} width={width} height={HEIGHT} />
			<rect x={0} width={LEFT - 3} height={HEIGHT} fill="var(--paper)" />
			<path d={`M${x},0V${HEIGHT}`} stroke="var(--accent)" strokeWidth={1.5} />
			{Array.from({ length: threads }, (_, i) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a lane is its number
				<g key={i} transform={`translate(11,${place.y(i + 1)})`}>
					<BadgeMark tid={i + 1} size={Math.min(18, row)} />
				</g>
			))}
		</svg>
	);
}

interface StoryProps {
	session: Session;
	width: number;
	place: Place;
}

/** All of it; drawn once for each width. */
const Story = memo(
	function Story({ session, place }: StoryProps) {
		const columns = session.columns();
		const timeline = timelineOf(columns);
		const threads = session.config.threads;
		const states = session.laneStates();
		const { marks, arrows } = marksOf(session, columns, timeline, 0, timeline.count);
		const radius = Math.min(3.5, markRadius(place));
		const faulty = session.judge(session.length).verdict !== 'OK';
		return (
			<g>
				{Array.from({ length: threads }, (_, i) => (
					<Line
						// biome-ignore lint/suspicious/noArrayIndexKey: a lane is its number
						key={i}
						tid={i + 1}
						geometry={place}
						segments={segmentsOf(states, threads, i + 1, timeline, 0, timeline.count)}
					/>
				))}
				<Arrows arrows={arrows.filter((a) => a.kind !== 'env')} geometry={place} radius={radius} />
				<StepMarks marks={marks.map(small)} geometry={place} radius={radius} />
				{faulty && <Flag position={timeline.count} geometry={place} top={0} />}
			</g>
		);
	},
	(a, b) => a.session === b.session && a.width === b.width,
);

/** In small, a spin is a hollow mark without its count, and the environment acts on the lane itself. */
function small(mark: Mark): Mark {
	const lane = mark.lane === 0 ? mark.tid : mark.lane;
	return { ...mark, lane, shape: mark.shape === 'spin' ? 'hollow' : mark.shape };
}
