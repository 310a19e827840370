/** Two side by side before a room: a slide, of which nothing is drawn before it is told. */
import type { Page } from '@playwright/test';
import { FLAGSHIP, openPair } from './compare-pages';
import { leastWord } from './stage-look';
import { expect, test } from './support';

const LOOKS = [
	/^Look at the sums: at first the right side has more, \d+ cache line transfers against \d+\.$/,
	/^From here on the right side has fewer: \d+ cache line transfers against \d+\.$/,
	/^Look at the filled bolts: the release made 7 threads read again on the left, T3 alone on/,
];

/** At a stop of the room before the end: what to look at is said whole, and the verdict waits. */
async function looks(page: Page): Promise<void> {
	await expect(page.getByTestId('look')).toBeInViewport({ ratio: 1 });
	await expect(page.getByTestId('cost-cover')).toHaveCount(0);
	await expect(page.getByTestId('conclusion')).toBeHidden();
}

/** Page Down, until it stops at the end; how often that was before. */
async function toEnd(page: Page, at: () => Promise<void>): Promise<number> {
	const position = page.getByTestId('position');
	for (let stops = 0; ; stops++) {
		const was = String(await position.textContent());
		await page.keyboard.press('PageDown');
		await expect(position).not.toHaveText(was);
		if (/ends|the end/.test(String(await position.textContent()))) return stops;
		await looks(page);
		await at();
	}
}

test('before a room eight threads a side have their lanes, whole, and each side its name', async ({
	page,
}) => {
	await openPair(page, `${FLAGSHIP}?by=turns&n=8&rounds=4&p=1`);
	const names = page.locator('[data-region="side"] [data-lane]');
	await expect(names).toHaveCount(16);
	for (let i = 0; i < 3; i++) {
		for (const name of await names.all()) await expect(name).toBeInViewport({ ratio: 0.99 });
		await expect(page.locator('[data-region="side"] [data-region="actors"]:visible')).toHaveCount(
			0,
		);
		for (const overview of await page.getByTestId('overview').all())
			await expect(overview).toBeInViewport({ ratio: 0.99 });
		await page.keyboard.press('PageDown');
		await expect(page.getByTestId('look')).toHaveText(LOOKS[i] ?? '');
	}
	/* a story of four threads is not what eight of them play */
	await expect(page.locator('[data-region="side"] > h2')).toHaveText([
		'left: Mutex of Linux 3.9',
		'right: Mutex with the queue of spinners',
	]);
});

test('before a room the sums come when they are asked for, and the number of threads is a key and a digit', async ({
	page,
}) => {
	await openPair(page, `${FLAGSHIP}?by=turns&n=8&rounds=4&p=1`);
	const [cover, conclusion] = [page.getByTestId('cost-cover'), page.getByTestId('conclusion')];
	await expect(cover).toHaveText(/or with a\.$/);
	await page.keyboard.press('a');
	await expect(cover).toHaveCount(0);
	await expect(conclusion).toBeInViewport({ ratio: 1 });
	const size = (e: Element) => Number.parseFloat(getComputedStyle(e).fontSize);
	for (const words of [conclusion, page.getByTestId('costs').locator('td').first()])
		expect(await words.evaluate(size)).toBeGreaterThanOrEqual(20);
	/* what is still to come is not asked for */
	await expect(page.getByTestId('position')).toContainText('acquisition 0 of 32');
	await page.keyboard.press('s');
	const panel = page.getByTestId('work-panel');
	await expect(panel.getByTestId('compare-threads')).toBeFocused();
	await page.keyboard.press('2');
	await expect(page.getByTestId('position')).toContainText('acquisition 0 of 8');
	await expect(cover).toContainText('Both: 2 threads, 4 rounds each.');
	await expect.poll(() => new URL(page.url()).hash).toContain('n=2');
	/* the next number of the same set-up */
	await expect(panel).toBeVisible();
	await page.keyboard.press('PageDown');
	await expect(panel).toHaveCount(0);
	await expect(page.getByTestId('position')).toContainText('acquisition 0 of 8');
	await page.keyboard.press('PageDown');
	await looks(page);
});

