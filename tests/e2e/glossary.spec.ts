/** Words that open where they stand: by pointer, keyboard and finger, without moving or taking anything. */
import type { Page } from '@playwright/test';
import { axeOn } from './axe';
import { expect, moment, openFamily, openGallery, openMoment, SCHEMES, test } from './support';

const note = (page: Page) => page.getByRole('tooltip');
const sentence = (page: Page) => page.getByTestId('narration');
const boxes = (page: Page) =>
	page.evaluate(() =>
		[...document.querySelectorAll('[data-region], [data-testid="narration"]')].map((e) => {
			const { x, y, width, height } = e.getBoundingClientRect();
			return [x, y, width, height].map(Math.round).join(' ');
		}),
	);

async function openMarked(page: Page): Promise<void> {
	await openMoment(page, 'mutex-stampede');
	for (let i = 1; i <= 4; i++) await page.keyboard.press('ArrowRight');
	await moment(page, 4);
	await expect(sentence(page).locator('[data-term]').first()).toBeVisible();
}

async function openLevel(page: Page): Promise<void> {
	await page.goto('./#/level/lose-the-wake-up');
	await expect(page.getByTestId('level')).toBeVisible();
	await expect(page.getByTestId('position')).toBeVisible();
}

async function openPair(page: Page): Promise<void> {
	await page.goto('./#/compare/mutex-stampede/mutex-mcs-queue');
	await expect(page.getByTestId('costs')).toBeVisible();
}

test('a term of the sentence opens on hover and moves nothing', async ({ page }) => {
	await openMarked(page);
	const before = await boxes(page);
	await page.mouse.move(5, 5);
	await sentence(page).locator('[data-term]').first().hover();
	await expect(note(page)).toBeVisible();
	expect(await boxes(page)).toEqual(before);
	await note(page).hover();
	await page.waitForTimeout(400);
	await expect(note(page)).toBeVisible();
	await page.mouse.move(5, 5);
	await expect(note(page)).toHaveCount(0);
});

test('a term opens on focus, closes on Esc, and leaves the keys to the stepper', async ({
	page,
}) => {
	await openMarked(page);
	const term = sentence(page).locator('[data-term]').first();
	await term.focus();
	await expect(note(page)).toBeVisible();
	await expect(term).toHaveAttribute(
		'aria-describedby',
		String(await note(page).getAttribute('id')),
	);
	await page.keyboard.press('Escape');
	await expect(note(page)).toHaveCount(0);
	await expect(term).toBeFocused();
	await page.keyboard.press('ArrowRight');
	await moment(page, 5);
	await sentence(page).locator('[data-term]').first().focus();
	await page.keyboard.press('1');
	await moment(page, 6);
	await page.keyboard.press(' ');
	await expect
		.poll(async () => page.getByTestId('position').textContent())
		.not.toContain('step 6 ');
});

test('stepping under a pointer that rests opens nothing', async ({ page }) => {
	await openMarked(page);
	await page.mouse.move(5, 5);
	await sentence(page).locator('[data-term]').first().hover();
	await expect(note(page)).toBeVisible();
	for (let at = 5; at <= 12; at++) {
		await page.keyboard.press('ArrowRight');
		await moment(page, at);
		await expect(note(page)).toHaveCount(0);
	}
});

test('in the help Esc closes the note first, and a search finds words', async ({ page }) => {
	await openMarked(page);
	await page.keyboard.press('?');
	const help = page.getByTestId('help');
	await expect(help).toBeVisible();
	/* five keys are enough to begin */
	const first = help.locator('section[aria-label]').first();
	await expect(first).toHaveAccessibleName('To begin with');
	await expect(first.locator('dt')).toHaveText(['→', '←', '1–9', 'Page Down', 'o']);
	await page.getByTestId('fold-model').locator('summary').click();
	await help.locator('[data-term]:visible').first().focus();
	await expect(note(page)).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(note(page)).toHaveCount(0);
	await expect(help).toBeVisible();
	await page.getByTestId('words-search').fill('lost wake');
	await expect(page.getByTestId('words').locator('dt').first()).toBeVisible();
	await expect(page.getByTestId('words').locator('dt')).toContainText(['lost wake-up', 'stuck']);
	await page.getByTestId('words-search').fill('zebra');
	await expect(help).toContainText('No word here has that in it.');
	await expect(help.locator('kbd', { hasText: /^z$/ })).toHaveCount(1);
	await page.keyboard.press('Escape');
	await expect(help).toBeHidden();
});

test('the help begins with how to read the page, and leads to the lessons', async ({ page }) => {
	await openMarked(page);
	await page.keyboard.press('?');
	const part = page.getByTestId('help').getByRole('region', { name: 'New here?' });
	await expect(part).toBeInViewport();
	await expect(page.getByTestId('help').getByRole('heading', { level: 3 }).first()).toHaveText(
		'New here?',
	);
	for (const says of ['→', 'On the left', 'On the right', 'answer before', 'what-if', 'Tab'])
		await expect(part).toContainText(says);
	/* five keys are enough to begin; the rest is a line each until it is asked for */
	const help = page.getByTestId('help');
	await expect(help.getByRole('region', { name: 'To begin with' })).toBeInViewport({ ratio: 1 });
	await expect(help.getByText('black screen').first()).toBeHidden();
	await expect(page.getByTestId('words').locator('dt')).toHaveCount(0);
	const sheet = await help.evaluate((e) => e.scrollHeight);
	expect(sheet, 'all of it, folded').toBeLessThan(900);
	await help.getByText('All other keys').click();
	await expect(help.getByText('black screen').first()).toBeVisible();
	await page.getByTestId('all-words').click();
	expect(await page.getByTestId('words').locator('dt').count()).toBeGreaterThan(40);
	await part.getByRole('link', { name: 'the path of ten lessons' }).click();
	await expect(page.locator('[data-testid^="lesson-"]')).toHaveCount(10);
});

