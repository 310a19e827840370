/** Lessons: the path and its progress, figures that step by themselves alone, questions before answers. */
import { readdirSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, openGallery, SCHEMES, test } from './support';

const FIRST = 'what-a-lock-is';

async function openLesson(page: Page, slug: string): Promise<void> {
	await page.goto(`./#/learn/${slug}`);
	await expect(figures(page).first()).toHaveAttribute('data-ready');
}

const figures = (page: Page) => page.getByTestId('figure');

/** Each question that is open, in their order. */
async function answerAll(page: Page): Promise<void> {
	const open = page.getByTestId('not-sure');
	for (let left = await open.count(); left > 0; left--) {
		await open.first().click();
		await expect(open).toHaveCount(left - 1);
	}
}

const sideways = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('the gallery leads to the path, the path to a lesson, a lesson to the next', async ({
	page,
}) => {
	await openGallery(page);
	await page.getByTestId('learn').click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Learn how locks work');
	await expect(page).toHaveTitle('Learn how locks work · Lockstep');
	const stops = page.locator('[data-testid^="lesson-"]');
	const count = await stops.count();
	expect(count).toBe(10);
	await page.getByTestId('go-on').click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('What a lock is');
	await expect(page).toHaveTitle('What a lock is · Lockstep');
	const heading = page.getByRole('heading', { level: 1 });
	for (let i = 1; i < count; i++) {
		const was = await heading.innerText();
		await page.getByTestId('next-lesson').click();
		await expect(heading).not.toHaveText(was); // the address changes before the lesson is there
		await expect(page.getByTestId('lesson-levels')).toBeVisible();
	}
	await expect(page.getByTestId('next-lesson')).toHaveCount(0);
	await page.goBack();
	await expect(page.getByTestId('next-lesson')).toBeVisible();
});

test('a lesson that is not there is said, beside those that are', async ({ page }) => {
	await page.goto('./#/learn/no-such-lesson');
	await expect(page.getByRole('alert')).toContainText('no-such-lesson');
	await expect(page.getByTestId(`lesson-${FIRST}`)).toBeVisible();
});

test('a figure is stepped by keyboard alone, and no other figure moves', async ({ page }) => {
	await openLesson(page, FIRST);
	const figure = figures(page).first();
	for (let i = 0; i < 12; i++) {
		await page.keyboard.press('Tab');
		if (await figure.evaluate((element) => element === document.activeElement)) break;
	}
	await expect(figure).toBeFocused();
	const before = await figures(page).nth(1).textContent();
	await page.keyboard.press('2');
	await expect(figure.getByTestId('narration')).toContainText('T2 decrements count to 0');
	await expect(figure.getByTestId('position')).toHaveText('step 1 of 1');
	await page.keyboard.press('1');
	await expect(figure.getByTestId('narration')).toContainText('T1 decrements count, but');
	await page.keyboard.press('ArrowLeft');
	await expect(figure.getByTestId('position')).toHaveText('step 1 of 2');
	expect(await figures(page).nth(1).textContent()).toBe(before);
});

test('on a fresh page the keys are for the figure on the screen, and no other', async ({
	page,
}) => {
	await openLesson(page, FIRST);
	const figure = figures(page).first();
	const position = figure.getByTestId('position');
	await page.keyboard.press('1');
	await expect(position).toHaveText('step 1 of 2');
	await page.keyboard.press('ArrowLeft');
	await expect(position).toHaveText('step 0 of 2');
	/* what takes keys of its own keeps them */
	await page.keyboard.press('?');
	await expect(page.getByRole('dialog')).toBeVisible();
	await page.keyboard.press('1');
	await page.keyboard.press('Escape');
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await expect(position).toHaveText('step 0 of 2');
	/* the focus on another figure, and none on the screen */
	const other = page.getByTestId('ask-torn-swap').getByTestId('figure');
	await other.focus();
	await page.keyboard.press('1');
	await other.evaluate((element) => (element as HTMLElement).blur());
	await page.getByTestId('lesson-levels').scrollIntoViewIfNeeded();
	await page.keyboard.press('2');
	await page.evaluate(() => window.scrollTo(0, 0));
	await expect(position).toHaveText('step 0 of 2');
	await page.keyboard.press('2');
	await expect(position).toHaveText('step 1 of 1');
});

test('a figure takes keys from the moment at which it stands there', async ({ page }) => {
	await page.addInitScript(() => {
		const seen = new MutationObserver(() => {
			if (!document.querySelector('[data-testid="figure"][data-ready]')) return;
			seen.disconnect();
			window.dispatchEvent(new KeyboardEvent('keydown', { key: '1', cancelable: true }));
		});
		seen.observe(document, { subtree: true, childList: true, attributes: true });
	});
	await openLesson(page, FIRST);
	await expect(figures(page).first().getByTestId('position')).toHaveText('step 1 of 2');
});

