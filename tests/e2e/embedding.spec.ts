/** In other people's pages: each example of docs/embedding does what it says, from another origin. */
import type { FrameLocator, Page } from '@playwright/test';
import { pick, seeded } from '../../wasm/src/testing';
import { hostileAddress, hostileMessage } from '../../web/src/embed/testing';
import { axeOn } from './axe';
import { expect, test } from './examples';
import { SCHEMES } from './support';

const lockIn = (page: Page): FrameLocator => page.frameLocator('#lock');

async function openFrame(page: Page, examples: string): Promise<FrameLocator> {
	await page.goto(`${examples}frame.html`);
	const lock = lockIn(page);
	await expect(lock.getByTestId('position')).toHaveText('step 0 of 26');
	return lock;
}

test('a frame is driven from another origin, and says where it stands', async ({
	page,
	examples,
	baseURL,
}) => {
	expect(new URL(examples).origin).not.toBe(new URL(String(baseURL)).origin);
	const lock = await openFrame(page, examples);
	const says = page.locator('#says');
	await expect(says).toContainText('Step 0 of 26: ');
	await page.locator('#next').click();
	await expect(lock.getByTestId('position')).toHaveText('step 1 of 26');
	await page.locator('#eight').click();
	await expect(says).toContainText('Step 8 of 26: ');
	await page.locator('#back').click();
	await expect(says).toContainText('Step 7 of 26: ');
	await page.locator('#second').click();
	await expect(says).toContainText('Step 8 of 26: ');
	await page.locator('#beat').click();
	await expect(says).not.toContainText('Step 8 of');
	/* and from inside, outwards */
	await lock.getByTestId('home').click();
	await expect(says).toContainText('Step 0 of');
	const entries = await page.evaluate(() => history.length);
	await lock.getByTestId('actor-3').click();
	await expect(says).toContainText('Step 1 of');
	expect(await page.evaluate(() => history.length)).toBe(entries);
	const link = lock.getByTestId('open-in-lockstep');
	const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()]);
	await expect(opened.getByTestId('position')).toContainText('step 1 of');
	await expect(opened.locator('[data-embed]')).toHaveCount(0);
	expect(opened.url()).not.toContain('embed');
});

type Heard = Record<string, unknown>;

interface Answers {
	first: Heard | undefined;
	/** its state, which was asked for last */
	last: Heard;
	count: number;
	/** of those before the last */
	types: unknown[];
}

/** Sends, and gives what was answered until the frame has said its state. */
function exchange(page: Page, messages: unknown[]): Promise<Answers> {
	return page.evaluate(async (all) => {
		const frame = document.querySelector<HTMLIFrameElement>('#lock')?.contentWindow;
		const heard: Heard[] = [];
		const last = new Promise<Heard>((resolve) =>
			window.addEventListener('message', ({ data }) => {
				heard.push(data);
				if (data.type === 'state') resolve(data);
			}),
		);
		for (const message of [...all, { lockstep: 1, type: 'state' }])
			frame?.postMessage(message, '*');
		const state = await last;
		const types = [...new Set(heard.slice(0, -1).map(({ type }) => type))];
		return { first: heard[0], last: state, count: heard.length, types };
	}, messages);
}

test('ten thousand hostile messages change nothing, in the frame or around it', async ({
	page,
	examples,
}) => {
	const lock = await openFrame(page, examples);
	await page.locator('#eight').click();
	await expect(lock.getByTestId('position')).toHaveText('step 8 of 26');
	const before = await exchange(page, []);
	const random = seeded(4);
	const messages = Array.from({ length: 10_000 }, () => hostileMessage(random, pick));
	const heard = await exchange(page, messages);
	expect(heard.last).toEqual(before.last);
	expect(heard.types).toEqual(['error']);
	expect(heard.count).toBeGreaterThan(2000);
	expect(page.url()).toBe(`${examples}frame.html`);
	expect(page.frames().map((frame) => frame.url())).toEqual([
		`${examples}frame.html`,
		expect.stringContaining('/#/mcs-queue?'),
	]);
	await expect(lock.getByTestId('position')).toHaveText('step 8 of 26');
});

