/** What a class asks, by keys alone: five of them; it comes late; the owner loses its CPU. */
import type { Page } from '@playwright/test';
import { expect, openMoment, storyFitted, test } from './support';

async function withThreads(page: Page, threads: number): Promise<void> {
	await page.keyboard.press('s');
	await page.getByTestId('setup-threads').fill(String(threads));
	await expect(page.locator(`main [data-thread="${threads}"]`)).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page.getByTestId('setup-panel')).toHaveCount(0);
}

for (const room of [true, false])
	test(`five of them: ${room ? 'before a room ' : ''}a key brings the new ones into the queue, says what it played, and one takes it back`, async ({
		page,
	}) => {
		await page.emulateMedia({ reducedMotion: 'reduce' });
		await openMoment(page, `mcs-queue?at=9${room ? '&p=1' : ''}`);
		if (room) await storyFitted(page);
		await withThreads(page, 5);
		await expect(page.getByTestId('newcomers')).toContainText('T4 and T5 are new');
		await expect(page.getByTestId('join-queue')).toBeInViewport({ ratio: 1 });
		if (room) await page.keyboard.press('Q');
		else await page.getByTestId('join-queue').click();
		const played = page.getByTestId('played');
		await expect(played).toContainText(
			'T4 and T5, each alone, take 4 steps and spin until their own locked changes',
		);
		await expect(played).toContainText('for 2 of its 17 steps to come.');
		await expect(played).toBeInViewport({ ratio: 1 });
		await expect(page.getByTestId('position')).toHaveText('step 17 of 19');
		await page.keyboard.press('o');
		await expect(page.getByTestId('position')).toHaveText('step 9 of 26');
		await expect(played).toHaveCount(0);
	});

test('a question that still holds is put with them, and one that counts the threads says for whom it was written', async ({
	page,
}) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await openMoment(page, 'mcs-gap?at=9&p=1');
	await storyFitted(page);
	await withThreads(page, 4);
	await page.keyboard.press('Q');
	await expect(page.getByTestId('position')).toHaveText('step 17 of 27');
	await expect(page.getByTestId('beat')).toContainText('T1 reads next = NULL. May it leave?');
	await expect(page.getByTestId('options')).toBeInViewport({ ratio: 1 });
	await page.keyboard.press('a');
	await expect(page.getByTestId('beat')).toContainText('Said of 2 threads: Not yet.');
	await openMoment(page, 'mutex-stampede?at=15');
	await withThreads(page, 6);
	await page.keyboard.press('Q');
	await expect(page.getByTestId('not-asked')).toHaveText(
		'Here the story asks a question. It was written for 4 threads, and with 6 it is not put.',
	);
	await expect(page.getByTestId('options')).toHaveCount(0);
});

for (const { story, at, says } of [
	{ story: 'mcs-queue', at: 10, says: 'the lock goes to T2 meanwhile. T1 and T2 are done.' },
	{ story: 'mutex-wake', at: 20, says: 'nobody else gets on without it. T2 is asleep.' },
])
	test(`${story}: one key lets the next step come late, and says what that comes to`, async ({
		page,
	}) => {
		await page.emulateMedia({ reducedMotion: 'reduce' });
		await openMoment(page, `${story}?at=${at}&p=1`);
		await storyFitted(page);
		await page.keyboard.press('D');
		await expect(page.getByTestId('played')).toContainText(says);
		await expect(page.getByTestId('played')).toBeInViewport({ ratio: 1 });
	});

for (const room of [true, false])
	test(`an owner that loses its CPU: ${room ? 'before a room ' : ''}a line and a key lead to the story of it, and one back`, async ({
		page,
	}) => {
		await openMoment(page, `tp-handoff?at=20${room ? '&p=1' : ''}`);
		if (room) await storyFitted(page);
		await page.keyboard.press('e');
		await expect(page.locator('main [data-env] button:focus')).toHaveCount(1);
		await page.keyboard.press('Enter');
		const line = page.getByTestId('told-by');
		const told = room
			? 'A story of this lock tells of this'
			: '“The owner loses its CPU and the top waiter goes to sleep” tells of this';
		await expect(line.getByRole('link')).toHaveText(told);
		await expect(line).toBeInViewport({ ratio: 1 });
		await page.keyboard.press('T');
		await expect(page).toHaveURL(/#\/tp-sleep-wake/);
		await expect(page.getByTestId('position')).toHaveText('step 0 of 52');
		await expect(page.getByTestId('back-to-own-threads')).toContainText('Back to where you were');
		await page.keyboard.press('o');
		await expect(page.getByTestId('position')).toHaveText('step 21 of 21');
		await expect(page).toHaveURL(/#\/tp-handoff/);
		expect(await page.locator('html[data-presenter]').count()).toBe(room ? 1 : 0);
	});

test('another that comes first: below its step stands who gets the lock next', async ({ page }) => {
	await openMoment(page, 'mcs-queue?at=7');
	await page.keyboard.press('3');
	await expect(page.getByTestId('other-owner')).toHaveText(
		'If all take turns from here, the lock goes next to T2, as in the story.',
	);
});

test('a reader comes: by keys alone at the moment on the slide, and one key leads back to the beat', async ({
	page,
}) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await openMoment(page, 'rwsem-handoff-rescue?at=46&p=1');
	await storyFitted(page);
	await page.keyboard.press('M');
	await expect(page.getByTestId('comes-W')).toBeFocused();
	await expect(page.getByTestId('who-comes')).toBeInViewport({ ratio: 1 });
	await page.keyboard.press('ArrowRight');
	await page.keyboard.press('Enter');
	await expect(page.getByTestId('played')).toContainText(
		'A reader comes: T3, alone, takes 11 steps',
	);
	await expect(page.getByTestId('position')).toHaveText('step 57 of 89');
	await page.keyboard.press('o');
	await expect(page.getByTestId('position')).toHaveText('step 46 of 78');
	await expect(page.locator('main [data-thread]')).toHaveCount(2);
});

test('both halves of what the check says are seen at once, and the search of stories leaves the moment as it was', async ({
	page,
}) => {
	await openMoment(page, 'rwsem-handoff-rescue?at=59&p=1');
	await storyFitted(page);
	await page.keyboard.press('x');
	await expect(page.getByTestId('fair-play')).toBeVisible({ timeout: 60_000 });
	const panel = await page.getByTestId('check-panel').boundingBox();
	const brief = await page.getByTestId('brief').boundingBox();
	if (!panel || !brief) throw new Error('there is no panel');
	expect(brief.y + brief.height).toBeLessThanOrEqual(panel.y + panel.height);
	await page.keyboard.press('Escape');
	await page.keyboard.press('/');
	await expect(page.getByTestId('search-here')).toBeFocused();
	await page.keyboard.type('reader comes while a writer waits');
	await expect(page.getByTestId('search-hits').getByRole('link').first()).toHaveText(
		'A reader steals the lock while a writer waits',
	);
	await page.keyboard.press('Escape');
	await expect(page.getByTestId('search-panel')).toHaveCount(0);
	await expect(page.getByTestId('position')).toHaveText('step 59 of 78');
	await expect(page.locator('html[data-presenter]')).toHaveCount(1);
});