test('what follows a question in the text waits for the answer', async ({ page }) => {
	await openLesson(page, 'compare-and-swap');
	const told = page.getByText('It found something else: the word is as it was');
	await expect(page.getByTestId('waits').first()).toBeVisible();
	const waits = await page.getByTestId('waits').count();
	await expect(told).toHaveCount(0);
	await page.getByTestId('ask-failed-writes').getByTestId('not-sure').click();
	await expect(told).toBeVisible();
	await expect(page.getByTestId('waits')).toHaveCount(waits - 1);
	await expect(page.getByTestId('keep')).toHaveCount(0);
	for (const id of ['owner-fails', 'deaf'])
		await page.getByTestId(`ask-${id}`).getByTestId('not-sure').click();
	await expect(page.getByTestId('keep')).toBeVisible();
	await expect(page.getByTestId('waits')).toHaveCount(0);
});

test('a figure that shows the answer waits for it, and the tasks of the levels for all answers', async ({
	page,
}) => {
	await openLesson(page, 'spin-or-sleep');
	const asleep = page.getByRole('region', { name: 'Figure: T2 goes to sleep and is woken' });
	await expect(asleep).toHaveCount(0);
	await page.getByTestId('ask-owner-is-off').getByTestId('not-sure').click();
	await expect(asleep).toBeVisible();
	const levels = page.getByTestId('lesson-levels');
	const tells = levels.getByText('Lose the wake-up', { exact: true });
	await expect(page.getByTestId('levels-wait')).toContainText('3 levels follow');
	await expect(page.getByTestId('levels-wait')).toContainText('3 questions are left');
	await expect(tells).toHaveCount(0);
	await answerAll(page);
	await expect(page.getByTestId('levels-wait')).toHaveCount(0);
	await expect(tells).toBeVisible();
});

test('a figure tells why, leaves its schedule and comes back to it', async ({ page }) => {
	await openLesson(page, FIRST);
	const figure = figures(page).first();
	await figure.getByTestId('forward').click();
	await expect(figure.locator('[data-shown]')).toContainText('T1 changed 1 into 0');
	const height = async () => (await figure.boundingBox())?.height ?? 0;
	const was = await height();
	await figure.getByTestId('actor-1').click();
	await expect(figure.getByTestId('next-note')).toHaveCount(0);
	const back = figure.getByRole('button', { name: 'To the lesson' });
	await expect(back).toBeVisible();
	expect(Math.abs((await height()) - was)).toBeLessThan(3);
	await expect(figure.locator('[data-shown]')).toHaveCount(0);
	await back.click();
	await expect(figure.locator('[data-shown]')).toContainText('T1 changed 1 into 0');
	await expect(figure.getByTestId('next-note')).toBeFocused();
	await figure.getByTestId('next-note').click();
	await expect(figure.getByTestId('position')).toHaveText('step 2 of 2');
	await expect(figure.locator('[data-now]')).toContainText('That difference is the lock.');
	await expect(figure.getByTestId('next-note')).toHaveAttribute('aria-disabled', 'true');
	await figure.getByRole('button', { name: 'T2 moves first' }).click();
	await expect(figure.getByTestId('position')).toHaveText('step 2 of 2');
	await expect(figure.locator('[data-shown]')).toContainText('The other way round');
	await figure.getByTestId('start-over').click();
	await expect(figure.getByTestId('position')).toHaveText('step 0 of 2');
});

test('a figure opens in the stepper at its very moment', async ({ page }) => {
	await openLesson(page, FIRST);
	const figure = figures(page).first();
	for (let i = 0; i < 2; i++) await figure.getByTestId('forward').click();
	await expect(figure.getByTestId('position')).toContainText('step 2 of');
	const told = await figure.getByTestId('narration').textContent();
	await figure.getByTestId('open-stepper').click();
	await expect(page.getByTestId('scenario')).toBeVisible();
	await expect(page.getByTestId('position')).toContainText('step 2 of');
	await expect(page.getByTestId('narration')).toHaveText(told ?? '');
});

