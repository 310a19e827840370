/** Alone and under a strict policy, at any address of any static server. */
import { expect, openFamily, openGallery, tellStory, test } from './support';

test('the policy allows the page itself and WebAssembly, and nothing else', async ({ page }) => {
	await openGallery(page);
	const content = await page
		.locator('meta[http-equiv="Content-Security-Policy"]')
		.getAttribute('content');
	const policy = new Map(
		(content ?? '').split(';').map((directive) => {
			const [name = '', ...sources] = directive.trim().split(/\s+/);
			return [name, sources.join(' ')];
		}),
	);
	expect(policy.get('default-src')).toBe("'none'");
	expect(policy.get('script-src')).toBe("'self' 'wasm-unsafe-eval'");
	expect(policy.get('style-src')).toBe("'self'");
	expect(policy.get('connect-src')).toBe("'self'");
	expect(policy.get('worker-src')).toBe("'self'");
	for (const [name, sources] of policy) {
		const allowed =
			name === 'img-src' ? ["'self'", 'data:'] : ["'self'", "'none'", "'wasm-unsafe-eval'"];
		for (const source of sources.split(' ')) expect(allowed, name).toContain(source);
	}
});

test('the policy is in force: no inline script, no eval, no inline style, no call elsewhere', async ({
	page,
	complaints,
}) => {
	await openGallery(page);
	const done = await page.evaluate(async () => {
		const script = document.createElement('script');
		script.textContent = 'document.documentElement.dataset.inline = "ran"';
		document.body.append(script);
		const style = document.createElement('style');
		style.textContent = 'body { opacity: 0.5 }';
		document.head.append(style);
		// A string for a timer is code from a string too, and reports instead of throwing at Playwright.
		setTimeout('document.documentElement.dataset.evaluated = "ran"', 0);
		const fetched = await fetch('https://example.invalid/').then(
			() => 'answered',
			() => 'refused',
		);
		await new Promise((resolve) => setTimeout(resolve, 50));
		const { inline, evaluated } = document.documentElement.dataset;
		return { inline, evaluated, fetched, opacity: getComputedStyle(document.body).opacity };
	});
	expect(done).toEqual({
		inline: undefined,
		evaluated: undefined,
		fetched: 'refused',
		opacity: '1',
	});
	for (const directive of ['script-src-elem', 'script-src', 'style-src-elem', 'connect-src'])
		expect(complaints.join('\n')).toContain(`policy: ${directive} `);
	expect(complaints.filter((c) => c.startsWith('asked elsewhere'))).toEqual([]);
	complaints.length = 0;
});

/* That the page kept to its policy, its folder and its manners is what the guard of every test watches. */
test('a whole story, its check and its counterexample, without a complaint', async ({ page }) => {
	await openGallery(page);
	await openFamily(page, 'MCS queue', true);
	await page.getByTestId('gallery-card-mcs-no-wait').getByRole('link').click();
	await page.getByLabel('Speed').selectOption('16');
	await page.getByTestId('play').click();
	await expect(page.getByTestId('fault')).toContainText('stuck');
	await page.getByTestId('check').click();
	await page.getByTestId('check-start').click();
	await page.getByTestId('play-counterexample').click();
	await expect(page.getByTestId('fault')).toContainText('stuck');
	await page.waitForLoadState('networkidle');
});

for (const base of ['/', '/some/base/']) {
	test.describe(`served from ${base}`, () => {
		test('the site works, with its worker and its fonts', async ({ page, plainServer }) => {
			const address = await plainServer(base);
			await page.goto(`${address}#/mcs-torn-swap`);
			await expect(page.getByTestId('position')).toBeVisible();
			await tellStory(page);
			await expect(page.getByTestId('fault')).toContainText('rule broken');
			await page.keyboard.press('x');
			await expect(page.getByTestId('check-result')).toContainText('rule broken');
			const faces = await page.evaluate(async () => {
				await document.fonts.ready;
				return [...document.fonts].filter((f) => f.status === 'loaded').map((f) => f.family);
			});
			expect(faces.join()).toMatch(/Plex Sans/);
			expect(faces.join()).toMatch(/Plex Mono/);
		});
	});
}
