import AxeBuilder from '@axe-core/playwright';

import { expect, openMoment, test } from './support';

test('from a step of a finding to why we say so, to the document, and back', async ({ page }) => {
	await openMoment(page, 'rwsem-single-pass?at=31');
	await page.keyboard.press('y');
	const panel = page.getByTestId('evidence-panel');
	await expect(panel.getByTestId('evidence-finding')).toContainText('Finding R1');
	await expect(panel).toContainText('npm run lockstep -- verify rwsem-single-pass');
	await expect(panel).toContainText('rwsem --threads');
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

test('the documents can be searched, and what is not there is said', async ({ page }) => {
	await page.goto('./#/docs');
	await page.getByTestId('docs-search').fill('R2');
	await expect(page.getByRole('link', { name: /^R2\. / })).toBeVisible();
	await page.getByTestId('docs-search').fill('no such word');
	await expect(page.getByText('No document has all of these words')).toBeVisible();
	await page.goto('./#/docs/nothing');
	await expect(page.getByRole('alert')).toContainText('There is no document called “nothing”');
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

for (const scheme of ['light', 'dark'] as const)
	test(`axe finds nothing in the documents and the evidence: ${scheme}`, async ({ page }) => {
		await page.emulateMedia({ colorScheme: scheme });
		for (const place of ['', '/locks/mcs']) {
			await page.goto(`./#/docs${place}`);
			await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
			expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
		}
		await openMoment(page, 'rwsem-single-pass');
		await page.keyboard.press('y');
		await expect(page.getByTestId('evidence-finding')).toBeVisible();
		expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
	});
