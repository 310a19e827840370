/** Where a line of code has no room it is broken before or behind an operator, and never inside one. */
import type { Page } from '@playwright/test';
import { expect, frames, openMoment, storyFitted, test } from './support';

/** Operators whose signs stand in two lines, and how many there are at all. */
const brokenIn = (page: Page): Promise<{ broken: string[]; all: number }> =>
	page.evaluate(() => {
		const broken: string[] = [];
		let all = 0;
		for (const code of document.querySelectorAll('[data-line] code')) {
			const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
			const letters: [Node, number][] = [];
			for (let node = walker.nextNode(); node; node = walker.nextNode())
				for (let i = 0; i < (node.textContent ?? '').length; i++) letters.push([node, i]);
			const text = letters.map(([node, i]) => node.textContent?.[i]).join('');
			/* a comment is prose */
			if (/^\s*(?:\/\*|\*)/.test(text)) continue;
			const topOf = (at: number) => {
				const [node, i] = letters[at] as [Node, number];
				const range = document.createRange();
				range.setStart(node, i);
				range.setEnd(node, i + 1);
				return Math.round(range.getBoundingClientRect().top);
			};
			for (const { index, 0: operator } of text.matchAll(/->|&&|\|\||[!=<>]=|<<|>>|\+\+|--/g)) {
				all++;
				if (topOf(index) !== topOf(index + operator.length - 1)) broken.push(text.trim());
			}
		}
		return { broken, all };
	});

for (const [width, height, preset] of [
	[1280, 720, '&p=code'],
	[1024, 768, '&p=code'],
	[390, 844, ''],
	[320, 640, ''],
] as const)
	test(`no operator is broken at ${width} × ${height}${preset && ' before a room'}`, async ({
		page,
	}) => {
		await page.setViewportSize({ width, height });
		for (const moment of ['mcs-queue?at=17', 'rwsem-two-pass?at=23', 'mutex-stampede?at=16'])
			for (const source of ['kernel', 'dialect']) {
				await page.goto('about:blank');
				await openMoment(page, `${moment}&src=${source}${preset}`);
				await expect(page.locator('[data-line] code').first()).toBeAttached();
				await frames(page, 10);
				const { broken, all } = await brokenIn(page);
				expect(all, `${moment} ${source}`).toBeGreaterThan(3);
				expect(broken, `${moment} ${source}`).toEqual([]);
			}
	});

test('before a room, in the largest text, a line is broken inside no name but behind one of its words', async ({
	page,
}) => {
	const torn = () =>
		page.evaluate(() => {
			const found: string[] = [];
			for (const code of document.querySelectorAll('[data-line] code')) {
				const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
				const letters: { letter: string; top: number }[] = [];
				const range = document.createRange();
				for (let node = walker.nextNode(); node; node = walker.nextNode())
					[...(node.textContent ?? '')].forEach((letter, i) => {
						range.setStart(node, i);
						range.setEnd(node, i + 1);
						letters.push({ letter, top: Math.round(range.getBoundingClientRect().top) });
					});
				const text = letters.map(({ letter }) => letter).join('');
				if (/^\s*(?:\/\*|\*)/.test(text)) continue;
				letters.forEach(({ letter, top }, i) => {
					const before = letters[i - 1];
					if (
						before &&
						top > before.top + 8 &&
						/\w/.test(letter) &&
						/[a-z0-9]/i.test(before.letter)
					)
						found.push(`${text.slice(0, i)}|${text.slice(i)}`.trim());
				});
			}
			return found;
		});
	for (const moment of ['rwsem-starved-writer?at=24', 'tp-handoff?at=24', 'mutex-stampede?at=16']) {
		await page.goto('about:blank');
		await openMoment(page, `${moment}&p=code&text=8&src=kernel`);
		await storyFitted(page);
		await expect.poll(torn, { message: moment }).toEqual([]);
	}
});

test('a line with several signs keeps room for its code', async ({ page }) => {
	for (const [width, height] of [
		[1280, 800],
		[390, 844],
	] as const) {
		await page.setViewportSize({ width, height });
		await page.goto('about:blank');
		await openMoment(page, 'mutex-6.12-fault-blind-handoff?at=26&src=kernel');
		const line = page.locator('[data-line][data-done]');
		await expect(line).toContainText('atomic_long_or(');
		await expect(line.locator('[data-decides]')).toBeVisible();
		const [code, whole] = await Promise.all([
			line.locator('code').boundingBox(),
			line.boundingBox(),
		]);
		expect(code?.width, `${width}`).toBeGreaterThanOrEqual((whole?.width ?? 0) * 0.5);
		expect(code?.height, `${width}`).toBeLessThanOrEqual(90);
	}
});
