/** The stretch of time that the lanes show. */
import { columnWidth } from './timeline';

export interface Window {
	/** position at the left edge; between two columns while it is dragged */
	first: number;
	/** width of a column, in units */
	column: number;
}

/** The widths that a column may take: the reader's choice lies between `least` and `most`. */
export interface Widths {
	least: number;
	/** while the reader has chosen none */
	own: number;
	most: number;
}

const MOST = 60;
const TINY = 4; /* in less, marks are no more than dust, and a long run has too many of them */

export function widthsOf(inner: number, positions: number): Widths {
	const own = columnWidth(inner, positions);
	const all = inner / positions;
	return { least: Math.min(own, Math.max(TINY, all)), own, most: MOST };
}

/** How many whole columns fit. */
export function visibleIn(inner: number, column: number): number {
	return Math.max(1, Math.floor(inner / column + 1e-9));
}

/** The nearest window that is allowed and that lies within the schedule. */
export function held(window: Window, widths: Widths, inner: number, positions: number): Window {
	const column = Math.max(widths.least, Math.min(widths.most, window.column));
	const last = Math.max(0, positions - visibleIn(inner, column));
	return { column, first: Math.max(0, Math.min(last, window.first)) };
}

/**
 * The window after a stretch of the overview was dragged or drawn out, in positions. `moved` says
 * which end: where the width that is asked for is not allowed, the other end stays.
 */
export function windowOver(
	[from, to]: [number, number],
	moved: 'from' | 'to' | 'both',
	now: Window,
	widths: Widths,
	inner: number,
): Window {
	if (moved === 'both') return { column: now.column, first: from };
	const asked = inner / Math.max(1e-3, to - from);
	const column = Math.max(widths.least, Math.min(widths.most, asked));
	return { column, first: moved === 'to' ? from : to - inner / column };
}
