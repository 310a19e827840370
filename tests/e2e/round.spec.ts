/** A schedule of a starvation search: where its round begins, whom it passes, and once more round. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { axeOn } from './axe';
import { expect, openMoment, SCHEMES, test } from './support';

const text = readFileSync('docs/findings.md', 'utf8');
const [, R7 = '', first = ''] = /`#\/(rwsem-handoff\?[^`]+&round=(\d+))`/.exec(text) ?? [];

const note = (page: Page) => page.getByTestId('round');
const ends = (page: Page) =>
	page
		.getByTestId('round-mark')
		.evaluateAll((marks) => marks.map((m) => [m.dataset.from, m.dataset.to].map(Number)));

test('R7 leads to its schedule, which says what goes round, and goes round once more', async ({
	page,
}) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await page.goto('./#/docs/findings/R7');
	await page.locator(`a[href$="&round=${first}"]`).click();
	await expect(note(page)).toContainText(
		`The same state as at step ${first}. Between the two T1 had the lock once.`,
	);
	await expect(note(page)).toContainText('taken again and again, this starves T2.');
	await expect(note(page).getByRole('link', { name: 'finding R7' })).toHaveAttribute(
		'href',
		'#/docs/findings/R7',
	);
	await expect(page.getByTestId('live')).toContainText('this starves T2');
	const [[from = 0, to = 0] = []] = await ends(page);
	expect(from).toBe(Number(first));
	await expect(page.getByTestId('lanes-legend')).toContainText('same state at both ends');
	const further = to + (to - from);
	/* it is written at times and when the steps pause: a reload at once would be one of a moment before */
	let address = page.url();
	const written = async () => {
		await expect
			.poll(() => page.url() !== address && !new URL(page.url()).hash.includes('&at='))
			.toBe(true);
		address = page.url();
	};
	await page.getByTestId('once-more').click();
	await expect(page.getByTestId('position')).toHaveText(`step ${further} of ${further}`);
	await expect(note(page)).toContainText('2 rounds later. Between the two T1 had the lock twice.');
	await expect(note(page).getByRole('link', { name: 'finding R7' })).toBeVisible();
	await written();
	await page.keyboard.press('R');
	const third = further + (to - from);
	await expect(page.getByTestId('position')).toHaveText(`step ${third} of ${third}`);
	expect(await ends(page)).toEqual([
		[from, to],
		[to, further],
		[further, third],
	]);
	/* the address is one that opens the same */
	await written();
	expect(address).toContain(`round=${first}`);
	await page.reload();
	await expect(note(page)).toContainText('3 rounds later');
	await expect(page.getByTestId('notice')).toHaveCount(0);
});

test('other steps take mark and sentence away, and a wrong number is told', async ({ page }) => {
	await openMoment(page, R7);
	await expect(page.getByTestId('round-mark')).toHaveCount(1);
	await page.keyboard.press('ArrowLeft');
	await expect(note(page)).toHaveCount(0);
	await expect(page.getByTestId('round-mark')).toHaveCount(1);
	for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
	await page.keyboard.press('2');
	await page.keyboard.press('1');
	await expect(page.getByTestId('round-mark')).toHaveCount(0);
	await expect.poll(() => page.url()).not.toContain('round=');
	await page.keyboard.press('R');
	await expect(page.getByTestId('toast')).toContainText('No round is marked here');
	await openMoment(page, R7.replace(/round=\d+/, 'round=7'));
	await expect(page.getByText('a round begins at step 7, and no later step')).toBeVisible();
	await expect(page.getByTestId('round-mark')).toHaveCount(0);
});

test('on a phone and before a room', async ({ page }) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await page.setViewportSize({ width: 390, height: 844 });
	await openMoment(page, R7);
	await page.getByTestId('once-more').click();
	await expect(note(page)).toContainText('2 rounds later');
	const wide = await page.evaluate(
		() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
	);
	expect(wide).toBeLessThanOrEqual(0);
	await page.setViewportSize({ width: 1280, height: 720 });
	await page.keyboard.press('p');
	await expect(page.locator('main[data-preset]')).toBeVisible();
	await expect(note(page)).toBeInViewport({ ratio: 1 });
	await expect(page.getByTestId('once-more')).toBeInViewport({ ratio: 1 });
	const letters = await note(page).evaluate((p) => Number.parseFloat(getComputedStyle(p).fontSize));
	expect(letters).toBeGreaterThanOrEqual(18);
});

for (const colorScheme of SCHEMES)
	test(`axe finds nothing: ${colorScheme}`, async ({ page }) => {
		await page.emulateMedia({ colorScheme });
		await openMoment(page, R7);
		await expect(note(page).getByRole('link', { name: 'finding R7' })).toBeVisible();
		const axe = axeOn(page).include('[data-region="narration"]');
		const { violations, passes } = await axe.include('section[aria-label="Timeline"]').analyze();
		expect(violations.map(({ id }) => id)).toEqual([]);
		expect(passes.map(({ id }) => id)).toContain('color-contrast');
	});
