/** A schedule leaves the page: as text for a mail, and as a trace that Perfetto opens. */
import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { builtCore } from '../../wasm/src/testing';
import { faultsOf, type TraceFile } from '../../web/src/export/trace-rules';
import { expect, moment, openMoment, SCHEMES, tellStory, test } from './support';

async function openExport(page: Page): Promise<void> {
	await page.getByTestId('export').click();
	await expect(page.getByTestId('export-panel')).toBeVisible();
}

async function download(page: Page, button: string): Promise<{ name: string; text: string }> {
	const [file] = await Promise.all([
		page.waitForEvent('download'),
		page.getByTestId(button).click(),
	]);
	return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

const addressIn = (text: string): string => /^<(\S+)>$/m.exec(text)?.[1] ?? '';
const stepsIn = (file: TraceFile): number =>
	file.traceEvents.filter((e) => e.cat === 'step' || e.cat === 'environment').length;

test('a story as text: every step, and an address that opens its end', async ({ page }) => {
	await openMoment(page, 'mutex-wake');
	await openExport(page);
	const { name, text } = await download(page, 'export-text');
	expect(name).toBe('lockstep-mutex-wake.txt');
	const lines = text.split('\n');
	expect(lines[0]).toBe('Lockstep: To sleep and to be woken');
	expect(lines.filter((l) => l.length > 72 && !l.startsWith('<http'))).toEqual([]);
	const numbers = lines.flatMap((l) => /^[* ] +(\d+) {2}(T\d|env) /.exec(l)?.[1] ?? []);
	expect(numbers).toEqual(Array.from({ length: 33 }, (_, i) => String(i + 1)));
	await page.goto('./#/');
	await page.goto(addressIn(text));
	const { at, narration } = await moment(page, 33);
	expect(at).toBe(33);
	expect(narration).toContain('T2 writes its name as the owner');
	await expect(page.getByTestId('notice')).toBeHidden();
});

test('a story as trace events: keeps the format, tells every step', async ({ page }) => {
	await openMoment(page, 'rwsem-starved-writer');
	const total = Number(/of (\d+)/.exec(await page.getByTestId('position').innerText())?.[1]);
	expect(total).toBeGreaterThan(20);
	await openExport(page);
	const { name, text } = await download(page, 'export-trace');
	expect(name).toBe('lockstep-rwsem-starved-writer.trace.json');
	const file = JSON.parse(text) as TraceFile;
	expect(faultsOf(file)).toEqual([]);
	expect(stepsIn(file)).toBe(total);
	expect(file.otherData).toMatchObject({ scenario: 'rwsem-starved-writer', steps: total });
	await expect(page.getByTestId('toast')).toContainText(name);
});

test('only as far as the moment shown', async ({ page }) => {
	await openMoment(page, 'mcs-queue');
	await tellStory(page);
	await page.keyboard.press('ArrowLeft');
	await page.keyboard.press('ArrowLeft');
	const { at } = await moment(page);
	await openExport(page);
	await page.getByTestId('export-up-to-here').check();
	const { text } = await download(page, 'export-trace');
	expect(stepsIn(JSON.parse(text))).toBe(at);
	await page.getByTestId('export-up-to-here').uncheck();
	const whole = await download(page, 'export-trace');
	expect(stepsIn(JSON.parse(whole.text))).toBe(at + 2);
});

test('a story as a table of Markdown and of LaTeX', async ({ page }) => {
	await openMoment(page, 'mutex-wake');
	await openExport(page);
	const markdown = await download(page, 'markdown-download');
	expect(markdown.name).toBe('lockstep-mutex-wake.md');
	expect(markdown.text).toMatch(/^### To sleep and to be woken\n/);
	expect(markdown.text.match(/^\| \d+/gm)?.length).toBeGreaterThan(20);
	const latex = await download(page, 'latex-download');
	expect(latex.name).toBe('lockstep-mutex-wake.tex');
	expect(latex.text).toContain('\\begin{longtable}');
});

test('the first moment as a picture has the story’s opening, and its faces', async ({ page }) => {
	await openMoment(page, 'mutex-stampede');
	await openExport(page);
	const { text } = await download(page, 'picture-svg');
	expect(text.match(/@font-face/g)).toHaveLength(3);
	const texts = await page.evaluate((svg) => {
		const bare = svg.replace(/<style>.*?<\/style>/s, '');
		const { documentElement: root } = new DOMParser().parseFromString(bare, 'image/svg+xml');
		const texts = [...root.querySelectorAll(':scope > g text')];
		const drawn = texts.filter((t) => root.isSameNode(t.closest('svg')));
		return {
			desc: root.querySelector('desc')?.textContent,
			said: [...root.querySelectorAll(':scope > text')].map((t) => t.textContent).join(' '),
			/* each keeps its width, also where another face stands in */
			loose: drawn.filter((t) => !t.hasAttribute('textLength')).map((t) => t.textContent),
			drawn: drawn.length,
		};
	}, text);
	const opening = 'Watch how many threads one release sets in motion.';
	expect(texts.desc).toContain(opening);
	expect(texts.said).toContain(opening);
	expect(texts.drawn).toBeGreaterThan(5);
	expect(texts.loose).toEqual([]);
});

test('the moment as a picture: what it says and shows, alone in one file', async ({ page }) => {
	await openMoment(page, 'mcs-queue?at=11');
	await openExport(page);
	const { name, text } = await download(page, 'picture-svg');
	expect(name).toBe('lockstep-mcs-queue.svg');
	const shown = await page.evaluate(async (svg) => {
		const { documentElement: root } = new DOMParser().parseFromString(
			svg.replace(/<style>.*?<\/style>/s, ''),
			'image/svg+xml',
		);
		const image = new Image();
		image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
		await image.decode();
		return {
			texts: [...root.querySelectorAll('text')].map((t) => t.textContent),
			strange: [...root.querySelectorAll('script, foreignObject, [class], [href]')].length,
			addresses: [...svg.matchAll(/url\((?!["']?(?:#|data:))[^)]*\)/g)].map(String),
			size: [image.naturalWidth, image.naturalHeight],
		};
	}, text);
	const said = shown.texts.join(' ');
	const parts = [
		...['Three spinners stand in line · step 11 of 26', 'T3 swaps itself in as the tail'],
		...['tail', 'next', 'NULL', 'locked', '0x00000003', 'its turn'],
	];
	for (const part of parts) expect(said).toContain(part);
	expect(shown).toMatchObject({ strange: 0, addresses: [] });
	const [file] = await Promise.all([
		page.waitForEvent('download'),
		page.getByTestId('picture-png').click(),
	]);
	const bytes = readFileSync(await file.path());
	expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual(shown.size.map((n) => 2 * n));
	/* the colours of the first thread's mark and of the ground are in it */
	const colours = await page.evaluate(async (png) => {
		const image = new Image();
		image.src = `data:image/png;base64,${png}`;
		await image.decode();
		const canvas = document.createElement('canvas');
		[canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
		const pen = canvas.getContext('2d');
		pen?.drawImage(image, 0, 0);
		const { data = [] } = pen?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
		const found = new Set<string>();
		for (let i = 0; i < data.length; i += 4) found.add(data.slice(i, i + 3).join());
		return ['0,104,166', '253,252,249', '255,226,122'].map((colour) => found.has(colour));
	}, bytes.toString('base64'));
	expect(colours).toEqual([true, true, true]);
});

test('a schedule of the reader’s own, with a fault planted', async ({ page }) => {
	await openMoment(page, 'mcs?sw=torn_swap');
	for (const key of ['1', '1', '2', '2', '1', '2', '1', '2', '1', '2', '1', '2'])
		await page.keyboard.press(key);
	const { at } = await moment(page);
	await openExport(page);
	const { text } = await download(page, 'export-text');
	expect(text).toContain('planted: torn_swap');
	expect(text).toContain(`${at} steps; at the end: `);
	expect(text.match(/^ {2}T\d /gm)).toHaveLength(3);
});

test('by the keyboard alone: opened, copied, closed, and the focus is back', async ({
	page,
	context,
}) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	await openMoment(page, 'mcs-queue');
	await page.getByTestId('export').focus();
	await page.keyboard.press('d');
	await expect(page.getByTestId('export-panel')).toBeVisible();
	for (let i = 0; i < 4; i++) {
		if ((await page.evaluate(() => document.activeElement?.textContent)) === 'Copy text') break;
		await page.keyboard.press('Tab');
	}
	await page.keyboard.press('Enter');
	await expect(page.getByTestId('toast')).toContainText('Text copied');
	const copied = await page.evaluate(() => navigator.clipboard.readText());
	expect(copied).toContain('Lockstep: Three spinners stand in line');
	expect(copied).toContain('26 steps');
	await page.keyboard.press('Escape');
	await expect(page.getByTestId('export-panel')).toBeHidden();
	await expect(page.getByTestId('export')).toBeFocused();
});

test('a very long schedule: the page answers meanwhile, and it can be cancelled', async ({
	page,
}) => {
	test.setTimeout(120_000);
	const core = await builtCore();
	const steps = 120_000;
	const config = core.configOf('mcs', { threads: 3 });
	/* T1 takes the lock, T2 and T3 stand in line and look at their nodes in turn. */
	const schedule = Array.from({ length: steps }, (_, i) =>
		i < 12 ? Math.floor(i / 4) : 1 + (i % 2),
	);
	await openMoment(page, core.formatUrl(config, schedule, steps));
	const saved: string[] = [];
	page.on('download', (file) => saved.push(file.suggestedFilename()));
	await openExport(page);
	await page.getByTestId('export-trace').click();
	await expect(page.getByTestId('export-working')).toBeVisible();
	await page.keyboard.press('ArrowLeft');
	expect((await moment(page, steps - 1)).narration).toContain('spins on its own node');
	await expect(page.getByTestId('export-working')).toBeVisible();
	await page.getByTestId('export-working').getByRole('button', { name: 'Cancel' }).click();
	await expect(page.getByTestId('export-working')).toBeHidden();
	const { text } = await download(page, 'export-text');
	expect(text.match(/^ +\d+ {2}T\d /gm)).toHaveLength(steps);
	expect(text).toMatch(/^ {2}120000 {2}T3 /m);
	expect(saved).toEqual(['lockstep-mcs.txt']);
});

for (const colorScheme of SCHEMES)
	test(`axe finds nothing in the panel: ${colorScheme}`, async ({ page }) => {
		await page.emulateMedia({ colorScheme });
		await openMoment(page, 'mutex-wake');
		await page.keyboard.press('ArrowRight');
		await openExport(page);
		await expect(page.getByTestId('export-up-to-here')).toBeVisible();
		const axe = new AxeBuilder({ page })
			.include('[data-testid="export-panel"]')
			.include('[data-region="header"]');
		const { violations, passes } = await axe.analyze();
		expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' | ')}`)).toEqual([]);
		expect(passes.map((p) => p.id)).toContain('color-contrast');
	});
