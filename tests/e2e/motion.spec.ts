/** For readers who asked for less motion: nothing moves by itself, nothing takes its time. */
import type { Page } from '@playwright/test';
import { expect, FAMILIES, moment, openGallery, openMoment, tellStory, test } from './support';

const LONGEST_MS = 100;

/**
 * Notes every transition or animation from now on that lasts longer than a cross-fade may: those of
 * the style sheets, and what D3 still changes in its pictures so long after the first change that
 * follows a key.
 */
async function watchMotion(page: Page): Promise<() => Promise<string[]>> {
	await page.evaluate((longest) => {
		const seen = new Set<string>();
		let first: number | null = null;
		document.addEventListener('keydown', () => (first = null), true);
		new MutationObserver((changes) => {
			for (const { target, attributeName, oldValue } of changes) {
				if (!(target instanceof SVGElement) || !attributeName) continue;
				if (!target.closest('[data-testid="queue-picture"]')) continue;
				if (target.getAttribute(attributeName) === oldValue) continue;
				first ??= performance.now();
				if (performance.now() - first > longest) seen.add(`D3: ${attributeName}`);
			}
		}).observe(document.body, { subtree: true, attributes: true, attributeOldValue: true });
		const look = () => {
			for (const animation of document.getAnimations()) {
				const time = animation.effect?.getComputedTiming();
				const whole = Number(time?.endTime ?? 0);
				const target = (animation.effect as KeyframeEffect | null)?.target;
				if (whole > longest)
					seen.add(`${target?.tagName} ${target?.getAttribute('class')} ${whole}`);
			}
			requestAnimationFrame(look);
		};
		look();
		Object.assign(window, { longMotions: seen });
	}, LONGEST_MS);
	return () =>
		page.evaluate(() => [...(window as unknown as { longMotions: Set<string> }).longMotions]);
}

/** One step after a pause at a time: what comes fast is not animated in any case. */
async function stepCalmly(page: Page, steps: number): Promise<void> {
	const { at } = await moment(page);
	for (let i = 1; i <= steps; i++) {
		await page.keyboard.press('ArrowRight');
		await moment(page, at + i);
		await page.waitForTimeout(160);
	}
}

const pictures = (page: Page) =>
	page
		.locator('[data-part="picture"]')
		.evaluateAll((all) => all.slice(0, 3).map((e) => e.innerHTML));

test.describe('with reduced motion', () => {
	test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

	for (const { story } of FAMILIES) {
		test(`${story}: no step moves for longer than ${LONGEST_MS} ms`, async ({ page }) => {
			await openMoment(page, story);
			const motions = await watchMotion(page);
			await stepCalmly(page, 8);
			await tellStory(page);
			await page.getByTestId('help-button').click();
			await page.keyboard.press('Escape');
			await page.getByTestId('setup').click();
			await page.keyboard.press('Escape');
			expect(await motions()).toEqual([]);
		});
	}

	test('no cache line moves for longer either', async ({ page }) => {
		await openMoment(page, 'mutex-stampede?cache=1');
		await expect(page.getByTestId('cache')).toBeVisible();
		const motions = await watchMotion(page);
		await stepCalmly(page, 12);
		expect(await motions()).toEqual([]);
	});

	test('the pictures of the gallery stand still', async ({ page }) => {
		await openGallery(page);
		await expect(page.locator('[data-part="picture"] svg').first()).toBeVisible();
		await page.waitForLoadState('networkidle'); // each comes in a file of its own
		const motions = await watchMotion(page);
		const before = await pictures(page);
		await page.waitForTimeout(1600); // twice the slowest beat of a picture
		expect(await pictures(page)).toEqual(before);
		expect(await motions()).toEqual([]);
		await expect(page.getByTestId('pause-pictures')).toBeHidden();
	});
});

