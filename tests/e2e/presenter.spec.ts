/** What the sentence speaks of is on the screen: the line that was run, and the words that it names. */
import type { Page } from '@playwright/test';
import { expect, frames, openMoment, storyFitted, test } from './support';

/** How much of an element is seen in the boxes that scroll and cut round it, from 0 to 1. */
async function seen(page: Page, selector: string): Promise<number[]> {
	await page.locator(selector).first().waitFor();
	return page.evaluate(async (s) => {
		for (let i = 0; i < 6; i++) await new Promise(requestAnimationFrame);
		return [...document.querySelectorAll(s)].map((element) => {
			const box = element.getBoundingClientRect();
			let [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
			for (let e = element.parentElement; e; e = e.parentElement) {
				if (!/auto|scroll|hidden/.test(getComputedStyle(e).overflowY)) continue;
				const room = e.getBoundingClientRect();
				[top, bottom] = [Math.max(top, room.top), Math.min(bottom, room.bottom)];
			}
			return Math.round((100 * Math.max(0, bottom - top)) / Math.max(1, box.height)) / 100;
		});
	}, selector);
}

for (const moment of [
	'mutex-wake?at=12',
	'mutex-stampede?at=27&p=code',
	'tp-handoff?at=29&p=code',
	'rwsem-single-pass?at=32&p=code',
	'mcs-queue?at=17&p=code',
])
	test(`the line that was just run is marked and in sight: ${moment}`, async ({ page }) => {
		await openMoment(page, moment);
		await expect.poll(() => seen(page, '[data-line][data-done]')).toEqual([1]);
		await expect(page.getByTestId('just-done')).toHaveText(/T\d has just done/);
	});

const PICTURES = [
	['mutex-stampede?at=15&p=1', '[data-pointed]'],
	['mutex-stampede?at=27&p=1', '[data-pointed]'],
	['mutex-stampede?at=28&p=1', '[data-row]'],
	['mcs-queue?at=14&p=1', '[data-row]'],
	['mcs-queue?at=17&p=1', '[data-row]'],
	['rwsem-single-pass?at=32&p=1', '[data-pointed]'],
	['tp-handoff?at=29&p=1', '[data-pointed]'],
	['rwsem-handoff-hang?at=49', '[data-pointed]'],
	['rwsem-handoff-hang?at=62', '[data-row]:has([data-word]) svg'],
] as const;

for (const [moment, words] of PICTURES)
	test(`the words spoken of are not cut: ${moment}`, async ({ page }) => {
		await openMoment(page, moment);
		const least = async () =>
			Math.min(...(await seen(page, `[data-region="memory"] :is(${words})`)));
		await expect.poll(least).toBeGreaterThan(0.97);
		if (!moment.includes('p=1'))
			await expect.poll(() => seen(page, '[data-line][data-done]')).toEqual([1]);
	});

test('a long end leaves the picture whole', async ({ page }) => {
	await openMoment(page, 'rwsem-single-pass?at=40&p=1');
	await storyFitted(page);
	const cells = await seen(page, '[data-region="memory"] :is(dl dd, [data-row]):not(details *)');
	expect(Math.min(...cells)).toBeGreaterThan(0.95);
	const narration = await seen(page, '[data-region="narration"]');
	expect(narration).toEqual([1]);
});

test('before a room there is one line of buttons, with the title and what is planted', async ({
	page,
}) => {
	await openMoment(page, 'mutex-stampede?p=1&sw=owner_read_twice');
	await expect(page.locator('[data-region="header"]')).toHaveCount(0);
	const bar = page.locator('[data-region="stage-bar"]');
	expect((await bar.boundingBox())?.height).toBeLessThan(60);
	await expect(page.getByTestId('stage-title')).toBeInViewport({ ratio: 1 });
	await expect(page.getByTestId('stage-title')).toContainText('planted: owner_read_twice');
	await page.keyboard.press('s');
	await expect(page.getByRole('dialog')).toBeVisible();
	await page.keyboard.press('Escape');
	await page.getByTestId('presenter').click();
	await expect(page.locator('[data-region="header"]')).toBeVisible();
});

test('the frame of a holder is in the legend and leaves the letter of its role free', async ({
	page,
}) => {
	await openMoment(page, 'rwsem-single-pass?at=40');
	await expect(page.getByTestId('legend-holder')).toBeVisible();
	const gaps = await page.evaluate(() =>
		[...document.querySelectorAll('[data-testid="holders"] > rect')].map((frame) => {
			const name = document.querySelector(`[data-lane="${frame.getAttribute('data-tid')}"]`);
			const role = name?.querySelector(':scope > text')?.getBoundingClientRect();
			return (role?.left ?? 0) - frame.getBoundingClientRect().right;
		}),
	);
	expect(gaps).toHaveLength(2);
	expect(Math.min(...gaps)).toBeGreaterThan(2);
});

test('a sleeping row reads from its state to its phrase, in one line or two', async ({ page }) => {
	await openMoment(page, 'rwsem-handoff-hang?at=49');
	const [state, phrase] = await page
		.locator('[data-thread="4"] [data-state], [data-thread="4"] span[title]')
		.evaluateAll((all) => all.map((e) => e.getClientRects()[0]?.toJSON()));
	if (phrase.top < state.bottom) expect(phrase.left).toBeGreaterThanOrEqual(state.right);
	else expect(phrase.left).toBeLessThanOrEqual(state.left + 1);
});

for (const presenter of [false, true])
	test(`the sums of both sides are in sight${presenter ? ' before a room' : ''}`, async ({
		page,
	}) => {
		await page.goto('./#/compare/mutex-stampede/mutex-mcs-queue?at=20');
		await expect(page.getByTestId('position')).toContainText('step 20');
		if (presenter) await page.keyboard.press('p');
		const sums = page.getByTestId('so-far');
		await expect(sums).toHaveCount(2);
		for (const one of await sums.all()) await expect(one).toBeInViewport({ ratio: 1 });
		for (const row of await page.getByTestId('costs').locator('tbody tr').all())
			await expect(row).toBeInViewport({ ratio: 1 });
	});

test('before a room a row says whole what the thread is about to do', async ({ page }) => {
	await openMoment(page, 'mutex-6.12-handoff?p=code');
	await page.keyboard.press('j');
	const cut = await page
		.locator('[data-region="actors"] [title]')
		.evaluateAll((all) =>
			all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent),
		);
	expect(cut).toEqual([]);
	await expect(page.getByTestId('actor-2')).toContainText('will find the mutex held');
	/* the statement that was run is not broken after each word */
	const statement = page.locator('[data-line][data-done] code');
	const lines = await statement.evaluate((e) => {
		const { currentCSSZoom: zoom = 1 } = e as Element & { currentCSSZoom?: number };
		const line = Number.parseFloat(getComputedStyle(e).lineHeight) * zoom;
		return e.getBoundingClientRect().height / line;
	});
	expect(lines).toBeLessThan(4.5);
});

