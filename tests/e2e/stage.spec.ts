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
		for (const [story, text] of [
			['mutex-6.12-handoff?at=34', 8],
			['tp-handoff?at=29', -2],
		])
			for (const preset of ['code', '1']) {
				await openMoment(page, `${story}&p=${preset}&text=${text}&theme=dark`);
				await expectWhole(page, preset);
			}
	});

test('what is larger says no less: the words in the nodes stay', async ({ page }) => {
	await openMoment(page, 'mcs-queue?at=16&p=1&text=8');
	await expect(page.locator('[data-layer="nodes"] [data-key="locked"]')).toHaveCount(3);
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
