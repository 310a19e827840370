/** One HTML file with one story or one lesson: from a disk, with the network off. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { axeOn } from './axe';
import { leastWord } from './stage-look';
import { addressAtRest, expect, frames, openMoment, test } from './support';

const folders: string[] = [];
test.afterEach(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Opens a file without a network; gives what it asks for. */
async function openOffline(page: Page, context: BrowserContext, address: string) {
	await context.setOffline(true);
	const asked: string[] = [];
	page.on('request', (request) => asked.push(request.url()));
	await page.goto(address);
	return () => asked.filter((url) => !url.startsWith('data:'));
}

/** What is no part of the file is neither run nor fetched; takes what the page complains of it. */
async function expectShut(page: Page, complaints: string[]) {
	expect(complaints).toEqual([]);
	const ran = await page.evaluate(() => {
		const script = document.createElement('script');
		script.textContent = 'document.documentElement.dataset.inline = "ran"';
		document.body.append(script);
		const call = () => fetch('https://example.invalid/').then(String, () => 'refused');
		return call().then((fetched) => [document.documentElement.dataset.inline, fetched]);
	});
	expect(ran).toEqual([undefined, 'refused']);
	await expect
		.poll(() => complaints.join())
		.toMatch(/policy: script-src-elem.*policy: connect-src/s);
	complaints.length = 0;
}

function written(address: string): string {
	const folder = mkdtempSync(join(tmpdir(), 'lockstep-file-'));
	folders.push(folder);
	const file = join(folder, 'page.html');
	execFileSync(process.execPath, ['scripts/lockstep.mjs', 'page', address, '--out', file], {
		stdio: 'pipe',
	});
	return file;
}

test('opens from a disk without a network, is stepped, and asks nobody for anything', async ({
	page,
	context,
	home,
	complaints,
}) => {
	const file = pathToFileURL(written('mcs-queue')).href;
	home.push(file);
	const asked = await openOffline(page, context, file);
	await expect(page.getByTestId('position')).toHaveText('step 0 of 26');
	await expect(page).toHaveTitle('Three spinners stand in line · Lockstep');
	await page.keyboard.press('ArrowRight');
	await expect(page.getByTestId('position')).toHaveText('step 1 of 26');
	await page.getByTestId('actor-1').click();
	await page.keyboard.press('PageDown');
	await expect(page.getByTestId('beat')).toBeVisible();
	for (let i = 0; i < 40; i++) {
		if (await page.getByTestId('next-beat').evaluate((b) => b.ariaDisabled === 'true')) break;
		await page.keyboard.press('PageDown');
	}
	await expect(page.getByTestId('position')).toHaveText('step 26 of 26');
	const faces = await page.evaluate(async () => {
		await document.fonts.ready;
		return [...document.fonts].filter((f) => f.status === 'loaded').map((f) => f.family);
	});
	expect(faces).toContain('"Lockstep Sans"');
	expect(asked()).toEqual([file]);
	await expectShut(page, complaints);
});

test('the page makes such a file of the moment that is shown', async ({
	page,
	context,
	home,
	complaints,
}) => {
	await openMoment(page, 'mcs-queue?at=7');
	await page.keyboard.press('d');
	const saved = page.waitForEvent('download');
	await page.getByTestId('export-file').click();
	const folder = mkdtempSync(join(tmpdir(), 'lockstep-file-'));
	folders.push(folder);
	const path = join(folder, (await saved).suggestedFilename());
	await (await saved).saveAs(path);
	const site = page.url().replace(/#.*/, '');
	const file = pathToFileURL(path).href;
	home.push(file);
	const other = await context.newPage();
	const asked = await openOffline(other, context, file);
	await expect(other.getByTestId('position')).toHaveText('step 7 of 26');
	await other.keyboard.press('ArrowRight');
	await expect(other.getByTestId('position')).toHaveText('step 8 of 26');
	/* a link that leads nowhere is no help */
	await expect(other.getByTestId('open-in-lockstep')).toHaveCount(0);
	await context.setOffline(false);
	await expect(other.getByRole('link', { name: 'Open in Lockstep' })).toHaveAttribute(
		'href',
		new RegExp(`^${site.replace(/[.?]/g, '.')}#/mcs-queue[?]`),
	);
	expect(asked()).toEqual([file]);
	expect(complaints).toEqual([]);
	/* byte for byte what the command writes of that address */
	const address = /"fragment":"([^"]*)"/.exec(readFileSync(path, 'utf8'))?.[1];
	expect(readFileSync(written(`${site}#/${address}`), 'utf8')).toBe(readFileSync(path, 'utf8'));
});

