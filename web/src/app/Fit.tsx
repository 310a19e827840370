/** The picture keeps its place beside the words: where it would be cut, the page is set tighter, step by step. */
import { useLayoutEffect, useRef } from 'react';

/** How tight it can be set; what each takes away stands in the style sheet. */
const TIGHTEST = 6;
/** Without the rows that are not said at this moment. */
const FOLDED = 7;

/**
 * The loosest at which the picture is whole; the tightest, when it is whole at none. What is whole stays so when it is set
 * tighter. Each look costs a layout of the page: `from`, where it was last, is most often right, and else it is halved.
 */
export function loosest(
	isWhole: (tightness: number) => boolean,
	from = 0,
	tightest = TIGHTEST,
): number {
	if (isWhole(from)) {
		let found = from;
		while (found > 0 && isWhole(found - 1)) found--;
		return found;
	}
	let [cut, whole] = [from, tightest];
	while (whole - cut > 1) {
		const middle = (cut + whole) >> 1;
		if (isWhole(middle)) whole = middle;
		else cut = middle;
	}
	return whole;
}

/** In a file all there is to see is here: what is not whole even so gets smaller, and no further than that. */
const LESS = 0.96;
const LEAST = 0.7;

function setSize(memory: HTMLElement, size: number): void {
	for (const child of memory.children)
		if (child instanceof HTMLElement) child.style.zoom = size < 1 ? size.toFixed(3) : '';
}

/** From its own size, no further than is needed where nothing else makes it whole. */
function shrinkToEnd(memory: HTMLElement): void {
	for (let size = LESS; !endsInside(memory) && size > LEAST * LESS; size *= LESS)
		setSize(memory, size);
}

/** The drawings end above the bottom edge, and above the line that unfolds the state as text; unfolded, that may go on. */
function endsInside(memory: HTMLElement): boolean {
	const text = memory.querySelector<HTMLDetailsElement>(':scope > details');
	const drawings = [...memory.children].filter((child) => child !== text);
	const end = Math.max(...drawings.map((child) => child.getBoundingClientRect().bottom));
	const line = text && !text.open ? text.getBoundingClientRect().height : 0;
	return end + memory.scrollTop + line <= memory.getBoundingClientRect().bottom + 1;
}

interface Span {
	top: number;
	bottom: number;
}

/** Below the last row that is spoken of. */
const AIR = 8;

/** As little as brings into sight what is spoken of, for the lock word stands first: all of it, or where the step went. */
export function scrolledTo(height: number, went: readonly Span[], pointed: readonly Span[]) {
	const around = (all: readonly Span[]): Span => ({
		top: Math.min(...all.map((s) => s.top)),
		bottom: Math.max(...all.map((s) => s.bottom)),
	});
	const all = [...went, ...pointed];
	if (all.length === 0) return null;
	const whole = around(all);
	const { top, bottom } =
		whole.bottom - whole.top <= height ? whole : around(went.length > 0 ? went : pointed);
	return Math.max(0, Math.min(top, bottom + AIR - height));
}

/** What the words speak of: the row of the word that the step went to, and those that the story points at. */
function showSpokenOf(memory: HTMLElement, word: number | undefined): void {
	const frame = memory.getBoundingClientRect();
	/* pixels of the screen for one of its own, which may be larger */
	const scale = frame.height / memory.offsetHeight || 1;
	const inside = (y: number) => (y - frame.top) / scale + memory.scrollTop;
	const spans = (selector: string): Span[] =>
		[...memory.querySelectorAll(selector)].map((element) => {
			const box = (element.closest('[data-row]') ?? element).getBoundingClientRect();
			return { top: inside(box.top), bottom: inside(box.bottom) };
		});
	const went = word === undefined ? [] : spans(`[data-word="${word}"]`);
	const to = scrolledTo(memory.clientHeight, went, spans('[data-pointed]'));
	if (to !== null) memory.scrollTop = to;
}

/** Marks the rows that the step did not go to and the story does not point at: of those a frame says that they are there. */
function markUnsaid(memory: HTMLElement, word: number | undefined): void {
	const said = `[data-pointed], [data-word="${word ?? -1}"]`;
	for (const row of memory.querySelectorAll<HTMLElement>('[data-row]'))
		row.toggleAttribute('data-unsaid', row.querySelector(said) === null);
}

