/** One step as a film: time stands still but for the film, so a frame is the same on every machine. */
import type { Page } from '@playwright/test';
import { moment } from './support';

const CALM_MS = 400; /* more than the pause after which a step is animated */

/** From now on no time passes on the page but in `filmed`. The page must be open, and its clock installed. */
export async function stopTime(page: Page): Promise<void> {
	const browser = await page.context().newCDPSession(page);
	await browser.send('Animation.enable');
	await browser.send('Animation.setPlaybackRate', { playbackRate: 0 });
	await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1000)));
}

/** Shows the frames of the step that `press` takes: each as it stands so many ms after it. */
export async function filmed(
	page: Page,
	press: () => Promise<void>,
	times: readonly number[],
	frame: (ms: number) => Promise<void>,
): Promise<void> {
	await page.getByTestId('lanes-ground').waitFor();
	await page.clock.runFor(CALM_MS);
	const { at } = await moment(page);
	await press();
	let now = 0;
	for (const ms of times) {
		await page.clock.runFor(ms - now);
		now = ms;
		await page.evaluate(hold, ms);
		await frame(ms);
	}
	await page.evaluate(hold, 10_000);
	await page.clock.runFor(CALM_MS);
	return void (await moment(page, at + 1));
}

/** The page's clock does not drive what the browser animates by itself: that stands still, and is put where it would be. */
function hold(ms: number): void {
	for (const animation of document.getAnimations()) {
		const end = Number(animation.effect?.getComputedTiming().endTime ?? 0);
		if (ms >= end) animation.finish();
		else animation.currentTime = ms;
	}
}
