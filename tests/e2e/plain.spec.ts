/** A story as it is met first: code, environment and idle words are put away, and one press brings them. */
import { readdirSync } from 'node:fs';
import { expect, moment, openGallery, openMoment, test } from './support';

const source = '[data-region="source"]';

test('from a lesson a figure opens plainly, and the address keeps what was asked for', async ({
	page,
}) => {
	await page.goto('./#/learn/spin-or-sleep');
	await page.getByTestId('open-stepper').first().click();
	await expect(page.getByTestId('env-unfold')).toBeVisible();
	await expect(page.locator(source)).toBeHidden();
	await expect(page.getByTestId('env-unfold')).toBeVisible();
	/* to take a CPU away is the natural question, and offered beside the line */
	const acts = page.locator('[data-env] [data-act]:not([data-testid="preempt-here"] *)');
	await expect(acts).toHaveCount(0);
	await page.getByTestId('show-code').click();
	await expect(page.locator(source)).toBeVisible();
	await expect(page.getByTestId('env-unfold')).toBeVisible();
	await expect.poll(() => page.url()).toContain('plain=code');
	await page.reload();
	await expect(page.locator(source)).toBeVisible();
	await expect(page.getByTestId('show-code')).toHaveCount(0);
	await page.getByTestId('show-all').click();
	await expect(page.locator('[data-env] [data-act]').first()).toBeVisible();
	await expect(page.getByTestId('show-all')).toHaveCount(0);
	await expect.poll(() => page.url()).not.toContain('plain');
});

test('the first story opens plainly; an address without it has all', async ({ page }) => {
	await openGallery(page);
	await page.getByTestId('start-card-mcs-queue').getByRole('link').click();
	await expect(page.getByTestId('position')).toBeVisible();
	await expect(page.locator(source)).toBeHidden();
	await page.goto('./#/mutex-wake');
	await expect(page.getByTestId('scenario')).toHaveValue('mutex-wake');
	await expect(page.locator(source)).toBeVisible();
	await expect(page.getByTestId('show-all')).toHaveCount(0);
});

test('a story that is met first has few controls, and one press brings the others', async ({
	page,
}) => {
	const few = ['home', 'back', 'forward', 'end', 'play', 'next-note', 'to-decisive', 'setup'];
	const more = ['run-thread', 'run-word', 'random', 'seed', 'evidence', 'export'];
	await openMoment(page, 'mcs-queue?plain=1');
	for (const id of few) await expect(page.getByTestId(id), id).toBeVisible();
	for (const id of more) await expect(page.getByTestId(id), id).toHaveCount(0);
	/* whoever knows the keys has them all */
	await page.keyboard.press('g');
	await expect(page.getByTestId('position')).not.toHaveText(/^step 0 /);
	await page.getByTestId('show-all').click();
	for (const id of more) await expect(page.getByTestId(id), id).toBeVisible();
});

test('words that the story never touches are put away, and come with the steps that touch them', async ({
	page,
}) => {
	const words = page.locator('section[aria-label^="Queues and words"] dt');
	await openMoment(page, 'tp-handoff');
	const all = await words.allTextContents();
	await openMoment(page, 'tp-handoff?plain=1');
	await expect(page.getByTestId('show-all')).toBeVisible();
	const few = await words.allTextContents();
	expect(few.length).toBeGreaterThan(0);
	expect(few.length).toBeLessThan(all.length);
	expect(all).toEqual(expect.arrayContaining(few));
	/* no moment of the story writes a word that is not there */
	const length = Number(
		/of (\d+)/.exec((await page.getByTestId('position').textContent()) ?? '')?.[1],
	);
	for (let at = 1; at <= length; at++) {
		await page.keyboard.press('ArrowRight');
		await moment(page, at);
	}
	expect(await words.allTextContents()).toEqual(few);
});

test('the legend explains the signs of the story, and no others', async ({ page }) => {
	const legend = page.getByTestId('lanes-legend');
	await openMoment(page, 'mcs-queue');
	await expect(legend).toContainText('asleep');
	await openMoment(page, 'mcs-queue?plain=1');
	await expect(legend).toContainText('links');
	for (const sign of ['asleep', 'preempted', 'failed CAS', 'from outside'])
		await expect(legend).not.toContainText(sign);
	/* who has lost its CPU holds the lock here; its strokes and marks are explained, too */
	await openMoment(page, 'mutex-6.12-sleep?plain=1&at=9');
	for (const sign of ['preempted, holds', 'takes the lock', 'no shared word'])
		await expect(legend).toContainText(sign);
});

