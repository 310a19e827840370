/** The shapes of marks and arrows, as path data: many of a kind go into one path. */
import type { Shape } from './marks';

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

type Point = [x: number, y: number];

/** Straight from point to point. By hand: all curves of d3-shape would come along. */
const straight = (points: readonly Point[]): string => `M${points.join('L')}`;

/** An arrow from one mark towards the next column of another lane, with its head. */
export function arrowPath(from: Point, to: Point, head: number): { shaft: string; head: string } {
	const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
	const wing = (turn: number): Point => [
		to[0] - head * Math.cos(angle + turn),
		to[1] - head * Math.sin(angle + turn),
	];
	const neck: Point = [to[0] - head * 0.8 * Math.cos(angle), to[1] - head * 0.8 * Math.sin(angle)];
	return {
		shaft: straight([from, neck]),
		head: `${straight([to, wing(0.45), wing(-0.45)])}Z`,
	};
}
