import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { at } from './lib/files.mjs';
import { loadFrontEnd } from './lib/front-end.mjs';
import { cString } from './lib/generate/c.mjs';
import { factTables } from './lib/generate/facts.mjs';
import { scenarioTable } from './lib/generate/folders.mjs';
import { idsHeader, procsHeader, textTables } from './lib/generate/headers.mjs';
import { kernelTexts, switchTables } from './lib/generate/kernel.mjs';
import { cacheLines, memoryOf } from './lib/generate/memory.mjs';
import { closure, fingerprint, formerFingerprint, namesOnly } from './lib/generate/texts.mjs';
import { readTexts, textFiles } from './lib/texts.mjs';

describe('what is made of the texts', async () => {
	const frontEnd = await loadFrontEnd();
	const texts = readTexts(frontEnd);
	const named = (name) => texts.find((text) => text.name === name);
	const changed = (name, change) =>
		readTexts(
			frontEnd,
			textFiles().map(({ path, text }) => ({
				path,
				text: path.endsWith(`/${name}.c`) ? change(text) : text,
			})),
		);

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
			cacheLines(memoryOf(mutex, all)).map(
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
	});

	test('a lock with more cache lines than there is room for does not compile', () => {
		const facts = factTables(texts);
		const says = (found) =>
			spawnSync(
				'gcc',
				['-fsyntax-only', `-I${at('core-c')}`, `-I${at('build/generated')}`, '-xc', '-'],
				{
					input: found,
					encoding: 'utf8',
				},
			).stderr;
		const [line] = /^_Static_assert\(.*"mcs has .*$/m.exec(facts);
		const head = '#include "cache/cache.h"\n';
		expect(says(head + line)).toBe('');
		expect(says(head + line.replace('1 <=', '17 <='))).toContain('mcs has 1 cache lines');
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
		const other = (text) => text.replace('my->prev', 'my->prev + 0');
		expect(other(named('osq').text)).not.toBe(named('osq').text);
		expect(print(changed('osq', other))).toBe(before);
		const described = changed('mcs', (text) =>
			text
				.replace('LS_KIND_FLAG', 'LS_KIND_COUNT')
				.replace('WRITERS() <= 1)', '(WRITERS() <= 1))')
				.replace('.tail = "tail", .next = "next"', '.next = "next", .tail = "tail"')
				.replace(/^QUEUE\(/m, 'INVARIANT(mcs, more, .name = "more",\n\tWRITERS() <= 2)\nQUEUE('),
		);
		expect(described.find(({ name }) => name === 'mcs').text).toMatch(
			/COUNT[\s\S]*more[\s\S]*next", .tail[\s\S]*\(WRITERS/,
		);
		expect(print(described)).toBe(before);
	});

	test('an address from when descriptions counted has the fingerprint that it had, as long as the text is the same', () => {
		const [mcs, prints] = [
			named('mcs'),
			{ mcs: { was: '123456', now: fingerprint(named('mcs'), texts) } },
		];
		expect(formerFingerprint(mcs, texts, prints)).toBe('123456');
		expect(formerFingerprint(mcs, texts, {})).toBe(fingerprint(mcs, texts));
		const later = changed('mcs', (text) => text.replace('my->prev == 0', 'my->prev == 1'));
		const edited = later.find(({ name }) => name === 'mcs');
		expect(formerFingerprint(edited, later, prints)).toBe(fingerprint(edited, later));
	});

	test('what is a name alone is the word of the line that says so, or a field of it', () => {
		const saying = (name) =>
			changed('osq', (text) => text.replace('.name_only = "prev"', `.name_only = "${name}"`));
		expect(namesOnly(texts).osq).toContain('prev');
		expect(() => namesOnly(saying('previous'))).toThrow(
			'osq.c: previous is not prev, and no field of it',
		);
	});

	test('a comment line above every procedure changes nothing that is made, but what shows it', () => {
		const NOTE = '/* said by a test */';
		const files = textFiles().map(({ path, text }) => ({
			path,
			text: text.replace(/^PROC\(/gm, (proc) => `${NOTE}\n${proc}`),
		}));
		const noted = readTexts(frontEnd, files);
		expect(noted.map(({ text }) => text.split(NOTE).length - 1)).toEqual(
			texts.map(({ procs }) => procs.length),
		);
		for (const made of [idsHeader, procsHeader, textTables, factTables, scenarioTable])
			expect(made(noted), made.name).toBe(made(texts));
		/* kernel C keeps the lines of its text, so where the brace of a function stands moves with them */
		const without = (text) => text.replaceAll(NOTE, '').replace(/\s+/g, ' ');
		const shown = Object.fromEntries(kernelTexts(frontEnd));
		for (const [name, text] of kernelTexts(frontEnd, files))
			expect(without(text), name).toBe(without(shown[name]));
	});
});

describe('what is shown of each variant', async () => {
	const frontEnd = await loadFrontEnd();
	const texts = readTexts(frontEnd);
	const shown = kernelTexts(frontEnd);
	const tables = Object.fromEntries(switchTables(frontEnd, shown));
	const variants = texts.flatMap(({ name, of }) =>
		of('VARIANT').map(({ fields }) => [name, JSON.parse(fields.name)]),
	);
	const settled = (name, variant) => {
		const c = Object.fromEntries(shown);
		return c[`${name}~${variant}.c`] ?? c[`${name}~.c`];
	};

	test('its kernel C asks for no feature and no switch, and is line for line the text', () => {
		expect(variants.length).toBeGreaterThan(30);
		for (const [name, variant] of variants) {
			const c = settled(name, variant);
			expect(c.match(/\b(?:IS_ENABLED|HAS_|FAULT_)\w*/g), variant).toBeNull();
			const { text } = texts.find((one) => one.name === name);
			expect(c.split('\n').length, variant).toBe(text.split('\n').length);
		}
		for (const [name, c] of shown)
			if (name.includes('~')) expect(c, name).not.toMatch(/\b(?:IS_ENABLED|HAS_|FAULT_)/);
	});

	test('lines of other variants name them, are code there and none here', () => {
		const c = Object.fromEntries(shown);
		const codeOf = (file, { first, last }) =>
			(c[file] ?? '')
				.split('\n')
				.slice(first - 1, last)
				.join('')
				.trim();
		const told = new Set();
		for (const [name, byVariant] of Object.entries(tables))
			for (const [variant, { blocks }] of Object.entries(byVariant))
				for (const block of blocks.filter(({ of }) => of)) {
					told.add(name);
					expect(block.of.length, `${name}:${block.first}`).toBeGreaterThan(0);
					expect(block.code, `${name}:${block.first}`).toBeGreaterThan(0);
					/* a procedure that nobody calls is C all the same; an else that is left has its braces */
					if (!block.proc) expect(codeOf(`${name}~${variant}.c`, block)).toMatch(/^[{}\s;]*$/);
				}
		const asks = texts.filter(({ text }) => /^\t+if \(!?HAS\(/m.test(text));
		expect(asks.length).toBeGreaterThan(5);
		for (const { name } of asks) expect(told).toContain(name);
	});
});

test('C strings escape quotes, backslashes, trigraphs and what is not ASCII', () => {
	expect(cString('a"b\\c')).toBe('"a\\"b\\\\c"');
	expect(cString('what??!')).toBe('"what?\\?!"');
	expect(cString('→')).toBe('"\\342\\206\\222"');
});