test('the stepper tells no answer, and the way back finds the lesson as it was left', async ({
	page,
}) => {
	await openLesson(page, FIRST);
	const figure = figures(page).first();
	for (let i = 0; i < 2; i++) await figure.getByTestId('actor-1').click();
	await figure.getByTestId('actor-2').click();
	await expect(figure.getByTestId('position')).toHaveText('step 3 of 3');
	const told = await figure.getByTestId('narration').textContent();
	const ask = page.getByTestId('ask-torn-swap');
	const wrong = ask.getByRole('button', { name: /^One: the later write wins/ });
	await wrong.click();
	/* what is still to be answered opens no stepper, which knows what comes of it */
	await expect(ask.getByTestId('stepper-waits')).toBeVisible();
	await expect(ask.getByTestId('open-stepper')).toHaveCount(0);
	await figure.getByTestId('open-stepper').click();
	await expect(page.getByTestId('scenario')).toBeVisible();
	await page.getByTestId('to-lesson-page').click();
	await expect(figure.getByTestId('position')).toHaveText('step 3 of 3');
	await expect(figure.getByTestId('narration')).toHaveText(told ?? '');
	await expect(wrong).toHaveAttribute('aria-expanded', 'true');
	await expect(ask).toContainText('Not so. The later write does win');
	await expect(ask.getByTestId('position')).toHaveText('step 6 of 10');
	await ask.getByRole('button', { name: /^Two/ }).click();
	await expect(ask).toContainText('Right. Each decides');
	await expect(ask.getByTestId('position')).toHaveText('step 10 of 10');
	await expect(ask.getByTestId('stepper-waits')).toHaveCount(0);
	await ask.getByTestId('open-stepper').click();
	await page.getByTestId('to-lesson-page').click();
	await expect(ask.getByTestId('position')).toHaveText('step 10 of 10');
	await expect(ask).toContainText('Not so. The later write does win');
	await expect(ask).toContainText('Right. Each decides');
	/* once forgotten, it is a question again, and its figure stands before the answer */
	await page.goto('./#/learn');
	await page.getByRole('button', { name: 'Forget it' }).click();
	await page.goto(`./#/learn/${FIRST}`);
	await expect(ask.getByTestId('position')).toHaveText('step 6 of 10');
	await expect(wrong).toHaveAttribute('aria-expanded', 'false');
});

