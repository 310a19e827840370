/** A talk: the room's window and the speaker's notes follow each other, a ring points, a code brings the moment to telephones. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { axeOn } from './axe';
import { openNotes, place, step } from './notes-window';
import { addressAtRest, expect, frames, openMoment, storyFitted, test } from './support';

test('the room and the notes follow each other both ways, also after a reload of either', async ({
	page: room,
}) => {
	await openMoment(room, 'mcs-queue?at=8&p=1');
	/* the story is measured in copies, which go */
	await expect(room.getByTestId('beat')).toHaveCount(1);
	await expect(room.getByTestId('beat').first()).toBeVisible();
	const notes = await openNotes(room);
	await expect(place(notes)).toContainText(/beat \d of \d+, step 8 of 26/);
	const said = await notes.getByTestId('notes-now').textContent();

	await room.bringToFront();
	await room.keyboard.press('PageDown');
	await expect(step(room)).toHaveText('step 12 of 26');
	await expect(place(notes)).toContainText('step 12 of 26');
	expect(await notes.getByTestId('notes-now').textContent()).not.toBe(said);

	await notes.keyboard.press('PageUp');
	await expect(step(room)).toHaveText('step 8 of 26');
	await expect(notes.getByTestId('notes-now')).toHaveText(String(said));

	await addressAtRest(room);
	await room.reload();
	await expect(step(room)).toHaveText('step 8 of 26');
	await expect(notes.getByTestId('notes-waiting')).toHaveCount(0);
	await notes.getByTestId('notes-forward').click();
	await expect(step(room)).toHaveText('step 12 of 26');

	await notes.reload();
	await expect(place(notes)).toContainText('step 12 of 26');
	await notes.keyboard.press('ArrowLeft');
	await expect(step(room)).toHaveText('step 8 of 26');

	/* what is the speaker's stands with the speaker alone; without that window the room has it again */
	await expect(room.getByTestId('beat')).toHaveCount(0);
	await notes.close();
	await expect(room.getByTestId('beat')).toHaveCount(1);
	await expect(room.getByTestId('beat').first()).toBeVisible();
});

test('S leads the notes into a window of their own, which is said, and back', async ({
	page: room,
}) => {
	await openMoment(room, 'mcs-queue?at=8&p=1');
	await expect(room.getByTestId('beat')).toHaveCount(1);
	await expect(room.getByTestId('beat').first()).toBeVisible();
	const pressed = () => room.getByTestId('open-notes').getAttribute('aria-pressed');
	expect(await pressed()).toBe('false');
	const notes = await openNotes(room);
	await room.bringToFront();
	/* to the room nothing is said of it */
	await expect.poll(pressed).toBe('true');
	await expect(room.locator('[data-region="stage-bar"]')).not.toContainText('notes');
	await expect(room.getByTestId('beat')).toHaveCount(0);
	await room.keyboard.press('S');
	await expect(room.getByTestId('beat')).toHaveCount(1);
	await expect(room.getByTestId('beat').first()).toBeVisible();
	await expect.poll(pressed).toBe('false');
	await expect.poll(() => notes.isClosed()).toBe(true);
});

test('two talks do not mix, and a copied tab is not a second room', async ({
	page: one,
	context,
}) => {
	await openMoment(one, 'mcs-queue?at=8&p=1');
	const notesOfOne = await openNotes(one);
	const two = await context.newPage();
	await openMoment(two, 'mcs-queue?at=8&p=1');
	const notesOfTwo = await openNotes(two);
	expect(notesOfTwo.url()).not.toBe(notesOfOne.url());
	await notesOfTwo.keyboard.press('PageDown');
	await expect(step(two)).toHaveText('step 12 of 26');
	await expect(place(notesOfOne)).toContainText('step 8 of 26');
	await expect(step(one)).toHaveText('step 8 of 26');

	const copy = await context.newPage();
	const pair = await one.evaluate(() => sessionStorage.getItem('lockstep-talk'));
	await copy.addInitScript((p) => sessionStorage.setItem('lockstep-talk', String(p)), pair);
	await openMoment(copy, 'mcs-queue?at=3&p=1');
	await expect.poll(() => copy.evaluate(() => sessionStorage.getItem('lockstep-talk'))).toBeNull();
	await copy.keyboard.press('PageDown');
	await expect(place(notesOfOne)).toContainText('step 8 of 26');
});

