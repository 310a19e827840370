/** A talk of more than stories: put together by pointer and by keyboard, given from its first item to its last and back. */
import type { Page } from '@playwright/test';
import { axeOn } from './axe';
import { openPair } from './compare-pages';
import { openNotes, place, step } from './notes-window';
import { expect, openFamily, openGallery, openMoment, SCHEMES, test } from './support';

/** From page to page the panel stays as it is. */
async function openMine(page: Page): Promise<void> {
	const button = page.getByTestId('plan');
	if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
	await expect(page.getByTestId('plan-panel')).toBeVisible();
}

const PAIR = 'compare/mutex-stampede/mutex-mcs-queue?by=turns&n=2&rounds=1';
const TITLE = 'Who looks, and where; 100 %?';
/** As the page writes it. */
const LIST = [
	'mcs-gap',
	'compare/mutex-stampede/mutex-mcs-queue?by=turns;n=2;rounds=1',
	'level/two-heads',
	'mcs?s=IqCcI;t=Who looks%2C and where%3B 100 %25%3F',
	'mcs-gap?at=13',
];
const listed = (list: readonly string[]) => encodeURIComponent(list.join());
const opened = (item: number, address: string, list = LIST) =>
	`${address}${address.includes('?') ? '&' : '?'}list=${listed(list)}&item=${item}&p=1`;

const panel = (page: Page) => page.getByTestId('plan-panel');
const rows = (page: Page) => page.getByTestId('plan-list').locator('li > a');
/** The page's own: of the talk that is kept. */
const kept = (page: Page) =>
	page.evaluate(() => JSON.parse(localStorage.getItem('lockstep.talk') ?? '[]') as string[]);
const item = (page: Page) => Number(/[?&]item=(\d+)/.exec(page.url())?.[1] ?? 0);

/** Two presses in a row are one. */
async function turn(page: Page, key: 'PageDown' | 'PageUp'): Promise<void> {
	await page.waitForTimeout(720);
	await page.keyboard.press(key);
}

/** Until that item is open. */
async function turnTo(page: Page, key: 'PageDown' | 'PageUp', to: number): Promise<void> {
	for (let k = 0; k < 40 && item(page) !== to; k++) await turn(page, key);
	await expect.poll(() => item(page)).toBe(to);
}

async function stepFree(page: Page): Promise<void> {
	await openMoment(page, 'mcs');
	for (const key of '11222133') await page.keyboard.press(key);
	await expect(step(page)).toHaveText('step 8 of 8');
}

