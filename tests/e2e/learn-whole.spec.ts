/** Every lesson: whole, read by axe and by keyboard alone, its terms and its C. */
import { readdirSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { axeOn } from './axe';
import { answerAll, FIRST, figures, openLesson, openTwo, sideways } from './lesson-pages';
import { expect, SCHEMES, test } from './support';

test('in a lesson a term opens where it first stands in a section, and the levels close it', async ({
	page,
}) => {
	await openLesson(page, FIRST);
	await page.mouse.move(5, 5);
	const lesson = page.getByTestId('lesson');
	const term = lesson.locator(':scope > p [data-term]').first();
	await term.focus();
	await expect(page.getByRole('tooltip')).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page.getByRole('tooltip')).toHaveCount(0);
	/* never twice in a section's own text, and not in what is pressed or named */
	const twice = await lesson.evaluate((article) => {
		const seen: string[] = [];
		let found: string[] = [];
		for (const child of article.children) {
			if (child.tagName === 'H2') found = [];
			if (!/^(P|UL|OL|H2)$/.test(child.tagName)) continue;
			for (const one of child.querySelectorAll('[data-term]')) {
				const term = one.getAttribute('data-term') ?? '';
				if (found.includes(term)) seen.push(term);
				found.push(term);
			}
		}
		return seen;
	});
	expect(twice).toEqual([]);
	await expect(lesson.locator(':is(h2, summary, button, a) [data-term]')).toHaveCount(0);
	const levels = page.getByTestId('lesson-levels');
	await answerAll(page);
	await expect(levels.getByTestId('done-two-heads')).toHaveCount(0);
	await levels.getByRole('link', { name: 'Two heads' }).click();
	await expect(page.getByTestId('level')).toBeVisible();
	await page.evaluate(() => localStorage.setItem('lockstep.levels', '{"two-heads":9}'));
	await page.goto(`about:blank`);
	await page.goto(`./#/learn/${FIRST}`);
	await expect(levels.getByTestId('done-two-heads')).toContainText(
		'done in 9 steps, the shortest has 8',
	);
	await page.goto('./#/learn');
	const stop = page.getByTestId(`lesson-${FIRST}`);
	await expect(stop.getByTestId('levels-won')).toHaveText('1 of 2 levels done');
});

test('every lesson is whole: all its figures run, and none is wider than a phone', async ({
	page,
}) => {
	test.slow();
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto('./#/learn');
	const links = page.locator('[data-testid^="lesson-"] h2 a');
	await expect(links).toHaveCount(10);
	const all = await links.evaluateAll((found) => found.map((a) => a.getAttribute('href')));
	for (const href of all) {
		await page.goto(`./${href}`);
		await expect(page.getByTestId('lesson-levels')).toBeVisible();
		for (const figure of await figures(page).all()) {
			await figure.scrollIntoViewIfNeeded();
			await expect(figure).toHaveAttribute('data-ready');
			await expect(figure.getByRole('alert')).toHaveCount(0);
		}
		expect(await sideways(page), `${href}`).toBe(0);
	}
});

const LESSONS = readdirSync('web/lessons')
	.filter((file) => /^\d\d-.*\.md$/.test(file))
	.map((file) => `learn/${file.slice(3, -3)}`);

test('a question is answered by keyboard alone, wrongly and then rightly', async ({ page }) => {
	await openLesson(page, FIRST);
	const ask = page.getByTestId('ask-torn-count');
	const choices = ask.locator('li > button[aria-expanded]');
	const open = ask.locator('li > button[aria-expanded="true"]');
	const count = await choices.count();
	await page.keyboard.press('Tab');
	for (let i = 0; i < 200; i++) {
		if (await choices.first().evaluate((e) => e === document.activeElement)) break;
		await page.keyboard.press('Tab');
	}
	await expect(choices.first()).toBeFocused();
	for (let i = 0; i < count && (await ask.getByTestId('not-sure').count()) > 0; i++) {
		await expect(choices.nth(i)).toBeFocused();
		await page.keyboard.press(i % 2 === 0 ? 'Enter' : 'Space');
		await expect(open).toHaveCount(i + 1);
		await expect(choices.nth(i)).toBeFocused();
		if ((await ask.getByTestId('not-sure').count()) === 0) break;
		/* past the terms of the reply */
		for (let k = 0; k < 12; k++) {
			await page.keyboard.press('Tab');
			if (await choices.nth(i + 1).evaluate((e) => e === document.activeElement)) break;
		}
	}
	await expect(ask.getByTestId('not-sure')).toHaveCount(0);
	await expect(ask.getByText('Right. ')).toBeVisible();
	await expect(ask.getByTestId('figure')).not.toHaveAttribute('data-veiled');
});

