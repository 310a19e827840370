/** Before a room at 1280×720: what a lecture needs is there, and large enough for the back row. */
import { look } from './stage-look';
import { expect, frames, openMoment, storyFitted, test } from './support';

const MOMENTS = [
	['mutex-6.12-handoff', 34],
	['rwsem-starved-writer', 38],
	['rwsem-starved-writer', 0],
] as const;

for (const [story, at] of MOMENTS)
	test(`the environment, asked for, is one line in sight: ${story}, step ${at}`, async ({
		page,
	}) => {
		await openMoment(page, `${story}?at=${at}&p=1`);
		/* until then moments that are measured have rows, too */
		await storyFitted(page);
		await page.keyboard.press('e');
		const row = page.getByRole('toolbar', { name: 'Outside' });
		await expect(row).toBeInViewport({ ratio: 1 });
		await expect(row.locator('button').first()).toBeInViewport({ ratio: 1 });
		expect((await row.boundingBox())?.height).toBeLessThan(60);
		for (const thread of await page.locator('main [data-region="actors"] [data-thread]').all())
			await expect(thread).toBeInViewport({ ratio: 0.95 });
	});

test('where letters that can be read are too long for a line, it takes two, and nothing of it is cut', async ({
	page,
}) => {
	await openMoment(page, 'tp-dying-owner?at=24&p=1');
	await storyFitted(page);
	await page.keyboard.press('e');
	const row = page.getByRole('toolbar', { name: 'Outside' });
	for (const button of await row.locator('button').all())
		await expect(button).toBeInViewport({ ratio: 1 });
	await expect(row.locator('button[data-act="kill"]')).toBeInViewport({ ratio: 1 });
	await expect(row.getByTestId('env-dashed')).toBeInViewport({ ratio: 1 });
	expect(await row.evaluate((e) => e.scrollWidth - e.clientWidth)).toBeLessThanOrEqual(1);
});

test('a row that has no room for its state keeps the sign that it holds the lock', async ({
	page,
}) => {
	await openMoment(page, 'tp-early-wake-list?at=49&p=1');
	await storyFitted(page);
	const row = page.locator('[data-thread="3"][data-terse]');
	await expect(row.getByRole('img', { name: 'holds the lock' })).toBeInViewport({ ratio: 1 });
	await expect(row.locator('[data-state]')).toBeHidden();
	/* it says what it is to who points at it; the words begin behind it, and not at the other end of the row */
	const sign = row.locator('[data-held]');
	await expect(sign.locator('title')).toHaveText('holds the lock');
	const gap = await row.evaluate((thread) => {
		const right = thread.querySelector('[data-held]')?.getBoundingClientRect().right ?? 0;
		return (thread.querySelector('[data-said]')?.getBoundingClientRect().left ?? 0) - right;
	});
	expect(gap).toBeGreaterThan(4);
	expect(gap).toBeLessThan(24);
	/* where the words have room they stand alone */
	await openMoment(page, 'rwsem-starved-writer?at=38&p=1');
	await storyFitted(page);
	for (const held of await page.locator('[data-thread]:has([data-held]):not([data-terse])').all()) {
		await expect(held.locator('[data-held]')).toBeHidden();
		await expect(held.locator('[data-state]')).toContainText('holds the lock');
	}
});

test('what can come of own steps stands before what the author says of them', async ({ page }) => {
	await openMoment(page, 'mutex-stampede?at=6&p=1');
	await storyFitted(page);
	await page.keyboard.press('2');
	const answer = page.getByTestId('from-here');
	await expect(answer).toContainText('No rule can be broken from here');
	const left = page.getByTestId('left-story');
	await expect(left).toBeVisible();
	const behind = await answer.evaluate(
		(said) =>
			said.compareDocumentPosition(
				document.querySelector('[data-testid="left-story"]') as Element,
			) & Node.DOCUMENT_POSITION_FOLLOWING,
	);
	expect(behind).not.toBe(0);
});

test('a row says that its thread has preemption off, where all of them have room to', async ({
	page,
}) => {
	await openMoment(page, 'mutex-mcs-queue?at=9&p=1');
	await storyFitted(page);
	const off = (tid: number) => page.locator(`main [data-thread="${tid}"] [data-of="preemption"]`);
	await expect(off(2)).toBeInViewport({ ratio: 0.9 });
	await expect(off(1)).toHaveCount(0);
	expect((await look(page)).wrong).toEqual([]);
	/* where one has no room for it no row says it: else that one would seem to have it on */
	await page.setViewportSize({ width: 900, height: 720 });
	await storyFitted(page);
	const told = () =>
		page
			.locator('main [data-thread] [data-of="preemption"]')
			.evaluateAll((all) => new Set(all.map((e) => e.getBoundingClientRect().width > 0)).size);
	for (let n = 0; n < 22; n++) {
		await page.keyboard.press('ArrowRight');
		await frames(page, 12);
		expect(await told()).toBeLessThanOrEqual(1);
	}
});

