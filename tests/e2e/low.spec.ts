/** Low windows, as a phone held across: what is said and the buttons that step are in view together, and nothing is moved sideways. */
import type { Page } from '@playwright/test';
import { expect, openMoment, test } from './support';

const VIEWS: [name: string, open: (page: Page) => Promise<void>, said: string, pressed: string][] =
	[
		[
			'a story',
			(page) => openMoment(page, 'rwsem-single-pass?at=20'),
			'[data-testid="narration"]',
			'[data-testid="forward"]',
		],
		[
			'a story with a fault',
			(page) => openMoment(page, 'mutex-fault-sleeping-head?at=16'),
			'[data-testid="narration"]',
			'[data-testid="forward"]',
		],
		[
			'a level',
			(page) => openMoment(page, 'level/two-heads'),
			'[data-testid="narration"]',
			'[data-testid="actor-2"]',
		],
		[
			'side by side',
			async (page) => {
				await page.goto('./#/compare/mutex-stampede/mutex-mcs-queue?at=20');
				await expect(page.getByTestId('position').first()).toContainText('20');
			},
			'[data-testid="side-sentence"]',
			'[data-testid="forward-right"]',
		],
		[
			'a lesson',
			async (page) => {
				await page.goto('./#/learn/stampede-and-queue');
				const figure = page.getByTestId('figure').first();
				await figure.scrollIntoViewIfNeeded();
				await expect(figure).toHaveAttribute('data-ready');
				await figure.evaluate((element) => element.scrollIntoView());
			},
			'[data-testid="figure"] [data-testid="narration"]',
			'[data-testid="figure"] [data-testid="next-note"]',
		],
	];

for (const [viewport, colorScheme] of [
	[{ width: 844, height: 390 }, 'light'],
	[{ width: 844, height: 390 }, 'dark'],
	[{ width: 1280, height: 400 }, 'light'],
	[{ width: 1280, height: 400 }, 'dark'],
] as const)
	test.describe(`${viewport.width} × ${viewport.height}, ${colorScheme}`, () => {
		test.use({ viewport, colorScheme });
		for (const [name, open, said, pressed] of VIEWS)
			test(`${name}: the sentence and the buttons are in view`, async ({ page }) => {
				await open(page);
				const bar = await page
					.locator('[data-region="transport"]')
					.first()
					.evaluateAll(([e]) => (e ? e.getBoundingClientRect().top : innerHeight));
				for (const sentence of await page.locator(said).filter({ visible: true }).all()) {
					const box = await sentence.boundingBox();
					expect(box?.y, name).toBeGreaterThanOrEqual(0);
					if (box && name !== 'a lesson') expect(box.y + box.height).toBeLessThanOrEqual(bar + 1);
					if (name === 'a lesson') break;
				}
				await expect(page.locator(pressed).first()).toBeInViewport({ ratio: 1 });
				expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
					viewport.width,
				);
			});
	});
