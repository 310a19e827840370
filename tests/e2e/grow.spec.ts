/** Before a room the drawings of the queues use the room that there is, and do not jump at each step. */
import type { Page } from '@playwright/test';
import { look } from './stage-look';
import { expect, frames, openMoment, storyFitted, test } from './support';

interface Seen {
	at: number;
	/** how much the drawings have grown, and as much as they may */
	by: number;
	/** shares of the height of the slide's part, and of the width that the widest of them has */
	height: number;
	width: number;
	drawings: number;
}

const seen = (page: Page): Promise<Seen> =>
	page.evaluate(() => {
		const frame = document.querySelector('main [data-fits="memory"]') as HTMLElement;
		const content = frame.firstElementChild as HTMLElement;
		const drawings = [...content.querySelectorAll('svg[data-grows]')];
		const share = (e: Element) =>
			e.getBoundingClientRect().width / Number(e.parentElement?.getBoundingClientRect().width);
		const place = document.querySelector('[data-testid="position"]')?.textContent ?? '';
		return {
			at: Number(/step (\d+)/.exec(place)?.[1]),
			by: Number(content.style.getPropertyValue('--grow') || 1),
			height: content.getBoundingClientRect().height / frame.getBoundingClientRect().height,
			width: Math.max(0, ...drawings.map(share)),
			drawings: drawings.length,
		};
	});

for (const [width, height] of [
	[1280, 720],
	[1920, 1080],
] as const)
	for (const story of ['mcs-queue', 'mcs-gap', 'rwsem-two-pass', 'ticket-in-order'])
		test(`one size at every stop of ${story}, in which the fullest has the room there is: ${width} × ${height}`, async ({
			page,
		}) => {
			await page.emulateMedia({ reducedMotion: 'reduce' });
			await page.setViewportSize({ width, height });
			await openMoment(page, `${story}?p=1`);
			await storyFitted(page);
			const all: Seen[] = [];
			const wrong: string[] = [];
			for (;;) {
				await frames(page, 12);
				const now = await seen(page);
				if (now.at === all.at(-1)?.at && now.at > 0) break;
				all.push(now);
				wrong.push(...(await look(page)).wrong.map((one) => `${now.at}: ${one}`));
				await page.keyboard.press('PageDown');
				if (await page.getByTestId('story-end').isVisible()) break;
				/* a question stands: the press has shown its answer */
				if ((await seen(page)).at === now.at) await page.keyboard.press('PageDown');
			}
			const drawn = all.filter(({ drawings }) => drawings > 0);
			expect(drawn.length).toBeGreaterThan(1);
			expect([...new Set(drawn.map(({ by }) => by))]).toHaveLength(1);
			const full = drawn.filter((s) => s.height >= 0.9 || s.width >= 0.9 || s.by >= 1.69);
			expect(full, JSON.stringify(drawn)).not.toEqual([]);
			expect(wrong).toEqual([]);
		});

test('it keeps one size from stop to stop, whichever way one comes', async ({ page }) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await openMoment(page, 'mcs-queue?at=12&p=1');
	await storyFitted(page);
	await page.keyboard.press('a');
	const sizes = new Map<number, number>();
	for (let at = 12; at < 26; at++) {
		await frames(page, 12);
		sizes.set(at, (await seen(page)).by);
		await page.keyboard.press('ArrowRight');
	}
	/* with three nodes and with one */
	expect(new Set(sizes.values()).size).toBe(1);
	expect(sizes.get(12)).toBeGreaterThan(1.1);
	for (let at = 25; at > 12; at--) {
		await page.keyboard.press('ArrowLeft');
		await frames(page, 12);
		expect((await seen(page)).by, `back at ${at}`).toBe(sizes.get(at));
	}
});

/** Whether the drawing is on its way to another size when the cache lines come, which take room from it. */
async function glides(page: Page): Promise<boolean> {
	await openMoment(page, 'mcs-queue?at=16&p=1');
	await storyFitted(page);
	await frames(page, 12);
	/* looked at from before the key on: it is over soon */
	const seen = page.evaluate(async () => {
		for (let after = 0; after < 30; ) {
			const moving = document.getAnimations().some((one) => {
				return one instanceof CSSTransition && one.transitionProperty === '--grow';
			});
			if (moving) return true;
			if (document.querySelector('main [data-region="cache"]')) after++;
			await new Promise(requestAnimationFrame);
		}
		return false;
	});
	await page.keyboard.press('v');
	return seen;
}

test('it glides to another size, and is there at once for who asked for less motion', async ({
	page,
}) => {
	await page.emulateMedia({ reducedMotion: 'no-preference' });
	expect(await glides(page)).toBe(true);
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await page.goto('about:blank');
	expect(await glides(page)).toBe(false);
});
