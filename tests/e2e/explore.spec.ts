/** The exhaustive check, off the main thread: its progress, its end, its verdict, its counterexample. */
import { expect, frames, moment, openMoment, test } from './support';

test('a planted fault gets its verdict, and its counterexample opens the failing schedule', async ({
	page,
}) => {
	await openMoment(page, 'mcs-torn-swap');
	await expect(page.getByTestId('check')).toContainText('finds a broken rule');
	const worker = page.waitForEvent('worker');
	await page.keyboard.press('x');
	expect((await worker).url()).toMatch(/explorer-worker/);
	const result = page.getByTestId('check-result');
	await expect(result).toContainText('rule broken: mutual exclusion');
	await expect(page.getByTestId('check')).toContainText('rule broken');
	const steps = Number(
		/(\d+) steps/.exec(await page.getByTestId('play-counterexample').innerText())?.[1],
	);
	expect(steps).toBeGreaterThan(3);

	await page.getByTestId('play-counterexample').click();
	await expect(page.getByTestId('check-panel')).toBeHidden();
	await expect(page.getByTestId('position')).toContainText(`of ${steps}`);
	await page.keyboard.press('End');
	await moment(page, steps);
	await expect(page.getByTestId('fault')).toContainText('rule broken: mutual exclusion');
	await page.keyboard.press('ArrowLeft');
	await moment(page, steps - 1);
	await expect(page.getByTestId('fault')).toBeHidden();
});

test('from a moment on it is searched in a Worker, and played on, before a room too', async ({
	page,
}) => {
	await openMoment(page, 'mcs?n=2&r=1&sw=torn_swap');
	await page.keyboard.press('p');
	await expect(page.getByTestId('actor-1')).toBeVisible();
	for (let i = 0; i < 3; i++) await page.keyboard.press('1');
	await moment(page, 3);
	const worker = page.waitForEvent('worker');
	await page.keyboard.press('F');
	expect((await worker).url()).toMatch(/explorer-worker/);
	await expect(page.getByTestId('check-result')).toContainText('From here (step 3): rule broken');
	await expect(page.getByTestId('check-saved')).toContainText('still ends well');
	await page.keyboard.press('c');
	await expect(page.getByTestId('check-panel')).toBeHidden();
	await expect(page.getByTestId('fault')).toContainText('rule broken: mutual exclusion');
	await expect.poll(() => page.workers().length).toBe(0);
});

test('threads that are stuck are found too, and the last state has nobody who can move', async ({
	page,
}) => {
	await openMoment(page, 'mcs-no-wait');
	await page.keyboard.press('x');
	await expect(page.getByTestId('check-result')).toContainText('stuck');
	await page.keyboard.press('c');
	await page.keyboard.press('End');
	await expect(page.getByTestId('fault')).toContainText('stuck');
	expect(await page.locator('[data-testid^="actor-"][data-result="moved"]').count()).toBe(0);
});

test('a lock that is right holds, in every state', async ({ page }) => {
	await openMoment(page, 'mcs-queue');
	await page.getByTestId('check').click();
	await page.getByTestId('check-start').click();
	await expect(page.getByTestId('check-result')).toContainText('no rule broken');
	await expect(page.getByTestId('check-result')).toContainText(/[\d,]{3,} states/);
	await expect(page.getByTestId('play-counterexample')).toBeHidden();
});

test('a long search shows its progress, leaves the page alive, and can be cancelled', async ({
	page,
}) => {
	await openMoment(page, 'tp-futex?n=5&r=3');
	await page.getByTestId('check').click();
	await page.getByTestId('check-start').click();
	const running = page.getByTestId('check-running');
	const states = async () =>
		Number(/([\d,]+) states/.exec(await running.innerText())?.[1]?.replaceAll(',', '') ?? 0);
	await expect.poll(states).toBeGreaterThan(1000);
	const once = await states();
	await expect.poll(states).toBeGreaterThan(once);
	await page.keyboard.press('ArrowRight');
	await moment(page, 1);
	expect(page.workers()).toHaveLength(1);
	/* the panel has given way to the step, and the search goes on */
	await expect(running).toBeHidden();
	await page.getByTestId('check').click();
	await running.getByRole('button', { name: 'Cancel' }).click();
	await expect(running).toBeHidden();
	await expect(page.getByTestId('check-start')).toBeVisible();
	await expect.poll(() => page.workers().length).toBe(0);
	await frames(page, 5);
	await expect(page.getByTestId('check-result')).toBeHidden();
});

