/** The examples of other people's pages, as the site itself has them. */
import { expect, test } from './support';

for (const [name, shown] of [
	['frame', 'iframe[title^="Three spinners"]'],
	['element', 'lockstep-stepper'],
	['recording', 'lockstep-stepper'],
	['picture', 'img[src="exported/mcs-queue.svg"]'],
	['deck', '.reveal.ready h2'],
	['mcs-in-ten-minutes', '.reveal.ready h2'],
] as const)
	test(`${name}.html is a page of the site, and all that it takes is there`, async ({
		page,
		complaints,
	}) => {
		const missing: string[] = [];
		const elsewhere: string[] = [];
		page.on('response', (answer) => {
			if (answer.status() >= 400) missing.push(answer.url());
		});
		await page.goto('./#/docs/embedding');
		const site = page.url().replace(/#.*/, '');
		page.on('request', (request) => {
			const url = request.url();
			if (!url.startsWith(site) && !url.startsWith('data:')) elsewhere.push(url);
		});
		if (name === 'mcs-in-ten-minutes') await page.goto('./#/docs/teaching-talk');
		await page
			.getByRole('link', { name: `${name}.html` })
			.first()
			.click();
		await expect(page).toHaveURL(`${site}examples/${name}.html`);
		await expect(page.locator(shown).first()).toBeVisible();
		if (name === 'element')
			await expect(page.locator('lockstep-stepper [data-testid="position"]').first()).toHaveText(
				/^step \d+ of \d+/,
			);
		await page.waitForLoadState('networkidle');
		expect(missing).toEqual([]);
		expect(elsewhere).toEqual([]);
		/* here, and only here, the frame is of the page's own origin */
		const told = complaints.splice(0).filter((one) => !/escape its sandboxing/.test(one));
		expect(told).toEqual([]);
	});
