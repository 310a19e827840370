/** Numbers that a lock deals: the strip, and who stands under which. */
import type { Page } from '@playwright/test';
import { expect, moment, openMoment, test } from './support';

const picture = (page: Page) => page.getByRole('img', { name: /^Numbers/ });
const numbers = (page: Page) => page.locator('[data-layer="cells"] > g:not([data-leaving]) text');

/** Where the middle of each thread's box is, and of the cell with its number, in pixels. */
function middles(page: Page, pairs: readonly [tid: number, number: number][]) {
	return page.evaluate((wanted) => {
		const middle = (selector: string) => {
			const box = document.querySelector(`[data-testid="queue-picture"] ${selector} > rect`);
			const { x, width } = (box as Element).getBoundingClientRect();
			return Math.round(x + width / 2);
		};
		return wanted.map(([tid, number]) => [
			middle(`[data-layer="nodes"] > [data-tid="${tid}"]`),
			middle(`[data-layer="cells"] > [data-key="number ${number}"]`),
		]);
	}, pairs);
}

for (const [width, height] of [
	[1280, 720],
	[390, 844],
] as const)
	test(`each thread stands under its number at ${width} × ${height}, and the strip moves on`, async ({
		page,
	}) => {
		await page.setViewportSize({ width, height });
		await openMoment(page, 'ticket-in-order?at=3');
		await expect(picture(page)).toHaveAccessibleName(
			'Numbers: owner 253 is served, next 0 is the next to deal. 253: T1, holds; 254: T2, spins; 255: T3, spins.',
		);
		await expect(numbers(page)).toHaveText(['253', '254', '255', '0']);
		for (const [thread, cell] of await middles(page, [
			[1, 253],
			[2, 254],
			[3, 255],
		]))
			expect(thread).toBe(cell);
		const last = await page.locator('[data-key="number 255"]').elementHandle();

		for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
		await moment(page, 6);
		await expect(picture(page)).toHaveAccessibleName(
			'Numbers: owner 254 is served, next 0 is the next to deal. 254: T2, its turn; 255: T3, spins.',
		);
		await expect(numbers(page)).toHaveText(['254', '255', '0']);
		await page.waitForTimeout(400);
		for (const [thread, cell] of await middles(page, [
			[2, 254],
			[3, 255],
		]))
			expect(thread).toBe(cell);
		const now = page.locator('[data-key="number 255"]');
		expect(await now.evaluate((cell, before) => cell === before, last)).toBe(true);
	});

test('two threads with one ticket stand under one number', async ({ page }) => {
	await openMoment(page, 'ticket-fault-torn-draw?at=4');
	await expect(picture(page)).toHaveAccessibleName(/253: T1, holds; 253: T2, holds\.$/);
	const [first, second] = await middles(page, [
		[1, 253],
		[2, 253],
	]);
	expect(first).toEqual(second);
	const tops = await page
		.locator('[data-layer="nodes"] > g')
		.evaluateAll((all) => all.map((g) => g.getBoundingClientRect().bottom));
	expect(new Set(tops).size).toBe(2);
});
