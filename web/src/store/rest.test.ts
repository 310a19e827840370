/** What a press leads to after a thread has lost its CPU by the reader's own choice. */
import { beforeAll, expect, it } from 'vitest';
import { type Core, exploreHere } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { App } from './app';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

/** The story at a moment, at which that thread is then preempted. */
function preempted(story: string, at: number, tid: number): App {
	const app = new App((config, options) => exploreHere(core, config, options));
	app.store.set({ core, reducedMotion: true });
	app.documents.openScenario(story);
	app.cursor.seek(at);
	const { options = [], withheld = [] } = app.doc?.moment ?? {};
	const isIt = (o: { env: string; tid: number }) => o.env === 'preempt' && o.tid === tid;
	const given = options.find((o) => isIt(o) && o.result === 'moved');
	const asked = withheld.find(isIt);
	if (given) app.steps.step(given.action);
	else if (asked) app.steps.allow(asked.action);
	return app;
}

const press = async (app: App, by: 1 | -1 = 1) => {
	app.jumps.beat(by);
	await expect.poll(() => app.state.motion).toBe('still');
	return app.doc?.moment.at;
};

it('a press stops where all wait for the thread without a CPU, before it has one again', async () => {
	const app = preempted('mcs-gap', 7, 2);
	expect(app.doc?.moment.at).toBe(8);
	expect(await press(app)).toBe(11);
	const { before, machine, options } = app.doc?.moment ?? {};
	expect(machine?.threads[1]?.status).toBe('preempted');
	expect(before?.tid).toBe(1);
	/* whoever could go on only spins */
	expect(options?.filter((o) => o.env === '' && o.result === 'moved')).toEqual([]);
	expect(options?.find((o) => o.tid === 1)?.result).toBe('spun');
	expect(await press(app)).toBe(12);
	expect(app.doc?.moment.before?.env).toBe('run');
	/* and the same way back, and on again over what is kept */
	expect(await press(app, -1)).toBe(11);
	expect(await press(app)).toBe(12);
});
