/** Two side by side: any two, stepped together or alone, and what an acquisition costs in each. */
import type { Page } from '@playwright/test';
import { expect, SCHEMES, test } from './support';

const FLAGSHIP = 'compare/mutex-stampede/mutex-mcs-queue';

async function openPair(page: Page, fragment = FLAGSHIP): Promise<void> {
	await page.goto(`./#/${fragment}`);
	await expect(page.getByTestId('costs')).toBeVisible();
}

/** The two cells of a row of what it costs. */
const row = (page: Page, name: string) =>
	page.getByTestId('costs').locator('tr', { hasText: name }).locator('td').allInnerTexts();

for (const colorScheme of SCHEMES)
	test(`the queue wins, and the table says by what: ${colorScheme}`, async ({ page }) => {
		await page.emulateMedia({ colorScheme });
		await openPair(page);
		await expect(page.getByTestId('work')).toContainText('Both: 4 threads, 1 round each.');
		const [stampede, queue] = await row(page, 'cache line transfers');
		expect(stampede).toMatch(/^35 /);
		expect(queue).toMatch(/^29 .*fewer/s);
		const [many, one] = await row(page, 'threads disturbed by releases');
		expect(many).toMatch(/^6 /);
		expect(one).toMatch(/^3 .*fewer/s);
		await page.keyboard.press('End');
		await expect(page.getByTestId('position')).toContainText(
			'acquisition 4 of 4, where the comparison ends',
		);
		await expect(page.getByTestId('forward')).toBeDisabled();
		await expect(page.getByTestId('conclusion')).toContainText('the right side costs less: 29');
		/* one meaning a number: what a side has cost at the end is what the table says */
		await expect(page.getByTestId('so-far').first()).toContainText('35 cache line transfers');
		await page.screenshot({ path: test.info().outputPath(`compare-${colorScheme}.png`) });
	});

for (const presenter of [false, true])
	test(`at 1280 × 720 both locks stand on the screen${presenter ? ', before a room too' : ''}`, async ({
		page,
	}) => {
		await openPair(page, `${FLAGSHIP}?l=24&r=40${presenter ? '&p=1' : ''}`);
		await expect(page.getByTestId('position')).toContainText('step 24');
		await expect(page.getByTestId('costs')).toBeInViewport({ ratio: 1 });
		for (const side of ['side-left', 'side-right']) {
			const parts = page.getByTestId(side);
			await expect(parts.getByTestId('side-sentence')).toBeInViewport({ ratio: 1 });
			await expect(parts.locator('[data-word]').first()).toBeInViewport({ ratio: 1 });
			/* the digits say nothing that the fields do not */
			await expect(parts.locator('[data-binary]').first()).toBeHidden();
			/* a drawing may be cut by a fraction of a pixel */
			const queue = parts.locator('section[aria-label^="Queues and words"] svg[role="img"]');
			if (side === 'side-right') await expect(queue.first()).toBeInViewport({ ratio: 0.99 });
		}
		await expect(page.getByTestId('forward')).toBeInViewport({ ratio: 1 });
	});

