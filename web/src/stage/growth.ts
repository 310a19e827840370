/**
 * The drawings of the queues use the room that the rest of the picture leaves. What is measured of a picture is its size
 * without that: it grows by a property that the style sheet multiplies with, so nothing of it is laid out anew.
 */
import { zoomOf } from '../drawings/units';
import { type Box, heightOf } from './box';

const PROPERTY = '--grow';
/** Beyond that a word in a node would be larger than the sentence. */
export const MOST = 1.7;
/** So little is no reason to move. */
export const LEAST = 1.04;
/** Pixels that rounding may take. */
export const SLACK = 3;

export const drawingsIn = (content: Element): SVGElement[] => [
	...content.querySelectorAll<SVGElement>('svg[data-grows]'),
];

/** How much larger it is drawn now, in the middle of a motion too. */
function grownNow(drawing: Element): number {
	const { width } = drawing.getBoundingClientRect();
	const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
	const own = Number.parseFloat(drawing.getAttribute('width') ?? '') * rem * zoomOf(drawing);
	return own > 0 && width > 0 ? width / own : 1;
}

/** Pixels of the height that are growth. */
export const growthIn = (content: Element): number =>
	drawingsIn(content).reduce((sum, drawing) => {
		return sum + heightOf(drawing) * (1 - 1 / grownNow(drawing));
	}, 0);

/** Around a drawing that is too wide as it is, whatever it has grown by; undefined: it is around none. */
export function isWideAround(element: Element): boolean | undefined {
	const drawings = drawingsIn(element);
	if (drawings.length === 0) return undefined;
	const { width: room } = element.getBoundingClientRect();
	return drawings.some((one) => {
		const { width } = one.getBoundingClientRect();
		return width / grownNow(one) > room + 1;
	});
}

/** How much wider each of the drawings can be. */
export const growthInWidth = (content: Element): number[] =>
	drawingsIn(content).map((drawing) => {
		const width = drawing.getBoundingClientRect().width / grownNow(drawing);
		const room = drawing.parentElement?.getBoundingClientRect().width ?? 0;
		return (room - SLACK) / Math.max(1, width);
	});

/** How many times as wide as its room the widest drawing of one form is; 1: none is wider. */
export const wideBy = (content: Element): number =>
	Math.max(
		1,
		...[...content.querySelectorAll('svg[data-rigid]')].map((drawing) => {
			const room = drawing.parentElement?.getBoundingClientRect().width ?? 0;
			return drawing.getBoundingClientRect().width / grownNow(drawing) / Math.max(1, room);
		}),
	);

/** How much larger the drawings of a picture can be, as its other parts are. */
function growthOf({ frame, content }: Box): number {
	const drawings = drawingsIn(content);
	if (drawings.length === 0) return 1;
	const heights = drawings.map((one) => heightOf(one) / grownNow(one));
	const height = heights.reduce((sum, one) => sum + one, 0);
	const needs = heightOf(content) - growthIn(content);
	const spare = heightOf(frame) - needs - SLACK;
	const by = Math.min(MOST, 1 + spare / Math.max(1, height), ...growthInWidth(content));
	return by >= LEAST ? by : 1;
}

/** `by`: of a picture that has room for less, less. */
export function grow(box: Box | null, by: number): void {
	if (!box) return;
	const { content } = box;
	/* in hundredths: what is measured has parts of a pixel */
	const now = (Math.floor(100 * Math.min(by, growthOf(box))) / 100).toFixed(2);
	const before = content.style.getPropertyValue(PROPERTY);
	if (before === now) return;
	/* what has to make room does so at once; what may have more waits for what is still on its way */
	content.dataset.glides = before === '' ? 'not' : now < before ? 'down' : 'up';
	content.style.setProperty(PROPERTY, now);
}
