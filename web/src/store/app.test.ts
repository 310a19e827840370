import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExploreOptions } from '../../../wasm/src';
import { newcomersText } from '../narration/new-threads';
import { beatsOf, storyTitle } from './beats';
import { openApp, progress, schedule, where } from './testing';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('forward', () => {
	it('takes the story, then threads in turn, then stops', () => {
		const app = openApp();
		expect(app.doc?.moment.next).toEqual({ action: 0, from: 'story' });
		for (let i = 0; i < 5; i++) app.steps.forward();
		expect(schedule(app)).toEqual([0, 1, 0, 1, 0]);
		expect(app.doc?.moment.next?.from).toBe('thread');
		while (app.steps.forward());
		expect(app.doc?.moment.finished).toBe(true);
		expect(app.doc?.moment.next).toBeNull();
	});

	it('knows how long the story is, and stops at its end before it goes on freely', () => {
		const app = openApp();
		expect(app.doc?.moment).toMatchObject({ total: 5, story: 'telling' });
		while (app.doc?.moment.story === 'telling') app.steps.forward();
		expect(where(app)).toEqual([5, 5]);
		expect(app.doc?.moment.story).toBe('ended');
		expect(app.steps.forward(true)).toBe(false);
		expect(app.state.toast).toBe('');
		app.steps.forward();
		expect(where(app)).toEqual([5, 5]);
		expect(app.state.toast).toContain('story ends here');
		app.steps.forward();
		expect(where(app)).toEqual([6, 6]);
		expect(app.doc?.moment).toMatchObject({ total: 6, story: 'left' });
	});

	it('asks again when the reader comes back to the end of the story', () => {
		const app = openApp();
		app.jumps.end();
		app.steps.forward();
		app.cursor.back();
		app.steps.forward();
		app.steps.forward();
		expect(where(app)).toEqual([5, 5]);
		app.steps.playOn();
		expect(where(app)).toEqual([6, 6]);
	});

	it('plays and runs no further than the end of the story either', () => {
		const app = openApp();
		app.play.toggle();
		vi.advanceTimersByTime(20_000);
		expect(where(app)).toEqual([5, 5]);
		app.play.toggle();
		vi.advanceTimersByTime(20_000);
		expect(where(app)).toEqual([5, 5]);
		app.cursor.home();
		app.jumps.end();
		app.runs.toWordChange();
		expect(where(app)).toEqual([5, 5]);
		app.runs.toWordChange();
		expect(app.doc?.moment.at).toBeGreaterThan(5);
	});

	it('replays the kept future to an identical state', () => {
		const app = openApp();
		for (let i = 0; i < 5; i++) app.steps.forward();
		const end = app.doc?.session.hash();
		app.cursor.home();
		expect(where(app)).toEqual([0, 5]);
		expect(app.doc?.moment.next?.from).toBe('story');
		for (let i = 0; i < 5; i++) app.steps.forward();
		expect(app.doc?.session.hash()).toBe(end);
		expect(app.doc?.ghosts).toHaveLength(0);
	});

	it('leaves the story when the reader chooses otherwise', () => {
		const app = openApp();
		app.steps.stepThread(2);
		expect(app.doc?.moment.next?.from).toBe('thread');
	});
});

