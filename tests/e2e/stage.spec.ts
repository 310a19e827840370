/** Presenter view: whatever the window, the text size and the preset, nothing that is spoken of is cut. */
import type { Page } from '@playwright/test';
import { expect, openMoment, test } from './support';

const STORIES = [
	'mutex-fault-blind-sleep?at=12',
	'mutex-6.12-handoff?at=34',
	'rwsem-starved-writer?at=38',
	'tp-handoff?at=29',
	'mcs-queue?at=17',
];

/** What is not as it should be, in words; and how large the sentence is drawn. */
function look(page: Page): Promise<{ wrong: string[]; lines: number }> {
	return page.evaluate(() => {
		const wrong: string[] = [];
		const all = (selector: string) =>
			[...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
		const text = (e: Element) => `${e.className} ${e.textContent?.slice(0, 40)}`;
		/* the box of a letter is a little higher than the letter */
		const slack = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 8;
		const sees = (e: Element) => {
			const box = e.getBoundingClientRect();
			for (let room = e.parentElement; room; room = room.parentElement) {
				if (getComputedStyle(room).overflowY === 'visible') continue;
				const r = room.getBoundingClientRect();
				if (box.top < r.top - slack || box.bottom > r.bottom + slack) return false;
				if (box.left < r.left - 1 || box.right > r.right + 1) return false;
			}
			return box.top >= -1 && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
		};
		const needed =
			'[data-testid="word"] :is(dt, dd, header > *), [data-region="memory"] [data-row], [data-thread], [data-thread] [title], [data-env] button, [data-testid="narration"], [data-testid="beat"], [data-region="stage-bar"] :is(button, h1, output)';
		for (const e of all(needed)) if (!sees(e)) wrong.push(`cut: ${text(e)}`);
		for (const e of all('[data-thread] [title]'))
			if (e.scrollWidth > e.clientWidth + 1) wrong.push(`shortened: ${text(e)}`);
		for (const e of all('[data-thread], [data-env]')) {
			const line = Number.parseFloat(getComputedStyle(e).fontSize);
			if (e.clientHeight > 3.2 * line) wrong.push(`more than a line: ${text(e)}`);
		}
		if (all('[data-env] button').length === 0) wrong.push('no environment');
		const done = document.querySelector('[data-line][data-done]');
		const pane = done?.closest('section')?.getBoundingClientRect();
		const begins = done?.getBoundingClientRect().top ?? 0;
		if (pane && (begins < pane.top - 1 || begins > pane.bottom - 20)) wrong.push('no first line');
		/* a row stands for lines that are folded */
		const lines = all('[data-line], [data-fold]').filter((line) => {
			const box = line.getBoundingClientRect();
			return pane && box.top >= pane.top - 1 && box.bottom <= pane.bottom + 1;
		}).length;
		return { wrong, lines };
	});
}

async function expectWhole(page: Page, preset: string): Promise<void> {
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
