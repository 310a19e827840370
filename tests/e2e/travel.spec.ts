/** What travels in a step, and from whom to whom: seen frame by frame, with time standing still in between. */
import type { Page } from '@playwright/test';
import { filmed, stopTime } from './film';
import { expect, moment, openMoment, test } from './support';

const TIMES = Array.from({ length: 14 }, (_, i) => 20 * i);

interface Place {
	x: number;
	y: number;
	opacity: number;
}

test.beforeEach(async ({ page }) => {
	await page.clock.install();
	await page.emulateMedia({ reducedMotion: 'no-preference' });
});

/** Middle of an element that moves, and how much of it is seen; null where there is none. */
function placeOf(page: Page, selector: string): Promise<Place | null> {
	return page.evaluate((wanted) => {
		const element = document.querySelector(wanted);
		const box = element?.getBoundingClientRect();
		if (!element || !box) return null;
		const { left, top, width, height } = box;
		const opacity = Number(getComputedStyle(element).opacity);
		return { x: left + width / 2, y: top + height / 2, opacity };
	}, selector);
}

const mustBe = (place: Place | null): Place =>
	place ?? { x: Number.NaN, y: Number.NaN, opacity: 0 };

/** The places of elements in the frames of the step to `to`, and behind it. */
async function travel<K extends string>(page: Page, story: string, selectors: Record<K, string>) {
	await openMoment(page, story);
	await page.locator('[data-line][data-focus]').waitFor(); // the text comes in a file of its own
	await stopTime(page);
	const names = Object.keys(selectors) as K[];
	const look = async () => {
		const all = await Promise.all(names.map((name) => placeOf(page, selectors[name])));
		return Object.fromEntries(names.map((name, i) => [name, mustBe(all[i] ?? null)])) as Record<
			K,
			Place
		>;
	};
	const frames: Record<K, Place>[] = [];
	await filmed(
		page,
		() => page.keyboard.press('ArrowRight'),
		TIMES,
		async () => {
			frames.push(await look());
		},
	);
	return { frames, end: await look() };
}

const lane = (tid: number) => `[data-lane="${tid}"]`;
const actor = (tid: number) => `[data-thread="${tid}"]`;

/** Each place in turn is nearer to the end than the one before. */
function expectOneWay(ys: number[]): void {
	const down = (ys.at(-1) ?? 0) > (ys[0] ?? 0);
	expect(ys).toEqual([...ys].sort((a, b) => (down ? a - b : b - a)));
	expect(new Set(ys).size).toBeGreaterThan(4);
}

for (const [what, story, from, to] of [
	['a wake-up', 'mutex-thief?at=22', 1, 2],
	['a handoff', 'mcs-queue?at=16', 1, 2],
	['a wake-up of the thief', 'mutex-thief?at=39', 3, 2],
	['a link', 'mcs-queue?at=11', 3, 2],
	['a grant', 'rwsem-downgrade?at=43', 1, 3],
] as const)
	test(`${what} goes along its arrow from lane ${from} to lane ${to}`, async ({ page }) => {
		const { frames, end } = await travel(page, story, {
			courier: '[data-testid="courier"]',
			from: lane(from),
			to: lane(to),
		});
		const shown = frames.filter(({ courier }) => courier.opacity > 0.5);
		const ys = shown.map(({ courier }) => courier.y);
		expectOneWay(ys);
		expect(Math.abs((ys[0] ?? 0) - end.from.y)).toBeLessThan(4);
		expect(Math.abs((ys.at(-1) ?? 0) - end.to.y)).toBeLessThan(14);
		expect(end.courier.opacity).toBe(0);
	});

test('the lock goes from lane to lane, and frames nobody who is passed on the way', async ({
	page,
}) => {
	const { frames, end } = await travel(page, 'mutex-thief?at=24', {
		frame: '[data-testid="holders"] > [data-tid="3"]',
		from: lane(1),
		passed: lane(2),
		to: lane(3),
	});
	const ys = frames.map(({ frame }) => frame.y);
	expectOneWay(ys);
	expect(Math.abs((ys[0] ?? 0) - end.from.y)).toBeLessThan(2);
	expect(Math.abs(end.frame.y - end.to.y)).toBeLessThan(2);
	const near = frames.filter(({ frame, passed }) => Math.abs(frame.y - passed.y) < 14);
	expect(near.length).toBeGreaterThan(0);
	for (const { frame, passed } of near) expect(frame.x - passed.x).toBeGreaterThan(16);
});

test('the lane of whoever holds the lock is framed, and no other', async ({ page }) => {
	await openMoment(page, 'rwsem-single-pass?at=38');
	const framed = () =>
		page
			.locator('[data-testid="holders"] > rect')
			.evaluateAll((all) => all.map((e) => (e as SVGElement).dataset.tid));
	await expect.poll(framed).toEqual(['1', '3']);
	await page.keyboard.press('Home');
	await moment(page, 0);
	expect(await framed()).toEqual([]);
});

