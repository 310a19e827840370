import { describe, expect, it } from 'vitest';
import { itemHash } from '../plan/address';
import {
	type FromStage,
	fromNotes,
	fromStage,
	isPair,
	newName,
	sealed,
	type Told,
} from './messages';

const TOLD: Told = {
	kind: 'told',
	from: 'abc',
	title: 'Three spinners stand in line',
	story: 'mcs-queue',
	list: ['mutex-stampede', 'mcs-queue'],
	at: 12,
	total: 18,
	sentence: 'T1 reads.',
	beat: { at: 12, ask: 'Why?', note: 'Because.', decisive: true },
	open: true,
	next: null,
	place: 4,
	of: 9,
	left: 12,
	outlook: 'From here no schedule breaks a rule.',
	onward: 'Leaving a queue of one',
	says: '',
	amiss: '“mcs-qeue” is the name of no story.',
	ring: 'tail',
	map: { height: 563, ring: [10, 20, 300, 40], parts: [{ name: 'T1', box: [0, 0, 460, 40] }] },
	black: false,
	front: 'qr',
	choice: 'preempt T2',
	beats: 'beat',
};

/** The same numbers in each run. */
function numbers(seed: number): (most: number) => number {
	let state = seed;
	return (most) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor((state / 2 ** 32) * most);
	};
}

const JUNK: readonly unknown[] = [
	null,
	undefined,
	Number.NaN,
	-1,
	1.5,
	1e300,
	2,
	'',
	'told',
	'<img src=x onerror=alert(1)>',
	'x'.repeat(9000),
	[],
	[TOLD],
	{},
	{ at: -1 },
	{ __proto__: TOLD },
	true,
	() => 'next',
	new Date(0),
	10n,
];

/** A right message with one of its fields, at any depth, made wrong. */
function spoilt(message: object, pick: (most: number) => number): object {
	const copy = { ...message } as Record<string, unknown>;
	const keys = Object.keys(copy);
	const key = keys[pick(keys.length)] ?? '';
	const inner = copy[key];
	copy[key] =
		inner && typeof inner === 'object' && pick(2) ? spoilt(inner, pick) : JUNK[pick(JUNK.length)];
	return copy;
}

