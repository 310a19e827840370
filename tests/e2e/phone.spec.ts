/** On a phone: nothing to scroll sideways, buttons for fingers, a story told by touch. */
import type { Locator, Page } from '@playwright/test';
import { expect, moment, openGallery, openMoment, SOME_FAMILIES, test } from './support';

test.use({
	viewport: { width: 390, height: 844 },
	hasTouch: true,
	isMobile: true,
	deviceScaleFactor: 2,
});

const LEAST_PX = 40;

async function expectNoSidewaysScroll(page: Page): Promise<void> {
	const wide = await page.evaluate(() => {
		const room = document.documentElement.clientWidth;
		const width = Math.max(document.documentElement.scrollWidth, innerWidth);
		if (width <= room && room === screen.width) return [];
		const culprits = [...document.querySelectorAll('body *')]
			.filter((e) => e.getBoundingClientRect().right > room + 1)
			.map((e) => `${e.tagName} ${e.getAttribute('class')}`);
		return [`${width} px on a screen of ${screen.width}`, ...culprits];
	});
	expect(wide).toEqual([]);
}

/** Each visible match is large enough for a finger, and nothing lies over its middle. */
async function expectTappable(page: Page, selector: string): Promise<void> {
	const all = page.locator(selector).filter({ visible: true });
	await expect(all.first()).toBeVisible();
	for (const one of await all.all()) {
		const box = await one.boundingBox();
		expect.soft(box?.height, await one.innerText()).toBeGreaterThanOrEqual(LEAST_PX);
		expect.soft(box?.width, await one.innerText()).toBeGreaterThanOrEqual(LEAST_PX);
	}
}

test('no view scrolls sideways', async ({ page }) => {
	await openGallery(page);
	await expectNoSidewaysScroll(page);
	for (const { story } of SOME_FAMILIES) {
		await openMoment(page, story);
		await expectNoSidewaysScroll(page);
		await page.getByTestId('end').tap();
		await expectNoSidewaysScroll(page);
	}
	for (const [button, panel] of [
		['help-button', 'help'],
		['setup', 'setup-panel'],
		['check', 'check-panel'],
	] as const) {
		await page.getByTestId(button).tap();
		await expect(page.getByTestId(panel)).toBeVisible();
		await expectNoSidewaysScroll(page);
		await page.getByTestId(panel).getByRole('button', { name: 'Close' }).tap();
		await expect(page.getByTestId(panel)).toBeHidden();
	}
	await openMoment(page, 'rwsem?n=16');
	await page.getByTestId('random').tap();
	await expectNoSidewaysScroll(page);
	await page.goto('./#/compare/mutex-stampede/mutex-mcs-queue?at=20');
	await expect(page.getByTestId('position')).toContainText('step 20');
	await expectNoSidewaysScroll(page);
});

test('what a lesson leads to opens at its top, and leads back', async ({ page }) => {
	const scrolled = () => page.evaluate(() => window.scrollY);
	await page.goto('./#/learn/the-mutex');
	const link = page.getByTestId('today').getByRole('link').last();
	await link.scrollIntoViewIfNeeded();
	await expect.poll(scrolled).toBeGreaterThan(1000);
	await link.tap();
	await expect(page.getByTestId('narration')).toBeVisible();
	await expect.poll(scrolled).toBe(0);
	await page.evaluate(() => window.scrollTo(0, 300));
	await page.getByTestId('compare').click();
	await expect(page.getByTestId('costs')).toBeVisible();
	await expect.poll(scrolled).toBe(0);
	await page.reload();
	await page.getByTestId('to-lesson-page').tap();
	await expect(page.getByTestId('lesson')).toBeVisible();
	await page.getByTestId('levels-wait').getByRole('link').tap();
	await expect(page.getByTestId('levels-done')).toBeVisible();
	await expect.poll(scrolled).toBe(0);
});

test('what steps is large enough for a finger', async ({ page }) => {
	await openMoment(page, 'rwsem-starved-writer');
	await expectTappable(page, '[data-testid="transport-buttons"] button');
	await expectTappable(page, '[data-testid^="actor-"]');
	await expectTappable(page, '[data-env] button');
});

test('a story is told by touch', async ({ page }) => {
	await openGallery(page);
	await page.getByTestId('start-card-mcs-queue').getByRole('link').tap();
	const forward = page.getByTestId('forward');
	let at = 0;
	while ((await forward.getAttribute('title'))?.includes('story')) {
		await forward.tap();
		at++;
		expect((await moment(page, at)).narration).toMatch(/T\d/);
	}
	expect(at).toBeGreaterThan(10);
	await page.getByTestId('home').tap();
	await moment(page, 0);
	await page.getByTestId('actor-2').tap();
	expect((await moment(page, 1)).narration).toContain('T2 ');
	await page.getByTestId('back').tap();
	await moment(page, 0);
});

