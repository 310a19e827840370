/** The shapes of marks and arrows, as path data around 0,0 or between two points. */
import { line, symbol, symbolCircle, symbolDiamond } from 'd3-shape';
import type { Shape } from './marks';

export function markPath(shape: Shape, radius: number): string {
	switch (shape) {
		case 'diamond':
			return symbol(symbolDiamond, radius * radius * 3)() ?? '';
		case 'tick':
			return `M0,${-radius * 0.8}V${radius * 0.8}`;
		default:
			return symbol(symbolCircle, Math.PI * radius * radius)() ?? '';
	}
}

export function crossPath(radius: number): string {
	const r = radius * 0.9;
	return `M${-r},${-r}L${r},${r}M${-r},${r}L${r},${-r}`;
}

const straight = line();

/** An arrow from one mark towards the next column of another lane, with its head. */
export function arrowPath(
	from: [number, number],
	to: [number, number],
	head: number,
): { shaft: string; head: string } {
	const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
	const wing = (turn: number): [number, number] => [
		to[0] - head * Math.cos(angle + turn),
		to[1] - head * Math.sin(angle + turn),
	];
	const neck: [number, number] = [
		to[0] - head * 0.8 * Math.cos(angle),
		to[1] - head * 0.8 * Math.sin(angle),
	];
	return {
		shaft: straight([from, neck]) ?? '',
		head: `${straight([to, wing(0.45), wing(-0.45)]) ?? ''}Z`,
	};
}
