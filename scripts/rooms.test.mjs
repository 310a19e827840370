/**
 * Who may know whom in core-c. A room that all locks share names none of them: what is known of one stands in its
 * folder, behind an interface; the scripts that record locks in a kernel are such a room. And within conform/ the files are layers: no include closes a circle.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { at, filesUnder } from './lib/files.mjs';
import { loadFrontEnd } from './lib/front-end.mjs';
import { folderTable } from './lib/generate/folders.mjs';
import { readTexts, textNames } from './lib/texts.mjs';

/** Of one lock by intent: tests with what they read, and a published text that is compared with the model. */
const OF_ONE_LOCK = /_test\.[ch]$|^core-c\/(?:kernel\/own-text|glibc|dialect\/golden)\//;
const SHARED = filesUnder(
	'core-c',
	(path) => /\.[ch]$/.test(path) && !/^core-c\/locks\//.test(path) && !OF_ONE_LOCK.test(path),
);

const withoutComments = (text) =>
	text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, (comment) => comment.replace(/[^\n]/g, ' '));
const lineOf = (text, index) => text.slice(0, index).split('\n').length;

/** Procedures of all texts. */
const PROCS = readTexts(await loadFrontEnd()).flatMap(({ procs }) => procs.map(({ name }) => name));

/** Where a text of a shared room knows a lock: "line: what". */
function locksIn(text, names = textNames(), procs = PROCS) {
	const known = new RegExp(
		[
			'#include "(?:[^"]*/)?locks/[^"]*"',
			`#include "(?:[^"]*/)?(?:${names.join('|')})\\.h"`,
			`\\bLS_(?:LOCK|TEXT)_(?:${names.join('|')})\\b`,
			`\\bLS_(?:TEXT_OF|PROC)_(?:${procs.join('|')})\\b`,
			`\\b(?:struct )?(?:${procs.join('|')})_my\\b`,
		].join('|'),
		'g',
	);
	return [...withoutComments(text).matchAll(known)].map(
		(match) => `${lineOf(text, match.index)}: ${match[0]}`,
	);
}

