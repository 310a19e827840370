/** Levels: won by keyboard, hints, the solution, what cannot be done, and what is remembered. */
import type { Locator, Page } from '@playwright/test';
import { axeOn } from './axe';
import { look } from './stage-look';
import { addressAtRest, expect, moment, openMoment, SCHEMES, test } from './support';

const said = (page: Page) => page.getByTestId('level-said');
const reached = (page: Page) => page.getByTestId('goal').locator('[data-done]');

async function openLevel(page: Page, name: string): Promise<void> {
	await page.goto(`./#/level/${name}`);
	await expect(page.getByTestId('level')).toBeVisible();
	await expect(page.getByTestId('position')).toBeVisible();
}

/** Steps of threads by their digits, each seen to be taken. */
async function type(page: Page, threads: string): Promise<void> {
	const { at } = await moment(page);
	for (const [i, digit] of [...threads].entries()) {
		await page.keyboard.press(digit);
		await moment(page, at + i + 1);
	}
}

test('a level is won by its shortest solution, by keyboard, and stays done after a reload', async ({
	page,
}) => {
	await page.goto('./#/levels');
	await expect(page.getByTestId('levels-done')).toHaveText(/^0 of \d+ done$/);
	await page.getByRole('link', { name: 'Two threads inside' }).focus();
	await page.keyboard.press('Enter');
	await expect(page.getByTestId('goal')).toContainText('T1 and T2 are both inside');
	await expect(page).toHaveTitle(/Two threads inside/);
	await expect(reached(page)).toHaveCount(0);
	await type(page, '122');
	await expect(said(page)).toHaveText('');
	await type(page, '2');
	await expect(reached(page)).toHaveCount(1);
	await expect(said(page)).toContainText('Done in 4 steps: no schedule is shorter.');
	await expect(said(page)).toHaveAttribute('role', 'status');
	await expect(page).toHaveURL(/#\/level\/two-inside\?.*s=/);
	/* the address follows the steps within a second and a half */
	await page.waitForTimeout(1600);

	await page.reload();
	await expect(said(page)).toContainText('Done in 4 steps');
	await moment(page, 4);
	await page.goto('./#/levels');
	await expect(page.getByTestId('levels-done')).toHaveText(/^1 of \d+ done$/);
	await expect(page.getByTestId('done-two-inside')).toContainText('done in 4 steps');
});

test('a longer way is compared with the shortest, which can be shown', async ({ page }) => {
	await openLevel(page, 'two-inside');
	await type(page, '12212');
	await expect(said(page)).toContainText('Done in 5 steps: the shortest has 4.');
	await page.getByTestId('show-shortest').click();
	await expect(said(page)).toContainText('The shortest solution: 4 steps. Yours had 5.', {
		timeout: 20_000,
	});
	await moment(page, 4);
});

test('what is said of a win is so, however it was come to: two heads in 8 steps, in 9, and gone on', async ({
	page,
}) => {
	for (const [steps, further] of [
		['11122212', '12'],
		['111222112', '2'],
	] as const) {
		await openLevel(page, 'two-heads');
		await type(page, steps);
		await expect(said(page)).toContainText(`Done in ${steps.length} steps`);
		await expect(page.getByTestId('fault')).toContainText('rule broken: mutual exclusion');
		await expect(said(page)).toContainText('both are the head, and mutual exclusion is broken');
		await type(page, further);
		await expect(said(page)).toContainText('what you did after it does not count');
		await expect(said(page)).not.toContainText('Go on');
		await page.getByTestId('start-again').click();
		await moment(page, 0);
	}
});

test('a solution that was shown is none of one’s own', async ({ page }) => {
	await openLevel(page, 'two-heads');
	await page.getByTestId('show-shortest').click();
	await expect(said(page)).toContainText('Start again to find your own way.', { timeout: 20_000 });
	await page.getByTestId('start-again').click();
	await moment(page, 0);
	await expect(reached(page)).toHaveCount(0);
	await page.goto('./#/levels');
	await expect(page.getByTestId('levels-done')).toHaveText(/^0 of \d+ done$/);
});

test('an easy level begins without the code, and shows it when asked', async ({ page }) => {
	await openLevel(page, 'two-heads');
	await expect(page.getByTestId('narration')).toHaveText(
		'You choose every step: press 1 or 2, or one of the rows.',
	);
	/* the legend explains what is drawn: nothing yet */
	const legend = page.getByTestId('lanes-legend');
	await expect(legend).toHaveText('');
	await type(page, '1');
	await expect(legend).toContainText('in the call');
	await expect(legend).not.toContainText('asleep');
	const source = page.locator('[data-region="source"]');
	await expect(source).toBeHidden();
	await page.getByTestId('code').click();
	await expect(source).toBeVisible();
	await page.getByTestId('code').click();
	await expect(source).toBeHidden();
	await openLevel(page, 'starve');
	await expect(source).toBeHidden();
	await openLevel(page, 'past-handoff');
	await expect(source).toBeVisible();
	await expect(page.getByTestId('code')).toHaveCount(0);
});

test('an easy level begins without tools, and with the words that are touched alone', async ({
	page,
}) => {
	await openLevel(page, 'two-inside');
	await expect(page.getByTestId('setup')).toHaveCount(0);
	await expect(page.getByTestId('compare')).toHaveCount(0);
	const memory = page.getByRole('region', { name: /^Queues and words/ });
	await expect(memory).not.toContainText('wait_list');
	await expect(memory).not.toContainText('wait_lock');
	await expect(memory).not.toContainText('owner');
	/* the next step of T1 writes its name there */
	await type(page, '1');
	await expect(memory).toContainText('owner');
	await expect(memory).not.toContainText('wait_list');
	await page.getByTestId('level-tools').click();
	await expect(page.getByTestId('setup')).toBeVisible();
	await page.getByTestId('level-tools').click();
	await expect(page.getByTestId('setup')).toHaveCount(0);
	/* the keys are there all the same */
	await page.keyboard.press('s');
	await expect(page.getByTestId('setup-panel')).toBeVisible();
	await openLevel(page, 'past-handoff');
	await expect(page.getByTestId('setup')).toBeVisible();
	await expect(page.getByTestId('level-tools')).toHaveCount(0);
});

test('hints: an idea, a place, the next step of the shortest way on; then which step lost the goal', async ({
	page,
}) => {
	await openLevel(page, 'two-heads');
	const top = async () => (await page.locator('main').boundingBox())?.y;
	const before = await top();
	await page.keyboard.press('i');
	await expect(said(page)).toContainText('Hint: What a thread has read may be old');
	await page.keyboard.press('i');
	await expect(said(page)).toContainText('Hint: Stop T1 between its read');
	for (let left = 8; left > 0; left--) {
		await page.keyboard.press('i');
		const rest = left > 1 ? `Then ${left - 1} step` : 'It reaches the goal.';
		await expect(said(page)).toContainText(rest);
		const [, thread] = /Next: T(\d)/.exec(await said(page).innerText()) ?? [];
		await type(page, String(thread));
	}
	await expect(said(page)).toContainText('Done in 8 steps: no schedule is shorter.');
	expect(await top(), 'winning moves nothing below').toBe(before);

	await page.getByTestId('start-again').click();
	await moment(page, 0);
	await type(page, '1'.repeat(8));
	for (const _ of 'iii') await page.keyboard.press('i');
	await expect(said(page)).toContainText('can no longer be reached. Step 4 has lost it: “T1 ');
	await expect(said(page)).toContainText('Before it the goal was 5 steps away.');
	await page.getByTestId('before-loss').click();
	await moment(page, 3);
	await expect(said(page)).not.toContainText('can no longer be reached');
});

test('a level that nobody can go on in says so, and tells at once which step lost it', async ({
	page,
}) => {
	await openLevel(page, 'two-heads');
	const over = page.getByText('Nobody can go on, and the goal is not reached.');
	await expect(over).toHaveCount(0);
	for (const thread of [1, 2])
		for (let left = 30; left > 0; left--) {
			if (await page.getByTestId(`actor-${thread}`).getByText('has finished').count()) break;
			await type(page, String(thread));
		}
	await expect(over).toBeVisible();
	await page.getByTestId('hint').click();
	await expect(said(page)).toContainText('Step 4 has lost it');
});

test('an address that holds a solution wins nothing', async ({ page }) => {
	await openLevel(page, 'two-inside');
	await type(page, '1222');
	const address = await addressAtRest(page);
	await page.evaluate(() => localStorage.clear());
	await page.goto('about:blank');
	await page.goto(address);
	await expect(said(page)).toContainText('The goal is reached in 4 steps. It was shown');
	await page.goto('./#/levels');
	await expect(page.getByTestId('levels-done')).toHaveText(/^0 of \d+ done$/);
});

test('what can be done is not impossible', async ({ page }) => {
	await openLevel(page, 'go-to-sleep');
	await type(page, '1');
	await page.getByTestId('impossible').click();
	await expect(said(page)).toContainText('It looked at 751 states');
	await expect(reached(page)).toHaveCount(0);
	await page.goto('./#/levels');
	await expect(page.getByTestId('levels-done')).toHaveText(/^0 of \d+ done$/);
});

test('the impossible level is proven so', async ({ page }) => {
	await openLevel(page, 'past-handoff');
	/* not without a move */
	await page.getByTestId('impossible').click();
	await expect(said(page)).toContainText('Try it first');
	await type(page, '1');
	await page.getByTestId('impossible').click();
	await expect(said(page)).toContainText('28,612 states');
	const reason = (of: RegExp) => page.getByTestId('reasons').getByRole('button', { name: of });
	await reason(/marks the lock as taken/).click();
	await expect(page.getByTestId('reasons')).toContainText('Not so.');
	await expect(page.getByTestId('next-level')).toHaveCount(0);
	await reason(/only the first in the list tries/).click();
	await expect(said(page)).toContainText('Right, it is impossible.');
	await page.getByTestId('next-level').click();
	await expect(page).toHaveURL(/#\/level\//);
	await page.goto('./#/levels');
	await expect(page.getByTestId('done-past-handoff')).toHaveText('✓ done: impossible');
});

test('facts are reached one after the other, and back again with the cursor', async ({ page }) => {
	await openLevel(page, 'past-the-top-waiter');
	/* the word that its row calls the top waiter is not yet what the picture shows */
	await type(page, '112222222');
	await expect(reached(page)).toHaveCount(0);
	await type(page, '2');
	await expect(reached(page)).toHaveCount(1);
	await type(page, '1');
	await expect(reached(page)).toHaveCount(2);
	await page.keyboard.press('ArrowLeft');
	await expect(reached(page)).toHaveCount(1);
});

test('a recorded run is explained: a step that was not recorded is told, and an order of all is found', async ({
	page,
}) => {
	await openLevel(page, 'explain-a-trace');
	await expect(page.getByRole('list', { name: 'The log of T3' }).getByRole('listitem')).toHaveCount(
		9,
	);
	await expect(page.getByRole('list', { name: 'The log of T4' }).getByRole('listitem')).toHaveCount(
		11,
	);
	await type(page, '333');
	await expect(reached(page)).toHaveCount(3);
	await type(page, '33');
	await expect(said(page)).toContainText(
		'Step 5 is not what was recorded. The next line in the log of T3 is “count -1 → 0”.',
	);
	await expect(reached(page)).toHaveCount(4);
	await page.keyboard.press('ArrowLeft');
	await expect(said(page)).toHaveText('');
	/* T4 has to read the owner before T3 clears it */
	for (const _ of 'iii') await page.keyboard.press('i');
	await expect(said(page)).toContainText('can no longer be reached');
	await page.getByTestId('start-again').click();
	await moment(page, 0);
	await type(page, '3434343434434343434');
	await expect(reached(page)).toHaveCount(19);
	await type(page, '4');
	await expect(said(page)).toContainText('Done in 20 steps: no schedule is shorter.');
	await page.getByRole('link', { name: 'The recording' }).click();
	await expect(page.getByTestId('recorded')).toBeVisible();
});

test('another set-up is no level any more, and Back leads to it', async ({ page }) => {
	await openLevel(page, 'two-heads');
	await expect(page.locator('[data-testid^="chip-"]')).toHaveCount(0);
	await type(page, '1');
	await page.keyboard.press('s');
	await page
		.getByTestId('setup-panel')
		.getByLabel(/rounds/i)
		.first()
		.fill('2');
	await expect(page.getByTestId('level')).toHaveCount(0);
	await expect(page).not.toHaveURL(/level/);
	await page.goBack();
	await expect(page.getByTestId('level')).toBeVisible();
});

test('a level that is not there leads to the list', async ({ page }) => {
	await page.goto('./#/level/no-such-level');
	await expect(page.getByTestId('notice')).toContainText('There is no such level');
	await expect(page.getByTestId('levels-done')).toBeVisible();
});

test('it plays where nothing may be kept', async ({ page }) => {
	await page.addInitScript(() => {
		Object.defineProperty(window, 'localStorage', {
			get() {
				throw new DOMException('no', 'SecurityError');
			},
		});
	});
	await openLevel(page, 'two-inside');
	await type(page, '1222');
	await expect(said(page)).toContainText('Done in 4 steps');
	await page.getByTestId('level').getByRole('link', { name: 'Levels', exact: true }).click();
	await expect(page.getByTestId('levels-done')).toHaveText(/^1 of \d+ done$/);
});

for (const [width, height] of [
	[1280, 720],
	[390, 844],
	[844, 390],
] as const)
	test(`axe finds nothing, and nothing is cut off, at ${width} × ${height}`, async ({ page }) => {
		await page.setViewportSize({ width, height });
		const views = [
			() =>
				page.goto('./#/levels').then(() => expect(page.getByTestId('levels-done')).toBeVisible()),
			async () => {
				await openLevel(page, 'starve');
				await page.getByTestId('hint').click();
				await expect(said(page)).toContainText('Hint:');
			},
		];
		for (const open of views) {
			await open();
			for (const colorScheme of SCHEMES) {
				await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
				await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
				const axe = axeOn(page).exclude('[aria-label="Source"]');
				const { violations } = await axe.analyze();
				expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html)}`)).toEqual([]);
			}
			const wider = await page.evaluate(
				() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
			);
			expect(wider).toBeLessThanOrEqual(0);
			for (const button of await page.getByTestId('level').getByRole('button').all())
				await expect(button).toBeInViewport();
		}
	});

/* the longest task, the longest last word, a log, and the one that the talk leaves the room with */
for (const name of ['two-heads', 'go-to-sleep', 'explain-a-trace', 'spin-for-ever'])
	test(`before a room the back row reads the level, and nothing is cut: ${name}`, async ({
		page,
	}) => {
		await openMoment(page, `level/${name}?p=1`);
		const bar = page.getByTestId('level');
		await expect(bar).toBeVisible();
		const least = () =>
			bar
				.locator('p, li')
				.evaluateAll((all) =>
					Math.min(
						...all
							.filter((e) => e.textContent?.trim())
							.map((e) => Number.parseFloat(getComputedStyle(e).fontSize)),
					),
				);
		const isWhole = async () => {
			expect(await least()).toBeGreaterThanOrEqual(20);
			await expect(bar).toBeInViewport({ ratio: 1 });
			/* sizes settle some frames later; what may come from outside is a part of a level */
			const wrong = async () =>
				(await look(page)).wrong.filter((one) => one !== 'a line for what nobody asked for');
			await expect.poll(wrong).toEqual([]);
			expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(720);
		};
		await isWhole();
		await page.getByTestId('hint').click();
		await page.getByTestId('hint').click();
		await expect(said(page)).toContainText('Hint: ');
		await isWhole();
		await page.getByTestId('show-shortest').click();
		await expect(page.getByTestId('position')).not.toHaveText(/ of 0$/);
		await page.keyboard.press('End');
		await expect(said(page)).toContainText('The shortest solution: ');
		await expect(said(page)).not.toContainText('not won');
		await isWhole();
	});

/* all that cannot be done */
for (const name of ['past-handoff', 'not-past-the-reader'])
	test(`before a room the back row reads why it cannot be done, and nothing is cut: ${name}`, async ({
		page,
	}) => {
		await openMoment(page, `level/${name}?p=1`);
		await page.keyboard.press('1');
		await page.getByTestId('impossible').click();
		const reasons = page.getByTestId('reasons');
		const size = (element: Locator) =>
			element.evaluate((e) => Number.parseFloat(getComputedStyle(e).fontSize));
		const isWhole = async () => {
			await expect(page.getByTestId('level')).toBeInViewport({ ratio: 1 });
			const wrong = async () =>
				(await look(page)).wrong.filter((one) => one !== 'a line for what nobody asked for');
			await expect.poll(wrong).toEqual([]);
		};
		await expect(reasons).toBeVisible();
		for (const option of await reasons.getByRole('button').all())
			expect(await size(option)).toBeGreaterThanOrEqual(20);
		await isWhole();
		for (const key of ['1', '2', '3']) {
			await page.keyboard.press(key);
			await expect(reasons.locator('p').first()).toBeVisible();
			expect(await size(reasons.locator('p').first())).toBeGreaterThanOrEqual(20);
			await isWhole();
		}
	});
