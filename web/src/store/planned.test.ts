/** The talk that a reader puts together: its order, what it may hold, and what of it outlives a reload. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Core } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { talkHash } from '../plan/address';
import { App } from './app';
import { MOST_LISTED } from './listed';

const KEY = 'lockstep.talk';
let core: Core;
let app: App;

const opened = () => {
	const one = new App(() => Promise.reject(new Error('not here')));
	one.store.set({ core });
	return one;
};

beforeAll(async () => {
	core = await builtCore();
});
beforeEach(() => {
	localStorage.clear();
	app = opened();
});

describe('the talk that is put together', () => {
	it('has stories in the order in which they were added or moved, each once', () => {
		app.planned.add('mcs-queue');
		app.planned.add('mutex-stampede', 'mcs-queue', 'mcs-gap');
		expect(app.state.planned).toEqual(['mcs-queue', 'mutex-stampede', 'mcs-gap']);
		expect(app.state.toast).toBe('Your talk has 3 stories now.');
		app.planned.move('mcs-gap', -1);
		expect(app.state.planned).toEqual(['mcs-queue', 'mcs-gap', 'mutex-stampede']);
		expect(app.state.toast).toBe(`“${core.scenario('mcs-gap')?.title}” is number 2 of 3.`);
		/* not beyond an end */
		app.planned.move('mutex-stampede', 1);
		app.planned.move('mcs-queue', -1);
		app.planned.toggle('mcs-gap');
		expect(app.state.planned).toEqual(['mcs-queue', 'mutex-stampede']);
		expect(talkHash(app.state.planned)).toBe('#/mcs-queue?list=mcs-queue,mutex-stampede&p=1');
		expect(talkHash([])).toBe('');
	});

	it('is there after a reload, and follows another tab', () => {
		app.planned.add('mcs-queue');
		const later = opened();
		expect(later.planned.read()).toEqual(['mcs-queue']);
		later.planned.add('mcs-gap');
		/* what the other added is not lost to a change here */
		app.planned.move('mcs-queue', 1);
		expect(app.state.planned).toEqual(['mcs-gap', 'mcs-queue']);
		later.planned.remove('mcs-gap');
		later.planned.remove('mcs-queue');
		expect(app.planned.read()).toEqual([]);
	});

	it('takes of what is kept only stories, whoever wrote it', () => {
		const hostile = ['mcs-queue', 7, null, '<b>', '__proto__', 'mcs-queue', 'gone', { a: 1 }];
		const free = core.facts.scenarios.find((s) => s.sandbox)?.name ?? '';
		localStorage.setItem(KEY, JSON.stringify([...hostile, free, 'mcs-gap']));
		expect(app.planned.read()).toEqual(['mcs-queue', 'mcs-gap']);
		localStorage.setItem(KEY, '{"not": "a list"');
		expect(app.planned.read()).toEqual(['mcs-queue', 'mcs-gap']);
		app.planned.add(free, 'gone');
		expect(app.state.planned).toEqual(['mcs-queue', 'mcs-gap']);
	});

	it('has an end', () => {
		const all = core.facts.scenarios.filter((s) => !s.sandbox).map((s) => s.name);
		expect(all.length).toBeGreaterThan(MOST_LISTED);
		app.planned.add(...all);
		expect(app.state.planned).toEqual(all.slice(0, MOST_LISTED));
		expect(app.state.toast).toBe('A talk has at most 40 stories.');
	});

	it('has what is more than a story by its text, at most once, and under another title at its place', () => {
		app.planned.add('mcs-queue', 'mcs?s=IqCcI;t=One', 'level/two-heads');
		expect(app.state.toast).toBe('Your talk has 3 items now.');
		app.planned.add('level/two-heads');
		app.planned.replace('mcs?s=IqCcI;t=One', 'mcs?s=IqCcI;t=Other');
		const talk = ['mcs-queue', 'mcs?s=IqCcI;t=Other', 'level/two-heads'];
		expect(app.state.planned).toEqual(talk);
		expect(opened().planned.read()).toEqual(talk);
		app.planned.add(...Array.from({ length: 8 }, (_, i) => `mcs?n=${i};s=${'A'.repeat(1900)}`));
		expect(app.state.toast).toContain('would be too long');
		expect(app.state.planned).toEqual(talk);
		localStorage.setItem(KEY, JSON.stringify([...talk, 'x/'.repeat(9000), 7, 'mcs']));
		expect(opened().planned.read()).toEqual(talk);
	});
});
