/**
 * Drawings are laid out in units of a sixteenth of a rem, which is a pixel at the normal text size,
 * so that they grow with the reader's text.
 */
const UNITS = 16;

/** A length in units, as CSS has it. */
export function rem(units: number): string {
	return `${+(units / UNITS).toFixed(4)}rem`;
}

/** How much larger an element is on the screen than it is laid out. */
export const zoomOf = (element: Element): number =>
	(element as Element & { currentCSSZoom?: number }).currentCSSZoom ?? 1;

/** Pixels that a unit takes now. */
export function pixelsPerUnit(): number {
	return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / UNITS || 1;
}

/** The place of the pointer in an element that is `width` units wide. */
export function pointerUnits(
	e: { clientX: number; currentTarget: EventTarget | null },
	width: number,
): number {
	if (!(e.currentTarget instanceof Element)) return 0;
	const box = e.currentTarget.getBoundingClientRect();
	return ((e.clientX - box.left) * width) / (box.width || 1);
}