test('who waits is in sight in a comparison before a room, and the page’s own bar is not', async ({
	page,
}) => {
	await page.goto('./#/compare/mutex-stampede/mutex-mcs-queue?l=24&r=40&p=1');
	await expect(page.getByTestId('position')).toContainText('step 24');
	await expect(page.locator('[data-region="header"]')).toBeHidden();
	const bar = await page.locator('[data-region="transport"]').boundingBox();
	for (const side of ['side-left', 'side-right'])
		for (const tid of [1, 2, 3, 4]) {
			const lane = page.getByTestId(side).locator(`[data-lane="${tid}"]`).first();
			await expect(lane).toBeInViewport({ ratio: 0.9 });
			const box = await lane.boundingBox();
			expect((box?.y ?? 1000) + (box?.height ?? 0)).toBeLessThan((bar?.y ?? 0) + 4);
		}
	const costs = await page.getByTestId('costs').boundingBox();
	expect(costs?.height).toBeLessThan(720 / 6);
});

for (const [key, panel] of [
	['x', 'check-panel'],
	['s', 'setup-panel'],
	['y', 'evidence-panel'],
] as const)
	for (const preset of ['1', 'code'])
		test(`before a room a panel is large, and leaves in sight what is told: ${panel}, p=${preset}`, async ({
			page,
		}) => {
			await openMoment(page, `mutex-stampede?at=15&p=${preset}`);
			await storyFitted(page);
			await page.keyboard.press(key);
			const sheet = page.getByRole('dialog');
			await expect(sheet).toBeVisible();
			const size = await sheet.locator('h2').evaluate((e) => {
				const { currentCSSZoom: zoom = 1 } = e as Element & { currentCSSZoom?: number };
				return Number.parseFloat(getComputedStyle(e).fontSize) * zoom;
			});
			expect(size).toBeGreaterThan(22);
			const told =
				'main :is([data-thread], [data-region="narration"] > *, [data-testid="word"] header)';
			const covered = () =>
				sheet.evaluate((dialog, parts) => {
					const box = dialog.getBoundingClientRect();
					return [...document.querySelectorAll(parts)]
						.filter((part) => {
							const { left, right, top, bottom } = part.getBoundingClientRect();
							return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
						})
						.map((part) => part.textContent);
				}, told);
			expect(await page.locator(told).count()).toBeGreaterThan(5);
			await expect.poll(covered).toEqual([]);
			const more = sheet.getByTestId('brief-more');
			if (await more.isVisible()) await more.click();
			await expect.poll(covered).toEqual([]);
			const box = await sheet.boundingBox();
			expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(720);
			await page.keyboard.press('Escape');
			await expect(sheet).toHaveCount(0);
			await expect(page.locator('html')).toHaveAttribute('data-stage', /./);
		});