test('e unfolds what may come from outside, and the arrows go along it', async ({ page }) => {
	await openMoment(page, 'mutex-wake?plain=1');
	await page.keyboard.press('e');
	await page.keyboard.press('ArrowRight');
	await expect(page.getByTestId('env-unfold')).toHaveCount(0);
	await expect(page.getByTestId('env-preempt-2')).toBeFocused();
	await expect(page.getByTestId('position')).toHaveText(/^step 0 /);
	await expect(page.getByTestId('env-preempt-1')).toBeVisible();
	await expect(page.locator(source)).toBeHidden();
});

for (const viewport of [
	{ width: 1280, height: 720 },
	{ width: 1920, height: 1080 },
	{ width: 390, height: 844 },
])
	test(`sentence, note and ways back stand apart: ${viewport.width} × ${viewport.height}`, async ({
		page,
	}) => {
		await page.setViewportSize(viewport);
		await openMoment(page, 'mutex-wake?plain=1&at=12');
		await expect(page.getByTestId('narration')).toBeVisible();
		const boxes = await page
			.locator('[data-region="narration"], [data-region="actors"], [data-region="put-away"]')
			.evaluateAll((all) =>
				all.map((e) => e.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
			);
		expect(boxes).toHaveLength(3);
		boxes.sort((a, b) => a.top - b.top);
		for (const [i, box] of boxes.entries())
			if (i > 0) expect(box.top).toBeGreaterThanOrEqual((boxes[i - 1]?.bottom ?? 0) - 1);
		if (viewport.width > 768)
			await expect(page.getByTestId('show-code')).toBeInViewport({ ratio: 1 });
	});

test('in a low window a question, its choices and its answer are whole', async ({ page }) => {
	await page.setViewportSize({ width: 1280, height: 720 });
	const said = page.locator('[data-region="narration"]');
	const cut = () => said.evaluate((e) => e.scrollHeight - e.clientHeight);
	for (const at of [29, 45]) {
		await openMoment(page, `mutex-6.12-handoff?plain=1&lesson=stealing-and-hand-off&at=${at}`);
		await expect(page.getByTestId('next-note')).toHaveText('The answer');
		await expect.poll(cut, `the question at ${at}`).toBeLessThanOrEqual(1);
		await page.getByTestId('answer').click();
		await expect(page.getByTestId('next-note')).toHaveText('Next note');
		await expect.poll(cut, `the answer at ${at}`).toBeLessThanOrEqual(1);
	}
});

test('a figure brings its note along, and nothing of a search', async ({ page }) => {
	await page.goto('./#/learn/stealing-and-hand-off');
	const figure = page.getByRole('region', {
		name: 'Figure: the lock is handed to the top waiter',
	});
	await figure.scrollIntoViewIfNeeded();
	await figure.getByTestId('open-stepper').click();
	await expect(page.getByTestId('figure-note')).toContainText('Now its 5 milliseconds are over.');
	for (let at = 13; at <= 15; at++) {
		await page.keyboard.press('ArrowRight');
		await moment(page, at);
	}
	await expect(page.getByTestId('figure-note')).toHaveText('T2 writes down that it asks.');
	/* another figure speaks of what comes of an unlock here */
	await page.keyboard.press('1');
	await expect(page.getByTestId('figure-note')).toHaveText(
		'The word is free, and the request still stands.',
	);
	/* steps of the reader's own are not the lesson's */
	await page.keyboard.press('2');
	await expect(page.getByTestId('figure-note')).toHaveCount(0);
	await page.waitForTimeout(1000);
	await expect(page.getByTestId('from-here')).toHaveCount(0);
	await page.getByTestId('show-all').click();
	await expect(page.getByTestId('from-here')).toContainText('rom here');
});

test('a link leads back to the lesson, and to the place in it, and a reload keeps it', async ({
	page,
}) => {
	await page.goto('./#/learn/the-mutex');
	const open = page.getByTestId('open-stepper').last();
	/* a figure whose question is open leads nowhere yet */
	const asked = page.locator('[data-testid^="ask-"]:has([data-testid="figure"])').first();
	await asked.getByTestId('not-sure').click();
	await asked.getByTestId('open-stepper').scrollIntoViewIfNeeded();
	await open.scrollIntoViewIfNeeded();
	const place = await page.evaluate(() => window.scrollY);
	expect(place).toBeGreaterThan(300);
	await open.click();
	const back = page.getByTestId('to-lesson-page');
	await expect(back).toHaveAccessibleName('Back to lesson 5');
	await back.click();
	await expect(page.getByTestId('lesson')).toBeVisible();
	await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(place / 2);
	await page.getByTestId('open-stepper').first().click();
	await expect(back).toBeVisible();
	await page.keyboard.press('ArrowRight');
	await expect.poll(() => page.url()).toContain('lesson=the-mutex');
	await page.reload();
	await back.click();
	await expect(page).toHaveURL(/#\/learn\/the-mutex$/);
	/* a story of the gallery has no lesson to go back to */
	await openMoment(page, 'mcs-queue?plain=1');
	await expect(page.getByTestId('show-all')).toBeVisible();
	await expect(back).toHaveCount(0);
});

test('free play puts no words away, and does not say so; the sign “preemption off” waits', async ({
	page,
}) => {
	const actor = page.getByTestId('actor-2');
	await openMoment(page, 'mutex-3.9?n=2&plain=1');
	await expect(page.getByTestId('show-all')).toBeVisible();
	await expect(page.locator('[data-region="put-away"]')).not.toContainText('this story');
	for (const key of ['1', '2', '2']) await page.keyboard.press(key);
	await moment(page, 3);
	await expect(actor).not.toContainText('preemption off');
	await page.getByTestId('show-all').click();
	await expect(actor).toContainText('preemption off');
});

test('two side by side have the same switch, and who comes from such a story finds them so', async ({
	page,
}) => {
	await openMoment(page, 'pm-today?plain=1');
	await page.getByTestId('compare').click();
	await expect(page).toHaveURL(/#\/compare\/.*plain=1/);
	const side = page.getByTestId('side-left');
	const words = side.locator('section[aria-label^="Queues and words"] dt');
	const lines = side.locator('[data-region="cache"]');
	await expect(side.getByTestId('so-far')).toBeVisible();
	for (const thread of await side.locator('[data-thread]').all())
		await expect(thread).toBeInViewport({ ratio: 0.99 });
	await expect(lines).toHaveCount(0);
	await expect(side.locator('[data-env]')).toBeHidden();
	const few = await words.allTextContents();
	await page.getByTestId('show-all').click();
	await expect(lines).toBeVisible();
	await expect(side.locator('[data-env]')).toBeVisible();
	await expect.poll(() => words.count()).toBeGreaterThan(few.length);
	expect(await words.allTextContents()).toEqual(expect.arrayContaining(few));
	await expect.poll(() => page.url()).not.toContain('plain');
	/* and back, which the address keeps */
	await page.getByTestId('show-less').click();
	await expect(lines).toHaveCount(0);
	await expect.poll(() => page.url()).toContain('plain=1');
	await page.keyboard.press('ArrowRight');
	await expect(page.getByTestId('side-position-left')).toContainText('step 1 of');
	await page.reload();
	await expect(page.getByTestId('show-all')).toBeVisible();
	await expect(lines).toHaveCount(0);
});

interface Told {
	stories: Record<string, { beats?: { at: number; note: string }[] }>;
}

const FACTS = 'wasm/generated/facts';

/** Those that begin with the longest texts. */
async function longestOpenings(count: number): Promise<string[]> {
	const found: { name: string; length: number }[] = [];
	for (const file of readdirSync(FACTS)) {
		const { REST } = (await import(`../../${FACTS}/${file}`)) as { REST: Told };
		for (const [name, { beats = [] }] of Object.entries(REST.stories)) {
			const opening = beats.find(({ at }) => at === 0)?.note;
			if (opening) found.push({ name, length: opening.length });
		}
	}
	found.sort((a, b) => b.length - a.length);
	return found.slice(0, count).map(({ name }) => name);
}

for (const viewport of [
	{ width: 1280, height: 720 },
	{ width: 1366, height: 768 },
	{ width: 390, height: 844 },
])
	test(`what opens a story is read whole: ${viewport.width} × ${viewport.height}`, async ({
		page,
	}) => {
		await page.setViewportSize(viewport);
		for (const story of ['mcs-queue', ...(await longestOpenings(6))])
			for (const look of ['?plain=1', '']) {
				await openMoment(page, `${story}${look}`);
				await expect(page.getByTestId('scenario')).toHaveValue(story);
				const text = page.getByTestId('narration');
				await expect(text).toContainText('step');
				const cut = await text.evaluate((e) => {
					const place = e.closest('[data-region="narration"]') ?? e;
					return [e, place].map((one) => one.scrollHeight - one.clientHeight);
				});
				for (const lines of cut) expect(lines, story + look).toBeLessThanOrEqual(1);
			}
	});
