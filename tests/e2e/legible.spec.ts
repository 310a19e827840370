/** Presenter view at 1280 × 720 as the back row sees it: how large what stands there is, and that it keeps its place. */
import type { Page } from '@playwright/test';
import { look as lookAtStage } from './stage-look';
import { expect, frames, openMoment, storyFitted, test } from './support';

/** With which a reader and a talk begin. Where a picture has more in it than fits so large, being whole comes first. */
const STORIES = ['mcs-queue', 'mutex-stampede'];

/** CSS pixels of the screen; a row that says more than fits, and what stands at the head of the code, may be a little smaller. */
const LEAST = { '1': 20, code: 18 };
const LEAST_ROW = 18;

interface Seen {
	/** words that are smaller, each with its size */
	small: string[];
	/** how high a row is, how large its words are, and where the sentence begins */
	rows: number[];
	words: number[];
	top: number;
	left: number;
}

function look(page: Page, least: number): Promise<Seen> {
	return page.evaluate(
		({ least, row }) => {
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
				const wanted = element.closest('main [data-thread]') ? row : least;
				if (size < wanted - 0.05) small.push(`${size.toFixed(1)}: ${said.slice(0, 30)}`);
			}
			const rows = [...document.querySelectorAll('main [data-thread]')];
			const words = rows.flatMap((row) => [...row.querySelectorAll(':scope > span > [title]')]);
			const sentence = document.querySelector('[data-testid="narration"]')?.getBoundingClientRect();
			return {
				small: [...new Set(small)],
				rows: rows.map((row) => Math.round(row.getBoundingClientRect().height)),
				words: words.map(sizeOf),
				top: Math.round(sentence?.top ?? 0),
				left: Math.round(sentence?.left ?? 0),
			};
		},
		{ least, row: LEAST_ROW },
	);
}

for (const story of STORIES)
	for (const preset of ['1', 'code'] as const)
		test(`no word is smaller than ${LEAST[preset]} pixels, and rows and sentence keep size and place: ${story}, p=${preset}`, async ({
			page,
		}) => {
			await openMoment(page, `${story}?p=${preset}`);
			await storyFitted(page);
			const small = new Map<string, number>();
			const rows = new Set<number>();
			const words = new Set<string>();
			const places = new Set<string>();
			for (let at = 0; ; at++) {
				await expect(page.getByTestId('position')).toContainText(`step ${at} `);
				/* drawings follow their size a frame later */
				await frames(page, 9);
				const seen = await look(page, LEAST[preset]);
				for (const one of seen.small) if (!small.has(one)) small.set(one, at);
				for (const row of seen.rows) rows.add(row);
				const sizes = new Set(seen.words.map((size) => size.toFixed(1)));
				if (sizes.size > 1) words.add(`step ${at}: ${[...sizes].join()}`);
				if (at > 0) places.add(`${seen.left} ${seen.top}`);
				const forward = page.getByTestId('forward');
				if (!(await forward.getAttribute('title'))?.includes('story')) break;
				await page.keyboard.press('ArrowRight');
			}
			expect([...small].map(([what, at]) => `step ${at}, ${what}`)).toEqual([]);
			expect([...rows], 'heights of the rows').toEqual([[...rows][0]]);
			expect([...words], 'rows of several sizes').toEqual([]);
			expect([...places], 'places of the sentence').toEqual([[...places][0]]);
		});

/** CSS pixels of the screen: the least words of the cache lines. */
const leastOfLines = (page: Page): Promise<number> =>
	page.evaluate(() => {
		const parts = [...document.querySelectorAll('[data-region="cache"] :is(th, td, p, li)')];
		const sizes = parts
			.filter((part) => part.textContent !== '' && part.checkVisibility())
			.map((part) => {
				const { currentCSSZoom: zoom = 1 } = part as Element & { currentCSSZoom?: number };
				return Number.parseFloat(getComputedStyle(part).fontSize) * zoom;
			});
		return sizes.length > 6 ? Math.min(...sizes) : 0;
	});

test('cache lines that are asked for before a room are read from the back row, and take no word from the rows', async ({
	page,
}) => {
	for (const [width, height] of [
		[1280, 720],
		[1024, 768],
	] as const) {
		await page.setViewportSize({ width, height });
		for (const at of [14, 27]) {
			await openMoment(page, `mutex-stampede?at=${at}&cache=1&p=1`);
			await storyFitted(page);
			await expect
				.poll(() => leastOfLines(page), { message: page.url() })
				.toBeGreaterThan(LEAST.code - 0.05);
			await expect
				.poll(async () => (await lookAtStage(page)).wrong, { message: page.url() })
				.toEqual([]);
		}
	}
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
		const heights = [...(main?.querySelectorAll('[data-thread]') ?? [])].map((row) =>
			row.getBoundingClientRect().height.toFixed(0),
		);
		return `high ${heights.join(' ')}, rows ${all('[data-thread] > span > [title]')}, sentence ${all('[data-testid="narration"]')}, word ${all('[data-word-view] header > :first-child')}`;
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
		/* rows and their words have one size at all of them */
		for (const part of [/high ([\d ]*)/, /rows ([\d. ]*)/]) {
			const found = [...walked.values()].flatMap((said) => part.exec(said)?.[1]?.split(' ') ?? []);
			expect([...new Set(found)], String(part)).toHaveLength(1);
		}
	});

test('larger text before a room is a larger sentence beside the same picture, or a word that there is no room', async ({
	page,
}) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await openMoment(page, 'mutex-6.12-handoff?at=20&p=1');
	const sentence = () =>
		page.getByTestId('narration').evaluate((e) => {
			const { currentCSSZoom: zoom = 1 } = e as Element & { currentCSSZoom?: number };
			return Number.parseFloat(getComputedStyle(e).fontSize) * zoom;
		});
	const picture = () =>
		page
			.locator('main svg[data-grows]')
			.first()
			.evaluate((e) => e.getBoundingClientRect().width);
	await sizesAtRest(page);
	const [before, drawn] = [await sentence(), await picture()];
	await page.keyboard.press('+');
	await sizesAtRest(page);
	await frames(page, 12);
	expect(await sentence()).toBeGreaterThan(before * 1.1);
	expect(Math.abs((await picture()) - drawn)).toBeLessThan(1);
	await expect(page.getByTestId('toast')).toHaveCount(0);
	for (let press = 0; press < 3; press++) {
		await page.keyboard.press('+');
		await sizesAtRest(page);
		await frames(page, 12);
	}
	await expect(page.getByTestId('toast')).toContainText('no room for larger words');
	expect((await lookAtStage(page)).wrong).toEqual([]);
	expect(Math.abs((await picture()) - drawn)).toBeLessThan(1);
});
