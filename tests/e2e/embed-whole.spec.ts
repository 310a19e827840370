/** In a frame, at the decisive moment of a story, all of the lock is in sight: of each family, at the sizes that the documents name. */
import type { Page } from '@playwright/test';
import { FAMILIES as TEXTS } from '../../wasm/generated/families';
import { INDEX } from '../../wasm/generated/index';
import { leastWord } from './stage-look';
import { expect, frames, test } from './support';

interface Told {
	stories: Record<string, { beats: { at: number; decisive?: boolean }[] }>;
}

const { locks } = INDEX as {
	locks: { name: string; family: string; scenarios: { name: string; sandbox?: boolean }[] }[];
};

/** Of each family the first stories that have a decisive moment. */
const STORIES = 2;

async function moments(): Promise<Map<string, string[]>> {
	const all = new Map<string, string[]>();
	for (const { name, family, scenarios } of locks) {
		const { REST } = (await TEXTS[name]?.()) ?? {};
		const { stories } = (REST ?? { stories: {} }) as Told;
		const told = all.get(family) ?? [];
		all.set(family, told);
		for (const { name: story, sandbox } of scenarios) {
			if (sandbox) continue;
			const at = stories[story]?.beats.find(({ decisive }) => decisive)?.at;
			if (at !== undefined && told.length < STORIES) told.push(`${story}?at=${at}`);
		}
	}
	return all;
}

/** What is not whole: a pane with more than it shows. */
const cut = (page: Page): Promise<string[]> =>
	page.evaluate(() =>
		[...document.querySelectorAll<HTMLElement>('[data-embed] *')]
			.filter((e) => /auto|scroll|hidden/.test(getComputedStyle(e).overflowY))
			.filter((e) => !e.matches('.visually-hidden, svg, svg *') && e.clientHeight > 20)
			.filter((e) => e.scrollHeight > e.clientHeight + 6)
			.map((e) => `${e.dataset.region ?? e.className}: ${e.clientHeight} of ${e.scrollHeight}`),
	);

for (const [width, height] of [
	[800, 450],
	[400, 600],
] as const)
	test(`whole at the decisive moment of every family at ${width} × ${height}`, async ({ page }) => {
		test.setTimeout(120_000);
		await page.emulateMedia({ reducedMotion: 'reduce' });
		await page.setViewportSize({ width, height });
		const wrong: string[] = [];
		for (const [family, all] of await moments()) {
			expect(all.length, family).toBeGreaterThan(0);
			for (const moment of all) {
				await page.goto('about:blank');
				await page.goto(`./#/${moment}&embed=1`);
				await expect(page.getByTestId('position')).toContainText(`step ${moment.split('=')[1]} `);
				await frames(page, 8);
				wrong.push(...(await cut(page)).map((one) => `${family}, ${moment}: ${one}`));
				const thin = await page.locator('[data-embed] li span').evaluateAll((all) =>
					all
						.filter((e) => e.checkVisibility() && (e.textContent ?? '').length > 3)
						.map((e) => [e, e.getBoundingClientRect()] as const)
						.filter(([, { width, height }]) => width < 20 && height > 25)
						.map(([e]) => e.textContent),
				);
				wrong.push(...thin.map((one) => `${family}, ${moment}: no room for “${one}”`));
				const least = await leastWord(page);
				if (Number.parseFloat(least) < 13.9) wrong.push(`${family}, ${moment}: ${least}`);
			}
		}
		expect(wrong).toEqual([]);
	});

test('what is folded at a moment is a press away', async ({ page }) => {
	await page.setViewportSize({ width: 800, height: 450 });
	await page.goto('./#/rwsem-starved-writer?at=38&embed=1');
	const unfold = page.getByTestId('unfold');
	const rows = page.locator('[data-region="memory"] [data-row]:visible');
	await expect(unfold).toBeVisible();
	const few = await rows.count();
	await unfold.press('Enter');
	await expect(unfold).toBeHidden();
	expect(await rows.count()).toBeGreaterThan(few);
	await page.keyboard.press('ArrowLeft');
	await page.keyboard.press('ArrowRight');
	await expect(page.getByTestId('position')).toContainText('step 38 ');
});
