import { expect, test } from '@playwright/test';

test('opens from a sub-path under the strict policy, alone and without a complaint', async ({
	page,
	baseURL,
}) => {
	const complaints: string[] = [];
	const elsewhere: string[] = [];
	page.on('console', (message) => {
		if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
	});
	page.on('pageerror', (error) => complaints.push(error.message));
	page.on('request', (request) => {
		if (!request.url().startsWith(String(baseURL))) elsewhere.push(request.url());
	});

	await page.goto('./');
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await page.waitForLoadState('networkidle');

	const policy = page.locator('meta[http-equiv="Content-Security-Policy"]');
	await expect(policy).toHaveAttribute('content', /default-src 'none'.*'wasm-unsafe-eval'/);
	await expect(policy).not.toHaveAttribute('content', /unsafe-inline/);
	expect(complaints).toEqual([]);
	expect(elsewhere).toEqual([]);
});

test('the policy is in force: an inline script does not run', async ({ page }) => {
	await page.goto('./');
	const ran = await page.evaluate(() => {
		const script = document.createElement('script');
		script.textContent = 'document.documentElement.dataset.inline = "ran"';
		document.body.append(script);
		return document.documentElement.dataset.inline;
	});
	expect(ran).toBeUndefined();
});
