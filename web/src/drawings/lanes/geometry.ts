/** Where things stand in the picture of the lanes, in units. */
import { scaleLinear } from 'd3-scale';
import { ROW, RULER } from './height';
import { visibleIn, type Window } from './window';

export interface Geometry {
	width: number;
	height: number;
	/** room for the lane names on the left */
	left: number;
	/** room for the columns */
	inner: number;
	/** room for the ruler on top */
	top: number;
	column: number;
	row: number;
	/** positions that fit */
	visible: number;
	/** the first and the last position of which anything is seen, whole ones */
	from: number;
	to: number;
	x(position: number): number;
	position(x: number): number;
	/** middle of a lane; 0 is the environment, which stands last, or the foot of the last where it has none */
	y(lane: number): number;
	/** the environment has a lane */
	outside: boolean;
}

const RIGHT = 8;

/* units of the longest name of a role, after the thread's own */
const NAMES = { before: 46, letter: 6.8, narrow: 34, least: 62 };

/** Where the columns begin, and the room that they have; `names`: letters of the longest word behind a thread's mark; `staged`: they have their room in narrow lanes, too. */
export function columnsIn(
	width: number,
	names = 0,
	staged = false,
): { left: number; inner: number } {
	const wanted = names > 0 ? NAMES.before + names * NAMES.letter : 0;
	const left = width < 480 && !staged ? NAMES.narrow : Math.max(NAMES.least, Math.ceil(wanted));
	return { left, inner: Math.max(60, width - left - RIGHT) };
}

export function geometryOf(
	size: { width: number; height: number; names?: number; staged?: boolean; outside?: boolean },
	threads: number,
	{ first, column }: Window,
): Geometry {
	const { left, inner } = columnsIn(size.width, size.names, size.staged);
	/* that of the environment stands where something may come from it */
	const rows = threads + (size.outside === false ? 0 : 1);
	const room = (size.height - RULER - 2) / rows;
	const row = Math.max(ROW.least, Math.min(ROW.most, room));
	const shown = inner / column;
	const x = scaleLinear([first - 0.5, first - 0.5 + shown], [left, left + inner]);
	return {
		width: size.width,
		height: RULER + rows * row,
		left,
		inner,
		top: RULER,
		column,
		row,
		visible: visibleIn(inner, column),
		from: Math.max(0, Math.ceil(first - 0.5)),
		to: Math.floor(first - 0.5 + (size.width - left) / column),
		x,
		position: (px) => Math.round(x.invert(px)),
		y: (lane) => RULER + ((lane === 0 ? rows : lane) - 0.5) * row,
		outside: rows > threads,
	};
}
