import { pointer, select } from 'd3-selection';
import 'd3-transition'; /* d3-zoom expects selections that have it */
import { type D3ZoomEvent, type ZoomBehavior, zoom, zoomTransform } from 'd3-zoom';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { type Ground, isOnLanes } from './ground';
import { LEAST_READABLE } from './timeline';
import { sameTransform, transformOf, windowOf } from './transform';
import { held } from './window';

const STILL = 4; /* px that a click may move */
const LINE = 20; /* units to which a wheel that counts in lines pans, each */
const QUICKEST = 0.5; /* doublings a turn of the wheel */

interface LaneZoomProps {
	target: RefObject<SVGGElement | null>;
	ground: Ground;
}

/**
 * Pan and zoom of the lanes, on a group over them whose left edge is that of the columns:
 * drag and pinch; with Ctrl or Cmd the wheel zooms, and a double click takes the zoom back. The wheel alone is left to the page; turned
 * sideways, or with Shift, it pans. The window is kept by React: what d3-zoom remembers follows it.
 *
 * A component that draws nothing, so that it can come after the picture: nobody drags before there is one.
 */
export default function LaneZoom({ target, ground }: LaneZoomProps): null {
	const latest = useRef(ground);
	latest.current = ground;
	const behaviour = useRef<ZoomBehavior<SVGGElement, unknown>>(null);
	const follows = useRef(false); /* what d3-zoom now tells of is what it was told */

	useLayoutEffect(() => {
		const node = target.current;
		if (!node) return;
		const zooming = behaviourOf(latest, (e) => {
			if (e.sourceEvent && !follows.current) latest.current.view.move(windowOf(e.transform));
		});
		behaviour.current = zooming;
		const rect = select(node)
			.call(zooming)
			.on('dblclick.zoom', () => latest.current.view.reset())
			.on('click.zoom', (e: MouseEvent) => {
				if (isOnLanes(e)) latest.current.onClick(pointer(e, node)[0]);
			});
		const deafen = letPageScroll(node);
		const turned = (e: WheelEvent) => wheelPans(e, latest.current);
		node.addEventListener('wheel', turned, { passive: false });
		node.dataset.hears = '';
		return () => {
			delete node.dataset.hears;
			rect.on('.zoom', null);
			deafen();
			node.removeEventListener('wheel', turned);
		};
	}, [target]);

	useLayoutEffect(() => {
		const node = target.current;
		if (!node || !behaviour.current) return;
		const { least, most } = ground.view.widths;
		behaviour.current.scaleExtent([least / LEAST_READABLE, most / LEAST_READABLE]);
		const wanted = transformOf(ground.view);
		if (sameTransform(zoomTransform(node), wanted)) return;
		follows.current = true;
		behaviour.current.transform(select(node), wanted);
		follows.current = false;
	});
	return null;
}

type Zoomed = D3ZoomEvent<SVGGElement, unknown>;

function behaviourOf(
	latest: RefObject<Ground>,
	onZoom: (e: Zoomed) => void,
): ZoomBehavior<SVGGElement, unknown> {
	const mayStart = (e: MouseEvent | TouchEvent | WheelEvent) =>
		e.type === 'wheel'
			? e.ctrlKey || e.metaKey
			: isOnLanes(e) && !e.ctrlKey && !('button' in e && e.button);
	return zoom<SVGGElement, unknown>()
		.filter(mayStart)
		.clickDistance(STILL)
		.wheelDelta((e) => {
			const doublings = -e.deltaY * (e.deltaMode === 1 ? 0.2 : 0.01);
			return Math.max(-QUICKEST, Math.min(QUICKEST, doublings));
		})
		.extent(() => [
			[0, 0],
			[latest.current.inner, latest.current.height],
		])
		.constrain((transform) => {
			const { view, inner, positions } = latest.current;
			return transformOf(held(windowOf(transform), view.widths, inner, positions));
		})
		.on('zoom', onZoom)
		.on('end', (e: Zoomed) => e.sourceEvent?.type === 'mouseup' && latest.current.onDragged());
}

/** Sideways, or with Shift. A turn that zooms never reaches the browser, not even at the limits. */
function wheelPans(e: WheelEvent, { view, inner }: Ground): void {
	if (e.ctrlKey || e.metaKey) {
		e.preventDefault();
		return;
	}
	const sideways = Math.abs(e.deltaX) > Math.abs(e.deltaY);
	const turn = sideways ? e.deltaX : e.shiftKey ? e.deltaY : 0;
	if (turn === 0 || !view.partly) return;
	e.preventDefault();
	const units = turn * ([1, LINE, inner][e.deltaMode] ?? 1);
	view.move({ column: view.column, first: view.first + units / view.column });
}

/**
 * One finger that moves up or down scrolls the page. d3-zoom would prevent that, so it is not told
 * of the moves of such a touch. Returns what takes the listeners away.
 */
function letPageScroll(node: SVGElement): () => void {
	let from: Touch | undefined;
	let scrolls: boolean | null = null;
	const start = (e: TouchEvent) => {
		from = e.touches.length === 1 ? e.touches[0] : undefined;
		scrolls = null;
	};
	const move = (e: TouchEvent) => {
		const to = e.touches[0];
		if (!from || !to) return;
		scrolls ??= Math.abs(to.clientY - from.clientY) > Math.abs(to.clientX - from.clientX);
		if (scrolls) e.stopImmediatePropagation();
	};
	node.addEventListener('touchstart', start, { capture: true, passive: true });
	node.addEventListener('touchmove', move, { capture: true, passive: true });
	return () => {
		node.removeEventListener('touchstart', start, { capture: true });
		node.removeEventListener('touchmove', move, { capture: true });
	};
}