test('the sign of a value that was is not struck through', async ({ page }) => {
	await openMoment(page, 'mutex-mcs-queue?at=13&p=1');
	await storyFitted(page);
	const were = page.locator('main [data-region="memory"] del[data-signed]');
	await expect(were.first()).toBeVisible();
	for (const was of await were.all()) {
		await expect(was).toHaveText('-1');
		/* the line begins behind the sign: it is neither the element's own nor one that is drawn over all of it */
		const lines = await was.evaluate((e) => [
			getComputedStyle(e).textDecorationLine,
			getComputedStyle(e, '::after').content,
		]);
		expect(lines).toEqual(['none', 'none']);
	}
});

test('what a thread does up to where it leaves its CPU is seen in two seconds, and a press ends it', async ({
	page,
}) => {
	await openMoment(page, 'mutex-mcs-queue?at=12&p=1');
	await storyFitted(page);
	await page.keyboard.press('e');
	await page.keyboard.press('2');
	const button = page.getByTestId('play-leaving');
	await expect(button).toBeVisible();
	const steps = Number(
		/In (\d+) steps/.exec((await page.getByTestId('leaves-cpu').textContent()) ?? '')?.[1],
	);
	expect(steps).toBeGreaterThan(4);
	const place = page.getByTestId('position');
	await page.keyboard.press('W');
	await expect(place).toContainText(/step 1[4-9] /);
	await page.keyboard.press('PageDown');
	await expect(place).toContainText(`step ${13 + steps} `, { timeout: 400 });
	await expect(page.locator('main [data-thread="2"]')).toContainText('asleep');
});

test('a long statement begins in sight, with its number', async ({ page }) => {
	await openMoment(page, 'mutex-6.12-handoff?at=34&p=code');
	await expect(page.getByTestId('just-done')).toBeInViewport({ ratio: 1 });
	const line = page.locator('[data-line][data-done]');
	await expect(line).toContainText('atomic_long_cmpxchg_acquire(');
	const shown = await line.evaluate((row) => {
		const pane = row.closest('[class*="scroll"]')?.getBoundingClientRect();
		return row.getBoundingClientRect().top - (pane?.top ?? 0);
	});
	expect(shown).toBeGreaterThanOrEqual(-1);
});

test('a question of why a step was taken shows the line of that step, one of what comes the next', async ({
	page,
}) => {
	await openMoment(page, 'mutex-wake?at=12&p=code');
	await expect(page.getByTestId('answer')).toBeVisible();
	await expect(page.locator('[data-line][data-done]')).toContainText('atomic_xchg(');
	await expect(page.locator('[data-line][data-done]')).toBeInViewport({ ratio: 1 });
	/* "Will T1 …": the line that it is about to run */
	await openMoment(page, 'mcs-queue?at=12&p=code');
	await expect(page.getByTestId('answer')).toBeVisible();
	await expect(page.locator('[data-line][data-focus]')).toBeInViewport({ ratio: 1 });
});

test('the caption is larger than in the normal view', async ({ page }) => {
	const height = () =>
		page.getByTestId('narration').evaluate((caption) => {
			const range = document.createRange();
			range.selectNodeContents(caption);
			return Math.max(...[...range.getClientRects()].map((box) => box.height));
		});
	await openMoment(page, 'mutex-6.12-handoff?at=34');
	const normal = await height();
	await page.keyboard.press('p');
	await expect.poll(height).toBeGreaterThan(normal * 1.02);
});

test('“What if” says what was taken, and takes another step by its button', async ({ page }) => {
	await openMoment(page, 'mutex-6.12-handoff');
	await page.keyboard.press('End');
	await page.getByTestId('what-if').click();
	const here = page.getByTestId('what-if-here');
	await expect(here).toContainText('T2 moves. What if instead:');
	await here.getByRole('button').first().click();
	await expect(page.getByTestId('left-story')).toBeVisible();
	await expect(here).toBeHidden();
});

test('the word of the lock stands once', async ({ page }) => {
	await openMoment(page, 'mutex-6.12-handoff?at=34');
	await expect(page.locator('[data-region="memory"] [data-pointed]')).toHaveCount(1);
});

