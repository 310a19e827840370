/** Which figure the page's keys mean while none has the focus: the only one of which most is on the screen. */

const MOST = 0.6;

function isInView(element: Element): boolean {
	const { top, bottom, height } = element.getBoundingClientRect();
	const seen = Math.min(bottom, window.innerHeight) - Math.max(top, 0);
	return height > 0 && seen >= MOST * Math.min(height, window.innerHeight);
}

/** Where the focus is in what takes keys of its own, they are not for a figure. */
const HAS_KEYS = '[data-testid="figure"], dialog, [role="dialog"], input, textarea, select';

const figures = () => [...document.querySelectorAll('[data-testid="figure"]')];

export function isMeant(figure: Element): boolean {
	if (document.activeElement?.closest(HAS_KEYS)) return false;
	const all = figures().filter(isInView);
	return all.length === 1 && all[0] === figure;
}

/** Pixels of it that are on the screen. */
function seenOf(element: Element): number {
	const { top, bottom } = element.getBoundingClientRect();
	return Math.max(0, Math.min(bottom, window.innerHeight) - Math.max(top, 0));
}

const LEAST = 24; /* pixels: an edge alone is no figure */

/**
 * Where an arrow steps no figure, the one that it is likely meant for: most of it is on the screen, if not enough, or
 * beside another, or its question is open.
 */
export function isNearest(figure: Element): boolean {
	if (document.activeElement?.closest(HAS_KEYS)) return false;
	const shown = figures().filter((one) => !one.matches('[data-veiled]'));
	const [first, ...more] = shown.filter(isInView);
	if (first && more.length === 0 && !first.matches('[data-waits]')) return false;
	const most = Math.max(...shown.map(seenOf));
	return most >= LEAST && shown.find((one) => seenOf(one) === most) === figure;
}

/** Questions that are open, by the lists of their choices. */
const OPEN = '[data-open-question]';

/** Most of its choices are; a reply that has opened below one does not count. */
function isAskedInView(list: Element): boolean {
	const all = [...list.querySelectorAll('li > button')];
	return all.filter(isInView).length >= Math.max(1, MOST * all.length);
}

/** The one open question that a digit answers: where the focus is, else the only one whose choices are on the screen. */
export function openQuestion(): Element | null {
	const { activeElement } = document;
	if (activeElement?.closest(HAS_KEYS)) return null;
	const own = activeElement?.closest('section')?.querySelector(OPEN);
	if (own) return own;
	const all = [...document.querySelectorAll(OPEN)].filter(isAskedInView);
	return all.length === 1 ? (all[0] ?? null) : null;
}

/** While the choices of an open question are on the screen, digits are not for threads. */
export const isAsking = (): boolean =>
	openQuestion() !== null || [...document.querySelectorAll(OPEN)].some(isAskedInView);

/** Brings on the screen what is not all on it, from its top; at once where nothing is to move. */
export function bringInView(element: Element | null, still: boolean): void {
	if (!element) return;
	const { top, bottom } = element.getBoundingClientRect();
	if (top >= 0 && bottom <= window.innerHeight) return;
	element.scrollIntoView({ block: 'start', behavior: still ? 'instant' : 'smooth' });
}