for (const fragment of ['learn', ...LESSONS])
	test(`axe finds nothing, light and dark: ${fragment}`, async ({ page }) => {
		await page.goto(`./#/${fragment}`);
		if (fragment === 'learn') await expect(page.getByTestId('go-on')).toBeVisible();
		else {
			await expect(figures(page).first()).toHaveAttribute('data-ready');
			await page.getByTestId('not-sure').first().click();
			for (const one of await page.locator('summary').all()) await one.click();
			/* a value that fades in while the answer plays has no contrast yet */
			const played = page.getByTestId(/^ask-/).first().getByTestId('position');
			if ((await played.count()) > 0) await expect(played).toHaveText(/^step (\d+) of \1$/);
			await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished)));
		}
		for (const colorScheme of SCHEMES) {
			await page.emulateMedia({ colorScheme });
			await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
			const { violations, passes } = await axeOn(page).analyze();
			const found = violations.map(
				(v) => `${colorScheme}: ${v.id}: ${v.nodes.map((n) => n.html.slice(0, 160)).join(' | ')}`,
			);
			expect(found).toEqual([]);
			expect(passes.map((p) => p.id)).toContain('color-contrast');
		}
	});

for (const viewport of [
	{ width: 390, height: 844 },
	{ width: 844, height: 390 },
])
	test.describe(`a phone of ${viewport.width} × ${viewport.height}`, () => {
		test.use({ viewport, hasTouch: true, isMobile: true });

		test('nothing to scroll sideways, buttons for fingers', async ({ page }) => {
			await page.goto('./#/learn');
			await expect(page.getByTestId('go-on')).toBeVisible();
			expect(await sideways(page)).toBe(0);
			const figure = await openTwo(page);
			await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
			await expect(figures(page).last()).toHaveAttribute('data-ready');
			expect(await sideways(page)).toBe(0);
			await figure.getByTestId('actor-2').tap();
			await expect(figure.getByTestId('narration')).toContainText('T2 decrements');
			for (const button of await page.locator('[data-testid="figure"] button:visible').all()) {
				const box = await button.boundingBox();
				const name = (await button.getAttribute('aria-label')) ?? (await button.innerText());
				/* a value that leads to its writer stands in a line of text */
				if (!/^0x/.test(name)) expect.soft(box?.height, name).toBeGreaterThanOrEqual(40);
			}
		});
	});

test.describe('the opening of a lesson on a phone', () => {
	test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

	test('the row to be moved is on the screen, and a flag is no whole word', async ({ page }) => {
		await openLesson(page, 'stealing-and-hand-off');
		const first = figures(page).first();
		await expect(first.getByTestId('actor-3')).toBeInViewport({ ratio: 0.98 });
		/* four fields, of which one may have to stand in a row of its own */
		const figure = page.getByRole('region', { name: 'Figure: today’s mutex is handed' });
		await answerAll(page);
		await figure.scrollIntoViewIfNeeded();
		await expect(figure).toHaveAttribute('data-ready');
		const cells = figure.locator('dl').first();
		const whole = (await cells.boundingBox())?.width ?? 0;
		for (const name of ['WAITERS', 'HANDOFF', 'PICKUP']) {
			const cell = cells.locator('div', { hasText: name });
			expect((await cell.boundingBox())?.width, name).toBeLessThan(whole / 2);
		}
	});
});

test.describe('a later figure on a phone', () => {
	test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

	test('the sentence, the picture that it speaks of and the way on are on the screen together', async ({
		page,
	}) => {
		await page.emulateMedia({ reducedMotion: 'reduce' });
		await openLesson(page, 'stealing-and-hand-off');
		await answerAll(page);
		for (const name of ['the lock is handed', 'the next unlock finds', 'today’s mutex is handed']) {
			const figure = page.getByRole('region', { name: `Figure: ${name}` });
			await figure.evaluate((element) => element.scrollIntoView({ block: 'start' }));
			await expect(figure).toHaveAttribute('data-ready');
			const next = figure.getByTestId('next-note');
			for (let i = 0; (await next.getAttribute('aria-disabled')) !== 'true'; i++) {
				expect(i, name).toBeLessThan(9);
				await next.tap();
				await figure.evaluate((element) => element.scrollIntoView({ block: 'start' }));
				for (const part of ['narration', 'forward'])
					await expect(figure.getByTestId(part), `${name} ${i}`).toBeInViewport({ ratio: 0.98 });
				const picture = figure.getByRole('region', { name: /^Queues and words/ });
				await expect(picture, `${name} ${i}`).toBeInViewport({ ratio: 0.98 });
			}
		}
	});
});

