import { useLayoutEffect, useRef } from 'react';
import { useAppState, useDocument } from '../store/react';
import { sourceShown } from '../store/source';
import { LEGIBLE, largestWhole, legible, nextSmaller, type Part, sizesOf } from './fit';

/** Lines of code that are seen, whatever the size. */
const LINES = 8;
const CUT = '[data-thread] span[title], [data-env]';

interface Box {
	frame: HTMLElement;
	content: HTMLElement;
}

function boxOf(root: HTMLElement, part: Part): Box | null {
	const frame = root.querySelector<HTMLElement>(`[data-fits="${part}"]`);
	/* of the code only the lines: what stands over them says where they are */
	const content =
		part === 'source'
			? frame?.querySelector('[data-line]')?.closest('section')
			: frame?.firstElementChild;
	return frame && content instanceof HTMLElement ? { frame, content } : null;
}

const heightOf = (element: Element) => element.getBoundingClientRect().height;
/** In a second line, of which there is none. */
function isBelow(element: Element): boolean {
	const { top, bottom } = element.getBoundingClientRect();
	const room = element.parentElement?.getBoundingClientRect();
	return room !== undefined && (top + bottom) / 2 > room.bottom;
}
const isWide = (e: Element) => e.scrollWidth > e.clientWidth + 1;

function setSize({ content }: Box, size: number): void {
	content.style.setProperty('zoom', size.toFixed(4));
}

/** Frames until what is drawn later is there, and the code has found its line. */
const LOOKS = 8;

/** Nothing of a row is cut, and half of the column is left. */
function actorsFit({ frame, content }: Box): boolean {
	const column = frame.parentElement;
	if (column && heightOf(content) > heightOf(column) / 2) return false;
	const cut = (part: Element) =>
		[...part.querySelectorAll(CUT)].some((e) => isWide(e) || isBelow(e));
	/* what it is about to do is said whole; the picture says where it is, too */
	for (const row of content.querySelectorAll('[data-thread]')) {
		row.removeAttribute('data-terse');
		row.toggleAttribute('data-terse', cut(row));
	}
	return !cut(content);
}

function narrationFits({ frame, content }: Box): boolean {
	const { paddingTop, paddingBottom } = getComputedStyle(frame);
	const room = heightOf(frame) - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
	return heightOf(content) <= room + 1;
}

/** A picture that would say less than at its least size, or have its fields in two lines, is too large. */
function memoryNeeds({ frame, content }: Box): [have: number, need: number] {
	const most = frame.parentElement ? Number.parseFloat(getComputedStyle(frame).maxHeight) : 0;
	const column = frame.parentElement ? heightOf(frame.parentElement) : 0;
	const have = most > 0 ? (column * most) / 100 : heightOf(frame);
	const wide = [content, ...content.querySelectorAll('dl, p, div')].some(isWide);
	const larger = Number.parseFloat(content.style.getPropertyValue('zoom')) > LEGIBLE.memory;
	const fields = content.querySelectorAll('[data-testid="word"] dl > *');
	const broken = new Set([...fields].map((field) => field.getBoundingClientRect().top)).size > 1;
	const poorer = larger && (broken || content.querySelector('svg[data-compact]') !== null);
	const need = heightOf(content);
	return [have + 1, wide || poorer ? Math.max(need, have * 1.2) : need];
}

/** Rows of code that are seen whole; one stands for lines that are folded. */
function linesSeen({ content }: Box): number {
	const { top, bottom } = content.getBoundingClientRect();
	return [...content.querySelectorAll('[data-line], [data-fold]')].filter((line) => {
		const box = line.getBoundingClientRect();
		return box.top >= top - 1 && box.bottom <= bottom + 1;
	}).length;
}

/** Sizes that were found, for as long as what they depend on stays. */
interface Found {
	of: string;
	/** beside the code there is no room for the queues, or none in which they could be read */
	cramped: boolean;
	at: Record<Part, number>;
}

const NOTHING: Found['at'] = { actors: 0, narration: 0, memory: 0, source: 0 };