describe('the story', () => {
	it('is there from the start as what is to come', () => {
		expect(where(openApp())).toEqual([0, 5]);
		expect(where(openApp('tas'))).toEqual([0, 0]);
	});

	it('stays when it is left, and leads back to where it was left', () => {
		const app = openApp();
		for (let i = 0; i < 2; i++) app.steps.forward();
		app.steps.stepThread(2);
		app.steps.stepThread(2);
		expect(app.doc?.moment.story).toBe('left');
		expect(app.doc?.ghosts).toMatchObject([{ from: 2, actions: [0, 1, 0] }]);
		for (let i = 0; i < 40; i++) {
			app.cursor.seek(2);
			app.runs.random();
			vi.advanceTimersByTime(1000);
		}
		expect(app.futures.back()).toBe(true);
		expect(schedule(app)).toEqual([0, 1, 0, 1, 0]);
		expect(app.doc?.moment.story).toBe('telling');
		expect(app.futures.back()).toBe(false);
	});

	it('is opened where an address stands in it, and not where that has left it', () => {
		const app = openApp('tas');
		app.goTo({ kind: 'stepper', fragment: 'tas-story?s=010&at=3' });
		expect(where(app)).toEqual([3, 5]);
		app.goTo({ kind: 'stepper', fragment: 'tas-story?s=011&at=3' });
		expect(where(app)).toEqual([3, 3]);
		expect(app.doc?.ghosts).toMatchObject([{ from: 2, actions: [0, 1, 0] }]);
	});

	it('says why a thread that was asked to step cannot', () => {
		const app = openApp();
		app.jumps.end();
		app.steps.playOn();
		while (app.steps.forward());
		expect(app.steps.stepThread(1)).toBe('blocked');
		expect(app.state.toast).toMatch(/^T1 cannot move/);
	});
});

describe('branches', () => {
	it('keeps the old future as a ghost and takes it again', () => {
		const app = openApp();
		for (let i = 0; i < 5; i++) app.steps.forward();
		app.cursor.seek(2);
		app.steps.stepThread(2);
		expect(schedule(app)).toEqual([0, 1, 1]);
		expect(app.doc?.ghosts).toMatchObject([{ from: 2, actions: [0, 1, 0] }]);
		app.futures.takeGhost(0);
		expect(schedule(app)).toEqual([0, 1, 0, 1, 0]);
		expect(where(app)).toEqual([2, 5]);
		expect(app.doc?.ghosts).toMatchObject([{ from: 2, actions: [1] }]);
	});

	it('does not branch when the same step is chosen', () => {
		const app = openApp();
		for (let i = 0; i < 4; i++) app.steps.forward();
		app.cursor.seek(1);
		app.steps.stepThread(2);
		expect(where(app)).toEqual([2, 5]);
		expect(app.doc?.ghosts).toHaveLength(0);
	});

	it('says when the address should become a new place', () => {
		const app = openApp();
		const landings: string[] = [];
		app.address.onLanding = (landing) => landings.push(landing);
		app.steps.forward();
		app.steps.forward();
		app.cursor.back();
		app.steps.stepThread(1);
		expect(landings).toEqual(['replace', 'replace', 'replace', 'push']);
	});
});

describe('jumps', () => {
	it('goes to the next and previous step of the same thread', () => {
		const app = openApp();
		for (let i = 0; i < 5; i++) app.steps.forward();
		app.cursor.home();
		app.steps.forward();
		app.jumps.thread(1);
		expect(app.doc?.moment.at).toBe(3);
		app.jumps.thread(-1);
		expect(app.doc?.moment.at).toBe(1);
	});

	it('goes to contention and to beats', () => {
		const app = openApp();
		for (let i = 0; i < 5; i++) app.steps.forward();
		app.cursor.home();
		app.jumps.contention(1);
		expect(app.doc?.moment.before).toMatchObject({ tid: 2, result: 'spun' });
		app.jumps.beat(-1);
		expect(app.doc?.moment.before).toMatchObject({ tid: 1, acquired: true });
	});

	it('plays into the story to the next contention', () => {
		const app = openApp();
		app.jumps.contention(1);
		expect(app.doc?.moment.before).toMatchObject({ tid: 2, result: 'spun' });
		app.jumps.contention(1);
		expect(where(app)).toEqual([5, 5]);
		expect(app.state.toast).toContain('No contention');
	});

	it('remembers bookmarks', () => {
		const app = openApp();
		for (let i = 0; i < 4; i++) app.steps.forward();
		app.cursor.seek(2);
		app.jumps.toggleBookmark();
		app.cursor.home();
		app.jumps.bookmark(1);
		expect(app.doc?.moment.at).toBe(2);
		app.jumps.toggleBookmark();
		expect(app.doc?.bookmarks).toEqual([]);
	});
});

