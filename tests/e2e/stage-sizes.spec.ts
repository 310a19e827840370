/** Presenter view with the largest and the smallest text: at the decisive step of a story of each lock nothing is cut. */
import { look } from './stage-look';
import { LOCKS } from './stories';
import { expect, openMoment, storyFitted, test } from './support';

for (const { name, stories } of LOCKS)
	test(`whole at any size of the text: ${name}`, async ({ page }) => {
		test.setTimeout(90_000);
		const [{ name: story } = { name: '' }] = stories;
		for (const [preset, text, theme] of [
			['1', 8, 'light'],
			['code', 8, 'dark'],
			['1', -2, 'dark'],
			['code', -2, 'light'],
		] as const) {
			await openMoment(page, `${story}?p=${preset}&text=${text}&theme=${theme}`);
			await page.keyboard.press('j');
			await expect(page.getByTestId('position')).not.toContainText('step 0 ');
			await storyFitted(page);
			await expect.poll(async () => (await look(page)).wrong, { message: page.url() }).toEqual([]);
		}
	});
