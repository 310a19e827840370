/** What an author says of a story, and the story as something that stays. */
import type { Page } from '@playwright/test';
import { axeOn } from './axe';
import { expect, frames, moment, openMoment, SCHEMES, test } from './support';

const GAP = 'mcs-gap';
const position = 'position';

const faultsOf = async (page: Page) => {
	const { violations } = await axeOn(page).withTags(['wcag2a', 'wcag2aa', 'wcag22aa']).analyze();
	return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' ')}`);
};

test('a story is there from the start, pale, with its moments marked', async ({ page }) => {
	await openMoment(page, GAP);
	await expect(page.getByTestId(position)).toHaveText('step 0 of 20');
	await expect(page.getByTestId('beat-mark').first()).toBeVisible();
	await expect(page.getByTestId('decisive')).toHaveCount(1);
	/* the veil begins behind the playhead, and lets through what it covers */
	const veil = page.getByTestId('future');
	expect(Number(await veil.evaluate((e) => getComputedStyle(e).opacity))).toBeGreaterThan(0.3);
	expect(Number(await veil.evaluate((e) => getComputedStyle(e).opacity))).toBeLessThan(0.8);
	const left = async () => (await veil.boundingBox())?.x ?? 0;
	const before = await left();
	const ground = await page.getByTestId('lanes-ground').boundingBox();
	expect(before).toBeLessThan((ground?.x ?? 0) + 40);
	await page.keyboard.press('End');
	await expect.poll(left).toBeGreaterThan(before + 200);
	await page.keyboard.press('Home');
	await expect.poll(left).toBe(before);
	await expect(page.getByTestId('narration')).toContainText('To join the queue takes two steps');
	await expect(page.getByTestId('narration')).not.toContainText('must wait for the link');
});

test('the clicker goes by beats, asks before it tells, and stops at the end', async ({ page }) => {
	await openMoment(page, GAP);
	const next = async (at: number) => {
		await page.keyboard.press('PageDown');
		await moment(page, at);
	};
	await next(7);
	await expect(page.getByTestId('beat')).toContainText('nobody can reach it yet');
	await next(9);
	await expect(page.getByTestId('beat')).toContainText('May it leave?');
	await expect(page.getByTestId('beat')).not.toContainText('cannot tell which');
	/* the row of T1 does not tell before the answer is asked for */
	const row = page.getByTestId('actor-1');
	await expect(row).toContainText('its next step: in mspin_unlock');
	await expect(row).not.toContainText('compare-and-swap');
	await expect(row).not.toContainText('about to');
	/* nor do the lanes */
	const lanes = page.locator('section[aria-label="Lanes"]');
	await expect(lanes).toHaveAttribute('data-untold');
	await next(9);
	await expect(page.getByTestId('beat')).toContainText('cannot tell which');
	await expect(row).toContainText('will find that another thread');
	await expect(lanes).not.toHaveAttribute('data-untold');
	await expect(page.getByTestId('answer')).toHaveCount(0);
	await next(10);
	await expect(page.getByTestId('beat')).toContainText('The decisive step');
	for (const at of [11, 13, 20, 20, 20]) await next(at);
	await expect(page.getByTestId('beat')).toContainText('Take home');
	await page.keyboard.press('PageUp');
	await moment(page, 13);
});

test('a button goes from note to note as the clicker does, and is gone where there are none', async ({
	page,
}) => {
	await openMoment(page, GAP);
	const next = page.getByTestId('next-note');
	/* at the second of these a question is open: the first press there answers it */
	for (const at of [7, 9, 9, 10, 11, 13, 20]) {
		await next.click();
		await moment(page, at);
	}
	await expect(page.getByTestId('beat')).toContainText('Take home');
	await expect(next).toHaveAttribute('aria-disabled', 'true');
	await next.click({ force: true });
	await moment(page, 20);
	for (const key of ['h', 'p']) {
		await page.keyboard.press(key);
		await expect(next).toHaveCount(0);
		await page.keyboard.press(key);
		await expect(next).toBeVisible();
	}
});

test('a beat over many steps takes less than a second and shows them', async ({ page }) => {
	await openMoment(page, GAP);
	await page.evaluate(() => {
		const seen: string[] = [];
		Object.assign(window, { seen });
		new MutationObserver(() => {
			const at = document.querySelector('[data-testid="position"]')?.textContent ?? '';
			if ((seen.at(-1) ?? 'step 0 of 20') !== at) seen.push(at);
		}).observe(document.body, { subtree: true, childList: true, characterData: true });
	});
	await page.keyboard.press('PageDown');
	await moment(page, 7);
	const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
	expect(seen).toEqual(Array.from({ length: 7 }, (_, i) => `step ${i + 1} of 20`));
});

test('reduced motion goes there at once', async ({ page }) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await openMoment(page, GAP);
	await page.keyboard.press('PageDown');
	await frames(page, 2);
	await expect(page.getByTestId(position)).toHaveText('step 7 of 20');
});

test('the words that a note speaks of are framed while it speaks', async ({ page }) => {
	await openMoment(page, `${GAP}?at=7`);
	await expect(page.locator('[data-part="pointed"]')).toHaveCount(1);
	await expect(page.locator('[data-pointed]').first()).toContainText('tail');
	await page.keyboard.press('ArrowRight');
	await moment(page, 8);
	await expect(page.locator('[data-part="pointed"], [data-pointed]')).toHaveCount(0);
	await expect(page.getByTestId('beat')).toHaveCount(0);
});

test('behind its moment a note is folded, quoted as of then, and folds again', async ({ page }) => {
	await openMoment(page, 'ticket-in-order?at=9');
	const past = page.getByTestId('past-beat');
	await page.keyboard.press('PageUp');
	await page.keyboard.press('ArrowRight');
	await expect(page.getByTestId('beat')).toHaveCount(0);
	await expect(past).toHaveText(/^\W*Note at step \d+ · the next at step \d+$/);
	await past.getByRole('button').click();
	await expect(past).toContainText(/Said of step \d+: “/);
	await page.keyboard.press('ArrowRight');
	await expect(past.or(page.getByTestId('beat'))).not.toContainText('Said of');
});

test('in another set-up nothing is said that is not true there', async ({ page }) => {
	await openMoment(page, 'mutex-fault-blind-sleep?at=16');
	await expect(page.getByTestId('to-decisive')).toBeVisible();
	await expect(page.getByTestId('beat').or(page.getByTestId('past-beat'))).toBeVisible();
	await page.locator('[data-testid^="chip-"]').first().click();
	await expect(page.getByTestId('set-up-changed')).toContainText('the story’s own set-up');
	for (const id of ['beat', 'past-beat', 'beat-mark', 'decisive', 'to-decisive', 'fault-acts'])
		await expect(page.getByTestId(id)).toHaveCount(0);
	expect(await faultsOf(page)).toEqual([]);
	await page.getByTestId('set-up-changed').getByRole('button').click();
	await expect(page.getByTestId('to-decisive')).toBeVisible();
	await expect(page.getByTestId('set-up-changed')).toHaveCount(0);
	await expect(page.getByTestId(position)).toContainText('step 16 of');
	await openMoment(page, 'rwsem-single-pass?sw=mend_two_pass&at=0');
	await expect(page.getByTestId('set-up-changed')).toBeVisible();
});

test('the cache lines are offered while they are off', async ({ page }) => {
	await openMoment(page, 'ticket-storm');
	await expect(page.getByTestId('narration')).not.toContainText('Turn on');
	await page.getByTestId('offer-lines').click();
	await expect(page.getByTestId('offer-lines')).toHaveCount(0);
	await page.keyboard.press('v');
	await expect(page.getByTestId('offer-lines')).toBeVisible();
});

test('before a room the author says which story may come next, behind the end, and a key opens it', async ({
	page,
}) => {
	await openMoment(page, 'ticket-storm?p=1');
	await page.keyboard.press('End');
	await expect(page.getByTestId('story-end')).toBeVisible();
	/* a slide is left with what to take home */
	await expect(page.getByTestId('beat')).toContainText('Take home: ');
	await expect(page.getByTestId('beat')).not.toContainText('Next: ');
	await expect(page.getByTestId('next-story')).toHaveCount(0);
	await page.keyboard.press('PageDown');
	/* the room sees what a press has done; by its lock: its title may answer what it asks */
	const end = page.getByTestId('interval');
	await expect(end.getByTestId('leads-to')).toContainText('To go on: MCS queue');
	await expect(end).toContainText('who must be told when the lock is passed on');
	expect(page.url()).toContain('ticket-storm');
	await page.keyboard.press('PageUp');
	await expect(end).toHaveCount(0);
	await expect(page.getByTestId('story-end')).toBeVisible();
	await page.keyboard.press('Enter');
	await expect.poll(() => page.url()).toContain('#/mcs-queue');
});

test('steps of the reader’s own leave the story, and three ways lead back', async ({ page }) => {
	await openMoment(page, `${GAP}?at=10`);
	const leave = async () => {
		await page.keyboard.press('2');
		await moment(page, 11);
		await expect(page.getByTestId('left-story')).toContainText('Left the story at step 10');
		await expect(page.getByTestId('beat')).toHaveCount(0);
	};
	await leave();
	await page.keyboard.press('o');
	await expect(page.getByTestId(position)).toHaveText('step 10 of 20');
	await leave();
	await page.getByTestId('left-story').getByRole('button').click();
	await expect(page.getByTestId(position)).toHaveText('step 10 of 20');
	await leave();
	await page.goBack();
	await expect(page.getByTestId(position)).toHaveText('step 10 of 20');
	await expect(page.getByTitle('Take up this branch again')).toHaveCount(1);
});

test('a thread that cannot move says why when it is pressed', async ({ page }) => {
	await openMoment(page, 'mutex-wake');
	await page.keyboard.press('End');
	const done = page.getByTestId('actor-1');
	await expect(done).toHaveAttribute('aria-disabled', 'true');
	await page.keyboard.press('1');
	await expect(page.getByTestId('toast')).toContainText('T1 cannot move: has finished');
});

test('who sleeps says so when it is pressed, and who waits for a spin lock says whose it is', async ({
	page,
}) => {
	const toast = page.getByTestId('toast');
	await openMoment(page, 'rwsem-downgrade?at=14');
	await page.keyboard.press('2');
	await expect(toast).toHaveText(/^T2 cannot move: asleep/);
	await openMoment(page, 'rwsem-downgrade?at=9');
	for (const to of [10, 11, 12]) {
		await page.keyboard.press('3');
		await moment(page, to);
	}
	const row = page.getByTestId('actor-3');
	await expect(row).toHaveAttribute('data-result', /^(spun|blocked)$/);
	await expect(row).toContainText(/wait_lock.*T2/);
});

test('a thread that was preempted is run again where the word run stands, in each view', async ({
	page,
}) => {
	for (const view of ['', '&p=1']) {
		await openMoment(page, `mutex-6.12-handoff?at=34${view}`);
		if (view) await page.keyboard.press('e'); /* on the slide the environment is asked for */
		await page.getByTestId('env-allow-preempt-3').click();
		const run = page.getByTestId('env-run-3');
		/* on the button, or before it where the act has a name of its own */
		await expect(run.locator('xpath=..').getByText('run', { exact: true })).toBeVisible();
		await page.keyboard.press('3');
		await expect(page.getByTestId('toast')).toHaveText(
			/^T3 cannot move: it was preempted\. Run it/,
		);
		await run.click();
		await expect(run).toHaveCount(0);
	}
});

test('the decisive step is a key and a button away; on own steps the keys speak of those', async ({
	page,
}) => {
	await openMoment(page, `${GAP}?at=3`);
	await page.keyboard.press('1');
	await moment(page, 4);
	await page.keyboard.press('1');
	await expect(page.getByTestId('left-story')).toBeVisible();
	await expect(page.getByTestId('to-decisive')).toHaveAccessibleName(/Decisive of your own steps/);
	await page.getByTestId('to-decisive').click();
	await expect(page.getByTestId('toast')).toContainText('These steps can still end well');
	await expect(page.getByTestId('left-story')).toBeVisible();
	await page.keyboard.press('o');
	await page.getByTestId('to-decisive').click();
	await expect(page.getByTestId('to-decisive')).toContainText('Decisive step 10');
	await expect(page.getByTestId(position)).toHaveText('step 10 of 20');
	await page.keyboard.press('Home');
	await page.keyboard.press('j');
	await expect(page.getByTestId(position)).toHaveText('step 10 of 20');
});

test('where it is too late is marked, said, and a key and a button away', async ({ page }) => {
	await openMoment(page, 'mutex-fault-sleeping-head?at=15');
	await expect(page.getByTestId('too-late-mark')).toBeVisible();
	await expect(page.getByTestId('lanes-legend')).toContainText('too late');
	await expect(page.getByTestId('too-late')).toHaveCount(0);
	await page.keyboard.press('ArrowRight');
	await moment(page, 16);
	await expect(page.getByTestId('too-late')).toContainText('no schedule saves this any more');
	await expect(page.getByTestId('live')).toContainText('Too late from here');
	await page.keyboard.press('Home');
	await page.getByTestId('to-too-late').click();
	await expect(page.getByTestId(position)).toHaveText('step 16 of 53');
	await page.keyboard.press('Home');
	await moment(page, 0);
	await page.keyboard.press('2');
	await expect(page.getByTestId('left-story')).toBeVisible();
	await expect(page.getByTestId('too-late-mark')).toHaveCount(0);
});

test('a counterexample has marks of its own, and its name when it is left', async ({ page }) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await openMoment(page, 'ww2-forgotten?at=18');
	await page.keyboard.press('C');
	await expect(page.getByTestId('toast')).toContainText('The story fails at step 45');
	await page.keyboard.press('x');
	await expect(page.getByTestId('play-counterexample')).toBeVisible();
	await page.keyboard.press('c');
	/* a few searches, each in a Worker of its own */
	await expect(page.getByTestId('to-too-late')).toContainText(/from step \d+/, { timeout: 40_000 });
	const late = Number(/(\d+)/.exec(await page.getByTestId('to-too-late').innerText())?.[1]);
	await page.keyboard.press('J');
	await moment(page, late);
	await expect(page.getByTestId('from-here')).toContainText('Too late from here');
	await page.keyboard.press('Home');
	await page.keyboard.press('j');
	await moment(page, late);
	await expect(page.getByTestId('to-decisive')).toContainText(`Decisive step ${late}`);
	await expect(page.getByTestId('from-here')).toContainText('The decisive step.');
	await page.keyboard.press('ArrowLeft');
	await expect(page.getByTestId('from-here')).toContainText(`The next step, ${late}, decides it`);
	await page.keyboard.press('Home');
	for (const at of [late - 1, late]) {
		await page.keyboard.press('PageDown');
		await moment(page, at);
	}
	await page.keyboard.press('Home');
	await page.keyboard.press('3');
	await moment(page, 1);
	const ghosts = page.getByTitle('Take up this branch again');
	await expect(ghosts.filter({ hasText: /^the story: / })).toHaveCount(1);
	await expect(ghosts.filter({ hasText: /^the counterexample: / })).toHaveCount(1);
});

test('while a question is open no sign answers it', async ({ page }) => {
	await openMoment(page, 'wwrw-both-asleep?at=40');
	await expect(page.getByTestId('answer')).toBeVisible();
	for (const sign of ['too-late', 'too-late-mark', 'to-too-late'])
		await expect(page.getByTestId(sign)).toHaveCount(0);
	await page.keyboard.press('a');
	for (const sign of ['too-late', 'too-late-mark', 'to-too-late'])
		await expect(page.getByTestId(sign)).toBeVisible();
});

test('while a question is open neither rows nor code nor text say what comes next', async ({
	page,
}) => {
	await openMoment(page, 'mutex-stampede?at=15');
	await expect(page.getByTestId('answer')).toBeVisible();
	await page.getByTestId('state-text').locator('summary').click();
	const next = page.locator('[data-region="actors"] [data-next]');
	const finds = page.locator('[data-line] [class*="_hint_"]');
	const phrase = page.getByTestId('state-text').getByText(/about to|will find/);
	for (const sign of [next, finds, phrase]) await expect(sign).toHaveCount(0);
	await page.keyboard.press('a');
	for (const sign of [next, finds, phrase]) await expect(sign).not.toHaveCount(0);
});

test('in a story that ends well nothing is too late', async ({ page }) => {
	await openMoment(page, `${GAP}?at=3`);
	await expect(page.getByTestId('beat-mark').first()).toBeVisible();
	await expect(page.getByTestId('too-late-mark')).toHaveCount(0);
	await expect(page.getByTestId('to-too-late')).toHaveCount(0);
	await page.keyboard.press('J');
	await expect(page.getByTestId('toast')).toContainText('Nothing is marked as too late');
	await expect(page.getByTestId(position)).toHaveText('step 3 of 20');
});

test('notes can be put away, and the address says so', async ({ page }) => {
	await openMoment(page, `${GAP}?at=10`);
	await page.keyboard.press('h');
	await expect(page.getByTestId('beat')).toHaveCount(0);
	await expect(page.getByTestId('beat-mark')).toHaveCount(0);
	await expect.poll(() => page.url()).toContain('notes=0');
	await page.reload();
	await expect(page.getByTestId(position)).toBeVisible();
	await expect(page.getByTestId('beat')).toHaveCount(0);
	await expect(page.getByTestId('notes-off')).toContainText('The notes are off');
	await openMoment(page, 'mcs-queue');
	await expect.poll(() => page.url()).not.toContain('notes=0');
	await expect(page.getByTestId('notes-off')).toHaveCount(0);
	await expect(page.getByTestId('beat-mark').first()).toBeVisible();
	await page.goBack();
	await page.getByTestId('notes-off').getByRole('button').click();
	await expect(page.getByTestId('beat')).toBeVisible();
});

for (const scheme of SCHEMES)
	test(`axe finds nothing where it is too late, ${scheme}`, async ({ page }) => {
		await page.emulateMedia({ colorScheme: scheme });
		await openMoment(page, 'mutex-fault-sleeping-head?at=16');
		await expect(page.getByTestId('too-late')).toBeVisible();
		expect(await faultsOf(page)).toEqual([]);
	});

for (const scheme of SCHEMES)
	test(`axe finds nothing at a question, an answer and outside the story, ${scheme}`, async ({
		page,
	}) => {
		await page.emulateMedia({ colorScheme: scheme });
		const faults = () => faultsOf(page);
		await openMoment(page, `${GAP}?at=9`);
		await expect(page.getByTestId('answer')).toBeVisible();
		expect(await faults()).toEqual([]);
		await page.keyboard.press('a');
		expect(await faults()).toEqual([]);
		await page.keyboard.press('ArrowRight');
		await page.keyboard.press('ArrowRight');
		await page.keyboard.press('ArrowRight');
		expect(await faults()).toEqual([]);
		await page.keyboard.press('2');
		expect(await faults()).toEqual([]);
	});
