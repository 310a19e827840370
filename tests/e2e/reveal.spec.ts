/** A deck of reveal.js with our plugin, and without its notes: whatever leads away from a beat leads back to it. */
import type { Page } from '@playwright/test';
import type { LockstepStepperElement } from '../../web/src/embed/public';
import { expect, test } from './examples';

const BEATS = 4;

const beat = (page: Page) =>
	page.locator('#queue').evaluate((e) => (e as LockstepStepperElement).state?.beat);
const shown = (page: Page, of = '#queue') => page.locator(`${of} ~ .fragment.visible`).count();
const inFrame = (page: Page) => page.frameLocator('#leave').getByTestId('position');

async function open(page: Page, address: string): Promise<void> {
	await page.goto(address);
	await expect(page.locator('.reveal.ready')).toBeVisible();
	for (const of of ['#queue', '#leave'])
		await expect(page.locator(`${of} ~ .fragment`).first()).toBeAttached();
}

async function openAtBeat(page: Page, examples: string): Promise<void> {
	await open(page, `${examples}deck.html`);
	for (let i = 0; i <= BEATS; i++) await page.keyboard.press('PageDown');
	await expect.poll(() => beat(page)).toBe(BEATS);
}

test('a deck that is loaded anew goes on at its beat, and what lies behind is told to its end', async ({
	page,
	examples,
}) => {
	await openAtBeat(page, examples);
	/* the deck writes its address once in a second */
	await expect.poll(() => new URL(page.url()).hash).toBe(`#/1/0/${BEATS - 1}`);
	await page.reload();
	await expect.poll(() => beat(page)).toBe(BEATS);
	expect(await shown(page)).toBe(BEATS);
	await page.keyboard.press('PageUp');
	await expect.poll(() => beat(page)).toBe(BEATS - 1);
	/* a frame as well, and from it back onto the story before */
	await page.goto('about:blank');
	await open(page, `${examples}deck.html#/2/0/1`);
	await expect.poll(() => shown(page, '#leave')).toBe(2);
	await expect(inFrame(page)).not.toContainText('step 0 of');
	for (let i = 0; i < 3; i++) await page.keyboard.press('PageUp');
	await expect(page.locator('#queue')).toBeVisible();
	const beats = await page
		.locator('#queue')
		.evaluate((e) => (e as LockstepStepperElement).state?.beats);
	await expect.poll(() => beat(page)).toBe(beats);
});

test('a deck that was pressed on before its beats were there is not led back', async ({
	page,
	examples,
}) => {
	await page.route('**/*.wasm', async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 1500));
		await route.continue();
	});
	await page.goto(`${examples}deck.html#/1/0/3`);
	await expect(page.locator('.reveal.ready')).toBeVisible();
	await page.keyboard.press('PageUp');
	await page.keyboard.press('PageDown');
	await expect(page.locator('#queue ~ .fragment').first()).toBeAttached();
	await expect.poll(() => beat(page)).toBe(0);
	expect(await shown(page)).toBe(0);
});

test('a look at other slides in the overview, and a narrow window, lead back to the beat', async ({
	page,
	examples,
}) => {
	await openAtBeat(page, examples);
	for (const [away, back] of [
		['ArrowLeft', 'ArrowRight'],
		['ArrowRight', 'ArrowLeft'],
	] as const) {
		await page.keyboard.press('Escape');
		await page.keyboard.press(away);
		await page.keyboard.press(back);
		await page.keyboard.press('Escape');
		await expect(page.locator('.reveal.overview')).toHaveCount(0);
		await expect.poll(() => beat(page)).toBe(BEATS);
		expect(await shown(page)).toBe(BEATS);
	}
	await page.setViewportSize({ width: 900, height: 500 });
	await expect.poll(() => beat(page)).toBe(BEATS);
	/* so narrow the deck is a page that scrolls */
	await page.setViewportSize({ width: 400, height: 700 });
	await expect(page.locator('.reveal-scroll')).toBeVisible();
	await page.setViewportSize({ width: 1280, height: 720 });
	await expect(page.locator('.reveal-scroll')).toHaveCount(0);
	await expect.poll(() => beat(page)).toBe(BEATS);
	await page.keyboard.press('PageDown');
	await expect.poll(() => shown(page)).toBe(BEATS + 1);
});

test('where a press went into the stepper the deck goes on from there', async ({
	page,
	examples,
}) => {
	await openAtBeat(page, examples);
	const queue = page.locator('#queue');
	await queue.click({ position: { x: 620, y: 60 } });
	await page.keyboard.press('PageUp');
	await expect.poll(() => beat(page)).toBe(BEATS - 1);
	expect(await shown(page)).toBe(BEATS - 1);
	await queue.evaluate((e) => (e as LockstepStepperElement).back('beat'));
	await expect.poll(() => shown(page)).toBe(BEATS - 2);
	await page.keyboard.press('PageDown');
	await expect.poll(() => beat(page)).toBe(BEATS - 1);
	/* steps of the reader's own are none of the deck's */
	await queue.evaluate((e) => (e as LockstepStepperElement).step(3));
	expect(await shown(page)).toBe(BEATS - 1);
	await page.keyboard.press('PageDown');
	await expect.poll(() => beat(page)).toBe(BEATS);
	expect(await queue.evaluate((e) => (e as LockstepStepperElement).state?.left)).toBe(false);
	/* and from the last beat to the next slide, wherever the focus is */
	await queue.click({ position: { x: 620, y: 60 } });
	const rest = (await page.locator('#queue ~ .fragment').count()) - (await shown(page));
	for (let i = 0; i <= rest; i++) await page.keyboard.press('PageDown');
	await expect(page.locator('#leave')).toBeVisible();
	/* a frame keeps the keys that it was given by a click */
	await page.goto('about:blank');
	await open(page, `${examples}deck.html#/2`);
	await page.keyboard.press('PageDown');
	await expect(inFrame(page)).not.toContainText('step 0 of');
	await inFrame(page).click();
	for (let i = 0; i < 2; i++) await page.keyboard.press('PageDown');
	await expect.poll(() => shown(page, '#leave')).toBeGreaterThan(1);
	const inside = await inFrame(page).textContent();
	const count = await shown(page, '#leave');
	await page.locator('.reveal').click({ position: { x: 5, y: 5 } });
	await page.keyboard.press('PageDown');
	await expect.poll(() => shown(page, '#leave')).toBe(count + 1);
	await page.keyboard.press('PageUp');
	await expect(inFrame(page)).toHaveText(String(inside));
});

test('a frame that the deck empties while it is away comes back at its beat', async ({
	page,
	examples,
}) => {
	/* which it does with a frame whose address stands in data-src */
	await page.addInitScript(() => {
		new MutationObserver((_, observer) => {
			const frame = document.querySelector<HTMLIFrameElement>('#leave');
			if (!frame) return;
			frame.dataset.src = frame.src;
			frame.removeAttribute('src');
			observer.disconnect();
		}).observe(document, { childList: true, subtree: true });
	});
	await page.goto(`${examples}deck.html#/2`);
	await expect(page.locator('#leave ~ .fragment').first()).toBeAttached();
	const all = await page.locator('#leave ~ .fragment').count();
	for (let i = 0; i < all; i++) await page.keyboard.press('PageDown');
	await expect.poll(() => shown(page, '#leave')).toBe(all);
	await expect(inFrame(page)).toContainText('step 37 of 37');
	await page.keyboard.press('PageDown');
	await expect(page.getByRole('heading', { name: 'Questions?' })).toBeVisible();
	await page.keyboard.press('PageUp');
	await expect(inFrame(page)).toContainText('step 37 of 37');
});
