/** Before a room: a larger slide has all of it larger, and each sign and name on it can be read. */
import type { Page } from '@playwright/test';
import { openPair } from './compare-pages';
import { expect, openMoment, storyFitted, test } from './support';

const SMALL = { width: 1280, height: 720 };
const LARGE = { width: 1920, height: 1080 };
const RATIO = LARGE.height / SMALL.height;
/** Sizes are tried in steps, and a hairline is one on every screen. */
const STEP = 0.94 - 0.005;

/** Pixels of the least word in a part. */
const least = (page: Page, part: string): Promise<number> =>
	page
		.locator(part)
		.first()
		.evaluate((root) => {
			let found = 1000;
			const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
			for (let node = walker.nextNode(); node; node = walker.nextNode()) {
				const element = node.parentElement;
				if (!element || !node.textContent?.trim() || element.closest('.visually-hidden')) continue;
				if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
				const { width, height } = element.getBoundingClientRect();
				if (width < 3 || height < 3) continue;
				const own = Number.parseFloat(getComputedStyle(element).fontSize);
				const { currentCSSZoom: zoom = 1 } = element as Element & { currentCSSZoom?: number };
				const matrix = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null;
				found = Math.min(found, matrix ? own * Math.hypot(matrix.b, matrix.d) : own * zoom);
			}
			return found;
		});

const PARTS = [
	'main [data-fits="memory"]',
	'main [data-testid="narration"]',
	'[aria-label="Timeline"]',
	'[data-region="stage-bar"]',
];

for (const story of ['mutex-mcs-queue', 'tpr-prefer'])
	test(`a slide on a larger screen has all of it larger: ${story}`, async ({ page }) => {
		const sizes = async () => {
			await openMoment(page, `${story}?p=1`);
			await storyFitted(page);
			return Promise.all(PARTS.map((part) => least(page, part)));
		};
		await page.setViewportSize(SMALL);
		const small = await sizes();
		await page.setViewportSize(LARGE);
		await page.reload();
		const large = await sizes();
		for (const [i, part] of PARTS.entries())
			expect((large[i] ?? 0) / (small[i] ?? 1), part).toBeGreaterThan(RATIO * STEP);
	});

test('so has a comparison, and its lanes are as high as the slide has room for', async ({
	page,
}) => {
	const parts = [
		'main h2',
		'[data-testid="side-sentence"]',
		'[data-region="side"] .lanes, [data-region="side"] section[aria-label^="Lanes"]',
	];
	const look = async () => {
		await openPair(page, 'compare/mutex-stampede/mutex-mcs-queue?by=turns&n=8&rounds=4&p=1');
		/* it has been seen at that size */
		await expect(page.locator('main [data-seen]')).toHaveCount(1);
		const words = await Promise.all(
			parts.map((part) =>
				least(
					page,
					`[data-testid="side-right"] ${part.replace(/^main |\[data-region="side"\] /g, '')}`,
				),
			),
		);
		const lanes = await page
			.locator('[data-testid="side-right"] [data-lane]')
			.evaluateAll((all) => all.map((lane) => lane.getBoundingClientRect().top));
		return { words, row: ((lanes.at(-1) ?? 0) - (lanes[0] ?? 0)) / (lanes.length - 1) };
	};
	await page.setViewportSize(SMALL);
	const small = await look();
	expect(small.row).toBeGreaterThan(24);
	await page.setViewportSize(LARGE);
	await page.reload();
	const large = await look();
	for (const [i, size] of large.words.entries())
		expect(size / (small.words[i] ?? 1), parts[i]).toBeGreaterThan(RATIO * STEP);
	expect(large.row / small.row).toBeGreaterThan(RATIO * STEP);
});

/** How the bolts of a step are drawn, by the words that the line at the foot has for the same. */
const boltsOf = (page: Page, side: string, step: number) =>
	page
		.locator(`${side} [data-testid="disturbed"] > [data-step="${step - 1}"]`)
		.evaluate((group) => {
			const path = [...group.querySelectorAll('g > path')].at(-1);
			const fill = path ? getComputedStyle(path).fill : '';
			return fill === getComputedStyle(document.body).color ? 'filled' : 'hollow';
		});

test('a bolt means the same in a story and beside another, and a line at the foot says what', async ({
	page,
}) => {
	const key = page.getByTestId('sign-key');
	await openMoment(page, 'mutex-stampede?p=1&at=15');
	await storyFitted(page);
	expect(await boltsOf(page, '[aria-label="Timeline"]', 11)).toBe('hollow');
	await expect(key).toContainText('disturbed by another step');
	/* what has not come is not explained */
	await expect(key).not.toContainText('release');
	await page.keyboard.press('a');
	await page.keyboard.press('PageDown');
	await page.keyboard.press('PageDown');
	await expect(key).toContainText('disturbed by a release');
	await expect(key.getByText('by another step')).toBeInViewport({ ratio: 1 });
	await expect(key.getByText('disturbed by a release')).toBeInViewport({ ratio: 1 });
	expect(await boltsOf(page, '[aria-label="Timeline"]', 16)).toBe('filled');

	await openPair(page, 'compare/mutex-stampede/mutex-mcs-queue?p=1');
	await page.keyboard.press('PageDown');
	await page.keyboard.press('PageDown');
	expect(await boltsOf(page, '[data-testid="side-left"]', 11)).toBe('hollow');
	expect(await boltsOf(page, '[data-testid="side-left"]', 16)).toBe('filled');
	await expect(key.getByText('disturbed by a release')).toBeInViewport({ ratio: 1 });
	await expect(key.getByText('by another step')).toBeInViewport({ ratio: 1 });
});

