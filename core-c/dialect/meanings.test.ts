import { expect, test } from 'vitest';
import { meaningsOf } from './meanings';
import { type Scope, scopeOf } from './scope';
import { fixtures, inProc, procOf, small, textOf } from './testing';
import type { Proc, Text } from './tree';

/** Local, lines and meaning, as text; the body's first line is line 1 of the procedure. */
const said = (proc: Proc, scope?: Scope): string[] =>
	meaningsOf(proc, scope).map(
		({ local, from, to, as, of, value, ...code }) =>
			`${local} ${from}-${to} ${as}${of && ` ${of}`}${value === undefined ? '' : ` ${'name' in code ? code.name : ''}`}`,
	);

const inBody = (...lines: string[]): string[] =>
	said(inProc(lines.map((line) => `\t${line}`)).texts[0]?.procs[0] as Proc);

test('what was read from a word is a value of it, and so is what is compared with it or copied', () => {
	expect(
		inBody(
			'LOAD(my->a, lk->tail, relaxed);',
			'my->b = my->a;',
			'LOAD(my->c, lk->node[me].next, relaxed);',
			'CAS(my->c, lk->tail, my->b, my->c, full);',
		),
	).toEqual(['b 3-4 value tail', 'c 4-4 value node[0].next']);
});

test('a part of a word is a number', () => {
	expect(
		inBody(
			'LOAD(my->a, lk->tail, relaxed);',
			'my->b = my->a & 7;',
			'my->a &= 7;',
			'STORE(lk->spin.tail, my->a + my->b, relaxed);',
		),
	).toEqual([]);
});

test('a local that is used again is another thing from there', () => {
	expect(
		inBody(
			'LOAD(my->a, lk->tail, relaxed);',
			'STORE(lk->tail, my->a, relaxed);',
			'LIST_FIRST(my->a, lk->waiters);',
			'WAKE(my->b, my->a);',
		),
	).toEqual(['a 2-2 value tail', 'a 4-4 thread']);
});

test('what is to be written is no value that the word has had', () => {
	expect(
		inBody(
			'my->a = my->b & 7;',
			'STORE(lk->node[me].next, 0, relaxed);',
			'STORE(lk->tail, my->a, relaxed);',
		),
	).toEqual(['a 2-3 new tail']);
});

/** Procedures of one text, the last of them asked. */
const inText = (...lines: string[]): string[] => {
	const project = small(`#define X_DONE 0x100u\n#define X_EINTR 4\n${lines.join('\n')}`);
	const text = project.texts[0] as Text;
	return said(text.procs.at(-1) as Proc, scopeOf(project, text));
};
const CALLEE = [
	'PROC(g, struct x, u32 seen;)',
	'\tLOAD(my->seen, lk->tail, relaxed);',
	'\tif (my->seen == 0)',
	'\t\tRETURN(X_DONE | 2);',
	'\tRETURN(my->seen);',
	'END(g)',
];

test('an error or an answer in a local that held a word is told by its name, from the assignment on', () => {
	expect(
		inText(
			'PROC(f, struct x, u32 a; u32 b;)',
			'\tLOAD(my->a, lk->tail, relaxed);',
			'\tCAS(my->b, lk->tail, my->a, 0, full);',
			'\tif (my->b)',
			'\t\tmy->a = (u32)-X_EINTR;',
			'\tSTORE(lk->node[me].next, 0, relaxed);',
			'\tRETURN(my->a);',
			'END(f)',
		),
	).toEqual(['a 2-5 value tail', 'a 5-5 code -EINTR']);
});

test('a callee returns a value of a word, or a code beside it', () => {
	expect(
		inText(
			...CALLEE,
			'PROC(f, struct x, u32 a;)',
			'\tCALL(my->a, g, lk);',
			'\tSTORE(lk->node[me].next, 0, relaxed);',
			'\tCAS(my->a, lk->tail, my->a, 0, full);',
			'END(f)',
		),
	).toEqual(['a 2-3 value tail', 'a 2-3 code X_DONE | 2']);
});

test('behind an address is a value of the word that stands there', () => {
	const wait = procOf(textOf(fixtures(), 'futex_hash'), 'futex17_wait');
	expect(said(wait)).toEqual(
		expect.arrayContaining([
			expect.stringMatching(/^uaddr \d+-\d+ address$/),
			expect.stringMatching(/^val \d+-\d+ expected uaddr$/),
			expect.stringMatching(/^uval \d+-\d+ at uaddr$/),
		]),
	);
});

test('each meaning is of a local of its procedure, at its lines, and no two at one line', () => {
	let found = 0;
	for (const text of fixtures().texts)
		for (const proc of text.procs) {
			const held = new Set<string>();
			for (const { local, from, to } of meaningsOf(proc)) {
				expect(proc.locals.map(({ name }) => name)).toContain(local);
				expect(from).toBeGreaterThan(0);
				expect(to).toBeLessThanOrEqual(proc.last - proc.first);
				for (let line = from; line <= to; line++) {
					expect(held.has(`${local} ${line}`)).toBe(false);
					held.add(`${local} ${line}`);
				}
				found++;
			}
		}
	expect(found).toBeGreaterThan(100);
});