test('before a room the rows of a figure are read whole', async ({ page }) => {
	await openLesson(page, 'spin-or-sleep?p=1');
	const figure = figures(page).first();
	for (let i = 0; i < 4; i++) await figure.getByTestId('forward').click();
	await expect(figure.getByTestId('position')).toContainText(/^step [1-9]/);
	const rows = await figure.locator('[data-testid^="actor-"]').evaluateAll((all) =>
		all.map((row) => {
			const [own, list] = [row.getBoundingClientRect(), row.closest('ul')?.getBoundingClientRect()];
			const phrase = row.querySelector('[data-state]')?.parentElement?.nextElementSibling;
			return {
				inside: own.top >= (list?.top ?? 0) - 1 && own.bottom <= (list?.bottom ?? 0) + 1,
				cut: [...row.querySelectorAll('span')].some(
					(e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== 'visible',
				),
				share: (phrase?.getBoundingClientRect().left ?? 0) - own.left,
				width: own.width,
			};
		}),
	);
	expect(rows).toHaveLength(2);
	for (const { inside, cut, share, width } of rows) {
		expect(inside).toBe(true);
		expect(cut).toBe(false);
		/* what it is about to do begins under what it is, and not in a column of its own */
		expect(share).toBeLessThan(width / 3);
	}
});

test('who answers below the figure sees in it what comes', async ({ page }) => {
	await page.setViewportSize({ width: 1280, height: 620 });
	await openLesson(page, FIRST);
	const ask = page.getByTestId('ask-torn-swap');
	const figure = ask.getByTestId('figure');
	const top = () => figure.evaluate((element) => element.getBoundingClientRect().top);
	await expect(figure).toHaveAttribute('data-ready');
	await figure.evaluate((element) =>
		window.scrollTo(0, window.scrollY + element.getBoundingClientRect().top + 150),
	);
	await expect.poll(top).toBeLessThan(-100);
	await ask.getByRole('button', { name: /^One: the later write wins/ }).click();
	await expect(ask.getByTestId('choose-again')).toBeVisible();
	expect(await top(), 'a wrong one plays nothing').toBeLessThan(-100);
	await ask.getByRole('button', { name: /^Two/ }).click();
	await expect.poll(top).toBeGreaterThanOrEqual(-1);
	await expect(ask.getByTestId('position')).toHaveText('step 10 of 10');
});

test('a question waits, is answered wrong, then right, and is remembered', async ({ page }) => {
	await openLesson(page, FIRST);
	const ask = page.getByTestId('ask-torn-swap');
	await ask.scrollIntoViewIfNeeded();
	const position = ask.getByTestId('position');
	await expect(position).toHaveText('step 6 of 10');
	await ask.getByTestId('figure').focus();
	await page.keyboard.press('1');
	await expect(position).toHaveText('step 6 of 10');
	await ask.getByRole('button', { name: /^One: the later write wins/ }).click();
	await expect(ask).toContainText('Not so. The later write does win');
	await expect(ask.getByTestId('choose-again')).toBeVisible();
	await expect(position).toHaveText('step 6 of 10');
	await ask.getByRole('button', { name: /^Two/ }).click();
	await expect(ask).toContainText('Right. Each decides by what it read');
	await expect(ask.getByTestId('choose-again')).toHaveCount(0);
	await expect(position).toHaveText('step 10 of 10');
	await expect(ask.getByTestId('fault')).toContainText('mutual exclusion');
	await page.reload();
	await expect(ask).toContainText('The answer: Each decides by what it read');
	await page.goto('./#/learn');
	await expect(page.getByTestId(`lesson-${FIRST}`)).toContainText('1 of 4 questions answered');
	await page.getByRole('button', { name: 'Forget it' }).click();
	await expect(page.getByTestId(`lesson-${FIRST}`)).not.toContainText('answered');
});

test('while a question is open, no row and no word tells the answer', async ({ page }) => {
	await page.goto('./#/learn');
	const links = page.locator('[data-testid^="lesson-"] h2 a');
	await expect(links).toHaveCount(10);
	let rows = 0;
	for (const href of await links.evaluateAll((all) => all.map((a) => a.getAttribute('href')))) {
		await page.goto(`./${href}`);
		await expect(page.getByTestId('lesson-levels')).toBeVisible();
		for (const figure of await page.locator('[data-testid^="ask-"] [data-testid="figure"]').all()) {
			await figure.scrollIntoViewIfNeeded();
			await expect(figure).toHaveAttribute('data-ready');
			const told = await figure.locator('[data-testid^="actor-"]').allInnerTexts();
			expect(told.filter((text) => text.includes('about to'))).toEqual([]);
			rows += told.filter((text) => text.includes('its next step: ')).length;
			/* no lesson has named a procedure yet */
			expect(told.filter((text) => /its next step: .*\bin \w+/.test(text))).toEqual([]);
		}
	}
	expect(rows).toBeGreaterThan(20);
	await openLesson(page, 'the-mutex');
	const ask = page.getByTestId('ask-minus-three');
	await ask.scrollIntoViewIfNeeded();
	const queue = ask.getByText('empty: nobody waits here');
	await expect(queue).toBeHidden();
	await ask.getByTestId('not-sure').click();
	await expect(queue).toBeVisible();
	await expect(ask.getByTestId('actor-2')).toContainText('about to');
});

for (const [slug, key, times, told] of [
	['starvation-and-handoff', '1', 20, 'It takes the lock past T2'],
	['the-mutex', '2', 4, 'T2 wrote -1 and got the 1 back'],
] as const)
	test(`what a lesson invites to press leads to a note: ${slug}`, async ({ page }) => {
		await openLesson(page, slug);
		const figure = figures(page).first();
		const note = figure.locator('[data-shown]');
		await figure.focus();
		for (let i = 0; i < times; i++) {
			if ((await note.count()) > 0 && (await note.innerText()).includes(told)) break;
			await page.keyboard.press(key);
		}
		await expect(note).toContainText(told);
	});

test('a row that is pointed at keeps its height and its words', async ({ page }) => {
	await openLesson(page, 'starvation-and-handoff');
	const figure = figures(page).first();
	const row = figure.getByTestId('actor-1');
	await page.mouse.move(5, 5);
	let seen = 0;
	for (let i = 0; i < 20; i++) {
		await page.mouse.move(5, 5);
		const was = await row.boundingBox();
		const words = await row.innerText();
		await row.hover();
		expect((await row.boundingBox())?.height).toBe(was?.height);
		expect(await row.innerText()).toBe(words);
		if (await row.locator('[data-value]').isVisible()) seen++;
		await figure.getByTestId('forward').click();
	}
	expect(seen).toBeGreaterThan(5);
});

test('all questions of a lesson answered: it is done, and the path goes on', async ({ page }) => {
	await openLesson(page, FIRST);
	const asks = page.locator('[data-testid^="ask-"]');
	for (const ask of await asks.all()) await ask.getByTestId('not-sure').click();
	await expect(page.getByTestId('keep')).toContainText('Take home: ');
	await page.goto('./#/learn');
	await expect(page.getByTestId(`lesson-${FIRST}`).getByTestId('standing')).toHaveText('done');
	await expect(page.getByTestId('go-on')).toContainText('lesson 2');
});

test('without a store the lessons work all the same', async ({ page }) => {
	await page.addInitScript(() => {
		Object.defineProperty(window, 'localStorage', {
			get() {
				throw new DOMException('forbidden', 'SecurityError');
			},
		});
	});
	await openLesson(page, FIRST);
	const ask = page.getByTestId('ask-torn-swap');
	await ask.getByTestId('not-sure').click();
	await expect(ask).toContainText('The answer: ');
});

test('the first figure is within the first screen and can be stepped soon', async ({ page }) => {
	const from = performance.now();
	await page.goto(`./#/learn/${FIRST}`);
	const figure = figures(page).first();
	await figure.getByTestId('actor-1').click();
	await expect(figure.getByTestId('narration')).toContainText('T1 decrements');
	const took = performance.now() - from;
	test.info().annotations.push({ type: 'first step', description: `${took.toFixed(0)} ms` });
	/* 1.5 s on a machine of its own; this one is shared */
	expect(took).toBeLessThan(6000);
	for (const part of ['actor-1', 'actor-2', 'forward', 'narration'])
		await expect(figure.getByTestId(part)).toBeInViewport({ ratio: 1 });
});

test('of every lesson the threads, the sentence and the lock word of the first figure are within the first screen', async ({
	page,
}) => {
	await page.setViewportSize({ width: 1280, height: 720 });
	await page.goto('./#/learn');
	const stops = page.locator('[data-testid^="lesson-"]');
	await expect(stops).toHaveCount(10);
	const names = await stops.evaluateAll((all) => all.map((stop) => stop.dataset.testid ?? ''));
	for (const name of names) {
		await openLesson(page, name.replace('lesson-', ''));
		const figure = figures(page).first();
		for (const part of ['actor-1', 'forward', 'narration', 'inside'])
			await expect(figure.getByTestId(part), name).toBeInViewport({ ratio: 1 });
	}
});

test('a long sentence has its room from the start: a figure is as high at each step', async ({
	page,
}) => {
	await openLesson(page, 'starvation-and-handoff');
	await answerAll(page);
	const figure = page.getByRole('region', { name: /^Figure:/ }).nth(2);
	await figure.scrollIntoViewIfNeeded();
	await figure.getByTestId('start-over').click();
	const height = async () => (await figure.boundingBox())?.height ?? 0;
	const was = await height();
	const position = figure.getByTestId('position');
	for (let i = 0; i < 14; i++) {
		const before = await position.innerText();
		await figure.getByTestId('forward').click();
		await expect(position).not.toHaveText(before);
		expect(Math.abs((await height()) - was), await position.innerText()).toBeLessThan(3);
	}
});

test('each lesson says how its first figure is moved without a keyboard', async ({ page }) => {
	await page.goto('./#/learn');
	const links = page.locator('[data-testid^="lesson-"] h2 a');
	await expect(links).toHaveCount(10);
	for (const href of await links.evaluateAll((found) => found.map((a) => a.getAttribute('href')))) {
		await page.goto(`./${href}`);
		await expect(page.getByTestId('lesson-levels')).toBeVisible();
		const opening = page.locator('[data-testid="lesson"] > p').filter({ hasText: /\S/ });
		const keyed = opening.filter({ hasText: /[Pp]ress \d|[Pp]ress →/ });
		for (const text of await keyed.allInnerTexts())
			expect(text, String(href)).toMatch(/touch|row/i);
	}
});

test('nothing on the screen moves while figures come, step and are scrolled to', async ({
	page,
}) => {
	await watchShifts(page);
	await openLesson(page, FIRST);
	await page.evaluate(() => document.fonts.ready);
	await shifted(page);
	const figure = figures(page).first();
	await figure.focus();
	await page.keyboard.press('ArrowRight');
	await page.keyboard.press('ArrowRight');
	for (let i = 3; i < 10; i++) {
		await page.keyboard.press('1');
		await expect(figure.getByTestId('position')).toHaveText(`step ${i} of ${i}`);
	}
	for (let i = 0; i < 20; i++) {
		await page.mouse.wheel(0, 300);
		await page.waitForTimeout(40);
	}
	expect(await shifted(page)).toBeLessThan(0.02);
});

for (const [width, height] of [
	[1280, 720],
	[390, 844],
] as const)
	test(`no figure moves what stands below it when it comes, ${width} × ${height}`, async ({
		page,
	}) => {
		test.slow();
		await page.setViewportSize({ width, height });
		await watchShifts(page);
		await page.goto('./#/learn');
		const links = page.locator('[data-testid^="lesson-"] h2 a');
		await expect(links).toHaveCount(10);
		const all = await links.evaluateAll((found) => found.map((a) => a.getAttribute('href')));
		for (const href of all) {
			await page.goto('about:blank');
			await page.goto(`./${href}`);
			await expect(page.getByTestId('lesson-levels')).toBeVisible();
			await page.evaluate(() => document.fonts.ready);
			/* that the lesson itself has come is told some frames later */
			await page.waitForTimeout(300);
			await shifted(page);
			const end = () =>
				page.evaluate(() => window.scrollY + window.innerHeight >= document.body.scrollHeight - 2);
			while (!(await end())) {
				await page.mouse.wheel(0, height / 2);
				await page.waitForTimeout(60);
			}
			await expect(figures(page).last()).toHaveAttribute('data-ready');
			expect.soft(await shifted(page), `${href}`).toBeLessThan(0.01);
		}
	});

for (const [slug, width, height] of [
	[FIRST, 1280, 720],
	[FIRST, 390, 844],
	['readers-and-writers', 1280, 720],
	['readers-and-writers', 390, 844],
] as const)
	test(`a figure that comes late moves nothing: ${slug}, ${width} × ${height}`, async ({
		page,
	}) => {
		await page.setViewportSize({ width, height });
		await watchShifts(page);
		let come = () => {};
		const held = new Promise<void>((resolve) => {
			come = resolve;
		});
		await page.route('**/*.wasm', async (route) => {
			await held;
			await route.continue();
		});
		await page.goto(`./#/learn/${slug}`);
		await expect(page.getByTestId('lesson-levels')).toBeVisible();
		await page.evaluate(() => document.fonts.ready);
		await page.waitForTimeout(300);
		await shifted(page);
		come();
		await expect(figures(page).first()).toHaveAttribute('data-ready');
		await page.waitForTimeout(300);
		expect(await shifted(page)).toBeLessThan(0.003);
	});

/** How far what was on the screen has moved by itself, since it was last asked. */
async function watchShifts(page: Page): Promise<void> {
	await page.addInitScript(() => {
		const shifts: number[] = [];
		Object.assign(window, { shifts });
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries())
				shifts.push((entry as unknown as { value: number }).value);
		}).observe({ type: 'layout-shift', buffered: true });
	});
}

