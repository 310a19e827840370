/** `<lockstep-stepper>` in pages of another origin: two on one page, and in the slides of reveal.js. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { LockstepStepperElement } from '../../web/src/embed/public';
import { expect, test } from './examples';

const stepOf = (page: Page, id: string) =>
	page.locator(id).evaluate((element) => (element as LockstepStepperElement).state?.step);

test('two on one page: each hears the keys of its own focus, and neither those of the page', async ({
	page,
	examples,
}) => {
	await page.goto(`${examples}element.html`);
	const [queue, stampede] = [page.locator('#queue'), page.locator('#stampede')];
	await expect(queue.getByTestId('position')).toHaveText('step 0 of 26');
	await expect(stampede.getByTestId('position')).toContainText('step 3 of');
	const steps = async () => [await stepOf(page, '#queue'), await stepOf(page, '#stampede')];
	await page.keyboard.press('ArrowRight');
	expect(await steps()).toEqual([0, 3]);
	await queue.getByRole('group', { name: 'Stepper' }).focus();
	await page.keyboard.press('ArrowRight');
	await page.keyboard.press('1');
	await expect.poll(steps).toEqual([2, 3]);
	await stampede.getByTestId('back').focus();
	await page.keyboard.press('ArrowLeft');
	await expect.poll(steps).toEqual([2, 2]);
	await expect(page.locator('#says')).toContainText('step 2 of');

	/* what it may show, and that the page's own look stays outside */
	await expect(queue.getByTestId('actor-1')).toBeVisible();
	await expect(stampede.getByTestId('actor-1')).toHaveCount(0);
	await expect(stampede.getByTestId('open-in-lockstep')).toHaveCount(0);
	await expect(queue.getByTestId('open-in-lockstep')).toHaveAttribute('href', /#\/mcs-queue\?.*s=/);
	const looks = await page.evaluate(() =>
		['#queue', '#stampede'].map((id) => {
			const room = document.querySelector(id)?.shadowRoot?.querySelector('[data-lockstep]');
			const { backgroundColor, fontFamily } = getComputedStyle(room as Element);
			return `${backgroundColor} ${fontFamily.split(',')[0]}`;
		}),
	);
	expect(looks).toEqual(['rgb(253, 252, 249) "Lockstep Sans"', 'rgb(21, 22, 26) "Lockstep Sans"']);
	const { violations } = await new AxeBuilder({ page }).analyze();
	expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' | ')}`)).toEqual([]);
});

test('it is driven by its methods, which refuse what cannot be; another src is another moment', async ({
	page,
	examples,
}) => {
	await page.goto(`${examples}element.html`);
	const told = await page.locator('#queue').evaluate(async (element) => {
		const stepper = element as LockstepStepperElement;
		const { beats } = await stepper.ready;
		const said: unknown[] = [beats > 2];
		stepper.go({ beat: 2 });
		said.push(stepper.state?.beat);
		stepper.back('step');
		stepper.step(1);
		const attempt = (act: () => void) => {
			try {
				act();
			} catch (error) {
				said.push((error as Error).message);
			}
		};
		attempt(() => stepper.go({ step: 1000 }));
		attempt(() => stepper.step(0));
		attempt(() => stepper.go({ step: 1, more: 2 } as never));
		const other = new Promise((resolve) =>
			stepper.addEventListener('step', resolve, { once: true }),
		);
		stepper.setAttribute('src', 'rwsem?at=0');
		await other;
		said.push(stepper.state?.scenario);
		stepper.remove();
		await new Promise(requestAnimationFrame);
		said.push(stepper.state, stepper.shadowRoot?.childElementCount);
		return said;
	});
	expect(told).toEqual([
		true,
		2,
		expect.stringMatching(/^There is no step 1000: there are \d+\.$/),
		'That is not what the documentation says.',
		'That is not what the documentation says.',
		'rwsem',
		null,
		0,
	]);
});

test('a level opens in it, is played and searched there, and leaves nothing in the page’s storage', async ({
	page,
	examples,
}) => {
	await page.goto(`${examples}element.html`);
	const queue = page.locator('#queue');
	await expect(queue.getByTestId('position')).toBeVisible();
	await queue.evaluate((element) => element.setAttribute('src', 'level/two-heads'));
	await expect(queue.getByTestId('goal')).toContainText('T1 and T2 are both head');
	for (const thread of [1, 1, 1, 2, 2, 2, 1, 2]) await queue.getByTestId(`actor-${thread}`).click();
	await expect(queue.getByTestId('level-said')).toContainText('Done in 8 steps: no schedule is');
	await queue.getByTestId('start-again').click();
	await queue.getByTestId('impossible').click();
	await expect(queue.getByTestId('level-said')).toContainText(
		'It can be done: the search has found',
	);
	/* this `src` says of no site, so nothing leads there */
	await expect(queue.locator('a')).toHaveCount(0);
	expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
	expect((await queue.evaluate((e) => (e as LockstepStepperElement).state))?.sentence).toMatch(
		/^Make two threads the head/,
	);
});

test('a recorded run opens in it, from the address of the site as well, and is stepped like a story', async ({
	page,
	examples,
}) => {
	await page.goto(`${examples}recording.html`);
	const recorded = page.locator('lockstep-stepper');
	const position = recorded.getByTestId('position');
	await expect(position).toContainText('step 30 of 1406');
	await expect(recorded.getByTestId('narration')).toContainText('T4 adds its reader bias');
	await recorded.getByTestId('forward').click();
	await expect(position).toContainText('step 31 of 1406');
	expect(await recorded.evaluate((e) => (e as LockstepStepperElement).state)).toMatchObject({
		title: 'A writer steals the semaphore',
		step: 31,
		steps: 1406,
	});
	await recorded.evaluate((element) => element.setAttribute('src', 'trace/no-such-run'));
	await expect(recorded.getByTestId('notice').first()).toContainText('was not opened');
});

test('what is no moment, and a module that is not there, are said', async ({ page, examples }) => {
	await page.goto(`${examples}element.html`);
	const queue = page.locator('#queue');
	await expect(queue.getByTestId('position')).toBeVisible();
	await queue.evaluate((element) => element.setAttribute('src', 'mcs-queue?at=99'));
	await expect(queue.getByTestId('notice')).toContainText('no step 99');
	/* which leaves the buttons where they are seen */
	const [host, buttons] = [
		await queue.boundingBox(),
		await queue.getByTestId('back').boundingBox(),
	];
	expect(Number(buttons?.y) + Number(buttons?.height)).toBeLessThanOrEqual(
		Number(host?.y) + Number(host?.height),
	);
	await queue.evaluate((element) => element.setAttribute('src', 'no-such-lock'));
	await expect(queue.getByTestId('notice')).toContainText('no-such-lock');
	await expect(queue.getByTestId('position')).toHaveCount(0);
});

test('in a deck the beats are fragments: the deck’s own keys go through them and back', async ({
	page,
	examples,
}) => {
	await page.goto(`${examples}deck.html`);
	await expect(page.locator('.reveal.ready')).toBeVisible();
	const queue = page.locator('#queue');
	await expect(page.locator('#queue ~ .fragment').first()).toBeAttached();
	const all = await page.locator('#queue ~ .fragment').count();
	const { beats, asks } = await queue.evaluate(async (e) => (e as LockstepStepperElement).ready);
	expect(all).toBe(beats + asks.length);
	expect(beats).toBeGreaterThan(2);
	const beat = () => queue.evaluate((e) => (e as LockstepStepperElement).state?.beat);
	await page.keyboard.press('ArrowRight');
	await expect(queue).toBeVisible();
	expect(await beat()).toBe(0);
	await page.keyboard.press('ArrowRight');
	await expect.poll(beat).toBe(1);
	await page.keyboard.press('Space');
	const second = asks.includes(1) ? 1 : 2;
	await expect.poll(beat).toBe(second);
	await page.keyboard.press('ArrowLeft');
	await expect.poll(beat).toBe(1);
	for (let i = 1; i < all; i++) await page.keyboard.press('PageDown');
	await expect.poll(beat).toBe(beats);
	/* on to the frame, whose beats are the next fragments */
	await expect(page.locator('#leave ~ .fragment').first()).toBeAttached();
	await page.keyboard.press('PageDown');
	const frame = page.frameLocator('#leave');
	await expect(frame.getByTestId('position')).toContainText('step 0 of');
	await page.keyboard.press('PageDown');
	await expect(frame.getByTestId('position')).not.toContainText('step 0 of');
	await page.keyboard.press('PageUp');
	await expect(frame.getByTestId('position')).toContainText('step 0 of');
	await page.keyboard.press('PageUp');
	await expect(queue).toBeVisible();
	expect(await beat()).toBe(beats);
});

test('the talk of docs/teaching: the clicker leads through its four stories, from first to last beat', async ({
	page,
	examples,
}) => {
	await page.goto(`${examples}mcs-in-ten-minutes.html`);
	await expect(page.locator('.reveal.ready')).toBeVisible();
	await page.keyboard.press('PageDown');
	for (const id of ['#stampede', '#queue', '#gap', '#preempted']) {
		const story = page.locator(id);
		await expect(page.locator(`${id} ~ .fragment`).first()).toBeAttached();
		await expect(story).toBeVisible();
		const { beats } = await story.evaluate(async (e) => (e as LockstepStepperElement).ready);
		const all = await page.locator(`${id} ~ .fragment`).count();
		for (let i = 0; i < all; i++) await page.keyboard.press('PageDown');
		await expect
			.poll(() => story.evaluate((e) => (e as LockstepStepperElement).state?.beat))
			.toBe(beats);
		await page.keyboard.press('PageDown');
		if (id === '#stampede') await page.keyboard.press('PageDown');
	}
	await expect(page.getByRole('heading', { name: 'A release disturbs one thread' })).toBeVisible();
});
