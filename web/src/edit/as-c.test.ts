import { describe, expect, it } from 'vitest';
import { besideLines, codeOf } from './AsC';

it('a line of C is shown without the sentence of its step, and in one row', () => {
	expect(codeOf('\t\tprev = xchg(&lock->tail, node); /* swaps itself in */')).toBe(
		'prev = xchg(&lock->tail, node);',
	);
	expect(codeOf('\twhile (!READ_ONCE(node->locked))\f\t\tcpu_relax(); /* waits */')).toBe(
		'while (!READ_ONCE(node->locked)) cpu_relax();',
	);
	expect(codeOf('\t/* has the lock from here */')).toBe('/* has the lock from here */');
	expect(codeOf('')).toBe('');
});

describe('beside each line', () => {
	const source = 'PROC(f)\n\tLOAD(a); /* reads */\n\tSTORE(b); /* writes */\nEND(f)';
	const c = {
		source,
		lines: [
			'int f(void)\f{\f\tint a;',
			'\ta = READ_ONCE(x); /* reads */',
			'\tx = 1; /* writes */',
			'}',
		],
	};

	it('its C stands where it stands, without what is said of it', () => {
		expect(besideLines(c, source)).toEqual([
			'int f(void) { int a;',
			'\ta = READ_ONCE(x);',
			'\tx = 1;',
			'}',
		]);
		expect(besideLines(null, source)).toEqual(['', '', '', '']);
		expect(besideLines({ source: 'a', lines: ['/* only words */'] }, 'a')).toEqual(['']);
	});

	it('while a line is written the others keep theirs, and it has none', () => {
		const typed = source.replace('\tSTORE(b); /* writes */', '\tSTO');
		expect(besideLines(c, typed)).toEqual(['int f(void) { int a;', '\ta = READ_ONCE(x);', '', '}']);
		const more = source.replace('\tSTORE', '\tif (a)\n\n\tSTORE');
		expect(besideLines(c, more).slice(2)).toEqual(['', '', '\tx = 1;', '}']);
		const less = source.replace('\tLOAD(a); /* reads */\n', '');
		expect(besideLines(c, less)).toEqual(['int f(void) { int a;', '\tx = 1;', '}']);
	});
});
