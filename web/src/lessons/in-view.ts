/** Which figure or question the page's keys mean: of those that the reader sees, the one that was touched last. */
import { useEffect } from 'react';

const MOST = 0.6;

/** Pixels of it that are on the screen. */
function seenOf(element: Element): number {
	const { top, bottom } = element.getBoundingClientRect();
	return Math.max(0, Math.min(bottom, window.innerHeight) - Math.max(top, 0));
}

/** That part of what could be seen of it. */
function isSeen(element: Element, part = MOST): boolean {
	const { height } = element.getBoundingClientRect();
	return height > 0 && seenOf(element) >= part * Math.min(height, window.innerHeight);
}

const FIGURE = '[data-testid="figure"]';
const ASK = '[data-ask]';
/** Questions that are open, by the lists of their choices. */
const OPEN = '[data-open-question]';
const TOUCHED = 'data-touched';

/** Before a room one figure or question is the slide: what is behind it is not on the screen. */
const slide = (): Element | null => document.querySelector('[data-slide]');
const within = (selector: string): Element[] => [
	...(slide() ?? document).querySelectorAll(selector),
];

/** Where the focus is in what takes keys of its own, they are for nothing in the text. */
const HAS_KEYS = 'dialog, [role="dialog"], input, textarea, select';
const isElsewhere = () => document.activeElement?.closest(HAS_KEYS) !== null;

/** What was pressed last, or had the focus last, bears a mark: it takes the keys as long as it is on the screen. */
export function useTouched(): void {
	useEffect(() => {
		const onTouch = ({ target }: Event) => {
			const now = target instanceof Element ? target.closest(`${FIGURE}, ${ASK}`) : null;
			for (const was of document.querySelectorAll(`[${TOUCHED}]`)) was.removeAttribute(TOUCHED);
			now?.setAttribute(TOUCHED, '');
		};
		window.addEventListener('pointerdown', onTouch, true);
		window.addEventListener('focusin', onTouch);
		return () => {
			window.removeEventListener('pointerdown', onTouch, true);
			window.removeEventListener('focusin', onTouch);
		};
	}, []);
}

const shownFigures = () => within(`${FIGURE}:not([data-veiled])`);
const isWaiting = (figure: Element) => figure.matches('[data-waits]');

/** Where its threads and its buttons are on the screen it can be stepped, whatever is cut off below them. */
const HANDLES = '[data-region="actors"], [data-testid="figure-steps"]';

function isAtHand(figure: Element): boolean {
	const handles = [...figure.querySelectorAll(HANDLES)];
	return isSeen(figure) || (handles.length > 0 && handles.every((one) => isSeen(one)));
}

const touchedFigure = () =>
	document.querySelector(`${FIGURE}[${TOUCHED}]`) ??
	document.querySelector(`${ASK}[${TOUCHED}] ${FIGURE}`);

const LEAST = 24; /* pixels: an edge alone is no figure */

const only = (all: Element[]) => (all.length === 1 ? (all[0] ?? null) : null);

/** The one that steps by keys; null where there is none, or where two have as good a claim. */
function meant(): Element | null {
	if (isElsewhere()) return null;
	const all = shownFigures().filter((figure) => !isWaiting(figure));
	const atHand = all.filter(isAtHand);
	const touched = all.find((figure) => figure === touchedFigure());
	if (touched && atHand.includes(touched)) return touched;
	if (touched && atHand.length === 0) return seenOf(touched) >= LEAST ? touched : null;
	return only(atHand) ?? only(atHand.filter((figure) => isSeen(figure, 1)));
}

export const isMeant = (figure: Element): boolean => meant() === figure;

/**
 * Where a key steps no figure, the one that it is likely meant for: most of it is on the screen, if not enough, or
 * beside another, or its question is open.
 */
export function isNearest(figure: Element): boolean {
	if (isElsewhere() || meant()) return false;
	const shown = shownFigures();
	const most = Math.max(...shown.map(seenOf));
	return most >= LEAST && shown.find((one) => seenOf(one) === most) === figure;
}

const choicesOf = (list: Element) => [...list.querySelectorAll('li > button')];

/** The open question whose choices the digits take: it was touched last, and is on the screen. */
export function openQuestion(): Element | null {
	if (isElsewhere()) return null;
	/* a slide has one question at most, and nobody has touched it */
	const [list] = within(slide() ? OPEN : `${ASK}[${TOUCHED}] ${OPEN}`);
	return list && choicesOf(list).some((choice) => isSeen(choice)) ? list : null;
}

/** The only open one of which most choices are on the screen, where no figure takes the digits. */
export function questionInView(): Element | null {
	if (isElsewhere() || meant()) return null;
	return only(
		within(OPEN).filter((list) => {
			const all = choicesOf(list);
			return all.filter((choice) => isSeen(choice)).length >= Math.max(1, MOST * all.length);
		}),
	);
}

/** Brings on the screen what is not all on it, from its top; at once where nothing is to move. */
export function bringInView(element: Element | null, still: boolean): void {
	if (!element) return;
	const { top, bottom } = element.getBoundingClientRect();
	if (top >= 0 && bottom <= window.innerHeight) return;
	element.scrollIntoView({ block: 'start', behavior: still ? 'instant' : 'smooth' });
}