test('the notes have a question with its answer, what comes next, and a clock', async ({
	page: room,
}) => {
	await openMoment(room, 'mutex-wake?at=19&p=1');
	const notes = await openNotes(room);
	await notes.keyboard.press('PageDown');
	await expect(place(notes)).toHaveText('beat 7 of 9, step 23 of 33');
	await expect(notes.getByTestId('notes-now')).toContainText('Does it hold the mutex now?');
	await expect(notes.getByTestId('notes-now')).toContainText('T1 has given it to nobody');
	/* the question is the audience's, too */
	await expect(room.getByTestId('answer')).toBeVisible();
	await notes.getByRole('button', { name: 'Show the answer' }).click();
	await expect(room.getByTestId('answer')).toHaveCount(0);
	await expect(room.getByTestId('beat')).toHaveCount(1);
	await expect(room.getByTestId('beat').first()).toBeVisible();
	await expect(notes.getByTestId('notes-next')).toContainText('Next, at step 27');

	/* it goes since the first Page Down */
	const clock = notes.getByTestId('notes-clock');
	await expect(clock).toHaveText(/0:0[1-9]/);
	await notes.getByRole('button', { name: 'Pause' }).click();
	await notes.reload();
	await expect(clock).toHaveText(/0:0[1-9]/);
	await notes.getByRole('button', { name: 'Reset' }).click();
	await expect(clock).toHaveText('0:00');
	for (const colorScheme of ['light', 'dark'] as const) {
		await notes.emulateMedia({ colorScheme });
		expect((await axeOn(notes).analyze()).violations).toEqual([]);
	}
	await room.close();
	await expect(notes.getByTestId('notes-waiting')).toBeVisible();
});

test('a button of the notes that was clicked takes no key of the room’s', async ({
	page: room,
}) => {
	await openMoment(room, 'mutex-stampede?at=14&p=1');
	const notes = await openNotes(room);
	const pause = notes.getByRole('button', { name: 'Pause' });
	await notes.getByRole('button', { name: 'Start' }).click();
	await expect(pause).toBeVisible();
	await notes.keyboard.press('e');
	await expect(notes.getByTestId('notes-choice')).toContainText('Enter takes');
	await notes.keyboard.press('Enter');
	await expect(place(notes)).toContainText('off the story since step 14, step 15 of 15');
	await expect(pause).toBeVisible();
	await notes.keyboard.press(' ');
	await expect(pause).toBeVisible();
	/* who goes by keyboard alone presses it as ever, but while the room waits for Enter */
	await notes.keyboard.press('o');
	await expect(place(notes)).toContainText('step 14 of 28');
	await pause.press('Enter');
	const start = notes.getByRole('button', { name: 'Start' });
	await expect(start).toBeFocused();
	await notes.keyboard.press('e');
	await expect(notes.getByTestId('notes-choice')).toContainText('Enter takes');
	await notes.keyboard.press('Enter');
	await expect(place(notes)).toContainText('off the story since step 14');
	await expect(start).toBeVisible();
});

test('what the notes send to a black screen ends the black and moves nothing, as in the room', async ({
	page: room,
}) => {
	await openMoment(room, 'mutex-stampede?at=14&p=1');
	const notes = await openNotes(room);
	const black = room.getByTestId('blackout');
	const presses = [
		...['PageDown', 'PageUp', 'ArrowRight', 'a', 'o', 'Enter', 'v', 'b'].map(
			(key) => () => notes.keyboard.press(key),
		),
		() => notes.getByTestId('notes-forward').click(),
	];
	for (const press of presses) {
		await notes.keyboard.press('b');
		await expect(place(notes)).toContainText('the room sees a black screen');
		await press();
		await expect(place(notes)).not.toContainText('the room sees a black screen');
		await expect(black).toHaveCount(0);
		await expect(step(room)).toHaveText('step 14 of 28');
	}
	/* nor does Esc, which closes what is open, take the room out of its view from there */
	for (const key of ['x', 'Escape', 'Escape', 'Escape', 'PageDown'])
		await notes.keyboard.press(key);
	await expect(place(notes)).toContainText('step 15 of 28');
	await expect(room.locator('html')).toHaveAttribute('data-stage', 'picture');
});

