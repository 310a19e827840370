/** Comparisons as the tests of the page open them. */
import type { Page } from '@playwright/test';
import { expect } from './support';

export const FLAGSHIP = 'compare/mutex-stampede/mutex-mcs-queue';

export async function openPair(page: Page, fragment = FLAGSHIP): Promise<void> {
	await page.goto(`./#/${fragment}`);
	await expect(page.getByTestId('costs')).toBeAttached();
}

/** The two cells of a row of what it costs. */
export const row = (page: Page, name: string) =>
	page.getByTestId('costs').locator('tr', { hasText: name }).locator('td').allInnerTexts();
