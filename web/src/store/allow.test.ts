/** One act of the environment more than the story allows is the reader's; the story stays whole. */
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Core } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { App } from './app';
import { beatsOf, decisiveIn, lateHere, lateIn } from './beats';
import { keySign } from './key-sign';
import { progress, where } from './testing';

vi.setConfig({ testTimeout: 60_000 });

const STORY = 'mutex-fault-blind-sleep';

let core: Core;
let app: App;
beforeAll(async () => {
	core = await builtCore();
});
beforeEach(() => {
	app = new App(async () => progress({}));
	app.store.set({ core });
	app.documents.openScenario(STORY);
});

function opened() {
	const { doc } = app;
	if (!doc) throw new Error('nothing is open');
	return doc;
}

/** Preempts T1 before the step that decides it, where the story's budget for that is spent. */
function preemptOnceMore() {
	app.cursor.seek((decisiveIn(core, opened()) ?? 0) - 1);
	const { at, withheld } = opened().moment;
	const preempt = withheld.find((o) => o.env === 'preempt');
	if (!preempt) throw new Error('nothing is withheld');
	app.steps.allow(preempt.action);
	app.steps.stepThread(2);
	return { at, own: [...opened().session.actions()] };
}

it('the story comes back with its own budgets, its notes and what is marked in it', () => {
	const before = opened();
	const { beats, lateAt } = core.scenario(STORY) ?? { beats: [], lateAt: 0 };
	const { at } = preemptOnceMore();
	expect(opened().moment.story).toBe('left');
	expect(opened().config.budget).not.toEqual(before.config.budget);
	expect([decisiveIn(core, opened()), lateIn(core, opened())]).toEqual([at + 1, lateAt]);
	app.steps.stepThread(1);
	expect(app.futures.back()).toBe(true);
	/* whose code is shown is who took the last step there, not who took the reader's */
	const last = [...Array(at).keys()].map((i) => opened().session.action(at - 1 - i));
	expect(opened().focusTid).toBe((last.find((action) => action < 16) ?? 0) + 1);
	expect(opened().config).toEqual(before.config);
	expect(where(app)).toEqual([at, before.moment.total]);
	expect(beatsOf(core, opened())).toEqual(beats);
	app.cursor.seek(lateAt);
	app.questions.answer();
	expect(lateHere(core, opened())).toBe(lateAt);
});

it('an answer that was shown stays shown, whatever is allowed in between; before a room the line for it goes', () => {
	const asked = beatsOf(core, opened()).find(({ ask }) => ask);
	if (!asked) throw new Error('nothing is asked');
	app.cursor.seek(asked.at);
	expect(app.questions.answer()).toBe(true);
	app.page.setView({ presenter: true });
	app.store.set({ outside: true });
	preemptOnceMore();
	expect(app.futures.back()).toBe(true);
	expect(opened().revealed).toEqual([asked.at]);
	expect(app.state.outside).toBe(false);
	expect(app.state.toast).toBe('The story is back.');
});

it('the own branch stays, and comes back with what it was allowed', () => {
	const { at, own } = preemptOnceMore();
	const { budget } = opened().config;
	app.futures.back();
	expect(opened().ghosts).toMatchObject([{ from: at }]);
	app.futures.takeGhost(0);
	expect(opened().config.budget).toEqual(budget);
	expect(opened().session.actions()).toEqual(own);
	expect(where(app)).toEqual([at, own.length]);
});

it('to allow more does not silence the author, and what no schedule saves is said of the own budget alone', () => {
	const beats = beatsOf(core, opened());
	const more = opened().config.budget.map((n, i) => (i === 1 ? n + 1 : n));
	app.documents.restart({ budget: more });
	expect(beatsOf(core, opened())).toEqual(beats);
	expect(lateHere(core, opened())).toBeUndefined();
	app.documents.restart({ budget: more.map(() => 0), rounds: 2 });
	expect(beatsOf(core, opened())).toEqual([]);
});

it('who was preempted is not run until it blocks, and the page says what helps', () => {
	app.documents.openScenario('mutex-6.12-handoff');
	app.cursor.seek(34);
	const preempt = opened().moment.withheld.find((o) => o.env === 'preempt' && o.tid === 3);
	app.steps.allow(preempt?.action ?? -1);
	const before = [...opened().session.actions()];
	app.page.say('');
	app.runs.thread(3);
	expect(opened().session.actions()).toEqual(before);
	expect(app.state.toast).toBe(
		`T3 cannot move: it was preempted. Run it again with its mark “run” (${keySign('e')} leads there).`,
	);
});

it('counts the steps that there are, where the story cannot go on in another set-up', () => {
	const count = () => `${opened().moment.at} of ${opened().moment.total}`;
	app.documents.openScenario('mcs-gap');
	app.cursor.seek(15);
	expect(count()).toBe('15 of 20');
	const { lock, switches } = opened().config;
	const faults = core.facts.locks.find(({ id }) => id === lock)?.switches ?? [];
	const bit = faults.findIndex(({ name }) => name === 'no_wait_for_link');
	app.documents.restart({ switches: switches | (1 << bit) });
	expect(app.state.toast).toMatch(/^Of 20 steps the first 10 can be taken in the new set-up/);
	expect(count()).toBe('10 of 10');
	app.cursor.back();
	expect(count()).toBe('9 of 10');
	app.steps.forward();
	app.steps.forward();
	expect(count()).toBe('11 of 11');
	/* without the fault the story is as long as it was told */
	app.documents.openAsWritten();
	expect(count()).toBe('10 of 20');
});

it('behind a counterexample the story comes back at the moment that was left, and by a step of one’s own at that step', async () => {
	const path = [0, 1, 0, 1];
	app = new App(async () => progress({ verdict: 'VIOLATED', what: 'wake token', path }));
	app.store.set({ core });
	app.documents.openScenario(STORY);
	app.jumps.end();
	const { total } = opened().moment;
	expect(opened().moment.at).toBe(total);
	await app.checker.start();
	app.futures.playCounterexample();
	expect(opened().ghosts.some(({ branch }) => branch.stays)).toBe(true);
	app.cursor.seek(2);
	expect(app.futures.back()).toBe(true);
	expect(where(app)).toEqual([total, total]);
	expect(app.state.toast).toMatch(
		new RegExp(`^The story is back, at step ${total}, where you were\\.`),
	);
	/* and the counterexample again, from there, which nobody had looked at to a moment of its own */
	app.cursor.seek(3);
	const other = opened().moment.options.find(
		({ env, tid, result }) =>
			env === '' && result === 'moved' && tid - 1 !== opened().moment.next?.action,
	);
	app.steps.step(other?.action ?? -1);
	expect(opened().moment.story).toBe('left');
	expect(app.futures.back()).toBe(true);
	expect(where(app)).toEqual([3, total]);
	expect(app.state.toast).toMatch(/^The story is back\./);
});

it('steps of one’s own come back at the moment at which a counterexample took their place', async () => {
	app = new App(async () => progress({ verdict: 'VIOLATED', path: [1, 1, 1, 1] }));
	app.store.set({ core });
	app.documents.openScenario('mutex-3.9');
	for (const tid of [1, 1, 2, 2]) app.steps.stepThread(tid);
	await app.checker.start();
	app.futures.playCounterexample();
	app.cursor.seek(1);
	app.futures.takeGhost(opened().ghosts.findIndex(({ branch }) => branch.left === 4));
	expect(where(app)[0]).toBe(4);
	expect(app.state.toast).toBe(
		'Back at step 4, where you were before the search’s schedule was played.',
	);
});
