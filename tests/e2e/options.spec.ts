/** Questions of a story whose answer the core has computed: the reader chooses, or goes on without. */
import type { Page } from '@playwright/test';
import { axeOn } from './axe';
import { expect, moment, openMoment, SCHEMES, test } from './support';

/** T2 has been woken, T3 calls mutex_lock: T3 gets it. */
const ASKED = 'mutex-thief?at=24';

const option = (page: Page, name: string) =>
	page.getByTestId('options').getByRole('button', { name });
const beat = (page: Page) => page.getByTestId('beat');

test('a question has options, and nothing tells which is right before one is chosen', async ({
	page,
}) => {
	await openMoment(page, ASKED);
	await expect(page.getByRole('group', { name: /Who gets the mutex\?/ })).toBeVisible();
	await expect(page.getByTestId('options').getByRole('button')).toHaveText([/T2/, /T3/, /Nobody/]);
	await expect(page.locator('[data-testid="options"] :is([data-open], [data-right])')).toHaveCount(
		0,
	);
	await expect(beat(page)).not.toContainText('first to change count');
	await expect(page.getByTestId('shown-by')).toHaveCount(0);
	/* no tick of who takes the lock stands on the ruler behind the question, and the lanes say why they are empty */
	const ticks = page.locator('section[aria-label="Lanes"] path[class*="_got_"]');
	await expect(ticks).toHaveCount(1);
	await expect(page.locator('[data-part="untold"]')).toContainText('hidden until');
	await page.keyboard.press('a');
	await expect(ticks).toHaveCount(2);
	/* the story has another one */
	await expect(page.locator('[data-part="untold"]')).toContainText('A question comes here');
});

test('before a question what lies behind it is hidden, until it is answered or gone past', async ({
	page,
}) => {
	await openMoment(page, 'mutex-thief');
	const lanes = page.locator('section[aria-label="Lanes"]');
	const ticks = lanes.locator('path[class*="_got_"]');
	const words = page.locator('[data-part="untold"]');
	await expect(words).toContainText('A question comes here');
	await expect(ticks).toHaveCount(1);
	await page.keyboard.press('End');
	await expect(words).toHaveCount(0);
	const all = await ticks.count();
	expect(all).toBeGreaterThan(1);
	/* who has been there has seen it */
	await page.keyboard.press('Home');
	await moment(page, 0);
	await expect(ticks).toHaveCount(all);
	await expect(words).toHaveCount(0);
});

test('a question that was told bears no sign of a reader who was right', async ({ page }) => {
	await openMoment(page, ASKED);
	await page.getByTestId('next-note').click();
	await expect(beat(page)).toContainText('You have not chosen. The answer: T3.');
	await expect(option(page, 'T3')).not.toHaveAttribute('data-right');
	await expect(option(page, 'T3')).toHaveText(/→.*\(the answer\)/);
	await expect(page.getByTestId('options')).not.toContainText('(right)');
	await expect(page.getByTestId('options')).not.toContainText('✓');
});

test('a wrong choice says so, what is right, why, and which step shows it', async ({ page }) => {
	await openMoment(page, ASKED);
	await option(page, 'T2').click();
	await expect(beat(page)).toContainText('Not so. The answer: T3.');
	await expect(beat(page)).toContainText('The first to change count');
	await expect(option(page, 'T2')).toHaveAttribute('data-open');
	await expect(option(page, 'T2')).not.toHaveAttribute('data-right');
	await expect(option(page, 'T3')).toHaveAttribute('data-right');
	await expect(page.getByTestId('live-note')).toContainText('Not so. The answer: T3. The first');
	await expect(page.getByTestId('shown-by')).toContainText(/^Step 25: T3 .*count 1 → 0/);
	/* chosen once */
	await option(page, 'Nobody').click();
	await expect(option(page, 'Nobody')).not.toHaveAttribute('data-open');
	await page.getByTestId('shown-by').getByRole('button', { name: 'Go there' }).click();
	await moment(page, 25);
});

test('a right choice says so, with the value where a value is asked', async ({ page }) => {
	await openMoment(page, 'rwsem-single-pass?at=35');
	await option(page, '0x2 (WAITERS)').click();
	await expect(beat(page)).toContainText('Right. 0x2, free and waited for');
	await expect(page.getByTestId('shown-by')).toContainText(
		'Behind step 36: count is 0x2 (WAITERS).',
	);
});

test('what one thread alone would do is told, though it is not in the story', async ({ page }) => {
	await openMoment(page, 'tp-steal?at=32');
	await option(page, 'Yes').click();
	await expect(beat(page)).toContainText('Right.');
	await expect(page.getByTestId('shown-by')).toContainText(/^T3 alone, .*: T3 /);
});

test('whoever does not choose goes on: the key, Page Down, and the next step', async ({ page }) => {
	await openMoment(page, ASKED);
	await page.keyboard.press('PageDown');
	await moment(page, 24);
	await expect(beat(page)).toContainText('The answer: T3.');
	await page.keyboard.press('PageDown');
	await moment(page, 25);
	await openMoment(page, 'mcs-gap?at=9');
	await expect(page.getByTestId('options')).toBeVisible();
	await page.keyboard.press('ArrowRight');
	await moment(page, 10);
});

test('by keyboard alone, and the choice keeps the focus', async ({ page }) => {
	await openMoment(page, ASKED);
	const wanted = option(page, 'T3');
	for (let i = 0; i < 80; i++) {
		if (await wanted.evaluate((e) => e === document.activeElement)) break;
		await page.keyboard.press('Tab');
	}
	await expect(wanted).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(beat(page)).toContainText('Right.');
	await expect(wanted).toBeFocused();
	await expect(wanted).toHaveAttribute('aria-pressed', 'true');
});

test('an open question stays open', async ({ page }) => {
	await openMoment(page, 'mutex-wake?at=12');
	await expect(page.getByTestId('answer')).toBeVisible();
	await expect(page.getByTestId('options')).toHaveCount(0);
	await page.keyboard.press('a');
	await expect(beat(page)).not.toContainText('The answer:');
});

test('before a room the options stand there without a press, whole, and the clicker goes on', async ({
	page,
}) => {
	await openMoment(page, 'mutex-lost-place?at=26&p=1');
	await expect(page.getByTestId('options').getByRole('button')).toHaveCount(5);
	for (const one of await page.getByTestId('options').getByRole('button').all())
		await expect(one).toBeInViewport({ ratio: 1 });
	await page.keyboard.press('PageDown');
	await moment(page, 26);
	await expect(option(page, 'T4')).toHaveAttribute('data-right');
	await expect(page.getByTestId('shown-by')).toHaveCount(0);
	await page.keyboard.press('PageDown');
	await moment(page, 27);
});

for (const colorScheme of SCHEMES)
	test(`axe finds nothing at the options, open and answered, ${colorScheme}`, async ({ page }) => {
		await page.emulateMedia({ colorScheme });
		for (const place of [ASKED, 'mutex-lost-place?at=26&p=1']) {
			await openMoment(page, place);
			for (const chosen of [false, true]) {
				if (chosen) await option(page, 'T2').click();
				const { violations } = await axeOn(page)
					.withTags(['wcag2a', 'wcag2aa', 'wcag22aa'])
					.analyze();
				expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' ')}`)).toEqual(
					[],
				);
			}
		}
	});
