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

/** Brings down what is cut off at the top of the screen, where it has room; at once where nothing is to move. */
export function bringDown(element: Element | null, still: boolean): void {
	if (!element) return;
	const { top, height } = element.getBoundingClientRect();
	if (top >= 0 || height > window.innerHeight) return;
	element.scrollIntoView({ block: 'start', behavior: still ? 'instant' : 'smooth' });
}
