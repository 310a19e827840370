/** In front of a class: what is pressed keeps its place, and nothing covers what is spoken of. */
import { expect, moment, openGallery, openMoment, test } from './support';

test('a button of the environment has one place at every step', async ({ page }) => {
	await openMoment(page, 'rwsem-starved-writer?at=30');
	await page.evaluate(() => document.fonts.ready);
	const places = new Map<string, { x: number[]; y: number[] }>();
	for (let at = 30; at <= 44; at++) {
		await moment(page, at);
		const boxes = await page.locator('[data-env] button').evaluateAll((all) =>
			all.map((e) => ({
				name: (e.getAttribute('data-testid') ?? '').replace('allow-', ''),
				x: e.getBoundingClientRect().left,
				y: e.getBoundingClientRect().top,
			})),
		);
		for (const { name, x, y } of boxes) {
			const seen = places.get(name) ?? { x: [], y: [] };
			places.set(name, { x: [...seen.x, x], y: [...seen.y, y] });
		}
		await page.keyboard.press('ArrowRight');
	}
	expect(places.size).toBeGreaterThan(2);
	/* what a word before it rounds to is no move */
	for (const [name, { x, y }] of places)
		for (const all of [x, y]) expect(Math.max(...all) - Math.min(...all), name).toBeLessThan(1);
});

test('what is said in passing covers neither the sentence nor the code', async ({ page }) => {
	await openMoment(page, 'mutex-stampede?at=3');
	await page.keyboard.press('m');
	const toast = await page.getByTestId('toast').boundingBox();
	for (const other of [
		page.getByRole('region', { name: 'Source' }),
		page.locator('[data-region="narration"]'),
	]) {
		const box = await other.boundingBox();
		if (!toast || !box) throw new Error('not in sight');
		const wide = Math.min(toast.x + toast.width, box.x + box.width) - Math.max(toast.x, box.x);
		const high = Math.min(toast.y + toast.height, box.y + box.height) - Math.max(toast.y, box.y);
		expect(Math.min(wide, high)).toBeLessThanOrEqual(0);
	}
});

test('the check says how far it is, leaves the sentence free, and gives way to a step', async ({
	page,
}) => {
	await openMoment(page, 'mutex-mcs?n=4&at=0');
	await page.keyboard.press('x');
	await expect(page.getByTestId('check-pace')).toContainText(/% of the bound of 8,000,000 states/);
	await expect(page.getByTestId('check-pace')).toContainText('states a second');
	const sheet = await page.getByTestId('check-panel').boundingBox();
	const narration = await page.locator('[data-region="narration"]').boundingBox();
	expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBeLessThanOrEqual(narration?.y ?? 0);
	await page.keyboard.press('1');
	await expect(page.getByTestId('check-panel')).toBeHidden();
	await expect(page.getByTestId('check')).toContainText('checking');
});

test('before a room no press leads out of a story that is in no talk: Enter opens what its author would open next', async ({
	page,
}) => {
	await openMoment(page, 'mutex-stampede?p=1&at=28');
	const end = page.getByTestId('interval');
	const position = page.getByTestId('position');
	await page.keyboard.press('PageDown');
	await expect(end).toContainText('To take home');
	await expect(end).toContainText('A word that all spinners watch brings all of them to the lock');
	await expect(end.getByTestId('leads-to')).toContainText(
		'To go on: Mutex with the queue of spinners',
	);
	for (let i = 0; i < 2; i++) {
		await page.waitForTimeout(750);
		await page.keyboard.press('PageDown');
		await expect(end).toBeVisible();
		expect(page.url()).toContain('mutex-stampede');
	}
	await page.keyboard.press('Enter');
	await expect(position).toContainText('step 0 of');
	await expect(page.getByTestId('opening-title')).toBeVisible();
	/* and back, to the end that was left */
	await page.keyboard.press('PageUp');
	await expect(position).toHaveText('step 28 of 28');
	/* before its start nothing stands */
	await page.keyboard.press('Home');
	await page.waitForTimeout(750);
	await page.keyboard.press('PageUp');
	await expect(position).toHaveText('step 0 of 28');
	expect(page.url()).toContain('mutex-stampede');
});

test('before a room the end of a story that names none says what its author would try', async ({
	page,
}) => {
	await openMoment(page, 'mutex-fault-blind-sleep?p=1');
	await page.keyboard.press('End');
	await page.keyboard.press('PageDown');
	const end = page.getByTestId('interval');
	await expect(end.getByTestId('tries')).toContainText(/^To try: [A-Z]/);
	await expect(end.getByTestId('leads-to')).toHaveCount(0);
	await expect(end).not.toContainText('Next:');
});

test('a search finds lessons and levels', async ({ page }) => {
	await openGallery(page);
	await page.getByTestId('search').fill('starvation');
	await expect(page.getByTestId('taught')).toContainText('Lesson 9: Starvation and handoff');
	await expect(page.getByTestId('taught')).toContainText('Level: Make T2 starve');
});

for (const [story, texts] of [
	['attach-late?at=22', ['waiters 1', 'lock free']],
	['wwrw-both-asleep?at=64', ['read_ec', 'write_ec']],
	['pi-thief?at=62', ['on its CPU']],
	['private-in-flight?at=39', ['waiters 0']],
] as const)
	test(`the picture ends inside of its room: ${story}`, async ({ page }) => {
		await openMoment(page, `${story}&p=1`);
		const cut = () =>
			page.evaluate(
				() =>
					[...document.querySelectorAll('[data-testid="queue-picture"]')]
						.map((g) => g.closest('div'))
						.filter((box) => box && box.scrollWidth > box.clientWidth + 1).length,
			);
		await expect.poll(cut).toBe(0);
		for (const text of texts)
			await expect(
				page.locator('[data-testid="queue-picture"]').getByText(text, { exact: true }).first(),
			).toBeInViewport({ ratio: 1 });
	});