const shifted = (page: Page): Promise<number> =>
	page.evaluate(() =>
		(window as unknown as { shifts: number[] }).shifts.splice(0).reduce((a, b) => a + b, 0),
	);

test('in a lesson a term opens where it first stands in a section, and the levels close it', async ({
	page,
}) => {
	await openLesson(page, FIRST);
	await page.mouse.move(5, 5);
	const lesson = page.getByTestId('lesson');
	const term = lesson.locator(':scope > p [data-term]').first();
	await term.focus();
	await expect(page.getByRole('tooltip')).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page.getByRole('tooltip')).toHaveCount(0);
	/* never twice in a section's own text, and not in what is pressed or named */
	const twice = await lesson.evaluate((article) => {
		const seen: string[] = [];
		let found: string[] = [];
		for (const child of article.children) {
			if (child.tagName === 'H2') found = [];
			if (!/^(P|UL|OL|H2)$/.test(child.tagName)) continue;
			for (const one of child.querySelectorAll('[data-term]')) {
				const term = one.getAttribute('data-term') ?? '';
				if (found.includes(term)) seen.push(term);
				found.push(term);
			}
		}
		return seen;
	});
	expect(twice).toEqual([]);
	await expect(lesson.locator(':is(h2, summary, button, a) [data-term]')).toHaveCount(0);
	const levels = page.getByTestId('lesson-levels');
	await answerAll(page);
	await expect(levels.getByTestId('done-two-heads')).toHaveCount(0);
	await levels.getByRole('link', { name: 'Two heads' }).click();
	await expect(page.getByTestId('level')).toBeVisible();
	await page.evaluate(() => localStorage.setItem('lockstep.levels', '{"two-heads":9}'));
	await page.goto(`about:blank`);
	await page.goto(`./#/learn/${FIRST}`);
	await expect(levels.getByTestId('done-two-heads')).toContainText(
		'done in 9 steps, the shortest has 8',
	);
	await page.goto('./#/learn');
	const stop = page.getByTestId(`lesson-${FIRST}`);
	await expect(stop.getByTestId('levels-won')).toHaveText('1 of 2 levels done');
});

