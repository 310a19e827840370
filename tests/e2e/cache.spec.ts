/** Cache lines: who has which, and whom a release disturbs, at one look. */
import type { Page } from '@playwright/test';
import { expect, moment, openMoment, SCHEMES, test } from './support';

async function forward(page: Page, steps: number): Promise<void> {
	for (let at = 1; at <= steps; at++) {
		await page.keyboard.press('ArrowRight');
		await moment(page, at);
	}
}

/** To the step by which T1 has given the lock away. */
const RELEASES = [
	{ story: 'mutex-stampede', steps: 25, disturbed: [2, 3, 4] },
	{ story: 'mutex-mcs-queue', steps: 35, disturbed: [2] },
] as const;

for (const { story, steps, disturbed } of RELEASES)
	for (const colorScheme of SCHEMES)
		test(`${story}, ${colorScheme}: one release disturbs ${disturbed.length}`, async ({ page }) => {
			await page.emulateMedia({ colorScheme });
			await openMoment(page, story);
			await page.keyboard.press('v');
			await expect(page.getByTestId('cache')).toBeInViewport();
			await forward(page, steps);
			const release = page.getByTestId('cache-release');
			await expect(release).toBeInViewport({ ratio: 1 });
			await expect(release).toContainText(`disturbed ${disturbed.length} thread`);
			for (const tid of [2, 3, 4])
				await expect(release).toHaveText(
					disturbed.some((d) => d === tid)
						? new RegExp(`T${tid}`)
						: new RegExp(`^((?!T${tid}).)*$`),
				);
			await expect(page.getByTestId('disturbed').locator('g[data-step]').first()).toBeVisible();
			await page.screenshot({ path: test.info().outputPath(`${story}-${colorScheme}.png`) });
		});

test('at 1280 × 720 the lines leave the word and the queues on the screen', async ({ page }) => {
	for (const story of ['mutex-stampede', 'mcs-queue', 'ticket-storm']) {
		await openMoment(page, story);
		if (!(await page.getByTestId('cache').isVisible())) await page.keyboard.press('v');
		await expect(page.getByTestId('cache')).toBeVisible();
		await page.keyboard.press('PageDown');
		await page.keyboard.press('PageDown');
		await expect(page.getByTestId('position')).not.toContainText('step 0');
		await expect(page.locator('[data-word]').first()).toBeInViewport({ ratio: 1 });
		await expect(async () => {
			const cut = await page.locator('[data-region="memory"]').evaluate((memory) => {
				const { bottom } = memory.getBoundingClientRect();
				const rows = [...memory.querySelectorAll('section[aria-label^="Queues"] [data-row]')];
				const text = memory.querySelector(':scope > details');
				const edge = Math.min(bottom, text?.getBoundingClientRect().top ?? bottom);
				return rows
					.filter((row) => row.getBoundingClientRect().bottom > edge + 2)
					.map((row) => row.textContent);
			});
			expect(cut, story).toEqual([]);
		}).toPass();
	}
});

test('with the keyboard alone: the button, the key, the address, and back again', async ({
	page,
}) => {
	await openMoment(page, 'mutex-stampede');
	const button = page.getByTestId('cache-button');
	for (let i = 0; i < 12 && !(await button.evaluate((b) => b === document.activeElement)); i++)
		await page.keyboard.press('Tab');
	await expect(button).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(button).toHaveAttribute('aria-pressed', 'true');
	await expect(page.getByTestId('cache')).toBeVisible();
	await expect.poll(() => page.url()).toContain('cache=1');
	await page.reload();
	await expect(page.getByTestId('cache')).toBeVisible();
	await page.keyboard.press('v');
	await expect(page.getByTestId('cache')).toBeHidden();
	await expect.poll(() => page.url()).not.toContain('cache=1');
});

test('the lines follow the cursor both ways', async ({ page }) => {
	await openMoment(page, 'mutex-mcs-queue?cache=1');
	const seen: string[] = [];
	for (let at = 1; at <= 30; at++) {
		await page.keyboard.press('ArrowRight');
		await moment(page, at);
		seen[at] = await page.getByTestId('cache').innerText();
	}
	/* rows of lines that are used later only are there when one comes back */
	const sums = (text: string | undefined) => /\d+ transfers?.*times?/.exec(text ?? '')?.[0];
	for (let at = 29; at >= 1; at--) {
		await page.keyboard.press('ArrowLeft');
		await moment(page, at);
		expect(sums(await page.getByTestId('cache').innerText())).toBe(sums(seen[at]));
	}
});

for (const viewport of [
	{ width: 390, height: 844 },
	{ width: 844, height: 390 },
])
	test.describe(`a phone of ${viewport.width} × ${viewport.height}`, () => {
		test.use({ viewport, hasTouch: true, isMobile: true });

		test('shows the lines, and nothing scrolls sideways', async ({ page }) => {
			await openMoment(page, 'mutex-stampede');
			await page.locator('[data-testid^="cache-button"]').filter({ visible: true }).tap();
			await forward(page, 24);
			await expect(page.getByTestId('cache-release')).toContainText('3 threads');
			const room = await page.evaluate(() => [
				document.documentElement.scrollWidth,
				document.documentElement.clientWidth,
			]);
			expect(room[0]).toBeLessThanOrEqual(room[1] ?? 0);
			await openMoment(page, 'rwsem?n=16&cache=1');
			await page.getByTestId('forward').tap();
			await expect(page.getByTestId('cache-step')).toContainText('T1');
			expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
		});
	});