test('before a room the sums that both were played to are read from the back row, and so is the table of 2, 4 and 8 threads', async ({
	page,
}) => {
	const seen = (e: Element) => {
		const { currentCSSZoom = 1 } = e as Element & { currentCSSZoom?: number };
		return Number.parseFloat(getComputedStyle(e).fontSize) * currentCSSZoom;
	};
	for (const work of ['', 'by=turns&n=8&rounds=2&']) {
		await openPair(page, `${FLAGSHIP}?${work}p=1`);
		await page.keyboard.press('End');
		await expect(page.getByTestId('cost-cover')).toHaveCount(0);
		const costs = page.getByTestId('costs');
		for (const words of [
			page.getByTestId('conclusion'),
			costs.locator('summary').first(),
			costs.locator('tbody td:visible').first(),
		])
			expect(await words.evaluate(seen)).toBeGreaterThanOrEqual(24);
	}
	await expect(page.getByTestId('conclusion')).toHaveText(
		'In these two schedules Mutex with the queue of spinners has 20 threads disturbed by releases where Mutex of Linux 3.9 has 64, and 141 cache line transfers against 386. The price: 9 bypasses of one waiter against 7.',
	);
	await page.keyboard.press('n');
	const table = page.getByTestId('grown-table');
	await expect(table).toBeInViewport({ ratio: 1 });
	const sizes = await table
		.locator('caption, th, td, th span')
		.evaluateAll((all) =>
			all.map(
				(e) =>
					Number.parseFloat(getComputedStyle(e).fontSize) *
					((e as HTMLElement & { currentCSSZoom?: number }).currentCSSZoom ?? 1),
			),
		);
	expect(Math.min(...sizes)).toBeGreaterThanOrEqual(20);
	await page.keyboard.press('PageDown');
	await expect(table).toHaveCount(0);
});

test('before a room the lanes have what the words leave, to the bar below', async ({ page }) => {
	await openPair(page, 'compare/mutex-three-atomics/mutex-one-atomic?p=1');
	for (let i = 0; i < 4; i++) {
		await expect
			.poll(async () => {
				const bar = await page.locator('[data-region="transport"]').boundingBox();
				const lanes = await page.locator('main section[aria-label^="Lanes"]').first().boundingBox();
				return (bar?.y ?? 0) - ((lanes?.y ?? 0) + (lanes?.height ?? 0));
			})
			.toBeLessThan(48);
		await page.keyboard.press('PageDown');
	}
});

test('before a room a comparison is a slide: what is compared, nothing to choose, all of it in sight', async ({
	page,
}) => {
	await openPair(page, `${FLAGSHIP}?by=turns&n=8&rounds=4&p=1`);
	const whole = async () => {
		const cover = page.getByTestId('cost-cover');
		if ((await cover.count()) > 0) {
			await expect(cover).toContainText('Both: 8 threads, 4 rounds each.');
			await expect(cover).toBeInViewport({ ratio: 1 });
		} else await expect(page.getByTestId('conclusion')).toBeInViewport({ ratio: 1 });
		await expect(
			page.locator('main :is(button:not([title^="Go to the step"]), select, a):visible'),
		).toHaveCount(0);
		await expect(page.getByText('steps from step')).toHaveCount(0);
		const bar = await page.locator('[data-region="transport"]').boundingBox();
		expect(bar?.height).toBeLessThan(56);
		const position = page.getByTestId('position');
		expect(await position.evaluate((e) => e.scrollWidth <= e.clientWidth)).toBe(true);
		/* drawings follow what they draw a frame later */
		const below = () =>
			page
				.locator('[data-region="side"] :is([data-row], [data-lane], dt)')
				.evaluateAll(
					(all, least) =>
						all
							.filter((e) => e.checkVisibility() && e.getBoundingClientRect().bottom > least + 1)
							.map((e) => e.textContent),
					bar?.y ?? 0,
				);
		await expect.poll(below).toEqual([]);
		expect(await page.locator('main').evaluate((e) => e.scrollTop)).toBe(0);
	};
	await whole();
	/* 32 acquisitions a side, and few stops */
	expect(await toEnd(page, whole)).toBe(3);
	await expect(page.getByTestId('position')).toContainText('where the comparison ends');
	await whole();
	/* the stories have the threads that they speak of */
	await openPair(page, `${FLAGSHIP}?l=24&r=40&p=1`);
	/* by what is stepped, for the title of a story may tell how it ends */
	await expect(page.locator('[data-region="side"] > h2').last()).toHaveText(
		'right: Mutex with the queue of spinners',
	);
});