test('before a room eight threads a side have their lanes, whole, and each side its name', async ({
	page,
}) => {
	await openPair(page, `${FLAGSHIP}?by=turns&n=8&rounds=4&p=1`);
	const names = page.locator('[data-region="side"] [data-lane]');
	await expect(names).toHaveCount(16);
	for (let i = 0; i < 3; i++) {
		for (const name of await names.all()) await expect(name).toBeInViewport({ ratio: 0.99 });
		await expect(page.locator('[data-region="side"] [data-region="actors"]:visible')).toHaveCount(
			0,
		);
		for (const overview of await page.getByTestId('overview').all())
			await expect(overview).toBeInViewport({ ratio: 0.99 });
		await page.keyboard.press('PageDown');
		await expect(page.getByTestId('position')).toContainText(`acquisition ${i + 1} of 32`);
	}
	for (const picker of await page.locator('[data-region="side"] select').all())
		expect(await picker.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
});

test('at 1280 × 720 the lanes of all threads stand on the screen, and keep their place', async ({
	page,
}) => {
	await openPair(page);
	const lanes = page.locator('[data-region="side"] [aria-label^="Lanes"]');
	await expect(lanes).toHaveCount(2);
	const names = page.locator('[data-region="side"] [data-lane]');
	await expect(names).toHaveCount(8);
	const tops = new Set<number>();
	/* to where three threads stand in the queue, and it is empty again */
	for (let i = 0; i < 4; i++) {
		await page.keyboard.press('PageDown');
		await expect(page.getByTestId('position')).toContainText(`acquisition ${i + 1} of 4`);
		for (const name of await names.all()) await expect(name).toBeInViewport({ ratio: 0.99 });
		for (const box of [await lanes.first().boundingBox(), await lanes.last().boundingBox()])
			tops.add(Math.round(box?.y ?? -1));
	}
	expect([...tops]).toHaveLength(1);
});

test('filled bolts are the disturbances by releases, which the figures count', async ({ page }) => {
	await openPair(page);
	const left = page.getByTestId('side-left');
	await expect(left.getByTestId('lanes-legend')).toContainText('disturbed by a release');
	await page.keyboard.press('PageDown');
	await page.keyboard.press('PageDown');
	await expect(page.getByTestId('position')).toContainText('acquisition 2 of 4');
	await expect(left.getByTestId('so-far')).toContainText('3 threads disturbed by 1 release');
	const of = (released: boolean) => left.locator(`[data-released="${released}"]`).count();
	await expect.poll(() => of(true)).toBeGreaterThan(0);
	expect(await of(false)).toBeGreaterThan(0);
});

test('each measure says what it counts, why, and which way is better', async ({ page }) => {
	await openPair(page, 'compare/rwsem-starved-writer/rwsem-handoff-rescue');
	await page.getByTestId('all-figures').click();
	const names = page.getByTestId('costs').locator('th summary');
	for (const name of await names.all()) {
		const means = name.locator('+ p');
		await expect(means).toBeHidden();
		await name.click();
		await expect(means).toHaveText(/ (is|are) .*(better|fairer)/);
	}
	expect(await names.count()).toBeGreaterThan(5);
});

test('what a comparison is made for leads, and all figures are a button away', async ({ page }) => {
	await openPair(page);
	const rows = page.getByTestId('costs').getByRole('row');
	await expect(rows).toHaveCount(3);
	await page.getByTestId('all-figures').click();
	await expect(page.getByTestId('costs')).toContainText('read-modify-writes');
	await expect(page.getByTestId('work')).toContainText('On neither side');
});

test('with the keyboard alone: steps, acquisitions, a thread of one side', async ({ page }) => {
	await openPair(page);
	const position = page.getByTestId('position');
	await expect(position).toContainText('step 0 of');
	await page.keyboard.press('ArrowRight');
	await expect(position).toContainText(/^step 1 of \d+ and 1 of/);
	await page.keyboard.press('PageDown');
	await expect(position).toContainText('acquisition 2 of 4');
	await page.keyboard.press('PageUp');
	await expect(position).toContainText('acquisition 1 of 4');
	await page.keyboard.press('ArrowLeft');
	await expect(position).toContainText('step 0 of');
	/* what the digit means is the side that has the focus */
	await page.getByTestId('forward-right').focus();
	await page.keyboard.press('1');
	await expect(page.getByTestId('side-position-right')).toContainText('step 1 of');
	await expect(page.getByTestId('side-position-left')).toContainText('step 0 of');
	await page.keyboard.press('x');
	await expect(page.getByTestId('side-right').getByTestId('check-panel')).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page.getByTestId('check-panel')).toBeHidden();
});

test('any two can be chosen, with the same work, and the address keeps them', async ({ page }) => {
	await openPair(page);
	await page.getByTestId('pick-left').selectOption('mutex-3.9');
	await page.getByTestId('pick-right').selectOption('mcs');
	await page.getByTestId('compare-by').selectOption('turns');
	await page.getByTestId('compare-threads').selectOption('6');
	await page.getByTestId('compare-rounds').selectOption('2');
	await expect(page.getByTestId('work')).toContainText('to acquisition 12 of the lock');
	await expect(page.getByTestId('work')).toContainText('Both: 6 threads, 2 rounds each.');
	await page.keyboard.press('Escape');
	await page.getByTestId('milestone').click();
	const costs = await page.getByTestId('costs').innerText();
	const [left] = await row(page, 'threads disturbed by releases');
	expect(Number.parseFloat(left ?? '')).toBeGreaterThan(2);
	await expect.poll(() => page.url()).toMatch(/l=\d+&r=\d+&by=turns&n=6&rounds=2/);
	await page.reload();
	await expect(page.getByTestId('position')).toContainText('acquisition 1 of 12');
	expect(await page.getByTestId('costs').innerText()).toBe(costs);
	await page.goBack();
	await expect(page.getByTestId('work')).not.toContainText('6 threads, 2 rounds');
});