test('in the gallery each term is marked once, and opens above the card’s link', async ({
	page,
}) => {
	await openGallery(page);
	await openFamily(page, 'Mutex', true);
	await page.mouse.move(400, 300);
	await page.mouse.move(410, 310);
	await expect(page.locator('[data-term]').first()).toBeVisible();
	const terms = await page
		.locator('[data-term]')
		.evaluateAll((all) => all.map((e) => e.getAttribute('data-term')));
	expect(terms.length).toBeGreaterThan(20);
	expect(new Set(terms).size).toBe(terms.length);
	const inCard = page.locator('article [data-term]').first();
	const address = page.url();
	await inCard.click();
	await expect(note(page)).toBeVisible();
	expect(page.url()).toBe(address);
});

for (const [name, viewport] of [
	['upright', { width: 390, height: 844 }],
	['on its side', { width: 844, height: 390 }],
] as const) {
	test.describe(`a phone ${name}`, () => {
		test.use({ viewport, hasTouch: true, isMobile: true });
		test('a tap opens a term inside the window, a tap elsewhere closes it', async ({ page }) => {
			await openMarked(page);
			await sentence(page).locator('[data-term]').last().tap();
			await expect(note(page)).toBeVisible();
			const box = await note(page).boundingBox();
			expect(box?.x).toBeGreaterThanOrEqual(0);
			expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width);
			expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
			await page.touchscreen.tap(4, 4);
			await expect(note(page)).toHaveCount(0);
		});
	});
}

test('axe finds nothing with a term open, light and dark', async ({ page }) => {
	await openMarked(page);
	await sentence(page).locator('[data-term]').first().focus();
	await expect(note(page)).toBeVisible();
	for (const colorScheme of SCHEMES) {
		await page.emulateMedia({ colorScheme });
		await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
		const { violations } = await axeOn(page)
			.include('[data-region="narration"]')
			.include('[role="tooltip"]')
			.analyze();
		expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' | ')}`)).toEqual([]);
	}
});

/** Places that hold terms of their own, with the way there; what opens is told by the first of them. */
const PLACES: readonly [what: string, at: string, come: (page: Page) => Promise<void>][] = [
	['the task of a level', '[data-region="level"] [data-part="task"]', (page) => openLevel(page)],
	['the goal of a level', '[data-testid="goal"]', (page) => openLevel(page)],
	[
		'the hint of a level',
		'[data-testid="level-said"]',
		async (page) => {
			await openLevel(page);
			await page.getByTestId('hint').click();
			await expect(page.getByTestId('level-said')).toContainText('Hint: ');
		},
	],
	[
		'the list of levels',
		'main li',
		async (page) => {
			await page.goto('./#/levels');
			await expect(page.getByTestId('levels-done')).toBeVisible();
		},
	],
	['what a comparison comes to', '[data-testid="conclusion"]', openPair],
	[
		'a side’s sentence',
		'[data-testid="side-sentence"]',
		async (page) => {
			await openPair(page);
			await page.getByTestId('milestone').click();
			await page.getByTestId('milestone').click();
		},
	],
	['what a side has cost so far', '[data-testid="so-far"]', openPair],
	[
		'the sentence of a figure',
		'[data-testid="figure"] [data-testid="narration"]',
		async (page) => {
			await page.goto('./#/learn/what-a-lock-is');
			const figure = page.getByTestId('figure').first();
			await expect(figure).toHaveAttribute('data-ready');
			await figure.getByTestId('next-note').click();
		},
	],
	[
		'the answers of a lesson’s question',
		'[data-testid="words-in"]',
		async (page) => {
			await page.goto('./#/learn/spin-or-sleep');
			await expect(page.getByTestId('not-sure').first()).toBeVisible();
		},
	],
	[
		'the options of a story’s question',
		'[data-testid="options"] [data-testid="words-in"]',
		(page) => openMoment(page, 'rwsem-single-pass?at=35'),
	],
	[
		'what may be set up',
		'[data-testid="setup-panel"]',
		async (page) => {
			await openMoment(page, 'mutex-stampede');
			await page.getByTestId('setup').click();
		},
	],
];

for (const [what, at, come] of PLACES)
	test(`a term opens in ${what}, by focus and by a press`, async ({ page }) => {
		await come(page);
		await page.mouse.move(3, 3);
		await page.mouse.move(4, 4);
		const term = page.locator(`${at} [data-term]`).first();
		await term.focus();
		await expect(note(page)).toBeVisible();
		await page.keyboard.press('Escape');
		await expect(note(page)).toHaveCount(0);
		/* what stands behind the place follows the moment, a little later */
		const place = () => page.url().replace(/\?.*/, '');
		const address = place();
		await term.click();
		await expect(note(page)).toBeVisible();
		expect(place()).toBe(address);
	});
