/** How much a reader loads. The bounds are those of docs/boundary.md; sizes are the same on every machine. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { moduleSizes, packedSize, requestsOf } from '../../scripts/lib/sizes.mjs';
import { expect, openGallery, test } from './support';

const FIRST_VIEW = 200_000;
const MODULE = 40_000;
/** What the first view says of one: its name, its title, its lesson. */
const SCENARIO = 120;

const isModule = (path: string) => path.endsWith('.wasm');
const packed = (paths: Iterable<string>) =>
	Object.fromEntries([...paths].map((path) => [path, packedSize(path)]));
const sum = (sizes: Record<string, number>) => Object.values(sizes).reduce((a, b) => a + b, 0);

const picture = (page: Page) =>
	page
		.locator('[data-part="picture"]')
		.first()
		.evaluate((element) => element.innerHTML);

for (const [width, height] of [
	[1280, 720],
	[1920, 1080],
	[390, 844],
] as const)
	test(`the first view at ${width} × ${height} is small, whole and moves, without a module`, async ({
		page,
		baseURL,
	}) => {
		await page.setViewportSize({ width, height });
		const paths = requestsOf(page, String(baseURL));
		await openGallery(page);
		await expect(page.locator('[data-part="picture"] svg').first()).toBeVisible();
		await page.waitForLoadState('networkidle');
		const before = await picture(page);
		await expect.poll(() => picture(page)).not.toBe(before);
		await page.waitForTimeout(1500); // what a page does when it is idle
		await page.waitForLoadState('networkidle');
		const sizes = packed(paths);
		expect(sum(sizes), JSON.stringify(sizes, null, '\t')).toBeLessThanOrEqual(FIRST_VIEW);
		expect([...paths].filter(isModule)).toEqual([]);
	});

test('the module of a card comes when it is pointed at, and is there when it is opened', async ({
	page,
	baseURL,
}) => {
	const paths = requestsOf(page, String(baseURL));
	await openGallery(page);
	const card = page.locator('[data-testid^="start-card-"]').first();
	await card.hover();
	await expect.poll(() => [...paths].filter(isModule)).toHaveLength(1);
	await page.waitForLoadState('networkidle');
	const before = [...paths];
	await card.getByRole('link').click();
	await expect(page.getByTestId('position')).toBeVisible();
	expect([...paths].filter(isModule)).toEqual(before.filter(isModule));
});

test('an address brings the module of its lock, and no other', async ({ page, baseURL }) => {
	const paths = requestsOf(page, String(baseURL));
	await page.goto('./#/rwsem-single-pass');
	await expect(page.getByTestId('position')).toBeVisible();
	await page.waitForLoadState('networkidle');
	const modules = [...paths].filter(isModule);
	expect(modules).toHaveLength(1);
	expect(modules[0]).toMatch(/\/rwsem-[\w-]{8}\.wasm$/);
});

test('the first view says little of each scenario', () => {
	const texts = ['index', 'lessons', 'lock-of'].map((name) =>
		readFileSync(`wasm/generated/${name}.ts`),
	);
	const packed = texts.reduce((total, text) => total + gzipSync(text, { level: 9 }).length, 0);
	const scenarios = String(texts[2])
		.split('\n')
		.filter((line) => line.startsWith('\t')).length;
	expect(scenarios).toBeGreaterThan(50);
	expect(packed / scenarios).toBeLessThanOrEqual(SCENARIO);
});

test('every module is small', () => {
	const sizes = moduleSizes();
	expect(sizes.length).toBeGreaterThanOrEqual(8);
	expect(sizes.filter(({ packed }) => packed > MODULE)).toEqual([]);
});
