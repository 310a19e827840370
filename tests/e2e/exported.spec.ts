/**
 * The examples that the page exports, and the single file: each opens in Chromium, and is what the page exports now. After a change
 * that is meant: `LOCKSTEP_WRITE_EXAMPLES=1 npx playwright test exported` writes them anew.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { marked } from 'marked';
import { expect, test } from './examples';
import { openMoment } from './support';

const FOLDER = 'docs/embedding/exported';
const SITE = 'https://lockstep.example/';
const example = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

/** The file of a button of the panel, with the examples' address of the site. */
async function exported(page: Page, button: string): Promise<string> {
	const [file] = await Promise.all([
		page.waitForEvent('download'),
		page.getByTestId(button).click(),
	]);
	const site = page.url().replace(/#.*/, '');
	return readFileSync(await file.path(), 'utf8').replaceAll(site, SITE);
}

/** Without the faces, and what is drawn apart from where: another font engine moves it by parts of a pixel. */
function partsOf(svg: string): { drawn: string; places: number[] } {
	const bare = svg.replace(/base64,[\w+/=]+/g, 'base64,');
	const number = /-?\d+(?:\.\d+)?/g;
	return { drawn: bare.replace(number, '#'), places: (bare.match(number) ?? []).map(Number) };
}

for (const [name, button] of [
	['mcs-queue.svg', 'picture-svg'],
	['mcs-queue.md', 'markdown-download'],
	['mcs-queue.tex', 'latex-download'],
] as const)
	test(`${name} is what the page exports now`, async ({ page }) => {
		await openMoment(page, 'mcs-queue?at=11');
		await page.keyboard.press('d');
		await expect(page.getByTestId('export-panel')).toBeVisible();
		const now = await exported(page, button);
		if (process.env.LOCKSTEP_WRITE_EXAMPLES === '1') writeFileSync(join(FOLDER, name), now);
		const kept = example(name);
		if (!name.endsWith('.svg')) {
			expect(kept).toBe(now);
			return;
		}
		const [mine, its] = [partsOf(kept), partsOf(now)];
		expect(mine.drawn).toBe(its.drawn);
		const moved = mine.places.filter((at, i) => Math.abs(at - (its.places[i] ?? 0)) > 1);
		expect(moved).toEqual([]);
	});

test('mcs-queue.png is of the picture that the page exports now', async ({ page }) => {
	await openMoment(page, 'mcs-queue?at=11');
	await page.keyboard.press('d');
	const coming = page.waitForEvent('download');
	await page.getByTestId('picture-png').click();
	const now = readFileSync(await (await coming).path());
	const kept = join(FOLDER, 'mcs-queue.png');
	if (process.env.LOCKSTEP_WRITE_EXAMPLES === '1') writeFileSync(kept, now);
	/* signature, and width and height in its header; another font engine draws other pixels */
	const head = (png: Buffer) => [
		png.subarray(0, 8).toString('hex'),
		png.readUInt32BE(16),
		png.readUInt32BE(20),
	];
	expect(head(readFileSync(kept))).toEqual(head(now));
});

test('the picture stands in a page, whole, with its words', async ({ page, examples, home }) => {
	await page.goto(`${examples}picture.html`);
	const picture = page.getByRole('img');
	await expect(picture).toBeVisible();
	const { width, drawn } = await picture.evaluate(async (e) => {
		const img = e as HTMLImageElement;
		await img.decode();
		return { width: img.naturalWidth, drawn: img.getBoundingClientRect().width };
	});
	expect(width).toBeGreaterThan(400);
	expect(drawn).toBeGreaterThan(400);
	const file = pathToFileURL(resolve(FOLDER, 'mcs-queue.svg')).href;
	home.push(file);
	await page.goto(file);
	const out = await page.evaluate(() => {
		const { right, bottom } = document.documentElement.getBoundingClientRect();
		return [...document.querySelectorAll('text')]
			.filter((e) => {
				const box = e.getBoundingClientRect();
				return box.left < 0 || box.top < 0 || box.right > right || box.bottom > bottom;
			})
			.map((e) => e.textContent);
	});
	expect(out).toEqual([]);
	await expect(page.locator('text', { hasText: 'step 11 of 26' })).toBeVisible();
});

/** From the address of a file to the moment that it names. */
async function opensTheEnd(page: Page, address = ''): Promise<void> {
	expect(address).toContain(SITE);
	await page.goto(address.replace(SITE, './'));
	await expect(page.getByTestId('position')).toHaveText('step 26 of 26');
}

test('the Markdown is a table with a row for each step, and leads back', async ({ page }) => {
	await page.setContent(String(marked.parse(example('mcs-queue.md'), { gfm: true })));
	await expect(page.getByRole('heading', { name: 'Three spinners stand in line' })).toBeVisible();
	await expect(page.getByRole('row')).toHaveCount(27);
	await expect(page.getByRole('row').nth(11)).toHaveText(
		/T3\s+xchg\s+T3 swaps itself in as the tail: tail T2 → T3\.\s+mspin_lock:\d+/,
	);
	for (const row of await page.getByRole('row').all())
		await expect(row.getByRole('cell').or(row.getByRole('columnheader'))).toHaveCount(5);
	await opensTheEnd(page, (await page.getByRole('link').getAttribute('href')) ?? '');
});

test('the LaTeX is a table with a row for each step, and leads back', async ({ page, baseURL }) => {
	await page.goto(new URL('examples/exported/paper.tex', baseURL).href);
	await expect(page.locator('body')).toContainText('\\usepackage{longtable}');
	await expect(page.locator('body')).toContainText('\\input{mcs-queue.tex}');
	await page.goto(new URL('examples/exported/mcs-queue.tex', baseURL).href);
	const tex = String(await page.locator('body').textContent());
	expect(tex).toBe(example('mcs-queue.tex'));
	/* any engine reads ASCII */
	expect(tex).toMatch(/^[\n\x20-\x7e]*$/);
	const rows = tex.split('\n').filter((line) => /^\d+ & /.test(line));
	expect(rows).toHaveLength(26);
	for (const row of rows) expect(row).toMatch(/^(?:[^&]|\\&)+(?: & (?:[^&]|\\&)+){4} \\\\$/);
	for (const [opens, closes] of [
		[/(?<!\\)\{/g, /(?<!\\)\}/g],
		[/\\begin/g, /\\end\{/g],
	] as const)
		expect(tex.match(opens)?.length).toBe(tex.match(closes)?.length);
	await opensTheEnd(page, /https:\/\/\S+/.exec(tex)?.[0]);
});

test('the single file of the site opens from a disk without a network', async ({
	page,
	context,
	request,
	home,
	baseURL,
}) => {
	const folder = mkdtempSync(join(tmpdir(), 'lockstep-example-'));
	const path = join(folder, 'mcs-queue.html');
	const address = new URL('examples/mcs-queue.html', baseURL).href;
	writeFileSync(path, await (await request.get(address)).text());
	const file = pathToFileURL(path).href;
	home.push(file);
	await context.setOffline(true);
	const asked: string[] = [];
	page.on('request', (one) => asked.push(one.url()));
	await page.goto(file);
	await expect(page.getByTestId('position')).toHaveText('step 0 of 26');
	await page.keyboard.press('End');
	await expect(page.getByTestId('position')).toHaveText('step 26 of 26');
	expect(asked.filter((url) => !url.startsWith('data:'))).toEqual([file]);
	await context.setOffline(false);
	/* the documents lead to it, and to the others */
	await page.goto('./#/docs/embedding');
	for (const name of [
		'mcs-queue.html',
		'picture.html',
		'mcs-queue.svg',
		'mcs-queue.png',
		'mcs-queue.md',
		'paper.tex',
	]) {
		const link = page.getByRole('link', { name, exact: true }).first();
		const href = await link.evaluate((a) => (a as HTMLAnchorElement).href);
		expect(new URL(href).pathname).toContain('/examples/');
		expect((await request.get(href)).status(), name).toBe(200);
	}
	rmSync(folder, { recursive: true });
});