for (const [reducedMotion, flying] of [
	['no-preference', 1],
	['reduce', 0],
] as const)
	test(`a step of a figure shows its value on the way: ${reducedMotion}, ${flying}`, async ({
		page,
	}) => {
		await page.emulateMedia({ reducedMotion });
		await openLesson(page, FIRST);
		const figure = figures(page).first();
		const seen = await figure.evaluate(async (element) => {
			element.dispatchEvent(
				new KeyboardEvent('keydown', { key: '1', bubbles: true, cancelable: true }),
			);
			await new Promise((drawn) => setTimeout(drawn));
			return element.querySelector('[data-testid="flight"]')?.getAnimations().length;
		});
		expect(seen).toBe(flying);
		await expect(figure.getByTestId('narration')).toContainText('T1 decrements count');
	});

test('with reduced motion a figure is at its next note at once', async ({ page }) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await openLesson(page, 'spin-or-sleep');
	await page.getByTestId('ask-owner-is-off').getByTestId('not-sure').click();
	const figure = page.getByRole('region', { name: 'Figure: T2 goes to sleep and is woken' });
	await figure.scrollIntoViewIfNeeded();
	await figure.getByTestId('next-note').click();
	await figure.getByTestId('next-note').click();
	expect(await figure.getByTestId('position').textContent()).toBe('step 10 of 27');
});

test('every lesson is whole: all its figures run, and none is wider than a phone', async ({
	page,
}) => {
	test.slow();
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto('./#/learn');
	const links = page.locator('[data-testid^="lesson-"] h2 a');
	await expect(links).toHaveCount(10);
	const all = await links.evaluateAll((found) => found.map((a) => a.getAttribute('href')));
	for (const href of all) {
		await page.goto(`./${href}`);
		await expect(page.getByTestId('lesson-levels')).toBeVisible();
		for (const figure of await figures(page).all()) {
			await figure.scrollIntoViewIfNeeded();
			await expect(figure).toHaveAttribute('data-ready');
			await expect(figure.getByRole('alert')).toHaveCount(0);
		}
		expect(await sideways(page), `${href}`).toBe(0);
	}
});

