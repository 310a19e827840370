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

/** What docs/boundary.md states may be off by so many kB: a few texts more or less are no news. */
const OFF = { module: 3, view: 5 };

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
		/* what all other stories teach comes with the first card that is unfolded */
		expect([...paths].filter((path) => /\/lessons-/.test(path))).toEqual([]);
		await expect(page.locator('[data-testid^="start-card-"]')).toContainText(
			'Each spinner waits on',
		);
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

/** The row of the table of sizes that begins so. */
const stated = (beginning: string) => {
	const lines = readFileSync('docs/boundary.md', 'utf8').split('\n');
	const row = lines.find((line) => line.startsWith(`| ${beginning}`));
	expect(row, `docs/boundary.md has no row "${beginning}"`).toBeDefined();
	return String(row);
};
/** Each "24 kB (`mcs`)" of a row. */
const named = (row: string) =>
	[...row.matchAll(/(\d+) kB[^(|`]*\(`([\w/-]+)`/g)].map(([, kB, name]) => ({
		name: String(name),
		kB: Number(kB),
	}));
const isAbout = (bytes: number, kB: number, off: number, what: string) =>
	expect(Math.abs(bytes / 1000 - kB), `${what}: ${bytes} bytes, not ${kB} kB`).toBeLessThanOrEqual(
		off,
	);

test('the modules are as small as docs/boundary.md says, and the ones that it names are the ends', () => {
	const sizes = moduleSizes().sort((a, b) => a.packed - b.packed);
	const kinds = [
		sizes.filter(({ name }) => !/-(?:trace|edit|starvation)\.wasm$/.test(name)),
		sizes.filter(({ name }) => name.endsWith('-trace.wasm')),
		sizes.filter(({ name }) => name.endsWith('-edit.wasm')),
		sizes.filter(({ name }) => name.endsWith('-starvation.wasm')),
	];
	const figures = named(stated('a module'));
	expect(figures).toHaveLength(2 * kinds.length);
	for (const [i, { name, kB }] of figures.entries()) {
		const end = kinds[Math.floor(i / 2)]?.at(i % 2 ? -1 : 0);
		expect(end?.name).toBe(`${name}.wasm`);
		isAbout(Number(end?.packed), kB, OFF.module, name);
	}
});

test('the first view, a scenario and a level load as much as docs/boundary.md says', async ({
	page,
	browser,
	baseURL,
}) => {
	const home = String(baseURL);
	const paths = requestsOf(page, home);
	await openGallery(page);
	await page.waitForLoadState('networkidle');
	const view = /(\d+) kB, (\d+) of them fonts/.exec(stated('the first view'));
	const fonts = [...paths].filter((path) => path.endsWith('.woff2'));
	isAbout(sum(packed(paths)), Number(view?.[1]), OFF.view, 'the first view');
	isAbout(sum(packed(fonts)), Number(view?.[2]), OFF.view, 'its fonts');
	const figures = named(stated('a scenario opened by its address'));
	expect(figures.map(({ name }) => name.startsWith('level/'))).toEqual([false, false, true]);
	for (const { name, kB } of figures) {
		const fresh = await browser.newPage({ viewport: { width: 1280, height: 720 } });
		const asked = requestsOf(fresh, home);
		await fresh.goto(`${home}#/${name}`);
		await expect(fresh.getByTestId('position')).toBeVisible();
		await fresh.waitForLoadState('networkidle');
		isAbout(sum(packed(asked)), kB, OFF.view, name);
		await fresh.close();
	}
});
