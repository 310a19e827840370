/** What the tests of the page share: a guard on every page, ways in, and what a moment looks like. */
import type { Server } from 'node:http';
import { test as base, expect, type Page } from '@playwright/test';
import { serve } from '../../scripts/serve.mjs';
import { INDEX } from '../../wasm/generated/index';

interface Fixtures {
	/** addresses that requests may go to */
	home: string[];
	/** everything the page complained of, and every request that left home; must end empty */
	complaints: string[];
	/** serves dist/ from another base path and resolves to its address */
	plainServer(base: string): Promise<string>;
}

/** A test whose pages may not log an error, throw, break their policy, or ask anyone else for anything. */
export const test = base.extend<Fixtures>({
	home: async ({ baseURL }, use) => use([String(baseURL)]),
	complaints: [
		async ({ context, home }, use) => {
			const complaints: string[] = [];
			context.on('console', (message) => {
				if (message.type() === 'error' || message.type() === 'warning')
					complaints.push(`console: ${message.text()}`);
			});
			context.on('weberror', (error) => complaints.push(`thrown: ${error.error().message}`));
			context.on('request', (request) => {
				const url = request.url();
				const inside = home.some((h) => url.startsWith(h)) || /^(data|blob|about):/.test(url);
				if (!inside) complaints.push(`asked elsewhere: ${url}`);
			});
			await context.addInitScript(() => {
				document.addEventListener('securitypolicyviolation', (event) =>
					console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
				);
			});
			await use(complaints);
			expect(complaints).toEqual([]);
		},
		{ auto: true },
	],
	plainServer: async ({ home }, use) => {
		const servers: Server[] = [];
		await use(async (base) => {
			const { server, address } = await serve({ port: 0, base });
			servers.push(server);
			home.push(address);
			return address;
		});
		for (const server of servers) server.close();
	},
});

export { expect };

interface IndexedLock {
	family: string;
	variants: { name: string }[];
	scenarios: { name: string; verdict?: string; sandbox?: boolean }[];
}

const { locks } = INDEX as { locks: IndexedLock[] };

/** Of each family the first story in which nothing goes wrong, and the last variant to play with. */
export const FAMILIES = [...new Map(locks.map((lock) => [lock.family, lock])).keys()].map(
	(family) => {
		const [lock] = locks.filter((one) => one.family === family);
		const story = lock?.scenarios.find(({ verdict, sandbox }) => !verdict && !sandbox)?.name;
		const sandbox = lock?.variants.at(-1)?.name;
		if (!story || !sandbox) throw new Error(`the family ${family} has no story`);
		return { family, story, sandbox };
	},
);

/** Every second of them, for what takes long and is much the same in each. */
export const SOME_FAMILIES = FAMILIES.filter((_, i) => i % 2 === 1);

export const SCHEMES = ['light', 'dark'] as const;

export async function openGallery(page: Page): Promise<void> {
	await page.goto('./');
	await expect(page.locator('[data-testid^="start-card-"]').first()).toBeVisible();
	await expect(page.locator('[data-testid^="family-"]').first()).toBeVisible();
}

/** Unfolds a family of the gallery, and with `all` its findings and faults; by key, for pictures that come late move what is clicked. */
export async function openFamily(page: Page, family: string, all = false): Promise<void> {
	const row = page.getByRole('region', { name: family, exact: true });
	await row.getByRole('button').first().press('Enter');
	await expect(row.getByRole('article').first()).toBeVisible();
	if (all) await row.locator('[data-testid$="-findings"]').press('Enter');
}

/** Opens an address, all that follows "#/", on the stepper. */
export async function openMoment(page: Page, fragment: string): Promise<void> {
	await page.goto(`./#/${fragment}`);
	/* an expectation would look again after 100, 250, 500 ms: most of that is waited for nothing */
	await page.getByTestId('position').waitFor();
}

/** Presenter view has measured the story: from now on its sizes stay. A busy machine takes its time over that. */
export async function storyFitted(page: Page): Promise<void> {
	/* looked for at every frame */
	await page.waitForFunction(
		() => document.querySelectorAll('main[data-fitted]').length === 1,
		undefined,
		{ timeout: 60_000 },
	);
}

