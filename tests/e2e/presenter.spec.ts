/** What the sentence speaks of is on the screen: the line that was run, and the words that it names. */
import type { Page } from '@playwright/test';
import { expect, openMoment, test } from './support';

/** How much of an element is seen in the boxes that scroll and cut round it, from 0 to 1. */
async function seen(page: Page, selector: string): Promise<number[]> {
	await page.locator(selector).first().waitFor();
	return page.evaluate(async (s) => {
		for (let i = 0; i < 6; i++) await new Promise(requestAnimationFrame);
		return [...document.querySelectorAll(s)].map((element) => {
			const box = element.getBoundingClientRect();
			let [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
			for (let e = element.parentElement; e; e = e.parentElement) {
				if (!/auto|scroll|hidden/.test(getComputedStyle(e).overflowY)) continue;
				const room = e.getBoundingClientRect();
				[top, bottom] = [Math.max(top, room.top), Math.min(bottom, room.bottom)];
			}
			return Math.round((100 * Math.max(0, bottom - top)) / Math.max(1, box.height)) / 100;
		});
	}, selector);
}

for (const moment of [
	'mutex-wake?at=12',
	'mutex-stampede?at=27&p=code',
	'tp-handoff?at=29&p=code',
	'rwsem-single-pass?at=32&p=code',
	'mcs-queue?at=17&p=code',
])
	test(`the line that was just run is marked and in sight: ${moment}`, async ({ page }) => {
		await openMoment(page, moment);
		await expect.poll(() => seen(page, '[data-line][data-done]')).toEqual([1]);
		await expect(page.getByTestId('just-done')).toHaveText(/T\d has just done/);
	});

const PICTURES = [
	['mutex-stampede?at=15&p=1', '[data-pointed]'],
	['mutex-stampede?at=27&p=1', '[data-pointed]'],
	['mutex-stampede?at=28&p=1', '[data-row]'],
	['mcs-queue?at=14&p=1', '[data-row]'],
	['mcs-queue?at=17&p=1', '[data-row]'],
	['rwsem-single-pass?at=32&p=1', '[data-pointed]'],
	['tp-handoff?at=29&p=1', '[data-pointed]'],
	['rwsem-handoff-hang?at=49', '[data-pointed]'],
	['rwsem-handoff-hang?at=62', '[data-row]:has([data-word]) svg'],
] as const;

for (const [moment, words] of PICTURES)
	test(`the words spoken of are not cut: ${moment}`, async ({ page }) => {
		await openMoment(page, moment);
		const least = async () =>
			Math.min(...(await seen(page, `[data-region="memory"] :is(${words})`)));
		await expect.poll(least).toBeGreaterThan(0.97);
		if (!moment.includes('p=1'))
			await expect.poll(() => seen(page, '[data-line][data-done]')).toEqual([1]);
	});

test('a long end leaves the picture whole', async ({ page }) => {
	await openMoment(page, 'rwsem-single-pass?at=40&p=1');
	const cells = await seen(page, '[data-region="memory"] :is(dl dd, [data-row]):not(details *)');
	expect(Math.min(...cells)).toBeGreaterThan(0.95);
	const narration = await seen(page, '[data-region="narration"]');
	expect(narration).toEqual([1]);
});

test('before a room there is one line of buttons, with the title and what is planted', async ({
	page,
}) => {
	await openMoment(page, 'mutex-stampede?p=1&sw=owner_read_twice');
	await expect(page.locator('[data-region="header"]')).toHaveCount(0);
	const bar = page.locator('[data-region="stage-bar"]');
	expect((await bar.boundingBox())?.height).toBeLessThan(60);
	await expect(page.getByTestId('stage-title')).toBeInViewport({ ratio: 1 });
	await expect(page.getByTestId('stage-title')).toContainText('planted: owner_read_twice');
	await page.keyboard.press('s');
	await expect(page.getByRole('dialog')).toBeVisible();
	await page.keyboard.press('Escape');
	await page.getByTestId('presenter').click();
	await expect(page.locator('[data-region="header"]')).toBeVisible();
});

test('the frame of a holder is in the legend and leaves the letter of its role free', async ({
	page,
}) => {
	await openMoment(page, 'rwsem-single-pass?at=40');
	await expect(page.getByTestId('legend-holder')).toBeVisible();
	const gaps = await page.evaluate(() =>
		[...document.querySelectorAll('[data-testid="holders"] > rect')].map((frame) => {
			const name = document.querySelector(`[data-lane="${frame.getAttribute('data-tid')}"]`);
			const role = name?.querySelector(':scope > text')?.getBoundingClientRect();
			return (role?.left ?? 0) - frame.getBoundingClientRect().right;
		}),
	);
	expect(gaps).toHaveLength(2);
	expect(Math.min(...gaps)).toBeGreaterThan(2);
});

test('a sleeping row reads on one line', async ({ page }) => {
	await openMoment(page, 'rwsem-handoff-hang?at=49');
	const [state, phrase] = await page
		.locator('[data-thread="4"] [data-state], [data-thread="4"] span[title]')
		.evaluateAll((all) => all.map((e) => e.getBoundingClientRect().toJSON()));
	expect(phrase.left).toBeGreaterThanOrEqual(state.right);
	expect(phrase.top).toBeLessThan(state.bottom);
});

for (const presenter of [false, true])
	test(`the sums of both sides are in sight${presenter ? ' before a room' : ''}`, async ({
		page,
	}) => {
		await page.goto('./#/compare/mutex-stampede/mutex-mcs-queue?at=20');
		await expect(page.getByTestId('position')).toContainText('step 20');
		if (presenter) await page.keyboard.press('p');
		const sums = page.getByTestId('so-far');
		await expect(sums).toHaveCount(2);
		for (const one of await sums.all()) await expect(one).toBeInViewport({ ratio: 1 });
		for (const row of await page.getByTestId('costs').locator('tbody tr').all())
			await expect(row).toBeInViewport({ ratio: 1 });
	});

test('before a room a row says whole what the thread is about to do', async ({ page }) => {
	await openMoment(page, 'mutex-6.12-handoff?p=code');
	await page.keyboard.press('j');
	const cut = await page
		.locator('[data-region="actors"] [title]')
		.evaluateAll((all) =>
			all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent),
		);
	expect(cut).toEqual([]);
	await expect(page.getByTestId('actor-2')).toContainText('will find the mutex held');
	/* the statement that was run is not broken after each word */
	const statement = page.locator('[data-line][data-done] code');
	const lines = await statement.evaluate((e) => {
		const { currentCSSZoom: zoom = 1 } = e as Element & { currentCSSZoom?: number };
		const line = Number.parseFloat(getComputedStyle(e).lineHeight) * zoom;
		return e.getBoundingClientRect().height / line;
	});
	expect(lines).toBeLessThan(3.5);
});