/** Where the name of a queue's word stands, and what of it is outside its picture. */
const namesOf = (page: Page, within: string, name: string) =>
	page.locator(within).evaluate((root, name) => {
		const texts = [...root.querySelectorAll('button, [data-still], text, p')].filter(
			(e) =>
				e.textContent?.trim() === name &&
				e.checkVisibility({ visibilityProperty: true }) &&
				!e.closest('[aria-hidden="true"]'),
		);
		const outside = texts.map((text) => {
			const words = text.getBoundingClientRect();
			const picture = text.closest('svg')?.getBoundingClientRect();
			return picture ? Math.max(0, words.right - picture.right, picture.left - words.left) : 0;
		});
		return outside.map(Math.floor);
	}, name);

test('the name of a queue stands on a slide once and whole, however many wait', async ({
	page,
}) => {
	await openMoment(page, 'mutex-mcs-queue?p=1&n=6&roles=LLLLLL');
	await page.keyboard.press('1');
	/* into the queue */
	for (const tid of [2, 3, 4, 5, 6])
		for (let i = 0; i < 8; i++) await page.keyboard.press(String(tid));
	await expect(
		page.locator('main [data-testid="queue-picture"] [data-tid]').first(),
	).toBeAttached();
	await expect.poll(() => namesOf(page, 'main [data-fits="memory"]', 'spin_mlock')).toEqual([0]);
	await openPair(page, 'compare/mutex-stampede/mutex-mcs-queue?by=turns&n=8&rounds=4&p=1');
	await page.keyboard.press('PageDown');
	await page.keyboard.press('PageDown');
	await expect.poll(() => namesOf(page, '[data-testid="side-right"]', 'spin_mlock')).toEqual([0]);
});

test('what the letters of the cache lines mean stands below them, however much there is to show', async ({
	page,
}) => {
	for (const story of [
		'mutex-mcs-queue?at=30',
		'rwsem-single-pass?at=20',
		'mutex-stampede?at=14',
	]) {
		await openMoment(page, `${story}&cache=1&p=1`);
		await storyFitted(page);
		const key = page.locator('main [data-region="cache"] > ul');
		for (const word of ['changed', 'shared', 'not here'])
			await expect(key.getByText(word), `${story} ${word}`).toBeInViewport({ ratio: 0.9 });
	}
});

/** The window has its size long before whoever observes the panes of the slide hears of it. */
const observesLate = (page: Page) =>
	page.addInitScript(() => {
		const Observer = window.ResizeObserver;
		window.ResizeObserver = class extends Observer {
			constructor(tell: ResizeObserverCallback) {
				super((entries, observer) => {
					const isOfPanes = entries.some(({ target }) => target.matches('main'));
					if (isOfPanes) setTimeout(() => tell(entries, observer), 5000);
					else tell(entries, observer);
				});
			}
		};
	});

test('a slide whose window changes while it is measured has the sizes of each window', async ({
	page,
}) => {
	const word = () => least(page, 'main [data-fits="memory"]');
	await page.setViewportSize(SMALL);
	await openMoment(page, 'rwsem-single-pass?p=1');
	await storyFitted(page);
	const small = await word();
	await observesLate(page);
	await page.reload();
	await expect(page.locator('[data-finding]')).toHaveCount(1);
	await page.setViewportSize(LARGE);
	await page.waitForTimeout(9000);
	await storyFitted(page);
	const large = await word();
	expect(large / small).toBeGreaterThan(RATIO * STEP);
	await page.setViewportSize(SMALL);
	await page.waitForTimeout(7000);
	await storyFitted(page);
	expect((await word()) / small).toBeGreaterThan(STEP);
});

test('what a press has changed is marked again where a what-if leads back', async ({ page }) => {
	await openMoment(page, 'mutex-mcs-queue?p=1');
	await storyFitted(page);
	await page.keyboard.press('PageDown');
	const marks = page.locator('[data-testid="run-mark"] rect');
	await expect(page.getByTestId('position')).toContainText('step 9 ');
	await expect(marks).toHaveCount(2);
	await page.keyboard.press('3');
	await expect(page.getByTestId('position')).toContainText('step 10 ');
	await expect(marks).toHaveCount(0);
	await page.keyboard.press('o');
	await expect(page.getByTestId('position')).toContainText('step 9 ');
	await expect(marks).toHaveCount(2);
});
