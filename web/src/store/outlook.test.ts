/** What may come of the reader's own steps, where the budget of the story is what keeps them from failing. */
import { beforeAll, expect, it } from 'vitest';
import type { Core } from '../../../wasm/src';
import { exploreHere } from '../../../wasm/src/explorer';
import { builtCore } from '../../../wasm/src/testing';
import { outlookOf } from '../narration/FromHere';
import { App } from './app';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

/** Another step than the story's, at a moment of it. */
async function instead(story: string, at: number, env: string, tid: number) {
	const app = new App((config, options) => exploreHere(core, config, options));
	app.store.set({ core, reducedMotion: true });
	app.documents.openScenario(story);
	app.cursor.seek(at);
	const option = app.doc?.moment.options.find((o) => o.env === env && o.tid === tid);
	if (!option) throw new Error('it cannot be taken');
	app.steps.step(option.action);
	await app.outlooks.ask();
	const { outlook } = app.state;
	if (outlook.kind !== 'done') throw new Error('nothing was found');
	return { app, outlook };
}

it('a what-if that has spent the budget of a planted fault is not called safe, and C allows the act that it lacks', async () => {
	const { app, outlook } = await instead('mutex-fault-blind-sleep', 6, 'preempt', 1);
	expect(outlook.progress.verdict).toBe('OK');
	expect(outlookOf(app.state)).toMatch(
		/^From here, with no further preemption or signal, no schedule breaks a rule.* With one more preemption it can fail: lost wake-up: the rule “wake token” is broken, \d+ steps away\./,
	);
	const path = outlook.wider?.fault?.progress.path ?? [];
	const before = app.doc?.config.budget;
	await app.outlooks.showFault();
	expect(app.doc?.config.budget).not.toEqual(before);
	app.cursor.seek(7 + path.length);
	expect(app.doc?.moment).toMatchObject({
		at: 7 + path.length,
		judgement: { verdict: 'VIOLATED', what: 'wake token' },
	});
});

it('a text without a fault stays without one when one more is allowed, and that is said', async () => {
	const { app, outlook } = await instead('mcs-queue', 12, '', 3);
	expect(outlook.wider).toEqual({ fault: null });
	expect(outlookOf(app.state)).toContain('nothing goes wrong either');
	await app.outlooks.showFault();
	expect(app.state.toast).toMatch(/^From here, with no preemption, no schedule breaks a rule/);
});

it('an answer to a moment that was left is dropped', async () => {
	const { app } = await instead('mcs-queue', 12, '', 3);
	const asked = app.outlooks.ask();
	app.outlooks.drop();
	await asked;
	expect(app.state.outlook).toEqual({ kind: 'none' });
});

it('before a room a press waits for it once, and goes on when it is there', async () => {
	const app = new App((config, options) => exploreHere(core, config, options));
	app.store.set({ core, reducedMotion: true });
	app.documents.openScenario('mcs-queue');
	app.cursor.seek(12);
	const press = () => {
		const before = app.doc?.moment.at;
		app.jumps.beat(1);
		return app.doc?.moment.at !== before;
	};
	/* who reads at a desk may read on */
	app.steps.stepThread(3);
	expect(app.doc?.moment.story).toBe('left');
	expect(press()).toBe(true);
	app.page.setView({ presenter: true });
	app.futures.back();
	app.cursor.seek(12);
	app.steps.stepThread(3);
	expect(press()).toBe(false);
	expect(app.state.toast).toContain('still searched');
	/* it may never come */
	expect(press()).toBe(true);
	expect(press()).toBe(false);
	await app.outlooks.ask();
	expect(press()).toBe(true);
	/* on the story nothing is searched, and its question comes first */
	app.futures.back();
	app.cursor.seek(12);
	expect(press()).toBe(false);
	expect(app.doc?.revealed).toContain(12);
	expect(press()).toBe(true);
});

it.each([
	[
		'while steps run',
		(app: App) => app.store.set({ motion: 'playing' }),
		/^The steps are still running\./,
	],
	['in a recording', (app: App) => asIf(app, { recording: {} }), /^A recording is not searched/],
	['in a level', (app: App) => asIf(app, { level: {} }), /^A level is not searched for you/],
])('%s nothing is searched, and C says why', async (_, where, said) => {
	const { app } = await instead('mcs-queue', 12, '', 3);
	app.outlooks.drop();
	where(app);
	await app.outlooks.showFault();
	expect(app.state.toast).toMatch(said);
});

function asIf(app: App, more: object) {
	const { doc } = app.state;
	app.store.set({ doc: { ...doc, ...more } as typeof doc });
}
