/**
 * Who is who: every thread has a colour, a shape and a number, the same in every drawing, so that
 * no fact rests on colour alone. Threads 9 to 16 reuse the colours; their shape is doubled.
 */
import type { CSSProperties } from 'react';

export const COLOURS = 8;

/** Sets --t and --t-pale for a subtree; its style sheet draws with them. */
export function threadStyle(tid: number): CSSProperties {
	const n = ((tid - 1) % COLOURS) + 1;
	return { '--t': `var(--t${n})`, '--t-pale': `var(--t${n}-pale)` } as CSSProperties;
}

function polygon(corners: number, radius: number, turn: number): string {
	const points = Array.from({ length: corners }, (_, i) => {
		const angle = turn + (2 * Math.PI * i) / corners;
		return `${(radius * Math.sin(angle)).toFixed(2)},${(-radius * Math.cos(angle)).toFixed(2)}`;
	});
	return `M${points.join('L')}Z`;
}

function circle(radius: number): string {
	return `M${-radius},0a${radius},${radius} 0 1 0 ${2 * radius},0a${radius},${radius} 0 1 0 ${-2 * radius},0Z`;
}

function rectangle(width: number, height: number): string {
	return `M${-width / 2},${-height / 2}h${width}v${height}h${-width}Z`;
}

/* Each leaves room for a number in a box of 24 by 24 around 0,0. */
const SHAPES = [
	circle(10),
	rectangle(18, 18),
	polygon(4, 12, 0),
	polygon(6, 11, 0),
	polygon(3, 13, 0),
	polygon(8, 11, Math.PI / 8),
	polygon(5, 11.5, 0),
	polygon(3, 13, Math.PI),
];

export function shapeOf(tid: number): string {
	return SHAPES[(tid - 1) % SHAPES.length] as string;
}

/** How far the number sits below the middle of the shape, so that it looks centred in it. */
export function numberDrop(tid: number): number {
	return [0, 0, 0, 0, 1.2, 0, 0.7, -1.2][(tid - 1) % 8] as number;
}