test('off the story the notes say since when, what can come of it, and lead back', async ({
	page: room,
}) => {
	await openMoment(room, 'mcs-queue?at=12&p=1');
	const notes = await openNotes(room);
	await room.bringToFront();
	await room.keyboard.press('3');
	await room.keyboard.press('3');
	await expect(room.getByTestId('left-story')).toBeVisible();
	await expect(place(notes)).toContainText('off the story since step');
	await expect(notes.getByTestId('notes-outlook')).toContainText(
		'No rule can be broken from here, with no preemption',
	);
	await expect(notes.getByTestId('notes-now')).toContainText('The story’s last note, at step 12');
	await expect(notes.getByTestId('notes-next')).toContainText('Next in the story, at step');
	await expect(notes.getByText('That was the last beat')).toHaveCount(0);
	await notes.keyboard.press('o');
	await expect(place(notes)).toHaveText('beat 5 of 8, step 12 of 26');
	await expect(room.getByTestId('left-story')).toHaveCount(0);
	/* what the page says in passing is the speaker's to read */
	await expect(notes.getByTestId('notes-says')).toContainText('The story is back');
	await expect(room.getByTestId('toast')).toHaveCount(0);
});

test('where nothing is to be said the notes say so, and the room keeps what it takes home', async ({
	page: room,
}) => {
	await openMoment(room, 'fl-bucket?at=22&p=1');
	const notes = await openNotes(room);
	await room.bringToFront();
	await room.keyboard.press('ArrowRight');
	await expect(place(notes)).toContainText('step 23 of');
	await expect(notes.getByTestId('notes-now')).toContainText('Nothing new to say here');
	await room.keyboard.press('End');
	await expect(place(notes)).toContainText(/^beat (\d+) of \1, /);
	await expect(room.getByTestId('beat')).toHaveCount(1);
	await expect(room.getByTestId('beat').first()).toBeVisible();
	await expect(room.getByTestId('story-end')).toHaveCount(0);
	const whole = String(await notes.getByTestId('notes-now').locator('p').last().textContent());
	await expect(room.getByTestId('beat')).toHaveText(whole.replace(/ (?:Try|Next): .*$/s, ''));
});

test('the notes of a talk have its script, the time of each line, and its place among all beats', async ({
	page: room,
}) => {
	const plan = readFileSync('docs/teaching/talk.md', 'utf8');
	const [, list = ''] = /[?&]list=([^`&]*)/.exec(plan) ?? [];
	await openMoment(room, `mutex-stampede?at=14&p=1&list=${list}`);
	const notes = await openNotes(room);
	const say = notes.getByTestId('notes-say');
	await expect(say).toContainText('−3 is not three sleepers');
	await expect(notes.getByTestId('notes-of-talk')).toHaveText(/^beat \d+ of 31 of the talk$/);
	await expect(notes.getByTestId('notes-target')).toHaveText('1:20 to 2:00');
	await expect(notes.getByTestId('notes-say-next')).toContainText(
		/^Say from minute 2, at step 15: Take answers\. Most say one\./,
	);
	await notes.keyboard.press('PageDown');
	await expect(say).toContainText('Take answers.');
	await expect(notes.getByTestId('notes-target')).toHaveText(/^2:00 to 2:20 · (2:00|1:5\d) early$/);
	await notes.getByRole('button', { name: 'Pause' }).click();

	await room.bringToFront();
	await room.evaluate((all) => {
		location.hash = `#/mcs-queue?p=1&list=${all}`;
	}, list);
	await expect(place(notes)).toContainText('beat 1 of 8, step 0 of 26');
	await expect(notes.getByTestId('notes-of-talk')).toHaveText('beat 11 of 31 of the talk');
	await expect(say).toContainText('Here everybody gets a word of its own.');
	for (const colorScheme of ['light', 'dark'] as const) {
		await notes.emulateMedia({ colorScheme });
		expect((await axeOn(notes).analyze()).violations).toEqual([]);
	}
	const least = await notes.evaluate(() =>
		Math.min(
			...[...document.querySelectorAll('[data-testid^="notes-"], button')].map((e) =>
				Number.parseFloat(getComputedStyle(e).fontSize),
			),
		),
	);
	expect(least).toBeGreaterThanOrEqual(18);

	/* what is said last leads where it says */
	await room.evaluate((all) => {
		location.hash = `#/ticket-preempted?at=18&p=1&list=${all}`;
	}, list);
	await expect(say).toContainText('under the name Nobody behind me?');
	await expect(say.getByRole('link')).toHaveAttribute('href', '#/level/spin-for-ever');

	/* a story alone is no talk of several */
	await room.evaluate(() => {
		location.hash = '#/mcs-queue?p=1&at=3';
	});
	await expect(place(notes)).toContainText('step 3 of 26');
	await expect(notes.getByTestId('notes-of-talk')).toHaveCount(0);
	await expect(say).toHaveCount(0);
});

