import { describe, expect, it } from 'vitest';
import { type Entry, matcher } from './match';

const entry = (term: string, ...forms: string[]): Entry => ({
	term,
	forms,
	text: `What ${term} is.`,
	marked: true,
});
const ENTRIES = [
	entry('owner', 'owners'),
	entry('lock word'),
	entry('word'),
	entry('CAS', 'compare-and-swap'),
	entry('WAITERS'),
	entry('spin', 'spins'),
	entry('wake-up'),
	{ ...entry('bug'), marked: false },
];
const pieces = matcher(ENTRIES);
/** The terms found, as they stand there, each with its entry where that is spelled otherwise. */
const found = (prose: string) =>
	pieces(prose).flatMap(({ text, entry: e }) =>
		e ? [text === e.term ? text : `${text}=${e.term}`] : [],
	);

describe('the terms in prose', () => {
	it('are pieces of it, and nothing of it is lost', () => {
		const prose = 'T2 reads who is the owner: the lock word has WAITERS.';
		expect(
			pieces(prose)
				.map((p) => p.text)
				.join(''),
		).toBe(prose);
		expect(found(prose)).toEqual(['owner', 'lock word', 'WAITERS']);
	});

	it('are the longest that fit', () => {
		expect(found('the lock word and another word')).toEqual(['lock word', 'word']);
		expect(found('the lock\nword')).toEqual(['lock\nword=lock word']);
	});

	it('are known by their other forms, and by a capital at the start', () => {
		expect(found('Owners spin.')).toEqual(['Owners=owner', 'spin']);
		expect(found('A compare-and-swap fails.')).toEqual(['compare-and-swap=CAS']);
	});

	it('are whole words, with the case that they have', () => {
		expect(found('ownership, coowner, a cas, waiters, cmp-spin, respins')).toEqual([]);
		expect(found('spin, (owner), “word”.')).toEqual(['spin', 'owner', 'word']);
		expect(found('the owner’s turn')).toEqual(['owner']);
	});

	it('are not found in code or in numbers', () => {
		expect(
			found('T1.owner, lock->owner, wait_owner, owner->next, spin(), `word`, owner.c'),
		).toEqual([]);
		expect(found('futex 0xword, #/spin-word')).toEqual([]);
	});

	it('are marked where they first stand', () => {
		expect(found('the owner, and the owner, and owners')).toEqual(['owner']);
	});

	it('are left alone when only listed, or refused', () => {
		expect(found('a bug')).toEqual([]);
		const plain = pieces('an owner spins', (e) => e.term === 'owner');
		expect(plain.filter((p) => p.entry).map((p) => p.text)).toEqual(['spins']);
		expect(plain.map((p) => p.text).join('')).toBe('an owner spins');
	});

	it('of the shortest texts: none', () => {
		expect(pieces('')).toEqual([]);
		expect(pieces('word')).toMatchObject([{ text: 'word', entry: { term: 'word' } }]);
	});
});
