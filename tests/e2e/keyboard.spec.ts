/** The whole page by keyboard: into a story, through it, back to zero and forward again. */
import type { Page } from '@playwright/test';
import {
	expect,
	frames,
	type Moment,
	moment,
	openGallery,
	openMoment,
	SOME_FAMILIES,
	test,
} from './support';

/** Presses Tab until the focus stands on what the test wants. */
async function tabTo(page: Page, selector: string, most: number): Promise<void> {
	for (let i = 0; i < most; i++) {
		await page.keyboard.press('Tab');
		const there = await page.evaluate((s) => document.activeElement?.matches(s), selector);
		if (there) return;
	}
	throw new Error(`${most} times Tab did not lead to ${selector}`);
}

const offersStory = (page: Page) =>
	page.getByTestId('forward').evaluate((e) => e.getAttribute('title')?.includes('story'));

async function stepThroughStory(page: Page): Promise<Moment[]> {
	const seen = [await moment(page, 0)];
	while (await offersStory(page)) {
		await page.keyboard.press('ArrowRight');
		seen.push(await moment(page, seen.length));
	}
	return seen;
}

for (const press of ['click', 'Enter'] as const)
	test(`after an act of the environment the keys are the story’s: ${press}`, async ({ page }) => {
		await openMoment(page, 'mutex-6.12-handoff?at=34');
		const row = page.locator('[data-env]');
		for (const [i, act] of ['signal', 'preempt', 'run'].entries()) {
			const button = row.locator(`[data-act="${act}"][data-tid="3"]`);
			if (press === 'click') await button.click();
			else {
				await button.focus();
				await page.keyboard.press('Enter');
			}
			await expect(page.getByTestId('position')).toHaveText(new RegExp(`^step ${35 + i} `));
			await frames(page, 3);
			await expect(row).toBeFocused();
		}
		await page.keyboard.press('ArrowLeft');
		await expect(page.getByTestId('position')).toHaveText(/^step 36 /);
		await page.keyboard.press('ArrowRight');
		await expect(page.getByTestId('position')).toHaveText(/^step 37 /);
		await page.keyboard.press('o');
		await page.keyboard.press('Space');
		await expect(page.getByTestId('play')).toHaveAccessibleName('Pause');
		await page.keyboard.press('Space');
		await expect(page.getByTestId('play')).toHaveAccessibleName('Play');
		/* where a button was, there is the next */
		await page.keyboard.press('Tab');
		await expect(row.locator('button:focus')).toHaveCount(1);
	});

for (const { family } of SOME_FAMILIES) {
	test(`${family}: a story from the gallery, to its end, to zero and to its end again`, async ({
		page,
	}) => {
		await openGallery(page);
		await tabTo(page, `section[aria-label="${family}"] h3 button`, 80);
		await page.keyboard.press('Enter');
		const card = page
			.getByRole('region', { name: family, exact: true })
			.getByRole('article')
			.first();
		const href = await card.getByRole('link').getAttribute('href');
		const title = await card.getByRole('link').innerText();
		if (family !== 'MCS queue') {
			await page.keyboard.press('/');
			await page.keyboard.type(title);
		}
		/* on the way the words of the cards before it, each of which opens */
		/* a story that is found opens plainly */
		await tabTo(page, `article a:is([href="${href}"], [href="${href}?plain=1"])`, 200);
		await page.keyboard.press('Enter');
		await expect(page.getByTestId('position')).toHaveText(/^step 0 of \d\d/);

		const forth = await stepThroughStory(page);
		const length = forth.length - 1;
		expect(length).toBeGreaterThan(10);
		expect(new Set(forth.map((m) => m.state)).size).toBeGreaterThan(length / 3);
		expect(forth.slice(1).every((m) => /\bT\d+\b/.test(m.narration))).toBe(true);

		for (let at = length - 1; at >= 0; at--) {
			await page.keyboard.press('ArrowLeft');
			expect(await moment(page, at)).toEqual(forth[at]);
		}
		await page.keyboard.press('End');
		expect(await moment(page, length)).toEqual(forth[length]);
		await page.keyboard.press('Home');
		expect(await moment(page, 0)).toEqual(forth[0]);
		await page.keyboard.press('End');
		expect(await moment(page, length)).toEqual(forth[length]);
		await expect(page.getByTestId('position')).toHaveText(`step ${length} of ${length}`);
	});
}

