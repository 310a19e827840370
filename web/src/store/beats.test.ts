/** What the author of a story says of its moments, and the ways to them. */
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Option } from '../../../wasm/src';
import { BINDINGS } from '../controls/keys';
import { announcement, remark } from '../narration/Aloud';
import type { App } from './app';
import { beatsOf, forListeners, lateHere, noteFor } from './beats';
import { otherSteps } from './choices';
import { firstLost } from './lost';
import { openApp, progress, schedule, where } from './testing';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('who listens is not told what to try at a keyboard, nor what a reader opens next', () => {
	expect(forListeners('Take home: one sentence. Try: break it, and check.')).toBe(
		'Take home: one sentence.',
	);
	expect(forListeners('Take home: try it. Next: “Another” shows why.')).toBe('Take home: try it.');
});

it('a note says only what can be done where it stands', () => {
	const app = openApp();
	const { core, doc, view } = app.state;
	const note = 'Take home: it holds. Try: break it. Next: open “Another”.';
	const said = (more: Partial<typeof view>) =>
		noteFor({ at: 5, note }, { doc, view: { ...view, ...more } });
	expect(said({})).toBe(note);
	expect(said({ presenter: true })).toBe('Take home: it holds.');
	expect(said({ embed: true })).toBe('Take home: it holds.');
	/* one story alone is no talk of several */
	expect(said({ list: ['tas-story'] })).toBe(note);
	expect(said({ list: ['tas-story', 'tas'] })).toBe('Take home: it holds. Try: break it.');
	expect(core?.scenario('tas-story')).toBeDefined();
});

