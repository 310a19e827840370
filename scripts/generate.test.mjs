import { describe, expect, test } from 'vitest';
import { cString, phraseTable } from './generate.mjs';
import { dialectWords, phrasesIn } from './lib/dialect.mjs';

const STEP_H = `
#define LOAD(dst, w, order) do { LS_PARK: (dst) = 1; } while (0)
#define SPIN_LOCK(w) do { PREEMPT_DISABLE(); \\
	LS_PARK: x; } while (0)
#define PROC(name, ...) switch (x) { case __LINE__:
#define DO(proc, ...) do { return 1; case __LINE__:; } while (0)
#define RETURN(value) return (value)
#define ls_small(x) do { LS_PARK: x; } while (0)
`;

test('the words come from the backend: steps park, calls resume, the rest is free', () => {
	const { steps, calls } = dialectWords(STEP_H);
	expect([...steps]).toEqual(['LOAD', 'SPIN_LOCK']);
	expect([...calls]).toEqual(['DO']);
});

describe('phrases', () => {
	const words = dialectWords(STEP_H);

	test('are the trailing comments of steps, with the line and the second outcome', () => {
		const text = [
			'/* LOAD(x); not a step */',
			'\tLOAD(a, lk->x, relaxed); /* reads x | reads it in vain */',
			'\tDO(other); /* a call says nothing */',
			'\tSPIN_LOCK(lk->s); /* takes the lock */',
		].join('\n');
		expect(phrasesIn(text, words)).toEqual([
			{ line: 2, word: 'LOAD', done: 'reads x', otherwise: 'reads it in vain' },
			{ line: 4, word: 'SPIN_LOCK', done: 'takes the lock', otherwise: '' },
		]);
	});

	test('become a C table in the order of the files', () => {
		const text = 'LOAD(a, b, relaxed); /* says "hi" */';
		const table = phraseTable([{ name: 'mcs', text }], words);
		expect(table).toContain('\t{ "mcs", 1, "says \\"hi\\"", "" },');
		expect(table).toContain('LS_PHRASES = 1');
	});
});

test('C strings escape quotes, backslashes, trigraphs and what is not ASCII', () => {
	expect(cString('a"b\\c')).toBe('"a\\"b\\\\c"');
	expect(cString('what??!')).toBe('"what?\\?!"');
	expect(cString('→')).toBe('"\\342\\206\\222"');
});