test('a misspelt name in the list of a talk is said in both windows before it begins, and the rest is the talk', async ({
	page: room,
}) => {
	await openMoment(room, 'mcs-queue?at=0&p=1&list=mcs-queue,mcs-gpa,mcs-no-order');
	const said = '“mcs-gpa”, which is the name of no story. The nearest name is “mcs-gap”.';
	await expect(room.getByTestId('notice')).toContainText(said);
	const notes = await openNotes(room);
	await expect(notes.getByTestId('notes-amiss')).toContainText(said);
	await expect(notes.getByTestId('notes-of-talk')).toHaveText(/^beat 1 of \d+ of the talk$/);
	await room.bringToFront();
	await room.getByTestId('notice').getByRole('button', { name: 'Dismiss' }).click();
	await expect(room.getByTestId('notice')).toHaveCount(0);
	await expect(notes.getByTestId('notes-amiss')).toHaveCount(0);
	await room.keyboard.press('End');
	await expect(notes.getByTestId('notes-onward')).toContainText('“The turn is passed, the work');
});

test('a ring goes on a part by Shift and a click, by a key, and by keyboard alone', async ({
	page: room,
}) => {
	await openMoment(room, 'mcs-queue?at=17&p=1');
	const notes = await openNotes(room);
	await room.bringToFront();
	const ring = room.getByTestId('ring');
	const around = async (selector: string) => {
		const [inner, outer] = [
			await room.locator(selector).first().boundingBox(),
			await ring.boundingBox(),
		];
		if (!inner || !outer) return false;
		/* what touches the edge of the window leaves the ring's rim its room */
		return (
			outer.x <= Math.max(inner.x, 2) &&
			outer.y <= Math.max(inner.y, 2) &&
			outer.x + outer.width >= inner.x + inner.width &&
			outer.y + outer.height >= inner.y + inner.height &&
			outer.height < inner.height + 40
		);
	};
	const row = room.getByTestId('actor-2');
	await row.click({ modifiers: ['Shift'] });
	await expect(step(room)).toHaveText('step 17 of 26');
	await expect.poll(() => around('[data-thread="2"]')).toBe(true);
	await expect(notes.getByTestId('notes-ring')).toContainText('the row of T2');
	await row.click({ modifiers: ['Shift'] });
	await expect(ring).toHaveCount(0);
	await expect(notes.getByTestId('notes-ring')).toHaveCount(0);

	await room.locator('[data-layer="nodes"] > [data-tid="2"] [data-key="locked"]').hover();
	await room.keyboard.press('u');
	await expect(notes.getByTestId('notes-ring')).toContainText('T2.locked');
	/* it stays on its part, where that is drawn in another place */
	await room.keyboard.press('ArrowLeft');
	await expect
		.poll(() => around('[data-layer="nodes"] > [data-tid="2"] [data-key="locked"]'))
		.toBe(true);
	await expectOnMap(room, notes);
	/* a press on the map moves it in both windows */
	const [there, map] = [
		await room.getByTestId('actor-3').boundingBox(),
		await notes.getByTestId('notes-map').locator('svg').boundingBox(),
	];
	const by = (map?.width ?? 0) / 1280;
	await notes
		.getByTestId('notes-map')
		.locator('svg')
		.click({
			position: {
				x: ((there?.x ?? 0) + (there?.width ?? 0) / 2) * by,
				y: ((there?.y ?? 0) + (there?.height ?? 0) / 2) * by,
			},
		});
	await expect(notes.getByTestId('notes-ring')).toContainText('the row of T3');
	await expect.poll(() => around('[data-thread="3"]')).toBe(true);
	await expectOnMap(room, notes);
	await notes.screenshot({ path: test.info().outputPath('map.png') });
	await room.bringToFront();
	await room.keyboard.press('Escape');
	await expect(ring).toHaveCount(0);
	await expect(notes.getByTestId('notes-map')).toHaveCount(0);
	await expect(room.locator('html')).toHaveAttribute('data-stage', 'picture');
	/* the other window follows by message: its ring must be away before the next is read there */
	await expect(notes.getByTestId('notes-ring')).toHaveCount(0);

	await room.keyboard.press('>');
	const first = String(await notes.getByTestId('notes-ring').textContent());
	await room.keyboard.press('>');
	await expect(notes.getByTestId('notes-ring')).not.toHaveText(first);
	await room.keyboard.press('<');
	await expect(notes.getByTestId('notes-ring')).toHaveText(first);
	await notes.getByRole('button', { name: 'Take it away' }).click();
	await expect(ring).toHaveCount(0);

	await room.keyboard.press('P');
	const line = room.locator('[data-line][data-done]');
	await line.click({ modifiers: ['Shift'] });
	const number = await line.getAttribute('data-line');
	await expect(notes.getByTestId('notes-ring')).toContainText(`line ${number}`);
});

