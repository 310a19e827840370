/** What is drawn can be read: no text too small, no region over another, no label on a label. */
import type { Page } from '@playwright/test';
import { expect, FAMILIES, moment, openGallery, openMoment, tellStory, test } from './support';

const LEAST_PX = 12;

/** Texts on the screen that are smaller than that, as drawn: with the scale of the SVG they stand in. */
function smallTexts(page: Page, least: number): Promise<string[]> {
	return page.evaluate((px) => {
		const found = new Set<string>();
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		while (walker.nextNode()) {
			const text = walker.currentNode.textContent?.trim();
			const element = walker.currentNode.parentElement;
			if (!text || !element?.checkVisibility({ visibilityProperty: true })) continue;
			if (element.closest('.visually-hidden, script, style, noscript, option')) continue;
			const matrix = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null;
			const scale = matrix ? Math.hypot(matrix.a, matrix.b) : 1;
			const size = Number.parseFloat(getComputedStyle(element).fontSize) * scale;
			const box = element.getBoundingClientRect();
			const hidden = box.width <= 1 || getComputedStyle(element).clipPath === 'inset(50%)';
			if (size < px - 0.05 && !hidden)
				found.add(
					`${size.toFixed(1)} px: "${text.slice(0, 24)}" in ${element.tagName} ${element.getAttribute('class')}`,
				);
		}
		return [...found].slice(0, 20);
	}, least);
}

interface Box {
	name: string;
	left: number;
	top: number;
	right: number;
	bottom: number;
}

/** Visible boxes of what a selector finds; regions cut off by one that scrolls count as far as they show. */
function boxes(page: Page, selector: string): Promise<Box[]> {
	return page.evaluate((s) => {
		const all: Box[] = [];
		for (const element of document.querySelectorAll(s)) {
			if (!element.checkVisibility({ visibilityProperty: true })) continue;
			const { left, right, ...box } = element.getBoundingClientRect().toJSON();
			// The box of a text in an SVG is that of its line; what is drawn takes less.
			const em = Number.parseFloat(getComputedStyle(element).fontSize);
			const air = element instanceof SVGTextElement ? Math.max(0, (box.height - em * 0.8) / 2) : 0;
			let [top, bottom] = [box.top + air, box.bottom - air];
			for (let e = element.parentElement; e; e = e.parentElement) {
				if (!/auto|scroll/.test(getComputedStyle(e).overflowY)) continue;
				const room = e.getBoundingClientRect();
				[top, bottom] = [Math.max(top, room.top), Math.min(bottom, room.bottom)];
			}
			if (right - left < 1 || bottom - top < 1) continue;
			const label = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 20);
			all.push({ name: `${element.getAttribute('class')} ${label}`, left, top, right, bottom });
		}
		return all;
	}, selector);
}

function overlaps(all: Box[], tolerance: number): string[] {
	const found: string[] = [];
	for (const [i, a] of all.entries())
		for (const b of all.slice(i + 1)) {
			const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
			const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
			if (wide > tolerance && high > tolerance)
				found.push(`${a.name} × ${b.name}: ${wide.toFixed(1)} by ${high.toFixed(1)} px`);
		}
	return found.slice(0, 20);
}

/** Regions that share the screen, none inside another. */
const REGIONS = [
	'[data-region="header"]',
	'[data-region="actors"]',
	'[data-region="source"]',
	'[data-region="memory"]',
	'[data-region="narration"]',
	'[aria-label="Lanes"]',
	'[data-region="transport"]',
	'[data-region="side"]',
	'[data-region="hero"]',
	'[data-region="family"]',
]
	/* a side has regions of its own */
	.map((region) => `${region}:not([data-region="side"] *)`)
	.join();
const HEADER =
	'[data-region="header"] :is(a, button, select, [data-testid="lock-name"], h1:not(.visually-hidden))';
const LANE_LABELS = '[aria-label^="Lanes"] svg text';
const BUTTONS = '[data-region="transport"] :is(button, select, input, output)';

async function expectNoOverlaps(page: Page): Promise<void> {
	expect(overlaps(await boxes(page, REGIONS), 1), 'regions').toEqual([]);
	expect(overlaps(await boxes(page, HEADER), 1), 'header').toEqual([]);
	expect(overlaps(await boxes(page, BUTTONS), 1), 'transport').toEqual([]);
}

