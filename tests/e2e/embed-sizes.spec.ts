/** In a frame nothing is too small to be read, and what there is no room for is led to. */
import type { Page } from '@playwright/test';
import { leastWord } from './stage-look';
import { expect, frames, test } from './support';

const MOMENTS = [
	'mcs-queue?at=12',
	'mutex-stampede?at=16',
	'rwsem-two-pass?at=23',
	'tp-handoff?at=15',
	'ticket-preempted?at=4',
];

async function openFrame(page: Page, moment: string, text = 0): Promise<void> {
	await page.goto('about:blank');
	await page.goto(`./#/${moment}&embed=1&text=${text}`);
	await expect(page.getByTestId('position')).toBeVisible();
	await frames(page, 8);
}

/** Panes of which something is not seen, that do not say so. */
const silent = (page: Page): Promise<string[]> =>
	page.evaluate(() =>
		[...document.querySelectorAll('[data-embed] *')]
			.filter((e) => /auto|scroll/.test(getComputedStyle(e).overflowY))
			.filter((e) => e.scrollHeight > e.clientHeight + 6)
			.filter((e) => !e.querySelector(':scope > [data-more] button')?.checkVisibility())
			.map((e) => `${e.className}: ${e.clientHeight} of ${e.scrollHeight}`),
	);

for (const [width, height] of [
	[800, 450],
	[400, 600],
] as const) {
	test(`no word is smaller than 14 pixels at ${width} × ${height}, and what is not seen says so`, async ({
		page,
	}) => {
		await page.setViewportSize({ width, height });
		for (const moment of MOMENTS) {
			await openFrame(page, moment);
			expect(Number.parseFloat(await leastWord(page)), moment).toBeGreaterThanOrEqual(14);
			const sentence = page.getByTestId('narration');
			const size = await sentence.evaluate((e) => Number.parseFloat(getComputedStyle(e).fontSize));
			expect(size).toBeGreaterThanOrEqual(16);
			await expect(sentence).toBeInViewport({ ratio: 1 });
			expect(await silent(page), moment).toEqual([]);
		}
		await openFrame(page, 'mcs-queue?at=0');
		const opening = page.getByTestId('narration');
		expect(
			await opening.evaluate((e) => Number.parseFloat(getComputedStyle(e).fontSize)),
		).toBeGreaterThanOrEqual(16);
	});

	test(`in large letters the sentence and the word are whole at ${width} × ${height}, and “more” leads to the last thread`, async ({
		page,
	}) => {
		await page.setViewportSize({ width, height });
		for (const moment of MOMENTS) {
			await openFrame(page, moment, 4);
			const bar = await page.locator('output[data-testid="position"]').boundingBox();
			const edge = bar?.y ?? 0;
			for (const part of [
				page.getByTestId('narration'),
				page.getByTestId('beat').or(page.getByTestId('answer')).first(),
				page.locator('[data-region="memory"] header').first(),
			]) {
				const box = await part.boundingBox();
				expect(box?.y, moment).toBeGreaterThanOrEqual(-1);
				expect((box?.y ?? 0) + (box?.height ?? 0), moment).toBeLessThanOrEqual(edge + 1);
			}
			const link = page.getByTestId('open-in-lockstep');
			const end = await link.boundingBox();
			expect((end?.x ?? 0) + (end?.width ?? 0), moment).toBeLessThanOrEqual(width);
			expect(await silent(page), moment).toEqual([]);
			const more = page.getByRole('button', { name: /below$/ });
			for (let i = 0; i < 8 && (await more.count()) > 0; i++) {
				await more.first().press('Enter');
				await frames(page, 4);
			}
			await expect(more).toHaveCount(0);
			const last = page.locator('[data-embed] [data-thread]').last();
			const box = await last.boundingBox();
			expect((box?.y ?? 0) + (box?.height ?? 0), moment).toBeLessThanOrEqual(edge + 1);
		}
	});
}