describe('runs', () => {
	it('runs a thread until it can only poll', () => {
		const app = openApp('tas');
		app.runs.thread(1);
		expect(schedule(app)).toEqual([0, 0, 0, 0]);
		app.cursor.home();
		app.steps.stepThread(1);
		app.steps.stepThread(1);
		app.runs.thread(2);
		expect(schedule(app)).toEqual([0, 0, 1]);
		expect(app.state.motion).toBe('still');
		expect(app.state.toast).toBe('');
		/* who takes no step at all is told why */
		app.runs.thread(2);
		expect(schedule(app)).toEqual([0, 0, 1]);
		expect(app.state.toast).toBe('T2 takes no step: it waits: owner is taken.');
		app.runs.thread(1);
		app.runs.thread(1);
		expect(app.state.toast).toBe('T1 cannot move.');
	});

	it('runs to the next change of the lock word', () => {
		const app = openApp('tas');
		app.runs.toWordChange();
		expect(app.doc?.moment.before).toMatchObject({ op: 'cas', old: 0 });
		app.runs.toWordChange();
		expect(app.doc?.moment.before).toMatchObject({ op: 'store', new: 0 });
	});

	it('makes the same random run from the same seed, and another from another', () => {
		const runWith = (seed: number) => {
			const app = openApp('tas');
			app.documents.restart({ threads: 4 });
			app.page.setView({ seed });
			app.runs.random();
			return schedule(app)?.join('');
		};
		expect(runWith(7)).toBe(runWith(7));
		expect(runWith(7)).not.toBe(runWith(8));
	});

	it('plays at a pace and stops at a key', () => {
		const app = openApp();
		app.play.toggle();
		expect(app.state.motion).toBe('playing');
		vi.advanceTimersByTime(1700);
		expect(app.doc?.moment.at).toBe(3);
		app.cursor.back();
		expect(app.state.motion).toBe('still');
		vi.advanceTimersByTime(5000);
		expect(app.doc?.moment.at).toBe(2);
	});
});

it('means the thread that acted last when a moment is opened', () => {
	const app = openApp('tas');
	app.goTo({ kind: 'stepper', fragment: 'tas?s=01&at=2' });
	expect(app.doc?.focusTid).toBe(2);
});

describe('another set-up', () => {
	it('keeps the steps and the cursor under another budget', () => {
		const app = openApp();
		for (let i = 0; i < 4; i++) app.steps.forward();
		app.cursor.seek(2);
		app.documents.restart({ budget: [0, 3, 0, 0, 0, 0, 0, 0] });
		expect(schedule(app)).toEqual([0, 1, 0, 1, 0]);
		expect(where(app)).toEqual([2, 5]);
		expect(app.doc?.config.budget[1]).toBe(3);
	});

	it('keeps what applies under another switch, and the rest as a ghost', () => {
		const app = openApp('tas');
		app.documents.restart({ switches: 1 });
		for (const tid of [1, 2, 1, 2, 1, 2, 1, 2]) app.steps.stepThread(tid);
		expect(app.doc?.moment.length).toBe(8);
		app.cursor.seek(7);
		app.documents.restart({ switches: 0 });
		/* the second compare-and-swap only spins now, so T2 is one step behind */
		expect(app.doc?.config.switches).toBe(0);
		expect(app.doc?.moment.at).toBe(7);
	});

	it('a new thread joins at the present moment, and a key leads back to the story', () => {
		const app = openApp();
		app.steps.forward();
		app.documents.restart({ threads: 3 });
		expect(where(app)).toEqual([1, 5]);
		expect(storyTitle(app.state)).toBe('Two knock, with 3 threads');
		const { core, doc } = app.state;
		expect(core && doc && newcomersText(core, doc)).toBe(
			'T3 is new: it has taken no step. Press 3, or its row.',
		);
		/* said once, and the story goes on with its notes */
		app.steps.forward();
		expect(core && app.doc && newcomersText(core, app.doc)).toBe('');
		expect(core && app.doc && beatsOf(core, app.doc)).toEqual(core?.scenario('tas-story')?.beats);
		app.cursor.back();
		app.steps.stepThread(3);
		expect(where(app)).toEqual([2, 2]);
		const now = app.doc;
		expect(core && now && newcomersText(core, now)).toBe('');
		/* first over the fork, then to the story's own threads */
		expect(app.futures.back()).toBe(true);
		expect([app.doc?.config.threads, app.doc?.moment.story]).toEqual([3, 'telling']);
		expect(app.state.toast).toMatch(
			/^The story is back\. For its own threads press \u2063o\u2063 once more\./,
		);
		expect(app.futures.back()).toBe(true);
		expect([app.doc?.config.threads, ...where(app)]).toEqual([2, 1, 5]);
		expect(storyTitle(app.state)).toBe('Two knock');
		expect(app.futures.back()).toBe(false);
	});

	it('with its own threads again an answer that was shown stays shown', () => {
		const app = openApp();
		const ask = app.state.core && app.doc && beatsOf(app.state.core, app.doc).find((b) => b.ask);
		app.cursor.seek(ask?.at ?? -1);
		expect(app.questions.answer(0)).toBe(true);
		const shown = [app.doc?.revealed, app.doc?.chosen];
		expect(shown[0]).toEqual([ask?.at]);
		app.documents.restart({ threads: 3 });
		expect(app.futures.back()).toBe(true);
		expect(app.doc?.config.threads).toBe(2);
		expect([app.doc?.revealed, app.doc?.chosen]).toEqual(shown);
		expect(app.questions.answer()).toBe(false);
	});

	it('of a thread that is gone no step is kept, nor what comes after it', () => {
		const app = openApp();
		app.cursor.seek(4);
		app.documents.restart({ threads: 1 });
		expect(where(app)).toEqual([1, 1]);
		expect(app.state.toast).toContain('the first 1 can be taken');
	});
});

