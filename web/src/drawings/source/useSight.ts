/** Keeps the line that was just run in sight, and with it the one that is run next. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Line } from './lines';

/** Numbers of lines; 0: none that is shown. */
interface Wanted {
	ran: number;
	next: number;
	/** lines behind the one that was run that are to be in sight, too */
	beyond: number;
}

/** Where a line is drawn, below the top edge of the pane. */
interface Span {
	top: number;
	bottom: number;
}

const COMFORT = 64;
const EDGE = 4;
/** How high a line is, in letters. */
const LINE = 1.55;
const STILL = 3; /* frames without a scroll, one after the other */
const MOST_LOOKS = 10;

/**
 * How far to scroll, so that some lines behind the one that was run are in sight: then the next one only where there is
 * room for both.
 */
export function scrollBeyond(
	height: number,
	ran: Span | null,
	next: Span | null,
	beyond: number,
): number {
	const pad = (span: Span | null) => span && { top: span.top, bottom: span.bottom + beyond };
	if (!ran) return scrollBy(height, null, next);
	const low = Math.max(ran.bottom, next?.bottom ?? ran.bottom);
	const high = Math.min(ran.top, next?.top ?? ran.top);
	const both = low + beyond - high <= height;
	return scrollBy(height, pad(ran), both ? pad(next) : null);
}

/** How far to scroll. Where the two do not fit together, the line that was run stays whole; where that does not, its beginning is seen. */
export function scrollBy(height: number, ran: Span | null, next: Span | null): number {
	const first = ran ?? next;
	if (!first) return 0;
	const both = {
		top: Math.min(first.top, next?.top ?? first.top),
		bottom: Math.max(first.bottom, next?.bottom ?? first.bottom),
	};
	const air = height - (both.bottom - both.top);
	const margin = Math.min(COMFORT, height / 5, air / 2);
	if (margin >= EDGE) {
		if (both.top >= margin && both.bottom <= height - margin) return 0;
		return both.top - Math.max(margin, air * 0.4);
	}
	/* its first line has its number, and who has run it */
	if (first.bottom - first.top > height) return first.top;
	const below = next !== null && next.bottom > first.bottom;
	const room = Math.max(0, Math.min(EDGE, height - (first.bottom - first.top)));
	return below ? first.top - room : first.bottom - height + room;
}

/** Says whether it had to scroll. */
function bringInSight(pane: HTMLElement | null, { ran, next, beyond }: Wanted): boolean {
	if (!pane) return false;
	const frame = pane.getBoundingClientRect();
	/* pixels of the screen for one of its own, which may be larger */
	const scale = frame.height / pane.offsetHeight || 1;
	const spanOf = (line: number): Span | null => {
		const row = line > 0 ? pane.querySelector(`[data-line="${line}"]`) : null;
		if (!row) return null;
		const box = row.getBoundingClientRect();
		return { top: (box.top - frame.top) / scale, bottom: (box.bottom - frame.top) / scale };
	};
	const line = Number.parseFloat(getComputedStyle(pane).fontSize) * LINE;
	const by =
		beyond > 0
			? scrollBeyond(pane.clientHeight, spanOf(ran), spanOf(next), beyond * line)
			: scrollBy(pane.clientHeight, spanOf(ran), spanOf(next));
	if (Math.abs(by) < 1) return false;
	pane.scrollTop += by;
	return true;
}

/** Looks after each step, and when the pane changes its size (window, text size, presenter). */
export function useSight(wanted: Wanted, lines: Line[]) {
	const ref = useRef<HTMLElement>(null);
	const now = useRef(wanted);
	now.current = wanted;
	const { ran, next } = wanted;
	// biome-ignore lint/correctness/useExhaustiveDependencies: another line, or another text, needs another look
	useLayoutEffect(() => {
		/* at once, so that what slides does so in a text that stands */
		bringInSight(ref.current, now.current);
		return lookTillStill(ref, now);
	}, [ran, next, lines]);
	useEffect(() => {
		const pane = ref.current;
		if (!pane || typeof ResizeObserver === 'undefined') return;
		let stop = () => {};
		const again = () => {
			stop();
			stop = lookTillStill(ref, now);
		};
		const observer = new ResizeObserver(again);
		observer.observe(pane);
		/* another font makes other lines */
		void document.fonts?.ready.then(again);
		return () => {
			observer.disconnect();
			stop();
		};
	}, []);
	return ref;
}

type Ref<T> = { readonly current: T };

/** With the frame, which lays out anyway; and again, for lines that come into sight get their true height only then. */
function lookTillStill(ref: Ref<HTMLElement | null>, now: Ref<Wanted>): () => void {
	let looks = 0;
	let still = 0;
	const look = () => {
		still = bringInSight(ref.current, now.current) ? 0 : still + 1;
		looks++;
		if (still < STILL && looks < MOST_LOOKS) request = requestAnimationFrame(look);
	};
	let request = requestAnimationFrame(look);
	return () => cancelAnimationFrame(request);
}