/** A moment with much to draw: a whole random run, its end in sight. */
async function openCrowded(page: Page, sandbox: string, threads: number): Promise<void> {
	await openMoment(page, `${sandbox}?n=${threads}`);
	await page.getByTestId('random').click();
	await expect.poll(async () => (await moment(page)).at, { timeout: 30_000 }).toBeGreaterThan(20);
}

test.describe('text', () => {
	test(`of at least ${LEAST_PX} px in the gallery`, async ({ page }) => {
		await openGallery(page);
		expect(await smallTexts(page, LEAST_PX)).toEqual([]);
	});
	for (const { story } of FAMILIES) {
		test(`of at least ${LEAST_PX} px in ${story}`, async ({ page }) => {
			await openMoment(page, story);
			await tellStory(page);
			expect(await smallTexts(page, LEAST_PX)).toEqual([]);
			for (let i = 0; i < 9; i++) await page.keyboard.press('ArrowLeft');
			await page.getByTestId('help-button').click();
			await expect(page.getByTestId('help')).toBeVisible();
			expect(await smallTexts(page, LEAST_PX)).toEqual([]);
		});
	}
	for (const slug of ['', 'stampede-and-queue', 'how-we-know'])
		test(`of at least ${LEAST_PX} px in lessons: ${slug || 'the path'}`, async ({ page }) => {
			await page.goto(`./#/learn/${slug}`);
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
			for (const figure of await page.getByTestId('figure').all()) {
				await figure.scrollIntoViewIfNeeded();
				await expect(figure).toHaveAttribute('data-ready');
			}
			expect(await smallTexts(page, LEAST_PX)).toEqual([]);
		});
	test(`of at least ${LEAST_PX} px side by side`, async ({ page }) => {
		await page.goto('./#/compare/mutex-stampede/mutex-mcs-queue?at=20');
		await expect(page.getByTestId('position')).toContainText('step 20');
		expect(await smallTexts(page, LEAST_PX)).toEqual([]);
	});
});

const SCREENS = [
	{ width: 1280, height: 720 },
	{ width: 1920, height: 1080 },
	{ width: 390, height: 844 },
];

for (const viewport of SCREENS) {
	test.describe(`at ${viewport.width} × ${viewport.height}`, () => {
		test.use({ viewport });

		test('no region of the gallery or the comparison lies over another', async ({ page }) => {
			await openGallery(page);
			await expectNoOverlaps(page);
			await page.goto('./#/compare/mutex-stampede/mutex-mcs-queue?at=20');
			await expect(page.getByTestId('position')).toContainText('step 20');
			await expectNoOverlaps(page);
		});

		for (const { sandbox } of FAMILIES) {
			/* few threads leave more room: they are looked at where there is least of it */
			for (const threads of viewport.width < 1280 ? [4, 16] : [16]) {
				test(`${sandbox} with ${threads} threads: regions and labels keep apart`, async ({
					page,
				}) => {
					await openCrowded(page, sandbox, threads);
					for (const key of ['', 'Home', 'PageDown']) {
						if (key) await page.keyboard.press(key);
						await expectNoOverlaps(page);
						expect(overlaps(await boxes(page, LANE_LABELS), 1), 'labels').toEqual([]);
					}
				});
			}
		}
	});
}

/** What is pressed or read: the message may lie over none of it. */
const NEEDED =
	'[data-region="header"], [data-region="actors"], [data-region="source"], [data-region="memory"], [data-region="narration"], [data-region="transport"] :is(button, select, input), [aria-label^="Lanes"] svg[viewBox]:not([data-testid="lanes-legend"] svg)';

const ROOM = {
	story: 'mutex-fault-blind-sleep?p=1',
	keys: ['End', 'wait', 'E'],
	says: 'The text is edited where the code is',
};
const DESK = { story: 'mutex-stampede', keys: ['r'], says: 'Random run' };

