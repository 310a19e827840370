/** The borders between the stepper's panes: moved by pointer and keys, kept in the address, put back by a double click. */
import type { Locator } from '@playwright/test';
import { expect, openMoment, test } from './support';

const boxOf = async (of: Locator) => {
	const box = await of.boundingBox();
	if (!box) throw new Error('not there');
	return box;
};

test('a border is dragged, kept in the address, and put back', async ({ page }) => {
	await openMoment(page, 'mcs-queue?at=9');
	const source = page.locator('[data-region="source"]');
	const border = page.getByTestId('splitter-text');
	const before = await boxOf(source);
	const { x, y, width, height } = await boxOf(border);
	await page.mouse.move(x + width / 2, y + height / 2);
	await page.mouse.down();
	await page.mouse.move(806, 300, { steps: 3 });
	await page.mouse.up();
	await expect(border).toHaveAttribute('aria-valuenow', '63');
	expect((await boxOf(source)).width).toBeCloseTo(806, -1);
	await expect.poll(() => page.url()).toContain('split=63.0.0');
	/* as whoever is given the link sees it */
	await page.reload();
	await expect(border).toHaveAttribute('aria-valuenow', '63');
	expect((await boxOf(source)).width).toBeCloseTo(806, -1);
	await border.dblclick();
	await expect.poll(() => page.url()).not.toContain('split=');
	expect((await boxOf(source)).width).toBeCloseTo(before.width, 0);
});

test('by keys, as far as leaves room for the rest; the moment stays', async ({ page }) => {
	await openMoment(page, 'mcs-queue?at=9');
	const lanes = page.getByRole('region', { name: 'Timeline' });
	const actors = page.locator('[data-region="actors"]');
	const [time, threads] = [await boxOf(lanes), await boxOf(actors)];
	await page.getByTestId('splitter-time').focus();
	await page.keyboard.press('ArrowUp');
	await page.keyboard.press('ArrowUp');
	expect((await boxOf(lanes)).height).toBeGreaterThan(time.height + 10);
	await page.keyboard.press('End');
	await expect(page.getByTestId('splitter-time')).toHaveAttribute('aria-valuenow', '55');
	await expect(page.locator('[data-region="source"]')).toBeVisible();
	await page.keyboard.press('Enter');
	expect((await boxOf(lanes)).height).toBeCloseTo(time.height, 0);
	await page.getByTestId('splitter-threads').focus();
	await page.keyboard.press('Home');
	expect((await boxOf(actors)).height).toBeLessThan(threads.height / 2);
	await expect(page.getByTestId('position')).toContainText('step 9');
});

test.describe('on a phone', () => {
	for (const viewport of [
		{ width: 390, height: 844 },
		{ width: 844, height: 390 },
	])
		test(`there are none: ${viewport.width} × ${viewport.height}`, async ({ page }) => {
			await page.setViewportSize(viewport);
			await openMoment(page, 'mcs-queue?at=9&split=70.55.70');
			await expect(page.getByRole('separator')).toHaveCount(0);
			const { width } = await boxOf(page.locator('[data-region="source"]'));
			expect(width).toBeGreaterThan(viewport.width * 0.45);
			const sideways = await page.evaluate(() => document.documentElement.scrollWidth);
			expect(sideways).toBeLessThanOrEqual(viewport.width);
		});
});
