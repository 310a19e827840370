/** The stop of all of a talk that the room sees, and its time, as "My talk" counts them. */
import { describe, expect, it } from 'vitest';
import type { Beat } from '../../../wasm/src';
import { inAll, plannedMinutes, targetInItems } from './in-all';
import type { Told } from './messages';
import type { Listed } from './useScript';

const beats = (...at: number[]) => at.map((one) => ({ at: one, note: 'x' }) as Beat);
const PAIR = 'compare/a/b';
const LIST = ['mcs-queue', PAIR, 'mcs?s=A;t=Mine', 'level/two-heads', 'mcs-gap?at=12'];
const STORIES: Listed[] = [
	{ story: LIST[0] ?? '', title: '', beats: beats(0, 3) },
	{ story: PAIR, title: '', beats: [] },
	{ story: LIST[2] ?? '', title: '', beats: [], before: 0 },
	{ story: LIST[3] ?? '', title: '', beats: [] },
	/* nothing is said at step 12 */
	{ story: LIST[4] ?? '', title: '', beats: beats(13, 15), before: 4 },
];
const LENGTHS = {
	'mcs-queue': { stops: 2, questions: 0 },
	[PAIR]: { stops: 6, questions: 0 },
	'mcs?s=A;t=Mine': { stops: 4, questions: 0 },
	'level/two-heads': { stops: 1, questions: 0, isLevel: true },
	'mcs-gap?at=12': { stops: 3, questions: 0 },
};

const told = (item: number, more: Partial<Told>): Told =>
	({ list: LIST, item, story: '', place: 0, of: 0, beats: 'beat', ...more }) as Told;
const at = (item: number, more: Partial<Told>, lengths: Parameters<typeof inAll>[2] = LENGTHS) => {
	const all = inAll(told(item, more), STORIES, lengths);
	return all && [all.place, all.until, all.of];
};

describe('the stop of the talk', () => {
	it('is counted as in the panel, whatever the item is', () => {
		expect(at(1, { place: 2 })).toEqual([2, 2, 16]);
		expect(at(2, { place: 0, beats: 'stop' })).toEqual([3, 3, 16]);
		expect(at(2, { place: 4, beats: 'stop' })).toEqual([7, 7, 16]);
		/* what they come to is one more */
		const closing = { place: 3, beats: 'stop', front: 'next' } as const;
		expect(at(2, closing)).toEqual([7, 7, 16]);
		expect(at(2, { ...closing, front: 'qr' })).toEqual([6, 6, 16]);
		/* of a lesson the room says which of them it is */
		expect(at(2, { place: 4, beats: 'stop', figure: { place: 2, of: 3 } })).toEqual([6, 6, 16]);
		expect(at(3, { place: 2, own: { to: 25, left: false } })).toEqual([10, 10, 16]);
		expect(at(4, {})).toEqual([13, 13, 16]);
		expect([4, 5, 6].map((place) => at(5, { place })?.[0])).toEqual([14, 15, 16]);
	});

	it('is one of several where nothing says how far the room is in the item', () => {
		expect(at(2, { place: 3, beats: 'acquisition' })).toEqual([3, 8, 16]);
	});

	it('is not said before all lengths are known', () => {
		const { [PAIR]: _, ...some } = LENGTHS;
		expect(at(1, { place: 2 }, some)).toBeNull();
		expect(at(2, {}, { ...LENGTHS, [PAIR]: null })).toBeNull();
		expect(at(4, {}, { ...LENGTHS, [PAIR]: null })).toEqual([7, 7, 10]);
	});
});

describe('the minutes of the talk', () => {
	it('are those of the panel, and those that the speaker has set count in place of the estimate', () => {
		/* 15 stops of 15 seconds, and three minutes for the level: 6.75 */
		expect(plannedMinutes(LIST, LENGTHS, {})).toBe(7);
		expect(plannedMinutes(LIST, LENGTHS, { 'mcs?s=A': 4 })).toBe(10);
		expect(plannedMinutes([], LENGTHS, {})).toBe(0);
		expect(plannedMinutes([...LIST, 'mcs'], LENGTHS, {})).toBe(0);
	});

	it('are shared out as the items have them, so that a level has its three', () => {
		const target = (item: number, more: Partial<Told>) => {
			const one = told(item, more);
			return targetInItems(6.75, one, inAll(one, STORIES, LENGTHS), LENGTHS, {});
		};
		expect(target(1, { place: 1 })).toEqual({ from: 0, until: 0.25 });
		expect(target(4, {})).toEqual({ from: 3, until: 6 });
		expect(target(5, { place: 6 })).toEqual({ from: 6.5, until: 6.75 });
		expect(targetInItems(0, told(4, {}), null, LENGTHS, {})).toBeNull();
	});
});