test('a Worker that cannot run is said, and the page goes on without it', async ({
	page,
	complaints,
}) => {
	await page.route(/explorer-worker/, (route) => route.abort());
	await openMoment(page, 'mcs-queue');
	await page.keyboard.press('x');
	await expect(page.getByTestId('check-panel')).toContainText('the search could not run');
	expect(page.workers()).toHaveLength(0);
	await page.keyboard.press('ArrowRight');
	await moment(page, 1);
	await page.unroute(/explorer-worker/);
	await page.getByTestId('check').click();
	await page.getByTestId('check-start').click();
	await expect(page.getByTestId('check-result')).toContainText('no rule broken');
	complaints.length = 0; /* of the file that did not come */
});

test('on steps of one’s own it is said what can still come of them, and how it fails', async ({
	page,
}) => {
	await openMoment(page, 'mutex-fault-blind-sleep');
	const said = page.getByTestId('from-here');
	for (const key of ['2', '2', '1']) await page.keyboard.press(key);
	await expect(said).toContainText('it can still fail, and it can still end well');
	const away = Number(/(\d+) steps away/.exec(await said.innerText())?.[1]);
	await page.keyboard.press('C');
	await expect(page.getByTestId('position')).toHaveText(`step 3 of ${3 + away}`);
	/* one step before the end no schedule helps any more, and there the rule is broken */
	await page.keyboard.press('End');
	await moment(page, 3 + away);
	await expect(page.getByTestId('fault')).toContainText('wake token');
	await expect(said).toBeHidden();
	await page.keyboard.press('ArrowLeft');
	await expect(said).toContainText('Too late from here: with');
	/* T2 is in the list before T1 looks: nothing can go wrong any more */
	await page.keyboard.press('o');
	await page.keyboard.press('j');
	await moment(page, 10);
	await page.keyboard.press('ArrowLeft');
	for (const key of ['2', '2']) await page.keyboard.press(key);
	await expect(said).toContainText('No rule can be broken from here');
	await expect.poll(() => page.workers().length).toBe(0);
	await page.keyboard.press('o');
	await expect(said).toBeHidden();
});

test('what only the budget of the story keeps from failing is not called safe, here or before a room', async ({
	page,
}) => {
	for (const view of ['', '&p=1']) {
		await openMoment(page, `mutex-fault-blind-sleep?at=6${view}`);
		await page.keyboard.press('e');
		await page.getByTestId('env-preempt-1').click();
		const said = page.getByTestId('from-here');
		await expect(said).toContainText('with no further preemption or signal, no schedule breaks');
		await expect(said).toContainText('With one more preemption it can fail: lost wake-up');
		const away = Number(/(\d+) steps away/.exec(await said.innerText())?.[1]);
		await page.keyboard.press('C');
		await expect(page).toHaveURL(/b=2/);
		await page.keyboard.press('End');
		await moment(page, 7 + away);
		await expect(page.getByTestId('fault')).toContainText('wake token');
	}
});

test('free play is searched from nothing outside on, and wider on a key', async ({ page }) => {
	await openMoment(page, 'mutex-3.9?n=2&r=1');
	await page.keyboard.press('x');
	const widths = page.getByTestId('check-widths').getByRole('listitem');
	await expect(page.getByTestId('check-result')).toContainText('no rule broken');
	await expect(widths).toHaveText([
		/^nothing from outside: all/,
		/^from outside: preempt 1: all/,
		/^from outside: preempt 2, signal 1: all/,
	]);
	await expect(page.getByTestId('check-wider')).toContainText('preempt 2, signal 2');
	await page.keyboard.press('X');
	await expect(widths).toHaveCount(4);
});

test('what a planted fault breaks stands open once the check has found it', async ({ page }) => {
	await page.goto('#/mcs?n=2&sw=no_wait_for_link');
	const breaks = page.getByTestId('breaks-no_wait_for_link');
	await page.getByRole('button', { name: 'Set up' }).click();
	await expect(breaks).toBeVisible();
	await expect(breaks).not.toHaveAttribute('open');
	await page.keyboard.press('Escape');
	await page.keyboard.press('x');
	await expect(page.getByTestId('check')).toContainText('stuck');
	await page.keyboard.press('Escape');
	await page.getByRole('button', { name: 'Set up' }).click();
	await expect(breaks).toHaveAttribute('open');
	await expect(page.getByTestId('breaks-torn_swap')).not.toHaveAttribute('open');
});
