/** What the plans of docs/teaching name beside their stories, opened from a list as a lecturer does: lessons, levels, comparisons, a recorded run. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './support';

const PLANS = ['talk', 'lecture', 'lecture-45'] as const;

/** Each once, what stands in the notes of a table as well. */
const addressesOf = (plan: string): string[] => [
	...new Set(
		[...readFileSync(`docs/teaching/${plan}.md`, 'utf8').matchAll(/`#\/([^`]+)`/g)].map(
			([, address = '']) => address,
		),
	),
];

/** What a reader sees of each kind that says that it is open, and can be used. */
const OPENS: readonly [kind: RegExp, open: (page: Page, address: string) => Promise<void>][] = [
	[
		/^learn\//,
		async (page) => {
			const figure = page.getByTestId('figure').first();
			await figure.scrollIntoViewIfNeeded();
			await expect(figure).toHaveAttribute('data-ready');
			await figure.getByTestId('forward').click();
			await expect(figure.getByTestId('position')).toContainText(/step [1-9]/);
		},
	],
	[
		/^level\//,
		async (page) => {
			await expect(page.getByTestId('goal')).toBeVisible();
			await page.keyboard.press('1');
			await expect(page.getByTestId('position')).toContainText('step 1 ');
		},
	],
	[
		/^repair\//,
		async (page) => {
			await page.getByTestId('repair-example').click();
			await expect(page.getByTestId('position')).toContainText(/step \d+ of [1-9]/);
		},
	],
	[
		/^compare\//,
		async (page) => {
			const position = page.getByTestId('position');
			await expect(position).toBeVisible();
			const at = await position.textContent();
			await page.keyboard.press('ArrowRight');
			await expect(position).not.toHaveText(String(at));
		},
	],
	[
		/^trace\//,
		async (page) => {
			await expect(page.getByTestId('position')).toContainText('step 0 of');
			await page.keyboard.press('PageDown');
			await expect(page.getByTestId('position')).not.toContainText('step 0 of');
		},
	],
];

for (const plan of PLANS)
	test(`what ${plan}.md names beside its stories opens, and can be used`, async ({ page }) => {
		test.setTimeout(180_000);
		const seen = new Set<string>();
		for (const address of addressesOf(plan)) {
			const [kind, open] = OPENS.find(([kind]) => kind.test(address)) ?? [];
			if (!kind || !open) continue;
			await test.step(address, async () => {
				await page.goto('about:blank');
				await page.goto(`./#/${address}`);
				await open(page, address);
				await expect(page.getByRole('alert')).toHaveCount(0);
			});
			seen.add(kind.source);
		}
		expect(seen.size).toBe(plan === 'lecture' ? 4 : 2);
	});