test('before a room a code shows the address of both, and keys of a single story say that they are', async ({
	page,
}) => {
	await openPair(page, `${FLAGSHIP}?p=1`);
	await page.keyboard.press('PageDown');
	await expect(page.getByTestId('position')).toContainText('step 15 of 63 and 29 of 81');
	await page.keyboard.press('q');
	await expect(page.getByTestId('qr')).toContainText(
		/#\/compare\/mutex-stampede\/mutex-mcs-queue\?l=/,
	);
	await expect(page.getByTestId('qr')).not.toContainText('p=1');
	/* the clicker takes it away, and nothing moves behind it */
	await page.keyboard.press('PageDown');
	await expect(page.getByTestId('qr')).toBeHidden();
	await expect(page.getByTestId('position')).toContainText('step 15 of 63 and 29 of 81');
	for (const key of ['e', 'y', 'v']) {
		await page.keyboard.press(key);
		await expect(page.getByTestId('toast')).toHaveText(
			`“${key}” is of a single story: open one side alone.`,
		);
	}
	await page.keyboard.press('PageDown');
	await expect(page.getByTestId('position')).toContainText('step 26 of 63 and 37 of 81');
});

/** What of the lanes stands outside of its side, or of the room above the bar. */
const cutAt = (page: Page) =>
	page.locator('[data-region="side"] section[aria-label^="Lanes"]').evaluateAll((all) => {
		const bar =
			document.querySelector('[data-region="transport"]')?.getBoundingClientRect().top ?? 0;
		return all.flatMap((one) => {
			const { bottom } = one.getBoundingClientRect();
			const side = one.closest('[data-region="side"]')?.getBoundingClientRect().bottom ?? 0;
			return bottom > Math.min(side, bar) + 1 ? [`${bottom} of ${side}, ${bar}`] : [];
		});
	});

/** Pixels of the least word, but of numbers in a thread's mark, where a side has a lock word of six fields, two queues and four words more, of which one is watched. */
const CROWDED = 15.4;

for (const [pair, stops, said] of [
	['compare/rwsem-starved-writer/rwsem-handoff-rescue', 3, true],
	['compare/rwsem-two-pass/rwsem-starved-writer', 1, false],
	['compare/ww-sleep-wake/tp-handoff', 1, false],
	[`${FLAGSHIP}?by=turns&n=4&rounds=2`, 3, true],
	[FLAGSHIP, 3, true],
] as const)
	test(`before a room each side is as large as it can be, with nothing below the edge: ${pair}`, async ({
		page,
	}) => {
		await openPair(page, `${pair}${pair.includes('?') ? '&' : '?'}p=1`);
		/* the verdict waits until it has been played */
		const conclusion = page.getByTestId('conclusion');
		const cover = page.getByTestId('cost-cover');
		await expect(cover).toBeInViewport({ ratio: 1 });
		await expect(conclusion).toBeHidden();
		await expect(page.getByTestId('costs')).toBeHidden();
		const main = page.locator('main');
		const below = () => main.evaluate((e) => e.scrollHeight - e.clientHeight);
		const size = () =>
			page.getByTestId('side-left').evaluate((e) => {
				const { currentCSSZoom = 1 } = e as Element & { currentCSSZoom?: number };
				return currentCSSZoom;
			});
		const large = async () => {
			await expect.poll(below).toBeLessThanOrEqual(1);
			await expect.poll(() => cutAt(page)).toEqual([]);
			/* as large as a room needs, also in its pictures */
			await expect
				.poll(async () => Number.parseFloat(await leastWord(page, false)), { message: pair })
				.toBeGreaterThanOrEqual(pair.includes('rwsem') ? CROWDED : 14.9);
		};
		await large();
		const top = (await page.getByTestId('side-left').boundingBox())?.y;
		expect(
			await toEnd(page, async () => {
				await large();
				expect((await page.getByTestId('side-left').boundingBox())?.y).toBe(top);
			}),
		).toBe(stops);
		await expect(cover).toHaveCount(0);
		await expect(page.getByTestId('costs')).toBeInViewport({ ratio: 1 });
		if (said) await expect(conclusion).toBeInViewport({ ratio: 1 });
		/* the sums have the room of the lanes, where they are said to come to something */
		const lanes = page.locator('main section[aria-label^="Lanes"]:visible');
		await expect(lanes).toHaveCount(said ? 0 : 2);
		if (!said) expect((await page.getByTestId('side-left').boundingBox())?.y).toBe(top);
		/* what a room has seen small does not grow under its eyes */
		const sides = page.locator('main [data-seen]');
		/* drawings follow what they draw: it is seen when it has stood for a while */
		await expect
			.poll(
				async () => Number(await sides.getAttribute('data-seen')) === +(await size()).toFixed(3),
			)
			.toBe(true);
		const small = await size();
		await page.keyboard.press('Home');
		await expect(page.getByTestId('position')).toContainText('acquisition 0 of');
		await expect(cover).toHaveCount(0);
		expect(await size()).toBe(small);
		/* larger text than there is room for cuts nothing */
		await page.keyboard.press('+');
		await page.keyboard.press('+');
		await expect.poll(below).toBeLessThanOrEqual(1);
		await page.setViewportSize({ width: 1920, height: 1080 });
		await expect.poll(below).toBeLessThanOrEqual(1);
	});

