import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { WordFacts } from '../../../../wasm/src';
import { builtCore } from '../../../../wasm/src/testing';
import { history, step } from '../fake';
import { fieldMeaning, wordMeaning } from '../value';
import { accessName, bitsOf, lastWrite } from './access';

describe('meanings', () => {
	const facts = (kind: WordFacts['kind']) => ({ name: '', offset: 0, kind, fields: [] }) as never;
	it('are marks for threads and words for the rest', () => {
		expect(wordMeaning(0xfffffffe, facts('signed'), 4)).toEqual({ as: 'text', text: '-2' });
		expect(wordMeaning(3, facts('node'), 4)).toEqual({ as: 'thread', tid: 3 });
		expect(wordMeaning(0, facts('spinlock'), 4)).toEqual({ as: 'text', text: 'free' });
		expect(wordMeaning(0, facts('list'), 4, [2, 1])).toEqual({ as: 'threads', tids: [2, 1] });
		expect(fieldMeaning({ kind: 'tid' }, 0, 4)).toEqual({ as: 'text', text: 'nobody' });
		expect(fieldMeaning({ kind: 'count' }, 2, 4)).toEqual({ as: 'text', text: '2' });
	});
});

it('finds the bits that differ', () => {
	const bits = bitsOf(0x80000001, 0x80000000);
	expect(bits.filter((b) => b.changed).length).toBe(1);
	expect(bits[31]).toEqual({ digit: '1', changed: true });
	expect(bits[0]).toEqual({ digit: '1', changed: false });
});

describe('lastWrite', () => {
	const session = history([
		step(1, 'store', { word: 3, new: 1 }),
		step(2, 'cas', { word: 3, old: 1, arg: 0, new: 1, ok: false }),
		step(2, 'load', { word: 3, old: 1 }),
		step(1, 'store', { word: 4, new: 1 }),
	]);
	it('skips reads, failed swaps and other words', () => {
		expect(lastWrite(session, 3, 4)).toBe(1);
		expect(lastWrite(session, 4, 4)).toBe(4);
	});
	it('knows when nobody has written', () => {
		expect(lastWrite(session, 4, 3)).toBeNull();
	});
});

it('calls each addition of a story by what its line of C answers', async () => {
	const core = await builtCore();
	const words = { FETCH_ADD: 'fetch-add', ADD_RETURN: 'add-and-return', ADD: 'add' };
	const seen = new Set<string>();
	for (const { name, lock: id, story } of core.facts.scenarios) {
		const lock = core.lock(id);
		const session = core.session(core.configOf(name));
		session.load(story);
		for (let i = 0; i < session.length; i++) {
			const record = session.record(i);
			if (record.op !== 'add') continue;
			const text = lock.procs[record.proc]?.text;
			const line = readFileSync(`core-c/locks/${text}/${text}.c`, 'utf8').split('\n')[
				record.line - 1
			];
			const word = /^\s*(\w+)\(/.exec(line ?? '')?.[1] as keyof typeof words;
			expect(accessName(record, lock), `${name}, step ${i + 1}: ${line}`).toBe(words[word]);
			seen.add(word);
		}
	}
	expect([...seen].sort()).toEqual(Object.keys(words).sort());
}, 60_000);
