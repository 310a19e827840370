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
			const { currentCSSZoom = 1 } = one as Element & { currentCSSZoom?: number };
			const isDrawn = one instanceof SVGElement;
			const drawn = isDrawn ? one.closest('svg')?.getScreenCTM()?.a : currentCSSZoom;
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
	await expect(slide(page).getByTestId('not-sure')).toBeHidden();
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
	await expect(slide(page).getByTestId('to-lesson')).toHaveCount(1);
	await page.keyboard.press('PageDown');
	await expect(slide(page).getByTestId('to-lesson')).toHaveCount(0);
});

test('a room sees letters of one size from figure to figure, and nothing for a reader’s hands', async ({
	page,
}) => {
	await page.setViewportSize({ width: 1280, height: 720 });
	await openLesson(page, 'starvation-and-handoff');
	await expect(page.locator('[data-testid="figure"][data-ready]')).toHaveCount(5);
	await page.keyboard.press('p');
	const size = () =>
		page.evaluate(() => document.documentElement.style.getPropertyValue('--slide-scale'));
	const hands = slide(page).locator(
		':is([data-testid="figure-steps"], [data-testid="not-sure"], [data-testid="open-stepper"]):visible, :text("What if …"):visible, :text("Words:"):visible',
	);
	await expect(page.getByText('Lesson 9: Starvation and handoff · 1 of 5')).toBeVisible();
	/* until all of them are measured */
	await expect.poll(size).toBe('1.10');
	const sizes: string[] = [];
	for (let i = 0; i < 24 && !(await place(page).innerText()).startsWith('5'); i++) {
		sizes.push(await size());
		await expect(hands).toHaveCount(0);
		await page.keyboard.press('PageDown');
		await page.waitForTimeout(300);
	}
	await expect(place(page)).toHaveText('5 of 5');
	expect(new Set(sizes)).toEqual(new Set(['1.10']));
	/* one press has the answer, with the end of what it plays */
	await page.keyboard.press('PageDown');
	await expect(slide(page).getByTestId('verdict')).toContainText('The answer');
	await expect(slide(page).getByTestId('position')).toHaveText('step 66 of 66');
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
