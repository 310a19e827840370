/** Lessons: the path and its progress, questions before answers. */
import { answerAll, FIRST, figures, openLesson, openTwo } from './lesson-pages';
import { expect, openGallery, test } from './support';

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
	await expect(page.getByTestId('levels-wait')).toContainText('4 questions are left');
	await expect(tells).toHaveCount(0);
	await answerAll(page);
	await expect(page.getByTestId('levels-wait')).toHaveCount(0);
	await expect(tells).toBeVisible();
});

test('the stepper tells no answer, and the way back finds the lesson as it was left', async ({
	page,
}) => {
	const figure = await openTwo(page);
	for (let i = 0; i < 2; i++) await figure.getByTestId('actor-1').click();
	await figure.getByTestId('actor-2').click();
	await expect(figure.getByTestId('position')).toHaveText('step 3 of 3');
	const told = await figure.getByTestId('narration').textContent();
	const ask = page.getByTestId('ask-torn-swap');
	const wrong = ask.getByRole('button', { name: /^It names T2, and only T2/ });
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
	await ask.getByRole('button', { name: /^It names T2, and both/ }).click();
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
	await ask.getByRole('button', { name: /^It names T2, and only T2/ }).click();
	await expect(ask.getByTestId('choose-again')).toBeVisible();
	expect(await top(), 'a wrong one plays nothing').toBeLessThan(-100);
	await ask.getByRole('button', { name: /^It names T2, and both/ }).click();
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
	await ask.getByRole('button', { name: /^It names T2, and only T2/ }).click();
	await expect(ask).toContainText('Not so. The later write does win');
	await expect(ask.getByTestId('choose-again')).toBeVisible();
	await expect(position).toHaveText('step 6 of 10');
	await ask.getByRole('button', { name: /^It names T2, and both/ }).click();
	await expect(ask).toContainText('Right. Each decides by what it read');
	await expect(ask.getByTestId('choose-again')).toHaveCount(0);
	await expect(position).toHaveText('step 10 of 10');
	await expect(ask.getByTestId('fault')).toContainText('mutual exclusion');
	await page.reload();
	await expect(ask).toContainText(
		'The answer: It names T2, and both believe it. Each decides by what it read',
	);
	await page.goto('./#/learn');
	await expect(page.getByTestId(`lesson-${FIRST}`)).toContainText('1 of 5 questions answered');
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
	['the-mutex', '2', 4, 'it wrote -1 and got the 1 back'],
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

test('all questions of a lesson answered: it is done, and the path goes on', async ({ page }) => {
	await openLesson(page, FIRST);
	const asks = page.locator('[data-testid^="ask-"]');
	await asks
		.first()
		.getByRole('button', { name: /^-1 is left, and only T1/ })
		.click();
	const [, ...others] = await asks.all();
	for (const ask of others) await ask.getByTestId('not-sure').click();
	await expect(page.getByTestId('keep')).toContainText('Take home: ');
	await page.goto('./#/learn');
	await expect(page.getByTestId(`lesson-${FIRST}`).getByTestId('standing')).toHaveText(
		`done, ${others.length} shown`,
	);
	await expect(page.getByTestId('go-on')).toContainText('lesson 2');
	/* and so does the front page */
	await openGallery(page);
	const door = page.getByTestId('first-lesson');
	await expect(door).toHaveText('Go on with lesson 2');
	await door.click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Compare-and-swap');
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

test('a search is started by the reader and says what it found', async ({ page }) => {
	await page.goto('./#/learn/how-we-know');
	const search = page.getByTestId('search-block');
	await search.nth(0).getByRole('button').click();
	await expect(search.nth(0).getByTestId('search-found')).toContainText('140 states');
	await search.nth(2).getByRole('button').click();
	await expect(search.nth(2).getByTestId('search-found')).toContainText('has 4 steps');
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
