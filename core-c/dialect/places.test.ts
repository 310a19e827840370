import { expect, test } from 'vitest';
import { placesOf } from './index';
import { fixtures, inProc, textOf } from './testing';

test('places of mcs: entries, and steps by word, target and number', () => {
	const places = placesOf(textOf(fixtures(), 'mcs'));
	const unlock = places.filter(({ proc }) => proc === 'mspin_unlock');
	expect(unlock.map(({ kind, id }) => [kind, id])).toEqual([
		['entry', 'mspin_unlock'],
		['step', 'mspin_unlock/LOAD node.next'],
		['step', 'mspin_unlock/CAS tail'],
		['step', 'mspin_unlock/AWAIT node.next'],
		['step', 'mspin_unlock/STORE node.locked/1'],
		['step', 'mspin_unlock/STORE node.locked/2'],
	]);
	expect(places.find(({ id }) => id === 'mspin_lock/STORE node.next/3')).toMatchObject({
		label: '3rd STORE of node.next in mspin_lock',
		keyword: 'STORE',
		target: 'node.next',
		ordinal: 3,
	});
	expect(places.at(-1)).toMatchObject({ kind: 'call', id: 'mcs_worker/DO mspin_unlock' });
});

test('each has an id of its own, and a line within its procedure', () => {
	for (const text of fixtures().texts) {
		const places = placesOf(text);
		expect(new Set(places.map(({ id }) => id)).size).toBe(places.length);
		for (const { proc, line } of places) {
			const found = text.procs.find(({ name }) => name === proc);
			expect(line).toBeGreaterThanOrEqual(found?.first ?? Number.NaN);
			expect(line).toBeLessThan(found?.last ?? 0);
		}
	}
});

test('a step without a word has none; a part of a part has its whole way', () => {
	const [text] = inProc([
		'\tSCHEDULE(); /* sleeps */',
		'\tSTORE(lk->b[my->a].tail, 1, full); /* writes */',
		'\tSCHEDULE(); /* sleeps */',
	]).texts;
	expect(text && placesOf(text).map(({ id, label }) => [id, label])).toEqual([
		['f', 'f'],
		['f/SCHEDULE/1', '1st SCHEDULE in f'],
		['f/STORE b.tail', 'STORE of b.tail in f'],
		['f/SCHEDULE/2', '2nd SCHEDULE in f'],
	]);
});