describe('beats', () => {
	const passes = (app: App) => {
		app.jumps.beat(1);
		vi.advanceTimersByTime(1000);
		return app.doc?.moment.at;
	};

	it('lead through what the author speaks of, ask first, and stop at the end', () => {
		const app = openApp();
		expect(passes(app)).toBe(2);
		expect(app.doc?.revealed).toEqual([]);
		expect(passes(app)).toBe(2);
		expect(app.doc?.revealed).toEqual([2]);
		expect([passes(app), passes(app), passes(app), passes(app)]).toEqual([3, 5, 5, 5]);
		app.jumps.beat(-1);
		expect(app.doc?.moment.at).toBe(3);
	});

	it('lead back over the fork onto the story, from steps of the reader’s own', () => {
		const app = openApp();
		const story = schedule(app);
		app.cursor.seek(4);
		app.steps.stepThread(2);
		app.steps.stepThread(2);
		expect(app.doc?.moment.story).toBe('left');
		for (let presses = 0; app.doc?.moment.story === 'left' && presses < 5; presses++)
			app.jumps.beat(-1);
		expect(app.doc?.moment.story).toBe('telling');
		/* the last that the author speaks of, at the fork or before it */
		expect(app.doc?.moment.at).toBe(3);
		expect(schedule(app)).toEqual(story);
		expect(passes(app)).toBe(5);
	});

	it('a second press on the way ends it where it leads, and nothing is queued', () => {
		const app = openApp();
		app.jumps.beat(1);
		app.jumps.beat(1);
		vi.advanceTimersByTime(1000);
		expect(where(app)).toEqual([2, 5]);
		expect(app.state.motion).toBe('still');
	});

	it('are those of the story: what leaves it has only lock and sleep to go by', () => {
		const app = openApp();
		app.steps.stepThread(2);
		expect(app.questions.answer()).toBe(false);
		app.jumps.beat(-1);
		expect(app.doc?.moment.at).toBe(0);
	});

	it('speak of the set-up of the story, and of no other', () => {
		const app = openApp();
		const said = () => app.state.core && app.doc && beatsOf(app.state.core, app.doc);
		expect(said()).toHaveLength(4);
		app.steps.forward();
		app.documents.restart({ rounds: 2 });
		expect(app.doc?.moment.story).toBe('telling');
		expect(said()).toEqual([]);
		app.jumps.decisive();
		expect(where(app)).toEqual([1, 5]);
		expect(app.state.toast).toContain('Nothing is marked as decisive');
		app.documents.openAsWritten();
		expect(where(app)).toEqual([1, 5]);
		expect(said()).toHaveLength(4);
	});

	it('the way back to the own set-up goes as far as the steps are those of the story', () => {
		const app = openApp();
		for (let i = 0; i < 3; i++) app.steps.forward();
		app.cursor.seek(2);
		app.steps.stepThread(2);
		app.documents.restart({ rounds: 2 });
		app.documents.openAsWritten();
		expect(where(app)).toEqual([2, 5]);
		expect(schedule(app)).toEqual([0, 1, 0, 1, 0]);
	});

	it('a key for the answer says where there is no question', () => {
		const app = openApp();
		const ask = () => BINDINGS.find((b) => b.keys.includes('a'))?.run(app, 'a');
		ask();
		expect(app.state.toast).toBe('There is no question here.');
		passes(app);
		app.page.setView({ notes: false });
		ask();
		expect(app.doc?.revealed).toEqual([]);
		app.page.setView({ notes: true });
		ask();
		expect(app.doc?.revealed).toEqual([2]);
	});

	it('notes that were put away are there in the next story, not after another set-up', () => {
		const app = openApp();
		app.page.setView({ notes: false });
		app.documents.restart({ threads: 3 });
		expect(app.state.view.notes).toBe(false);
		app.documents.openScenario('tas');
		expect(app.state.view.notes).toBe(true);
	});

	it('at the end it is said whether anything can go on, and what is next', () => {
		const app = openApp();
		const last = () => {
			app.cursor.seek(5);
			app.jumps.beat(1);
			return app.state.toast;
		};
		expect(last()).toContain('Forward (→) plays on freely');
		const { doc } = app;
		if (!doc) throw new Error('nothing is open');
		const still = (finished: boolean) => {
			app.cursor.seek(5);
			const moment = { ...app.doc?.moment, finished, next: null, options: [] };
			app.store.set({ doc: { ...doc, moment: moment as typeof doc.moment } });
			app.jumps.beat(1);
			return app.state.toast;
		};
		expect(still(true)).toBe('Everyone is done.');
		expect(still(false)).toBe('Nobody can move any more.');
	});

	it('“What if” goes before the decisive step, and names others', () => {
		const app = openApp();
		app.jumps.end();
		app.jumps.whatIf();
		expect(where(app)).toEqual([2, 5]);
		expect(app.doc?.whatIfAt).toBe(2);
		const { options = [], next } = app.doc?.moment ?? {};
		const others = otherSteps(options, next?.action);
		expect(others.length).toBeGreaterThan(0);
		expect(others.map((o) => o.action)).not.toContain(next?.action);
	});

	it('“What if” leaves out a mere look where something else can be done', () => {
		const option = (tid: number, result: Option['result'], env = '') =>
			({ action: tid - 1, tid, result, env }) as Option;
		const [look, act, move] = [
			option(2, 'spun'),
			option(3, 'moved', 'preempt'),
			option(4, 'moved'),
		];
		expect(otherSteps([look, act, move], 0)).toEqual([move, act]);
		expect(otherSteps([look, option(3, 'blocked')], 0)).toEqual([look]);
	});

	it('“What if” stands at a decisive moment that is before its step', () => {
		const app = openApp();
		const beat = app.state.core?.scenario('tas-story')?.beats.find((b) => b.decisive);
		if (!beat) throw new Error('nothing is decided');
		beat.ahead = true;
		onTestFinished(() => {
			delete beat.ahead;
		});
		app.jumps.end();
		app.jumps.whatIf();
		expect(where(app)).toEqual([3, 5]);
		expect(app.doc?.whatIfAt).toBe(3);
		expect(remark(app.state)).toContain('The decisive step comes next.');
	});

	it('are said aloud once, apart from the step: the question first, then the answer alone', () => {
		const app = openApp();
		expect(remark(app.state)).toBe('Two want one lock.');
		expect(announcement(app.state)).not.toContain('Two want');
		expect(passes(app)).toBe(2);
		const step = announcement(app.state);
		expect(remark(app.state)).toBe('Who gets it? The key a shows the answer.');
		expect(step).toContain('Step 2.');
		app.questions.answer();
		expect(remark(app.state)).toBe('T1.');
		expect(announcement(app.state)).toBe(step);
		app.steps.forward();
		expect(remark(app.state)).toBe('The decisive step. T1 was first.');
		app.steps.forward();
		expect(remark(app.state)).toBe('');
		app.cursor.back();
		app.page.setView({ notes: false });
		expect(remark(app.state)).toBe('');
	});

	it('no key leads from a counterexample to the decisive step of the story', async () => {
		const app = openApp();
		app.documents.replaceSchedule([1, 1, 1, 1], 4, true);
		await app.jumps.decisive();
		expect(schedule(app)).toEqual([1, 1, 1, 1]);
		expect(app.state.toast).toContain('not known');
	});

	it('the decisive one is a key away, from a branch behind it too', () => {
		const app = openApp();
		app.jumps.decisive();
		expect(where(app)).toEqual([3, 5]);
		app.steps.stepThread(1);
		expect(app.doc?.moment.story).toBe('left');
		app.jumps.decisive();
		expect(where(app)[0]).toBe(3);
		expect(app.doc?.moment.story).toBe('left');
	});
});

