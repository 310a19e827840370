/** Who may be passed without bound: said where a story claims it, with the schedule that shows it. */
import type { Page } from '@playwright/test';
import { expect, openMoment, test } from './support';

test('a story that says so has the proof in y and in x, and the schedule can be played', async ({
	page,
}) => {
	await openMoment(page, 'rwsem-starved-writer?at=68');
	await page.keyboard.press('y');
	const fairness = page.getByTestId('fairness');
	const proof =
		/T2 may be passed without bound, even asleep for the lock: behind \d+ steps, a schedule of \d+ steps leads back to the same state/;
	await expect(fairness).toContainText(proof);
	await expect(fairness).toContainText(
		'lockstep check rwsem --threads WW --budget p1 --starvation',
	);
	await page.keyboard.press('Escape');
	await page.keyboard.press('x');
	const result = page.getByTestId('check-result');
	await expect(result.getByTestId('fairness')).toContainText(proof);
	/* before the searches that were made, which may be many */
	const [said, made] = await Promise.all([
		result.getByTestId('fairness').boundingBox(),
		page.getByTestId('check-widths').boundingBox(),
	]);
	expect(said?.y ?? 0).toBeLessThan(made?.y ?? 0);
	const [, lead, round] =
		/behind (\d+) steps, a schedule of (\d+)/.exec(await result.innerText()) ?? [];
	await result.getByRole('link', { name: 'Open that schedule' }).click();
	await expect(page.getByTestId('position')).toContainText(`of ${Number(lead) + Number(round)}`);
});

for (const key of ['x', 'y'])
	test(`before a room that no rule is broken is not all that is said, and the schedule is a press away: ${key}`, async ({
		page,
	}) => {
		await openMoment(
			page,
			'rwsem-handoff-rescue?at=78&p=1&list=rwsem-starved-writer,rwsem-handoff-rescue',
		);
		await page.keyboard.press(key);
		const brief = page.getByTestId('brief');
		await expect(brief).toContainText('But T2 may be passed for ever');
		await expect(brief.getByText(/But T2 may/)).toBeInViewport({ ratio: 1 });
		await brief.getByRole('link', { name: 'Play that schedule' }).click();
		await expect(page.getByTestId('position')).toContainText('step');
		await expect(page).toHaveURL(/[?&]round=\d+/);
		/* and the talk is a key away, at the step where it was left */
		await expect(page.getByTestId('back-to-own-threads')).toBeInViewport({ ratio: 1 });
		await page.keyboard.press('o');
		await expect(page.getByTestId('position')).toContainText('step 78 of');
		await expect(page).toHaveURL(/list=rwsem-starved-writer%2Crwsem-handoff-rescue/);
		await expect(page.locator('html')).toHaveAttribute('data-stage', 'picture');
		await expect(page.getByTestId('back-to-own-threads')).toHaveCount(0);
		/* Page Up goes back over the schedule, and from its start to there, too */
		await page.keyboard.press(key);
		await brief.getByRole('link', { name: 'Play that schedule' }).click();
		await expect(page.getByTestId('back-to-own-threads')).toBeVisible();
		await page.keyboard.press('Home');
		await expect(page.getByTestId('position')).toContainText('step 0 of');
		await page.keyboard.press('PageUp');
		await expect(page.getByTestId('position')).toContainText('step 78 of');
	});

test('where nobody can be, that is said, and rounds without a limit are searched as they are', async ({
	page,
}) => {
	await openMoment(page, 'mcs-queue?r=255');
	await page.keyboard.press('x');
	await expect(page.getByTestId('check-searched')).toContainText('3 threads, any number of rounds');
	await expect(page.getByTestId('check-widths')).toContainText('all 1,885 states');
	await expect(page.getByTestId('fairness')).toContainText(
		'Nobody who waits can be passed without bound',
	);
});

/** Its Worker is at work: there may be others, of other searches. */
const searching = (page: Page) =>
	page.workers().some((worker) => worker.url().includes('starvation'));

/** What the search that is made in the page says, once it has ended. */
const said = (page: Page) => page.getByTestId('starvation-result');