test('what is handed on goes by its word to the thread that gets it', async ({ page }) => {
	const { frames, end } = await travel(page, 'tp-handoff?at=28', {
		chip: '[data-testid="flight"]',
		from: actor(1),
		word: '[data-region="memory"] header[data-word]',
		to: actor(2),
	});
	const way = frames.filter(({ chip }) => chip.opacity > 0.5).map(({ chip }) => chip);
	const far = (a: Place | undefined, b: Place) => Math.hypot((a?.x ?? 0) - b.x, (a?.y ?? 0) - b.y);
	const turns = way.reduce((at, chip, i) => (chip.x > (way[at]?.x ?? 0) ? i : at), 0);
	/* from the end of one row to that of the other, where it covers no word */
	const behind = (row: Place) => ({ ...row, x: row.x + 191 });
	expect(far(way[0], behind(end.from))).toBeLessThan(20);
	expect(far(way[turns], end.word)).toBeLessThan(120);
	expect(turns).toBeGreaterThan(1);
	expect(turns).toBeLessThan(way.length - 2);
	expect(far(way.at(-1), behind(end.to))).toBeLessThan(60);
	expect(end.chip.opacity).toBe(0);
});

test('the code’s line slides from the line that was run to the next, with the mark of its thread', async ({
	page,
}) => {
	await openMoment(page, 'mutex-thief?at=22');
	const ran = await page.locator('[data-line][data-focus]').getAttribute('data-line');
	const { frames, end } = await travel(page, 'mutex-thief?at=22', {
		caret: '[data-caret="1"]',
		ran: `[data-line="${ran}"]`,
	});
	/* in the text, which may be scrolled meanwhile */
	const ys = frames.map(({ caret, ran }) => caret.y - ran.y);
	expectOneWay(ys);
	expect(Math.abs(ys[0] ?? 99)).toBeLessThan(8);
	expect(end.caret.y - end.ran.y).toBeGreaterThan(16);
});

test('a line that is taken goes from who had it to who takes it', async ({ page }) => {
	await openMoment(page, 'mutex-stampede?at=23&cache=1');
	await expect(page.getByTestId('cache')).toBeVisible();
	await stopTime(page);
	const seen: { goes: { x: number; opacity: number }[]; taker: number }[] = [];
	const look = () =>
		page.evaluate(() => {
			const place = (e: Element) => ({
				x: e.getBoundingClientRect().x,
				opacity: Number(getComputedStyle(e).opacity),
			});
			const acts = document.querySelector('[data-acts] [data-state]') as Element;
			return {
				goes: [...document.querySelectorAll('[data-goes]')].map(place),
				taker: place(acts).opacity,
				x: place(acts).x,
			};
		});
	await filmed(
		page,
		() => page.keyboard.press('ArrowRight'),
		TIMES,
		async () => {
			seen.push(await look());
		},
	);
	const { x } = await look();
	for (const i of [0, 1, 2]) {
		const way = seen.slice(0, 10).map(({ goes }) => Math.abs((goes[i]?.x ?? 0) - x));
		expect(way).toEqual([...way].sort((a, b) => b - a));
		expect((way[0] ?? 0) - (way.at(-1) ?? 0)).toBeGreaterThan(20);
	}
	for (const { goes, taker } of seen)
		expect(taker > 0.5 && goes.some(({ opacity }) => opacity > 0.5)).toBe(false);
	expect((await look()).taker).toBe(1);
});

test('the next key ends what is on its way, where it would have come to', async ({ page }) => {
	await openMoment(page, 'mcs-queue?at=16&cache=1');
	await expect(page.getByTestId('cache')).toBeVisible();
	await stopTime(page);
	await page.clock.runFor(400);
	await page.keyboard.press('ArrowRight');
	await moment(page, 17);
	const going = () =>
		page.evaluate(() => document.getAnimations().filter((a) => a.playState === 'running').length);
	expect(await going()).toBeGreaterThan(2);
	await page.clock.runFor(50);
	await page.keyboard.press('ArrowRight');
	await moment(page, 18);
	expect(await going()).toBe(0);
	await page.clock.runFor(20);
	const drawn = () =>
		page
			.locator('[data-testid="queue-picture"], [data-testid="holders"]')
			.evaluateAll((all) => all.map((e) => e.innerHTML));
	const now = await drawn();
	await page.clock.runFor(1000);
	expect(await drawn()).toEqual(now);
});

test('nothing of it moves for a reader who asked for less motion', async ({ page }) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	for (const story of ['mcs-queue?at=16&cache=1', 'mcs-queue?at=17&cache=1', 'mutex-thief?at=22']) {
		await openMoment(page, story);
		await stopTime(page);
		const going: number[] = [];
		await filmed(
			page,
			() => page.keyboard.press('ArrowRight'),
			[0, 40, 120],
			async () => {
				going.push(
					await page.evaluate(
						() =>
							document
								.getAnimations()
								.filter((a) => Number(a.effect?.getComputedTiming().endTime ?? 0) > 100).length,
					),
				);
			},
		);
		expect(going).toEqual([0, 0, 0]);
		await page.clock.resume();
	}
});