/** Makes the parts of the stage as large as they can be. Within a story they only get smaller, but for the words. */
export function StageFit() {
	const place = useRef<HTMLSpanElement>(null);
	const wish = useAppState((s) => 1 + s.view.textSize * 0.125);
	const preset = useAppState((s) => s.view.stage);
	const cache = useAppState((s) => s.view.cache);
	const source = useAppState(sourceShown);
	const { moment, config, revealed } = useDocument();
	const found = useRef<Found>({ of: '', at: NOTHING, cramped: false });
	const threads = moment.machine.threads.length;
	const what = `${config.scenario} ${threads} ${wish} ${preset} ${cache} ${source}`;
	// biome-ignore lint/correctness/useExhaustiveDependencies: another moment needs another look
	useLayoutEffect(() => {
		const root = place.current?.parentElement;
		if (!root) return;
		return keepFitted(root, what, wish, found);
	}, [what, wish, moment, revealed]);
	return <span ref={place} hidden />;
}

function keepFitted(
	root: HTMLElement,
	what: string,
	wish: number,
	found: { current: Found },
): () => void {
	const of = () => `${what} ${root.clientWidth} ${root.clientHeight}`;
	const narrow = matchMedia('(max-width: 48rem), (max-height: 30rem)');
	let frame = 0;
	let looks = LOOKS;
	const look = () => {
		cancelAnimationFrame(frame);
		const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
		if (looks === LOOKS) found.current.at.narration = 0;
		if (found.current.of !== of()) found.current = { of: of(), at: { ...NOTHING }, cramped: false };
		if (narrow.matches) return;
		const again = fitAll(root, wish, rem, found.current);
		looks--;
		if (again || looks > 0) frame = requestAnimationFrame(look);
	};
	look();
	const lookAgain = () => {
		cancelAnimationFrame(frame);
		looks = LOOKS;
		frame = requestAnimationFrame(look);
	};
	/* the code has come to another line, and lines are of unlike height */
	const scrolled = { capture: true, passive: true };
	root.addEventListener('scroll', lookAgain, scrolled);
	const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(lookAgain);
	observer?.observe(root);
	/* the lines of a text may come later than their pane */
	const contents = '[data-fits] > *, [data-fits="source"] section > div';
	for (const content of root.querySelectorAll(contents)) observer?.observe(content);
	return () => {
		cancelAnimationFrame(frame);
		root.removeEventListener('scroll', lookAgain, scrolled);
		observer?.disconnect();
	};
}

/** Says whether another look is needed, because what is drawn follows its size a frame later. */
function fitAll(root: HTMLElement, wish: number, rem: number, found: Found): boolean {
	const { at } = found;
	const sizes = (part: Part) => sizesOf(part, wish, rem);
	const fitNow = (part: Part, fits: (box: Box) => boolean, from: number) => {
		const box = boxOf(root, part);
		if (!box) return 0;
		const all = sizes(part);
		const whole = (i: number) => {
			setSize(box, all[i] ?? 1);
			return fits(box);
		};
		const best = largestWhole(all.length, whole, from);
		setSize(box, all[best] ?? 1);
		return best;
	};
	const picture = root.querySelector<HTMLElement>('[data-fits="memory"]');
	picture?.toggleAttribute('data-cramped', found.cramped);
	/* one after the other: what the rows leave is for the words */
	at.actors = fitNow('actors', actorsFit, at.actors);
	const memory = shrinkOnce(root, 'memory', sizes('memory'), at, (box) => {
		const [have, need] = memoryNeeds(box);
		return need <= have ? null : nextSmaller(at.memory, have, need);
	});
	const source = shrinkOnce(root, 'source', sizes('source'), at, (box) =>
		linesSeen(box) >= LINES ? null : at.source + 1,
	);
	at.narration = fitNow('narration', narrationFits, at.narration);
	if (memory || found.cramped) return memory || source;
	found.cramped =
		root.querySelector('[data-spare]') !== null &&
		(['memory', 'narration'] as const).some(
			(part) => (sizes(part)[at[part]] ?? 1) < legible(part, wish, rem),
		);
	if (found.cramped) at.memory = 0;
	return found.cramped || source;
}

function shrinkOnce(
	root: HTMLElement,
	part: Part,
	sizes: readonly number[],
	at: Found['at'],
	next: (box: Box) => number | null,
): boolean {
	const box = boxOf(root, part);
	if (!box) return false;
	at[part] = Math.min(at[part], sizes.length - 1);
	setSize(box, sizes[at[part]] ?? 1);
	const to = next(box);
	if (to === null || at[part] >= sizes.length - 1) return false;
	at[part] = Math.min(to, sizes.length - 1);
	setSize(box, sizes[at[part]] ?? 1);
	return true;
}
