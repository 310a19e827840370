/** How long a talk takes: where its clicker stops, and the minutes that the speaker says instead. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Core } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { App } from '../store/app';
import { lengthOf } from './lengths';
import { estimated, minutesText, readMinutes, totalOf, withMinutes } from './minutes';

vi.setConfig({ testTimeout: 60_000 });

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

const length = (text: string) => {
	const app = new App(async () => {
		throw new Error('not asked for');
	});
	app.store.set({ core });
	return lengthOf(app, core, text);
};

const TALK = ['mutex-stampede', 'mcs-queue', 'mcs-gap', 'ticket-preempted'];

describe('the length of an item', () => {
	it('of the talk of ten minutes has its thirty-one beats and four questions, and comes to ten minutes', async () => {
		const all = await Promise.all(TALK.map(length));
		const { stops, minutes, unknown } = totalOf(all, []);
		expect(stops).toBe(31);
		expect(all.map((one) => one?.questions)).toEqual([1, 1, 1, 1]);
		expect(minutes).toBeGreaterThan(9);
		expect(minutes).toBeLessThan(10.5);
		expect(unknown).toBe(0);
	});

	it('is that of what the clicker stops at: of a story from where it begins', async () => {
		const whole = await length('mcs-gap');
		const later = await length('mcs-gap?at=11');
		const from = (core.scenario('mcs-gap')?.beats ?? []).filter(({ at }) => at >= 11);
		expect(whole?.stops).toBe(core.scenario('mcs-gap')?.beats.length);
		expect(later).toEqual({ stops: from.length, questions: 0 });
		/* where nothing is said it begins all the same */
		expect((await length('mcs-gap?at=12'))?.stops).toBe(from.length);
	});

	it('of two side by side is that of its stops, with the start and what they come to', async () => {
		expect(await length('compare/mutex-stampede/mutex-mcs-queue')).toEqual({
			stops: 6,
			questions: 0,
		});
		expect(await length('level/two-heads')).toMatchObject({ isLevel: true });
		expect((await length('mcs?s=IqCcI;at=2'))?.stops).toBeGreaterThan(1);
		expect(await length('mcs?s=IqCcI')).toEqual({ stops: 1, questions: 0 });
		expect(await length('no-such-story')).toBeNull();
		expect(await length('compare/mcs/mcs?own=x')).toBeNull();
	});
});

describe('the minutes of a talk', () => {
	beforeEach(() => localStorage.clear());

	it('are the speaker’s where those are set, and are kept for the items of the talk', () => {
		const items = ['mcs-gap', 'level/two-heads'];
		const own = withMinutes({}, items, 'mcs-gap', 4);
		expect(readMinutes()).toEqual({ 'mcs-gap': 4 });
		const lengths = [{ stops: 8, questions: 1 }, { stops: 1, questions: 0, isLevel: true }, null];
		expect(totalOf(lengths, [own['mcs-gap'] ?? 0])).toEqual({ stops: 9, minutes: 7, unknown: 1 });
		expect(totalOf(lengths, [0, 0, 2])).toEqual({ stops: 9, minutes: 7.5, unknown: 0 });
		/* 0 is the estimate again; what is gone from the talk is forgotten */
		expect(withMinutes(own, items, 'mcs-gap', 0)).toEqual({});
		expect(withMinutes(own, ['level/two-heads'], 'level/two-heads', 5)).toEqual({
			'level/two-heads': 5,
		});
	});

	it('are estimated in halves, and what another page wrote is none', () => {
		expect(estimated({ stops: 8, questions: 1 })).toBe(2.5);
		expect(['0.5', '2.5', '10']).toEqual([0.1, 2.6, 9.8].map(minutesText));
		localStorage.setItem('lockstep.talk.minutes', '{"a":-1,"b":"5","c":9000,"d":3}');
		expect(readMinutes()).toEqual({ d: 3 });
		localStorage.setItem('lockstep.talk.minutes', '7');
		expect(readMinutes()).toEqual({});
	});
});