/** Of what is folded so, as many rows as there is room for. */
function unfoldWhatFits(memory: HTMLElement): void {
	for (const row of memory.querySelectorAll<HTMLElement>('[data-unsaid]')) {
		row.removeAttribute('data-unsaid');
		if (!endsInside(memory)) row.setAttribute('data-unsaid', '');
	}
}

/** The rows of threads have more than their place shows. */
function rowsGoOn(root: HTMLElement): boolean {
	const rows = root.querySelector('[data-region="actors"]')?.parentElement;
	return rows ? rows.scrollHeight > rows.clientHeight + 1 : false;
}

/** What a frame says of the picture and of the rows gets shorter where it has no room, in two steps; `again`: sets it as tight as it must be. */
function setBrief(root: HTMLElement, memory: HTMLElement, again: () => void): void {
	/* in a column what the rows do not say is room for the picture */
	const isColumn = memory.offsetWidth === root.offsetWidth;
	for (const step of ['', '2']) {
		const goOn = rowsGoOn(root);
		const lacks = step === '' ? root.dataset.tight === String(FOLDED) : !endsInside(memory);
		if (!lacks && !goOn) return;
		if (lacks || step === '2') root.dataset.brief = step;
		if (goOn || (lacks && isColumn)) root.dataset.briefRows = '';
		again();
	}
}

interface FitProps {
	/** differs with every moment */
	at: number;
	/** the word that the last step went to */
	word: number | undefined;
	/** what is not said at this moment may be folded, when all else does not help */
	folds?: boolean;
	/** it may get smaller, when all else does not help */
	shrinks?: boolean;
}

/** Sets `data-tight` on the panes that it is the first in, so that those find their size when they look for it. */
export function Fit({ at, word, folds = false, shrinks = false }: FitProps) {
	const place = useRef<HTMLSpanElement>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: another moment needs another look
	useLayoutEffect(() => {
		const root = place.current?.parentElement;
		const memory = root?.querySelector<HTMLElement>('[data-region="memory"]');
		if (!root || !memory) return;
		const set = (tightness: number) => {
			if (tightness > 0) root.dataset.tight = String(tightness);
			else delete root.dataset.tight;
		};
		const look = () => {
			/* on a narrow window all stands in one column, which scrolls */
			if (getComputedStyle(memory).display === 'contents') return set(0);
			const isWhole = (tightness: number) => {
				set(tightness);
				return endsInside(memory);
			};
			const most = folds ? FOLDED : TIGHTEST;
			if (folds) markUnsaid(memory, word);
			if (shrinks) setSize(memory, 1);
			delete root.dataset.brief;
			delete root.dataset.briefRows;
			set(loosest(isWhole, Math.min(most, Number(root.dataset.tight ?? 0)), most));
			if (folds) setBrief(root, memory, () => set(loosest(isWhole, most, most)));
			if (root.dataset.tight === String(FOLDED)) unfoldWhatFits(memory);
			if (shrinks) shrinkToEnd(memory);
			if (!endsInside(memory)) showSpokenOf(memory, word);
		};
		look();
		if (typeof ResizeObserver === 'undefined') return;
		/* with the window, with drawings that come later, and with words that an answer adds; not with what it sets itself */
		const sizeNow = () =>
			`${root.clientWidth} ${root.clientHeight} ${root.dataset.tight} ${memory.scrollHeight} ${memory.clientWidth} ${memory.clientHeight}`;
		let size = sizeNow();
		const observer = new ResizeObserver(() => {
			if (sizeNow() === size) return;
			look();
			size = sizeNow();
		});
		const observeAll = () => {
			observer.observe(root);
			observer.observe(memory);
			for (const child of memory.children) observer.observe(child);
		};
		observeAll();
		/* the cache lines come when they are asked for */
		const others = new MutationObserver(observeAll);
		others.observe(memory, { childList: true });
		return () => {
			observer.disconnect();
			others.disconnect();
		};
	}, [at, word, folds, shrinks]);
	return <span ref={place} hidden />;
}
