/** The first page: where to begin, and the families behind their rows. */
import { expect, openFamily, openGallery, SCHEMES, test } from './support';

for (const colorScheme of SCHEMES)
	test(`the ways in stand on the first screen, and the page is short: ${colorScheme}`, async ({
		page,
	}) => {
		await page.emulateMedia({ colorScheme });
		await openGallery(page);
		const doors = page.getByRole('region', { name: 'Where to begin' });
		for (const heading of await doors.getByRole('heading', { level: 2 }).all())
			await expect(heading).toBeInViewport({ ratio: 1 });
		await expect(doors.getByTestId('learn')).toBeInViewport({ ratio: 1 });
		const height = await page.evaluate(() => document.documentElement.scrollHeight);
		expect(height).toBeLessThan(720 * 4);
		await page.screenshot({ path: test.info().outputPath(`home-${colorScheme}.png`) });
	});

test('who knows pthread_mutex_lock is led below it, and whoever doubts to the findings', async ({
	page,
}) => {
	await openGallery(page);
	const below = page.getByTestId('door-below');
	await expect(below).toBeInViewport({ ratio: 1 });
	await expect(below.getByRole('link')).toHaveCount(4);
	for (const link of await below.getByRole('link').all()) {
		await link.click();
		await expect(page.getByTestId('position')).toContainText('step 0');
		await page.goBack();
	}
	await page.getByTestId('door-findings').click();
	await expect(page.getByTestId('doc')).toContainText('Findings');
});

test('a family unfolds by click or Enter, its findings after that, and stays so', async ({
	page,
}) => {
	await openGallery(page);
	await openFamily(page, 'Mutex');
	const row = page.getByRole('region', { name: 'Mutex', exact: true });
	const stories = await row.getByRole('article').count();
	await expect(row.getByRole('article').filter({ hasText: 'Fault:' })).toHaveCount(0);
	const more = row.getByTestId('family-mutex-findings');
	await more.focus();
	await page.keyboard.press('Enter');
	await expect(row.getByRole('article').filter({ hasText: 'Fault:' }).first()).toBeVisible();
	expect(await row.getByRole('article').count()).toBeGreaterThan(stories);
	await row.getByRole('link', { name: 'The stampede' }).first().click();
	await expect(page.getByTestId('position')).toBeVisible();
	await page.goBack();
	await expect(row.getByRole('article').first()).toBeVisible();
	await row.getByRole('button').first().press('Enter');
	await expect(row.getByRole('article')).toHaveCount(0);
});

test('a search says why it found what it shows, and why it found nothing', async ({ page }) => {
	await openGallery(page);
	const search = page.getByTestId('search');
	await search.fill('deadlock');
	await expect(page.getByTestId('meaning')).toContainText('wait for each other in a circle');
	const first = page.getByTestId('taught').getByTestId('found').first();
	await expect(first.locator('mark')).toHaveText(/deadlock/i);
	const cards = page.getByRole('article');
	await expect(cards.first().getByTestId('found').locator('mark').first()).toBeVisible();
	await search.fill('race condition');
	await expect(
		page.getByTestId('found').filter({ hasText: 'race condition → ' }).first(),
	).toBeVisible();
	await expect(page.getByTestId('meaning')).toContainText('which thread is quicker');
	await expect(page.getByTestId('taught')).toContainText('Lesson 1');
	await search.fill('handoff xylophone');
	await expect(page.getByTestId('no-story')).toContainText('“xylophone” stands in none');
	await expect(page.getByTestId('no-story')).toContainText(/“handoff” stands in \d+ stories/);
});

