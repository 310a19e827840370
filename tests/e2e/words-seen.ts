/** Of a stepper in somebody else's page: how large its words are on the screen, and whether each is seen whole. */
import type { Locator } from '@playwright/test';

interface Seen {
	/** "14.2: the word" */
	least: string;
	/** words over an edge of the window, or of a pane that hides what has no room */
	cut: string[];
	words: number;
}

/** `of`: an element with a shadow root, or the body of a frame. Sizes are pixels of the window around that frame when `scale` is its own. */
export function wordsSeen(of: Locator, scale = 1): Promise<Seen> {
	return of.evaluate((host, by) => {
		/* of both faces a line is so much higher than its size: this holds whatever scales it */
		const LINE = 1.3;
		const root = host.shadowRoot ?? host;
		const parentOf = (e: Element): Element | null => {
			const room = e.getRootNode();
			return e.parentElement ?? (room instanceof ShadowRoot ? room.host : null);
		};
		const isOut = (
			box: DOMRect,
			room: { left: number; top: number; right: number; bottom: number },
		) =>
			box.left < room.left - 1 ||
			box.right > room.right + 1 ||
			box.top < room.top - box.height / 6 ||
			box.bottom > room.bottom + box.height / 6;
		const window = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
		const isCut = (box: DOMRect, element: Element): boolean => {
			for (let e: Element | null = element; e; e = parentOf(e))
				if (
					!(e instanceof SVGGraphicsElement && e.parentElement instanceof SVGElement) &&
					getComputedStyle(e).overflowY !== 'visible' &&
					isOut(box, e.getBoundingClientRect())
				)
					return true;
			return isOut(box, window);
		};
		let least = { size: 1000, said: '' };
		let words = 0;
		const cut: string[] = [];
		const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
		for (let node = walker.nextNode(); node; node = walker.nextNode()) {
			const element = node.parentElement;
			const said = node.textContent?.trim();
			if (!said || !element || element.closest('.visually-hidden, style, script, title')) continue;
			if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
			const range = document.createRange();
			range.selectNodeContents(node);
			const boxes = [...range.getClientRects()].filter((b) => b.width > 2 && b.height > 2);
			const [first] = boxes;
			if (!first) continue;
			words++;
			const size = (first.height / LINE) * by;
			if (size < least.size) least = { size, said };
			if (boxes.some((box) => isCut(box, element))) cut.push(said.slice(0, 40));
		}
		return { least: `${least.size.toFixed(1)}: ${least.said.slice(0, 40)}`, cut, words };
	}, scale);
}
