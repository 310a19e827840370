/** Recorded runs: they play in the same stepper, and no file can do worse than be refused. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { builtCore, madeTraceText } from '../../wasm/src/testing';
import { axeOn } from './axe';
import { expect, frames, moment, openGallery, openMoment, SCHEMES, test } from './support';

/** By recording, what its bookmarks lead to, in their order: what it must show. */
const SHIPPED: Record<string, readonly RegExp[]> = {
	'tp-handoff': [
		/past its handoff threshold/,
		/asks for handoff/,
		/grants the request/,
		/hands the lock to the top waiter: .*→ 0x[1-9a-f]/,
	],
	'mutex-pipe': [
		/goes to sleep: asleep/,
		/asks for the mutex: the unlock must give it away/,
		/gives the first waiter the mutex/,
		/takes the mutex and clears PICKUP/,
	],
	'rwsem-mmap': [
		/sleeps until it is granted the lock: asleep/,
		/takes the reader back out and asks for handoff/,
		/counts the first reader in: /,
		/grants the reader the lock/,
		/grants the reader the lock/,
		/wakes a thread that it has picked/,
		/sees that it has been granted the lock/,
	],
	'mutex-pickup': [
		/asks for the mutex: the unlock must give it away/,
		/reads that it must give the mutex away/,
		/gives the first waiter the mutex/,
		/finds that the mutex has been given away/,
	],
	'mutex-sleep-wake': [
		/preempts T\d/,
		/goes to sleep: asleep/,
		/wakes the first waiter/,
		/wakes up: back on a CPU/,
		/goes to sleep: asleep/,
	],
	'rwsem-steal': [
		/ahead of any waiter/,
		/wakes up: back on a CPU/,
		/sleeps until an unlock wakes it/,
	],
	'rwsem-asks': [
		/asks for handoff, having waited past its threshold/,
		/notes for whom HANDOFF is set/,
		/takes the lock from its place in the list: .*HANDOFF/,
	],
	'tp-rwlock-group': [
		/becomes the leader of the readers that wait/,
		/sleeps until an unlock or a dying writer wakes it: asleep/,
		/wakes a thread that it has picked/,
		/counts itself as one more reader/,
	],
};
const IDS = Object.keys(SHIPPED);
const textOf = (id: string) => readFileSync(`web/traces/${id}.trace`, 'utf8');
/** One in which every access was seen: no value can be changed unnoticed. */
const WHOLE = IDS.find((id) => /^seen all$/m.test(textOf(id))) ?? 'rwsem-steal';

async function openRecorded(page: Page, fragment: string): Promise<void> {
	await page.goto(`./#/trace/${fragment}`);
	await expect(page.getByTestId('recording')).toBeVisible();
	await expect(page.getByTestId('position')).toBeVisible();
}

/** Through the button of the gallery, as a reader would. */
async function chooseFile(page: Page, name: string, text: string | Buffer): Promise<void> {
	const asked = page.waitForEvent('filechooser');
	await page.getByTestId('open-trace').click();
	const buffer = Buffer.from(text as string);
	await (await asked).setFiles({ name, mimeType: 'text/plain', buffer });
}

/** Lets a file fall on the page. */
async function drop(page: Page, name: string, text: string): Promise<void> {
	const data = await page.evaluateHandle(
		([file, content]) => {
			const transfer = new DataTransfer();
			transfer.items.add(new File([content], file, { type: 'text/plain' }));
			return transfer;
		},
		[name, text] as const,
	);
	await page.dispatchEvent('body', 'dragover', { dataTransfer: data });
	await page.dispatchEvent('body', 'drop', { dataTransfer: data });
}

/** Steps of what is open. */
async function lengthOf(page: Page): Promise<number> {
	const text = await page.getByTestId('position').textContent();
	return Number(/of (\d+)$/.exec(text ?? '')?.[1]);
}