test('before a room a thread more is a key and a digit, and the field that took it stays in sight', async ({
	page,
}) => {
	await openMoment(page, 'mcs-queue?at=7&p=1');
	await storyFitted(page);
	await page.keyboard.press('s');
	const panel = page.getByTestId('setup-panel');
	const field = panel.getByTestId('setup-threads');
	await expect(field).toBeFocused();
	const before = await panel.boundingBox();
	await page.keyboard.press('4');
	await expect(page.locator('main [data-thread="4"]')).toBeVisible();
	await storyFitted(page);
	await expect(field).toHaveValue('4');
	await expect(field).toBeInViewport({ ratio: 1 });
	await expect
		.poll(async () => Math.abs(((await panel.boundingBox())?.y ?? 0) - (before?.y ?? 0)))
		.toBeLessThan(60);
	await expect(panel).not.toContainText('roles');
	await page.keyboard.press('Escape');
	await expect(panel).toHaveCount(0);
	await page.keyboard.press('4');
	await page.keyboard.press('o');
	await expect(page.getByTestId('toast')).toHaveText(
		'The story is back. For its own threads press o once more.',
	);
	await page.keyboard.press('o');
	await expect(page.locator('main [data-thread="4"]')).toHaveCount(0);
});

test('before a room it is said where the line of the step comes from', async ({ page }) => {
	await openMoment(page, 'rwsem-handoff-rescue?at=78&p=1');
	await storyFitted(page);
	await page.keyboard.press('y');
	const origin = page.getByTestId('brief').getByText('Step 78 is a line of');
	await expect(origin).toHaveText(
		'Step 78 is a line of __rwsem_down_write_failed_common in kernel/locking/rwsem-xadd.c.',
	);
	const read = await origin.evaluate((e) => {
		const { currentCSSZoom: zoom = 1 } = e as Element & { currentCSSZoom?: number };
		return Number.parseFloat(getComputedStyle(e).fontSize) * zoom;
	});
	expect(read).toBeGreaterThanOrEqual(20);
	const more = page.getByTestId('evidence-panel').getByTestId('brief-more');
	await expect(more).toBeInViewport({ ratio: 1 });
	await more.click();
	const links = page.getByTestId('evidence-published').locator('li');
	await expect(links.first()).toBeVisible();
	const words = await links.allTextContents();
	expect(new Set(words).size).toBe(words.length);
});

test('before a room the verdict of a check is read whole, whatever the screen', async ({
	page,
}) => {
	await page.setViewportSize({ width: 1920, height: 1080 });
	await openMoment(page, 'mutex-stampede?at=15&p=1');
	await storyFitted(page);
	await page.keyboard.press('x');
	const sheet = page.getByTestId('check-panel');
	const verdict = sheet.getByTestId('brief').getByText('No schedule breaks a rule of the lock');
	await expect(verdict).toBeVisible();
	const [room, said] = [await sheet.boundingBox(), await verdict.boundingBox()];
	expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThan((room?.y ?? 0) + (room?.height ?? 0));
});

test('what comes from outside comes onto the slide with a key, for who asks “what if”', async ({
	page,
}) => {
	await openMoment(page, 'mutex-stampede?at=15&p=1');
	await storyFitted(page);
	const line = page.locator('main [data-env]');
	await expect(line).toHaveCount(0);
	await page.keyboard.press('e');
	await expect(line).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(line).toHaveCount(0);
	await page.keyboard.press('e');
	await expect(line.locator('button').first()).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page.getByTestId('left-story')).toBeVisible();
	await expect(line).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page.getByTestId('left-story')).toHaveCount(0);
	await expect(page.locator('html')).toHaveAttribute('data-stage', 'picture');
});