const TALK = 'mutex-stampede?list=mutex-stampede,mcs-queue,mcs-gap,ticket-preempted';
/** As it is exported from before a room. */
const STAGED = `${TALK}&p=1`;

/** How large the sentence is drawn. */
const sentenceSize = (page: Page): Promise<number> =>
	page.getByTestId('narration').evaluate((e) => {
		const { currentCSSZoom: zoom = 1 } = e as Element & { currentCSSZoom?: number };
		return Number.parseFloat(getComputedStyle(e).fontSize) * zoom;
	});

/** Rows that touch each other or the edge, are not seen whole or are a column of words; and a column that is left empty below them. */
const rowsIn = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const room = document.querySelector('main')?.shadowRoot;
		const boxes = [...(room?.querySelectorAll('[data-said]') ?? [])].map((e) =>
			e.getBoundingClientRect(),
		);
		const column = room?.querySelector('[data-region="actors"]')?.getBoundingClientRect();
		const ends = [{ bottom: column?.top ?? 0 }, ...boxes];
		const wrong = boxes.flatMap(({ top }, i) =>
			top - (ends[i]?.bottom ?? 0) < 6 ? [`row ${i + 1} touches what is above it`] : [],
		);
		const seen = room?.querySelector('[data-region="actors"]')?.parentElement;
		const { top = 0, bottom = 0 } = seen?.getBoundingClientRect() ?? {};
		for (const [i, box] of boxes.entries())
			if (box.top < top || box.bottom > bottom) wrong.push(`row ${i + 1} is not seen whole`);
		for (const part of room?.querySelectorAll('[data-said] :is([title], [data-value])') ?? []) {
			const words = part.textContent?.trim().split(/\s+/).length ?? 0;
			const range = document.createRange();
			range.selectNodeContents(part);
			const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size;
			if (words > 3 && words < 3 * (lines - 1)) wrong.push(`${lines} lines: ${part.textContent}`);
			if (words > 1 && part.getBoundingClientRect().width < 20)
				wrong.push(`no room: ${part.textContent}`);
		}
		const left = (column?.bottom ?? 0) - (boxes.at(-1)?.bottom ?? 0);
		if (left > innerHeight / 4) wrong.push(`${left} pixels are empty below the rows`);
		return wrong;
	});

/** What of its line the message in passing lies over. */
const coveredBy = (page: Page): Promise<string[]> =>
	page.getByTestId('toast').evaluate((toast) => {
		const box = toast.getBoundingClientRect();
		const others = [
			...(toast.parentElement?.querySelectorAll('h1, button, a, [data-testid]') ?? []),
		];
		return others
			.filter((e) => {
				const { left, right, top, bottom, width } = e.getBoundingClientRect();
				const apart =
					right <= box.left || left >= box.right || bottom <= box.top || top >= box.bottom;
				return e !== toast && width > 0 && !apart;
			})
			.map((e) => `${e.tagName} ${e.textContent}`);
	});

