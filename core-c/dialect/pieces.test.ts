import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mutated } from './mutated';
import { piecesOf } from './pieces';
import { randomFrom } from './random';

const coloured = (text: string) =>
	piecesOf(text).map((line) =>
		line.filter(({ kind }) => kind !== 'plain').map(({ kind, text }) => `${kind} ${text}`),
	);

describe('the pieces of a text', () => {
	it('are its own letters, whatever was done to it', () => {
		const text = readFileSync('core-c/locks/mcs/mcs.c', 'utf8');
		const whole = (one: string) =>
			piecesOf(one)
				.map((line) => line.map((piece) => piece.text).join(''))
				.join('\n');
		for (let end = 0; end <= text.length; end += 7)
			expect(whole(text.slice(0, end))).toBe(text.slice(0, end));
		const random = randomFrom(7);
		for (let i = 0; i < 200; i++) {
			const other = mutated(text, random);
			expect(whole(other)).toBe(other);
		}
		const long = 'x\n'.repeat(30_000);
		expect(whole(long)).toBe(long);
	});

	it('are coloured also where a line is half written', () => {
		expect(
			coloured('\tLOAD(my->next, lk->no\n\tif (my-> == "a\n\tSTORE(lk->, 1); `@\nRETURN(0)'),
		).toEqual([
			['word LOAD', 'private my->next', 'shared lk->no'],
			['keyword if'],
			['word STORE', 'shared lk->', 'number 1'],
			['word RETURN', 'number 0'],
		]);
		expect(coloured('x = 1; /* begun\nif (x)\n')).toEqual([
			['number 1', 'comment /* begun'],
			['comment if (x)'],
			[],
		]);
	});

	it('have nothing in them that a string or a comment says', () => {
		expect(coloured('say("/* if */ lk->a"); /* my->a "b" */ c(); // 1')).toEqual([
			['word say', 'comment /* my->a "b" */', 'word c', 'comment // 1'],
		]);
		expect(coloured('#define A 1 /* one */\nA();')).toEqual([
			['directive #define A 1 ', 'comment /* one */'],
			['word A'],
		]);
	});
});
