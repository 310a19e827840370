/** Questions: what a digit means while one is open, what is on the screen when it is answered, a guess before a count. */
import type { Page } from '@playwright/test';
import { expect, moment, openMoment, test } from './support';

const FIRST = 'what-a-lock-is';
const STAMPEDE = 'stampede-and-queue';

async function openLesson(page: Page, slug: string): Promise<void> {
	await page.goto(`./#/learn/${slug}`);
	await expect(page.getByTestId('figure').first()).toHaveAttribute('data-ready');
}

for (const [width, height, seen] of [
	[1280, 800, 0.98],
	[1280, 720, 0.98],
	[1920, 1080, 0.98],
	[390, 844, 0.4],
] as const)
	test(`what an answer plays and what explains it are on the screen together, ${width} × ${height}`, async ({
		page,
	}) => {
		await page.setViewportSize({ width, height });
		await openLesson(page, STAMPEDE);
		const ask = page.getByTestId('ask-how-many-run');
		const figure = ask.getByTestId('figure');
		await expect(figure).toHaveAttribute('data-ready');
		const choice = ask.getByRole('button', { name: /^All three/ });
		await choice.evaluate((element) => element.scrollIntoView({ block: 'center' }));
		await choice.click();
		const verdict = ask.getByTestId('verdict');
		await expect(verdict).toContainText('Right. All three watched');
		await expect(ask.getByTestId('position')).toHaveText('step 28 of 28');
		await expect(verdict).toBeInViewport({ ratio: 0.98 });
		await expect(ask.getByTestId('narration')).toBeInViewport({ ratio: 0.98 });
		await expect(figure).toBeInViewport({ ratio: seen });
	});

/* those whose figures are the highest */
for (const slug of [STAMPEDE, 'spin-or-sleep', 'stealing-and-hand-off', 'starvation-and-handoff'])
	test(`a question, its figure and its choices are on a screen together: ${slug}`, async ({
		page,
	}) => {
		await page.setViewportSize({ width: 1280, height: 800 });
		await openLesson(page, slug);
		for (const ask of await page.getByTestId(/^ask-/).all()) {
			await ask.evaluate((element) => element.scrollIntoView({ block: 'start' }));
			const figure = ask.getByTestId('figure');
			if ((await figure.count()) > 0) await expect(figure).toHaveAttribute('data-ready');
			await expect(ask.locator('[data-open-question]')).toBeInViewport({ ratio: 0.98 });
			await expect(ask.locator('p').nth(1)).toBeInViewport({ ratio: 0.98 });
		}
	});

test('an arrow for a figure that is partly on the screen brings it, and says so; then it steps', async ({
	page,
}) => {
	await page.setViewportSize({ width: 1280, height: 800 });
	await openLesson(page, FIRST);
	const figure = page.getByTestId('figure').first();
	await figure.evaluate((element) => {
		const { top, height } = element.getBoundingClientRect();
		window.scrollBy(0, top + height * 0.7);
	});
	await expect(figure).not.toBeInViewport({ ratio: 0.5 });
	await page.keyboard.press('ArrowRight');
	await expect(figure).toBeInViewport({ ratio: 0.98 });
	await expect(figure).toBeFocused();
	await expect(figure.getByTestId('said')).toContainText('→ and ← step this figure');
	await expect(figure.getByTestId('position')).toContainText('step 0 ');
	await page.keyboard.press('ArrowRight');
	await expect(figure.getByTestId('position')).toContainText('step 1 ');
});

test('an arrow for a figure whose question is open says what it waits for', async ({ page }) => {
	await page.setViewportSize({ width: 1280, height: 800 });
	await openLesson(page, FIRST);
	const ask = page.getByTestId('ask-torn-count');
	const figure = ask.getByTestId('figure');
	await ask.evaluate((element) => element.scrollIntoView({ block: 'center' }));
	await expect(figure).toHaveAttribute('data-ready');
	const before = await figure.getByTestId('position').innerText();
	await page.keyboard.press('ArrowRight');
	await expect(figure.getByTestId('said')).toContainText('Answer the question first');
	await expect(figure.getByTestId('position')).toHaveText(before);
});

test('a digit answers the question that was touched, and moves no thread', async ({ page }) => {
	await page.setViewportSize({ width: 1280, height: 800 });
	await openLesson(page, FIRST);
	const ask = page.getByTestId('ask-torn-swap');
	const choices = ask.locator('li > button[aria-expanded]');
	await expect(choices.first()).toHaveText(/1$/);
	await ask.scrollIntoViewIfNeeded();
	await expect(ask.getByTestId('figure')).toHaveAttribute('data-ready');
	await choices.last().evaluate((element) => element.scrollIntoView({ block: 'end' }));
	await expect(choices.first()).toBeInViewport({ ratio: 0.9 });
	const positions = () => page.getByTestId('position').allInnerTexts();
	const before = await positions();
	await page.keyboard.press('9');
	const wrong = (await choices.allInnerTexts()).findIndex((text) => /only T2 believes/.test(text));
	/* on the screen alone: the choice takes the focus, and nothing is answered */
	await expect(choices.first().locator('kbd')).toBeHidden();
	await page.keyboard.press(String(wrong + 1));
	await expect(choices.nth(wrong)).toBeFocused();
	await expect(choices.first().locator('kbd')).toBeVisible();
	await expect(ask).not.toContainText('Not so.');
	await page.keyboard.press(String(wrong + 1));
	await expect(ask).toContainText('Not so. The later write does win');
	expect(await positions()).toEqual(before);
	const right = (await choices.allInnerTexts()).findIndex((text) => /both believe/.test(text));
	await page.keyboard.press(String(right + 1));
	await expect(ask.getByTestId('verdict')).toContainText('Right. Each decides');
	await expect(ask.getByTestId('position')).toHaveText('step 10 of 10');
	/* now the figure has them back */
	await ask.getByTestId('figure').focus();
	await page.keyboard.press('ArrowLeft');
	await expect(ask.getByTestId('position')).toHaveText('step 9 of 10');
	await page.keyboard.press('2');
	await expect(ask.getByTestId('position')).toHaveText(/^step 10 /);
});

