/** Presenter view over all stories at 1280 × 720: at no moment that is looked at is anything cut, or too small to be read. */
import type { Page } from '@playwright/test';
import { INDEX } from '../../wasm/generated/index';
import { leastWord, look } from './stage-look';
import { expect, frames, openMoment, storyFitted, test } from './support';

/** CSS pixels of the screen. */
const LEAST = 15;
/** CSS pixels: code of this size has one more step of 6 % to go until it is below the 18 that are legible. */
const LEAST_CODE = 18 / 0.94;
/** What has so much in it that being whole comes first, with the least size that it has then. */
const CROWDED: Readonly<Record<string, number>> = {
	'attach-apart': 12.8,
	'private-moved': 14,
	'grw-held-back': 14.5,
	'grw-past-readers': 14.5,
	'mutex-fault-unchecked-spinner': 12.8,
	'tpr-handoff-readers': 14.5,
	'tpr-group': 13.6,
	'tpr-members': 13.6,
	'tpr-group-ends': 14.5,
	'wwrw-fault-late-note': 14.4,
};

interface IndexedLock {
	name: string;
	scenarios: { name: string; sandbox?: boolean }[];
}

const LOCKS = (INDEX as { locks: IndexedLock[] }).locks
	.map(({ name, scenarios }) => ({
		name,
		stories: scenarios.filter(({ sandbox }) => !sandbox).map((story) => story.name),
	}))
	.filter(({ stories }) => stories.length > 0);

async function stepsOf(page: Page): Promise<number> {
	const said = String(await page.getByTestId('position').textContent());
	return Number(/of (\d+)/.exec(said)?.[1]);
}

/** Within the page, as a reader goes: what was found of a story is kept there. */
async function goTo(page: Page, address: string, at: number): Promise<void> {
	await page.evaluate((hash) => {
		location.hash = hash;
	}, `#/${address}`);
	await expect(page.getByTestId('position')).toContainText(`step ${at} `);
	await storyFitted(page);
	await frames(page, 9);
}

/** Eight lines; six where a smaller code could not be read from the back row. */
function enoughCode({ lines, code }: { lines: number; code: number }): boolean {
	return lines >= 8 || (lines >= 6 && code < LEAST_CODE);
}

for (const preset of ['1', 'code'])
	for (const { name, stories } of LOCKS)
		test(`whole and legible: the stories of ${name}, p=${preset}`, async ({ page }) => {
			test.setTimeout(30_000 + 20_000 * stories.length);
			await page.emulateMedia({ reducedMotion: 'reduce' });
			const wrong: string[] = [];
			await openMoment(page, `${stories[0]}?p=${preset}`);
			for (const story of stories) {
				await goTo(page, `${story}?p=${preset}`, 0);
				const all = await stepsOf(page);
				const places = [Math.round(all / 3), Math.round((2 * all) / 3), all];
				for (const at of new Set(places.filter((place) => place > 0))) {
					await goTo(page, `${story}?at=${at}&p=${preset}`, at);
					const seen = await look(page);
					wrong.push(...seen.wrong.map((one) => `${story} ${at}: ${one}`));
					if (preset === 'code' && !enoughCode(seen))
						wrong.push(`${story} ${at}: ${seen.lines} lines of code of ${seen.code}`);
					const least = await leastWord(page);
					if (Number.parseFloat(least) < (CROWDED[story] ?? LEAST) - 0.1)
						wrong.push(`${story} ${at}: ${least}`);
				}
			}
			expect(wrong).toEqual([]);
		});
