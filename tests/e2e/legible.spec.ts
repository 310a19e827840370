/** Presenter view at 1280 × 720 as the back row sees it: how large what stands there is, and that it keeps its place. */
import type { Page } from '@playwright/test';
import { expect, frames, openMoment, storyFitted, test } from './support';

/** With which a reader and a talk begin. Where a picture has more in it than fits so large, being whole comes first. */
const STORIES = ['mcs-queue', 'mutex-stampede'];

/** CSS pixels of the screen. */
const LEAST = 18;

interface Seen {
	/** words that are smaller, each with its size */
	small: string[];
	/** the size of the rows' words, and where the sentence begins */
	row: number;
	top: number;
	left: number;
}

function look(page: Page, least: number): Promise<Seen> {
	return page.evaluate((wanted) => {
		const sizeOf = (element: Element): number => {
			const own = Number.parseFloat(getComputedStyle(element).fontSize);
			const matrix = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null;
			const zoom = (element as unknown as { currentCSSZoom?: number }).currentCSSZoom ?? 1;
			return matrix ? own * Math.hypot(matrix.b, matrix.d) : own * zoom;
		};
		const small: string[] = [];
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		for (let node = walker.nextNode(); node; node = walker.nextNode()) {
			const element = node.parentElement;
			const said = node.textContent?.trim();
			if (!said || !element || element.closest('.visually-hidden, style, script')) continue;
			if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
			const range = document.createRange();
			range.selectNodeContents(node);
			const box = range.getBoundingClientRect();
			if (box.width < 2 || box.height < 2) continue;
			const size = sizeOf(element);
			if (size < wanted - 0.05) small.push(`${size.toFixed(1)}: ${said.slice(0, 30)}`);
		}
		const row = document.querySelector('[data-thread] > span > [title]');
		const sentence = document.querySelector('[data-testid="narration"]')?.getBoundingClientRect();
		return {
			small: [...new Set(small)],
			row: row ? Math.round(10 * sizeOf(row)) / 10 : 0,
			top: Math.round(sentence?.top ?? 0),
			left: Math.round(sentence?.left ?? 0),
		};
	}, least);
}

for (const story of STORIES)
	for (const preset of ['1', 'code'])
		test(`no word is smaller than ${LEAST} pixels, and rows and sentence keep size and place: ${story}, p=${preset}`, async ({
			page,
		}) => {
			await openMoment(page, `${story}?p=${preset}`);
			await storyFitted(page);
			const small = new Map<string, number>();
			const rows = new Set<number>();
			const places = new Set<string>();
			for (let at = 0; ; at++) {
				await expect(page.getByTestId('position')).toContainText(`step ${at} `);
				/* drawings follow their size a frame later */
				await frames(page, 9);
				const seen = await look(page, LEAST);
				for (const one of seen.small) if (!small.has(one)) small.set(one, at);
				rows.add(seen.row);
				if (at > 0) places.add(`${seen.left} ${seen.top}`);
				const forward = page.getByTestId('forward');
				if (!(await forward.getAttribute('title'))?.includes('story')) break;
				await page.keyboard.press('ArrowRight');
			}
			expect([...small].map(([what, at]) => `step ${at}, ${what}`)).toEqual([]);
			expect([...rows], 'sizes of the rows').toEqual([[...rows][0]]);
			expect([...places], 'places of the sentence').toEqual([[...places][0]]);
		});

/** How large each part is: a row each, the sentence, the words of the picture. */
function sizes(page: Page): Promise<string> {
	return page.evaluate(() => {
		const of = (element: Element) => {
			const zoom = (element as unknown as { currentCSSZoom?: number }).currentCSSZoom ?? 1;
			return (Number.parseFloat(getComputedStyle(element).fontSize) * zoom).toFixed(1);
		};
		const main = document.querySelector('main');
		const all = (selector: string) =>
			[...(main?.querySelectorAll(selector) ?? [])].map(of).join(' ');
		return `rows ${all('[data-thread] > span > [title]')}, sentence ${all('[data-testid="narration"]')}, word ${all('[data-word-view] header > :first-child')}`;
	});
}

/** When it has come to rest, and the whole story has been looked at. */
async function sizesAtRest(page: Page): Promise<string> {
	await storyFitted(page);
	let last = '';
	const rests = async () => {
		const before = last;
		await frames(page, 6);
		last = await sizes(page);
		return before === last;
	};
	await expect.poll(rests).toBe(true);
	return last;
}

for (const [story, text] of [
	['tpr-handoff-writer', 0],
	['rwsem-handoff-rescue', 4],
	['tp-handoff', 0],
	['mutex-6.12-handoff', -2],
	['ww-sleep-wake', 4],
] as const)
	test(`a moment is as large walked to as opened: ${story}, text=${text}`, async ({ page }) => {
		await page.emulateMedia({ reducedMotion: 'reduce' });
		await openMoment(page, `${story}?p=1&text=${text}`);
		const walked = new Map<number, string>();
		const here = async () =>
			Number(/step (\d+)/.exec(String(await page.getByTestId('position').textContent()))?.[1]);
		for (let at = 0; !(walked.has(at) || walked.size > 40); at = await here()) {
			walked.set(at, await sizesAtRest(page));
			const position = page.getByTestId('position');
			await page.keyboard.press('PageDown');
			/* at a question the first press answers it */
			if ((await here()) === at) await page.keyboard.press('PageDown');
			if (walked.size > 1 && (await page.getByTestId('story-end').count()) > 0) break;
			await expect(position).not.toContainText(`step ${at} `);
		}
		const places = [...walked.keys()];
		expect(places.length).toBeGreaterThan(3);
		for (const at of [1, places.length >> 1, places.length - 1].map((i) => places[i] ?? 0)) {
			await page.goto('about:blank');
			await openMoment(page, `${story}?at=${at}&p=1&text=${text}`);
			await expect.poll(() => sizesAtRest(page), { message: `step ${at}` }).toBe(walked.get(at));
		}
		/* rows have one size at all of them, but one that is too long for it */
		const rows = [...walked.values()].map(
			(said) => /rows ([\d. ]*)/.exec(said)?.[1]?.split(' ') ?? [],
		);
		const largest = new Set(rows.map((of) => Math.max(...of.map(Number))));
		expect([...largest]).toHaveLength(1);
	});
