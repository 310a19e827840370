/** Before a room all slides of a lesson have letters of one size: each is measured at its stops before it comes. */
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { App } from '../store/app';
import { leftStory } from '../store/document';
import { useAppState } from '../store/react';
import styles from './slides.module.css';
import { figureOf, type Shown } from './stops';

/** Of the size of letters before a room, the largest first. */
const SCALES = Array.from({ length: 25 }, (_, i) => Number((1.8 - i * 0.05).toFixed(2)));
const LARGEST = SCALES[0] ?? 1;
/** Below it a slide is alone in being smaller. */
const LEAST = 1.1;

const scaled = (scale: number) =>
	document.documentElement.style.setProperty('--slide-scale', scale.toFixed(2));

/** What its parts keep of their height is of another size of letters. */
function forget(element: HTMLElement): void {
	for (const part of element.querySelectorAll<HTMLElement>('[data-keeps]'))
		part.style.minHeight = '';
}

const isWhole = (element: HTMLElement): boolean =>
	element.scrollHeight <= element.clientHeight && element.scrollWidth <= element.clientWidth;

/** The largest size, and none above `most`, at which it is whole. */
function sizeOf(element: HTMLElement, most: number): number {
	for (const scale of SCALES) {
		if (scale > most) continue;
		scaled(scale);
		forget(element);
		if (isWhole(element)) return scale;
	}
	return SCALES.at(-1) ?? 1;
}

/** Where the clicker stops in it. */
function momentsOf(shown: Shown, app: App | undefined): number[] {
	const { doc } = app ?? {};
	if (!doc || leftStory(doc)) return [];
	const { notes = [], opens = 0 } = figureOf(shown) ?? {};
	return shown.kind === 'ask' ? [doc.session.length] : [opens, ...notes.map(({ at }) => at)];
}

/** Laid out as the slide that it will be, out of sight, moment by moment; then all is as it was. */
function measured(element: HTMLElement, shown: Shown, app: App | undefined, most: number): number {
	const { className, style } = element;
	const { visibility } = style;
	const isOn = element.dataset.slide !== undefined;
	const before = document.documentElement.style.getPropertyValue('--slide-scale');
	const at = app?.doc?.moment.at ?? 0;
	element.className = styles.slide ?? '';
	element.dataset.slide = 'true';
	style.visibility = 'hidden';
	let size = sizeOf(element, most);
	if (shown.kind === 'ask') {
		element.dataset.answers = '';
		size = sizeOf(element, size);
	}
	for (const moment of momentsOf(shown, app)) {
		flushSync(() => app?.cursor.seek(moment));
		size = isWhole(element) ? size : sizeOf(element, size);
	}
	if (app?.doc && app.doc.moment.at !== at) flushSync(() => app.cursor.seek(at));
	delete element.dataset.answers;
	element.className = className;
	style.visibility = visibility;
	if (!isOn) delete element.dataset.slide;
	forget(element);
	document.documentElement.style.setProperty('--slide-scale', before);
	return size;
}

interface Measured {
	on: boolean;
	places: Map<Shown, HTMLElement>;
	appOf(shown: Shown): App | undefined;
	whenKept(listener: () => void): () => void;
}

/** One size for all of a lesson's slides, known as its figures come. */
export function useLessonSize({ on, places, appOf, whenKept }: Measured): number {
	const wish = useAppState((s) => s.view.textSize);
	const [size, setSize] = useState(LARGEST);
	// biome-ignore lint/correctness/useExhaustiveDependencies: another wish is another size
	useEffect(() => {
		if (!on) return;
		let done = new Set<Shown>();
		let most = LARGEST;
		let timer: ReturnType<typeof setTimeout> | undefined;
		/* one at a time, so that a key need not wait for all */
		const next = () => {
			const one = [...places].find(
				([shown]) => !done.has(shown) && (figureOf(shown) === null || appOf(shown) !== undefined),
			);
			if (!one) return;
			const [shown, element] = one;
			done.add(shown);
			most = Math.max(LEAST, Math.min(most, measured(element, shown, appOf(shown), most)));
			setSize(most);
			timer = setTimeout(next);
		};
		const soon = () => {
			clearTimeout(timer);
			timer = setTimeout(next);
		};
		const anew = () => {
			done = new Set();
			most = LARGEST;
			soon();
		};
		soon();
		const unkept = whenKept(soon);
		window.addEventListener('resize', anew);
		document.fonts?.addEventListener('loadingdone', anew);
		return () => {
			clearTimeout(timer);
			unkept();
			window.removeEventListener('resize', anew);
			document.fonts?.removeEventListener('loadingdone', anew);
			setSize(LARGEST);
		};
	}, [on, places, appOf, whenKept, wish]);
	return size;
}

/** As large as all of the lesson, and smaller where it would not be whole. */
export function useWhole(ref: RefObject<HTMLElement | null>, on: boolean, most: number): void {
	const wish = useAppState((s) => s.view.textSize);
	// biome-ignore lint/correctness/useExhaustiveDependencies: another wish is another size
	useLayoutEffect(() => {
		const element = ref.current;
		if (!on || !element) return;
		const enlarge = () => {
			sizeOf(element, most);
		};
		enlarge();
		/* a step or a reply may bring more */
		const observer =
			typeof ResizeObserver === 'undefined'
				? null
				: new ResizeObserver(() => isWhole(element) || enlarge());
		for (const child of element.children) observer?.observe(child);
		window.addEventListener('resize', enlarge);
		return () => {
			observer?.disconnect();
			window.removeEventListener('resize', enlarge);
			document.documentElement.style.removeProperty('--slide-scale');
			forget(element);
		};
	}, [ref, on, wish, most]);
}
