/** In a frame, at the decisive moment of a story, all of the lock is in sight: of every story, at the sizes that the documents name. */
import type { Page } from '@playwright/test';
import { leastWord } from './stage-look';
import { decisiveIn, LOCKS } from './stories';
import { expect, frames, test } from './support';

/** What is not whole: a pane with more than it shows, or a drawing that is wider than its place. */
const cut = (page: Page): Promise<string[]> =>
	page.evaluate(() =>
		[...document.querySelectorAll<HTMLElement>('[data-embed] *')]
			.filter((e) => /auto|scroll|hidden/.test(getComputedStyle(e).overflowY))
			.filter((e) => !e.matches('.visually-hidden, svg, svg *') && e.clientHeight > 20)
			.flatMap((e) => {
				const part = e.dataset.region ?? e.className;
				const isWide = e.matches(':has(> svg)') && e.scrollWidth > e.clientWidth + 1;
				return [
					...(e.scrollHeight > e.clientHeight + 6
						? [`${part}: ${e.clientHeight} of ${e.scrollHeight}`]
						: []),
					...(isWide ? [`${part}: ${e.clientWidth} of ${e.scrollWidth} across`] : []),
				];
			}),
	);

for (const [width, height] of [
	[800, 450],
	[400, 600],
] as const)
	for (const { name: lock, stories } of LOCKS)
		test(`whole at the decisive moment at ${width} × ${height}: the stories of ${lock}`, async ({
			page,
		}) => {
			test.setTimeout(30_000 + 5_000 * stories.length);
			await page.emulateMedia({ reducedMotion: 'reduce' });
			await page.setViewportSize({ width, height });
			const decisive = await decisiveIn(lock);
			const wrong: string[] = [];
			await page.goto(`./#/${stories[0]?.name}?embed=1`);
			for (const { name: story, title } of stories) {
				const at = decisive(story);
				await page.evaluate((hash) => {
					location.hash = hash;
				}, `#/${story}?at=${at}&embed=1`);
				await expect(page.locator('[data-embed]')).toHaveAttribute('aria-label', title);
				await expect(page.getByTestId('position')).toContainText(`step ${at} `);
				await frames(page, 8);
				wrong.push(...(await cut(page)).map((one) => `${story}: ${one}`));
				const thin = await page.locator('[data-embed] li span').evaluateAll((all) =>
					all
						.filter((e) => e.checkVisibility() && (e.textContent ?? '').length > 3)
						.map((e) => [e, e.getBoundingClientRect()] as const)
						.filter(([, { width, height }]) => width < 20 && height > 25)
						.map(([e]) => e.textContent),
				);
				wrong.push(...thin.map((one) => `${story}: no room for “${one}”`));
				const least = await leastWord(page);
				if (Number.parseFloat(least) < 13.9) wrong.push(`${story}: ${least}`);
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