test('a what-if leaves the slide as large as it was, without a ring of focus or a sign that nobody knows', async ({
	page,
}) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await openMoment(page, 'mutex-stampede?at=15&p=1');
	await storyFitted(page);
	const rows = () =>
		page
			.locator('main [data-thread]')
			.evaluateAll((all) => all.map((e) => Math.round(e.getBoundingClientRect().height)));
	const lanes = () =>
		page
			.locator('[aria-label="Timeline"] [data-lane]')
			.evaluateAll((all) =>
				all.map((e) => `${e.querySelector('text')?.textContent} ${e.getBoundingClientRect().top}`),
			);
	const before = [await rows(), await lanes()];
	await page.keyboard.press('e');
	const line = page.locator('main [data-env]');
	await expect(line.locator('button').first()).toBeFocused();
	await page.keyboard.press('Enter');
	await page.keyboard.press('PageDown');
	await page.keyboard.press('PageDown');
	await expect(page.getByTestId('left-story')).toBeVisible();
	await expect(line).toBeFocused();
	expect(await line.evaluate((e) => getComputedStyle(e).outlineWidth)).toBe('0px');
	await expect(line).not.toContainText('+1');
	await expect.poll(async () => [await rows(), await lanes()]).toEqual(before);
	await expect.poll(() => line.evaluate((e) => e.scrollWidth <= e.clientWidth + 1)).toBe(true);
});

test('off the story a press waits until it is said what can come of it, and one more does not wait', async ({
	page,
}) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await openMoment(page, 'mutex-stampede?at=15&p=1');
	await storyFitted(page);
	const place = page.getByTestId('position');
	const leave = async () => {
		await page.keyboard.press('e');
		await expect(page.locator('main [data-env] button').first()).toBeFocused();
		await page.keyboard.press('Enter');
	};
	await leave();
	await page.keyboard.press('PageDown');
	await expect(page.getByTestId('toast')).toContainText('still searched');
	await expect(place).toContainText('step 16 ');
	await expect(page.getByTestId('from-here')).toContainText('from here, ');
	await expect(place).toContainText('step 16 ');
	await page.keyboard.press('PageDown');
	await expect(place).not.toContainText('step 16 ');
	/* back on the story its own question is still open, and is answered first */
	await page.keyboard.press('o');
	await expect(page.getByTestId('answer')).toBeVisible();
	await leave();
	await page.keyboard.press('PageDown');
	await page.keyboard.press('PageDown');
	await expect(place).not.toContainText('step 16 ');
});

test('what the page says in passing stands in the title’s place, and is as large', async ({
	page,
}) => {
	await openMoment(page, 'mutex-stampede?at=15&p=1');
	const title = page.getByTestId('stage-title');
	const size = await title.evaluate((e) => getComputedStyle(e).fontSize);
	await page.keyboard.press('Escape');
	const toast = page.getByTestId('toast');
	await expect(toast).toContainText('Esc once more leaves presenter view');
	expect(await toast.evaluate((e) => getComputedStyle(e).fontSize)).toBe(size);
	/* whoever listens keeps the heading */
	expect((await title.boundingBox())?.width).toBeLessThanOrEqual(1);
	const [bar, box] = [
		await page.locator('[data-region="stage-bar"]').boundingBox(),
		await toast.boundingBox(),
	];
	expect(box?.y).toBeGreaterThanOrEqual(bar?.y ?? 0);
	await expect(title).toBeVisible();
});

test('below a slide stands no title that answers what is still to be asked', async ({ page }) => {
	await openMoment(page, 'mutex-stampede?at=15&p=1');
	const title = page.getByTestId('stage-title');
	await expect(page.getByTestId('answer')).toBeVisible();
	await expect(title).toHaveText('Mutex of Linux 3.9');
	await expect(page.locator('[data-staged]')).not.toContainText('stampede');
	/* a step of the room's own does not tell it either */
	await page.getByTestId('actor-2').click();
	await expect(page.getByTestId('narration')).toContainText('T2');
	await expect(title).toHaveText('Mutex of Linux 3.9');
	await page.keyboard.press('o');
	await expect(page.getByTestId('answer')).toBeVisible();
	await page.keyboard.press('a');
	await expect(title).toContainText('The stampede');
});

test('words that the story never touches are a button away', async ({ page }) => {
	await openMoment(page, 'mutex-6.12-handoff?at=34&p=1');
	const rows = page.locator('main [data-region="memory"] [data-row]');
	await storyFitted(page);
	const few = await rows.count();
	await page.getByTestId('all-words').click();
	await expect.poll(() => rows.count()).toBeGreaterThan(few);
	await page.getByTestId('all-words').click();
	await expect(rows).toHaveCount(few);
	/* a story that touches them all has nothing to offer */
	await openMoment(page, 'mcs-queue?at=17&p=1');
	await expect(page.getByTestId('all-words')).toHaveCount(0);
});