test('before a room what comes is covered, and only at a question that is said', async ({
	page,
}) => {
	await openMoment(page, 'mutex-stampede?at=6&p=1');
	const cover = page.getByTestId('cover');
	const left = async (id: string) => (await page.getByTestId(id).boundingBox())?.x ?? 0;
	await expect(cover).toHaveCSS('opacity', '1');
	expect(await left('cover')).toBeCloseTo(await left('future'), 0);
	await expect(page.locator('[data-part="untold"]')).toHaveCount(0);
	await openMoment(page, 'mutex-stampede?at=15&p=1');
	await expect(page.getByTestId('answer')).toBeVisible();
	await expect(page.locator('[data-part="untold"]')).toHaveCount(1);
	expect(await left('cover')).toBeCloseTo(await left('future'), 0);
	/* another question may come, but no answer to this one hides it */
	await page.keyboard.press('a');
	await expect(page.getByTestId('answer')).toHaveCount(0);
	expect(await left('cover')).toBeCloseTo(await left('future'), 0);
	await expect(page.locator('[data-part="untold"]')).toHaveCount(0);
	/* who reads alone sees the story up to the next question */
	await openMoment(page, 'mutex-stampede?at=6&p=1');
	await expect(cover).toHaveCount(1);
	const told = await left('cover');
	await page.keyboard.press('p');
	await expect(page.locator('main[data-preset]')).toHaveCount(0);
	expect(await left('cover')).toBeGreaterThan(told);
	await expect(page.locator('[data-part="untold"]')).toContainText('A question comes here');
});

test('at an open question no link is drawn that no word has, and with the answer it is', async ({
	page,
}) => {
	await openMoment(page, 'mcs-gap?at=9&p=1');
	const unwritten = page.locator('[data-layer="edges"] > [data-written="false"]');
	await expect(page.getByTestId('answer')).toBeVisible();
	await expect(unwritten).toHaveCount(1);
	await expect(unwritten).toBeHidden();
	await page.keyboard.press('a');
	await expect(page.getByTestId('answer')).toHaveCount(0);
	await expect(unwritten).toBeVisible();
});

test('the sentence is no larger than the note, and names the field that the step changes', async ({
	page,
}) => {
	await openMoment(page, 'ticket-preempted?at=3&p=1');
	await storyFitted(page);
	const size = (id: string) =>
		page.getByTestId(id).evaluate((e) => Number.parseFloat(getComputedStyle(e).fontSize));
	expect(await size('beat')).toBeGreaterThanOrEqual(await size('narration'));
	await expect(page.getByTestId('narration')).toContainText('must wait: val next 255 → 0.');
	await expect(page.getByTestId('live')).toContainText('val 0xfffd0000 (owner 253, next 255) →');
	await page.keyboard.press('p');
	await expect(page.getByTestId('narration')).toContainText('0xfffd0000 (owner 253, next 255) →');
});

test('what the page says at the end of a story moves nothing, long as it is', async ({ page }) => {
	await openMoment(page, 'mutex-stampede?at=28&p=1&list=mutex-stampede,mcs-queue');
	await storyFitted(page);
	const lanes = page.locator('section[aria-label="Lanes"]');
	const before = await lanes.boundingBox();
	await page.keyboard.press('PageDown');
	const next = page.getByTestId('interval');
	await expect(next).toContainText('Next: MCS queue');
	expect(await lanes.boundingBox()).toEqual(before);
	await page.keyboard.press('PageUp');
	await expect(next).toHaveCount(0);
	expect(await lanes.boundingBox()).toEqual(before);
});

test('at the answer to a question the picture stays where it was', async ({ page }) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await openMoment(page, 'mcs-gap?at=9&p=1');
	await storyFitted(page);
	await frames(page, 60);
	const top = async () =>
		(await page.locator('[data-layer="nodes"] > [data-tid="1"]').boundingBox())?.y ?? 0;
	const kept = page.locator('[data-remembered]');
	await expect(kept).toBeHidden();
	const before = await top();
	await page.keyboard.press('a');
	await expect(kept).toBeVisible();
	await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(2);
});

test('while a slide goes through many steps at once its sentence stays, and then it is the last one', async ({
	page,
}) => {
	await openMoment(page, 'rwsem-handoff-rescue?at=18&p=1');
	const sentence = page.getByTestId('narration');
	const begun = String(await sentence.textContent());
	await sentence.evaluate((said) => {
		const seen: string[] = [];
		Object.assign(window, { seen });
		new MutationObserver(() => {
			const now = String(said.textContent);
			if (seen.at(-1) !== now) seen.push(now);
		}).observe(said, { childList: true, characterData: true, subtree: true, attributes: true });
	});
	await page.keyboard.press('PageDown');
	await expect(page.getByTestId('position')).toContainText('step 30');
	await expect(sentence).toContainText('T1 wakes a thread that it has picked');
	await expect(sentence).not.toHaveAttribute('data-past');
	const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
	expect(seen).toEqual([begun, String(await sentence.textContent())]);
});