describe('messages', () => {
	it('come out as they went in', () => {
		const all: FromStage[] = [
			TOLD,
			{ ...TOLD, beat: null, next: TOLD.beat, left: null, map: null },
			{ kind: 'hello', from: 'a' },
			{ kind: 'bye', from: 'a' },
			{ kind: 'taken', from: 'a', to: 'b' },
		];
		for (const message of all) {
			expect(fromStage(structuredClone(sealed(message)))).toEqual(message);
			expect(fromNotes(sealed(message))).toBeNull();
		}
		const asked = [
			{ kind: 'ask' },
			{ kind: 'move', move: 'next' },
			{ kind: 'key', key: 'v' },
			{ kind: 'point', x: 500, y: 210 },
			{ kind: 'open', to: '#/level/spin-for-ever' },
			{ kind: 'open', to: '#/mcs-gap?at=9&list=mcs-queue,mcs-gap&p=1' },
		] as const;
		for (const message of asked) {
			expect(fromNotes(sealed(message))).toEqual(message);
			expect(fromStage(sealed(message))).toBeNull();
		}
	});

	it('say which item of a talk the room sees, and lead to one with the talk around it', () => {
		const list = ['mcs-gap', 'level/two-heads', `mcs?s=${'A'.repeat(500)};t=Who looks`];
		const told = { ...TOLD, list, item: 3 };
		expect(fromStage(sealed(told))).toEqual(told);
		for (const item of [4, -1, 1.5, '1', null])
			expect(fromStage({ ...sealed(told), item })).toBeNull();
		expect(fromStage({ ...sealed(told), list: [`mcs?s=${'A'.repeat(3000)}`] })).toBeNull();
		expect(fromStage({ ...sealed(told), list: Array(40).fill('A'.repeat(1900)) })).toBeNull();
		const to = itemHash(list, 2);
		expect(fromNotes({ v: 1, kind: 'open', to })).toEqual({ kind: 'open', to });
		const endless = `${to}${'A'.repeat(30_000)}`;
		expect(fromNotes({ v: 1, kind: 'open', to: endless })).toBeNull();
	});

	it('say of steps of the speaker’s own where the next press leads', () => {
		const told = { ...TOLD, own: { to: 25, left: false } };
		expect(fromStage(sealed(told))).toEqual(told);
		for (const own of [null, 25, { to: -1, left: false }, { to: 25 }, { left: true }, []])
			expect(fromStage({ ...sealed(told), own })).toBeNull();
	});

	it('say of a lesson which of its figures the room sees', () => {
		const told = { ...TOLD, figure: { place: 2, of: 8 } };
		expect(fromStage(sealed(told))).toEqual(told);
		for (const figure of [null, 2, { place: 2 }, { of: 8 }, { place: -1, of: 8 }])
			expect(fromStage({ ...sealed(told), figure })).toBeNull();
	});

	it('are of this version, and carry nothing that was not asked for', () => {
		expect(fromStage({ ...TOLD, v: 2 })).toBeNull();
		expect(fromStage({ ...sealed(TOLD), more: 'x', ring: 'y' })).toEqual({ ...TOLD, ring: 'y' });
		for (const move of ['constructor', 'toString', '__proto__', 'Next', 7])
			expect(fromNotes({ v: 1, kind: 'move', move })).toBeNull();
		for (const key of ['s', 'd', 'S', 'O', 'Enter', 'constructor', 'vv', '', 7])
			expect(fromNotes({ v: 1, kind: 'key', key })).toBeNull();
		const hostile = ['javascript:alert(1)', 'https://example.org/#/mcs', '#/notes/abcdefgh', '', 7];
		for (const to of [...hostile, '//x', '#/<b>', `#/${'x'.repeat(400)}`, '#/a\n#/b'])
			expect(fromNotes({ v: 1, kind: 'open', to })).toBeNull();
	});

	it('of 10,000 hostile ones each is refused, or is a right one', () => {
		const pick = numbers(11);
		const isSaid = (said: Told['beat']) =>
			said === null ||
			(Number.isInteger(said.at) &&
				said.at >= 0 &&
				typeof said.note === 'string' &&
				said.note.length <= 8000);
		let refused = 0;
		for (let i = 0; i < 10_000; i++) {
			const data = pick(10) ? spoilt(sealed(TOLD), pick) : JUNK[pick(JUNK.length)];
			const read = fromStage(data);
			if (!read) refused++;
			else {
				expect(read.kind).toBe('told');
				const told = read as Told;
				expect(Object.keys(told).sort()).toEqual(Object.keys(TOLD).sort());
				expect(told.list.length).toBeLessThanOrEqual(40);
				const counts = [told.at, told.total, told.place, told.of, told.left ?? 0];
				expect(counts.every(Number.isInteger)).toBe(true);
				expect([told.beat, told.next].every(isSaid)).toBe(true);
				for (const text of [
					told.title,
					told.story,
					...told.list,
					told.sentence,
					told.ring,
					told.outlook,
					told.says,
					told.amiss,
					told.onward,
				])
					expect(typeof text === 'string' && text.length <= 8000).toBe(true);
			}
			expect(fromNotes(data)).toBeNull();
		}
		expect(refused).toBeGreaterThan(7000);
	});
});

it('a talk has a name that nobody guesses, and no other text is one', () => {
	const names = new Set(Array.from({ length: 1000 }, newName));
	expect(names.size).toBe(1000);
	expect([...names].every(isPair)).toBe(true);
	for (const text of ['', 'short', 'a'.repeat(17), 'UPPERCASE1', '../../../x', 'abcdefg\n'])
		expect(isPair(text)).toBe(false);
});