test('a side that was changed comes back from its address, and opens alone', async ({ page }) => {
	await openPair(page);
	const right = page.getByTestId('side-right');
	await right.getByTestId('actor-2').click();
	await right.getByTestId('env-allow-preempt-2').click();
	await right.getByTestId('actor-1').click();
	const said = await right.getByTestId('side-sentence').innerText();
	await expect.poll(() => page.url()).toMatch(/mutex-mcs-queue%3F.*[?&]r=3/);
	await page.reload();
	await expect(right.getByTestId('side-sentence')).toHaveText(said);
	await expect(page.getByTestId('side-position-right')).toContainText('step 3 of 3');
	await expect(page.getByTestId('work')).toContainText('to the first acquisition');
	await page.getByTestId('play-on-right').click();
	await expect(page.getByTestId('work')).toContainText('to acquisition 4 of the lock');
	await expect(page.getByTestId('side-position-right')).toContainText('step 3 of');
	await page.getByTestId('play-on-right').waitFor({ state: 'detached' });
	await page.getByTestId('open-right').click();
	await expect(page.getByTestId('position')).toContainText('step 3 of');
	await expect(page.getByTestId('cache')).toBeVisible();
	await expect(page.getByTestId('narration')).toContainText(said.replace(/^\d+\s*/, ''));
	await page.keyboard.press('x');
	await expect(page.getByTestId('check-panel')).toBeVisible();
});

test('from the stepper of a scenario without a pair, one can compare too', async ({ page }) => {
	await page.goto('./#/mcs-gap');
	await page.getByTestId('compare').click();
	await expect(page.getByTestId('costs')).toBeVisible();
	await expect(page.getByTestId('pick-left')).toHaveValue('mcs-gap');
});

for (const viewport of [
	{ width: 390, height: 844 },
	{ width: 844, height: 390 },
])
	test.describe(`a phone of ${viewport.width} × ${viewport.height}`, () => {
		test.use({ viewport, hasTouch: true, isMobile: true });

		test('compares too, and nothing scrolls sideways', async ({ page }) => {
			await openPair(page);
			await page.getByTestId('forward').tap();
			await expect(page.getByTestId('side-position-left')).toContainText('step 1 of');
			await page.getByTestId('side-right').getByTestId('actor-2').tap();
			await expect(page.getByTestId('side-position-right')).toContainText('step 2 of');
			expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
		});

		test('what a side says and who may step in it are seen together, above the buttons', async ({
			page,
		}) => {
			await openPair(page, `${FLAGSHIP}?l=24&r=40`);
			const left = page.getByTestId('side-left');
			await left.getByTestId('side-position-left').evaluate((e) => e.scrollIntoView());
			const parts = [left.getByTestId('side-sentence'), left.getByTestId('actor-4')];
			/* on its side there is room for the lock's line too: nothing else stays on the screen */
			if (viewport.width > viewport.height) parts.push(left.getByTestId('line-0-1'));
			/* a row may be cut by a fraction of a pixel */
			for (const part of [...parts, page.getByTestId('forward')])
				await expect(part).toBeInViewport({ ratio: 0.99 });
			const bar = await page.getByTestId('transport-buttons').boundingBox();
			for (const part of parts) {
				const box = await part.boundingBox();
				expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
			}
		});
	});

test('with reduced motion no line moves on either side', async ({ page }) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await openPair(page);
	for (let i = 0; i < 6; i++) {
		await page.keyboard.press('ArrowRight');
		await page.waitForTimeout(170);
		const moving = await page.evaluate(
			() =>
				document
					.getAnimations()
					.filter((a) => Number(a.effect?.getComputedTiming().endTime ?? 0) > 100).length,
		);
		expect(moving).toBe(0);
	}
});
