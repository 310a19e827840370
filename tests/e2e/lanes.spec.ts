/** Time under the pointer: zoom, pan, the window of the overview, and the page's own scroll. */
import type { Page } from '@playwright/test';
import { expect, frames, moment, openMoment, tellStory, test } from './support';

async function openLong(page: Page): Promise<void> {
	await openMoment(page, 'rwsem-starved-writer');
	await tellStory(page);
	await expect(page.getByTestId('tick').first()).toBeVisible();
	/* what hears the pointer comes after the picture */
	await expect(page.locator('[data-hears]')).toBeAttached();
}

const ticks = async (page: Page) =>
	(await page.getByTestId('tick').allTextContents()).map((text) => Number(text));

async function boxOf(page: Page, selector: string) {
	const box = await page.locator(selector).boundingBox();
	if (!box) throw new Error(`no ${selector}`);
	return box;
}

const GROUND = '[data-testid="lanes-ground"]';
const HANDLE = '[data-testid="scrubber"]';
const WINDOW = '[data-testid="overview"] .selection';

async function zoomIn(page: Page, turns: number): Promise<void> {
	const box = await boxOf(page, GROUND);
	await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
	await page.keyboard.down('Control');
	for (let i = 0; i < turns; i++) await page.mouse.wheel(0, -100);
	await page.keyboard.up('Control');
	await frames(page, 3);
}

test('Ctrl and the wheel zoom around the pointer; the page keeps its size', async ({ page }) => {
	await openLong(page);
	const before = await ticks(page);
	const size = await page.evaluate(() => devicePixelRatio);
	await zoomIn(page, 2);
	const after = await ticks(page);
	const span = (all: number[]) => (all.at(-1) as number) - (all[0] as number);
	expect(span(after)).toBeLessThan(0.7 * span(before));
	expect(await page.evaluate(() => devicePixelRatio)).toBe(size);
});

test('a zoomed view follows the cursor and keeps its width', async ({ page }) => {
	await openLong(page);
	await zoomIn(page, 3);
	const { width } = await boxOf(page, WINDOW);
	await page.keyboard.press('Home');
	await moment(page, 0);
	/* the number of the start stands on the handle */
	await expect(page.getByTestId('handle-step')).toHaveText('0');
	const [ground, handle] = [await boxOf(page, GROUND), await boxOf(page, HANDLE)];
	expect(handle.x + handle.width / 2 - ground.x).toBeLessThan(40);
	expect((await ticks(page))[0]).toBeLessThanOrEqual(5);
	for (let at = 1; at <= 30; at++) {
		await page.keyboard.press('ArrowRight');
		await moment(page, at);
	}
	const shown = await ticks(page);
	expect(shown[0]).toBeLessThanOrEqual(30);
	expect(shown.at(-1)).toBeGreaterThanOrEqual(30);
	expect((await boxOf(page, WINDOW)).width).toBeCloseTo(width, 0);
});

test('a drag pans, a press goes there, the ruler scrubs', async ({ page }) => {
	await openLong(page);
	await zoomIn(page, 3);
	const { at } = await moment(page);
	const before = await ticks(page);
	const box = await boxOf(page, GROUND);
	const y = box.y + box.height / 2;
	await page.mouse.move(box.x + 400, y);
	await page.mouse.down();
	await page.mouse.move(box.x + 700, y, { steps: 5 });
	await page.mouse.up();
	await frames(page, 2);
	expect((await ticks(page))[0]).toBeLessThan(before[0] as number);
	expect((await moment(page)).at).toBe(at);
	await page.mouse.click(box.x + 200, y);
	await expect.poll(async () => (await moment(page)).at).toBeLessThan(at);
	const pressed = (await moment(page)).at;
	await page.mouse.move(box.x + 300, box.y - 6);
	await page.mouse.down();
	await page.mouse.move(box.x + 600, box.y - 6, { steps: 4 });
	await page.mouse.up();
	await expect.poll(async () => (await moment(page)).at).toBeGreaterThan(pressed);
});

