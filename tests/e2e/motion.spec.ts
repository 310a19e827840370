/** For readers who asked for less motion: nothing moves by itself, nothing takes its time. */
import type { Page } from '@playwright/test';
import { expect, FAMILIES, moment, openGallery, openMoment, tellStory, test } from './support';

const LONGEST_MS = 100;

/** Notes every transition or animation from now on that lasts longer than a cross-fade may. */
async function watchMotion(page: Page): Promise<() => Promise<string[]>> {
	await page.evaluate((longest) => {
		const seen = new Set<string>();
		const look = () => {
			for (const animation of document.getAnimations()) {
				const time = animation.effect?.getComputedTiming();
				const whole = Number(time?.endTime ?? 0);
				const target = (animation.effect as KeyframeEffect | null)?.target;
				if (whole > longest)
					seen.add(`${target?.tagName} ${target?.getAttribute('class')} ${whole}`);
			}
			requestAnimationFrame(look);
		};
		look();
		Object.assign(window, { longMotions: seen });
	}, LONGEST_MS);
	return () =>
		page.evaluate(() => [...(window as unknown as { longMotions: Set<string> }).longMotions]);
}

/** One step after a pause at a time: what comes fast is not animated in any case. */
async function stepCalmly(page: Page, steps: number): Promise<void> {
	const { at } = await moment(page);
	for (let i = 1; i <= steps; i++) {
		await page.keyboard.press('ArrowRight');
		await moment(page, at + i);
		await page.waitForTimeout(160);
	}
}

const pictures = (page: Page) =>
	page
		.locator('[data-part="picture"]')
		.evaluateAll((all) => all.slice(0, 3).map((e) => e.innerHTML));

test.describe('with reduced motion', () => {
	test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

	for (const { story } of FAMILIES) {
		test(`${story}: no step moves for longer than ${LONGEST_MS} ms`, async ({ page }) => {
			await openMoment(page, story);
			const motions = await watchMotion(page);
			await stepCalmly(page, 12);
			await tellStory(page);
			await page.getByTestId('help-button').click();
			await page.keyboard.press('Escape');
			await page.getByTestId('setup').click();
			await page.keyboard.press('Escape');
			expect(await motions()).toEqual([]);
		});
	}

	test('the pictures of the gallery stand still', async ({ page }) => {
		await openGallery(page);
		await expect(page.locator('[data-part="picture"] svg').first()).toBeVisible();
		const motions = await watchMotion(page);
		const before = await pictures(page);
		await page.waitForTimeout(1600); // twice the slowest beat of a picture
		expect(await pictures(page)).toEqual(before);
		expect(await motions()).toEqual([]);
		await expect(page.getByTestId('pause-pictures')).toBeHidden();
	});
});

test('otherwise they play, until they are paused', async ({ page }) => {
	await page.emulateMedia({ reducedMotion: 'no-preference' });
	await openGallery(page);
	const before = await pictures(page);
	await expect.poll(() => pictures(page)).not.toEqual(before);
	await page.getByTestId('pause-pictures').click();
	const paused = await pictures(page);
	await page.waitForTimeout(1600);
	expect(await pictures(page)).toEqual(paused);
});

test('otherwise a step does move, and this test would see it', async ({ page }) => {
	await page.emulateMedia({ reducedMotion: 'no-preference' });
	await openMoment(page, 'mcs-queue');
	const motions = await watchMotion(page);
	await stepCalmly(page, 12);
	expect((await motions()).length).toBeGreaterThan(0);
});
