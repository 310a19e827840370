/** Presenter view with the largest and the smallest text: at the decisive step of a story nothing is cut. */
import { look } from './stage-look';
import { decisiveIn, goTo, LOCKS } from './stories';
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

/* The first is looked at above. Each is measured anew, which takes its time: every second one with the code. */
for (const { name, stories } of LOCKS.filter((lock) => lock.stories.length > 1))
	test(`whole in the largest text, every story: ${name}`, async ({ page }) => {
		const [first, ...others] = stories;
		test.setTimeout(60_000 + 15_000 * others.length);
		await page.emulateMedia({ reducedMotion: 'reduce' });
		const decisive = await decisiveIn(name);
		await openMoment(page, `${first?.name}?p=1&text=8`);
		for (const [i, { name: story, title }] of others.entries()) {
			const at = decisive(story);
			expect(at, story).toBeGreaterThan(0);
			const preset = i % 2 === 0 ? '1' : 'code';
			await goTo(page, `${story}?at=${at}&p=${preset}&text=8`, title, at);
			await expect.poll(async () => (await look(page)).wrong, { message: page.url() }).toEqual([]);
		}
	});
