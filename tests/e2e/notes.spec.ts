/** The speaker's window alone: what its keys do in the room, its clock, and that all of it is in sight. */
import { openNotes, place, step } from './notes-window';
import { expect, openMoment, test } from './support';

test('the keys for the ring go from the notes to the room, and u takes the ring away', async ({
	page: room,
}) => {
	await openMoment(room, 'mcs-queue?at=12&p=1');
	const notes = await openNotes(room);
	const [ring, named] = [room.getByTestId('ring'), notes.getByTestId('notes-ring')];
	await expect(notes.getByTestId('notes-keys')).toContainText('u takes it away');
	await notes.keyboard.press('>');
	await expect(named).toContainText('the ring is on');
	await expect(ring).toBeVisible();
	const first = String(await named.locator('b').textContent());
	await notes.keyboard.press('>');
	await expect(named.locator('b')).not.toHaveText(first);
	await notes.keyboard.press('<');
	await expect(named.locator('b')).toHaveText(first);
	await notes.keyboard.press('u');
	await expect(named).toHaveCount(0);
	await expect(ring).toHaveCount(0);
	await expect(step(room)).toHaveText('step 12 of 26');
});

test('the clock starts with the first beat of the room, and waits for a hand that has touched it', async ({
	page: room,
}) => {
	await openMoment(room, 'mcs-queue?at=8&p=1');
	const notes = await openNotes(room);
	const clock = notes.getByTestId('notes-clock');
	const button = (name: string) => notes.getByRole('button', { name });
	await notes.keyboard.press('b');
	await notes.keyboard.press('b');
	await notes.keyboard.press('PageUp');
	await expect(step(room)).not.toHaveText('step 8 of 26');
	await expect(clock).toHaveText('0:00');
	await expect(button('Start')).toBeVisible();
	await room.bringToFront();
	await room.keyboard.press('PageDown');
	await expect(button('Pause')).toBeVisible();
	await expect(clock).toHaveText('0:01');
	/* also behind a reload, which keeps it */
	await button('Reset').click();
	await notes.reload();
	await expect(place(notes)).toContainText('step 8 of 26');
	await notes.keyboard.press('PageDown');
	await expect(place(notes)).toContainText('step 12 of 26');
	await expect(button('Start')).toBeVisible();
	await expect(clock).toHaveText('0:00');
});

test('off the story all of the notes is in sight, nothing lies over another, and what was asked is small', async ({
	page: room,
}) => {
	await openMoment(room, 'mutex-stampede?at=15&p=1');
	const notes = await openNotes(room);
	await notes.setViewportSize({ width: 1280, height: 720 });
	/* words of the glossary are marked for a reader who does something */
	await notes.mouse.move(300, 300);
	await expect(notes.locator('[data-testid="notes-next"] [class*="term"]').first()).toBeVisible();
	const size = () =>
		notes
			.getByTestId('notes-now')
			.getByText('How many of the three spinners')
			.evaluate((e) => Number.parseFloat(getComputedStyle(e).fontSize));
	const asked = await size();
	for (const key of ['e', 'ArrowRight', 'Enter', 'PageDown']) await notes.keyboard.press(key);
	await expect(place(notes)).toContainText('off the story since step 15');
	await expect(notes.getByTestId('notes-outlook')).toContainText('No rule can be broken');
	expect(await size()).toBeLessThan(0.8 * asked);
	for (const id of ['notes-next', 'notes-keys', 'notes-forward'])
		await expect(notes.getByTestId(id)).toBeInViewport({ ratio: 1 });
	/* in a low window what is too much goes behind the buttons, and not over them */
	await notes.setViewportSize({ width: 900, height: 420 });
	const over = await notes.evaluate(() => {
		const isBelow = (term: Element, bar: Element) => {
			scrollTo(0, 0);
			const by = term.getBoundingClientRect().top - bar.getBoundingClientRect().top - 20;
			scrollBy(0, by);
			const { left, top, width, height } = term.getBoundingClientRect();
			const seen = document.elementFromPoint(left + width / 2, top + height / 2);
			return bar.contains(seen);
		};
		const bar = document.querySelector('[data-testid="notes-forward"]')?.parentElement;
		const terms = [...document.querySelectorAll('[data-testid="notes-next"] [class*="term"]')];
		return bar ? terms.filter((term) => !isBelow(term, bar)).map((t) => t.textContent) : ['?'];
	});
	expect(over).toEqual([]);
});

test('a part of the page that does not come is asked for again, its styles too, and that is said', async ({
	page,
	complaints,
}) => {
	let missed = 0;
	await page.route(/assets\/Notes-[^/]*\.css/, (route) =>
		missed++ === 0 ? route.abort() : route.continue(),
	);
	await page.goto('#/notes/none');
	await expect(page.getByTestId('missing')).toContainText('It is asked for again');
	await expect(page.getByTestId('notes-waiting')).toBeVisible();
	await expect(page.getByTestId('missing')).toHaveCount(0);
	expect(missed).toBe(2);
	/* and it looks as it does */
	await expect(page.locator('[data-fills-window]')).toHaveCSS('display', /grid|flex/);
	complaints.length = 0; /* of the file that did not come */
});
