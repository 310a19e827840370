import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Core, ExploreProgress } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { leftBy, talkLink, triedAfter } from '../stage/leaving';
import { App } from './app';
import { DOUBLE_MS } from './clicker';
import { ledTo, nextStory, previousStory } from './family';

let core: Core;

beforeAll(async () => {
	core = await builtCore();
});

const stories = () => core.facts.scenarios.filter((s) => !s.sandbox);
const nextOf = (name: string) =>
	nextStory(core, { config: core.configOf(name), recording: null, level: null })?.name;

describe('the story behind a story', () => {
	it('is the one that its data name', () => {
		const leading = stories().filter(({ next }) => next);
		expect(leading.length).toBeGreaterThan(20);
		for (const { name, next } of leading) expect(nextOf(name), name).toBe(next);
	});

	it('may be one of another family', () => {
		expect(nextOf('ticket-storm')).toBe('mcs-queue');
	});

	it('is else the next of the family, and none behind its last', () => {
		expect(nextOf('mcs-gap')).toBe('mcs-no-order');
		expect(nextOf('mcs-no-order')).toBe('mcs-torn-swap');
		expect(nextOf('mcs-no-wait')).toBe('osq-leave-last');
		expect(nextOf('osq-fault-keeps-next')).toBeUndefined();
	});
});

describe('in a talk', () => {
	const talk = ['mutex-stampede', 'mcs-queue', 'mcs-gap'];
	const at = (name: string) => ({ config: core.configOf(name), recording: null, level: null });

	it('the next one is the talk’s, and behind its last there is none', () => {
		expect(talk.map((name) => nextStory(core, at(name), talk)?.name)).toEqual([
			'mcs-queue',
			'mcs-gap',
			undefined,
		]);
		expect(talk.map((name) => previousStory(core, at(name), talk)?.name)).toEqual([
			undefined,
			'mutex-stampede',
			'mcs-queue',
		]);
	});

	it('a story that is none of the talk leads where it always does', () => {
		expect(nextStory(core, at('ticket-storm'), talk)?.name).toBe('mcs-queue');
		expect(nextStory(core, at('mcs-gap'), ['mcs-gap', 'no-such'])).toBeUndefined();
	});
});

function open(name: string): App {
	const app = new App(async () => ({}) as ExploreProgress);
	app.store.set({ core, reducedMotion: true });
	app.documents.openScenario(name);
	return app;
}

/** What one press passes, told through from beat to beat, and whether the author speaks where it ends. */
function legsOf(name: string): { steps: number; spoken: boolean }[] {
	const app = open(name);
	const legs: { steps: number; spoken: boolean }[] = [];
	const told = core.scenario(name);
	const spoken = new Set([told?.story.length, ...(told?.beats ?? []).map(({ at }) => at)]);
	const { doc } = app;
	while (app.doc && app.doc.moment.at < (doc?.moment.length ?? 0)) {
		const from = app.doc.moment.at;
		app.jumps.beat(1);
		const { at } = app.doc.moment;
		if (at > from) legs.push({ steps: at - from, spoken: spoken.has(at) });
		else if (!app.doc.revealed.includes(from)) throw new Error(`${name} stays at ${from}`);
	}
	return legs;
}

describe('a story that is told with a clicker', () => {
	it('goes on by so few steps at a time that they can be followed, and each time to a note', () => {
		const legs = stories().flatMap(({ name }) => legsOf(name).map((leg) => ({ name, ...leg })));
		expect(legs.length).toBeGreaterThan(500);
		expect(legs.filter(({ steps, spoken }) => steps > 12 || !spoken)).toEqual([]);
	});
});

