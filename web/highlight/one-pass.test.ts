import { describe, expect, it } from 'vitest';
import { tokenize } from './one-pass';

describe('tokenize', () => {
	it('keeps the text of every line', () => {
		const text = '/* one\n * two */\nPROC(f, u32 a;)\n\tLOAD(my->a, lk->tail, relaxed);\nEND(f)\n';
		const lines = tokenize(text).map(
			(l) => '\t'.repeat(l.indent) + l.tokens.map((t) => t.text).join(''),
		);
		expect(`${lines.join('\n')}\n`).toBe(text);
	});

	it('sets the phrase that follows the code apart', () => {
		const [line] = tokenize(
			'\tCAS(my->o, lk->tail, me, 0, full); /* empties it | finds another */',
		);
		expect(line?.phrase).toBe('empties it / finds another');
		expect(line?.tokens.map((t) => t.text).join('')).toBe('CAS(my->o, lk->tail, me, 0, full);');
	});

	it('knows shared from private, also inside one name', () => {
		const [line] = tokenize('STORE(lk->node[my->prev].next, me, release);');
		const kinds = line?.tokens.filter((t) => t.kind === 'shared' || t.kind === 'private');
		expect(kinds?.map((t) => [t.kind, t.text])).toEqual([
			['shared', 'lk->node['],
			['private', 'my->prev'],
			['shared', '].next'],
		]);
	});

	it('follows a comment over lines', () => {
		const lines = tokenize('/* a\n b = 1;\n*/\nx = 2;');
		expect(lines.map((l) => l.prose)).toEqual([true, true, true, false]);
	});
});
