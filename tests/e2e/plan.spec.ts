/** A talk of the reader's own: put together in the gallery and at a story, by pointer and by keyboard, and then given. */
import type { Page } from '@playwright/test';
import { axeOn } from './axe';
import { expect, openFamily, openGallery, openMoment, SCHEMES, test } from './support';

const list = (page: Page) => page.getByTestId('plan-list').locator('li');
const names = (page: Page) =>
	list(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-story')));

async function openPlan(page: Page): Promise<void> {
	await openGallery(page);
	await openFamily(page, 'MCS queue');
	/* whoever does not want it sees nothing of it at the stories */
	await expect(page.getByTestId('plan-mcs-queue')).toHaveCount(0);
	await page.getByTestId('plan').click();
	await expect(page.getByTestId('plan-panel')).toBeVisible();
}

/** The start of the gallery shows it, too. */
const toggle = (page: Page, name: string) =>
	page.getByTestId(`gallery-card-${name}`).getByTestId(`plan-${name}`);

test('stories are added, put in order and removed, and the talk is there after a reload', async ({
	page,
}) => {
	await openPlan(page);
	for (const name of ['mcs-queue', 'mcs-gap', 'mcs-no-order']) {
		const button = toggle(page, name);
		await button.click();
		await expect(button).toContainText('of my talk');
	}
	expect(await names(page)).toEqual(['mcs-queue', 'mcs-gap', 'mcs-no-order']);
	await page.getByRole('button', { name: 'Later: Three spinners stand in line' }).click();
	expect(await names(page)).toEqual(['mcs-gap', 'mcs-queue', 'mcs-no-order']);
	await expect(toggle(page, 'mcs-queue')).toContainText('Number 2 of my talk');
	await toggle(page, 'mcs-gap').click();
	expect(await names(page)).toEqual(['mcs-queue', 'mcs-no-order']);
	await page.keyboard.press('Escape');
	await expect(toggle(page, 'mcs-queue')).toHaveCount(0);
	await page.reload();
	await expect(page.getByTestId('plan')).toHaveText(/My talk \(2\)/);
});

test('by keyboard alone: the focus stays with the story that is moved, and goes on from one that is removed', async ({
	page,
}) => {
	await openPlan(page);
	for (const name of ['mcs-queue', 'mcs-gap', 'mcs-no-order'])
		await toggle(page, name).press('Enter');
	const focused = () =>
		page.evaluate(() => {
			const { activeElement: e } = document;
			return `${e?.closest('[data-story]')?.getAttribute('data-story')} ${e?.getAttribute('data-act')}`;
		});
	await list(page).nth(2).locator('[data-act="up"]').focus();
	await page.keyboard.press('Enter');
	expect(await names(page)).toEqual(['mcs-queue', 'mcs-no-order', 'mcs-gap']);
	expect(await focused()).toBe('mcs-no-order up');
	await page.keyboard.press(' ');
	expect(await names(page)).toEqual(['mcs-no-order', 'mcs-queue', 'mcs-gap']);
	/* at the top it can only go down */
	expect(await focused()).toBe('mcs-no-order down');
	await page.keyboard.press('Tab');
	expect(await focused()).toBe('mcs-no-order remove');
	await page.keyboard.press('Enter');
	expect(await names(page)).toEqual(['mcs-queue', 'mcs-gap']);
	expect(await focused()).toBe('mcs-queue remove');
	await expect(page.getByRole('status').first()).toContainText('is no longer in your talk');
});

test('it is started before a room, and the clicker leads from one of its stories to the next', async ({
	page,
}) => {
	await openPlan(page);
	await toggle(page, 'mcs-gap').click();
	await toggle(page, 'mcs-queue').click();
	await page.getByTestId('plan-start').click();
	await expect(page.locator('html')).toHaveAttribute('data-stage', 'picture');
	await expect(page.getByTestId('plan-panel')).toHaveCount(0);
	expect(decodeURIComponent(page.url())).toContain('#/mcs-gap?list=mcs-gap,mcs-queue&p=1');
	await page.keyboard.press('End');
	await page.keyboard.press('PageDown');
	await expect(page.getByTestId('interval')).toContainText('Next: MCS queue');
});

test('at a story it is added, and so are all of the talk in the address; the address is copied', async ({
	page,
	context,
}) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	await openMoment(page, 'mcs-queue?at=8&list=mutex-stampede,mcs-queue,mcs-gap');
	await page.getByTestId('plan').click();
	await page.getByTestId('plan-this').click();
	expect(await names(page)).toEqual(['mcs-queue']);
	await page.getByTestId('plan-all').click();
	expect(await names(page)).toEqual(['mcs-queue', 'mutex-stampede', 'mcs-gap']);
	await expect(page.getByTestId('plan-all')).toHaveCount(0);
	await page.getByTestId('plan-copy').click();
	await expect(page.getByTestId('toast')).toContainText('is copied');
	const copied = await page.evaluate(() => navigator.clipboard.readText());
	expect(copied).toMatch(/\/any\/base\/#\/mcs-queue\?list=mcs-queue,mutex-stampede,mcs-gap&p=1$/);
	/* the moment is where it was, and free play is a story of no talk */
	await expect(page.getByTestId('position')).toContainText('step 8 of');
	/* the panel stays open from page to page, for a talk is put together of several */
	await openMoment(page, 'mcs');
	await expect(page.getByTestId('plan-title')).toBeVisible();
	await expect(page.getByTestId('plan-this')).toHaveCount(0);
});

test('it is offered where talks are: on the first page, in what a query finds, and behind the last story', async ({
	page,
}) => {
	const panel = page.getByTestId('plan-panel');
	const offer = page.getByTestId('own-talk');
	await openGallery(page);
	await page.getByTestId('door-room').getByTestId('own-talk').click();
	await expect(panel).toContainText('No story yet');
	await page.keyboard.press('Escape');
	await expect(panel).toHaveCount(0);
	await expect(offer).toBeFocused();
	await page.getByTestId('search').fill('talk');
	await page.getByTestId('for-room').getByTestId('own-talk').click();
	await expect(panel).toBeVisible();
	await page.keyboard.press('Escape');
	await openMoment(page, 'mcs-gap?list=mcs-queue,mcs-gap&p=1');
	await page.keyboard.press('End');
	await expect(page.getByTestId('story-end')).toBeVisible();
	await page.keyboard.press('PageDown');
	const closing = page.getByTestId('interval');
	await expect(closing).toContainText('To take home');
	await expect(offer).toBeInViewport({ ratio: 1 });
	await offer.click();
	/* all of the talk that was given can be taken into the own one */
	await panel.getByTestId('plan-all').click();
	expect(await names(page)).toEqual(['mcs-queue', 'mcs-gap']);
	await page.keyboard.press('Escape');
	await expect(panel).toHaveCount(0);
	await expect(closing).toBeVisible();
});

for (const colorScheme of SCHEMES)
	test(`axe finds nothing in it, and on a telephone stories are beside it: ${colorScheme}`, async ({
		page,
	}) => {
		await page.emulateMedia({ colorScheme });
		await page.setViewportSize({ width: 390, height: 844 });
		await openPlan(page);
		await toggle(page, 'mcs-queue').click();
		await toggle(page, 'mcs-gap').click();
		expect((await axeOn(page).analyze()).violations).toEqual([]);
		const panel = await page.getByTestId('plan-panel').boundingBox();
		expect(panel?.y).toBeGreaterThan(844 / 2);
		await page.screenshot({ path: test.info().outputPath('plan.png') });
	});

test('each item says how many stops it has and how long it may take, and the speaker may say that', async ({
	page,
}) => {
	await openMoment(page, 'mcs-queue');
	await page.evaluate(() =>
		localStorage.setItem(
			'lockstep.talk',
			'["mutex-stampede","mcs-queue","mcs-gap","ticket-preempted"]',
		),
	);
	await page.reload();
	await page.getByTestId('plan').click();
	const lengths = page.getByTestId('plan-length');
	await expect(lengths).toHaveText([
		/^10 stops, 1 question/,
		/^8 stops, 1 question/,
		/^7 stops, 1 question/,
		/^6 stops, 1 question/,
	]);
	const total = page.getByTestId('plan-total');
	await expect(total).toContainText('In all 31 stops, about 10 minutes.');
	await expect(total).toContainText('15 seconds for each stop');
	const own = page.getByLabel('Minutes: The stampede: spinners run for one word');
	await expect(own).toHaveAttribute('placeholder', '3');
	await own.fill('8');
	await expect(total).toContainText('about 15 minutes');
	await page.reload();
	await page.getByTestId('plan').click();
	await expect(own).toHaveValue('8');
	await own.fill('');
	await expect(total).toContainText('about 10 minutes');
});
