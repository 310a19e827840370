/** What a clicker does off the story: it stops where who holds or waits has changed, says how far that was, and leads back. */
import { beforeAll, expect, it } from 'vitest';
import { type Core, exploreHere } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { App } from './app';
import { turnTest } from './own-course';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

/** The story, left at a moment by steps of these threads. */
function left(story: string, at: number, ...tids: number[]): App {
	const app = new App((config, options) => exploreHere(core, config, options));
	app.store.set({ core, reducedMotion: true });
	app.documents.openScenario(story);
	app.cursor.seek(at);
	for (const tid of tids) app.steps.stepThread(tid);
	expect(app.doc?.moment.story).toBe('left');
	return app;
}

const press = async (app: App, by: 1 | -1 = 1) => {
	app.jumps.beat(by);
	await expect.poll(() => app.state.motion).toBe('still');
	return app.doc?.moment.at ?? 0;
};

/** The lock word and who is in which queue, as a room sees them. */
const seen = (app: App, at = app.doc?.moment.at) => {
	const { words = [], queues } = app.doc?.session.machine(at) ?? {};
	return JSON.stringify([words[0]?.value, queues?.map((queue) => queue.map(({ tid }) => tid))]);
};

for (const [story, at, ...tids] of [
	['mutex-stampede', 14, 2, 2],
	['mutex-mcs-queue', 30, 2, 3],
	['qspinlock-queue', 10, 2, 2],
] as [string, number, ...number[]][])
	it(`stops where a word that says who holds or waits has changed: ${story}`, async () => {
		const app = left(story, at, ...tids);
		const stops: number[] = [app.doc?.moment.at ?? 0];
		while (app.doc?.moment.next) {
			const before = seen(app);
			const here = await press(app);
			const from = stops.at(-1) ?? 0;
			const steps = here - from === 1 ? '1 step' : `${here - from} steps`;
			expect(app.state.toast).toContain(`${steps} on.`);
			expect(app.state.toast).toContain(`Page Up goes back to step ${from}.`);
			const { session, moment } = app.doc;
			/* nothing of it on the way, which a room would have missed */
			for (let at = from + 1; at < here; at++) expect(seen(app, at), `${at}`).toBe(before);
			/* at its own end, too, and where a thread sleeps, wakes or is done, or another word says who waits */
			const isTurn = turnTest(core, session)(here - 1);
			expect(isTurn || !moment.next, `${story} ${here}`).toBe(true);
			stops.push(here);
		}
		expect(stops.length).toBeGreaterThan(4);
		/* the end is said, and one more press says it again */
		expect(app.state.toast).toMatch(/done|move/);
		await press(app);
		expect(app.doc?.moment.at).toBe(stops.at(-1));
		/* and back, press for press, to where the first was made */
		for (const stop of stops.slice(0, -1).reverse()) expect(await press(app, -1)).toBe(stop);
		await press(app, -1);
		expect(app.doc?.moment.story).not.toBe('left');
	});

it('forgets a press once other steps lead there', async () => {
	const app = left('mutex-stampede', 14, 2, 2);
	const from = app.doc?.moment.at ?? 0;
	await press(app);
	await press(app);
	app.cursor.seek(from - 1);
	app.steps.stepThread(3);
	app.steps.stepThread(3);
	app.steps.stepThread(3);
	const here = app.doc?.moment.at ?? 0;
	const back = await press(app, -1);
	expect(back).not.toBe(from);
	expect(back).toBeLessThan(here);
});