test('before a room nothing is drawn of what comes, until both have been played', async ({
	page,
}) => {
	await openPair(page, 'compare/rwsem-starved-writer/rwsem-handoff-rescue?p=1');
	const covers = page.locator('[data-region="side"] [data-testid="cover"]');
	await expect(covers).toHaveCount(2);
	/* a step that is drawn, and stands in sight */
	const ahead = () =>
		page.locator('[data-region="side"]').evaluateAll((sides) =>
			sides.flatMap((side) => {
				const edge = side.querySelector('[data-testid="cover"]')?.getBoundingClientRect().left ?? 0;
				const marks = side.querySelectorAll('[data-testid="tick"]');
				const from = side.querySelector('[data-testid="scrubber"]')?.getBoundingClientRect();
				return [edge - (from?.right ?? 0), marks.length];
			}),
		);
	const [left = 99] = await ahead();
	expect(Math.abs(left)).toBeLessThan(30);
	await page.keyboard.press('PageDown');
	await looks(page);
	await expect(covers).toHaveCount(2);
	await page.keyboard.press('End');
	await expect(covers).toHaveCount(0);
	await page.keyboard.press('Home');
	await expect(page.getByTestId('position')).toContainText('acquisition 0 of');
	await expect(covers).toHaveCount(0);
	/* a reader sees all of it */
	await openPair(page, `${FLAGSHIP}?p=1`);
	await expect(covers.first()).toBeAttached();
	await page.keyboard.press('p');
	await expect(page.locator('[data-region="side"] [data-testid="future"]')).toHaveCount(2);
	await expect(covers).toHaveCount(0);
});

test('before a room a comparison ends with what to take home, and outside a talk no press leads out of it', async ({
	page,
}) => {
	await openPair(page, `${FLAGSHIP}?p=1`);
	const closing = page.getByTestId('pair-closing');
	await page.keyboard.press('End');
	await expect(page.getByTestId('position')).toContainText('where the comparison ends');
	await expect(closing).toHaveCount(0);
	await page.keyboard.press('PageDown');
	await expect(closing).toBeInViewport({ ratio: 1 });
	await expect(closing).toContainText(
		'Mutex with the queue of spinners costs less than Mutex of Linux 3.9: 3',
	);
	await expect(closing.locator('li')).toHaveCount(3);
	await expect(closing).not.toContainText('Next:');
	expect(Number.parseFloat(await leastWord(page))).toBeGreaterThanOrEqual(14.9);
	await page.keyboard.press('PageUp');
	await expect(closing).toHaveCount(0);
	await expect(page.getByTestId('position')).toContainText('where the comparison ends');
	await page.keyboard.press('PageDown');
	await page.keyboard.press('Escape');
	await expect(closing).toHaveCount(0);
	await page.keyboard.press('PageDown');
	await expect(closing).toBeVisible();
	/* two presses in a row are one: this is a third, and one more */
	for (let i = 0; i < 2; i++) {
		await page.waitForTimeout(800);
		await page.keyboard.press('PageDown');
		await expect(closing).toBeVisible();
		expect(page.url()).toContain('compare');
	}
	/* what every room asks next */
	await expect(page.getByTestId('pair-tries')).toContainText('with 2, 4 and 8 threads');
	await page.keyboard.press('n');
	await expect(page.getByTestId('grown-table')).toBeInViewport({ ratio: 1 });
	await page.keyboard.press('PageDown');
	await expect(page.getByTestId('grown-table')).toHaveCount(0);
	await expect(closing).toBeVisible();
});