function tampered(): { text: string; line: number } {
	const lines = textOf(WHOLE).split('\n');
	const at = lines.findIndex((line, i) => i > lines.length / 2 && / load .*old=/.test(line));
	lines[at] = (lines[at] as string).replace(/old=\w+/, 'old=0x7717');
	return { text: lines.join('\n'), line: at + 1 };
}

for (const id of IDS) {
	test(`${id} opens from the gallery, says where it comes from, and is scrubbed`, async ({
		page,
	}) => {
		await openGallery(page);
		const link = page.getByTestId(`recorded-card-${id}`).getByRole('link');
		const title = (await link.textContent()) ?? '';
		await link.click();
		await expect(page.getByTestId('recorded')).toHaveText('recorded');
		await expect(page).toHaveTitle(new RegExp(title));
		await expect(page.getByTestId('toast')).toContainText('fit the model');
		await page.getByTestId('provenance').click();
		const panel = page.getByTestId('recording-panel');
		for (const [, key, value] of textOf(id).matchAll(/^about (\S+) (.+)$/gm))
			if (key !== 'events') await expect(panel, key).toContainText((value as string).trim());
		await expect(panel).toContainText('ticks a microsecond');
		await expect(panel.getByTestId('coverage')).toHaveText(/covered \d+ of \d+ lines/);
		await page.keyboard.press('Escape');
		await expect(page.getByTestId('provenance')).toBeFocused();

		const length = await lengthOf(page);
		expect(length).toBeGreaterThan(10);
		for (const sign of SHIPPED[id] ?? []) {
			await page.keyboard.press(']');
			await expect(page.getByTestId('narration')).toContainText(sign);
		}
		await page.keyboard.press('Home');
		await page.keyboard.press('ArrowRight');
		await moment(page, 1);
		await expect(page.getByTestId('recorded-time')).toContainText('start of the recording');
		await page.keyboard.press('End');
		await moment(page, length);
		await expect(page.getByTestId('recorded-time')).toContainText(
			/[\d.]+ (µs|ms|s) after the start/,
		);
		await expect(page.getByTestId('story-end')).toContainText('End of the recording');
		await page.keyboard.press('Home');
		await page.getByRole('slider', { name: 'Step' }).focus();
		await page.keyboard.press('ArrowUp');
		await moment(page, 1);
	});
}

test('the address is the moment, a step of one’s own included', async ({ page, context }) => {
	await openRecorded(page, `${WHOLE}?at=30`);
	const length = await lengthOf(page);
	const before = await moment(page, 30);
	await page.keyboard.press('ArrowRight');
	const recorded = await moment(page, 31);
	await page.keyboard.press('ArrowLeft');
	await moment(page, 30);
	for (const key of ['1', '2', '3', '4']) {
		await page.keyboard.press(key);
		await frames(page, 3);
		if (await page.getByTestId('own-steps').isVisible()) break;
		await page.keyboard.press('ArrowLeft');
		await moment(page, 30);
	}
	await expect(page.getByTestId('own-steps')).toContainText('from 30 on');
	const own = await moment(page, 31);
	expect(own).not.toEqual(recorded);
	await expect.poll(() => page.url()).toMatch(/at=31&from=30&then=/);

	const other = await context.newPage();
	await other.goto(page.url());
	expect(await moment(other, 31)).toEqual(own);
	await other.getByTestId('back-to-recording').click();
	expect(await moment(other, 30)).toEqual(before);
	await expect(other.getByTestId('position')).toHaveText(`step 30 of ${length}`);
	await expect(other.getByTestId('recorded')).toBeVisible();
});

test('the browser’s Back leads out of a recording and Forward back into it', async ({ page }) => {
	await openMoment(page, 'mcs-queue');
	await page.keyboard.press('ArrowRight');
	await moment(page, 1);
	await expect.poll(() => page.url()).toContain('s=');
	await drop(page, 'mine.trace', textOf(WHOLE));
	await expect(page.getByTestId('recording')).toBeVisible();
	expect(page.url()).toContain('#/trace/file-1');
	await page.goBack();
	await expect(page.getByTestId('recording')).toBeHidden();
	expect((await moment(page)).at).toBe(1);
	await page.goForward();
	await expect(page.getByTestId('recording')).toBeVisible();
	await page.keyboard.press('l');
	await expect(page.getByTestId('toast')).toContainText('No link');
});

