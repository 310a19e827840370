/** Lessons as the tests of the page open them. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './support';

export const FIRST = 'what-a-lock-is';

export async function openLesson(page: Page, slug: string): Promise<void> {
	await page.goto(`./#/learn/${slug}`);
	await expect(figures(page).first()).toHaveAttribute('data-ready');
}

/** The first lesson, at its figure of two threads: that stands behind the first question. */
export async function openTwo(page: Page): Promise<Locator> {
	await openLesson(page, FIRST);
	await page.getByTestId('ask-second-comer').getByTestId('not-sure').click();
	const figure = page.getByRole('region', { name: 'Figure: two threads at the mutex' });
	await figure.evaluate((element) => element.scrollIntoView({ block: 'center' }));
	await expect(figure).toHaveAttribute('data-ready');
	return figure;
}

export const figures = (page: Page) => page.getByTestId('figure');

/** Each question that is open, in their order. */
export async function answerAll(page: Page): Promise<void> {
	const open = page.getByTestId('not-sure');
	for (let left = await open.count(); left > 0; left--) {
		await open.first().click();
		await expect(open).toHaveCount(left - 1);
	}
}

export const sideways = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