test('a talk in one file: its stories come one after the other by the clicker, and a room can read them', async ({
	page,
	context,
	home,
}) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	const path = written(STAGED);
	const file = pathToFileURL(path).href;
	expect(readFileSync(path, 'utf8').length).toBeLessThan(1_200_000);
	home.push(file);
	const asked = await openOffline(page, context, file);
	const position = page.getByTestId('position');
	const small: string[] = [];
	const crowded: string[] = [];
	for (const [viewport, least] of [
		[{ width: 1280, height: 720 }, 18],
		[{ width: 1920, height: 1080 }, 27],
	] as const) {
		await page.setViewportSize(viewport);
		await page.goto('about:blank');
		await page.goto(file);
		for (const [title, total] of [
			['The stampede', 28],
			['Three spinners stand in line', 26],
			['The gap between the swap and the link', 20],
			['The next in line has no CPU', 18],
		] as const) {
			await expect(position).toHaveText(`step 0 of ${total}`);
			await expect(page).toHaveTitle(new RegExp(`^${title}`));
			/* a title may answer what is still to be asked: until then it is the lock's name */
			await expect(page.getByTestId('file-title')).not.toBeEmpty();
			await expect(page.getByTestId('file-title')).toBeInViewport({ ratio: 1 });
			for (let presses = 0; presses < 30; presses++) {
				const said = await leastWord(page);
				const at = `${viewport.width} ${title} ${await position.textContent()}`;
				if (Number.parseFloat(said) < least - 0.1) small.push(`${at}: ${said}`);
				if ((await position.textContent()) === `step ${total} of ${total}`) break;
				crowded.push(...(await rowsIn(page)).map((one) => `${at}: ${one}`));
				const before = await page.getByTestId('narration').textContent();
				const open = await page.getByTestId('answer').count();
				await page.keyboard.press('PageDown');
				if (open > 0) await expect(page.getByTestId('answer')).toHaveCount(0);
				else await expect(page.getByTestId('narration')).not.toHaveText(String(before));
			}
			/* nothing to try or to open that is not in the file */
			await expect(page.getByTestId('beat')).toHaveText(/^(?!.*(?:Try|Next): ).*Take home: /);
			if (total === 18) break;
			await page.keyboard.press('PageDown');
			await expect(page.getByTestId('toast')).toContainText('Page Down once more opens');
			await expect(page.getByTestId('toast')).toBeInViewport({ ratio: 1 });
			expect(await coveredBy(page)).toEqual([]);
			/* two presses in a row are one: the second counts when the first has been read */
			await expect
				.poll(async () => {
					await page.keyboard.press('PageDown');
					return position.textContent();
				})
				.toContain('step 0 of');
		}
		expect(await sentenceSize(page)).toBeGreaterThanOrEqual(1.5 * least);
		/* behind the last it says what all of them leave, and a key leads back */
		await page.keyboard.press('PageDown');
		await expect(page.getByTestId('file-closing')).toBeInViewport({ ratio: 1 });
		await expect(page.getByTestId('file-closing').getByRole('listitem')).toHaveCount(4);
		expect(Number.parseFloat(await leastWord(page))).toBeGreaterThanOrEqual(least);
		await page.keyboard.press('PageUp');
		await expect(page.getByTestId('file-closing')).toHaveCount(0);
	}
	expect(small).toEqual([]);
	expect(crowded).toEqual([]);
	/* the keys of a clicker: black, and back where it was */
	const there = await position.textContent();
	await page.keyboard.press('b');
	await expect(page.getByTestId('blackout')).toBeInViewport({ ratio: 1 });
	await page.keyboard.press('PageUp');
	await expect(page.getByTestId('blackout')).toHaveCount(0);
	await expect(position).toHaveText(String(there));
	const before = await sentenceSize(page);
	await page.keyboard.press('+');
	await expect.poll(() => sentenceSize(page)).toBeGreaterThan(before);
	expect(new Set(asked())).toEqual(new Set([file]));
});

