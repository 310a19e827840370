import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { piecesOf as byFrontEnd } from '../../core-c/dialect/pieces';
import { type Line, rowsOf, unpacked } from '../src/drawings/source/lines';
import { piecesOf as byGrammar } from './grammar';
import { pack } from './pack';

type Reader = typeof byGrammar;
const linesOf = (text: string, reader: Reader) => pack(text, reader).map(unpacked);
const kindsIn = (text: string, reader: Reader) =>
	linesOf(text, reader)[0]
		?.tokens.filter((t) => t.kind !== 'plain')
		.map((t) => [t.kind, t.text]);

const textsIn = (folder: string, wanted: RegExp) =>
	readdirSync(folder)
		.filter((name) => wanted.test(name))
		.map((name) => ({ name, text: readFileSync(`${folder}/${name}`, 'utf8') }));
const sources = textsIn('build/generated/sources', /\.c$/);
/* but for those with a switch on, which differ from these in a few lines */
const kernel = textsIn('build/generated/kernel-c', /^[^@]*$/);

/* What the build reads and what the page reads look alike. */
describe.each([
	['a published text', byGrammar],
	['a text of the reader’s own', byFrontEnd],
])('%s', (_, reader) => {
	const read = (text: string) => linesOf(text, reader);
	const kinds = (text: string) => kindsIn(text, reader);

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

	it('has the rows of a line of C as one line, each with its own tabs', () => {
		const text = 'int f(void)\f{\f\tint a;\f\n\tsmp_mb();\f\ta = READ_ONCE(x); /* reads */\n}\n';
		const lines = read(text);
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
		const lines = read('x = 1; /* begun\n and ended */ y = 2;');
		expect(lines.map((l) => l.phrase)).toEqual(['', '']);
		expect(lines[1]?.tokens[0]).toEqual({ kind: 'comment', text: ' and ended */' });
	});

	it('has a look of its own for the words of the dialect', () => {
		for (const word of ['STORE', 'LOAD', 'CAS', 'XCHG', 'WAIT_UNTIL', 'TAKES_WRITE', 'FAULT'])
			expect(kinds(`${word}(a, b);`), word).toEqual([['word', word]]);
		expect(kinds('PROC(f, u32 a; word b;)')).toEqual([
			['keyword', 'PROC'],
			['keyword', 'u32'],
			['keyword', 'word'],
		]);
		expect(kinds('END(f)')).toEqual([['keyword', 'END']]);
	});

	it('takes a member for no type', () => {
		expect(kinds('list_del(&waiter->list, w.word, list, lk->list);')).toEqual([
			['word', 'list_del'],
			['keyword', 'list'],
			['shared', 'lk->list'],
		]);
	});

	it('has one for those of C', () => {
		expect(kinds('if (a) return NULL; else goto out;')?.map(([, text]) => text)).toEqual([
			'if',
			'return',
			'NULL',
			'else',
			'goto',
		]);
		expect(kinds('x = 0x10u + 7;')).toEqual([
			['number', '0x10u'],
			['number', '7'],
		]);
		expect(kinds('#define LOCK_TYPE struct mcs')).toEqual([
			['directive', '#define LOCK_TYPE struct mcs'],
		]);
		expect(kinds('x = y; /* STORE(lk->a, 1) */')).toEqual([]);
	});
});

describe.each(sources)('the text $name', ({ text }) => {
	it('is there, line for line and letter for letter', () => {
		const packed = pack(text, byGrammar);
		expect(packed.map(([line]) => line).join('\n')).toBe(text.replace(/\n$/, ''));
		for (const [line, phrase, , pieces] of packed) {
			const length = pieces.reduce((sum, n, i) => (i % 2 ? sum + n : sum), 0);
			const indent = line.length - line.replace(/^\t+/, '').length;
			if (phrase === '') expect(indent + length, line).toBe(line.length);
			else expect(line.slice(indent + length), line).toMatch(/^\s*\/[*/]/);
		}
	});
});

/** Blanks have no colour: one reading takes them to the comment behind them, the other does not. */
const inked = (lines: Line[]) =>
	lines.map(({ tokens, ...line }) => ({
		...line,
		tokens: tokens
			.map(({ kind, text }) => ({ kind, text: text.trim() }))
			.filter(({ text }) => text !== ''),
	}));

it.each([...sources, ...kernel])('$name looks the same when it is edited', ({ text }) => {
	expect(inked(linesOf(text, byFrontEnd))).toEqual(inked(linesOf(text, byGrammar)));
});