test('digits step the thread of that number, and no thread that is not there', async ({ page }) => {
	await openMoment(page, 'mcs-queue');
	for (const [index, tid] of [2, 1, 3, 3].entries()) {
		await page.keyboard.press(String(tid));
		expect((await moment(page, index + 1)).narration).toContain(`T${tid} `);
	}
	await page.keyboard.press('9');
	await frames(page, 3);
	await expect(page.getByTestId('position')).toHaveText('step 4 of 4');
});

test('Space plays and pauses; a dot too', async ({ page }) => {
	await openMoment(page, 'mcs-queue');
	for (const key of ['Space', '.']) {
		const { at } = await moment(page);
		await page.keyboard.press(key);
		await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
		await moment(page, at + 2);
		await page.keyboard.press(key);
		await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
		const rest = await moment(page);
		await page.waitForTimeout(1000); // longer than the beat of play
		expect(await moment(page)).toEqual(rest);
	}
});

test('? shows the keys and Esc closes them, on every view', async ({ page }) => {
	for (const fragment of ['', 'mcs-queue', 'compare/mutex-stampede/mutex-mcs-queue']) {
		await page.goto(`./#/${fragment}`);
		await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
		await expect(page.getByTestId('help-button')).toBeVisible();
		await expect(async () => {
			await page.keyboard.press('?');
			await expect(page.getByTestId('help')).toBeVisible({ timeout: 1000 });
		}).toPass();
		await expect(page.getByTestId('help')).toContainText('step forward');
		await page.keyboard.press('ArrowRight');
		await page.keyboard.press('Escape');
		await expect(page.getByTestId('help')).toBeHidden();
	}
	await expect(page.getByTestId('position')).toContainText('step 0 of');
});

test('keys are letters and digits while the reader types', async ({ page }) => {
	await openMoment(page, 'mcs-queue');
	await page.keyboard.press('ArrowRight');
	const before = await moment(page, 1);
	await page.getByTestId('seed').focus();
	await page.keyboard.press('ArrowLeft');
	await page.keyboard.press('Home');
	await page.keyboard.type('23');
	await expect(page.getByTestId('seed')).toHaveValue('231');
	expect(await moment(page)).toEqual(before);

	await openGallery(page);
	await page.keyboard.press('/');
	await page.keyboard.type('b?p x/');
	await expect(page.getByTestId('search')).toHaveValue('b?p x/');
	await expect(page.getByTestId('help')).toBeHidden();
	await expect(page.getByTestId('blackout')).toBeHidden();
	await expect(page.locator('html')).not.toHaveAttribute('data-presenter');
});

test('a key held down never builds a queue', async ({ page }) => {
	await openMoment(page, 'mcs-queue');
	const { taken, later } = await page.evaluate(async () => {
		const frame = () => new Promise(requestAnimationFrame);
		const at = () =>
			Number(
				/\d+/.exec(document.querySelector('[data-testid="position"]')?.textContent ?? '')?.[0],
			);
		for (let i = 0; i < 400; i++) {
			const init = { key: 'ArrowRight', repeat: i > 0, bubbles: true, cancelable: true };
			document.body.dispatchEvent(new KeyboardEvent('keydown', init));
		}
		await frame();
		await frame();
		const taken = at();
		for (let i = 0; i < 20; i++) await frame();
		return { taken, later: at() };
	});
	expect(taken).toBeGreaterThan(0);
	expect(taken).toBeLessThanOrEqual(3);
	expect(later).toBe(taken);

	for (let i = 0; i < 12; i++) await page.keyboard.down('ArrowRight');
	await page.keyboard.up('ArrowRight');
	await frames(page, 1);
	const released = await moment(page);
	expect(released.at).toBeGreaterThan(taken);
	await frames(page, 20);
	expect(await moment(page)).toEqual(released);
});