/** To the end of the story of what is open, which must be at its start. */
export async function tellStory(page: Page): Promise<void> {
	await page.keyboard.press('End');
	await expect(page.getByTestId('forward')).not.toHaveAttribute('title', /story/);
	await expect(page.getByTestId('position')).not.toHaveText('step 0 of 0');
}

export interface Moment {
	at: number;
	narration: string;
	/** the machine in words */
	state: string;
	/** lock word, queues and other words as drawn */
	memory: string;
	actors: string;
}

/** What the page says now, or as soon as a moment is open; with `at`, as soon as the page stands there. */
export function moment(page: Page, at?: number): Promise<Moment> {
	return page.evaluate(async (wanted) => {
		const text = (selector: string) => document.querySelector(selector)?.textContent?.trim() ?? '';
		const here = () => Number(/^step (\d+)/.exec(text('[data-testid="position"]'))?.[1] ?? -1);
		const patience = performance.now() + 5000;
		while (wanted === undefined ? here() < 0 : here() !== wanted) {
			if (performance.now() > patience)
				throw new Error(`at step ${here()}, never at ${wanted ?? 'any'}`);
			await new Promise(requestAnimationFrame);
		}
		const at = here();
		const narration = text('[data-testid="narration"]');
		return {
			at,
			// At the start it also offers the next step, which is not of the moment.
			narration: at === 0 ? (narration.split('→')[0] ?? '') : narration,
			state: text('[data-testid="state-text"]'),
			memory: text('[aria-label="Shared memory"]'),
			actors: text('[data-region="actors"]'),
		};
	}, at);
}

/** Lets the page draw so many frames. */
export function frames(page: Page, count: number): Promise<void> {
	return page.evaluate(async (n) => {
		for (let i = 0; i < n; i++) await new Promise(requestAnimationFrame);
	}, count);
}

/** Before the page is opened: lets `atRest` know what the page is still to do. */
export async function watchFrames(page: Page): Promise<void> {
	await page.addInitScript(() => {
		const asked = new Set<number>();
		const { requestAnimationFrame: ask, cancelAnimationFrame: cancel } = window;
		window.requestAnimationFrame = (callback) => {
			const id = ask((time) => {
				asked.delete(id);
				callback(time);
			});
			asked.add(id);
			return id;
		};
		window.cancelAnimationFrame = (id) => {
			asked.delete(id);
			cancel(id);
		};
		Object.assign(window, { framesAsked: asked, askFrame: ask });
	});
}

/** The page has nothing more to measure or to move: in some frames on end it asks for no other, and no animation runs. */
export function atRest(page: Page): Promise<void> {
	return page.evaluate(async () => {
		const { framesAsked, askFrame } = window as unknown as {
			framesAsked: Set<number>;
			askFrame: typeof requestAnimationFrame;
		};
		const patience = performance.now() + 20_000;
		for (let calm = 0; calm < 3; ) {
			await new Promise((next) => askFrame(next));
			const moves = document.getAnimations().some(({ playState }) => playState === 'running');
			calm = framesAsked.size > 0 || moves ? 0 : calm + 1;
			if (performance.now() > patience) throw new Error('the page does not come to rest');
		}
	});
}

/** Where the cursor is not in the address: it is that of this moment when it comes to rest. */
export async function addressAtRest(page: Page): Promise<string> {
	let last = '';
	const rests = () => {
		const before = last;
		last = page.url();
		return before === last && /[?&]s=/.test(last);
	};
	await expect.poll(rests, { intervals: [400] }).toBe(true);
	return last;
}

/** The address after the page has brought it up to date with the cursor. */
export async function addressAt(page: Page, at: number, length: number): Promise<string> {
	if (await page.getByTestId('beat-mark').first().isVisible()) return addressAtRest(page);
	const wanted = at === length ? /[?&]s=/ : new RegExp(`[?&]at=${at}(&|$)`);
	await expect.poll(() => page.url(), { message: `address of step ${at}` }).toMatch(wanted);
	return page.url();
}