for (const { story, keys, says, ...viewport } of [
	{ width: 1280, height: 720, ...DESK },
	{ width: 1280, height: 720, ...ROOM },
	{ width: 1920, height: 1080, ...ROOM },
	{ width: 390, height: 844, ...DESK },
	{ width: 844, height: 390, ...DESK },
])
	test(`a message lies over nothing that is needed: ${viewport.width} × ${viewport.height}, ${story}`, async ({
		page,
	}) => {
		await page.setViewportSize(viewport);
		await openMoment(page, story);
		for (const key of keys)
			if (key === 'wait') await expect(page.getByTestId('story-end')).toBeVisible();
			else await page.keyboard.press(key);
		const toast = page.getByTestId('toast');
		await expect(toast).toContainText(says);
		const found = await toast.evaluate((element, needed) => {
			const over = (a: DOMRect, b: DOMRect) =>
				Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
				Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
			const own = element.getBoundingClientRect();
			const bar = document.querySelector('[data-testid="transport-buttons"]') as Element;
			const fixed = getComputedStyle(bar).position === 'fixed';
			const shown = [...document.querySelectorAll(needed)].filter((e) => e.getClientRects().length);
			/* what lies under a bar that stays is scrolled to anyway */
			const free = (e: Element) =>
				!fixed || bar.contains(e) || !over(own, bar.getBoundingClientRect());
			return shown
				.filter((e) => free(e) && over(own, e.getBoundingClientRect()))
				.map((e) => e.outerHTML.slice(0, 80));
		}, NEEDED);
		expect(found).toEqual([]);
		/* for those who do not see it */
		await expect(page.locator('[role="status"]', { hasText: says })).toHaveCount(1);
	});

test('at 1280 the value of a row and what is said of its thread are read whole', async ({
	page,
}) => {
	for (const story of ['ticket-storm', 'ww2-forgotten', 'grw-stalled']) {
		await openMoment(page, story);
		const cut = new Set<string>();
		for (let i = 0; i < 40; i++) {
			await page.keyboard.press('ArrowRight');
			const found = await page
				.locator('[data-region="actors"] :is([data-value], [data-state])')
				.evaluateAll((all) =>
					all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent ?? ''),
				);
			for (const text of found) cut.add(text);
		}
		expect([...cut], story).toEqual([]);
	}
});

/** Every step of the open story: texts of rows that are cut, and lists that are longer than their place. */
const cutRows = () =>
	(async () => {
		const cut = new Set<string>();
		const position = () => document.querySelector('[data-testid="position"]')?.textContent;
		const frame = () => new Promise(requestAnimationFrame);
		for (let before = ''; before !== position(); ) {
			before = position() ?? '';
			for (const e of document.querySelectorAll('[data-region="actors"] li button span'))
				if (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== 'visible')
					cut.add(e.textContent ?? '');
			const list = document.querySelector('[data-region="actors"] ul');
			if (list && list.scrollHeight > list.clientHeight + 1) cut.add(`the list at ${before}`);
			window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
			for (let i = 0; i < 3; i++) await frame();
		}
		return [...cut];
	})();

for (const story of ['mutex-stampede', 'mutex-6.12-handoff', 'rwsem-reader-steals', 'ww-collision'])
	test(`at 1280 × 720 no row of four threads is cut: ${story}`, async ({ page }) => {
		test.slow();
		await page.emulateMedia({ reducedMotion: 'reduce' });
		await openMoment(page, story);
		await expect(page.locator('[data-testid^="actor-"]')).toHaveCount(4);
		expect(await page.evaluate(cutRows)).toEqual([]);
		await expect(page.getByTestId('position')).not.toContainText('step 0');
	});

test('at 1280 the title of a story is read whole, beside its fault', async ({ page }) => {
	for (const story of ['mutex-stampede', 'tp-early-wake-list', 'mutex-fault-blind-sleep']) {
		await openMoment(page, story);
		const room = await page.getByTestId('scenario').evaluate((select: HTMLSelectElement) => {
			const free = select.cloneNode(true) as HTMLSelectElement;
			free.value = select.value;
			free.style.cssText = 'position: absolute; max-width: none; width: max-content';
			select.parentElement?.append(free);
			const wanted = free.getBoundingClientRect().width;
			free.remove();
			return select.getBoundingClientRect().width - wanted;
		});
		expect(room, story).toBeGreaterThan(-1);
	}
});