test('by pointer: from two side by side, a level, steps of one’s own and a later moment of a story', async ({
	page,
}) => {
	await openPair(page, PAIR);
	await openMine(page);
	await expect(panel(page)).toContainText('Nothing yet');
	await page.getByTestId('plan-item').click();
	await expect(page.getByTestId('toast')).toContainText('is number 1 of your talk');
	await expect(page.getByTestId('plan-item')).toContainText('Remove from my talk');
	await openMoment(page, 'level/two-heads');
	await page.getByTestId('level-tools').click();
	await openMine(page);
	await page.getByTestId('plan-item').click();
	await stepFree(page);
	await openMine(page);
	await page.getByTestId('plan-title').fill(TITLE);
	await page.getByTestId('plan-item').click();
	await openMoment(page, 'mcs-gap?at=13');
	await openMine(page);
	await page.getByTestId('plan-this').click();
	await page.getByTestId('plan-item').click();
	await expect(rows(page)).toHaveText([
		'Side by side: Mutex of Linux 3.9 beside Mutex with the queue of spinners',
		'Level: Two heads',
		TITLE,
		'The gap between the swap and the link',
		'The gap between the swap and the link, from step 13 on',
	]);
	/* each row leads to its item */
	await expect(rows(page).nth(2)).toHaveAttribute('href', /^#\/mcs\?.*s=IqCcI$/);
	const up = panel(page).getByRole('button', {
		name: 'Earlier: The gap between the swap and the link',
		exact: true,
	});
	for (let i = 0; i < 3; i++) await up.click();
	await page.reload();
	await expect(step(page)).toBeVisible();
	const without = (text: string) => text.replace(/fp=\w+;/, '');
	expect((await kept(page)).map(without)).toEqual(LIST);
	await openMine(page);
	await page.getByTestId('plan-start').click();
	await expect(page.locator('html')).toHaveAttribute('data-stage', 'picture');
	await expect.poll(() => item(page)).toBe(1);
});

test('by keyboard: a title is typed and Enter adds the moment; it is called otherwise, and taken out', async ({
	page,
}) => {
	await openPair(page, PAIR);
	await page.getByTestId('plan').focus();
	await page.keyboard.press('Enter');
	await page.getByTestId('plan-item').press('Enter');
	await page.keyboard.press('Escape');
	await expect(page.getByTestId('plan')).toBeFocused();
	await stepFree(page);
	await page.getByTestId('plan').press('Enter');
	await expect(page.getByTestId('plan-title')).toBeVisible();
	/* the panel has the focus on its first button; the field is one further */
	await page.keyboard.press('Tab');
	await expect(page.getByTestId('plan-title')).toBeFocused();
	await page.keyboard.type('1, 2 and 3');
	/* what is typed steps nobody */
	await expect(step(page)).toHaveText('step 8 of 8');
	await page.keyboard.press('Enter');
	await expect(rows(page).last()).toHaveText('1, 2 and 3');
	await page.getByTestId('plan-title').focus();
	await page.keyboard.type('Another');
	await page.keyboard.press('Enter');
	await expect(rows(page)).toHaveCount(2);
	await expect(rows(page).last()).toHaveText('Another');
	await page.getByTestId('plan-item-remove').press('Enter');
	await expect(rows(page)).toHaveCount(1);
	/* behind another step it is another moment, and one that the reader has not named has the name of its lock */
	await page.keyboard.press('Escape');
	await page.keyboard.press('1');
	await page.getByTestId('plan').press('Enter');
	await page.getByTestId('plan-title').press('Enter');
	await expect(rows(page).last()).toContainText('steps of your own');
});

test('it is given with two keys from its first item to its last and back, and a reload in the middle goes on', async ({
	page,
}) => {
	test.setTimeout(180_000);
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await openMoment(page, opened(1, 'mcs-gap'));
	const next = page.getByTestId('interval');
	const pair = page.getByTestId('pair-closing');
	await page.keyboard.press('End');
	await turn(page, 'PageDown');
	await expect(next).toHaveText(
		'Next: Mutex of Linux 3.9 beside Mutex with the queue of spinnersWhat does Mutex with the queue of spinners save with 2 threads, and what is the price?',
	);
	await turn(page, 'PageDown');
	await expect.poll(() => item(page)).toBe(2);
	await expect(step(page)).toContainText('acquisition 0 of 2');
	await turn(page, 'PageDown');
	await turn(page, 'PageDown');
	await expect(step(page)).toContainText('acquisition 2 of 2');
	await turn(page, 'PageDown');
	await expect(pair).toContainText('Next: Your turn: Two heads');
	await turn(page, 'PageDown');
	await expect(page.getByTestId('level')).toBeVisible();
	expect(item(page)).toBe(3);
	await page.keyboard.press('1');
	await expect(step(page)).toContainText('step 1');
	await expect.poll(() => page.url()).toMatch(/level\/two-heads\?(?:[^?]*&)?s=\w+&.*item=3/);
	await page.reload();
	await expect(step(page)).toContainText('step 1');
	await expect(page.locator('html')).toHaveAttribute('data-stage', 'picture');
	/* a level is left at any moment, and a press too many is taken back */
	await turn(page, 'PageDown');
	await expect(next).toHaveText(`Next: ${TITLE}`);
	await turn(page, 'PageUp');
	await expect(next).toHaveCount(0);
	await turn(page, 'PageDown');
	await expect(next).toHaveText(`Next: ${TITLE}`);
	await turn(page, 'PageDown');
	await expect(page.getByTestId('stage-title')).toHaveText(TITLE);
	await expect(step(page)).toHaveText('step 8 of 8');
	await turn(page, 'PageDown');
	await expect(next).toHaveText(/^Next: MCS queue/);
	await turn(page, 'PageDown');
	/* the story begins where the speaker wants it to */
	await expect(step(page)).toContainText('step 13 of');
	expect(item(page)).toBe(5);
	await page.keyboard.press('End');
	await turn(page, 'PageDown');
	await expect(next).toContainText('To take home');
	const lines = next.locator('li b');
	await expect(lines).toHaveText([
		'The gap between the swap and the link',
		/^Side by side: Mutex/,
		'Level: Two heads',
	]);
	await expect(next.locator('li').nth(1)).toContainText(/Mutex.* costs less than Mutex/);
	await expect(page.getByTestId('talk-code')).toHaveAttribute(
		'aria-label',
		/#\/mcs-gap\?list=mcs-gap,comp/,
	);
	/* and back: to the end of each */
	await turn(page, 'PageUp');
	await expect(next).toHaveCount(0);
	await turnTo(page, 'PageUp', 4);
	await expect(step(page)).toHaveText('step 8 of 8');
	await turn(page, 'PageUp');
	await expect(page.getByTestId('level')).toBeVisible();
	await turn(page, 'PageUp');
	await expect(step(page)).toContainText('acquisition 2 of 2');
	await turn(page, 'PageUp');
	await turn(page, 'PageUp');
	await expect(step(page)).toContainText('acquisition 0 of 2');
	await expect.poll(() => page.url()).not.toMatch(/[?&]l=/);
	await page.reload();
	await expect(step(page)).toContainText('acquisition 0 of 2');
	await turn(page, 'PageUp');
	await expect.poll(() => item(page)).toBe(1);
	await expect(step(page)).toHaveText('step 20 of 20');
	await page.keyboard.press('Home');
	await turn(page, 'PageUp');
	expect(item(page)).toBe(1);
	await expect(step(page)).toContainText('step 0 of');
});

test('steps of one’s own that go on behind their moment are played to their end, and what the room adds leads back to them', async ({
	page,
}) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	const list = ['mcs?s=IqCcI;at=2;t=Three', 'level/two-heads'];
	await openMoment(page, opened(1, 'mcs?s=IqCcI&at=2', list));
	await expect(step(page)).toHaveText('step 2 of 8');
	for (let k = 0; k < 8 && (await step(page).textContent()) !== 'step 8 of 8'; k++)
		await turn(page, 'PageDown');
	await expect(step(page)).toHaveText('step 8 of 8');
	await expect(page.getByTestId('interval')).toHaveCount(0);
	/* the room asks what if, and the talk goes on from where it stood */
	await page.keyboard.press('3');
	await expect(step(page)).toHaveText('step 9 of 9');
	await page.keyboard.press('ArrowLeft');
	await expect(step(page)).toHaveText('step 8 of 9');
	await turn(page, 'PageDown');
	await expect(page.getByTestId('interval')).toHaveText('Next: Your turn: Two heads');
	await page.keyboard.press('Escape');
	await expect(page.getByTestId('interval')).toHaveCount(0);
});