describe('too late', () => {
	/** As if the lock's story were lost behind its fourth step. */
	function openLost() {
		const app = openApp();
		const story = app.state.core?.scenario('tas-story');
		if (story) story.lateAt = 4;
		onTestFinished(() => {
			if (story) story.lateAt = 0;
		});
		return app;
	}
	const here = ({ state: { core, doc } }: App) => core && doc && lateHere(core, doc);

	it('is a key away, and said aloud there alone', async () => {
		const app = openLost();
		await app.jumps.tooLate();
		expect(where(app)).toEqual([4, 5]);
		expect(app.state.toast).not.toContain('Too late');
		expect(here(app)).toBe(4);
		expect(announcement(app.state)).toContain(
			'Too late from here: with nothing from outside, no schedule saves this any more.',
		);
		app.cursor.back();
		expect(announcement(app.state)).not.toContain('Too late');
	});

	it('is not shown while a question that leads up to the decision is open or to come', () => {
		const app = openLost();
		const story = app.state.core?.scenario('tas-story');
		const [, asks, decides] = story?.beats ?? [];
		if (!story || !asks || !decides) throw new Error('nothing is asked');
		expect([asks.at, decides.at]).toEqual([2, 3]);
		story.lateAt = 1;
		expect(here(app)).toBeUndefined();
		app.cursor.seek(2);
		expect(here(app)).toBeUndefined();
		/* whoever asks for it is told in passing */
		app.jumps.tooLate();
		expect(where(app)).toEqual([1, 5]);
		expect(app.state.toast).toMatch(/^Too late from here/);
		app.cursor.seek(2);
		app.questions.answer();
		expect(here(app)).toBe(1);
		/* a later question is of something else */
		asks.at = 4;
		onTestFinished(() => {
			asks.at = 2;
		});
		app.cursor.seek(1);
		expect(here(app)).toBe(1);
		app.cursor.seek(4);
		expect(here(app)).toBeUndefined();
	});

	it('is not said of another set-up, which it was not computed for', () => {
		const app = openLost();
		const { doc } = app;
		if (!doc) throw new Error('nothing is open');
		const budget = doc.config.budget.map((n, i) => (i === 1 ? n + 1 : n));
		app.store.set({ doc: { ...doc, config: { ...doc.config, budget } } });
		expect(here(app)).toBeUndefined();
		app.jumps.tooLate();
		expect(app.doc?.moment.at).toBe(doc.moment.at);
		expect(app.state.toast).toContain('Nothing is marked as too late');
	});

	it('of a story that ends well, nothing is', () => {
		const app = openApp();
		app.jumps.tooLate();
		expect(here(app)).toBeUndefined();
		expect(app.doc?.moment.at).toBe(0);
	});
});

describe('steps of the reader’s own', () => {
	/** A search that finds them lost from a moment on. */
	function openOwn(lostFrom: number) {
		const asked: number[] = [];
		const app = openApp('tas-story', async (_config, { behind } = { maxStates: 0 }) => {
			const n = behind?.length ?? 0;
			asked.push(n);
			return progress({ verdict: 'VIOLATED', saved: n >= lostFrom ? 'no' : 'yes' });
		});
		for (const tid of [2, 1, 2, 1, 2, 1]) app.steps.stepThread(tid);
		expect(app.doc?.moment.story).toBe('left');
		return { app, asked };
	}

	it('are too late where no schedule saves them, decided by that very step; the story is not come back to', async () => {
		const { app } = openOwn(4);
		const length = app.doc?.moment.length;
		expect(length).toBeGreaterThan(4);
		await app.jumps.tooLate();
		expect(where(app)).toEqual([4, length]);
		app.cursor.home();
		await app.jumps.decisive();
		expect(where(app)).toEqual([4, length]);
		expect(app.doc?.moment.story).toBe('left');
	});

	it('are stopped at there, and at their end', async () => {
		const { app } = openOwn(4);
		const length = app.doc?.moment.length ?? 0;
		await app.jumps.tooLate();
		app.store.set({ reducedMotion: true });
		app.cursor.home();
		const stops = [3, 4, length].map(() => {
			app.jumps.beat(1);
			return app.doc?.moment.at;
		});
		expect(stops).toEqual([3, 4, length]);
		app.jumps.beat(-1);
		expect(app.doc?.moment.at).toBe(4);
	});

	it('that can still end well have no such mark', async () => {
		const { app } = openOwn(99);
		const before = app.doc?.moment.at;
		await app.jumps.tooLate();
		expect(app.doc?.moment.at).toBe(before);
		expect(app.state.toast).toContain('can still end well');
	});

	it('are asked about once', async () => {
		const { app, asked } = openOwn(4);
		await app.jumps.tooLate();
		const times = asked.length;
		await app.jumps.decisive();
		expect(asked.length).toBe(times);
	});

	it('have no mark where a search did not end on the good side of it', async () => {
		const answers = ['yes', 'unknown', 'unknown', 'no', 'no'] as const;
		expect(await firstLost(4, async (n) => answers[n] ?? 'no')).toBeUndefined();
		expect(await firstLost(4, async (n) => (n < 3 ? 'yes' : 'no'))).toBe(3);
	});
});

describe('how it may yet go wrong', () => {
	it('is said of a story that fails by itself, not searched for', async () => {
		const app = openApp();
		const story = app.state.core?.scenario('tas-story');
		if (!story) throw new Error('no story');
		story.lateAt = 4;
		onTestFinished(() => {
			story.lateAt = 0;
		});
		await app.outlooks.showFault();
		expect(app.state.toast).toBe('The story is lost from step 4: Forward (→) leads there.');
	});

	it('where nothing can, that is said', async () => {
		const app = openApp();
		await app.outlooks.showFault();
		expect(app.state.toast).toContain('no schedule breaks a rule');
	});
});
