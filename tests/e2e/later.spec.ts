/** What comes behind the picture: a step is taken without it, it takes nobody's place, and nobody has to ask for it. */
import { requestsOf } from '../../scripts/lib/sizes.mjs';
import { expect, test } from './support';

const LATER = /\/assets\/(?:lanes|source)-[\w-]{8}\.js$/;

test('a step is taken before the lanes and the code have come, and nothing moves when they come', async ({
	page,
}) => {
	let come = () => {};
	const wait = new Promise<void>((resolve) => {
		come = resolve;
	});
	let held = 0;
	await page.route(LATER, async (route) => {
		held++;
		await wait;
		await route.continue();
	});
	await page.goto('./#/rwsem-single-pass');
	await expect(page.getByTestId('position')).toContainText('step 0 ');
	await page.keyboard.press('ArrowRight');
	await expect(page.getByTestId('position')).toContainText('step 1 ');
	expect(held).toBe(2);
	const lanes = page.getByRole('region', { name: 'Lanes' });
	const code = page.getByRole('region', { name: 'Source' });
	await expect(lanes).toHaveCount(0);
	await expect(code).toHaveCount(0);
	const places = () =>
		page
			.locator('[data-region="source"], [data-region="memory"], [aria-label="Timeline"]')
			.evaluateAll((all) =>
				all.map((element) => {
					const { x, y, width, height } = element.getBoundingClientRect();
					return [x, y, width, height].map(Math.round).join(' ');
				}),
			);
	const before = await places();
	expect(before).toHaveLength(3);
	come();
	await expect(lanes).toBeVisible();
	await expect(code).toBeVisible();
	expect(await places()).toEqual(before);
});

test('presenter view has come before anybody asks for it', async ({ page, baseURL }) => {
	const paths = requestsOf(page, String(baseURL));
	const presenter = () => [...paths].filter((path) => /\/presenter-[\w-]{8}\.js$/.test(path));
	await page.goto('./#/mcs-queue');
	await expect(page.getByTestId('position')).toBeVisible();
	await expect.poll(presenter).toHaveLength(1);
	await page.keyboard.press('p');
	await expect(page.locator('main[data-preset]')).toBeVisible();
});