test('of a right message with an address that leads nowhere nothing is done, and that is said', async ({
	page,
	examples,
}) => {
	const asked: string[] = [];
	const lock = await openFrame(page, examples);
	await page.locator('#eight').click();
	await expect(lock.getByTestId('position')).toHaveText('step 8 of 26');
	const before = await exchange(page, []);
	page.on('request', (request) => asked.push(request.url()));
	page.on('dialog', (dialog) => asked.push(dialog.message()));
	const random = seeded(6);
	const messages = Array.from({ length: 500 }, () => hostileAddress(random, pick));
	const heard = await exchange(page, messages);
	expect(heard.types).toEqual(['error']);
	/* of a recording or a level it is said when it has been looked for */
	expect(heard.count).toBeGreaterThan(350);
	expect(heard.last).toEqual(before.last);
	for (const address of ['trace/none-such', 'level/none-such?at=1']) {
		const late = page.evaluate(
			() =>
				new Promise((resolve) =>
					window.addEventListener('message', ({ data }) => resolve(data), { once: true }),
				),
		);
		await page.evaluate((to) => {
			const frame = document.querySelector<HTMLIFrameElement>('#lock')?.contentWindow;
			frame?.postMessage({ lockstep: 1, type: 'go', address: to }, '*');
		}, address);
		expect(await late, address).toMatchObject({
			type: 'error',
			message: expect.stringMatching(/was not opened\. No recording of that name|no such level/),
		});
		expect((await exchange(page, [])).last).toEqual(before.last);
	}
	/* nothing but parts of the page itself */
	const own = new URL('.', page.frames()[1]?.url()).href;
	expect(asked.filter((url) => !url.startsWith(`${own}assets/`))).toEqual([]);
	expect(page.url()).toBe(`${examples}frame.html`);
	await expect(lock.getByTestId('position')).toHaveText('step 8 of 26');
});

test('a level in a frame: its goal is in sight, its search answers, and hostile messages change nothing', async ({
	page,
	examples,
}) => {
	const lock = await openFrame(page, examples);
	await page.evaluate(() => {
		const frame = document.querySelector<HTMLIFrameElement>('#lock')?.contentWindow;
		frame?.postMessage({ lockstep: 1, type: 'go', address: 'level/two-heads' }, '*');
	});
	await expect(page.locator('#says')).toContainText('Step 0 of 0: Make two threads the head');
	const goal = lock.getByTestId('goal');
	await expect(goal).toContainText('T1 and T2 are both head');
	await expect(goal).toBeInViewport({ ratio: 1 });
	for (const thread of [1, 1, 1, 2, 2, 2, 1]) await lock.getByTestId(`actor-${thread}`).click();
	await expect(lock.getByTestId('position')).toHaveText('step 7 of 7');
	await lock.getByTestId('hint').click();
	await expect(lock.getByTestId('level-said')).toContainText('What a thread has read');
	await lock.getByTestId('hint').click();
	await expect(lock.getByTestId('level-said')).toContainText('Stop T1 between its read');
	await lock.getByTestId('hint').click();
	await expect(lock.getByTestId('level-said')).toContainText('Next: T2');
	const before = (await exchange(page, [])).last;
	expect(before).toMatchObject({ title: 'Two heads', step: 7, steps: 7 });
	const random = seeded(5);
	const messages = Array.from({ length: 10_000 }, () => hostileMessage(random, pick));
	const heard = await exchange(page, messages);
	expect(heard.last).toEqual(before);
	expect(heard.types).toEqual(['error']);
	await lock.getByTestId('actor-2').click();
	await expect(lock.getByTestId('level-said')).toContainText('Done in 8 steps: no schedule is');
	await expect(goal.locator('[data-done]')).toHaveCount(1);
	for (const link of await lock.locator('a').all())
		await expect(link).toHaveAttribute('target', '_blank');
});

/** Where a link of the frame may lead: into a tab of its own, which knows nothing of this page. */
const loose = (lock: FrameLocator): Promise<string[]> =>
	lock
		.locator('a, area, form, base')
		.evaluateAll((all) =>
			all
				.filter(
					(e) =>
						!e.matches('a') ||
						e.getAttribute('target') !== '_blank' ||
						!(e as HTMLAnchorElement).relList.contains('noopener'),
				)
				.map((e) => e.outerHTML.slice(0, 200)),
		);

