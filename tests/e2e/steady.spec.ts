/** Before a room a key moves no part of the slide that is there before and after it. */
import type { Page } from '@playwright/test';
import { atRest, expect, frames, openMoment, storyFitted, test, watchFrames } from './support';

/** Pixels that rounding may take. */
const LEAST = 2;

const STORIES = [
	'mutex-stampede',
	'mutex-mcs-queue',
	'rwsem-handoff-rescue',
	'ww-sleep-wake',
	'tp-handoff',
	'qspinlock-queue',
];

test.beforeEach(({ page }) => watchFrames(page));

type Places = Record<string, [left: number, top: number]>;

/** Where each part begins: the rows, the sentence, the word with its fields, the queues and words, and the lanes. */
function places(page: Page): Promise<Places> {
	return page.evaluate(() => {
		const found: [string, [number, number]][] = [];
		const put = (name: string, parts: string) => {
			for (const [i, part] of [...document.querySelectorAll<HTMLElement>(parts)].entries()) {
				if (!part.checkVisibility()) continue;
				const { left, top } = part.getBoundingClientRect();
				found.push([`${name} ${part.dataset.row ?? i}`, [left, top]]);
			}
		};
		put('thread', 'main [data-thread]');
		put('sentence', 'main [data-testid="narration"]');
		put('word', 'main [data-testid="word"]');
		put('field', 'main [data-testid="word"] dl > *');
		put('row', 'main [data-region="memory"] [data-row]');
		put('lane', 'section[aria-label="Timeline"] [data-lane] > :first-child');
		return Object.fromEntries(found);
	});
}

const showsLines = (page: Page) => page.locator('main [data-region="cache"]').isVisible();

/** What a key has moved; where the cache lines come or go, the queues make room for them. */
async function movedBy(page: Page, key: string): Promise<string[]> {
	const [before, lines] = [await places(page), await showsLines(page)];
	await page.keyboard.press(key);
	await atRest(page);
	const [after, linesNow] = [await places(page), await showsLines(page)];
	return Object.entries(after).flatMap(([name, [left, top]]) => {
		const was = before[name];
		if (!was || (lines !== linesNow && name.startsWith('row'))) return [];
		const by = [left - was[0], top - was[1]].map(Math.round);
		return Math.max(...by.map(Math.abs)) > LEAST ? [`${key}: ${name} by ${by.join(', ')}`] : [];
	});
}

for (const [width, height] of [
	[1280, 720],
	[1920, 1080],
] as const)
	for (const story of STORIES)
		test(`what stands on the slide keeps its place: ${story}, ${width} × ${height}`, async ({
			page,
		}) => {
			test.setTimeout(90_000);
			await page.emulateMedia({ reducedMotion: 'reduce' });
			await page.setViewportSize({ width, height });
			await openMoment(page, `${story}?p=1`);
			await storyFitted(page);
			await atRest(page);
			const position = page.getByTestId('position');
			const moved: string[] = [];
			for (let press = 0; press < 40; press++) {
				const at = await position.innerText();
				for (const key of ['e', 'Escape', 'PageDown'])
					moved.push(...(await movedBy(page, key)).map((one) => `${at}, ${one}`));
				if (await page.getByTestId('story-end').isVisible()) break;
			}
			await expect(page.getByTestId('story-end')).toBeVisible();
			expect(moved).toEqual([]);
		});

test('a step of the room’s own moves nothing that is there, and neither does the way back', async ({
	page,
}) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	for (const [story, at] of [
		['mutex-stampede', 16],
		['mutex-mcs-queue', 30],
		['qspinlock-queue', 10],
	] as const) {
		await openMoment(page, `${story}?at=${at}&p=1`);
		await storyFitted(page);
		await atRest(page);
		const moved: string[] = [];
		for (const key of ['a', '2', '2', '1', 'o'])
			moved.push(...(await movedBy(page, key)).map((one) => `${story}, ${one}`));
		expect(moved).toEqual([]);
		await expect(page.getByTestId('left-story')).toHaveCount(0);
	}
});

test('the cache lines come below the word, which keeps its place, and leave the rows and the sentence alone', async ({
	page,
}) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await openMoment(page, 'mutex-stampede?at=15&p=1');
	await storyFitted(page);
	await frames(page, 20);
	expect(await showsLines(page)).toBe(true);
	for (const shown of [false, true]) {
		expect(await movedBy(page, 'v')).toEqual([]);
		expect(await showsLines(page)).toBe(shown);
	}
	/* and in a what-if they stay */
	await page.keyboard.press('a');
	for (const key of ['2', '2']) {
		await page.keyboard.press(key);
		await frames(page, 9);
		expect(await showsLines(page)).toBe(true);
	}
	const before = await places(page);
	await page.keyboard.press('v');
	await page.keyboard.press('o');
	await frames(page, 30);
	expect(await showsLines(page)).toBe(true);
	expect(Object.keys(await places(page))).toEqual(Object.keys(before));
});