test('keys are for the figure that is seen, and not for one scrolled off or a question below', async ({
	page,
}) => {
	await page.setViewportSize({ width: 1280, height: 720 });
	await openLesson(page, 'spin-or-sleep');
	const ask = page.getByTestId('ask-owner-is-off');
	await ask.getByRole('button', { name: /^Go to sleep/ }).click();
	const before = ask.getByTestId('position');
	await expect(before).toHaveText('step 15 of 15');
	/* it has been touched, and has the focus */
	await ask.getByTestId('figure').focus();
	const figure = page.getByRole('region', { name: 'Figure: T2 goes to sleep and is woken' });
	const position = figure.getByTestId('position');
	await expect(figure).toHaveAttribute('data-ready');
	await figure.evaluate((element) =>
		window.scrollBy(0, element.getBoundingClientRect().top - window.innerHeight + 290),
	);
	await expect(figure.getByTestId('figure-steps')).toBeInViewport({ ratio: 0.98 });
	await expect(figure).not.toBeInViewport({ ratio: 0.59 });
	const [, at] = /step (\d+)/.exec(await position.innerText()) ?? [];
	await page.keyboard.press('2');
	await expect(position).toHaveText(`step ${Number(at) + 1} of 27`);
	await page.keyboard.press('ArrowLeft');
	await expect(position).toHaveText(`step ${at} of 27`);
	await expect(before).toHaveText('step 15 of 15');
	/* the question below it is on the screen, and was not touched */
	const open = page.getByTestId('ask-blind-sleep');
	await page.setViewportSize({ width: 1280, height: 2400 });
	await expect(open.locator('[data-open-question]')).toBeInViewport({ ratio: 0.98 });
	await figure.focus();
	await page.keyboard.press('2');
	await expect(position).toHaveText(`step ${Number(at) + 1} of 27`);
	await expect(open).not.toContainText('Not so.');
	await expect(open.getByTestId('verdict')).toBeEmpty();
});

test('in a story a digit answers the question that is open, and then moves a thread again', async ({
	page,
}) => {
	await openMoment(page, 'ww-sleep-wake?at=7');
	const options = page.getByTestId('options').getByRole('button');
	await expect(options).toHaveCount(3);
	await expect(options.nth(1)).toContainText('2');
	await page.keyboard.press('7');
	await moment(page, 7);
	await expect(page.getByTestId('answer')).toBeVisible();
	await page.keyboard.press('1');
	await expect(page.getByTestId('answer')).toHaveCount(0);
	await expect(options.first()).toHaveAttribute('aria-pressed', 'true');
	await expect(page.getByTestId('position')).toHaveText(/^step 7 /);
	await expect(page.getByTestId('left-story')).toHaveCount(0);
	await page.keyboard.press('1');
	await moment(page, 8);
	await page.keyboard.press('?');
	await expect(page.getByTestId('help')).toContainText(
		'while a question is open, choose that answer',
	);
});

test('a count is guessed before it is shown', async ({ page }) => {
	await openLesson(page, STAMPEDE);
	for (const id of ['how-many-run', 'how-many-now'])
		await page.getByTestId(`ask-${id}`).getByTestId('not-sure').click();
	const growth = page.getByTestId('growth');
	await growth.scrollIntoViewIfNeeded();
	await expect(growth.getByRole('slider')).toHaveCount(0);
	await expect(growth.getByTestId('growth-ratio')).toHaveCount(0);
	await growth.getByRole('spinbutton').fill('2');
	await page.keyboard.press('Enter');
	const guessed = growth.getByTestId('growth-guessed');
	await expect(guessed).toContainText(
		/Your guess, with 8 threads: 2 times as many\. It is [1-9]\.\d times as many\./,
	);
	await expect(growth.getByRole('slider')).toHaveAttribute('aria-valuetext', '8 threads');
	await growth.getByRole('slider').focus();
	await page.keyboard.press('Home');
	await expect(growth.getByRole('slider')).toHaveAttribute('aria-valuetext', '2 threads');
});

for (const viewport of [
	{ width: 390, height: 844 },
	{ width: 844, height: 390 },
])
	test.describe(`a phone of ${viewport.width} × ${viewport.height}`, () => {
		test.use({ viewport, hasTouch: true, isMobile: true });

		for (const slug of [STAMPEDE, 'the-mutex'])
			test(`a figure keeps its height while it is stepped: ${slug}`, async ({ page }) => {
				await page.emulateMedia({ reducedMotion: 'reduce' });
				await openLesson(page, slug);
				const figure = page.getByTestId('figure').first();
				const position = figure.getByTestId('position');
				const heights = new Set<number>();
				const keep = async () => {
					await expect(figure.getByTestId('copies-step')).toHaveCount(slug === STAMPEDE ? 1 : 0);
					heights.add(Math.round((await figure.boundingBox())?.height ?? 0));
				};
				await figure.getByTestId('start-over').tap();
				await keep();
				for (const way of ['forward', 'back'])
					for (let i = 0; i < 12; i++) {
						const before = await position.innerText();
						await figure.getByTestId(way).tap();
						await expect(position).not.toHaveText(before);
						await keep();
					}
				const all = [...heights].sort((a, b) => a - b);
				expect((all.at(-1) ?? 0) - (all[0] ?? 0), all.join()).toBeLessThan(4);
			});
	});
