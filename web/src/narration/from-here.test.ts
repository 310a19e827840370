import { beforeAll, describe, expect, it } from 'vitest';
import type { Core, ExploreProgress } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { App } from '../store/app';
import { progress } from '../store/testing';
import { outlookText, passedText } from './FromHere';

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
) =>
	outlookText(
		{ kind: 'done', progress: progress(end), behind: [] },
		core.facts,
		{ budget, left },
		finished,
	);

describe('what can still come of steps', () => {
	it('names what may still happen from outside', () => {
		expect(said({ verdict: 'OK', states: 1234 })).toBe(
			'From here no schedule breaks a rule, and all threads can finish: all 1,234 states (positions of all threads and words) that can follow.',
		);
		expect(said({ verdict: 'OK', states: 7 }, [0, 2, 0, 0, 1, 0, 0, 0])).toMatch(
			/^From here, with preempt 2, timeout 1 left, no schedule breaks a rule/,
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

	it('and not where a clock runs for it, or a rule of the lock speaks of it', () => {
		for (const { name, story } of core.facts.scenarios) {
			const lock = core.lock(core.scenario(name)?.lock ?? 0);
			if (lock.name === 'mutex_owner') expect(passed(name, story.length), name).toBe('');
		}
		expect(passed('rwsem-handoff', 40)).toBe('');
	});
});