test('two side by side may be its last item: behind what they come to stands what all of it does', async ({
	page,
}) => {
	const list = [LIST[4] ?? '', LIST[1] ?? ''];
	await openPair(page, opened(2, PAIR, list));
	await page.keyboard.press('End');
	await turn(page, 'PageDown');
	await expect(page.getByTestId('pair-closing')).toBeVisible();
	await expect(page.getByTestId('pair-closing')).not.toContainText('Next');
	await turn(page, 'PageDown');
	const closing = page.getByTestId('interval');
	await expect(closing.locator('li')).toHaveCount(2);
	await expect(page.getByTestId('pair-closing')).toHaveCount(0);
	await turn(page, 'PageUp');
	await expect(closing).toHaveCount(0);
	await expect(page.getByTestId('pair-closing')).toBeVisible();
});

test('a lesson and a recorded run are items: the clicker goes through the slides of the one and the bookmarks of the other', async ({
	page,
}) => {
	test.setTimeout(180_000);
	await page.emulateMedia({ reducedMotion: 'reduce' });
	const list = ['mcs-gap', 'learn/what-a-lock-is', 'trace/rwsem-steal'];
	/* each figure of a lesson has a place of its own */
	const stands = (at: number) =>
		expect
			.poll(() => page.getByTestId('position').allTextContents())
			.toEqual([`step ${at} of 1406`]);
	/* each is added where it is open */
	await page.goto('./#/learn/what-a-lock-is');
	await openMine(page);
	await page.getByTestId('plan-item').click();
	expect(await kept(page)).toEqual(list.slice(1, 2));
	await expect(page.getByTestId('plan-length')).toHaveText(/^\d+ stops, \d+ questions · /);
	await page.goto('./#/trace/rwsem-steal');
	await stands(0);
	await openMine(page);
	await page.getByTestId('plan-item').click();
	expect(await kept(page)).toEqual(list.slice(1));
	await expect(page.getByTestId('plan-length').last()).toHaveText(/^4 stops · /);

	await openMoment(page, opened(1, 'mcs-gap', list));
	const next = page.getByTestId('interval');
	const slide = page.getByTestId('slide-place');
	await page.keyboard.press('End');
	await turn(page, 'PageDown');
	await expect(next).toHaveText('Next: Lesson 1: What a lock is');
	await turn(page, 'PageDown');
	await expect(slide).toHaveText('1 of 8');
	expect(item(page)).toBe(2);
	/* an address of the lesson has the talk, and a reload goes on there */
	await page.reload();
	await expect(slide).toHaveText('1 of 8');
	/* what comes is on its way when it has been asked for */
	const isNext = page.getByText(/^Page Down once more opens “Recorded/);
	for (let k = 0; k < 60 && (await isNext.count()) === 0; k++) await turn(page, 'PageDown');
	await expect(next).toHaveText('Next: Recorded: A writer steals the semaphore');
	await expect(next).toBeVisible();
	await expect(next.locator('p')).toBeInViewport({ ratio: 1 });
	/* back onto the last slide, and on */
	await turn(page, 'PageUp');
	await expect(next).toHaveCount(0);
	await expect(slide).toHaveText('8 of 8');
	await turn(page, 'PageDown');
	await expect(next).toBeVisible();
	await turn(page, 'PageDown');
	await stands(0);
	for (const at of [245, 252, 258]) {
		await turn(page, 'PageDown');
		await stands(at);
	}
	await turn(page, 'PageDown');
	await expect(next.locator('li b')).toHaveText([
		'The gap between the swap and the link',
		'Lesson 1: What a lock is',
	]);
	await expect(next.locator('li').nth(1)).toContainText('A lock is a shared word');
	for (const at of [258, 252, 245, 0]) {
		await turn(page, 'PageUp');
		await stands(at);
	}
	/* from behind one comes to its last stop */
	await turn(page, 'PageUp');
	await expect(slide).toHaveText('8 of 8');
	await turnTo(page, 'PageUp', 1);
	await expect
		.poll(() => page.getByTestId('position').allTextContents())
		.toEqual(['step 20 of 20']);
});