test('a search is started by the reader and says what it found', async ({ page }) => {
	await page.goto('./#/learn/how-we-know');
	const search = page.getByTestId('search-block');
	await search.nth(0).getByRole('button').click();
	await expect(search.nth(0).getByTestId('search-found')).toContainText('140 states');
	await search.nth(2).getByRole('button').click();
	await expect(search.nth(2).getByTestId('search-found')).toContainText('has 4 steps');
});

const LESSONS = readdirSync('web/lessons')
	.filter((file) => /^\d\d-.*\.md$/.test(file))
	.map((file) => `learn/${file.slice(3, -3)}`);

test('a question is answered by keyboard alone, wrongly and then rightly', async ({ page }) => {
	await openLesson(page, FIRST);
	const ask = page.locator('section[data-testid^="ask-"]').first();
	const choices = ask.locator('li > button[aria-expanded]');
	const open = ask.locator('li > button[aria-expanded="true"]');
	const count = await choices.count();
	await page.keyboard.press('Tab');
	for (let i = 0; i < 200; i++) {
		if (await choices.first().evaluate((e) => e === document.activeElement)) break;
		await page.keyboard.press('Tab');
	}
	await expect(choices.first()).toBeFocused();
	for (let i = 0; i < count && (await ask.getByTestId('not-sure').count()) > 0; i++) {
		await expect(choices.nth(i)).toBeFocused();
		await page.keyboard.press(i % 2 === 0 ? 'Enter' : 'Space');
		await expect(open).toHaveCount(i + 1);
		await expect(choices.nth(i)).toBeFocused();
		if ((await ask.getByTestId('not-sure').count()) === 0) break;
		/* past the terms of the reply */
		for (let k = 0; k < 12; k++) {
			await page.keyboard.press('Tab');
			if (await choices.nth(i + 1).evaluate((e) => e === document.activeElement)) break;
		}
	}
	await expect(ask.getByTestId('not-sure')).toHaveCount(0);
	await expect(ask.getByText('Right. ')).toBeVisible();
	await expect(ask.getByTestId('figure')).not.toHaveAttribute('data-veiled');
});

for (const fragment of ['learn', ...LESSONS])
	test(`axe finds nothing, light and dark: ${fragment}`, async ({ page }) => {
		await page.goto(`./#/${fragment}`);
		if (fragment === 'learn') await expect(page.getByTestId('go-on')).toBeVisible();
		else {
			await expect(figures(page).first()).toHaveAttribute('data-ready');
			await page.getByTestId('not-sure').first().click();
			for (const one of await page.locator('summary').all()) await one.click();
		}
		for (const colorScheme of SCHEMES) {
			await page.emulateMedia({ colorScheme });
			await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
			const { violations, passes } = await new AxeBuilder({ page }).analyze();
			const found = violations.map(
				(v) => `${colorScheme}: ${v.id}: ${v.nodes.map((n) => n.html.slice(0, 160)).join(' | ')}`,
			);
			expect(found).toEqual([]);
			expect(passes.map((p) => p.id)).toContain('color-contrast');
		}
	});

for (const viewport of [
	{ width: 390, height: 844 },
	{ width: 844, height: 390 },
])
	test.describe(`a phone of ${viewport.width} × ${viewport.height}`, () => {
		test.use({ viewport, hasTouch: true, isMobile: true });

		test('nothing to scroll sideways, buttons for fingers', async ({ page }) => {
			await page.goto('./#/learn');
			await expect(page.getByTestId('go-on')).toBeVisible();
			expect(await sideways(page)).toBe(0);
			await openLesson(page, FIRST);
			await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
			await expect(figures(page).last()).toHaveAttribute('data-ready');
			expect(await sideways(page)).toBe(0);
			const figure = figures(page).first();
			await figure.getByTestId('actor-2').tap();
			await expect(figure.getByTestId('narration')).toContainText('T2 decrements');
			for (const button of await page.locator('[data-testid="figure"] button:visible').all()) {
				const box = await button.boundingBox();
				const name = (await button.getAttribute('aria-label')) ?? (await button.innerText());
				/* a value that leads to its writer stands in a line of text */
				if (!/^0x/.test(name)) expect.soft(box?.height, name).toBeGreaterThanOrEqual(40);
			}
		});
	});

type Four = [Locator, Locator, Locator, Locator];