/** [from, to] of the includes among some files, a header being one with the file that defines it. */
function includesAmong(files) {
	const unit = (name) => basename(name).replace(/\.[ch]$/, '');
	const units = new Set(files.map(({ path }) => unit(path)));
	return files.flatMap(({ path, text }) =>
		[...text.matchAll(/^#include "([^"]+)"/gm)]
			.filter(
				([, name]) =>
					['.', basename(dirname(path))].includes(dirname(name)) && units.has(unit(name)),
			)
			.map(([, name]) => [unit(path), unit(name)])
			.filter(([from, to]) => from !== to),
	);
}

/** A circle among [from, to], as a list of names; undefined when there is none. */
function circleIn(edges) {
	const done = new Set();
	function visit(name, way) {
		if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
		if (done.has(name)) return undefined;
		done.add(name);
		for (const [, to] of edges.filter(([from]) => from === name)) {
			const circle = visit(to, [...way, name]);
			if (circle) return circle;
		}
	}
	return edges.map(([from]) => visit(from, [])).find(Boolean);
}

const read = (path) => ({ path, text: readFileSync(at(path), 'utf8') });

test('no shared room includes a header of a lock, or names a lock or its procedures', () => {
	expect(SHARED.length).toBeGreaterThan(80);
	expect(PROCS.length).toBeGreaterThan(20);
	const found = SHARED.flatMap((path) => locksIn(read(path).text).map((what) => `${path}:${what}`));
	expect(found).toEqual([]);
});

test('the rule finds what it forbids, and only that', () => {
	const names = ['mcs'];
	const procs = ['mspin_lock'];
	expect(locksIn('#include "locks/mcs/mcs.h"\n', names, procs)).toEqual([
		'1: #include "locks/mcs/mcs.h"',
	]);
	expect(locksIn('\n#include "../locks/mcs/syscalls.h"', names, procs)).toHaveLength(1);
	expect(locksIn('#include "mcs.h"', names, procs)).toHaveLength(1);
	expect(locksIn('if (x == LS_LOCK_mcs)\n\treturn LS_PROC_mspin_lock;', names, procs)).toEqual([
		'1: LS_LOCK_mcs',
		'2: LS_PROC_mspin_lock',
	]);
	expect(
		locksIn(
			'LS_LOCK_##lock, LS_LOCKS, /* LS_LOCK_mcs, locks/mcs.c */ LS_PROC_##name',
			names,
			procs,
		),
	).toEqual([]);
});

/** Functions of published sources, as the folders of locks list them. */
const functionsIn = (file) =>
	textNames()
		.map((name) => `core-c/locks/${name}/${file}`)
		.filter((path) => existsSync(at(path)))
		.flatMap((path) => [...read(path).text.matchAll(/^ {4}\{?"(\w+)",/gm)].map(([, name]) => name));

test('no shared room names a function of the source of one lock', () => {
	const functions = functionsIn('places.c');
	expect(functions.length).toBeGreaterThan(10);
	const named = (text) =>
		[...withoutComments(text).matchAll(/"(\w+)"/g)].filter(([, name]) => functions.includes(name));
	expect(
		SHARED.flatMap((path) => named(read(path).text).map(([name]) => `${path}: ${name}`)),
	).toEqual([]);
	expect(named('static const char *const places[] = {"__up_read"};')).toHaveLength(1);
});

/** Options and objects of work that takes a lock of the kernel, as the folders of locks list them. */
const workWords = () =>
	textNames()
		.map((name) => `core-c/locks/${name}/work_kernel.c`)
		.filter((path) => existsSync(at(path)))
		.flatMap((path) => [...read(path).text.matchAll(/^ {4}\.\w+ = ("[\w-]+")/gm)])
		.map(([, word]) => word);

test('no shared room names an option or an object of the work that takes one lock of the kernel', () => {
	const words = workWords();
	expect(words).toContain('"--folder"');
	expect(words).toContain('"pipe"');
	const named = (text) => words.filter((word) => withoutComments(text).includes(word));
	expect(
		SHARED.flatMap((path) => named(read(path).text).map((word) => `${path}: ${word}`)),
	).toEqual([]);
	expect(named('if (!strcmp(option, "--kills"))')).toEqual(['"--kills"']);
});

test('the functions that a watched lock knows in a kernel are those that its model has places for', () => {
	expect(functionsIn('watched_kernel.c')).toEqual(functionsIn('places.c'));
});

/** Procedures that a script speaks of: "line: name". */
const procsIn = (text, procs = PROCS) =>
	[...withoutComments(text).matchAll(new RegExp(`\\b(?:${procs.join('|')})\\b`, 'g'))].map(
		(match) => `${lineOf(text, match.index)}: ${match[0]}`,
	);

test('no script that runs locks in a kernel names a procedure of one', () => {
	const scripts = filesUnder(
		'scripts',
		(path) =>
			/^scripts\/(?:kernel\/.*|test-kernel|torture-kernel|record-kernel)\.mjs$/.test(path) &&
			!/\.test\.mjs$/.test(path),
	);
	expect(scripts.length).toBeGreaterThan(15);
	expect(
		scripts.flatMap((path) => procsIn(read(path).text).map((what) => `${path}:${what}`)),
	).toEqual([]);
	expect(
		procsIn("const A = 'mspin_lock#1'; // mspin_lock\n/mspin_lock\\+/", ['mspin_lock']),
	).toEqual(['1: mspin_lock', '2: mspin_lock']);
});

test('the includes of conform/ close no circle', () => {
	const edges = includesAmong(
		filesUnder('core-c/conform', (path) => /\.[ch]$/.test(path)).map(read),
	);
	expect(edges.length).toBeGreaterThan(20);
	expect(circleIn(edges)).toBeUndefined();
});

test('a circle is found, through headers as through files', () => {
	const edges = includesAmong([
		{ path: 'core-c/conform/a.c', text: '#include "a.h"\n#include "conform/b.h"\n' },
		{ path: 'core-c/conform/b.c', text: '#include "b.h"\n#include "c.h"\n' },
		{ path: 'core-c/conform/c.h', text: '#include "a.h"\n#include "text/b.h"\n' },
		{ path: 'core-c/conform/a.h', text: '' },
	]);
	expect(edges).toContainEqual(['c', 'a']);
	expect(edges).not.toContainEqual(['c', 'b']);
	expect(circleIn(edges)).toEqual(['a', 'b', 'c', 'a']);
	expect(circleIn(edges.filter(([, to]) => to !== 'a'))).toBeUndefined();
});

test('which locks have a file for system calls is seen from their folders', () => {
	const texts = [{ name: 'mcs', lock: {} }, { name: 'osq' }, { name: 'tp', lock: {} }];
	const what = {
		header: 'conform/syscalls.h',
		type: 'ls_syscalls',
		name: 'syscalls',
		file: 'syscalls.c',
	};
	const table = folderTable(texts, what, (lock, file) => lock !== 'mcs' && file === 'syscalls.c');
	expect(table).toContain('extern const struct ls_syscalls tp_syscalls;');
	expect(table).toContain('\t[LS_LOCK_tp] = &tp_syscalls,\n');
	expect(table).not.toMatch(/mcs|osq/);
	expect(folderTable(texts, what)).toContain('ls_syscalls[LS_LOCKS] = {\n};');
});

/** Static variables that can change, in functions or outside: "line: declaration". */
function changeable(text) {
	return [...withoutComments(text).matchAll(/^(\t*static\s+[^;={(]*)[;=[]/gm)]
		.filter(
			([, declared]) => !/\*\s*const\b|^\t*static\s+const\b(?!.*\*(?!\s*const))/.test(declared),
		)
		.map((match) => `${lineOf(text, match.index)}: ${match[1].trim()}`);
}

test('the core keeps nothing in static variables: several machines, searches and judged traces at a time', () => {
	const files = filesUnder(
		'core-c',
		(path) =>
			/^core-c\/(?:(?:check|text|cache|backend\/step|conform|locks)\/.*|[a-z_]+)\.c$/.test(path) &&
			!/_(?:test|kernel)\.c$/.test(path),
	);
	for (const room of ['', 'check/', 'text/', 'cache/', 'backend/step/', 'conform/', 'locks/'])
		expect(files.filter((path) => path.startsWith(`core-c/${room}`)).length).toBeGreaterThan(0);
	expect(files.length).toBeGreaterThan(60);
	expect(
		files.flatMap((path) => changeable(read(path).text).map((what) => `${path}:${what}`)),
	).toEqual([]);
	expect(
		changeable('\tstatic struct ls_before start;\nstatic u32 n = 0;\nstatic const char *last;\n'),
	).toHaveLength(3);
	expect(
		changeable(
			'static const char *const names[] = {\n\tstatic const u8 kinds[] = {\nstatic bool is(u32 x)\n',
		),
	).toEqual([]);
});
