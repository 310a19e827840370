/** Every story of the real core, told by Page Down and back by Page Up: beat by beat, each in at most a second, to its end and no further. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { builtCore } from '../../../wasm/src/testing';
import { App } from './app';
import { beatsOf } from './beats';
import { progress } from './testing';

const core = await builtCore();
/** Milliseconds that a run to the next beat may take. */
const MOST = 1000;
/** Presses at a beat: one asks, one answers, one goes on. */
const PRESSES = 3;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const stories = core.facts.scenarios
	.map(({ name }) => name)
	.filter((name) => (core.scenario(name)?.story.length ?? 0) > 0);

function opened(name: string): App {
	const app = new App(async () => progress({}));
	app.store.set({ core });
	app.documents.openScenario(name);
	return app;
}

const at = (app: App) => app.doc?.moment.at ?? -1;

/** Where a press leads, and how long it takes until the page is still. */
function pressed(app: App, by: 1 | -1): { at: number; took: number } {
	app.jumps.beat(by);
	let took = 0;
	while (app.state.motion !== 'still' && took <= 2 * MOST) {
		vi.advanceTimersByTime(10);
		took += 10;
	}
	return { at: at(app), took };
}

test('there are many', () => {
	expect(stories.length).toBeGreaterThan(150);
});

test.each(stories)('%s', (name) => {
	const app = opened(name);
	const length = core.scenario(name)?.story.length ?? 0;
	const beats = beatsOf(core, app.doc as NonNullable<App['doc']>).map((beat) => beat.at);
	const wanted = [...new Set([...beats, length])].filter((place) => place > 0);
	/* by one beat a press, but where a question is asked and answered */
	const places = (by: 1 | -1) => {
		const reached: number[] = [];
		for (let presses = 0; presses < PRESSES * (wanted.length + 1); presses++) {
			const { at, took } = pressed(app, by);
			expect(took, `to step ${at}`).toBeLessThanOrEqual(MOST);
			if (at !== reached.at(-1)) reached.push(at);
		}
		return reached;
	};
	const forward = wanted.sort((a, b) => a - b);
	expect(places(1).filter((at) => at > 0)).toEqual(forward);
	expect(app.doc?.moment.length).toBe(length);
	expect(places(-1)).toEqual([...forward.slice(0, -1).reverse(), 0]);
	expect(app.doc?.moment.length).toBe(length);
});
