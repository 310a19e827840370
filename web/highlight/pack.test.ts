import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Line, rowsOf, unpacked } from '../src/drawings/source/lines';
import { tokenize } from './one-pass';
import { pack } from './pack';

const linesOf = (text: string) => pack(text).map(unpacked);
const kindsIn = (text: string) =>
	linesOf(text)[0]
		?.tokens.filter((t) => t.kind !== 'plain')
		.map((t) => [t.kind, t.text]);

const SOURCES = 'build/generated/sources';
const sources = readdirSync(SOURCES).map((name) => ({
	name,
	text: readFileSync(`${SOURCES}/${name}`, 'utf8'),
}));

/* Both hold, so that neither reading is measured by its own mistakes. */
describe.each([
	['a packed text', linesOf],
	['the one-pass reading', tokenize],
])('%s', (_, read) => {
	it('says of a line what it does without a switch', () => {
		const [line] = read(
			'LOAD(my->a, lk->tail, relaxed); /* looks{blind ? , and not again (fault) : once} | goes{deaf ? on : } */',
		);
		expect(line?.phrase).toBe('looksonce / goes');
	});

	it('leaves open what only the moment tells', () => {
		const [line] = read(
			'FETCH_ADD(my->a, lk->count, my->n, full); /* counts {readers} more in and {flags} */',
		);
		expect(line?.phrase).toBe('counts … more in and …');
	});

	it('keeps the text of every line', () => {
		const text = '/* one\n * two */\nPROC(f, u32 a;)\n\tLOAD(my->a, lk->tail, relaxed);\nEND(f)\n';
		const lines = read(text).map(
			(l) => '\t'.repeat(l.indent) + l.tokens.map((t) => t.text).join(''),
		);
		expect(`${lines.join('\n')}\n`).toBe(text);
	});

	it('sets the phrase that follows the code apart', () => {
		const [line] = read('\tCAS(my->o, lk->tail, me, 0, full); /* empties it | finds another */');
		expect(line?.phrase).toBe('empties it / finds another');
		expect(line?.tokens.map((t) => t.text).join('')).toBe('CAS(my->o, lk->tail, me, 0, full);');
	});

	it('knows shared from private, also inside one name', () => {
		const [line] = read('STORE(lk->node[my->prev].next, me, release);');
		const kinds = line?.tokens.filter((t) => t.kind === 'shared' || t.kind === 'private');
		expect(kinds?.map((t) => [t.kind, t.text])).toEqual([
			['shared', 'lk->node['],
			['private', 'my->prev'],
			['shared', '].next'],
		]);
	});

	it('follows a comment over lines', () => {
		const lines = read('/* a\n b = 1;\n*/\nx = 2;');
		expect(lines.map((l) => l.prose)).toEqual([true, true, true, false]);
	});
});

describe('a packed text', () => {
	it('has the rows of a line of C as one line, each with its own tabs', () => {
		const text = 'int f(void)\f{\f\tint a;\f\n\tsmp_mb();\f\ta = READ_ONCE(x); /* reads */\n}\n';
		const lines = linesOf(text);
		expect(lines.map(({ indent, phrase }) => [indent, phrase])).toEqual([
			[0, ''],
			[1, 'reads'],
			[0, ''],
		]);
		const rows = lines.map((line) =>
			rowsOf(line).map((row) => '\t'.repeat(row.indent) + row.tokens.map((t) => t.text).join('')),
		);
		expect(rows).toEqual([
			['int f(void)', '{', '\tint a;', ''],
			['\tsmp_mb();', '\ta = READ_ONCE(x);'],
			['}'],
		]);
	});

	it('takes a comment that goes on in the next line for no phrase', () => {
		const lines = linesOf('x = 1; /* begun\n and ended */ y = 2;');
		expect(lines.map((l) => l.phrase)).toEqual(['', '']);
		expect(lines[1]?.tokens[0]).toEqual({ kind: 'comment', text: ' and ended */' });
	});
});

describe('the words', () => {
	it('of the dialect have a look of their own', () => {
		for (const word of ['STORE', 'LOAD', 'CAS', 'XCHG', 'WAIT_UNTIL', 'TAKES_WRITE', 'FAULT'])
			expect(kindsIn(`${word}(a, b);`), word).toEqual([['word', word]]);
		expect(kindsIn('PROC(f, u32 a; word b;)')).toEqual([
			['keyword', 'PROC'],
			['keyword', 'u32'],
			['keyword', 'word'],
		]);
		expect(kindsIn('END(f)')).toEqual([['keyword', 'END']]);
	});

	it('of C are those of its grammar', () => {
		expect(kindsIn('if (a) return NULL; else goto out;')?.map(([, text]) => text)).toEqual([
			'if',
			'return',
			'NULL',
			'else',
			'goto',
		]);
		expect(kindsIn('x = 0x10u + 7;')).toEqual([
			['number', '0x10u'],
			['number', '7'],
		]);
		expect(kindsIn('#define LOCK_TYPE struct mcs')).toEqual([
			['directive', '#define LOCK_TYPE struct mcs'],
		]);
		expect(kindsIn('x = y; /* STORE(lk->a, 1) */')).toEqual([]);
	});
});

describe.each(sources)('the text $name', ({ text }) => {
	it('is there, line for line and letter for letter', () => {
		const packed = pack(text);
		expect(packed.map(([line]) => line).join('\n')).toBe(text.replace(/\n$/, ''));
		for (const [line, phrase, , pieces] of packed) {
			const length = pieces.reduce((sum, n, i) => (i % 2 ? sum + n : sum), 0);
			const indent = line.length - line.replace(/^\t+/, '').length;
			if (phrase === '') expect(indent + length, line).toBe(line.length);
			else expect(line.slice(indent + length), line).toMatch(/^\s*\/[*/]/);
		}
	});

	it('has the words and names that the one-pass reading finds in it', () => {
		const named = (lines: Line[]) =>
			lines.map(({ phrase, prose, tokens }) => ({
				phrase,
				prose,
				names: tokens.filter(({ kind }) => ['word', 'shared', 'private'].includes(kind)),
			}));
		expect(named(linesOf(text))).toEqual(named(tokenize(text)));
	});
});