test('a run that the model does not allow ends there, marked and said', async ({ page }) => {
	const { text, line } = tampered();
	await openGallery(page);
	await chooseFile(page, 'tampered.trace', text);
	const toast = page.getByTestId('toast');
	await expect(toast).toContainText(`line ${line.toLocaleString('en')}`);
	await page.getByTestId('to-disagreement').click();
	const length = await lengthOf(page);
	const { at } = await moment(page, length);
	expect(at).toBeGreaterThan(0);
	const said = page.getByTestId('disagreement');
	await expect(said).toContainText('Recorded:');
	await expect(said).toContainText('The model allows:');
	await expect(said).toContainText(/30487|0x7717/);
	await expect(page.getByTestId('live')).toContainText('leaves the model');
	await expect(page.getByTestId('lanes-flag')).toHaveCount(1);
	await expect(page.getByTestId('overview-flag')).toHaveCount(1);
	await page.keyboard.press('ArrowLeft');
	await expect(said).toBeHidden();
});

test('a damaged file opens as far as it goes, and its line is named', async ({ page }) => {
	const lines = textOf(WHOLE).split('\n');
	const cut = Math.floor(lines.length / 2);
	lines[cut] = '1 this is no event';
	await openGallery(page);
	await chooseFile(page, 'damaged.trace', lines.join('\n'));
	await expect(page.getByTestId('notice')).toContainText(`${cut + 1}`);
	await expect(page.getByTestId('recorded')).toBeVisible();
	expect(await lengthOf(page)).toBeGreaterThan(cut / 4);
	await page.keyboard.press('ArrowRight');
	await moment(page, 1);
});

const NO_TRACES: { name: string; text: string; says: RegExp }[] = [
	{ name: 'empty.trace', text: '', says: /empty/ },
	{
		name: 'page.html',
		text: '<!doctype html><script>document.title = "owned"</script>',
		says: /./,
	},
	{ name: 'noise.bin', text: '\u0000\u0001\u00ff'.repeat(5000), says: /./ },
	{
		name: 'ftrace.txt',
		text: '# tracer: nop\n#\n  bash-812 [001] d..2. 1042.118: contention_begin: 00000000c0ffee (flags=SPIN)\n',
		says: /npm run lockstep -- record NAME.*npm run record:kernel.*ftrace.*#\/docs\/traces/s,
	},
	{ name: 'newer.trace', text: 'lockstep-trace 99\nevents\n', says: /./ },
	{
		name: 'no-such-lock.trace',
		text: 'lockstep-trace 1\nlock "><img src=x>\nthreads LL\nseen all\nticks 1\nevents\n',
		says: /./,
	},
];

for (const { name, text, says } of NO_TRACES) {
	test(`what is no trace is refused, and what was open stays: ${name}`, async ({ page }) => {
		await openMoment(page, 'mcs-queue');
		for (const key of ['1', '2', '1']) await page.keyboard.press(key);
		const before = await moment(page, 3);
		await drop(page, name, text);
		const notice = page.getByTestId('notice');
		await expect(notice).toContainText(`“${name}” was not opened`);
		expect(await notice.locator('li').count()).toBeGreaterThan(1);
		await expect(notice).toContainText(says);
		expect(await moment(page, 3)).toEqual(before);
		await page.keyboard.press('1');
		await moment(page, 4);
		await expect(page.getByTestId('position')).toBeVisible();
		await expect(page).not.toHaveTitle(/owned/);
		expect(await page.locator('#root script, #root img').count()).toBe(0);
		expect(page.url()).toContain('mcs-queue');
	});
}

