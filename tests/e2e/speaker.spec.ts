/** What a speaker leans on: the why of a decisive step, what comes until it is there, and notes that say where the room is. */
import { readFileSync } from 'node:fs';
import { openPair } from './compare-pages';
import { openNotes, place } from './notes-window';
import { expect, openMoment, test } from './support';

const PAIR = 'compare/mutex-stampede/mutex-mcs-queue?by=turns;n=8;rounds=2';

test('at a decisive step the room keeps why in one sentence, and h brings the notes onto the slide', async ({
	page: room,
}) => {
	await openMoment(room, 'mutex-stampede?at=27&p=1');
	const notes = await openNotes(room);
	const note = room.getByTestId('beat');
	const why =
		'The decisive step. A failed compare-and-swap writes nothing, but on x86 it takes the cache line exclusively all the same.';
	await expect(note).toHaveText(new RegExp(`${why.replaceAll('.', '\\.')}$`));
	await room.bringToFront();
	await room.keyboard.press('h');
	await expect(note).toContainText('T2 must fetch it back');
	await notes.bringToFront();
	await notes.keyboard.press('h');
	await expect(note).not.toContainText('T2 must fetch it back');
});

test('what comes stays before the room until the story can be shown', async ({ page }) => {
	await openMoment(page, 'mcs-gap?list=mcs-gap,mcs-queue,mutex-6.12-handoff&p=1');
	await expect(page.locator('main[data-fitted]')).toHaveCount(1);
	const card = page.getByTestId('interval');
	await page.keyboard.press('End');
	await page.keyboard.press('PageDown');
	/* two stories of one lock are told apart, and the question has what it speaks of */
	await expect(card).toContainText('Next: MCS queue, another story');
	await page.waitForTimeout(750);
	/* as soon as the next story is there and not measured, something is before the room */
	await page.evaluate(() => {
		const seen: string[] = [];
		const look = () => {
			const waits = document.querySelector('main[data-awaited]') !== null;
			const isThere = document.querySelector('[data-testid="interval"]') !== null;
			if (waits) seen.push(isThere ? 'card' : 'nothing');
			requestAnimationFrame(look);
		};
		look();
		(globalThis as { seen?: string[] }).seen = seen;
	});
	await page.keyboard.press('PageDown');
	await expect(page.locator('main[data-fitted]')).toHaveCount(1);
	await expect(card).toHaveCount(0);
	await expect(page).toHaveURL(/mcs-queue\?/);
	const seen = await page.evaluate(() => (globalThis as { seen?: string[] }).seen ?? []);
	expect(seen.length).toBeGreaterThan(0);
	expect(new Set(seen)).toEqual(new Set(['card']));
});

test('the notes say that the room sees what two come to, and the list of all is open where it is', async ({
	page: room,
}) => {
	const list = `mutex-stampede,mcs-queue,mcs-gap,${PAIR},ticket-storm`;
	await openPair(room, `${PAIR.replaceAll(';', '&')}&list=${list}&item=4&p=1`);
	const opened = room.context().waitForEvent('page');
	await room.keyboard.press('S');
	const notes = await opened;
	const ofTalk = notes.getByTestId('notes-of-talk');
	await room.bringToFront();
	await room.keyboard.press('End');
	await expect(place(notes)).toHaveText('stop 4 of 4');
	const stop = async () => Number(/stop (\d+)/.exec(await ofTalk.innerText())?.[1]);
	await expect(ofTalk).toContainText('stop');
	const before = await stop();
	await room.keyboard.press('PageDown');
	await expect(notes.getByTestId('notes-front')).toHaveText(/the room sees what comes next/);
	await expect(notes.getByTestId('notes-onward')).toContainText('The room sees what comes.');
	await expect(notes.getByTestId('notes-now')).toHaveCount(0);
	expect(await stop()).toBe(before + 1);
	await notes.bringToFront();
	const programme = notes.getByTestId('notes-programme');
	await programme.locator('summary').click();
	await expect(programme.locator('[aria-current]')).toBeInViewport();
	const lefts = await programme
		.locator('ol button')
		.evaluateAll((all) =>
			all.map((one) => Math.round((one.firstElementChild ?? one).getBoundingClientRect().left)),
		);
	expect(new Set(lefts.slice(0, 5)).size).toBe(1);
});

test('a talk’s file says which of its items it leaves out, and so does “My talk”', async ({
	page,
}) => {
	const list = 'mcs-gap,learn/starvation-and-handoff,level/two-heads,mcs-queue';
	await openMoment(page, `mcs-gap?list=${list}&item=1`);
	const out = '“Lesson 9: Starvation and handoff” and “Level: Two heads”';
	await page.keyboard.press('d');
	await expect(page.getByTestId('export-file-lacks')).toContainText(
		`2 of the 4 items of this talk are left out: ${out}.`,
	);
	await expect(page.getByTestId('export-file-holds')).toContainText(
		'The two stories of this talk that are told from their start are in it',
	);
	await page.keyboard.press('Escape');
	await page.evaluate(
		(items) => localStorage.setItem('lockstep.talk', items),
		JSON.stringify(list.split(',')),
	);
	await page.reload();
	await page.getByTestId('plan').first().click();
	await expect(page.getByTestId('plan-file-lacks')).toContainText(`leaves out ${out}.`);
});

test('a picture has no single bits, and of a slide it has the lanes', async ({ page }) => {
	await openMoment(page, 'mutex-stampede?at=12&p=1');
	await page.keyboard.press('d');
	await expect(page.getByTestId('picture-whole')).toBeChecked();
	const coming = page.waitForEvent('download');
	await page.getByTestId('picture-svg').click();
	const svg = readFileSync(await (await coming).path(), 'utf8');
	expect(svg).not.toMatch(/>[01]{4}( [01]{4}){3}/);
});
