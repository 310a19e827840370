import { cleanup, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Core, ENDLESS, type ExploreProgress } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { routeOf } from '../app/route';
import { App } from '../store/app';
import { AppContext } from '../store/react';
import type { OneMore } from '../store/state';
import { progress } from '../store/testing';
import { FromHere, outlookText, passedText } from './FromHere';

afterEach(cleanup);

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

const NOTHING = [0, 0, 0, 0, 0, 0, 0, 0];

const said = (
	end: Partial<ExploreProgress>,
	left = NOTHING,
	finished = false,
	budget: readonly number[] = left,
	of: readonly string[] = [],
	wider: OneMore | null = null,
) =>
	outlookText(
		{ kind: 'done', progress: progress(end), behind: [], wider },
		core.facts,
		{ of, budget, left, lock: core.facts.locks.find(({ name }) => name === 'mutex') },
		finished,
	);

/** Of a moment at which nothing fails, by what the text looks for, what was allowed and what is left of it. */
const good = (of: readonly string[], budget: readonly number[], left: number[]) =>
	/^No rule can be broken from here(?:, )?(.*?), and all threads can finish/.exec(
		said({ verdict: 'OK' }, left, false, budget, of),
	)?.[1];

describe('what can still come of steps', () => {
	it('names what may still happen from outside', () => {
		expect(said({ verdict: 'OK', states: 1234 })).toBe(
			'No rule can be broken from here, and all threads can finish. All 1,234 situations that can follow were tried (states: where each thread stands, and what each word says). Data races were not looked for: Check (x) can do that.',
		);
		expect(said({ verdict: 'OK', states: 1 })).toMatch(
			/ The one situation that can follow was tried\. Data races/,
		);
		expect(said({ verdict: 'LOST_WAKEUP', path: [0] }, [0, 2, 0, 0, 1, 0, 0, 0])).toMatch(
			/^From here, with preempt 2, timeout 1 left, it can still fail/,
		);
	});

	it('never says that nothing fails without its condition', () => {
		const one = [0, 1, 0, 0, 0, 0, 0, 0];
		const two = [0, 2, 0, 0, 0, 1, 0, 0];
		const both = ['preempt', 'run', 'signal'];
		expect(good([], NOTHING, NOTHING)).toBe('');
		expect(good(['preempt', 'run'], NOTHING, NOTHING)).toBe('with no preemption');
		expect(good(['preempt', 'run'], one, NOTHING)).toBe('with no further preemption');
		expect(good(both, one, NOTHING)).toBe('with no further preemption or signal');
		expect(good(both, one, one)).toBe(
			'with at most 1 more preemption and nothing else from outside',
		);
		expect(good(both, two, two)).toBe('with at most 2 more preemptions and at most 1 more signal');
		expect(good([...both, 'kill'], one, NOTHING)).toBe('with nothing more from outside');
		expect(good(['preempt'], one, [0, ENDLESS, 0, 0, 0, 0, 0, 0])).toBe(
			'with any number of preemptions',
		);
		expect(said({ verdict: 'BOUNDED', depth: 9 }, NOTHING, false, one, both)).toMatch(
			/^From here, with no further preemption or signal, nothing is wrong within 9 steps/,
		);
	});

	it('says what one act more comes to', () => {
		const of = (wider: OneMore | null, left = NOTHING) =>
			said({ verdict: 'OK' }, left, false, left, ['preempt'], wider).split(
				'Check (x) can do that.',
			)[1];
		const fault = {
			kind: 1,
			budget: NOTHING,
			progress: progress({ verdict: 'VIOLATED', what: 'wake token', path: [0, 1, 1] }),
		};
		expect(of(null)).toBe('');
		expect(of({ fault: null })).toBe(' With one preemption more nothing goes wrong either.');
		expect(of({ fault })).toBe(
			' With one more preemption it can fail: lost wake-up: the rule “wake token” is broken, 3 steps away.',
		);
		expect(of({ fault }, [0, 1, 0, 0, 0, 0, 0, 0])).toContain(
			'With 2 more preemptions it can fail',
		);
	});

	it('says of a fault how far it is, and whether it can be escaped', () => {
		const fault = { verdict: 'LOST_WAKEUP', path: [0, 1, 1] };
		expect(said({ ...fault, saved: 'yes' })).toBe(
			'From here it can still fail, and it can still end well. Nearest fault: lost wake-up, 3 steps away.',
		);
		expect(said({ ...fault, saved: 'no' })).toMatch(
			/^Too late from here: with nothing from outside, no schedule ends well\./,
		);
		/* not known: nothing is promised */
		expect(said({ ...fault, saved: 'unknown' })).toMatch(/^From here it can still fail\. Nearest/);
	});

	it('says within which budget it is too late: with more, a schedule may save it', () => {
		const late = { verdict: 'LOST_WAKEUP', path: [0], saved: 'no' as const };
		const of = (budget: number[], left: number[]) =>
			said(late, left, false, budget).split(', no s')[0];
		const one = [0, 1, 0, 1, 0, 2, 0, 0];
		expect(of(one, NOTHING)).toBe(
			'Too late from here: with no further preemption, no further handoff threshold and no further signal',
		);
		expect(of(one, [0, 0, 0, 1, 0, 2, 0, 0])).toBe(
			'Too late from here: with no further preemption, at most 1 more handoff threshold and at most 2 more signals',
		);
	});

	it('promises no more than was searched', () => {
		expect(said({ verdict: 'BOUNDED', depth: 15 })).toContain('nothing is wrong within 15 steps');
		expect(said({ verdict: 'BOUNDED', depth: 15 })).toContain('was not searched');
		expect(said({ verdict: 'CANCELLED' })).toBe('');
	});

	it('remembers what was broken on the way', () => {
		const broken = {
			verdict: 'VIOLATED',
			what: 'mutual exclusion',
			brokenAt: 9,
			saved: 'no',
		} as const;
		expect(said(broken)).toMatch(/^Step 9 has broken a rule \(rule broken: mutual exclusion\)/);
		expect(said(broken, NOTHING, true)).toMatch(/^Step 9 has broken a rule/);
		expect(said({ verdict: 'OK' }, NOTHING, true)).toBe('These steps have kept every rule.');
	});
});