/** Of each story that was opened, the sizes in which its sentence was to be seen, frame by frame. */
async function watchSizes(page: Page): Promise<() => Promise<Record<string, string[]>>> {
	await page.addInitScript(() => {
		const seen: Record<string, string[]> = {};
		Object.assign(window, { seenSizes: seen });
		const look = () => {
			requestAnimationFrame(look);
			const { title } = document;
			const sentence = document.querySelector('[data-testid="narration"]');
			if (!title || !sentence?.checkVisibility({ opacityProperty: true })) return;
			/* an opening has letters of its own, as much larger or smaller as the sentences */
			const { currentCSSZoom: zoom = 1 } = sentence as Element & { currentCSSZoom?: number };
			const size = zoom.toFixed(3);
			const sizes = seen[title] ?? [];
			seen[title] = sizes;
			if (sizes.at(-1) !== size) sizes.push(size);
		};
		requestAnimationFrame(look);
	});
	return () =>
		page.evaluate(() => (window as unknown as { seenSizes: Record<string, string[]> }).seenSizes);
}

test('a story is first seen in the size that it keeps, also when the clicker opens the next', async ({
	page,
}) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	const sizes = await watchSizes(page);
	await openMoment(page, 'rwsem-handoff-rescue?p=1');
	await storyFitted(page);
	/* there from the start for who reads it aloud, and gone from nobody's sight for long */
	await expect(page.locator('main[data-awaited]')).toHaveCount(0);
	await frames(page, 12);
	await page.keyboard.press('End');
	await expect(page.getByTestId('story-end')).toBeVisible();
	await page.keyboard.press('Enter');
	await expect(page.getByTestId('position')).toContainText('step 0 of');
	await storyFitted(page);
	await frames(page, 12);
	const seen = Object.values(await sizes());
	expect(seen).toHaveLength(2);
	for (const all of seen) expect(all).toHaveLength(1);
});

test('another window does not take the slide away while it is measured anew', async ({ page }) => {
	await openMoment(page, 'mutex-stampede?at=15&p=1');
	await storyFitted(page);
	await page.evaluate(() => {
		const seen = { awaited: false, measured: false };
		Object.assign(window, { seen });
		const look = () => {
			seen.awaited ||= document.querySelector('main[data-awaited]') !== null;
			seen.measured ||= document.querySelector('main:not([data-fitted])') !== null;
			requestAnimationFrame(look);
		};
		look();
	});
	const seen = () =>
		page.evaluate(
			() => (window as unknown as { seen: { awaited: boolean; measured: boolean } }).seen,
		);
	await page.setViewportSize({ width: 1100, height: 640 });
	await expect.poll(async () => (await seen()).measured).toBe(true);
	await storyFitted(page);
	expect(await seen()).toEqual({ awaited: false, measured: true });
});

/** What a room sees of a story: its rows, words and pictures, and the lanes with all their marks. */
const slide = (page: Page): Promise<string[]> =>
	page.evaluate(() =>
		[
			...['[data-region="actors"]', '[data-region="narration"]', 'main [data-region="memory"]'],
			'[aria-label="Timeline"]',
		].map((part) => {
			const e = document.querySelector(part);
			const drawn = [...(e?.querySelectorAll('svg') ?? [])].map((svg) => svg.innerHTML);
			return [(e as HTMLElement).innerText, ...drawn].join('\n').replaceAll(' style=""', '');
		}),
	);

for (const way of ['o', 'Escape'])
	test(`after a what-if the slide is as it was: ${way}`, async ({ page }) => {
		await page.emulateMedia({ reducedMotion: 'reduce' });
		await openMoment(page, 'mutex-stampede?at=15&p=1');
		await storyFitted(page);
		await page.keyboard.press('a');
		await expect(page.getByTestId('answer')).toHaveCount(0);
		await page.evaluate(() => (document.activeElement as HTMLElement).blur());
		await frames(page, 9);
		const before = await slide(page);
		await page.keyboard.press('e');
		await expect(page.locator('main [data-env] button').first()).toBeFocused();
		await page.keyboard.press('Enter');
		await expect(page.getByTestId('left-story')).toBeVisible();
		await expect(page.getByTestId('from-here')).toContainText('from here, ');
		await page.keyboard.press('PageDown');
		await expect(page.getByTestId('position')).not.toContainText('step 16 ');
		await page.keyboard.press(way);
		await expect(page.getByTestId('left-story')).toHaveCount(0);
		await expect(page.getByTestId('position')).toHaveText('step 15 of 28');
		await expect.poll(() => slide(page)).toEqual(before);
	});
