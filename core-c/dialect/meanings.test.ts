import { expect, test } from 'vitest';
import { meaningsOf } from './meanings';
import { fixtures, inProc, procOf, textOf } from './testing';
import type { Proc } from './tree';

/** Local, lines and meaning, as text; the body's first line is line 1 of the procedure. */
const said = (proc: Proc): string[] =>
	meaningsOf(proc).map(
		({ local, from, to, as, of }) => `${local} ${from}-${to} ${as}${of && ` ${of}`}`,
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

test('behind an address is a value of the word that stands there', () => {
	const wait = procOf(textOf(fixtures(), 'futex_hash'), 'futex17_wait');
	expect(said(wait)).toEqual(
		expect.arrayContaining([
			expect.stringMatching(/^uaddr \d+-\d+ address$/),
			expect.stringMatching(/^val \d+-\d+ at uaddr$/),
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