test('a memory order at the end of a name in the C explains itself', async ({ page }) => {
	await openLesson(page, 'compare-and-swap');
	await answerAll(page);
	const code = page.getByTestId('lesson-code');
	await code.locator('summary').click();
	const order = code.locator('[data-term="acquire"]');
	await expect(order).toHaveText('acquire');
	await order.focus();
	await expect(page.getByTestId('term-note')).toContainText('Memory order of an access that reads');
	/* a line of code hangs, and what opens at it does not */
	await expect(page.getByTestId('term-note')).toHaveCSS('text-indent', '0px');
	await code.locator('[data-term="release"]').focus();
	await expect(page.getByTestId('term-note')).toContainText('Giving up a lock needs it');
	await expect(code).toContainText('atomic_long_cmpxchg_acquire(&lock->owner');
});

test('of a lost wake-up a figure says who will not be woken', async ({ page }) => {
	await openLesson(page, 'spin-or-sleep');
	const ask = page.getByTestId('ask-blind-sleep');
	await ask.getByTestId('not-sure').click();
	const says = ask.getByTestId('figure').getByText('T2 is asleep and nobody will wake it');
	await expect(says.filter({ visible: true })).toHaveCount(1);
});

test('the help of a lesson speaks of the lesson', async ({ page }) => {
	await openLesson(page, FIRST);
	await page.getByTestId('help-button').click();
	const help = page.getByTestId('help');
	await expect(help).toContainText('in a question that was touched, choose that answer');
	await expect(help).not.toContainText('Below, time goes from left to right');
});

type Four = [Locator, Locator, Locator, Locator];

test('“The same in C” has the lines of the stepper, in its colours', async ({ page }) => {
	await openLesson(page, 'futexes');
	const code = page.getByTestId('lesson-code');
	/* an answer could be read off it */
	await expect(code).toHaveCount(0);
	await answerAll(page);
	const procs = code.getByTestId('lesson-proc');
	await expect(procs).toHaveCount(0);
	await code.locator('summary').focus();
	await page.keyboard.press('Enter');
	await expect(procs).toHaveCount(4);
	const [entry, fast, slow, unlock] = [0, 1, 2, 3].map((i) => procs.nth(i)) as Four;
	await expect(entry).toContainText('__pthread_mutex_lock(struct glibc_mutex *lock)');
	/* a variant's own: glibc 2.5 unlocks by a decrement */
	await expect(unlock).toContainText('atomic_xchg_release(&lock->lock, 0);');
	await expect(unlock).not.toContainText('atomic_add_return');
	await expect(fast).toContainText('takes the free lock without the kernel');
	const line = slow.locator('code', { hasText: 'futex_wait(' }).first();
	await expect(line).toContainText('futex_wait(&lock->hash, &lock->lock, 2);');
	const colors = await line
		.locator('span')
		.evaluateAll((all) => [...new Set(all.map((e) => getComputedStyle(e).color))]);
	expect(colors.length).toBeGreaterThan(1);
	/* as in the stepper, line for line */
	const [comment, ...told] = await unlock.locator('code').allTextContents();
	/* however many lines it has there, here it is broken only where its place ends */
	expect(comment).toMatch(/^\/\* .* \*\/$/);
	await page.goto('./#/pm-today?plain=code&at=1');
	await expect(page.locator('[data-region="source"] [data-line]').first()).toBeVisible();
	await page.getByRole('button', { name: /C \(paraphrase\)$/ }).click();
	const source = page.locator('[data-region="source"] [data-line] code');
	await expect(source.filter({ hasText: '__pthread_mutex_unlock(struct' })).toHaveCount(1);
	const lines = await source.allTextContents();
	expect(told.length).toBeGreaterThan(7);
	for (const one of told) expect(lines).toContain(one);
});

for (const slug of [FIRST, 'compare-and-swap', 'futexes'])
	test(`on a phone the C of a lesson stays on the screen: ${slug}`, async ({ page }) => {
		await page.setViewportSize({ width: 390, height: 844 });
		await openLesson(page, slug);
		await answerAll(page);
		const code = page.getByTestId('lesson-code');
		await code.locator('summary').click();
		await expect(code.getByTestId('lesson-proc').first()).toContainText('lock');
		expect(await sideways(page)).toBe(0);
		const beyond = await code
			.locator('code, code + span')
			.evaluateAll((all) =>
				all.filter((e) => e.getBoundingClientRect().right > 390).map((e) => e.textContent),
			);
		expect(beyond).toEqual([]);
	});
