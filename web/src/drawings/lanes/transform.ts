/** The stretch of time that the lanes show, as a transform of d3-zoom. */
import { type ZoomTransform, zoomIdentity } from 'd3-zoom';
import { LEAST_READABLE } from './timeline';
import type { Window } from './window';

/* A transform of 1 has the narrowest columns that can be read, and begins at position 0. */

export function transformOf({ first, column }: Window): ZoomTransform {
	return zoomIdentity.translate(-first * column, 0).scale(column / LEAST_READABLE);
}

export function windowOf({ x, k }: ZoomTransform): Window {
	const column = k * LEAST_READABLE;
	return { column, first: -x / column };
}

export function sameTransform(a: ZoomTransform, b: ZoomTransform): boolean {
	return Math.abs(a.k - b.k) < 1e-9 && Math.abs(a.x - b.x) < 1e-6;
}
