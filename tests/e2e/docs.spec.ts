import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { axeOn } from './axe';
import { expect, openMoment, test } from './support';

test('from a step of a finding to why we say so, to the document, and back', async ({ page }) => {
	await openMoment(page, 'rwsem-single-pass?at=31');
	await page.keyboard.press('y');
	const panel = page.getByTestId('evidence-panel');
	await expect(panel.getByTestId('evidence-finding')).toContainText('Finding R1');
	await expect(panel).toContainText('npm run lockstep -- verify rwsem-single-pass');
	await expect(panel).toContainText('rwsem --threads');
	const outside = panel.getByTestId('evidence-published').getByRole('link');
	await expect(outside.first()).toHaveAttribute('href', /^https:\/\/(?:lore|git)\.kernel\.org\//);
	expect(new Set(await outside.allTextContents()).size).toBeGreaterThan(1);
	await panel.getByRole('link', { name: 'Finding R1' }).click();
	await expect(page).toHaveTitle(/^Findings · Lockstep/);
	await expect(page.locator('#R1')).toBeInViewport();
	await page.locator('a[href^="#/rwsem-single-pass?"]').first().click();
	await expect(page.getByTestId('position')).toContainText('of 38');
	await page.goBack();
	await expect(page.locator('#R1')).toBeInViewport();
	await page.goBack();
	await expect(page.getByTestId('position')).toContainText('step 31');
});

test('a switch that shows a finding is not called a fault that was never posted', async ({
	page,
}) => {
	const panel = page.getByTestId('evidence-panel');
	await openMoment(page, 'mutex-fault-owner-read-twice?at=4');
	await page.keyboard.press('y');
	await expect(panel.getByTestId('evidence-finding')).toContainText('Finding M1');
	await expect(panel).toContainText('What of it was posted, the finding says');
	await expect(panel).not.toContainText('not in the text as posted');
	await openMoment(page, 'mcs-torn-swap?at=4');
	await page.keyboard.press('y');
	await expect(panel).toContainText('It is not in the text as posted');
});

test('the documents can be searched, and what is not there is said', async ({ page }) => {
	await page.goto('./#/docs');
	/* words that no heading has */
	await page.getByTestId('docs-search').fill('smp_wmb');
	await expect(page.getByRole('link', { name: /^M0\. / })).toBeVisible();
	await page.getByTestId('docs-search').fill('R2');
	await expect(page.getByRole('link', { name: /^R2\. / })).toBeVisible();
	await page.getByTestId('docs-search').fill('xylophones');
	await expect(page.getByText('No document has all of these words')).toBeVisible();
	await page.goto('./#/docs/nothing');
	await expect(page.getByRole('alert')).toContainText('There is no document called “nothing”');
	for (const [address, missing] of [
		['findings/T99', 'T99'],
		['checking/nope', 'nope'],
		['locks/mcs/nope', 'nope'],
	]) {
		await page.goto(`./#/docs/${address}`);
		await expect(page.getByRole('alert')).toContainText(`is called “${missing}”`);
		await expect(page.getByTestId('doc')).toBeVisible();
	}
	await page.goto('./#/docs/findings/M0');
	await expect(page.getByRole('heading', { name: /^M0\. / })).toBeFocused();
	await expect(page.getByRole('alert')).toHaveCount(0);
	await page.goto('./#/levels/nope');
	await expect(page.getByTestId('notice')).toContainText('“nope”');
	await expect(page.getByTestId('levels-done')).toBeVisible();
	await page.goto('./#/tp-two-owners?v=1&s=SHHGUKjIvQxxxxx');
	await expect(page.getByTestId('notice')).toContainText('The schedule');
});

test('a recording can be downloaded as it was recorded', async ({ page }) => {
	await page.goto('./#/trace/tp-handoff');
	await page.getByTestId('provenance').click();
	const [file] = await Promise.all([
		page.waitForEvent('download'),
		page.getByTestId('download-trace').click(),
	]);
	expect(file.suggestedFilename()).toBe('tp-handoff.trace');
});

test('each page that is read ends with source, licence and limits, and each link leads there', async ({
	page,
}) => {
	for (const place of ['', '#/learn', '#/docs']) {
		await page.goto(`./${place}`);
		const foot = page.getByRole('contentinfo');
		await expect(foot.getByRole('link', { name: 'What a check does not say' })).toBeVisible();
		await expect(foot.getByRole('link', { name: 'MIT licence' })).toBeVisible();
		await expect(foot.getByTestId('source')).toBeVisible();
	}
	const foot = page.getByRole('contentinfo');
	for (const link of await foot.locator('a[href^="#/"]').all()) {
		await link.click();
		await expect(page.getByRole('alert')).toHaveCount(0);
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
		await page.goto('./#/docs');
	}
	const [source] = await Promise.all([
		page.waitForEvent('download'),
		foot.getByTestId('source').click(),
	]);
	expect(source.suggestedFilename()).toBe('lockstep-source.tar.gz');
	const bytes = gunzipSync(readFileSync(await source.path()));
	for (const path of ['README.md', 'core-c/locks/mcs/mcs.c', 'scripts/lockstep.mjs'])
		expect(bytes.includes(`lockstep/${path}\0`), path).toBe(true);
	const licence = await foot.getByRole('link', { name: 'MIT licence' }).getAttribute('href');
	const said = await page.request.get(new URL(String(licence), page.url()).href);
	expect(await said.text()).toContain('Permission is hereby granted, free of charge');
});

for (const scheme of ['light', 'dark'] as const)
	test(`axe finds nothing in the documents and the evidence: ${scheme}`, async ({ page }) => {
		await page.emulateMedia({ colorScheme: scheme });
		for (const place of ['', '/locks/mcs']) {
			await page.goto(`./#/docs${place}`);
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
			expect((await axeOn(page).analyze()).violations.map(({ id }) => id)).toEqual([]);
		}
		await openMoment(page, 'rwsem-single-pass');
		await page.keyboard.press('y');
		await expect(page.getByTestId('evidence-finding')).toBeVisible();
		expect((await axeOn(page).analyze()).violations.map(({ id }) => id)).toEqual([]);
	});

test('the evidence of a recorded run is that run, and searches with its fixes come first', async ({
	page,
}) => {
	await page.goto('./#/trace/tp-handoff');
	await expect(page.getByTestId('recording')).toBeVisible();
	await page.keyboard.press('y');
	const panel = page.getByTestId('evidence-panel');
	await expect(panel).toContainText(/All \d+ events fit the model with 5 fixes/);
	await expect(panel).toContainText('npm run lockstep -- conform web/traces/tp-handoff.trace');
	await expect(panel.getByRole('heading', { name: /^Searched/ })).toHaveText([
		'Searched, with fixes',
		'Searched, without fixes',
	]);
	const [fixed, posted] = await Promise.all(
		[0, 1].map((n) => panel.getByRole('table').nth(n).locator('code').allTextContents()),
	);
	expect(fixed?.every((check) => check.includes('--switch mend_'))).toBe(true);
	expect(posted?.some((check) => check.includes('--switch mend_'))).toBe(false);
});
