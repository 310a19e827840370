/** A lesson before a room: its figures and questions as slides, and the way back to where they stand. */
import type { Page } from '@playwright/test';
import { FIRST, openLesson } from './lesson-pages';
import { expect, test } from './support';

const slide = (page: Page) => page.getByTestId('lesson-slide');
const place = (page: Page) => page.getByTestId('slide-place');

/** Pixels of the smallest letters on the slide, its pictures too. */
const smallest = (page: Page) =>
	slide(page).evaluate((element) => {
		const sizes = [...element.querySelectorAll('*')].flatMap((one) => {
			const hasText = [...one.childNodes].some((n) => n.nodeType === 3 && n.textContent?.trim());
			const style = getComputedStyle(one);
			const isSeen = one.getBoundingClientRect().width > 1 && style.visibility === 'visible';
			if (!hasText || !isSeen || one.closest('[aria-hidden="true"]')) return [];
			const drawn = one instanceof SVGElement ? one.closest('svg')?.getScreenCTM()?.a : 1;
			return [Number.parseFloat(style.fontSize) * (drawn ?? 1)];
		});
		return Math.min(...sizes);
	});

test('p makes a slide of the figure in view, Page Down goes from note to note and on, Page Up back', async ({
	page,
}) => {
	await page.setViewportSize({ width: 1280, height: 720 });
	await openLesson(page, FIRST);
	await page.keyboard.press('p');
	await expect(place(page)).toHaveText('1 of 8');
	const position = slide(page).getByTestId('position');
	for (const at of ['0', '1']) {
		await expect(position).toHaveText(`step ${at} of 1`);
		expect(await smallest(page), at).toBeGreaterThanOrEqual(20);
		expect(await slide(page).evaluate((e) => e.scrollHeight - e.clientHeight), at).toBe(0);
		await page.keyboard.press('PageDown');
	}
	/* the next is a question: who is asked answers by a digit, or the press shows the answer */
	await expect(place(page)).toHaveText('2 of 8');
	await expect(slide(page).getByTestId('not-sure')).toBeVisible();
	await page.keyboard.press('PageDown');
	await expect(slide(page)).toContainText('The answer: ');
	/* what it kept back is a slide of its own now, and behind that stands a question with a picture */
	for (const of of ['3', '4']) {
		for (let i = 0; i < 4; i++) {
			if ((await place(page).innerText()).startsWith(of)) break;
			await page.keyboard.press('PageDown');
		}
		await expect(place(page)).toHaveText(`${of} of 8`);
	}
	await expect(slide(page).getByTestId('figure')).toBeInViewport({ ratio: 1 });
	await page.keyboard.press('PageDown');
	await expect(slide(page).getByTestId('verdict')).toContainText('The answer');
	await page.keyboard.press('PageUp');
	await expect(place(page)).toHaveText('3 of 8');
	await page.keyboard.press('PageUp');
	await expect(position).toHaveText('step 1 of 2');
	/* a digit is for the slide's threads, and the way back from there is a press */
	await page.keyboard.press('1');
	await expect(slide(page).getByTestId('to-lesson')).toBeVisible();
	await page.keyboard.press('PageDown');
	await expect(slide(page).getByTestId('to-lesson')).toHaveCount(0);
});

for (const key of ['p', 'Escape'])
	test(`${key} leads back to the lesson at the figure that was shown, and it stands as it stood`, async ({
		page,
	}) => {
		await openLesson(page, FIRST);
		await page.keyboard.press('p');
		for (let i = 0; i < 8; i++) {
			if ((await place(page).innerText()).startsWith('4')) break;
			await page.keyboard.press('PageDown');
		}
		await expect(place(page)).toHaveText('4 of 8');
		await slide(page).getByRole('button', { name: 'Nobody' }).click();
		await page.keyboard.press(key);
		await expect(slide(page)).toHaveCount(0);
		await expect(page.getByTestId('lesson')).toBeVisible();
		const ask = page.getByTestId('ask-torn-count');
		await expect(ask.getByTestId('figure')).toBeInViewport();
		await expect(ask).toContainText('Choose again.');
		expect(
			await page.evaluate(() => document.documentElement.style.getPropertyValue('--slide-scale')),
		).toBe('');
	});

test('what is behind the slide takes no key and no focus', async ({ page }) => {
	await openLesson(page, FIRST);
	await page.keyboard.press('p');
	await expect(place(page)).toHaveText('1 of 8');
	for (let i = 0; i < 14; i++) {
		await page.keyboard.press('Tab');
		const inside = await page.evaluate(() => {
			const { activeElement } = document;
			return activeElement === document.body || activeElement?.closest('[data-slide]') !== null;
		});
		expect(inside, `${i}`).toBe(true);
	}
});