test('every link in a frame opens a tab without a way back, and leaves the page above where it is', async ({
	page,
	context,
	examples,
}) => {
	for (const [address, there] of [
		['mcs-queue?at=26', 'step 26 of 26'],
		['rwsem-single-pass?at=38', 'step 38 of 40'],
		['level/two-heads', 'step 0 of 0'],
		['trace/rwsem-steal', 'step 0 of'],
		['mcs-qeue', ''],
	] as const) {
		const own = page.url();
		const before = own === 'about:blank' ? `${examples}frame.html` : own;
		await page.goto(before);
		await page.locator('#lock').evaluate((e, to) => {
			const frame = e as HTMLIFrameElement;
			frame.src = `${frame.src.replace(/#.*/, '')}#/${to}${to.includes('?') ? '&' : '?'}embed=1`;
			/* not only who puts it into a sandbox is safe */
			frame.removeAttribute('sandbox');
			frame.replaceWith(frame.cloneNode());
		}, address);
		const lock = page.frameLocator('#lock');
		if (there) await expect(lock.getByTestId('position')).toContainText(there);
		await expect(lock.locator('a').first()).toBeVisible();
		expect(await loose(lock), address).toEqual([]);
		const inside = () => page.frames()[1]?.url();
		const frame = inside();
		for (const link of await lock.locator('a:visible').all()) {
			const opened = context.waitForEvent('page');
			await link.click();
			const tab = await opened;
			expect(await tab.evaluate(() => window.opener), address).toBeNull();
			await tab.close();
		}
		expect(page.url()).toBe(before);
		expect(inside()).toBe(frame);
	}
});

test('a recorded run in a frame is driven like a story', async ({ page, examples }) => {
	await openFrame(page, examples);
	await page.evaluate(() => {
		const frame = document.querySelector<HTMLIFrameElement>('#lock')?.contentWindow;
		frame?.postMessage({ lockstep: 1, type: 'go', address: 'trace/rwsem-steal?at=30' }, '*');
	});
	const says = page.locator('#says');
	await expect(says).toContainText('Step 30 of 1406: T4 adds its reader bias');
	await page.locator('#next').click();
	await expect(says).toContainText('Step 31 of 1406: ');
	const { last } = await exchange(page, []);
	expect(last).toMatchObject({ title: 'A writer steals the semaphore', step: 31, steps: 1406 });
});

test('what cannot be done is said, and a beat or another moment can be gone to', async ({
	page,
	examples,
}) => {
	const lock = await openFrame(page, examples);
	const ask = async (command: object) => exchange(page, [{ lockstep: 1, ...command }]);
	const refused = async (command: object) => (await ask(command)).first?.message;
	expect(await refused({ type: 'go', step: 27 })).toBe('There is no step 27: there are 26.');
	expect(await refused({ type: 'go', beat: 99 })).toMatch(
		/^There is no beat 99: the last is \d+\.$/,
	);
	expect(await refused({ type: 'step', thread: 9 })).toBe('There is no T9 here.');
	expect(await refused({ type: 'go', address: 'learn/what-a-lock-is' })).toMatch(/no moment/);
	expect(await refused({ type: 'go', address: 'javascript:alert(1)' })).toMatch(/no scenario/);
	const told = (await ask({ type: 'go', beat: 2 })).last;
	expect(told).toMatchObject({ beat: 2, scenario: 'mcs-queue', atEnd: false });
	expect(told.note).not.toBe('');
	await page.evaluate(() => {
		const frame = document.querySelector<HTMLIFrameElement>('#lock')?.contentWindow;
		frame?.postMessage({ lockstep: 1, type: 'go', address: 'rwsem-starved-writer?at=9' }, '*');
	});
	await expect(lock.getByTestId('position')).toHaveText('step 9 of 68');
});

test('nobody but the page around it is listened to', async ({ page, examples }) => {
	const lock = await openFrame(page, examples);
	await page.evaluate(async () => {
		const other = document.createElement('iframe');
		document.body.append(other);
		const target = document.querySelector<HTMLIFrameElement>('#lock')?.contentWindow;
		const post = other.contentWindow?.window as unknown as { eval(code: string): void };
		Object.assign(other.contentWindow as object, { target });
		post.eval('target.postMessage({ lockstep: 1, type: "next" }, "*")');
	});
	const { last } = await exchange(page, []);
	expect(last).toMatchObject({ step: 0 });
	await expect(lock.getByTestId('position')).toHaveText('step 0 of 26');
});

