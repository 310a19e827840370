/** The picture of a story stays whole beside the words, also when an answer has made those longer. */
import type { Page } from '@playwright/test';
import { expect, frames, openMoment, test } from './support';

/** By how many pixels what is drawn goes on behind the edge of its pane, or behind the line that unfolds the state as text. */
const cutBy = (page: Page) =>
	page.getByRole('region', { name: 'Shared memory' }).evaluate((memory) => {
		const text = memory.querySelector(':scope > details');
		const edge = text ? text.getBoundingClientRect().top : memory.getBoundingClientRect().bottom;
		const drawn = [...memory.querySelectorAll('*')].filter(
			(e) =>
				e.childElementCount === 0 &&
				e.textContent !== '' &&
				!text?.contains(e) &&
				!e.closest('.visually-hidden'),
		);
		return Math.round(Math.max(...drawn.map((e) => e.getBoundingClientRect().bottom)) - edge);
	});

/** Below the letters of a line. */
const LEADING = 4;

/** So many beats from the start, each with its answer. */
const BEATS = 5;

test.use({ contextOptions: { reducedMotion: 'reduce' } });
for (const [width, height] of [
	[1280, 800],
	[1280, 720],
] as const)
	for (const story of [
		'mcs-queue',
		'mutex-wake',
		'mutex-mcs-queue',
		'mutex-stampede',
		'pm-today',
		'ticket-storm',
		'tp-sleep-wake',
		'ww-sleep-wake',
	])
		test(`at ${width} × ${height} the picture of ${story} is whole, question by question`, async ({
			page,
		}) => {
			await page.setViewportSize({ width, height });
			await openMoment(page, story);
			const answer = page.getByTestId('answer');
			for (let i = 0; i < BEATS; i++) {
				const where = `beat ${i}`;
				await frames(page, 3);
				expect(await cutBy(page), where).toBeLessThanOrEqual(LEADING);
				if (await answer.isVisible()) {
					await page.keyboard.press('a');
					await expect(answer).toHaveCount(0);
					await frames(page, 3);
					expect(await cutBy(page), `${where}, answered`).toBeLessThanOrEqual(LEADING);
				}
				await page.keyboard.press('PageDown');
			}
		});
