/** Where things stand in the picture of the lanes, in pixels. */
import { scaleBand } from 'd3-scale';
import { columnWidth } from './timeline';

export interface Geometry {
	width: number;
	height: number;
	/** room for the lane names on the left */
	left: number;
	/** room for the ruler on top */
	top: number;
	column: number;
	row: number;
	/** positions that fit */
	visible: number;
	x(position: number): number;
	position(x: number): number;
	/** middle of a lane; 0 is the environment, which stands last */
	y(lane: number): number;
}

export const RULER = 22;
/** how far past its mark a step reaches, in columns: its arrow, and the end of the last stretch */
export const REACH = 0.62;
const ROW = { least: 13, most: 34 };

export function rowsHeight(threads: number): number {
	return RULER + (threads + 1) * ROW.least;
}

export function geometryOf(
	size: { width: number; height: number },
	threads: number,
	positions: number,
	first: number,
): Geometry {
	const left = size.width < 480 ? 34 : 62;
	const inner = Math.max(60, size.width - left - 8);
	const column = columnWidth(inner, positions);
	const rows = threads + 1;
	const room = (size.height - RULER - 2) / rows;
	const row = Math.max(ROW.least, Math.min(ROW.most, room));
	const lanes = [...Array.from({ length: threads }, (_, i) => i + 1), 0];
	const y = scaleBand(lanes, [RULER, RULER + rows * row]);
	const start = left + column / 2 - first * column;
	return {
		width: size.width,
		height: RULER + rows * row,
		left,
		top: RULER,
		column,
		row,
		visible: Math.max(1, Math.floor(inner / column)),
		x: (position) => start + position * column,
		position: (px) => Math.round((px - start) / column),
		y: (lane) => (y(lane) ?? 0) + row / 2,
	};
}