/** What a room need not see, and what of the picture is not whole. */
const amissIn = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const room = document.querySelector('main')?.shadowRoot;
		const memory = room?.querySelector('[data-region="memory"]');
		const wrong: string[] = [];
		if (!room || !memory) return ['no picture'];
		const frame = memory.getBoundingClientRect();
		for (const part of memory.querySelectorAll('dl > *, header > *, [data-row]')) {
			const { top, bottom } = part.getBoundingClientRect();
			if (top < frame.top - 1 || bottom > frame.bottom + 1) wrong.push(`cut: ${part.textContent}`);
		}
		for (const key of room.querySelectorAll('[data-region="actors"] kbd'))
			if (key.checkVisibility()) wrong.push(`a key: ${key.textContent}`);
		const rows = room.querySelector('[data-region="actors"]')?.textContent ?? '';
		if (rows.includes('preemption off')) wrong.push('preemption off');
		if (/shown with the answer|UNINTERRUPTIBLE\)/.test(rows)) wrong.push(rows);
		const said = room.querySelector('[data-testid="narration"]')?.textContent ?? '';
		if (/0x\w+ \(.*→/.test(said)) wrong.push(said);
		return wrong;
	});

for (const [story, untouched] of [
	['mutex-6.12-handoff', 'osq'],
	['rwsem-handoff-rescue', 'prev'],
] as const)
	test(`a file has of its story what a slide has, whole at every stop: ${story}`, async ({
		page,
		home,
	}) => {
		await page.emulateMedia({ reducedMotion: 'reduce' });
		const file = pathToFileURL(written(story)).href;
		home.push(file);
		await page.goto(file);
		const wrong: string[] = [];
		for (let presses = 0; presses < 40; presses++) {
			const where = await page.getByTestId('position').textContent();
			wrong.push(...(await amissIn(page)).map((one) => `${where}, ${one}`));
			await page.keyboard.press('PageDown');
			await frames(page, 4);
			if (await page.getByTestId('file-closing').isVisible()) break;
		}
		await expect(page.getByTestId('file-closing')).toContainText('To take home');
		await page.keyboard.press('Escape');
		await expect(page.getByTestId('file-closing')).toHaveCount(0);
		expect(wrong).toEqual([]);
		await expect(page.locator(`[data-row="${untouched}"]`)).toHaveCount(0);
	});

test('no key of a clicker goes past a question that the room has not been answered', async ({
	page,
	home,
}) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	const file = pathToFileURL(written(STAGED)).href;
	home.push(file);
	await page.goto(file);
	const position = page.getByTestId('position');
	const answer = page.getByTestId('answer');
	await expect(position).toHaveText('step 0 of 28');
	/* the question stands at step 15 */
	for (const at of [6, 14]) {
		await page.keyboard.press('PageDown');
		await expect(position).toHaveText(`step ${at} of 28`);
	}
	/* a clicker's black screen */
	await page.keyboard.press('.');
	await expect(page.getByTestId('blackout')).toBeInViewport({ ratio: 1 });
	await page.keyboard.press('.');
	await expect(page.getByTestId('blackout')).toHaveCount(0);
	await expect(position).toHaveText('step 14 of 28');
	/* what plays stops at it */
	await page.keyboard.press('Space');
	await expect(answer).toBeVisible();
	await page.waitForTimeout(1200);
	await expect(position).toHaveText('step 15 of 28');
	for (const key of ['Space', 'ArrowRight']) {
		await page.keyboard.press(key);
		await expect(answer).toHaveCount(0);
		await expect(position).toHaveText('step 15 of 28');
		await page.goto('about:blank');
		await page.goto(file);
		await expect(position).toHaveText('step 0 of 28');
		for (const at of [6, 14, 15]) {
			await page.keyboard.press('PageDown');
			await expect(position).toHaveText(`step ${at} of 28`);
		}
	}
	await page.getByTestId('forward').click();
	await expect(answer).toHaveCount(0);
	await expect(position).toHaveText('step 15 of 28');
	await page.getByTestId('forward').click();
	await expect(position).toHaveText('step 16 of 28');
});

