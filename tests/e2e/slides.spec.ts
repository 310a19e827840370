/** The decks of docs/embedding and docs/teaching before a room: at every press nothing is cut or below the fold, and all of it can be read. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './examples';
import { wordsSeen } from './words-seen';

/** Of 720 pixels of height. */
const LEAST = 20;

/** What is wrong on the slide that is shown. */
async function wrongOn(page: Page, least: number): Promise<string[]> {
	const slide = page.locator('.slides > section.present');
	const stepper = slide.locator('lockstep-stepper');
	const frame = slide.locator('iframe');
	let seen = await wordsSeen(slide);
	if ((await stepper.count()) > 0) seen = await wordsSeen(stepper);
	if ((await frame.count()) > 0) {
		const box = await frame.boundingBox();
		const scale = await frame.evaluate(
			(e) => e.getBoundingClientRect().width / (e as HTMLElement).offsetWidth,
		);
		const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
		const inside = box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width;
		const isWhole = inside && box.y + box.height <= height;
		if (!isWhole) return ['the frame is cut'];
		seen = await wordsSeen(slide.frameLocator('iframe').locator('body'), scale);
	}
	const wrong = seen.cut.map((word) => `cut: ${word}`);
	if (seen.words === 0) wrong.push('nothing');
	if (Number.parseFloat(seen.least) < least - 0.1) wrong.push(`small: ${seen.least}`);
	return wrong;
}

/** Where the deck is. */
const placeIn = (page: Page) =>
	page.evaluate(() => {
		const slides = [...document.querySelectorAll('.slides > section')];
		const at = slides.findIndex((e) => e.classList.contains('present'));
		return `slide ${at + 1}, fragment ${slides[at]?.querySelectorAll('.fragment.visible').length}`;
	});

const STEPPERS = '.slides > section > :is(lockstep-stepper, iframe)';

const DECKS = [
	['deck', 4],
	['mcs-in-ten-minutes', 7],
] as const;

/** Of the dark theme, what is too faint to be read. */
async function faintOn(page: Page): Promise<string[]> {
	const axe = new AxeBuilder({ page }).include('.slides > section.present');
	const { violations } = await axe.withRules(['color-contrast']).analyze();
	return violations.flatMap((v) => v.nodes.map((n) => `faint: ${n.html}`));
}

/** What is wrong, once what moves has come to rest. */
async function wrongAtRest(page: Page, least: number): Promise<string[]> {
	let found = ['never at rest'];
	await expect
		.poll(async () => {
			const now = await wrongOn(page, least);
			const same = now.join() === found.join();
			found = now;
			return now.length === 0 || same;
		})
		.toBe(true);
	return found;
}

for (const [width, height, theme] of [
	[1280, 720, 'light'],
	[1920, 1080, 'light'],
	[1280, 720, 'dark'],
] as const)
	test.describe(`at ${width} × ${height}, ${theme}`, () => {
		test.use({ dark: theme === 'dark', viewport: { width, height } });
		for (const [name, slides] of DECKS)
			test(`${name}.html: nothing is cut, and a room can read it`, async ({ page, examples }) => {
				test.setTimeout(120_000);
				await page.goto(`${examples}${name}.html`);
				await expect(page.locator('.reveal.ready')).toBeVisible();
				await expect(page.locator('.slides > section')).toHaveCount(slides);
				for (const of of await page.locator(STEPPERS).all())
					await expect(of.locator('xpath=..').locator('.fragment').first()).toBeAttached();
				const wrong: string[] = [];
				const last = page.locator('.slides > section').last();
				const present = page.locator('.slides > section.present');
				for (let presses = 0; presses < 60; presses++) {
					const at = await placeIn(page);
					const found = await wrongAtRest(page, (LEAST * height) / 720);
					if (theme === 'dark' && !(await present.locator('.fragment.visible').count()))
						found.push(...(await faintOn(page)));
					wrong.push(...found.map((one) => `${at}: ${one}`));
					if (await last.evaluate((e) => e.classList.contains('present'))) break;
					await page.keyboard.press('PageDown');
					await expect.poll(() => placeIn(page)).not.toBe(at);
				}
				await expect(last).toBeVisible();
				expect(wrong).toEqual([]);
			});
	});
