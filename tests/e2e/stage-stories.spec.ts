/** Presenter view over all stories at 1280 × 720: at no moment that is looked at is anything cut, or too small to be read. */
import { FAMILIES } from '../../wasm/generated/families';
import { leastWord, look } from './stage-look';
import { goTo, LOCKS } from './stories';
import { expect, frames, openMoment, test } from './support';

/** CSS pixels of the screen. */
const LEAST = 15;
/** CSS pixels: code of this size has one more step of 6 % to go until it is below the 18 that are legible. */
const LEAST_CODE = 18 / 0.94;
/** What has so much in it that being whole comes first, with the least size that it has then. */
const CROWDED: Readonly<Record<string, number>> = {
	'attach-apart': 14.6,
};

type Told = Record<string, { story: readonly number[] }>;

/** How many steps each story of a lock has. */
async function stepsOf(lock: string): Promise<(story: string) => number> {
	const facts = await FAMILIES[lock]?.();
	const told = facts?.REST as { stories: Told } | undefined;
	return (story) => told?.stories[story]?.story.length ?? 0;
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
			const steps = await stepsOf(name);
			await openMoment(page, `${stories[0]?.name}?p=${preset}`);
			for (const { name: story, title } of stories) {
				const all = steps(story);
				expect(all, story).toBeGreaterThan(0);
				const places = [Math.round(all / 3), Math.round((2 * all) / 3), all];
				for (const at of new Set(places.filter((place) => place > 0))) {
					await goTo(page, `${story}?at=${at}&p=${preset}`, title, at);
					let seen = await look(page);
					/* on a busy machine the code takes its room some frames later */
					if (preset === 'code' && !enoughCode(seen)) {
						await frames(page, 20);
						seen = await look(page);
					}
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