test('a file that is opened again goes on where it was', async ({ page, home }) => {
	const file = pathToFileURL(written(STAGED)).href;
	home.push(file);
	await page.goto(`${file}#/mcs-queue`);
	const position = page.getByTestId('position');
	await expect(position).toHaveText('step 0 of 26');
	for (let at = 1; at <= 4; at++) await page.keyboard.press('ArrowRight');
	await expect(position).toHaveText('step 4 of 26');
	await addressAtRest(page);
	await page.reload();
	await expect(position).toHaveText('step 4 of 26');
	await expect(page).toHaveTitle(/^Three spinners/);
	/* it is still the talk: from the end the clicker leads on */
	await page.keyboard.press('End');
	await expect(position).toHaveText('step 26 of 26');
	await page.keyboard.press('PageDown');
	await expect(page.getByTestId('toast')).toContainText('Page Down once more opens');
	/* what is not in it is not opened */
	for (const none of ['tp-leaked-lock?at=3', '%00', 'mcs-queue/../x?at=4']) {
		await page.goto('about:blank');
		await page.goto(`${file}#/${none}`);
		await expect(position).toHaveText('step 0 of 28');
	}
});

test('beside the picture a thread says in two lines what it has room for, and all threads are seen', async ({
	page,
	home,
}) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await page.setViewportSize({ width: 1024, height: 768 });
	const file = pathToFileURL(written(STAGED)).href;
	home.push(file);
	await page.goto(file);
	const position = page.getByTestId('position');
	for (const at of [0, 6, 14, 15, 15, 16, 23, 25, 26, 27, 28]) {
		await expect(position).toHaveText(`step ${at} of 28`);
		await expect(page.getByTestId('actor-4')).toBeInViewport({ ratio: 0.99 });
		expect(await rowsIn(page)).toEqual([]);
		const open = await page.getByTestId('answer').count();
		await page.keyboard.press('PageDown');
		if (open > 0) await expect(page.getByTestId('answer')).toHaveCount(0);
	}
});

test('the page makes such a file of a talk, and says what it has', async ({ page }) => {
	await openMoment(page, TALK);
	await page.keyboard.press('d');
	await expect(page.getByTestId('export-file-holds')).toContainText('All four stories');
	const saved = page.waitForEvent('download');
	await page.getByTestId('export-file').click();
	const folder = mkdtempSync(join(tmpdir(), 'lockstep-file-'));
	folders.push(folder);
	const path = join(folder, 'talk.html');
	await (await saved).saveAs(path);
	const text = readFileSync(path, 'utf8');
	const address = /"fragment":"([^"]*)"/.exec(text)?.[1];
	const site = page.url().replace(/#.*/, '');
	expect(readFileSync(written(`${site}#/${address}`), 'utf8')).toBe(text);
	for (const lock of ['mutex', 'mcs', 'ticket']) expect(text).toContain(`id="module-${lock}"`);
	await openMoment(page, 'mcs-queue?at=7');
	await page.keyboard.press('d');
	await expect(page.getByTestId('export-file')).toBeVisible();
	await expect(page.getByTestId('export-file-holds')).toHaveCount(0);
});

test('a recorded run is offered no such file', async ({ page }) => {
	await openMoment(page, 'trace/rwsem-steal');
	await page.keyboard.press('d');
	await expect(page.getByTestId('export-panel')).toBeVisible();
	await expect(page.getByTestId('export-file')).toHaveCount(0);
});