test('the notes have the programme of all of it, say what comes, and lead to each item', async ({
	page: room,
}) => {
	await room.emulateMedia({ reducedMotion: 'reduce' });
	await openMoment(room, opened(1, 'mcs-gap'));
	const notes = await openNotes(room);
	await expect(notes.getByTestId('notes-of-talk')).toContainText(
		/^item 1 of 5, stop 1 of \d+ of the talk$/,
	);
	const programme = notes.getByTestId('notes-programme');
	await programme.locator('summary').click();
	await expect(programme.locator('h2')).toHaveText([
		'The gap between the swap and the link',
		/^Side by side: Mutex/,
		'Level: Two heads',
		TITLE,
		'The gap between the swap and the link, from step 13 on',
	]);
	await programme.getByRole('button', { name: `Go there: ${TITLE}` }).click();
	await expect(room.getByTestId('stage-title')).toHaveText(TITLE);
	await expect(notes.getByRole('heading', { level: 1 })).toHaveText(TITLE);
	await expect(notes.getByTestId('notes-of-talk')).toContainText('item 4 of 5');
	await expect(notes.getByTestId('notes-onward')).toContainText('one more opens “The gap between');
	await programme.locator('summary').click();
	await programme.getByRole('button', { name: /^Go there: Side by side/ }).click();
	await expect(place(notes)).toHaveText('stop 0 of 2');
	await expect(notes.getByTestId('notes-next')).toContainText('Look at what the release does');
	await expect(notes.getByTestId('notes-of-talk')).toContainText('item 2 of 5');
	await expect(notes.getByTestId('notes-onward')).toContainText('Level: Two heads');
	await expect(notes.getByTestId('notes-left-talk')).toHaveCount(0);
	/* after a reload of the room at two side by side the windows find each other */
	await room.reload();
	await expect(step(room)).toContainText('acquisition 0 of 2');
	await expect(notes.getByTestId('notes-waiting')).toHaveCount(0);
	await notes.getByTestId('notes-forward').click();
	await expect(place(notes)).toHaveText('stop 1 of 2');
	await expect(notes.getByTestId('notes-now')).toContainText('Look at what the release does');
	await expect(notes.getByTestId('notes-next')).toContainText('Next: what they come to');
	await programme.locator('summary').click();
	/* a beat of the story that begins later, and not of the same story before it */
	await programme.locator('section').last().getByRole('button').last().click();
	await expect.poll(() => item(room)).toBe(5);
	await expect(notes.getByTestId('notes-of-talk')).toContainText('item 5 of 5');
});