test('the window of the overview is dragged, and drawn out at its end', async ({ page }) => {
	await openLong(page);
	await zoomIn(page, 3);
	const { at } = await moment(page);
	const before = await boxOf(page, WINDOW);
	const y = before.y + before.height / 2;
	const middle = before.x + before.width / 2;
	await page.mouse.move(middle, y);
	await page.mouse.down();
	await page.mouse.move(middle - 200, y, { steps: 4 });
	await page.mouse.up();
	await frames(page, 2);
	const moved = await boxOf(page, WINDOW);
	expect(moved.x).toBeCloseTo(before.x - 200, -1);
	expect(moved.width).toBeCloseTo(before.width, 0);
	const first = (await ticks(page))[0];
	await page.mouse.move(moved.x + moved.width, y);
	await page.mouse.down();
	await page.mouse.move(moved.x + moved.width + 200, y, { steps: 4 });
	await page.mouse.up();
	await frames(page, 2);
	const wide = await boxOf(page, WINDOW);
	expect(wide.x).toBeCloseTo(moved.x, -1);
	expect(wide.width).toBeGreaterThan(moved.width + 150);
	expect((await ticks(page))[0]).toBeLessThanOrEqual((first as number) + 5);
	expect((await moment(page)).at).toBe(at);
});

test.describe('on a phone', () => {
	test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

	type Point = { x: number; y: number };

	/** The fingers through these places, as the browser's own input. */
	async function touch(page: Page, ...places: Point[][]): Promise<void> {
		const cdp = await page.context().newCDPSession(page);
		for (const [i, fingers] of places.entries())
			await cdp.send('Input.dispatchTouchEvent', {
				type: i === 0 ? 'touchStart' : 'touchMove',
				touchPoints: fingers.map((point, id) => ({ ...point, id })),
			});
		await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
		await frames(page, 3);
	}

	const swipe = (page: Page, { x, y }: Point, by: Point) =>
		touch(
			page,
			...[0, 0.1, 0.2, 0.5, 0.8, 1].map((part) => [{ x: x + by.x * part, y: y + by.y * part }]),
		);

	test('a swipe along the lanes pans them, one up scrolls the page', async ({ page }) => {
		await openLong(page);
		await page.locator(GROUND).scrollIntoViewIfNeeded();
		const box = await boxOf(page, GROUND);
		const start = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
		const before = await ticks(page);
		await swipe(page, start, { x: 150, y: 0 });
		await expect.poll(async () => (await ticks(page))[0]).toBeLessThan(before[0] as number);

		const scrolled = () =>
			page.evaluate(() => [...document.querySelectorAll('*')].map((e) => e.scrollTop));
		const tops = await scrolled();
		const shown = await ticks(page);
		await swipe(page, start, { x: 0, y: 200 });
		await expect.poll(scrolled).not.toEqual(tops);
		expect(await ticks(page)).toEqual(shown);
	});

	test('two fingers zoom', async ({ page }) => {
		await openLong(page);
		await page.locator(GROUND).scrollIntoViewIfNeeded();
		const box = await boxOf(page, GROUND);
		const before = await ticks(page);
		const [x, y] = [box.x + box.width / 2, box.y + 40];
		const apart = [40, 60, 80, 100];
		await touch(
			page,
			...apart.map((by) => [
				{ x: x - by, y },
				{ x: x + by, y },
			]),
		);
		const after = await ticks(page);
		const span = (all: number[]) => (all.at(-1) as number) - (all[0] as number);
		expect(span(after)).toBeLessThan(0.7 * span(before));
	});
});

test('the step that is shown stands on the handle of the cursor, which lies on no other number', async ({
	page,
}) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	for (const address of ['mcs-queue?at=0', 'mcs-queue?p=1&at=0', 'rwsem-two-pass?at=0']) {
		await page.goto('about:blank');
		await page.goto(`./#/${address}`);
		await expect(page.getByTestId('tick').first()).toBeVisible();
		for (let at = 0; at <= 26; at++) {
			await expect(page.getByTestId('handle-step')).toHaveText(String(at));
			const under = await page.evaluate(() => {
				const handle = document.querySelector('[data-testid="scrubber"]');
				const { left = 0, right = 0 } = handle?.getBoundingClientRect() ?? {};
				return [...document.querySelectorAll('[data-testid="tick"]')]
					.filter((tick) => {
						const box = tick.getBoundingClientRect();
						return box.right > left + 0.5 && box.left < right - 0.5;
					})
					.map((tick) => tick.textContent);
			});
			expect(under, `${address} ${at}`).toEqual([]);
			await page.keyboard.press('ArrowRight');
			/* an open question is answered first */
			if ((await page.getByTestId('handle-step').textContent()) === String(at))
				await page.keyboard.press('ArrowRight');
		}
	}
});