test('otherwise they play, until they are paused', async ({ page }) => {
	await page.emulateMedia({ reducedMotion: 'no-preference' });
	await openGallery(page);
	const before = await pictures(page);
	await expect.poll(() => pictures(page)).not.toEqual(before);
	await page.getByTestId('pause-pictures').click();
	const paused = await pictures(page);
	await page.waitForTimeout(1600);
	/* what the click brought into sight comes meanwhile, and is no motion */
	const wasThere = (_: string, i: number) => paused[i]?.includes('<svg');
	const there = paused.filter(wasThere);
	expect(there).not.toEqual([]);
	expect((await pictures(page)).filter(wasThere)).toEqual(there);
});

test('otherwise a step does move, and this test would see it', async ({ page }) => {
	await page.emulateMedia({ reducedMotion: 'no-preference' });
	await openMoment(page, 'mcs-queue');
	const motions = await watchMotion(page);
	await stepCalmly(page, 12);
	const seen = await motions();
	expect(seen.filter((m) => !m.startsWith('D3')).length).toBeGreaterThan(0);
	expect(seen).toContain('D3: transform');
});

test('a held key leaves nothing moving behind it', async ({ page }) => {
	await page.emulateMedia({ reducedMotion: 'no-preference' });
	await openMoment(page, 'mcs-queue');
	await stepCalmly(page, 7);
	const picture = page.getByTestId('queue-picture');
	const settled: string[] = [];
	for (let at = 8; at <= 17; at++) {
		await page.keyboard.press('ArrowRight');
		await moment(page, at);
		await page.waitForTimeout(400);
		settled.push(await picture.innerHTML());
	}
	for (let at = 16; at >= 8; at--) await page.keyboard.press('ArrowLeft');
	await moment(page, 8);
	await page.keyboard.press('ArrowRight', { delay: 20 });
	for (let at = 10; at <= 17; at++) await page.keyboard.press('ArrowRight');
	await moment(page, 17);
	const [now, later] = await picture.evaluate(async (g) => {
		const there = g.innerHTML;
		await new Promise((done) => setTimeout(done, 400));
		return [there, g.innerHTML];
	});
	expect(now).toBe(settled.at(-1));
	expect(later).toBe(now);
});

test('a thread that moves up in the queue is the same element', async ({ page }) => {
	await openMoment(page, 'mcs-queue');
	await stepCalmly(page, 16);
	const two = page.locator('[data-layer="nodes"] > [data-tid="2"]');
	const before = await two.elementHandle();
	const place = await two.getAttribute('transform');
	await page.keyboard.press('ArrowRight');
	await moment(page, 17);
	await expect(two).not.toHaveAttribute('transform', String(place));
	expect(await two.evaluate((now, then) => now === then, before)).toBe(true);
	await expect(page.locator('[data-layer="nodes"] > [data-tid="1"]')).toHaveCount(0);
});

test('a value is seen on its way, in the right place at the end, and never when it hurries', async ({
	page,
}, info) => {
	await page.emulateMedia({ reducedMotion: 'no-preference' });
	await openMoment(page, 'mcs-gap?at=6');
	const chip = page.getByTestId('flight');
	await page.waitForTimeout(300);
	const seen = page.evaluate(async () => {
		const places: { x: number; opacity: number }[] = [];
		const element = document.querySelector('[data-testid="flight"]') as HTMLElement;
		for (const end = performance.now() + 900; performance.now() < end; ) {
			const box = element.getBoundingClientRect();
			places.push({ x: Math.round(box.x), opacity: Number(getComputedStyle(element).opacity) });
			await new Promise(requestAnimationFrame);
		}
		return places;
	});
	await page.keyboard.press('ArrowRight');
	for (let i = 0; i < 3; i++)
		await info.attach(`flight-${i}`, { body: await page.screenshot(), contentType: 'image/png' });
	const shown = (await seen).filter(({ opacity }) => opacity > 0.5);
	expect(new Set(shown.map(({ x }) => x)).size).toBeGreaterThan(1);
	await expect(chip).toHaveText('T2');
	expect(await chip.evaluate((e) => getComputedStyle(e).opacity)).toBe('0');
	expect((await moment(page)).memory).toContain('tail');
});
