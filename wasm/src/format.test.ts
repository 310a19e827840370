import { describe, expect, it } from 'vitest';
import type { WordFacts } from './facts';
import { binary, decodeWord, hex, wordText } from './format';

const count: WordFacts = {
	name: 'count',
	offset: 0,
	kind: 'bits',
	line: 0,
	meaning: '',
	fields: [
		{ name: 'writer', shift: 0, bits: 1, kind: 'flag' },
		{ name: 'waiters', shift: 1, bits: 1, kind: 'flag' },
		{ name: 'owner', shift: 4, bits: 4, kind: 'tid' },
		{ name: 'readers', shift: 8, bits: 24, kind: 'count' },
	],
};
const word = (kind: WordFacts['kind']): WordFacts => ({ ...count, kind, fields: [] });

describe('numbers', () => {
	it('hex is unsigned', () => {
		expect(hex(-1)).toBe('0xffffffff');
		expect(hex(0x107, 1)).toBe('0x107');
		expect(hex(0x107)).toBe('0x00000107');
	});
	it('binary groups from the right', () => {
		expect(binary(0x107, 9)).toBe('1 0000 0111');
		expect(binary(-1, 8)).toBe('1111 1111');
		expect(binary(1, 1)).toBe('1');
	});
});

describe('decodeWord', () => {
	it('covers all 32 bits once, highest first', () => {
		const fields = decodeWord(count, 0);
		expect(fields.map((field) => field.name)).toEqual([
			'readers',
			'owner',
			'',
			'waiters',
			'writer',
		]);
		expect(fields.reduce((sum, field) => sum + field.bits, 0)).toBe(32);
	});
	it('says what changed', () => {
		const fields = decodeWord(count, 0xffffff31, 0xffffff20);
		expect(fields.map((field) => field.text)).toEqual(['16777215', 'T3', '·', '0', '1']);
		expect(fields.map((field) => field.changed)).toEqual([false, true, false, false, true]);
		expect(fields.map((field) => field.was)).toEqual(['', 'T2', '', '', '0']);
	});
	it('shows a set reserved bit', () => {
		expect(decodeWord(count, 0x4)[2]?.text).toBe('0x1');
	});
	it('takes a word without fields as one', () => {
		expect(decodeWord(word('count'), 0xffffffff)).toMatchObject([{ bits: 32, value: 0xffffffff }]);
	});
});

describe('wordText', () => {
	it('follows the kind', () => {
		expect(wordText(word('bits'), 0x107)).toBe('0x107');
		expect(wordText(word('signed'), 0xffffffff)).toBe('-1');
		expect(wordText(word('tid'), 0)).toBe('nobody');
		expect(wordText(word('node'), 2)).toBe('T2');
		expect(wordText(word('spinlock'), 3)).toBe('held by T3');
		expect(wordText(word('list'), 0, [3, 1])).toBe('T3, T1');
		expect(wordText(word('list'), 0, [])).toBe('empty');
		expect(wordText(word('count'), 0xffffffff)).toBe('4294967295');
	});
});
