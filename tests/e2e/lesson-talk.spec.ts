/** A lesson in a talk: the notes follow it, its stops are counted as they are pressed, and one comes back to its last one. */
import type { Page } from '@playwright/test';
import { expect, test } from './support';

const LIST = 'mcs-gap,learn/spin-or-sleep,mcs-queue';
const talk = (path: string, item: number) => `./#/${path}?list=${LIST}&item=${item}&p=1`;
const place = (page: Page) => page.getByTestId('slide-place');

async function notesOf(room: Page): Promise<Page> {
	const opened = room.context().waitForEvent('page');
	await room.keyboard.press('S');
	const notes = await opened;
	await expect(notes.getByTestId('notes-place')).toContainText('step');
	return notes;
}

test('the notes go through a lesson with the room, and its number of slides stays', async ({
	page: room,
}) => {
	test.setTimeout(180_000);
	await room.emulateMedia({ reducedMotion: 'reduce' });
	await room.goto(talk('learn/spin-or-sleep', 2));
	await expect(place(room)).toHaveText(/^1 of \d+$/);
	const of = (await place(room).innerText()).split(' ').at(-1);
	const notes = await notesOf(room);
	await expect(notes.locator('h1')).toHaveText(/^Lesson \d+: /);
	const at = notes.getByTestId('notes-place');
	await expect(at).toContainText(`figure 1 of ${of}, stop 1 of `);
	const stops = Number(/stop 1 of (\d+)/.exec(await at.innerText())?.[1]);
	let answers = 0;
	for (let stop = 1; stop <= stops; stop++) {
		await expect(at).toContainText(`stop ${stop} of ${stops}`);
		expect((await place(room).innerText()).split(' ').at(-1)).toBe(of);
		await expect(notes.getByTestId('notes-now')).not.toContainText('There is no note');
		if ((await notes.getByTestId('notes-now').innerText()).includes('(not answered')) {
			await expect(notes.getByTestId('notes-now')).toContainText('The answer: ');
			answers++;
		}
		await room.keyboard.press('PageDown');
	}
	expect(answers).toBeGreaterThan(0);
	await expect(room.getByTestId('interval')).toContainText('Next: ');
	await expect(place(room)).toHaveText(`${of} of ${of}`);
	await expect(notes.getByTestId('notes-front')).toHaveText(/what comes next/);
	await expect(notes.getByTestId('notes-onward')).toContainText('One press more opens');
});

test('one Page Up from the item behind a lesson leads to its last stop', async ({ page }) => {
	test.setTimeout(120_000);
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await page.goto(talk('mcs-queue', 3));
	await expect(page.getByTestId('position')).toHaveText(/^step 0 of/);
	await page.keyboard.press('PageUp');
	await expect(place(page)).toHaveText(/^(\d+) of \1$/);
	await page.waitForTimeout(800);
	await page.keyboard.press('PageDown');
	await expect(page.getByTestId('interval')).toContainText('Next: ');
});

const FIVE =
	'ticket-preempted?list=mcs-queue,rwsem-starved-writer,compare/rwsem-starved-writer/rwsem-handoff-rescue,learn/spin-or-sleep,ticket-preempted&item=5&p=1';
const MANY =
	'ticket-preempted?list=mcs-queue,mcs-gap,mutex-stampede,rwsem-starved-writer,rwsem-handoff-rescue,learn/spin-or-sleep,learn/what-a-lock-is,level/two-heads,ticket-storm,mutex-mcs-queue,ticket-preempted&item=11&p=1';

for (const [width, height] of [
	[1280, 720],
	[1920, 1080],
] as const)
	for (const [name, address] of [
		['five', FIVE],
		['eleven', MANY],
	] as const)
		test(`what ${name} items leave is whole and nothing stands on another at ${width} × ${height}`, async ({
			page,
		}) => {
			await page.setViewportSize({ width, height });
			await page.goto(`./#/${address}`);
			await expect(page.getByTestId('position')).toHaveText(/^step /);
			await page.keyboard.press('End');
			const closing = page.getByTestId('interval');
			await expect(async () => {
				await page.keyboard.press('PageDown');
				await expect(closing).toContainText('To take home', { timeout: 500 });
			}).toPass();
			await expect(closing.locator('li').nth(4)).toBeVisible();
			const wrong = () =>
				closing.evaluate((slide) => {
					const boxes = [...slide.querySelectorAll('h2, li')].map((e) => e.getBoundingClientRect());
					const cut = boxes.filter(
						(b) => b.top < 8 || b.bottom > window.innerHeight - 8 || b.right > window.innerWidth,
					);
					const over = boxes.filter((a, i) =>
						boxes.some(
							(b, j) =>
								j > i &&
								a.bottom > b.top + 1 &&
								b.bottom > a.top + 1 &&
								a.right > b.left + 1 &&
								b.right > a.left + 1,
						),
					);
					return [cut.length, over.length];
				});
			await expect.poll(wrong).toEqual([0, 0]);
			const size = await closing
				.locator('li')
				.first()
				.evaluate((e) => Number.parseFloat(getComputedStyle(e).fontSize));
			expect(size).toBeGreaterThanOrEqual((14 * height) / 720);
		});

test('the title of the stampede moves nothing when it is told', async ({ page }) => {
	await page.setViewportSize({ width: 1280, height: 720 });
	await page.goto('./#/mutex-stampede?p=1');
	await expect(page.getByTestId('position')).toHaveText(/^step 0 of/);
	for (let i = 0; i < 12; i++) {
		await page.keyboard.press('PageDown');
		await page.waitForTimeout(150);
		expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
			720,
		);
	}
});