test('at steps of one’s own the notes say where a press leads, the stop of all that the panel counts, and its minutes', async ({
	page: room,
}) => {
	test.setTimeout(120_000);
	await room.emulateMedia({ reducedMotion: 'reduce' });
	/* left behind step 19 of a story that is not in the talk */
	await openMoment(room, 'mutex-mcs-queue?at=19');
	for (const key of '21111111123232323') await room.keyboard.press(key);
	await expect(step(room)).toHaveText(/^step 3\d of 3\d$/);
	for (let k = 0; k < 20 && !(await step(room).textContent())?.startsWith('step 20 '); k++)
		await room.keyboard.press('ArrowLeft');
	await expect(step(room)).toContainText('step 20 of');
	await expect.poll(() => room.url()).toMatch(/s=/);
	await openMine(room);
	await room.getByTestId('plan-title').fill('What if?');
	await room.getByTestId('plan-item').click();
	await room.evaluate(() => {
		const [own] = JSON.parse(localStorage.getItem('lockstep.talk') ?? '[]');
		const pair = 'compare/mutex-stampede/mutex-mcs-queue?by=turns;n=8;rounds=2';
		const talk = ['mutex-stampede', pair, own, 'level/two-heads'];
		localStorage.setItem('lockstep.talk', JSON.stringify(talk));
	});
	await room.reload();
	await openMine(room);
	const total = String(await room.getByTestId('plan-total').textContent());
	const [, stops, minutes] = /In all (\d+) stops, about ([\d.]+) minutes/.exec(total) ?? [];
	await room.getByTestId('plan-start').click();
	await expect.poll(() => item(room)).toBe(1);
	const notes = await openNotes(room);
	const ofTalk = notes.getByTestId('notes-of-talk');
	await expect(ofTalk).toHaveText(`item 1 of 4, stop 1 of ${stops} of the talk`);
	await expect(notes.getByTestId('notes-minutes')).toHaveValue(String(minutes));
	const programme = notes.getByTestId('notes-programme');
	await programme.locator('summary').click();
	await programme.getByRole('button', { name: 'Go there: What if?' }).click();
	await expect(place(notes)).toContainText(/^stop 1 of \d+ of your own steps, step 20 of/);
	await expect(notes.getByTestId('notes-say-next')).toHaveCount(0);
	await expect(notes.getByTestId('notes-now')).not.toContainText('The story’s last note');
	/* what the speaker has stepped ahead is hidden from the room */
	await expect(room.getByTestId('lanes-legend')).toContainText('still to be told');
	const next = notes.getByTestId('notes-next');
	const seen: string[] = [];
	for (let k = 0; k < 20; k++) {
		const said = String(await next.locator('h2').textContent());
		const [, to] = /^Next: step (\d+) of your own steps$/.exec(said) ?? [];
		if (!to) break;
		seen.push(to);
		await notes.getByTestId('notes-forward').click();
		await expect(step(room)).toContainText(`step ${to} of`);
		await expect(place(notes)).toContainText(`step ${to} of`);
		await room.waitForTimeout(100);
	}
	expect(seen.length).toBeGreaterThan(1);
	await expect(next).toContainText('one more opens “Level: Two heads”');
	await expect(place(notes)).toContainText(`stop ${seen.length + 1} of ${seen.length + 1} of your`);
	await expect(ofTalk).toHaveText(`item 3 of 4, stop ${Number(stops) - 1} of ${stops} of the talk`);
	/* what the speaker has sets aside what is planned, also when nothing is left of it */
	await notes.getByTestId('notes-minutes').fill('');
	await expect(notes.getByTestId('notes-target')).toHaveCount(0);
	await notes.reload();
	await expect(notes.getByTestId('notes-minutes')).toHaveValue('');
});

