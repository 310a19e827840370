/** The shapes of marks and arrows, as path data: many of a kind go into one path. */
import { curveBumpY, line, link } from 'd3-shape';
import type { Shape } from './marks';

/** By hand: the symbols of d3-shape stand around 0,0, and here hundreds share one path. */
export function markPath(shape: Shape, [x, y]: [number, number], radius: number): string {
	switch (shape) {
		case 'diamond': {
			const r = radius * 1.6;
			return `M${x},${y - r}l${r * 0.6},${r}l${-r * 0.6},${r}l${-r * 0.6},${-r}Z`;
		}
		case 'tick':
			return `M${x},${y - radius * 0.8}v${radius * 1.6}`;
		case 'crossed': {
			const r = radius * 0.9;
			return `M${x - r},${y - r}l${2 * r},${2 * r}m0,${-2 * r}l${-2 * r},${2 * r}`;
		}
		default: {
			const arc = `a${radius},${radius} 0 1 1 `;
			return `M${x - radius},${y}${arc}${2 * radius},0${arc}${-2 * radius},0Z`;
		}
	}
}

export type Point = [x: number, y: number];

const drawn = (path: string | null): string => path ?? '';
const polyline = line<Point>().digits(2);
const bend = link(curveBumpY).digits(2);

export const straight = (...points: Point[]): string => drawn(polyline(points));

/** Level lines from position to position, with gaps between them. */
export function stretches(
	all: readonly { from: number; to: number }[],
	x: (position: number) => number,
	y: number,
): string {
	const level = line<number | null>()
		.defined((position) => position !== null)
		.x((position) => x(position ?? 0))
		.y(y)
		.digits(2);
	return drawn(level(all.flatMap(({ from, to }) => [from, to, null])));
}

/** From one mark towards the next column of another lane: it leaves and arrives upright. */
export function arrowPath(from: Point, to: Point, head: number): { shaft: string; head: string } {
	const down = to[1] > from[1] ? 1 : -1;
	const wing = (side: number): Point => [to[0] + side * head * 0.44, to[1] - down * head * 0.9];
	const neck: Point = [to[0], to[1] - down * head * 0.8];
	return {
		shaft: drawn(bend({ source: from, target: neck })),
		head: `${straight(to, wing(1), wing(-1))}Z`,
	};
}

/** A link ends in a ring, for it leads to a place and moves nobody. */
export function linkPath(from: Point, to: Point, radius: number): { shaft: string; head: string } {
	const down = to[1] > from[1] ? 1 : -1;
	const rim: Point = [to[0], to[1] - down * radius];
	return {
		shaft: drawn(bend({ source: from, target: [rim[0], rim[1] - down * radius] })),
		head: markPath('hollow', rim, radius),
	};
}