test('an address without its recording leads to the gallery and says so', async ({ page }) => {
	for (const id of ['no-such-run', 'file-7', '%E0%A4%A']) {
		await page.goto('./#/mcs-queue');
		await page.goto('about:blank');
		await page.goto(`./#/trace/${id}?at=3`);
		await expect(page.getByTestId('notice')).toContainText('was not opened');
		await expect(page.getByTestId('search')).toBeVisible();
	}
});

test('100,000 events open and are scrubbed, a moment for each move (how fast: npm run bench)', async ({
	page,
}) => {
	const EVENTS = 100_000;
	const text = madeTraceText(await builtCore(), EVENTS);
	await openGallery(page);
	await drop(page, 'long.trace', text);
	await expect(page.getByTestId('position')).toHaveText(`step 0 of ${EVENTS}`);
	await expect(page.getByTestId('recording')).toBeVisible();

	const box = await page.getByTestId('overview').boundingBox();
	if (!box) throw new Error('no overview');
	const y = box.y + box.height / 2;
	await page.mouse.move(box.x + 100, y);
	await page.mouse.down();
	const seen = new Set<number>();
	for (let i = 1; i <= 40; i++) {
		await page.mouse.move(box.x + 100 + ((box.width - 120) * i) / 40, y);
		await frames(page, 2);
		seen.add((await moment(page)).at);
	}
	await page.mouse.up();
	expect(seen.size).toBe(40);
	expect(Math.max(...seen)).toBeGreaterThan(0.9 * EVENTS);
});

const SCREENS = [
	{ width: 1280, height: 720 },
	{ width: 1920, height: 1080 },
	{ width: 390, height: 844 },
];

for (const viewport of SCREENS) {
	test.describe(`at ${viewport.width} × ${viewport.height}`, () => {
		test.use({ viewport });

		test('axe finds nothing, light and dark, and nothing is cut off at the side', async ({
			page,
		}) => {
			await openGallery(page);
			await chooseFile(page, 'tampered.trace', tampered().text);
			await page.getByTestId('to-disagreement').click();
			await expect(page.getByTestId('disagreement')).toBeVisible();
			for (const panel of [false, true]) {
				if (panel) {
					await page.getByTestId('provenance').click();
					await expect(page.getByTestId('recording-panel')).toBeVisible();
				}
				for (const colorScheme of SCHEMES) {
					await page.emulateMedia({ colorScheme });
					await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
					const part = panel ? '[data-testid="recording-panel"]' : '[data-testid="recording"]';
					const axe = axeOn(page).include(part);
					const { violations, passes } = await (panel
						? axe
						: axe.include('[data-region="narration"]')
					).analyze();
					expect(violations.map((v) => `${colorScheme}: ${v.id}`)).toEqual([]);
					expect(passes.map((p) => p.id)).toContain('color-contrast');
				}
			}
			const wide = await page.evaluate(() => document.documentElement.scrollWidth);
			expect(wide).toBeLessThanOrEqual(viewport.width);
		});
	});
}

test('all of it by keyboard', async ({ page }) => {
	await openGallery(page);
	const asked = page.waitForEvent('filechooser');
	await page.keyboard.press('O');
	const buffer = Buffer.from(textOf(WHOLE));
	await (await asked).setFiles({ name: 'run.trace', mimeType: 'text/plain', buffer });
	await expect(page.getByTestId('recording')).toBeVisible();
	for (let i = 0; i < 25; i++) {
		await page.keyboard.press('Tab');
		const here = await page.evaluate(() => document.activeElement?.getAttribute('data-testid'));
		if (here === 'provenance') break;
	}
	await page.keyboard.press('Enter');
	await expect(page.getByTestId('recording-panel')).toBeVisible();
	await page.keyboard.press('Escape');
	await page.keyboard.press('Escape');
	await expect(page.getByTestId('recording-panel')).toBeHidden();
	await page.keyboard.press('ArrowRight');
	await moment(page, 1);
});