test('the search asks it of a set-up with a planted fault, and its schedule opens with the round', async ({
	page,
}) => {
	await openMoment(page, 'mutex-6.12?v=1&r=1&roles=LLL&sw=no_handoff&b=1.0.0.0.0');
	await page.keyboard.press('x');
	const fairness = page.getByTestId('fairness');
	await expect(fairness).toContainText('was not asked of this very set-up');
	const start = page.getByTestId('starvation-start');
	/* free play: first with nothing from outside */
	await start.focus();
	await page.keyboard.press('Enter');
	await expect(said(page)).toContainText('T3 may be passed without bound while it spins');
	await expect(said(page)).toContainText('nothing from outside: 6,064 states');
	await expect(start).toBeFocused();
	await fairness.getByRole('combobox').selectOption('from outside: preempt 1');
	await start.click();
	await expect(said(page)).toContainText(
		'T3 may be passed without bound, even asleep for the lock: behind 55 steps, a schedule of 15 steps leads back to the same state; others get the lock once on it, and T3 does not.',
	);
	await expect(said(page)).toContainText('endless rounds, from outside: preempt 1: 169,955 states');
	await expect(said(page)).toContainText(
		'lockstep check mutex-6.12 --threads LLL --budget p1 --switch no_handoff --starvation',
	);
	await said(page).getByRole('link', { name: 'Open that schedule' }).click();
	await expect(page.getByTestId('position')).toContainText('of 70');
	await expect(page.getByTestId('round')).toContainText('this starves T2 and T3');
	await expect(page).toHaveURL(/sw=no_handoff.*&round=55/);
});

test('it asks it of another number of threads, and says what its table says where that has it', async ({
	page,
}) => {
	await openMoment(page, 'mutex-6.12?n=4&roles=LLLL');
	await page.keyboard.press('x');
	await page.getByTestId('starvation-start').click();
	await expect(said(page)).toContainText('T4 may be passed without bound while it spins');
	await expect(said(page)).toContainText('191,349 states');
	await openMoment(page, 'mcs-queue?r=255');
	await page.keyboard.press('x');
	const fairness = page.getByTestId('fairness');
	const told = 'all 1,885 states of endless rounds.';
	await expect(fairness).toContainText(told);
	await fairness.getByRole('button', { name: 'Make that search here' }).click();
	await expect(said(page)).toContainText(`Nobody who waits can be passed without bound`);
	await expect(said(page)).toContainText(told);
});

test('it can be cancelled, and ends with the set-up', async ({ page }) => {
	await openMoment(page, 'mutex-6.12-fault-no-handoff');
	await page.keyboard.press('y');
	const start = page.getByTestId('starvation-start');
	await start.click();
	const running = page.getByTestId('starvation-running');
	await expect(running).toContainText(/[1-9][\d,]* states, of at most 1,000,000/);
	await page.getByRole('button', { name: 'Cancel' }).click();
	await expect(running).toBeHidden();
	await expect(start).toBeFocused();
	await expect(start).toHaveText('Search: can a thread be passed for ever?');
	await expect.poll(() => searching(page)).toBe(false);
	await start.click();
	await expect(running).toContainText(/[1-9][\d,]* states/);
	expect(searching(page)).toBe(true);
	await page.evaluate(() => {
		location.hash = '#/mutex-6.12';
	});
	await expect(page.getByTestId('position')).toContainText('step 0');
	await expect.poll(() => searching(page)).toBe(false);
	await page.keyboard.press('y');
	await expect(page.getByTestId('starvation-said')).toHaveText('');
});

test('the searches in y break between two options', async ({ page }) => {
	await page.setViewportSize({ width: 1280, height: 720 });
	for (const name of ['tp-handoff', 'rwsem-starved-writer']) {
		await openMoment(page, name);
		await page.keyboard.press('y');
		const panel = page.getByTestId('evidence-panel');
		await expect(panel.getByRole('table').first()).toBeVisible();
		const broken = await panel.locator('th, code > span').evaluateAll((all) =>
			all
				.filter((one) => {
					const range = document.createRange();
					range.selectNodeContents(one);
					return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
				})
				.map((one) => one.textContent),
		);
		expect(broken).toEqual([]);
		const wide = await panel.evaluate((one) => one.scrollWidth - one.clientWidth);
		expect(wide).toBeLessThanOrEqual(0);
	}
});
