/** The talks of docs/teaching, given from their addresses: by the clicker, from the notes alone, and what their script opens. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { openNotes, place, step } from './notes-window';
import { expect, openMoment, test } from './support';

/** Each address of a plan that has a whole talk, with its stories. */
function talksOf(plan: string): { address: string; stories: string[] }[] {
	const text = readFileSync(`docs/teaching/${plan}.md`, 'utf8');
	const found = [...text.matchAll(/^[^|\n]*`#\/([^`]*[?&]list=([^`&]*)[^`]*)`/gm)];
	return found.map(([, address = '', list = '']) => ({ address, stories: list.split(',') }));
}

/** From the first beat to the last by the clicker, through all its stories; the notes go along. */
async function give(
	room: Page,
	{ address, stories }: { address: string; stories: string[] },
	told: string[] = [],
) {
	await room.emulateMedia({ reducedMotion: 'reduce' });
	await openMoment(room, address);
	const notes = await openNotes(room);
	await room.bringToFront();
	const titleOf = async () => (await room.title()).replace(/ · Lockstep$/, '');
	for (const [i, story] of stories.entries()) {
		await expect.poll(() => decodeURIComponent(room.url())).toContain(`/${story}?`);
		await expect(step(room)).toContainText('step 0 of');
		const title = await titleOf();
		await expect(notes.getByRole('heading', { level: 1 })).toHaveText(title);
		const [, of = ''] = /beat \d+ of (\d+)/.exec(String(await place(notes).textContent())) ?? [];
		/* some presses answer a question, and some stop on the way */
		const last = place(notes).getByText(`beat ${of} of ${of}`);
		for (let k = 0; k < 40 && (await last.count()) === 0; k++) {
			const said = await place(notes).textContent();
			told.push(String(await room.getByTestId('narration').textContent()));
			const open = await room.getByTestId('answer').count();
			await room.keyboard.press('PageDown');
			if (open === 0) await expect(place(notes)).not.toHaveText(String(said));
			else await expect(room.getByTestId('answer')).toHaveCount(0);
		}
		await expect(last).toBeVisible();
		const onward = notes.getByTestId('notes-onward');
		if (i === stories.length - 1) await expect(onward).toContainText('No story comes after');
		else {
			await expect(onward).toContainText('one more opens');
			await room.keyboard.press('PageDown');
			await expect(notes.getByTestId('notes-says')).toContainText('Page Down once more opens');
			await expect(room.getByTestId('interval')).toContainText(/^Next: ./);
			/* two presses in a row are one: the second counts when the first has been read */
			await expect
				.poll(async () => {
					await room.keyboard.press('PageDown');
					return step(room).textContent();
				})
				.toContain('step 0 of');
		}
	}
	return notes;
}

test('the talk of docs/teaching is one address: the clicker leads through its stories, and the notes go along', async ({
	page: room,
}) => {
	const [talk] = talksOf('talk');
	expect(talk?.stories).toHaveLength(4);
	if (!talk) return;
	const told: string[] = [];
	const notes = await give(room, talk, told);
	expect(told.join(' ')).toContain('The scheduler preempts T2');
	await room.keyboard.press('PageDown');
	await expect(notes.getByTestId('notes-says')).toContainText('The talk ends here');
	/* what each story asks to take home, and a code of the talk */
	const closing = room.getByTestId('interval');
	await expect(closing.locator('li')).toHaveCount(4);
	await expect(closing.locator('li').last()).toHaveText(/^.+Whoever must be served in order/);
	await expect(closing.locator('li b').first()).toHaveText(/^The stampede/);
	await expect(room.getByTestId('toast')).toHaveCount(0);
	await expect(room.getByTestId('talk-code')).toHaveAttribute(
		'aria-label',
		/#\/mutex-stampede\?list=mutex-stampede,/,
	);
	await room.keyboard.press('PageUp');
	await expect(closing).toHaveCount(0);
	/* an address of the room, without the speaker's list */
	await room.keyboard.press('q');
	const label = await room.getByTestId('qr-code').getAttribute('aria-label');
	expect(label).toContain('#/ticket-preempted');
	expect(label).not.toContain('list=');
});

const parts = talksOf('lecture');
for (const [i, part] of parts.entries())
	test(`part ${i + 1} of the lecture is one address, in the order of its table`, async ({
		page: room,
	}) => {
		expect(parts).toHaveLength(3);
		const notes = await give(room, part);
		const say = notes.getByTestId('notes-say');
		await expect(say.getByRole('link').first()).toHaveAttribute('href', /^#\/(?:level|trace)\//);
		/* the clock began with the part, at its minute of the lecture */
		await expect(notes.getByTestId('notes-target')).toHaveText(
			/^by (?:1:)?\d\d:00 · \d?\d:\d\d early$/,
		);
	});

test('the lecture of 45 minutes is one address, in the order of its table', async ({
	page: room,
}) => {
	test.setTimeout(180_000);
	const [lecture, ...more] = talksOf('lecture-45');
	expect(more).toEqual([]);
	expect(lecture?.stories).toHaveLength(5);
	if (!lecture) return;
	const notes = await give(room, lecture);
	await expect(notes.getByTestId('notes-target')).toHaveText(/^by 44:00 · /);
});

test('the notes hear the keys of their script, and the room does what they say', async ({
	page: room,
}) => {
	const [talk] = talksOf('talk');
	await openMoment(room, `mcs-gap?at=11&p=1&list=${talk?.stories.join()}`);
	const notes = await openNotes(room);
	await notes.keyboard.press('v');
	await expect.poll(() => room.url()).toContain('cache=1');
	await notes.keyboard.press('q');
	await expect(room.getByTestId('qr-code')).toBeVisible();
	await expect(notes.getByTestId('notes-front')).toContainText('a QR code');
	/* what is in front of the slide goes first, as with the room's own clicker */
	await notes.keyboard.press('PageDown');
	await expect(room.getByTestId('qr-code')).toHaveCount(0);
	await expect(step(room)).toHaveText('step 11 of 20');
	await notes.keyboard.press('P');
	await expect(room.locator('html')).toHaveAttribute('data-stage', 'code');
	await notes.keyboard.press('P');
	await expect(room.locator('html')).toHaveAttribute('data-stage', 'picture');

	/* "what if it is preempted here?", without a hand at the other window */
	await notes.keyboard.press('e');
	const choice = notes.getByTestId('notes-choice');
	await expect(choice).toContainText('preempt');
	const first = String(await choice.textContent());
	await notes.keyboard.press('ArrowRight');
	await expect(choice).not.toHaveText(first);
	await notes.keyboard.press('ArrowLeft');
	await expect(choice).toHaveText(first);
	await notes.keyboard.press('Enter');
	await expect(place(notes)).toContainText('off the story since step 11');
	await expect(choice).toHaveCount(0);
	await notes.keyboard.press('o');
	await expect(step(room)).toHaveText('step 11 of 20');
});

test('an address of the script opens before the room, and another press leads back into the talk', async ({
	page: room,
}) => {
	const [talk] = talksOf('talk');
	await openMoment(room, `ticket-preempted?at=18&p=1&list=${talk?.stories.join()}`);
	const notes = await openNotes(room);
	const pages = room.context().pages().length;
	await notes.getByTestId('notes-say').getByRole('link').click();
	await expect(room.getByTestId('level')).toBeVisible();
	await expect(room.locator('html')).toHaveAttribute('data-stage', 'picture');
	expect(room.context().pages()).toHaveLength(pages);
	await expect(notes.getByTestId('notes-say')).toHaveCount(0);
	await notes.keyboard.press('q');
	await expect(room.getByTestId('qr-code')).toHaveAttribute('aria-label', /level\/spin-for-ever/);
	await notes.keyboard.press('Escape');
	await expect(room.getByTestId('qr-code')).toHaveCount(0);
	await notes.getByTestId('notes-left-talk').getByRole('link', { name: 'Back to it' }).click();
	await expect(step(room)).toHaveText('step 18 of 18');
	await expect(notes.getByTestId('notes-of-talk')).toHaveText('beat 31 of 31 of the talk');
});

test('of two locks side by side the notes say where both are, and lead on', async ({
	page: room,
}) => {
	await openMoment(room, 'mutex-stampede?p=1');
	const notes = await openNotes(room);
	await room.bringToFront();
	await room.evaluate(() => {
		location.hash = '#/compare/mutex-stampede/mutex-mcs-queue?by=turns&n=8&rounds=4&p=1';
	});
	await expect(place(notes)).toHaveText('stop 0 of 4');
	await notes.keyboard.press('PageDown');
	await expect(place(notes)).toHaveText('stop 1 of 4');
	await expect(room.getByTestId('look')).toHaveText(/^Look at the sums: /);
	await expect(notes.getByTestId('notes-now')).toContainText('Look at the sums: ');
	await expect(notes.getByTestId('notes-next')).toContainText(
		'From here on the right side has fewer',
	);
	await expect(notes.getByTestId('notes-now')).toContainText(/^Left: T\d.* Right: T\d/);
	await notes.getByTestId('notes-forward').click();
	await expect(place(notes)).toHaveText('stop 2 of 4');
	await notes.keyboard.press('PageUp');
	await expect(place(notes)).toHaveText('stop 1 of 4');
	await notes.close();
	await room.bringToFront();
	/* and from there the notes are a key away */
	await openNotesBeside(room);
});

async function openNotesBeside(room: Page): Promise<void> {
	const opened = room.context().waitForEvent('page');
	await room.keyboard.press('S');
	await expect(place(await opened)).toHaveText('stop 1 of 4');
}