test('a search puts first what is called so, and Enter opens it', async ({ page }) => {
	await openGallery(page);
	const search = page.getByTestId('search');
	await search.fill('pthread_mutex_lock');
	const best = page.getByTestId('best-match').getByRole('link');
	await expect(best).toHaveText('What pthread_mutex_lock does');
	await expect(best).toBeInViewport({ ratio: 1 });
	await search.fill('mutex');
	await expect(page.getByTestId('best-match')).toHaveCount(0);
	await expect(page.getByTestId('taught').getByRole('link').first()).toHaveText(
		'Lesson 5: The mutex',
	);
	await expect(page.locator('[data-region="family"] h3').first()).toContainText('Mutex');
	await search.fill('atomic');
	await expect(page.getByTestId('taught')).toContainText('Lesson 1');
	await search.fill('pthread_mutex_lock');
	await search.press('Enter');
	await expect(page).toHaveURL(/#\/pm-today$/);
});

test('who finds nothing is told so in a sentence, with the word that may be meant', async ({
	page,
}) => {
	await openGallery(page);
	const search = page.getByTestId('search');
	await search.fill('mutal exclusion');
	await page.getByTestId('guess').click();
	await expect(search).toHaveValue('mutual exclusion');
	await expect(page.getByTestId('meaning')).toContainText('mutual exclusion');
	await expect(page.getByTestId('no-story')).toHaveCount(0);
	for (const [query, word] of [
		['monitor', 'condition variable'],
		['producer consumer', 'condition variable'],
		['hold and wait', 'deadlock'],
		['Peterson', 'mutual exclusion'],
	] as const) {
		await search.fill(query);
		await expect(page.getByTestId('no-story')).toContainText(`“${query}” is not on this page.`);
		await expect(page.getByTestId('guess')).toHaveText(word);
		await expect(page.getByTestId('nearest')).not.toBeEmpty();
		await expect(page.getByRole('article')).toHaveCount(0);
	}
	await search.fill('xylophone');
	await expect(page.getByTestId('no-story')).toHaveText('No story speaks of “xylophone”.');
	await expect(page.getByTestId('guess')).toHaveCount(0);
});

test('a talk is a press away from the first page, from its search, and from the help', async ({
	page,
}) => {
	await openGallery(page);
	const line = page.getByTestId('door-room');
	await expect(line).toContainText('Give a talk, teach a class');
	await expect(line).toBeInViewport({ ratio: 1 });
	for (const [name, title] of [
		['a talk of ten minutes', 'A talk: MCS in ten minutes'],
		['ninety', 'A lecture: from'],
		['45', 'A lecture of 45 minutes'],
		['the page before a room', 'Before a room'],
	] as const) {
		await line.getByRole('link', { name }).click();
		await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
		await page.goBack();
	}
	const search = page.getByTestId('search');
	await search.fill('clicker');
	const found = page.getByTestId('for-room');
	await expect(found.getByRole('link', { name: 'Before a room' })).toBeVisible();
	await search.fill('talk');
	await expect(found.getByRole('link').first()).toHaveText('A talk: MCS in ten minutes');
	await search.press('Enter');
	await expect(page).toHaveURL(/#\/docs\/teaching-talk$/);
	await page.keyboard.press('?');
	await page.getByTestId('fold-room').getByText('Before a room').click();
	await page.getByTestId('help-room').getByRole('link', { name: 'give a talk' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Before a room');
	await expect(page.getByTestId('help')).toHaveCount(0);
});

test('a family says with which story to start', async ({ page }) => {
	await openGallery(page);
	await openFamily(page, 'Mutex');
	const row = page.getByRole('region', { name: 'Mutex', exact: true });
	await expect(row.getByText('Start here')).toHaveCount(1);
	await expect(row.getByRole('article').first()).toContainText('Start here');
});

test('a search opens what it finds, findings and faults as well', async ({ page }) => {
	await openGallery(page);
	await page.keyboard.press('/');
	await page.keyboard.type('blind_sleep');
	await expect(page.getByTestId('gallery-card-mutex-fault-blind-sleep')).toBeVisible();
	await page.getByTestId('search').fill('');
	await expect(page.getByTestId('gallery-card-mutex-fault-blind-sleep')).toHaveCount(0);
});

test('a story that is found opens plainly, until the reader has asked for everything', async ({
	page,
}) => {
	const found = (name: string) => page.getByTestId(`gallery-card-${name}`).getByRole('link');
	await openGallery(page);
	await page.getByTestId('search').fill('stampede');
	await found('mutex-stampede').first().click();
	await expect(page.getByTestId('show-all')).toBeVisible();
	await expect(page.getByRole('region', { name: 'Source' })).toHaveCount(0);
	await page.getByTestId('show-all').click();
	await expect(page.getByRole('region', { name: 'Source' })).toBeVisible();
	await openGallery(page);
	await page.getByTestId('search').fill('stampede');
	await found('mutex-stampede').first().click();
	await expect(page.getByRole('region', { name: 'Source' })).toBeVisible();
	await expect(page).not.toHaveURL(/plain=/);
});
