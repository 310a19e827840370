import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import {
	cacheLines,
	closure,
	cString,
	factTables,
	fingerprint,
	idsHeader,
	memoryOf,
	procsHeader,
	textTables,
} from './generate.mjs';
import { loadFrontEnd } from './lib/front-end.mjs';
import { readTexts } from './lib/texts.mjs';

describe('what is made of the texts', async () => {
	const texts = readTexts(await loadFrontEnd());
	const named = (name) => texts.find((text) => text.name === name);
	const changed = (name, change) =>
		texts.map((text) => (text.name === name ? { ...text, text: change(text.text) } : text));

	test('a lock comes with the texts that it calls, itself first and each once', () => {
		expect(closure(named('rwsem'), texts).map(({ name }) => name)).toEqual([
			'rwsem',
			'osq',
			'wake_q',
		]);
	});

	test('procedures are declared with their number in their own text', () => {
		expect(procsHeader(texts)).toMatch(
			/LS_DECLARE\(mcs, mspin_unlock, 1, struct mcs, u32 next; u32 old;\)/,
		);
	});

	test('what has to fit into a byte, or into a bit of 32, is asserted', () => {
		const complaint = (some) =>
			spawnSync('gcc', ['-std=gnu11', '-fsyntax-only', '-x', 'c', '-'], {
				input: idsHeader(some),
				encoding: 'utf8',
			}).stderr;
		const mcs = named('mcs');
		const wider = (keyword, lines) => ({
			...mcs,
			of: (asked) => (asked === keyword ? lines : mcs.of(asked)),
		});
		const switches = (count) =>
			Array.from({ length: count }, (_, i) => ({ args: [`s${i}`], fields: {} }));
		const features = (count) => [
			{
				args: ['v'],
				fields: { has: Array.from({ length: count }, (_, i) => `f${i}`).join(' | ') },
			},
		];
		const parts = (count) =>
			Array.from({ length: count }, (_, i) => ({
				...named('osq'),
				lock: undefined,
				name: `p${i}`,
			}));
		expect(complaint([wider('SWITCH', switches(32))])).toBe('');
		expect(complaint([wider('SWITCH', switches(33))])).toContain('mcs: a switch, or a feature');
		expect(complaint([wider('VARIANT', features(32))])).toBe('');
		expect(complaint([wider('VARIANT', features(33))])).toContain('mcs: a switch, or a feature');
		expect(complaint([mcs, ...parts(253)])).toBe('');
		expect(complaint([mcs, ...parts(254)])).toContain('in one byte');
	});

	test('phrases become a C table, by the line from that of the PROC', () => {
		const { first } = named('mcs').procs[0];
		const lines = named('mcs').text.split('\n');
		const line = lines.findIndex((text) => text.includes('XCHG(my->prev')) + 1 - first;
		expect(textTables(texts)).toContain(`\t{ ${line}, "swaps itself in as the tail", "", "" },`);
		expect(textTables(texts)).toContain(
			'"frees the lock", "finds that a flag has changed", "hands the lock to the top waiter" },',
		);
	});

	test('words and their places become C expressions, also those of a text within a lock', () => {
		const facts = factTables(texts);
		expect(facts).toContain(
			'"node", offsetof(struct mutex13, spin_mlock.node), sizeof(struct mcs_node), 0',
		);
		expect(facts).toContain('.name = "spin_mlock"');
	});

	test('a word that names no cache line lies on that of its structure', () => {
		const mutex = named('mutex');
		const names = (all) =>
			cacheLines('mutex', memoryOf(mutex, all)).map(
				({ name, ofThread }) => `${ofThread ? 'T.' : ''}${name}`,
			);
		expect(names(texts)).toEqual(['lock', 'T.sched', 'T.node']);
		const silent = texts.map((text) => ({
			...text,
			of: (keyword) =>
				text.of(keyword).map(({ fields: { line, ...fields }, ...one }) => ({ ...one, fields })),
		}));
		expect(
			cacheLines(
				'mutex',
				memoryOf(
					silent.find(({ name }) => name === 'mutex'),
					silent,
				),
			),
		).toEqual([
			{ name: 'mutex13', ofThread: false },
			{ name: 'mcs', ofThread: false },
			{ name: 'sched', ofThread: true },
			{ name: 'mcs_node', ofThread: true },
		]);
		const many = Array.from({ length: 17 }, (_, i) => ({ args: [`s${i}`], fields: {} }));
		expect(() => cacheLines('x', [{ count: 1, words: many.map((line) => ({ line })) }])).toThrow(
			'x has 17 cache lines',
		);
	});

	test('a fingerprint changes with every text that the lock uses, and with nothing else', () => {
		const print = (all) =>
			fingerprint(
				all.find(({ name }) => name === 'mutex'),
				all,
			);
		const before = print(texts);
		expect(
			print(changed('mcs', (text) => text.replace('my->prev == 0', 'my->prev == 1'))),
		).not.toBe(before);
		expect(print(changed('mcs', (text) => text.replace('clears its link', 'no link')))).toBe(
			before,
		);
		expect(print(changed('osq', (text) => `${text}\nint x;`))).toBe(before);
	});
});

test('C strings escape quotes, backslashes, trigraphs and what is not ASCII', () => {
	expect(cString('a"b\\c')).toBe('"a\\"b\\\\c"');
	expect(cString('what??!')).toBe('"what?\\?!"');
	expect(cString('→')).toBe('"\\342\\206\\222"');
});
