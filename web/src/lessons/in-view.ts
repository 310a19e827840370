/** Which figure the page's keys mean while none has the focus: the only one of which most is on the screen. */

const MOST = 0.6;

function isInView(element: Element): boolean {
	const { top, bottom, height } = element.getBoundingClientRect();
	const seen = Math.min(bottom, window.innerHeight) - Math.max(top, 0);
	return height > 0 && seen >= MOST * Math.min(height, window.innerHeight);
}

/** Where the focus is in what takes keys of its own, they are not for a figure. */
const HAS_KEYS = '[data-testid="figure"], dialog, [role="dialog"], input, textarea, select';

export function isMeant(figure: Element): boolean {
	if (document.activeElement?.closest(HAS_KEYS)) return false;
	const all = [...document.querySelectorAll('[data-testid="figure"]')].filter(isInView);
	return all.length === 1 && all[0] === figure;
}

/** Questions that are open, by the lists of their choices. */
const OPEN = '[data-open-question]';

/** The one open question that a digit answers: where the focus is, else the only one whose choices are on the screen. */
export function openQuestion(): Element | null {
	const { activeElement } = document;
	if (activeElement?.closest(HAS_KEYS)) return null;
	const own = activeElement?.closest('section')?.querySelector(OPEN);
	if (own) return own;
	const all = [...document.querySelectorAll(OPEN)].filter(isInView);
	return all.length === 1 ? (all[0] ?? null) : null;
}

/** While the choices of an open question are on the screen, digits are not for threads. */
export const isAsking = (): boolean =>
	openQuestion() !== null || [...document.querySelectorAll(OPEN)].some(isInView);

/** Brings on the screen what is not all on it, from its top; at once where nothing is to move. */
export function bringInView(element: Element | null, still: boolean): void {
	if (!element) return;
	const { top, bottom } = element.getBoundingClientRect();
	if (top >= 0 && bottom <= window.innerHeight) return;
	element.scrollIntoView({ block: 'start', behavior: still ? 'instant' : 'smooth' });
}
