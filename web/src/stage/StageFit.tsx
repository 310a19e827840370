import { useLayoutEffect, useRef } from 'react';
import { PHONE } from '../controls/useMedia';
import { showsLines } from '../store/lines';
import { useApp, useAppState, useDocument } from '../store/react';
import { fitOnce, formOf, LARGEST_SIZES, type Sizes, type Wish } from './fitter';
import { grow } from './growth';
import { keep, letGo, NOTHING_KEPT } from './kept';
import { boxOf, showSome } from './measure';

/** Frames until what is drawn later is there, and the code has found its line. */
const LOOKS = 8;

/** Another layout, in which the page scrolls. */
export const isNarrow = (): boolean => matchMedia(PHONE).matches;

export const remOf = (): number =>
	Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Sizes that were found for a moment, and of what. */
interface Found {
	of: string;
	sizes: Sizes;
}

interface StageFitProps {
	/** what the sizes depend on but the window and the moment */
	of: string;
	/** of the story that is told; null: none is, or they are not known yet, and then the sizes only get smaller */
	known: Sizes | null;
	/** those of the story are on their way */
	waits: boolean;
}

/** Who asks for larger words is told where they have no room. */
function useLargerTold(): (root: HTMLElement) => void {
	const app = useApp();
	const last = useRef<{ wish: number; size: number } | null>(null);
	return (root) => {
		const { textSize: wish } = app.state.view;
		const size = Number(boxOf(root, 'narration')?.content.style.getPropertyValue('zoom'));
		const before = last.current;
		last.current = { wish, size };
		if (before && wish > Math.max(0, before.wish) && size <= before.size)
			app.page.say('There is no room for larger words at this step.');
	};
}

/** Makes the parts of the stage as large as they can be: of a story, as large at every moment as at every other. */
export function StageFit({ of, known, waits }: StageFitProps) {
	const place = useRef<HTMLSpanElement>(null);
	const textSize = useAppState((s) => s.view.textSize);
	const preset = useAppState((s) => s.view.stage);
	const cache = useAppState(showsLines);
	const { moment, revealed } = useDocument();
	/* the row comes and goes with a key */
	const outside = useAppState((s) => s.outside);
	const found = useRef<Found>({ of: '', sizes: LARGEST_SIZES });
	const tellLarger = useLargerTold();
	// biome-ignore lint/correctness/useExhaustiveDependencies: another moment needs another look
	useLayoutEffect(() => {
		const root = place.current?.parentElement;
		if (!root) return;
		const onSettled = waits ? () => {} : () => tellLarger(root);
		return keepFitted(root, { of, known, wish: { preset, textSize }, onSettled }, found);
	}, [of, known, waits, preset, cache, textSize, moment, revealed, outside]);
	return <span ref={place} hidden />;
}

interface Task {
	of: string;
	known: Sizes | null;
	wish: Omit<Wish, 'rem'>;
	/** after the last look, for now */
	onSettled(): void;
}

function keepFitted(root: HTMLElement, task: Task, found: { current: Found }): () => void {
	const { known, wish } = task;
	const of = () => `${task.of} ${root.clientWidth} ${root.clientHeight} ${remOf()}`;
	let frame = 0;
	let looks = LOOKS;
	/* what another moment needed is nothing to this one */
	found.current.sizes = known ?? { ...found.current.sizes, source: 0 };
	const look = () => {
		cancelAnimationFrame(frame);
		if (isNarrow()) return;
		if (found.current.of !== of()) found.current = { of: of(), sizes: known ?? LARGEST_SIZES };
		const box = boxOf(root, 'memory');
		const { kept } = known?.[formOf(root)] ?? { kept: NOTHING_KEPT };
		letGo(box);
		box?.frame.removeAttribute('data-some');
		const from = found.current.sizes;
		const start = { ...from, narration: known?.narration ?? 0 };
		/* of rows that no story is told of, each moment has its own */
		start.said = known?.said ?? 1;
		if (known) start.actors = known.actors;
		start.two = known?.two ?? false;
		const { sizes, again } = fitOnce([root], { ...wish, rem: remOf() }, start);
		found.current.sizes = sizes;
		showSome(root);
		if (!again) grow(box, kept.grow);
		/* a what-if leaves the slide as it is, whatever comes of it */
		keep(box, kept);
		looks--;
		if (again || looks > 0) frame = requestAnimationFrame(look);
		else task.onSettled();
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