test('cache lines by key leave the queue where it has room below them', async ({ page }) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await openMoment(page, 'mcs-queue?at=13&p=1');
	await storyFitted(page);
	await page.keyboard.press('v');
	await expect(page.locator('main [data-region="cache"]')).toBeVisible();
	const nodes = page.locator('main [data-layer="nodes"] [data-key="locked"]');
	await expect(nodes).toHaveCount(3);
	for (const node of await nodes.all()) await expect(node).toBeInViewport({ ratio: 1 });
	const [queue, lanes] = [
		await page.locator('main [data-layer="nodes"]').boundingBox(),
		await page.locator('section[aria-label="Timeline"]').boundingBox(),
	];
	expect((queue?.y ?? 0) + (queue?.height ?? 0)).toBeLessThan(lanes?.y ?? 0);
});

test('the value of a word stands beside its name at every stop, and a frame is around both', async ({
	page,
}) => {
	test.setTimeout(120_000);
	await page.emulateMedia({ reducedMotion: 'reduce' });
	for (const story of ['mutex-fault-blind-sleep', 'osq-leave-middle']) {
		await openMoment(page, `${story}?p=1`);
		await storyFitted(page);
		const wrong: string[] = [];
		for (let press = 0; press < 40; press++) {
			await atRest(page);
			const here = await page.evaluate(() =>
				[...document.querySelectorAll('main dl > [data-row]')].flatMap((row) => {
					const [name, value] = [row.querySelector('dt'), row.querySelector('dd > *')];
					if (!name || !value || !row.checkVisibility()) return [];
					const words = document.createRange();
					words.selectNodeContents(name);
					const [own, said] = [words.getBoundingClientRect(), value.getBoundingClientRect()];
					const framed = name.getBoundingClientRect();
					const by = (said.top + said.bottom - own.top - own.bottom) / 2;
					const isBeside = Math.abs(by) < own.height / 3 && said.left > own.right;
					const isTight = framed.height < (value.parentElement?.offsetHeight ?? 0) * 3;
					return isBeside && isTight ? [] : [`${name.textContent}: ${by}, ${framed.height}`];
				}),
			);
			wrong.push(...here.map((one) => `${story} ${press}: ${one}`));
			if (await page.getByTestId('story-end').isVisible()) break;
			await page.keyboard.press('PageDown');
		}
		expect(wrong).toEqual([]);
	}
});

test('the cache lines stay where stops between two that speak of them say nothing of them', async ({
	page,
}) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await openMoment(page, 'mutex-stampede?at=15&p=1');
	await storyFitted(page);
	const shown: string[] = [];
	for (let press = 0; press < 12; press++) {
		await frames(page, 9);
		const at = (await page.getByTestId('position').innerText()).replace(/ of .*/, '');
		expect(await showsLines(page), at).toBe(true);
		if (!shown.includes(at)) shown.push(at);
		await page.keyboard.press('PageDown');
	}
	expect(shown).toEqual([15, 16, 23, 25, 26, 27, 28].map((at) => `step ${at}`));
});

test('before a room e is at a thread that can lose its CPU, and what comes of it has the scale of the story', async ({
	page,
}) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await openMoment(page, 'mutex-6.12-handoff?at=20&p=1');
	await storyFitted(page);
	for (const key of ['PageDown', 'PageDown', 'a', 'e']) await page.keyboard.press(key);
	await expect(page.getByTestId('position')).toContainText('step 29 ');
	await expect(page.getByTestId('env-allow-preempt-3')).toBeFocused();
	await expect(page.locator('main [data-env]')).toHaveText(/^outside/);
	const scale = () =>
		page
			.locator('section[aria-label="Timeline"] [data-testid="holders"]')
			.locator('xpath=ancestor::*[name()="svg"][1]')
			.evaluate((svg) =>
				[...svg.querySelectorAll('text')]
					.filter((e) => e.textContent === '10')
					.map((e) => Math.round(e.getBoundingClientRect().left))
					.reduce((a, b) => a + b, 0),
			);
	await frames(page, 9);
	const before = await scale();
	expect(before).toBeGreaterThan(20);
	await page.keyboard.press('Enter');
	await expect(page.getByTestId('position')).toContainText('step 30 ');
	await frames(page, 20);
	expect(Math.abs((await scale()) - before)).toBeLessThan(2);
});