test('“The same in C” has the lines of the stepper, in its colours', async ({ page }) => {
	await openLesson(page, 'futexes');
	const code = page.getByTestId('lesson-code');
	/* an answer could be read off it */
	await expect(code).toHaveCount(0);
	await answerAll(page);
	const procs = code.getByTestId('lesson-proc');
	await expect(procs).toHaveCount(0);
	await code.locator('summary').focus();
	await page.keyboard.press('Enter');
	await expect(procs).toHaveCount(4);
	const [entry, fast, slow, unlock] = [0, 1, 2, 3].map((i) => procs.nth(i)) as Four;
	await expect(entry).toContainText('__pthread_mutex_lock(struct glibc_mutex *lock)');
	/* a variant's own: glibc 2.5 unlocks by a decrement */
	await expect(unlock).toContainText('atomic_xchg_release(&lock->lock, 0);');
	await expect(unlock).not.toContainText('atomic_add_return');
	await expect(fast).toContainText('takes the free lock without the kernel');
	const line = slow.locator('code', { hasText: 'futex_wait(' }).first();
	await expect(line).toContainText('futex_wait(&lock->hash, &lock->lock, 2);');
	const colors = await line
		.locator('span')
		.evaluateAll((all) => [...new Set(all.map((e) => getComputedStyle(e).color))]);
	expect(colors.length).toBeGreaterThan(1);
	/* as in the stepper, line for line */
	const told = await unlock.locator('code').allTextContents();
	await page.goto('./#/pm-today?plain=code&at=1');
	await expect(page.locator('[data-region="source"] [data-line]').first()).toBeVisible();
	await page.getByRole('button', { name: /C \(paraphrase\)$/ }).click();
	const source = page.locator('[data-region="source"] [data-line] code');
	await expect(source.filter({ hasText: '__pthread_mutex_unlock(struct' })).toHaveCount(1);
	const lines = await source.allTextContents();
	expect(told.length).toBeGreaterThan(8);
	for (const one of told) expect(lines).toContain(one);
});

for (const slug of [FIRST, 'compare-and-swap', 'futexes'])
	test(`on a phone the C of a lesson stays on the screen: ${slug}`, async ({ page }) => {
		await page.setViewportSize({ width: 390, height: 844 });
		await openLesson(page, slug);
		await answerAll(page);
		const code = page.getByTestId('lesson-code');
		await code.locator('summary').click();
		await expect(code.getByTestId('lesson-proc').first()).toContainText('lock');
		expect(await sideways(page)).toBe(0);
		const beyond = await code
			.locator('code, code + span')
			.evaluateAll((all) =>
				all.filter((e) => e.getBoundingClientRect().right > 390).map((e) => e.textContent),
			);
		expect(beyond).toEqual([]);
	});

test('a figure shows the word that its step touches, whatever it draws beside, and nothing moves for it', async ({
	page,
}) => {
	await openLesson(page, FIRST);
	const ask = page.getByTestId('ask-torn-swap');
	await ask.scrollIntoViewIfNeeded();
	await expect(ask.getByTestId('position')).toHaveText('step 6 of 10');
	/* tail is drawn */
	await expect(ask.getByTestId('touched')).toHaveCount(0);
	const before = await ask.getByTestId('figure').boundingBox();
	await ask.getByRole('button', { name: /^Two/ }).click();
	await expect(ask.getByTestId('position')).toHaveText('step 10 of 10');
	await expect(ask.getByTestId('narration')).toContainText('T2.locked 0 → 1');
	await expect(ask.getByTestId('touched')).toHaveText(/^T2\.locked\s*1\s*0$/);
	const after = await ask.getByTestId('figure').boundingBox();
	expect(Math.abs((after?.height ?? 0) - (before?.height ?? 0))).toBeLessThan(40);
});

test('what may not be drawn before the answer leaves no empty frame, and the last line comes last', async ({
	page,
}) => {
	await openLesson(page, 'stampede-and-queue');
	for (const id of ['how-many-run', 'how-many-now'])
		await page.getByTestId(`ask-${id}`).getByTestId('not-sure').click();
	const gap = page.getByTestId('ask-the-gap');
	await gap.scrollIntoViewIfNeeded();
	await expect(gap.getByTestId('veil')).toBeVisible();
	expect((await gap.getByTestId('figure').boundingBox())?.height).toBeLessThan(120);
	await gap.getByTestId('not-sure').click();
	await expect(gap.getByTestId('veil')).toHaveCount(0);
	await expect(gap.getByTestId('narration')).toBeVisible();
	await expect(page.getByTestId('keep')).toHaveCount(0);
	await page.getByTestId('ask-who-is-first').getByTestId('not-sure').click();
	await expect(page.getByTestId('keep')).toBeVisible();
});

test('the line to take home stands in no lesson before its questions are answered', async ({
	page,
}) => {
	for (const lesson of ['what-a-lock-is', 'spin-or-sleep', 'starvation-and-handoff']) {
		await openLesson(page, lesson);
		await expect(page.getByTestId('lesson-levels')).toBeAttached();
		await expect(page.getByTestId('keep'), lesson).toHaveCount(0);
	}
});