describe('the check', () => {
	it('plays the counterexample and keeps what was there', async () => {
		const found = progress({ verdict: 'VIOLATED', what: 'mutual exclusion', path: [0, 1, 0, 1] });
		const app = openApp('tas', async () => found);
		app.documents.restart({ switches: 1 });
		app.steps.stepThread(2);
		await app.checker.start();
		expect(app.state.check.kind).toBe('done');
		app.futures.playCounterexample();
		vi.advanceTimersByTime(5000);
		expect(app.doc?.moment.judgement).toEqual({ verdict: 'VIOLATED', what: 'mutual exclusion' });
		expect(app.doc?.ghosts).toMatchObject([{ from: 0, actions: [1] }]);
	});

	it('from a moment on it asks behind the steps taken, and plays them with what was found', async () => {
		const asked: (ExploreOptions & { budget: readonly number[] })[] = [];
		const app = openApp('tas', async ({ budget }, options) => {
			asked.push({ ...options, budget });
			return progress({ verdict: 'VIOLATED', path: [1, 0, 1], saved: 'yes' });
		});
		app.documents.restart({ switches: 1 });
		await app.checker.startHere();
		expect(asked).toEqual([]);
		app.steps.stepThread(1);
		const behind = schedule(app);
		expect(behind).toEqual([0]);
		await app.checker.startHere();
		expect(asked.at(-1)).toMatchObject({ behind });
		expect(app.state.check).toMatchObject({ kind: 'done', from: { behind } });
		app.steps.stepThread(2);
		app.futures.playCounterexample();
		expect(schedule(app)).toEqual([0, 1, 0, 1]);
		expect(app.doc?.moment.at).toBeLessThanOrEqual(2);
		vi.advanceTimersByTime(5000);
		expect(app.doc?.moment.judgement).toEqual({ verdict: 'VIOLATED', what: 'mutual exclusion' });
	});

	it('forgets its answer when the configuration changes', async () => {
		const app = openApp('tas');
		await app.checker.start();
		app.documents.restart({ threads: 3 });
		expect(app.state.check.kind).toBe('none');
	});

	it('says why it failed', async () => {
		const app = openApp('tas', async () => {
			throw new Error('no Worker here');
		});
		await app.checker.start();
		expect(app.state.check).toMatchObject({
			kind: 'failed',
			message: expect.stringContaining('no Worker'),
		});
	});
});
