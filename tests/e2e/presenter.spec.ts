/** What the sentence speaks of is on the screen: the line that was run, and the words that it names. */
import type { Page } from '@playwright/test';
import { expect, openMoment, test } from './support';

/** How much of an element is seen in the boxes that scroll and cut round it, from 0 to 1. */
async function seen(page: Page, selector: string): Promise<number[]> {
	await page.locator(selector).first().waitFor();
	return page.evaluate(async (s) => {
		for (let i = 0; i < 6; i++) await new Promise(requestAnimationFrame);
		return [...document.querySelectorAll(s)].map((element) => {
			const box = element.getBoundingClientRect();
			let [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
			for (let e = element.parentElement; e; e = e.parentElement) {
				if (!/auto|scroll|hidden/.test(getComputedStyle(e).overflowY)) continue;
				const room = e.getBoundingClientRect();
				[top, bottom] = [Math.max(top, room.top), Math.min(bottom, room.bottom)];
			}
			return Math.round((100 * Math.max(0, bottom - top)) / Math.max(1, box.height)) / 100;
		});
	}, selector);
}

for (const moment of [
	'mutex-wake?at=12',
	'mutex-stampede?at=27&p=1',
	'tp-handoff?at=29&p=1',
	'rwsem-single-pass?at=32&p=1',
	'mcs-queue?at=17&p=1',
])
	test(`the line that was just run is marked and in sight: ${moment}`, async ({ page }) => {
		await openMoment(page, moment);
		expect(await seen(page, '[data-line][data-done]')).toEqual([1]);
		await expect(page.getByTestId('just-done')).toHaveText(/T\d has just done/);
	});