describe('before a room', () => {
	beforeEach(() => vi.useFakeTimers());
	afterEach(() => vi.useRealTimers());

	const place = ({ doc }: App) => `${doc?.config.scenario} ${doc?.moment.at}`;
	const following = () => String(nextOf('mutex-stampede'));

	/** At the end of the story, where one press has been answered in words. */
	function told(presenter = true, list: string[] = []): App {
		const app = open('mutex-stampede');
		app.page.setView({ presenter, list });
		app.jumps.end();
		vi.advanceTimersByTime(DOUBLE_MS);
		app.jumps.beat(1);
		return app;
	}

	it('no press leads out of a story that is in no talk; its end says what its author would open next', () => {
		const app = told();
		const end = place(app);
		expect(end).toMatch(/^mutex-stampede [1-9]/);
		expect(app.state.toast).toBe('The story ends here.');
		/* its title would answer what the room is to be asked */
		expect(app.state.interval).toMatchObject({
			at: app.doc?.moment,
			next: { name: 'Mutex with the queue of spinners' },
			ends: true,
		});
		for (let i = 0; i < 3; i++) {
			vi.advanceTimersByTime(DOUBLE_MS);
			app.jumps.beat(1);
		}
		expect(place(app)).toBe(end);
		/* a key of its own opens it, and Page Up leads back to the end that was left */
		const { doc } = app;
		const next = doc && ledTo(core, doc);
		if (!doc || !next) throw new Error('the stampede leads on');
		expect(next.name).toBe(following());
		app.clicker.open(doc, next);
		expect(place(app)).toBe(`${following()} 0`);
		app.jumps.beat(-1);
		expect(place(app)).toBe(end);
		expect(app.doc?.moment.story).toBe('ended');
	});

	it('before the start of a story that is in no talk there is nothing', () => {
		const app = told();
		app.cursor.home();
		vi.advanceTimersByTime(DOUBLE_MS);
		app.jumps.beat(-1);
		expect(place(app)).toBe('mutex-stampede 0');
		/* a list of one is no talk */
		app.page.setView({ list: ['mutex-stampede'] });
		app.jumps.end();
		for (let i = 0; i < 2; i++) {
			vi.advanceTimersByTime(DOUBLE_MS);
			app.jumps.beat(1);
		}
		expect(place(app)).toMatch(/^mutex-stampede [1-9]/);
		expect(app.state.interval?.ends).toBe(true);
	});

	it('the end of one whose last note leads to no story names none', () => {
		const app = open('mutex-fault-blind-sleep');
		app.page.setView({ presenter: true });
		app.jumps.end();
		app.jumps.beat(1);
		expect(app.state.interval).toMatchObject({ next: null, ends: true });
		expect(triedAfter(core, 'mutex-fault-blind-sleep')).toMatch(/^Take the fault out .*\.$/);
		expect(triedAfter(core, 'mutex-stampede')).toBe('');
	});

	it('in a talk the key leads to the talk’s next story and back, and from its last to none', () => {
		const app = open('mcs-queue');
		app.page.setView({ presenter: true, list: ['mcs-queue', 'mutex-stampede'] });
		const onward = () => {
			app.jumps.end();
			for (let i = 0; i < 2; i++) {
				vi.advanceTimersByTime(DOUBLE_MS);
				app.jumps.beat(1);
			}
		};
		onward();
		expect(place(app)).toBe('mutex-stampede 0');
		vi.advanceTimersByTime(DOUBLE_MS);
		app.jumps.beat(-1);
		expect(place(app)).toMatch(/^mcs-queue [1-9]/);
		onward();
		onward();
		expect(place(app)).toMatch(/^mutex-stampede [1-9]/);
		/* whoever led here from outside the talk does not matter in it */
		app.documents.openScenario('mutex-stampede');
		vi.advanceTimersByTime(DOUBLE_MS);
		app.jumps.beat(-1);
		expect(place(app)).toMatch(/^mcs-queue [1-9]/);
	});

	it('with the notes in another window the room sees what comes next, and behind the last what to take home', () => {
		const app = open('mcs-queue');
		const list = ['mcs-queue', 'mutex-stampede'];
		app.page.setView({ presenter: true, list });
		app.store.set({ apart: true });
		const press = (by: 1 | -1 = 1) => {
			vi.advanceTimersByTime(DOUBLE_MS);
			app.jumps.beat(by);
		};
		app.jumps.end();
		press();
		expect(app.state.interval).toMatchObject({
			at: app.doc?.moment,
			next: {
				name: 'Mutex of Linux 3.9',
				asks: 'T1 will hold the mutex, and T2, T3 and T4 will spin for it. Watch how many threads one release sets in motion.',
			},
		});
		expect(app.state.toast).toContain(`“${core.scenario('mutex-stampede')?.title}”`);
		/* back onto the end of the story, and on again */
		press(-1);
		expect(app.state.interval).toBeNull();
		expect(app.doc?.moment.story).toBe('ended');
		press();
		press();
		expect(place(app)).toBe('mutex-stampede 0');
		app.jumps.end();
		press();
		expect(app.state.interval).toMatchObject({ at: app.doc?.moment, next: null });
		/* which stays, and Esc takes away */
		press();
		expect(app.state.interval?.at).toBe(app.doc?.moment);
		app.escape();
		expect(app.state.interval).toBeNull();
		expect(app.state.view.presenter).toBe(true);
		const left = leftBy(core, list);
		expect(left.map(({ name }) => name)).toEqual(list);
		for (const { text } of left) expect(text).toMatch(/^[A-Z\d].*\.$/s);
		for (const { text } of left) expect(text).not.toMatch(/Take home|Next:|Try:/);
		expect(talkLink('https://x.example/a/?p=1#/mcs-gap?list=mcs-gap&p=1', list)).toBe(
			'https://x.example/a/?p=1#/mcs-queue?list=mcs-queue,mutex-stampede',
		);
	});

	it('in a talk of several it does so without presenter view, too, as from a file', () => {
		const app = open('mutex-stampede');
		const end = () => {
			app.jumps.end();
			for (let i = 0; i < 2; i++) {
				vi.advanceTimersByTime(DOUBLE_MS);
				app.jumps.beat(1);
			}
			return place(app);
		};
		app.page.setView({ list: ['mutex-stampede'] });
		expect(end()).toMatch(/^mutex-stampede [1-9]/);
		expect(app.state.toast).not.toContain('Next:');
		app.page.setView({ list: ['mutex-stampede', 'mcs-queue'] });
		expect(end()).toBe('mcs-queue 0');
		vi.advanceTimersByTime(DOUBLE_MS);
		app.jumps.beat(-1);
		expect(place(app)).toMatch(/^mutex-stampede [1-9]/);
	});

	it('two presses at once are one, onward and back', () => {
		const list = ['mutex-stampede', 'mcs-queue'];
		const app = told(true, list);
		const end = place(app);
		vi.advanceTimersByTime(DOUBLE_MS - 100);
		app.jumps.beat(1);
		expect(place(app)).toBe(end);
		vi.advanceTimersByTime(100);
		app.jumps.beat(1);
		app.jumps.beat(1);
		const first = app.doc?.moment.at ?? 0;
		expect(first).toBeGreaterThan(0);
		app.jumps.beat(-1);
		app.jumps.beat(-1);
		expect(place(app)).toBe('mcs-queue 0');
		vi.advanceTimersByTime(DOUBLE_MS);
		app.jumps.beat(-1);
		expect(place(app)).toBe(end);
	});

	it('who has gone elsewhere in between is told again', () => {
		const app = told();
		app.jumps.beat(-1);
		vi.advanceTimersByTime(DOUBLE_MS);
		app.jumps.end();
		app.page.say('');
		app.jumps.beat(1);
		expect(place(app)).toMatch(/^mutex-stampede/);
		expect(app.state.toast).toContain('The story ends here');
	});

	it('and nowhere else', () => {
		const app = told(false);
		vi.advanceTimersByTime(2 * DOUBLE_MS);
		app.jumps.beat(1);
		expect(place(app)).toMatch(/^mutex-stampede/);
		app.cursor.home();
		app.jumps.beat(-1);
		expect(place(app)).toBe('mutex-stampede 0');
	});
});