test('a closing slide has the goal of a level that nobody has done there, and not what it shows', async ({
	page,
}) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	const list = ['mcs-gap', 'level/two-heads'];
	await openMoment(page, opened(2, 'level/two-heads', list));
	/* the speaker has won it at home */
	await page.evaluate(() => localStorage.setItem('lockstep.levels', '{"two-heads":8}'));
	await page.reload();
	await expect(page.getByTestId('level')).toBeVisible();
	await turn(page, 'PageDown');
	const closing = page.getByTestId('interval');
	await expect(closing.locator('li')).toHaveCount(2);
	await expect(closing).toContainText('The goal: T1 and T2 are both head.');
	await expect(closing).not.toContainText('mutual exclusion');
	await turn(page, 'PageUp');
	await expect(closing).toHaveCount(0);
	for (const key of '11122212') await page.keyboard.press(key);
	await expect(page.locator('[data-won]')).toHaveCount(1);
	await turn(page, 'PageDown');
	await expect(closing).toContainText('mutual exclusion is broken');
	await expect(closing).not.toContainText('The goal:');
});

test('in the panel the start is in sight whatever stands above it, and the focus is never behind it', async ({
	page,
}) => {
	await page.setViewportSize({ width: 1280, height: 720 });
	await page.goto('./');
	await page.evaluate(
		(list) => localStorage.setItem('lockstep.talk', JSON.stringify(list)),
		[...LIST, 'mcs-queue', 'mutex-stampede'],
	);
	await openMoment(page, 'mcs-gap?at=13');
	await page.reload();
	await openMine(page);
	await expect(rows(page)).toHaveCount(7);
	const start = page.getByTestId('plan-start');
	await expect(page.getByTestId('plan-total')).toHaveCount(1);
	await expect(start).toBeInViewport({ ratio: 1 });
	const isTop = () =>
		start.evaluate((e) => {
			const { left, top, width, height } = e.getBoundingClientRect();
			return e.contains(document.elementFromPoint(left + width / 2, top + height / 2));
		});
	expect(await isTop()).toBe(true);
	await page.getByTestId('plan-copy').evaluate((e) => (e as HTMLElement).blur());
	await rows(page).first().focus();
	for (let k = 0; k < 34; k++) {
		await page.keyboard.press('Tab');
		const hidden = await page.evaluate(() => {
			const { activeElement: e } = document;
			const foot = document.querySelector('[data-testid="plan-start"]')?.closest('div');
			if (!e?.closest('[data-testid="plan-list"]') || !foot) return '';
			const covered = e.getBoundingClientRect().bottom > foot.getBoundingClientRect().top;
			return covered ? String(e.getAttribute('aria-label')) : '';
		});
		expect(hidden).toBe('');
	}
	await panel(page).evaluate((e) => e.scrollTo(0, e.scrollHeight));
	expect(await isTop()).toBe(true);
});

test('in the gallery two side by side are added by a button of their own', async ({ page }) => {
	await openGallery(page);
	await openFamily(page, 'MCS queue');
	await openMine(page);
	const pair = page.locator('[data-testid^="plan-compare/"]').first();
	await expect(pair).toHaveText(/^\+ Add to my talk: Side by side: /);
	await pair.click();
	await expect(rows(page)).toHaveText(/^Side by side: /);
	await expect(pair).toContainText('Number 1 of my talk');
	/* where the two are open, it is the same item */
	await rows(page).first().click();
	await openMine(page);
	await expect(page.getByTestId('plan-item')).toContainText('Remove from my talk');
});

