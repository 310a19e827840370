/** Presenter view, as its tests look at it: is anything cut, and how large is the least word? */
import type { Page } from '@playwright/test';

/** What is not as it should be, in words; how many lines of code are seen, and their size in CSS pixels. */
export function look(page: Page): Promise<{ wrong: string[]; lines: number; code: number }> {
	return page.evaluate(() => {
		const wrong: string[] = [];
		const all = (selector: string) =>
			[...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
		const text = (e: Element) => `${e.className} ${e.textContent?.slice(0, 40)}`;
		/* the box of a letter is a little higher than the letter */
		const slack = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 8;
		const sees = (e: Element) => {
			const box = e.getBoundingClientRect();
			for (let room = e.parentElement; room; room = room.parentElement) {
				if (getComputedStyle(room).overflowY === 'visible') continue;
				const r = room.getBoundingClientRect();
				if (box.top < r.top - slack || box.bottom > r.bottom + slack) return false;
				if (box.left < r.left - 1 || box.right > r.right + 1) return false;
			}
			return box.top >= -1 && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
		};
		const needed =
			'[data-testid="word"] :is(dt, dd, header > *), [data-region="memory"] [data-row], [data-thread], [data-thread] [title], [data-env] button, [data-testid="narration"], [data-testid="beat"], [data-region="stage-bar"] :is(button, h1, output)';
		for (const e of all(needed)) if (!sees(e)) wrong.push(`cut: ${text(e)}`);
		for (const e of all('[data-thread] [title]')) {
			const words = document.createRange();
			words.selectNodeContents(e);
			/* a part of a pixel takes the last letters, too */
			const over = words.getBoundingClientRect().width - e.getBoundingClientRect().width;
			if (e.scrollWidth > e.clientWidth + 1 || over > 0.1) wrong.push(`shortened: ${text(e)}`);
		}
		for (const e of all('[data-thread], [data-env]')) {
			const line = Number.parseFloat(getComputedStyle(e).fontSize);
			if (e.clientHeight > 3.2 * line) wrong.push(`more than a line: ${text(e)}`);
		}
		if (all('[data-env]').length > 0) wrong.push('a line for what nobody asked for');
		const done = document.querySelector('[data-line][data-done]');
		/* an act from outside runs no line */
		const anyLine = done ?? document.querySelector('main [data-line]');
		const pane = anyLine?.closest('section')?.getBoundingClientRect();
		/* at an open question it is the line about to run that must be in sight */
		const next = document.querySelector('[data-line][data-focus]');
		const told = document.querySelector('[data-testid="answer"]') ? (next ?? done) : done;
		const begins = told?.getBoundingClientRect().top ?? 0;
		if (told && pane && (begins < pane.top - 1 || begins > pane.bottom - 20))
			wrong.push('no first line');
		/* a line is seen whole, with what is said beside it, or not at all */
		const scroller = anyLine?.closest('section');
		const clip = scroller ? getComputedStyle(scroller).clipPath : '';
		const [, above = 0, below = 0] = (/inset\(([\d.]+)px \S+ ([\d.]+)px/.exec(clip) ?? []).map(
			Number,
		);
		const scale = pane ? pane.height / (scroller as HTMLElement).offsetHeight : 1;
		const edges = {
			top: (pane?.top ?? 0) + above * scale,
			bottom: (pane?.bottom ?? 0) - below * scale,
		};
		/* a block that is out of sight is not drawn, and its lines are said to be elsewhere */
		const drawn = all('[data-line], [data-fold]').filter((line) =>
			line.checkVisibility({ contentVisibilityAuto: true }),
		);
		for (const line of drawn) {
			const box = line.getBoundingClientRect();
			if (!pane || box.bottom <= edges.top + 2 || box.top >= edges.bottom - 2) continue;
			const isLong = box.height >= pane.height || line.matches('[data-done]');
			if (!isLong && (box.top < edges.top - 2 || box.bottom > edges.bottom + 2))
				wrong.push(`half a line: ${text(line)}`);
			for (const aside of line.querySelectorAll('[data-aside]')) {
				const room = aside.getBoundingClientRect();
				const said = aside.firstElementChild?.getBoundingClientRect();
				const isSeen = said && said.width > 0 && said.top < room.bottom - 2;
				if (isSeen && said.right > room.right + 1) wrong.push(`a line’s end: ${text(aside)}`);
			}
			const code = line.querySelector('code');
			if (code && code.scrollWidth > code.clientWidth + 1) wrong.push(`cut code: ${text(line)}`);
		}
		/* a row stands for lines that are folded */
		const lines = drawn.filter((line) => {
			const box = line.getBoundingClientRect();
			return pane && box.top >= pane.top - 1 && box.bottom <= pane.bottom + 1;
		}).length;
		const zoom = (anyLine as unknown as { currentCSSZoom?: number } | null)?.currentCSSZoom ?? 1;
		const code = anyLine ? Number.parseFloat(getComputedStyle(anyLine).fontSize) * zoom : 0;
		return { wrong, lines, code };
	});
}

/** The least word but those of the code, which are of one size: "14.2: the word". `marks`: also the numbers in the signs of threads. */
export function leastWord(page: Page, marks = true): Promise<string> {
	return page.evaluate((marks) => {
		const sizeOf = (element: Element): number => {
			const own = Number.parseFloat(getComputedStyle(element).fontSize);
			const matrix = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null;
			const zoom = (element as unknown as { currentCSSZoom?: number }).currentCSSZoom ?? 1;
			return matrix ? own * Math.hypot(matrix.b, matrix.d) : own * zoom;
		};
		let least = { size: 1000, said: '' };
		const outer = document.querySelector('main') ?? document.body;
		const main = outer.shadowRoot ?? outer;
		const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
		for (let node = walker.nextNode(); node; node = walker.nextNode()) {
			const element = node.parentElement;
			const said = node.textContent?.trim();
			if (!said || !element || element.closest('.visually-hidden, style, [data-region="source"]'))
				continue;
			if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
			if (!marks && /^\d$/.test(said) && element.closest('svg')) continue;
			const range = document.createRange();
			range.selectNodeContents(node);
			const box = range.getBoundingClientRect();
			const size = sizeOf(element);
			if (box.width > 2 && box.height > 2 && size < least.size) least = { size, said };
		}
		return `${least.size.toFixed(1)}: ${least.said.slice(0, 40)}`;
	}, marks);
}