test('a level leaves room for its picture, and names no keys', async ({ page }) => {
	await page.goto('./#/level/two-heads');
	await expect(page.getByTestId('actor-1')).toBeVisible();
	await expect(page.getByTestId('narration')).toContainText('one of the rows.');
	await expect(page.locator(':is(button, a) > kbd').filter({ visible: true })).toHaveCount(0);
	await expect(page.getByTestId('narration')).not.toContainText('press 1', { useInnerText: true });
	const word = page.getByRole('region', { name: /^Word tail/ });
	await expect(word).toBeInViewport({ ratio: 1 });
	const claim = page.getByTestId('impossible');
	await expect(claim).toBeHidden();
	await page.getByTestId('actor-1').tap();
	await page.getByTestId('rest').tap();
	await expectTappable(page, '[data-testid="level"] button');
	await claim.tap();
	await expect(page.getByTestId('level-said')).toContainText('It can be done');
	await page.getByTestId('rest').tap();
	await expect(claim).toBeHidden();
});

test('after a step the sentence and the lock word are both on the screen', async ({ page }) => {
	await openMoment(page, 'mcs-queue');
	await page.getByTestId('forward').tap();
	await moment(page, 1);
	await expect(page.getByTestId('narration')).toBeInViewport();
	await expect(page.getByTestId('forward')).toBeInViewport();
	await expect(page.getByRole('region', { name: /^Word tail/ })).toBeInViewport();
});

for (const viewport of [
	{ width: 390, height: 844 },
	{ width: 844, height: 390 },
])
	test.describe(`on ${viewport.width}×${viewport.height}`, () => {
		test.use({ viewport });

		test('the sentence and what is said of each thread are read whole', async ({ page }) => {
			await openMoment(page, 'rwsem-handoff-rescue?at=46');
			await page.evaluate(() => document.fonts.ready.then(() => {}));
			const cut = await page
				.locator('[data-testid="narration"], [data-said] *')
				.evaluateAll((all) =>
					all
						.filter((e) => {
							if (getComputedStyle(e).display === 'inline') return false;
							return e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 2;
						})
						.map((e) => e.textContent),
				);
			expect(cut).toEqual([]);
		});

		test('a node of a queue shows its words', async ({ page }) => {
			await openMoment(page, 'mcs-queue?at=12');
			await expect(page.getByTestId('queue-picture')).toContainText('next T3');
			await expect(page.getByTestId('queue-picture').getByText(/^locked [01]$/)).toHaveCount(3);
			const picture = page.getByRole('img', { name: /^Queue from its head/ });
			expect((await picture.boundingBox())?.width).toBeLessThan(viewport.width);
		});
	});

test.describe('held across', () => {
	test.use({ viewport: { width: 844, height: 390 } });

	/** All of them, and nothing over them. */
	const inView = async (page: Page, ...things: Locator[]) => {
		for (const thing of things) {
			await expect(thing).toBeInViewport({ ratio: 1 });
			const isOnTop = await thing.evaluate((element) => {
				const { x, y, width, height } = element.getBoundingClientRect();
				const there = document.elementFromPoint(x + width / 2, y + height / 2);
				return there !== null && (element.contains(there) || there.contains(element));
			});
			expect(isOnTop, await thing.getAttribute('data-testid').then(String)).toBe(true);
		}
		expect(await page.evaluate(() => window.scrollX)).toBe(0);
	};

	for (const [what, address] of [
		['a story with a note', 'tp-steal?at=14'],
		['a story with an open question', 'rwsem-single-pass?at=35'],
		['a level', 'level/go-to-sleep?s=DfI'],
	] as const) {
		test(`${what}: sentence, lock word and buttons are in view together`, async ({ page }) => {
			await openMoment(page, address);
			const word = page.getByRole('region', { name: /^Word/ }).first();
			await inView(page, page.getByTestId('narration'), word, page.getByTestId('forward'));
		});
	}

	test('so they are in each figure of a lesson', async ({ page }) => {
		await page.goto('#/learn/futexes');
		const figures = page.getByTestId('figure');
		await expect(figures.first()).toHaveAttribute('data-ready');
		for (const figure of await figures.all()) {
			await figure.evaluate((element) => element.scrollIntoView());
			await expect(figure).toHaveAttribute('data-ready');
			const word = figure.getByRole('region', { name: /^Word (lock|futex)/ });
			await inView(page, figure.getByTestId('narration'), word, figure.getByTestId('forward'));
		}
	});
});