test('a bad item is named with its reason, before the room and in the notes, and the others stay', async ({
	page,
}) => {
	const list = [
		'mcs-gap',
		'level/two-hats',
		'compare/mcs-gap/zebra',
		'mcs?s=IqCcX;t=Spoilt',
		'level/two-heads',
		'mcs-gap?colour=red',
	];
	await openMoment(page, opened(1, 'mcs-gap', list));
	const notice = page.getByTestId('notice');
	await expect(notice).toContainText(
		'Item 2 of this talk, “level/two-hats”, is left out: there is no level',
	);
	await expect(notice).toContainText('The nearest name is “two-heads”');
	await expect(notice).toContainText('Item 3 of this talk, “compare/mcs-gap/zebra”, is left out');
	await expect(notice).toContainText('Item 6 of this talk, “mcs-gap?colour=red”, is left out');
	/* what of the steps of another item cannot be read is known before the talk comes to it */
	await expect(notice).toContainText(/Item 2 of this talk, “Spoilt”: The schedule/);
	const notes = await openNotes(page);
	await expect(notes.getByTestId('notes-amiss')).toContainText('“level/two-hats”');
	await expect(notes.getByTestId('notes-of-talk')).toContainText('item 1 of 3');
	await page.bringToFront();
	await page.keyboard.press('End');
	await turn(page, 'PageDown');
	await expect(page.getByTestId('interval')).toHaveText('Next: Spoilt');
	/* what nobody can open stands in the panel, too, and can be taken out */
	await page.evaluate(() => localStorage.setItem('lockstep.talk', '["mcs-gap","level/two-hats"]'));
	await openMoment(page, 'mcs-queue');
	await page.reload();
	await openMine(page);
	await expect(panel(page)).toContainText('“level/two-hats” cannot be shown: there is no level');
	await panel(page).getByRole('button', { name: 'Remove: level/two-hats' }).click();
	expect(await kept(page)).toEqual(['mcs-gap']);
});

test('an address of an item that is in no list stands alone and says so', async ({ page }) => {
	await page.goto(`./#/level/spin-for-ever?list=${listed(LIST)}&p=1`);
	await expect(page.getByTestId('notice')).toContainText(
		'“level/spin-for-ever” is not in the list of the talk that this address has',
	);
	await turn(page, 'PageDown');
	await expect(page.getByTestId('interval')).toHaveCount(0);
	await page.keyboard.press('1');
	await expect.poll(() => page.url()).not.toContain('list=');
});

for (const colorScheme of SCHEMES)
	test(`axe finds nothing in the panel and in the passages, on a slide and on a telephone: ${colorScheme}`, async ({
		page,
	}) => {
		test.setTimeout(120_000);
		await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
		const look = async (name: string) => {
			expect((await axeOn(page).analyze()).violations, name).toEqual([]);
			await page.screenshot({ path: test.info().outputPath(`${name}.png`) });
		};
		for (const [name, width, height] of [
			['slide', 1280, 720],
			['phone', 390, 844],
		] as const) {
			await page.setViewportSize({ width: 1280, height: 720 });
			await page.goto('./');
			await page.evaluate(
				(list) => localStorage.setItem('lockstep.talk', JSON.stringify(list)),
				[...LIST, 'level/two-hats'],
			);
			await stepFree(page);
			await openMine(page);
			await page.setViewportSize({ width, height });
			await expect(page.getByTestId('plan-title')).toBeVisible();
			await look(`${name}-panel`);
			await page.keyboard.press('Escape');
			await openMoment(page, opened(3, 'level/two-heads'));
			await turn(page, 'PageDown');
			await expect(page.getByTestId('interval')).toContainText(TITLE);
			await look(`${name}-next`);
			await openPair(page, opened(2, PAIR));
			await page.keyboard.press('End');
			await turn(page, 'PageDown');
			await expect(page.getByTestId('pair-closing')).toBeVisible();
			await look(`${name}-pair`);
			await openMoment(page, opened(5, 'mcs-gap?at=13'));
			await page.keyboard.press('End');
			await turn(page, 'PageDown');
			await expect(page.getByTestId('interval').locator('li')).toHaveCount(3);
			await look(`${name}-closing`);
			await page.keyboard.press('Escape');
		}
	});