test('a lesson opens from a disk without a network: figures of two locks, questions, a search', async ({
	page,
	context,
	home,
	complaints,
}) => {
	const file = pathToFileURL(written('learn/what-a-lock-is')).href;
	home.push(file);
	const asked = await openOffline(page, context, file);
	await expect(page).toHaveTitle('What a lock is · Lockstep');
	const figure = page.getByTestId('figure').first();
	await expect(figure.getByTestId('position')).toHaveText('step 0 of 1');
	await page.keyboard.press('1');
	await expect(figure.getByTestId('narration')).toContainText('T1 decrements count to 0');
	await expect(figure.getByTestId('position')).toHaveText('step 1 of 1');
	await page.getByTestId('ask-second-comer').getByTestId('not-sure').click();
	const two = page.getByRole('region', { name: 'Figure: two threads at the mutex' });
	await two.getByTestId('actor-2').click();
	await expect(two.getByTestId('position')).toHaveText('step 1 of 1');
	const ask = page.getByTestId('ask-torn-swap');
	await ask.getByRole('button', { name: /^It names T2, and only T2/ }).click();
	await expect(ask).toContainText('Not so. The later write does win');
	await ask.getByRole('button', { name: /^It names T2, and both/ }).click();
	await expect(ask.getByTestId('position')).toHaveText('step 10 of 10');
	await expect(ask.getByTestId('fault')).toContainText('mutual exclusion');
	for (const id of ['torn-count', 'nobody-stopped', 'after-the-end'])
		await page.getByTestId(`ask-${id}`).getByTestId('not-sure').click();
	await expect(page.getByTestId('keep')).toBeVisible();
	await expect(page.locator('[data-testid="figure"]:not([data-ready])')).toHaveCount(0);
	/* nothing leads to where nothing is */
	await expect(page.locator('a')).toHaveCount(0);
	await expect(page.getByTestId('lesson-levels')).toContainText('This file holds the lesson alone');
	const { violations } = await axeOn(page).analyze();
	expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' | ')}`)).toEqual([]);
	expect(asked()).toEqual([file]);
	await expectShut(page, complaints);
});

test('a lesson of a site leads back to it, and searches in the page itself', async ({
	page,
	home,
}) => {
	const file = written('https://lockstep.example/#/learn/how-we-know?theme=dark');
	home.push(pathToFileURL(file).href);
	await page.goto(pathToFileURL(file).href);
	await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
	const search = page.getByTestId('search-block').first();
	await search.getByRole('button').click();
	await expect(search.getByTestId('search-found')).toContainText(
		/^140 states in .*No schedule breaks a rule of the lock/,
	);
	/* the levels follow the answers */
	const open = page.getByTestId('not-sure');
	for (let left = await open.count(); left > 0; left--) {
		await open.first().click();
		await expect(open).toHaveCount(left - 1);
	}
	const links = await page
		.locator('a')
		.evaluateAll((all) => all.map((a) => `${a.getAttribute('target')} ${a.getAttribute('href')}`));
	expect(links.length).toBeGreaterThan(4);
	for (const link of links) expect(link).toMatch(/^_blank https:\/\/lockstep\.example\/#\//);
	expect(readFileSync(file, 'utf8').length).toBeLessThan(1_225_000);
});

test('takes a moment by its whole address, and leads back to its site', async ({ page, home }) => {
	const file = written('https://lockstep.example/#/rwsem-starved-writer?at=9');
	home.push(pathToFileURL(file).href);
	await page.goto(pathToFileURL(file).href);
	await expect(page.getByTestId('position')).toHaveText('step 9 of 68');
	const link = page.getByTestId('open-in-lockstep');
	await expect(link).toHaveAttribute(
		'href',
		/^https:\/\/lockstep\.example\/#\/rwsem-starved-writer\?/,
	);
	expect(readFileSync(file, 'utf8').length).toBeLessThan(1_000_000);
});

test('a name that is none is refused in a sentence', () => {
	expect(() => written('no-such-story')).toThrow(/There is no scenario "no-such-story"/);
	expect(() => written('learn/nothing')).toThrow(
		/no lesson "nothing"\. There are: what-a-lock-is, /,
	);
});
