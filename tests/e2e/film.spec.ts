/**
 * Film strips: what the page looks like in the middle of a step, kept as pictures beside the tests' output, a story of each
 * lock. And a still of any moment is right: it never shows more than is so.
 */
import type { Page, TestInfo } from '@playwright/test';
import { FAMILIES } from '../../wasm/generated/families';
import { filmed, stopTime } from './film';
import { expect, openMoment, test } from './support';

/** What a still says, where it could say too much. */
function still(page: Page) {
	return page.evaluate(() => {
		const seen = (selector: string) =>
			[...document.querySelectorAll<HTMLElement | SVGElement>(selector)].filter((e) => {
				for (let at: Element | null = e; at; at = at.parentElement)
					if (Number(getComputedStyle(at).opacity) < 0.05) return false;
				return e.getClientRects().length > 0;
			});
		const tid = (e: HTMLElement | SVGElement) => Number(e.dataset.tid);
		const nodes = seen('[data-layer="nodes"] > g').filter((e) => !e.hasAttribute('data-leaving'));
		const modified = [...document.querySelectorAll('[data-testid="cache"] tbody tr')].map(
			(row) =>
				[...row.querySelectorAll<HTMLElement>('[data-state="M"], [data-state="E"]')].filter(
					(e) => Number(getComputedStyle(e).opacity) > 0.05 && e.getClientRects().length > 0,
				).length,
		);
		const inside = document.querySelectorAll('[data-testid="inside"] svg').length;
		return {
			inside,
			holders: seen('[data-testid="holders"] > rect').map(tid),
			/* a frame for each node whose turn it is */
			turns: seen('[data-layer="turns"] > g:not([data-leaving]) [data-part="frame"]').length,
			ready: nodes.filter((n) => /turn/.test(n.textContent ?? '')).length,
			modified: Math.max(0, ...modified),
			missing: seen('[data-part="gap"][d], [data-part="aim"][d]').length,
			unlinked: document.querySelectorAll('[data-layer="edges"] > [data-written="false"]').length,
			told: document.querySelector('[data-testid="queue-picture"]')?.textContent,
		};
	});
}

type Told = Record<string, { beats: readonly { at: number }[] }>;

interface Strip {
	story: string;
	/** the steps that are filmed: the first is 1 */
	steps: readonly number[];
	/** milliseconds after the press */
	times: readonly number[];
	cache?: boolean;
}

/** Films the steps and keeps the pictures; what a still says that is not so. */
async function strip(page: Page, info: TestInfo, film: Strip): Promise<void> {
	const { story, steps, times, cache = false } = film;
	await page.clock.install();
	await page.emulateMedia({ reducedMotion: 'no-preference' });
	const search = (at: number) => `${story}?at=${at}${cache ? '&cache=1' : ''}`;
	for (const to of steps) {
		await openMoment(page, search(to - 1));
		if (cache) await expect(page.getByTestId('cache')).toBeVisible();
		await stopTime(page);
		const stills: Awaited<ReturnType<typeof still>>[] = [];
		await filmed(
			page,
			() => page.keyboard.press('ArrowRight'),
			times,
			async (ms) => {
				const name = `${story}-${String(to).padStart(2, '0')}-${String(ms).padStart(3, '0')}ms.png`;
				await page.screenshot({ path: info.outputPath(name), animations: 'allow' });
				stills.push(await still(page));
			},
		);
		const end = await still(page);
		for (const [i, now] of stills.entries()) {
			const where = `step ${to}, ${times[i]} ms`;
			expect(now.holders.length, where).toBe(now.inside);
			expect(now.turns, where).toBeLessThanOrEqual(end.turns);
			expect(now.modified, where).toBeLessThanOrEqual(1);
			expect(now.missing, where).toBeLessThanOrEqual(2 * now.unlinked);
			expect(now.told, where).toBe(end.told);
		}
		await page.clock.resume();
	}
}

const STRIPS = [
	{ family: 'mcs', story: 'mcs-queue', cache: true, steps: [3, 7, 8, 17, 18, 26] },
	{ family: 'mutex', story: 'mutex-thief', cache: false, steps: [1, 4, 10, 21, 23, 25, 30] },
	{ family: 'rwsem', story: 'rwsem-downgrade', cache: false, steps: [4, 9, 10, 36, 37, 50, 55] },
	{ family: 'tp_futex', story: 'tp-handoff', cache: false, steps: [3, 9, 16, 20, 29, 31] },
] as const;

test.use({ viewport: { width: 1280, height: 720 } });

test('in dark every still of a step is right as well, and is dark', async ({ page }, info) => {
	test.slow();
	await page.emulateMedia({ colorScheme: 'dark' });
	await strip(page, info, {
		...{ story: 'mcs-queue', cache: true, steps: [7, 18] },
		times: [0, 80, 160, 260],
	});
	await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
	const light = await page.evaluate(() => {
		const [r = 255, g = 255, b = 255] = (
			getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []
		).map(Number);
		return r + g + b;
	});
	expect(light).toBeLessThan(150);
});

for (const { family, ...film } of STRIPS)
	test(`${family}: every still of a step is right`, async ({ page }, info) => {
		test.slow();
		await strip(page, info, { ...film, times: [0, 40, 80, 120, 160, 200, 260] });
	});

/** Where an author had something to say, the first, one in the middle and the last. */
function threeOf(beats: readonly { at: number }[]): number[] {
	const steps = beats.map(({ at }) => at).filter((at) => at > 0);
	const some = [steps[0], steps[Math.floor(steps.length / 2)], steps.at(-1)];
	return [...new Set(some.filter((at) => at !== undefined))];
}

for (const [lock, factsOf] of Object.entries(FAMILIES))
	test(`${lock}: the stills of its first story are right`, async ({ page }, info) => {
		test.slow();
		const { stories } = (await factsOf()).REST as { stories: Told };
		const told = Object.entries(stories).map(([story, { beats }]) => ({
			story,
			steps: threeOf(beats),
		}));
		const first = told.find(({ steps }) => steps.length > 0);
		expect(first).toBeDefined();
		if (first) await strip(page, info, { ...first, times: [40, 120, 200] });
	});