test('before a room the sums of a side keep their words', async ({ page }) => {
	await openPair(page, 'compare/rwsem-starved-writer/rwsem-handoff-rescue?p=1');
	await page.keyboard.press('End');
	/* once the words of the glossary are marked as such */
	await expect(page.getByTestId('so-far').first().locator('> *').nth(2)).toBeAttached();
	const sums = /: \d+ transfers · \d+ disturbed · \d+ sleeps · \d+ wake-ups$/;
	await expect(page.getByTestId('so-far')).toHaveText([sums, sums], { useInnerText: true });
});

test('before a room the clicker stops where there is something to look at, the arrow keys at each step, and a reader at each acquisition', async ({
	page,
}) => {
	await openPair(page, `${FLAGSHIP}?p=1`);
	const [look, position] = [page.getByTestId('look'), page.getByTestId('position')];
	await expect(page.getByTestId('watch')).toHaveText(
		'Watch the cache line transfers and the threads disturbed by releases.',
	);
	await expect(look).toHaveCount(0);
	await page.keyboard.press('PageDown');
	await expect(look).toHaveText(
		/^Look at the sums before the first release: at first the right side has more, 13 /,
	);
	await expect(page.getByTestId('so-far').first()).toContainText('7 transfers');
	await expect(page.getByTestId('live-both')).toContainText('Look at the sums before');
	await page.keyboard.press('ArrowRight');
	await expect(position).toContainText('step 16 of 63 and 30 of 81');
	await expect(look).toHaveCount(0);
	await page.keyboard.press('PageDown');
	await expect(look).toHaveText(/the release made T2, T3 and T4 read again on the left, T2 alone/);
	await page.keyboard.press('End');
	await expect(page.getByTestId('conclusion')).toBeInViewport({ ratio: 1 });
	/* and back: what to look at stands in place of what they come to, and the figures stay */
	await page.keyboard.press('PageUp');
	await expect(look).toHaveText(
		'From here on the right side has fewer: 20 cache line transfers against 22.',
	);
	await expect(page.getByTestId('conclusion')).toBeHidden();
	await expect(page.getByTestId('costs')).toBeInViewport({ ratio: 1 });
	await page.keyboard.press('Home');
	await expect(page.getByTestId('conclusion')).toBeInViewport({ ratio: 1 });
	await page.keyboard.press('p');
	await page.keyboard.press('PageDown');
	await expect(position).toContainText('acquisition 1 of 4');
	await expect(look).toHaveCount(0);
});

test('before a room a window that was dragged low and high again has the size of its slide again', async ({
	page,
}) => {
	await openPair(page, 'compare/mutex-three-atomics/mutex-one-atomic?p=1');
	await page.keyboard.press('PageDown');
	const sides = page.locator('[data-seen]');
	const zoom = () => sides.evaluate((e) => Number((e as HTMLElement).style.zoom));
	const isSeen = async () => expect(sides).toHaveAttribute('data-seen', String(await zoom()));
	await expect(isSeen).toPass();
	const before = await zoom();
	const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
	let least = before;
	for (let i = 1; i <= 80; i++) {
		await page.setViewportSize({ width, height: height - 4 * (40 - Math.abs(40 - i)) });
		least = Math.min(least, await zoom());
	}
	expect(least).toBeLessThan(before);
	await expect(isSeen).toPass();
	expect(await zoom()).toBe(before);
});
