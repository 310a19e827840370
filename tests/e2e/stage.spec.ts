/** Presenter view: whatever the window, the text size and the preset, nothing that is spoken of is cut. */
import type { Page } from '@playwright/test';
import { look } from './stage-look';
import { expect, openMoment, storyFitted, test } from './support';

const STORIES = [
	'mutex-fault-blind-sleep?at=12',
	'mutex-6.12-handoff?at=34',
	'rwsem-starved-writer?at=38',
	'tp-handoff?at=29',
	'mcs-queue?at=17',
];

async function expectWhole(page: Page, preset: string): Promise<void> {
	await storyFitted(page);
	await expect.poll(async () => (await look(page)).wrong, { message: page.url() }).toEqual([]);
	if (preset === 'code')
		await expect.poll(async () => (await look(page)).lines).toBeGreaterThanOrEqual(8);
}

for (const [story = '', ...sizes] of STORIES.map((s) => [s, '1', 'code']))
	test(`at 1280 × 720 nothing is cut, whatever the size of the text: ${story}`, async ({
		page,
	}) => {
		for (const preset of sizes)
			for (const text of [8, 0, -2]) {
				await openMoment(page, `${story}&p=${preset}&text=${text}`);
				await expectWhole(page, preset);
			}
	});

for (const [width, height] of [
	[1920, 1080],
	[3840, 2160],
] as const)
	test(`nothing is cut at ${width} × ${height}`, async ({ page }) => {
		await page.setViewportSize({ width, height });
		for (const story of ['mutex-6.12-handoff?at=34', 'tp-handoff?at=29'])
			for (const [preset, text, theme] of [
				['code', 8, 'dark'],
				['1', 8, 'light'],
				['code', -2, 'light'],
				['1', -2, 'dark'],
			] as const) {
				await openMoment(page, `${story}&p=${preset}&text=${text}&theme=${theme}`);
				await expectWhole(page, preset);
			}
	});

test('what is larger says no less: the words in the nodes stay', async ({ page }) => {
	await openMoment(page, 'mcs-queue?at=16&p=1&text=8');
	await expect(page.locator('[data-layer="nodes"] [data-key="locked"]')).toHaveCount(3);
});

/** The least letters of the words in the nodes, in hundredths of the window's height; 0 where there are none. */
const nodeWords = (page: Page): Promise<number> =>
	page.evaluate(() => {
		const words = [...document.querySelectorAll('[data-layer="nodes"] text[data-key]')];
		const sizes = words.map((word) => {
			const matrix = word instanceof SVGGraphicsElement ? word.getScreenCTM() : null;
			return Number.parseFloat(getComputedStyle(word).fontSize) * (matrix?.d ?? 0);
		});
		return (100 * Math.min(...sizes, 1000 * Number(sizes.length > 0))) / innerHeight;
	});

test('the words in the nodes use the height there is: they are read from the back row, and larger where text is', async ({
	page,
}) => {
	for (const [width, height, text, least] of [
		[1280, 720, 0, 2.9],
		[1280, 720, 4, 2.9],
		[1024, 768, 0, 2.3],
		[1920, 1080, 0, 2.9],
	] as const) {
		await page.setViewportSize({ width, height });
		await openMoment(page, `mcs-queue?at=12&p=1&text=${text}`);
		await expect(page.locator('[data-layer="nodes"] [data-key="locked"]')).toHaveCount(3);
		await storyFitted(page);
		await expect.poll(() => nodeWords(page), { message: page.url() }).toBeGreaterThan(least);
		await expect.poll(async () => (await look(page)).wrong).toEqual([]);
	}
});

test('a key goes from the picture to the code, and the address keeps it', async ({ page }) => {
	await openMoment(page, 'mcs-queue?at=17&p=1');
	await expect(page.locator('[data-region="source"]')).toHaveCount(0);
	await page.keyboard.press('P');
	await expect(page.locator('[data-line][data-done]')).toBeInViewport({ ratio: 1 });
	await expect.poll(() => page.url()).toContain('p=code');
	await page.reload();
	await expect(page.locator('[data-line][data-done]')).toBeInViewport({ ratio: 1 });
	await page.keyboard.press('p');
	await expect(page.locator('html')).not.toHaveAttribute('data-stage');
});

test('what is for the speaker’s hands stays off the slide: keys, what to try, where the next note stands', async ({
	page,
}) => {
	await openMoment(page, 'ticket-storm?p=1');
	const words = page.locator('main [data-region="narration"]');
	await expect(words).toContainText(/\w{4}/);
	await expect(words).not.toContainText('first step');
	await expect(page.getByTestId('offer-lines')).toHaveCount(0);
	await openMoment(page, 'mcs-gap?p=1&at=8');
	await expect(words).toContainText('T1');
	await expect(page.getByTestId('past-beat')).toHaveCount(0);
	await page.keyboard.press('End');
	await expect(page.getByTestId('story-end')).toBeVisible();
	await expect(page.getByTestId('beat')).toContainText('Take home: joining takes two steps');
	await expect(words).not.toContainText('Try:');
	await expect(words.locator('button, kbd')).toHaveCount(0);
	await page.keyboard.press('p');
	await expect(page.getByTestId('beat')).toContainText('Try:');
	await expect(page.getByTestId('why-so')).toBeVisible();
	/* nor that there are no notes, and how they come back */
	await openMoment(page, 'mcs-gap?p=1&at=10&notes=0');
	await expect(words).toContainText('T1');
	await expect(page.getByTestId('notes-off')).toHaveCount(0);
	await page.keyboard.press('p');
	await expect(page.getByTestId('notes-off')).toBeVisible();
});

test('a queue that hangs on the lock word alone has its name once, and its arrow', async ({
	page,
}) => {
	const named = () =>
		page
			.locator('main [data-region="memory"]')
			.evaluate(
				(memory) =>
					[...memory.querySelectorAll('*')].filter(
						(e) =>
							e.children.length === 0 && e.textContent?.trim() === 'tail' && e.checkVisibility(),
					).length,
			);
	await openMoment(page, 'mcs-queue?at=17&p=1');
	await storyFitted(page);
	await expect.poll(named).toBe(2);
	await page.keyboard.press('p');
	await expect.poll(named).toBe(3);
});

for (const [id, least] of [
	['mutex-pickup', 5],
	/* of five threads */
	['rwsem-steal', 3],
	['tp-handoff', 5],
] as const)
	test(`of a recorded run the code is seen, too: ${id}`, async ({ page }) => {
		await openMoment(page, `trace/${id}`);
		for (let i = 0; i < 3; i++) await page.keyboard.press('PageDown');
		await expect(page.locator('[data-line]').first()).toBeAttached();
		const lines = () =>
			page.evaluate(() => {
				const pane = document.querySelector('[data-line]')?.closest('section');
				const room = pane?.getBoundingClientRect();
				return [...document.querySelectorAll('[data-line], [data-fold]')].filter((line) => {
					const { top, bottom } = line.getBoundingClientRect();
					return room && top >= room.top - 1 && bottom <= room.bottom + 1;
				}).length;
			});
		await expect.poll(lines).toBeGreaterThanOrEqual(least);
		await page.getByTestId('env-unfold').click();
		await expect(page.locator('[data-env] [data-act]').first()).toBeVisible();
	});
