import { memo } from 'react';
import { BadgeMark } from '../Badge';
import laneStyles from '../lanes/lanes.module.css';
import { Arrows, Flag, Line, markRadius, type Place, StepMarks } from '../lanes/parts';
import { type Film, positionIn } from './film';

interface MiniLanesProps {
	film: Film;
	at: number;
	width: number;
}

const LEFT = 26;
const HEIGHT = 84;
const LEAST = 7; /* px a column; a longer story slides past */

/** The lanes of a whole story in the width of a card. */
export function MiniLanes({ film, at, width }: MiniLanesProps) {
	const { threads } = film;
	const room = width - LEFT - 4;
	const column = Math.max(LEAST, Math.min(18, room / (positionIn(film, film.length) + 1)));
	const row = HEIGHT / threads;
	const here = positionIn(film, at);
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
				<Story film={film} width={width} place={place} />
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
	film: Film;
	width: number;
	place: Place;
}

/** All of it; drawn once for each width. */
const Story = memo(
	function Story({ film, place }: StoryProps) {
		const radius = Math.min(3.5, markRadius(place));
		const end = positionIn(film, film.length);
		return (
			<g>
				{film.segments.map((segments, i) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: a lane is its number
					<Line key={i} tid={i + 1} geometry={place} segments={segments} />
				))}
				<Arrows arrows={film.arrows} geometry={place} radius={radius} />
				<StepMarks marks={film.marks} geometry={place} radius={radius} />
				{film.faulty && <Flag position={end} geometry={place} top={0} />}
			</g>
		);
	},
	(a, b) => a.film === b.film && a.width === b.width,
);