describe('who is passed while all may finish', () => {
	const passed = (story: string, at: number) => {
		const app = new App(async () => progress({}));
		app.store.set({ core, reducedMotion: true });
		app.documents.openScenario(story);
		app.cursor.seek(at);
		return app.doc ? passedText(core, app.doc) : 'nothing is open';
	};

	it('is said where nothing bounds how often', () => {
		expect(passed('rwsem-starved-writer', 20)).toBe('');
		expect(passed('rwsem-starved-writer', 38)).toBe(
			'T2 has been passed once while it waited; no rule bounds this.',
		);
	});

	it('also while the search has not come to its end, as of many threads', async () => {
		const { route, notices } = routeOf(core, '#/ww-sleep-wake?v=1&n=5&fp=fc1b4f&s=QGCjXCgB');
		const app = new App(async () => progress({ verdict: 'BOUNDED' }));
		app.store.set({ core, reducedMotion: true });
		app.goTo(route, notices);
		render(createElement(AppContext, { value: app }, createElement(FromHere)));
		const here = () => screen.getByTestId('from-here').textContent;
		expect(here()).toContain('T2 has been passed once while it waited; no rule bounds this.');
	});

	it('and not where a clock runs for it, or a rule of the lock speaks of it', () => {
		for (const { name, story } of core.facts.scenarios) {
			const lock = core.lock(core.scenario(name)?.lock ?? 0);
			if (lock.name === 'mutex_owner') expect(passed(name, story.length), name).toBe('');
		}
		expect(passed('rwsem-handoff', 40)).toBe('');
	});
});
