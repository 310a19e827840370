/**
 * Locks that this tree does not have, in the page: the one that `npm run lockstep -- new` writes, and two of tests/fixtures whose
 * shape no lock of the tree has. The page is built with them in a scratch copy; no file of the page is touched.
 */
import type { Server } from 'node:http';
import type { Page } from '@playwright/test';
import { scratchSite } from '../../scripts/lib/scratch-site.mjs';
import { serve } from '../../scripts/serve.mjs';
import { expect, moment, openFamily, test } from './support';

/* behind all others in the list: see scratch-site.mjs */
const NUMBERS = 'zz_numbers';
const FIXTURES = ['zz_clh', 'zz_two_queues'];
const BUILD = 900_000; /* half a minute where nothing else runs */

test.describe.configure({ mode: 'serial' });

let copy: ReturnType<typeof scratchSite> | undefined;
let server: Server | undefined;
let site = '';

test.beforeAll(async () => {
	test.setTimeout(BUILD);
	copy = scratchSite([NUMBERS, ...FIXTURES], (scratch) => {
		expect(scratch.lockstep('new', NUMBERS).text).toContain(NUMBERS);
		for (const lock of FIXTURES) scratch.addLock(lock);
	});
	({ server, address: site } = await serve({ folder: copy.path('dist'), port: 0 }));
});

test.afterAll(() => {
	server?.close();
	copy?.remove();
});

test.beforeEach(({ home }) => {
	home.push(site);
});

const picture = (page: Page, name: RegExp) => page.getByRole('img', { name });

async function open(page: Page, fragment: string, at: number): Promise<void> {
	await page.goto(`${site}#/${fragment}?at=${at}`);
	await moment(page, at);
}

async function stepTo(page: Page, at: number): Promise<void> {
	const { at: from } = await moment(page);
	for (let i = from; i < at; i++) await page.keyboard.press('ArrowRight');
	await moment(page, at);
}

test('the lock of the template stands in the gallery, and its card opens its story', async ({
	page,
}) => {
	await page.goto(site);
	await openFamily(page, 'Zz numbers');
	await page.getByTestId('gallery-card-zz-numbers-in-order').click();
	await moment(page, 0);
	await stepTo(page, 4);
	const { narration, memory } = await moment(page, 4);
	expect(narration).toContain('draws a number');
	expect(memory).toContain('serving');
	await expect(page.locator('[data-region="source"]')).toContainText(
		'number = atomic_fetch_add_relaxed(1, &lock->next);',
	);
});

test('its numbers are drawn, and a fault that is planted is told', async ({ page }) => {
	await open(page, 'zz-numbers-in-order', 5);
	await expect(picture(page, /^Numbers/)).toHaveAccessibleName(
		'Numbers: serving 0 is served, next 3 is the next to deal. 0: T1, holds; 1: T3, spins; 2: T2, spins.',
	);
	await open(page, 'zz-numbers-fault-torn-draw', 6);
	await expect(page.getByTestId('fault')).toContainText('mutual exclusion');
});

test('it is searched in the page', async ({ page }) => {
	await open(page, 'zz-numbers-in-order', 1);
	await page.getByTestId('check').click();
	await page.getByTestId('check-start').click();
	await expect(page.getByTestId('check-result')).toContainText('no rule broken');
	await expect(page.getByTestId('check-result')).toContainText(/[\d,]{3,} states/);
});

test('a node that changes hands: who stands in a CLH queue, with which node', async ({ page }) => {
	await open(page, 'zz-clh-hands', 7);
	await expect(picture(page, /^Queue/)).toHaveAccessibleName(
		'Queue from its head: T1 with pool[1], its turn; T3 with pool[3], spins on the node of T1; T2 with pool[2], spins on the node of T3. tail names the node of T2.',
	);
	/* the arrow of T3 ends at the box of T1, on its left */
	const arrow = page.locator('[data-layer="edges"] > [data-tid="3"] > [data-part="tip"]');
	const box = page.locator('[data-layer="nodes"] > [data-tid="1"] > [data-part="box"]');
	const [tip, first] = [await arrow.boundingBox(), await box.boundingBox()];
	if (!tip || !first) throw new Error('nothing is drawn');
	expect(Math.abs(tip.x - (first.x + first.width))).toBeLessThan(4);

	await stepTo(page, 11);
	await expect(picture(page, /^Queue/)).toHaveAccessibleName(
		'Queue from its head: T3 with pool[3], its turn; T2 with pool[2], spins on the node of T3; T1 with pool[0], spins on the node of T2. tail names the node of T1.',
	);
	await expect(page.locator('[data-layer="nodes"] > [data-tid="1"]')).toContainText(
		'pool[0]locked 1',
	);

	await page.keyboard.press('End');
	await expect(page.getByText('empty: nobody has brought the node of tail')).toBeVisible();
});

test('two locks of one kind in a lock: each queue is drawn of its own nodes', async ({ page }) => {
	await open(page, 'zz-two-queues-crossed', 16);
	await expect(picture(page, /^Queue/)).toHaveCount(2);
	await expect(picture(page, /names T2/)).toHaveAccessibleName(
		'Queue from its head: T1, its turn; T2, spins on its own node. first names T2.',
	);
	await expect(picture(page, /names T1/)).toHaveAccessibleName(
		'Queue from its head: T2, its turn; T1, spins on its own node. second names T1.',
	);
});