test('a frame whose address names no story says so, and which may be meant, and shows no gallery', async ({
	page,
}) => {
	await page.setViewportSize({ width: 800, height: 450 });
	await page.goto('./#/mcs-quewe?embed=1');
	await expect(page.getByTestId('notice')).toContainText(
		'There is no scenario called “mcs-quewe” here. The nearest name is “mcs-queue”.',
	);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing to show');
	await expect(page.locator('[data-region="doors"]')).toHaveCount(0);
	const [stories] = await Promise.all([
		page.waitForEvent('popup'),
		page.getByTestId('to-stories').click(),
	]);
	await expect(stories.locator('[data-region="doors"]')).toBeVisible();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing to show');
});

test('what was wrong with an address takes its height from the picture: the buttons stay in sight', async ({
	page,
}) => {
	for (const [width, height] of [
		[800, 450],
		[400, 600],
	] as const) {
		await page.setViewportSize({ width, height });
		await page.goto('about:blank');
		await page.goto('./#/mcs-queue?at=99&embed=1');
		const notice = page.getByTestId('notice');
		await expect(notice).toContainText('The story has 26 steps, and no step 99; its end is shown.');
		await expect(page.getByTestId('position')).toHaveText('step 26 of 26');
		for (const id of ['notice', 'narration', 'back', 'position', 'open-in-lockstep'])
			await expect(page.getByTestId(id)).toBeInViewport({ ratio: 1 });
		expect(
			await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight),
		).toBe(0);
		await notice.getByRole('button').click();
		await expect(page.getByTestId('back')).toBeInViewport({ ratio: 1 });
	}
});

test('embed=1 may stand before the # as well', async ({ page }) => {
	await page.goto('./?embed=1#/mcs-queue?at=3');
	await expect(page.getByTestId('position')).toHaveText('step 3 of 26');
	await expect(page.locator('[data-embed]')).toBeVisible();
	await expect(page.getByTestId('open-in-lockstep')).toHaveAttribute(
		'href',
		/^(?!.*embed).*#\/mcs-queue/,
	);
});

test('in a narrow frame nothing of the bar is cut, and the link keeps its name', async ({
	page,
}) => {
	for (const width of [320, 360, 390, 430]) {
		await page.setViewportSize({ width, height: 640 });
		await page.goto('about:blank');
		await page.goto('./#/tp-early-wake-list?embed=1&at=20');
		const link = page.getByRole('link', { name: 'Open in Lockstep' });
		await expect(link).toBeInViewport({ ratio: 1 });
		const place = await page.getByTestId('position').boundingBox();
		const box = await link.boundingBox();
		expect((box?.x ?? 0) - ((place?.x ?? 0) + (place?.width ?? 0)), `${width}`).toBeGreaterThan(0);
		expect((box?.x ?? 0) + (box?.width ?? 0), `${width}`).toBeLessThanOrEqual(width);
	}
});

for (const colorScheme of SCHEMES)
	test(`embedded, ${colorScheme}: all in sight at 800 × 450 and 400 × 600, axe finds nothing`, async ({
		page,
	}) => {
		await page.emulateMedia({ colorScheme });
		for (const [width, height] of [
			[800, 450],
			[400, 600],
		] as const) {
			await page.setViewportSize({ width, height });
			await page.goto('./#/mcs-queue?at=12&embed=1');
			for (const id of ['narration', 'actor-3', 'forward', 'position', 'open-in-lockstep'])
				await expect(page.getByTestId(id)).toBeInViewport({ ratio: 1 });
			const cut = await page.locator('[data-region="memory"]').evaluate((memory) => ({
				picture: memory.scrollHeight - memory.clientHeight,
				page: document.documentElement.scrollHeight - window.innerHeight,
			}));
			expect(cut).toEqual({ picture: 0, page: 0 });
		}
		const { violations } = await axeOn(page).analyze();
		expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' | ')}`)).toEqual([]);
	});