/** The map of the notes window has the ring where the room has it. */
async function expectOnMap(room: Page, notes: Page): Promise<void> {
	const partOf = async (page: Page, inner: string, outer: string) => {
		const [ring, all] = [
			await page.getByTestId(inner).boundingBox(),
			outer ? await page.getByTestId(outer).locator('svg').boundingBox() : null,
		];
		const { x, y, width } = all ?? { x: 0, y: 0, width: 1280 };
		const middle = [(ring?.x ?? -1) + (ring?.width ?? 0) / 2 - x, (ring?.y ?? 0) - y];
		return [middle[0] ?? 0, (middle[1] ?? 0) + (ring?.height ?? 0) / 2].map((n) => n / width);
	};
	await expect
		.poll(async () => {
			const [x = 0, y = 0] = await partOf(room, 'ring', '');
			const [left = 9, top = 9] = await partOf(notes, 'notes-map-ring', 'notes-map').catch(
				() => [],
			);
			return Math.max(Math.abs(x - left), Math.abs(y - top));
		})
		.toBeLessThan(0.02);
}

test('round what touches an edge of the window the ring and its rim are whole', async ({
	page,
}) => {
	for (const story of ['ww-sleep-wake', 'ww-collision']) {
		await openMoment(page, `${story}?at=4&p=1`);
		await storyFitted(page);
		const names = new Set<string>();
		for (let i = 0; i < 40; i++) {
			await page.keyboard.press('>');
			const status = page.getByRole('status').filter({ hasText: 'The ring is on' });
			const name = String(await status.textContent());
			if (names.has(name)) break;
			names.add(name);
			await frames(page, 3);
			const ring = page.getByTestId('ring');
			const box = await ring.boundingBox();
			const rim = await ring.evaluate((e) => Number.parseFloat(getComputedStyle(e).outlineWidth));
			expect(box?.x, name).toBeGreaterThanOrEqual(rim);
			expect(box?.y, name).toBeGreaterThanOrEqual(rim);
			expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(1280 - rim);
			expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(720 - rim);
		}
		expect(names.size).toBeGreaterThan(5);
	}
});

test('a QR code of the moment fills the window, without the speaker’s own view', async ({
	page,
}) => {
	await openMoment(page, 'mcs-queue?at=17&p=1&text=3');
	await page.keyboard.press('q');
	const code = page.getByTestId('qr-code');
	const label = await code.getAttribute('aria-label');
	expect(label).toContain('#/mcs-queue?');
	expect(label).not.toMatch(/[?&](p|text)=/);
	const box = await code.boundingBox();
	expect(box?.height).toBeGreaterThan(720 * 0.7);
	expect((await axeOn(page).analyze()).violations).toEqual([]);
	await page.keyboard.press('Escape');
	await expect(page.getByTestId('qr')).toHaveCount(0);
	await expect(page.locator('html')).toHaveAttribute('data-stage', 'picture');
	await page.getByTestId('open-qr').click();
	await expect(code).toBeVisible();
	await page.getByRole('button', { name: 'Close' }).click();
	await expect(code).toHaveCount(0);
});

test('while the code is shown, a press anywhere takes it away and does nothing behind it', async ({
	page,
}) => {
	await openMoment(page, 'mcs-queue?at=17&p=1');
	const code = page.getByTestId('qr');
	const presses = [
		() => page.mouse.click(700, 120),
		() => page.mouse.click(640, 360),
		() => page.keyboard.press('PageUp'),
		() => page.keyboard.press('ArrowRight'),
		() => page.keyboard.press('u'),
		async () => {
			await page.keyboard.down('Shift');
			await page.mouse.click(700, 40);
			await page.keyboard.up('Shift');
		},
	];
	for (const press of presses) {
		await page.keyboard.press('q');
		await expect(code).toBeVisible();
		await press();
		await expect(code).toHaveCount(0);
		await expect(page.getByTestId('position')).toContainText('step 17');
		await expect(page.getByTestId('ring')).toHaveCount(0);
	}
});
