/** A part of the slide, and what is in it. */
export interface Box {
	frame: HTMLElement;
	content: HTMLElement;
}

export const heightOf = (element: Element): number => element.getBoundingClientRect().height;
