/** What is taken home is whole on one slide: smaller where there is more of it, and where that could not be read, in columns. */
import { type RefObject, useLayoutEffect } from 'react';

/** Columns of the list, and the least letters that they are used for, to the largest that the slide has. */
const LAYOUTS = [
	{ columns: 1, least: 0.62 },
	{ columns: 2, least: 0.5 },
	{ columns: 3, least: 0.2 },
] as const;
const LESS = 0.02;

/** Of the slide's own parts, whether all stand within it and none on another. */
function isWhole(slide: HTMLElement, list: HTMLElement): boolean {
	const { paddingTop, paddingBottom } = getComputedStyle(slide);
	const frame = slide.getBoundingClientRect();
	const parts = [...slide.children].filter((part) => !part.contains(list));
	const boxes = [list, ...parts].map((part) => part.getBoundingClientRect());
	const top = frame.top + Number.parseFloat(paddingTop);
	const bottom = frame.bottom - Number.parseFloat(paddingBottom);
	const { top: first, bottom: last } = list.getBoundingClientRect();
	const isApart = parts.every((part) => {
		const box = part.getBoundingClientRect();
		return box.bottom <= first + 1 || box.top >= last - 1;
	});
	const isInside = boxes.every((box) => box.top >= top - 1 && box.bottom <= bottom + 1);
	return isApart && isInside && list.scrollWidth <= list.clientWidth;
}

function enlarge(slide: HTMLElement, list: HTMLElement): void {
	/* on a phone it is scrolled to */
	const scrolls = getComputedStyle(slide).overflowY === 'auto';
	for (const { columns, least } of LAYOUTS) {
		list.dataset.columns = String(columns);
		for (let size = 1; size >= least; size -= LESS) {
			list.style.setProperty('--fit', size.toFixed(2));
			if (scrolls || isWhole(slide, list)) return;
		}
	}
}

/** `of`: what it has; with more, it is measured anew. */
export function useWholeList(ref: RefObject<HTMLUListElement | null>, of: unknown): void {
	// biome-ignore lint/correctness/useExhaustiveDependencies: other lines are other sizes
	useLayoutEffect(() => {
		const list = ref.current;
		const slide = list?.closest<HTMLElement>('section');
		if (!list || !slide) return;
		const again = () => enlarge(slide, list);
		again();
		window.addEventListener('resize', again);
		return () => window.removeEventListener('resize', again);
	}, [ref, of]);
}
