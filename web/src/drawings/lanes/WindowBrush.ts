import { type BrushBehavior, brushSelection, brushX, type D3BrushEvent } from 'd3-brush';
import { pointer, select } from 'd3-selection';
import 'd3-transition'; /* d3-brush expects selections that have it */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const HANDLE = 8; /* units */
const LEAST = 14; /* units: between its handles there must be something to take hold of */

export type Stretch = [from: number, to: number];
export type End = 'from' | 'to' | 'both';

export interface Frame {
	/** of the whole schedule, in units */
	whole: Stretch;
	height: number;
	/** of the window */
	stretch: Stretch;
	onStretch(stretch: Stretch, moved: End): void;
	/** pressed without a drag */
	onClick(x: number): void;
}

/** As far apart as two handles need, around the same middle, within the whole. */
export function grown([from, to]: Stretch, [least, most]: Stretch): Stretch {
	if (to - from >= LEAST) return [from, to];
	const start = Math.max(least, Math.min(most - LEAST, (from + to - LEAST) / 2));
	return [start, start + LEAST];
}

function endThatMoved([a, b]: Stretch, [from, to]: Stretch, mode: string | undefined): End {
	if (mode === 'drag') return 'both';
	return Math.abs(a - from) >= Math.abs(b - to) ? 'from' : 'to';
}

interface WindowBrushProps {
	target: RefObject<SVGGElement | null>;
	frame: Frame;
}

/**
 * The window over the overview, as a d3-brush that has always a stretch: drag it, or one of its
 * ends. What lies beside it stays free for scrubbing (the style sheet takes the overlay away).
 * Draws nothing itself, as LaneZoom, and comes after the picture as that does.
 */
export default function WindowBrush({ target, frame }: WindowBrushProps): null {
	const latest = useRef(frame);
	latest.current = frame;
	const behaviour = useRef<BrushBehavior<unknown>>(null);
	const follows = useRef(false); /* what d3-brush now tells of is what it was told */
	const { whole, height, stretch } = frame;

	useEffect(() => {
		const node = target.current;
		return () => {
			if (node) select(node).on('.brush', null);
		};
	}, [target]);

	const [left, right] = whole;
	useLayoutEffect(() => {
		const node = target.current;
		if (!node) return;
		behaviour.current = brushX<unknown>()
			.extent([
				[left, 0.5],
				[right, height - 0.5],
			])
			.handleSize(HANDLE)
			.keyModifiers(false)
			.on('brush', (e: D3BrushEvent<unknown>) => {
				if (!e.sourceEvent || !e.selection || follows.current) return;
				const now = grown(latest.current.stretch, latest.current.whole);
				const to = e.selection as Stretch;
				latest.current.onStretch(to, endThatMoved(now, to, e.mode));
			});
		select<SVGGElement, unknown>(node)
			.call(behaviour.current)
			.on('click.brush', (e: MouseEvent) => latest.current.onClick(pointer(e, node)[0]));
	}, [target, left, right, height]);

	useLayoutEffect(() => {
		const node = target.current;
		if (!node) return;
		const [from, to] = grown(stretch, whole);
		const is = brushSelection(node) as Stretch | null;
		if (is && Math.abs(is[0] - from) < 0.01 && Math.abs(is[1] - to) < 0.01) return;
		follows.current = true;
		behaviour.current?.move(select<SVGGElement, unknown>(node), [from, to]);
		follows.current = false;
	});
	return null;
}
