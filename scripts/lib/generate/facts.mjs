/** One structure a lock, of the lines of its text: core-c/registry.h says what is in it. */
import { BANNER, cString, guard } from './c.mjs';
import { cacheLines, elementLine, lineName, memoryOf } from './memory.mjs';
import { closure, fingerprint, formerFingerprint, procsIn } from './texts.mjs';

/** What the page has from the facts, and the modules of the page need not carry. */
const TOLD = new Set([
	'about',
	'called',
	'family',
	'flag',
	'meaning',
	'shown_by',
	'source',
	'title',
]);
const shipped = (name, value) => (TOLD.has(name) ? `LS_TOLD(${value})` : value);

const fieldsOf = ({ fields }, ...left) =>
	Object.entries(fields)
		.filter(([name]) => !left.includes(name))
		.map(([name, value]) => `, .${name} = ${shipped(name, value)}`)
		.join('');

/** Of a WORD line: what only the C view asks for. */
const ofView = ({ fields }) => Object.keys(fields).filter((name) => name.startsWith('c_'));

const isMend = ({ args }) => args[0].startsWith('mend_');

/** In the order of the WORD lines: the first is what the page draws as the lock word. */
function inOrder(words, lines) {
	return [...words].sort((a, b) => lines.indexOf(a.line) - lines.indexOf(b.line));
}

/** A table whose last row is empty. */
const table = (type, name, rows) => [
	`static const struct ${type} ${name}[] = {`,
	...rows.map((row) => `\t${row},`),
	'\t{ 0 },',
	'};',
];

/** Bits of the features that a line names: a | b. */
const features = (name, has) =>
	has
		? has
				.split('|')
				.map((f) => `1u << ${name}_HAS_${f.trim()}`)
				.join(' | ')
		: '0';

/** The procedures that a lock uses, by their numbers. */
const procsOf = (text, texts) => closure(text, texts).flatMap((one) => procsIn(text, one));

/** The cache lines, and that there is room for them. */
function linesTable({ name }, lines) {
	const shared = lines.filter(({ ofThread }) => !ofThread).length;
	const ofThread = lines.length - shared;
	return [
		...table(
			'ls_line_facts',
			`ls_${name}_lines`,
			lines.map((line) => `{ ${cString(line.name)}, ${line.ofThread} }`),
		),
		'#ifndef __KERNEL__',
		`_Static_assert(${shared} <= LS_SHARED_LINES && ${ofThread} <= LS_THREAD_LINES, "${name} has ${shared} cache lines and ${ofThread} a thread");`,
		'#endif',
	];
}

/** The parts of its memory, with the words in each. */
function memoryTables(text, texts, lines) {
	const { name } = text;
	const memory = memoryOf(text, texts);
	const wordLines = closure(text, texts).flatMap((one) => one.of('WORD'));
	const lineOf = ({ line }, part) =>
		lines.findIndex(
			(one) =>
				one.ofThread === (part.count === 0) && one.name === elementLine(lineName(line), part, 0),
		);
	const word = (part, { name: called, offset, line }) =>
		`{ .name = "${called}", .offset = ${offset}, .line = ${lineOf({ line }, part)}${fieldsOf(line, 'as_object', 'line', 'name_only', 'with', ...ofView(line))}${line.fields.with ? `, .with = ${features(name, line.fields.with)}` : ''} }`;
	return [
		...memory.flatMap((part, i) =>
			table(
				'ls_word_facts',
				`ls_${name}_words_${i}`,
				inOrder(part.words, wordLines).map((one) => word(part, one)),
			),
		),
		...table(
			'ls_memory',
			`ls_${name}_memory`,
			memory.map(
				(part, i) =>
					`{ "${part.name}", ${part.base}, ${part.size}, ${part.count}, ls_${name}_words_${i} }`,
			),
		),
	];
}

function switchTables(text) {
	const { name } = text;
	return [
		...table(
			'ls_variant',
			`ls_${name}_variants`,
			text
				.of('VARIANT')
				.map(
					(line) =>
						`{ LS_LOCK_${name}, ${name}_VARIANT_${line.args[0]}${fieldsOf(line, 'has')}, .has = ${features(name, line.fields.has)} }`,
				),
		),
		...table(
			'ls_switch',
			`ls_${name}_switches`,
			text
				.of('SWITCH')
				.map(
					(line) =>
						`{ LS_LOCK_${name}, ${name}_SWITCH_${line.args[0]}, "${line.args[0]}"${isMend(line) ? ', .kind = LS_SWITCH_MENDS' : ''}${fieldsOf(line, 'with')}${line.fields.with ? `, .with = ${features(name, line.fields.with)}` : ''} }`,
				),
		),
	];
}

function invariantTable(text) {
	const rows = text.of('INVARIANT').map(({ args, fields }) => ({
		holds: `ls_${text.name}_holds_${args[0]}`,
		fields,
	}));
	return [
		...rows.map(({ holds }) => `bool ${holds}(const struct ls_machine *m, const void *lk);`),
		...table(
			'ls_invariant',
			`ls_${text.name}_invariants`,
			rows.map(({ holds, fields }) => `{${fieldsOf({ fields }).slice(1)}, .holds = ${holds} }`),
		),
	];
}

const roleTable = (text) =>
	table(
		'ls_role',
		`ls_${text.name}_roles`,
		text.of('ROLE').map((line) => `[${line.args[0]}] = {${fieldsOf(line).slice(1)} }`),
	);

const queueTable = (text) =>
	table(
		'ls_queue',
		`ls_${text.name}_queues`,
		text
			.of('QUEUE')
			.map(
				(line) =>
					`{ .kind = LS_QUEUE_${JSON.parse(line.fields.kind).toUpperCase()}${fieldsOf(line, 'kind', 'with')}, .with = ${features(text.name, line.fields.with)} }`,
			),
	);

function lockFacts(text, texts) {
	const { name, lock } = text;
	const all = closure(text, texts);
	const procs = procsOf(text, texts);
	const number = (proc) => procs.findIndex((one) => one.name === proc);
	const lines = cacheLines(memoryOf(text, texts));
	const bases = texts.map((one) => {
		const before = all.indexOf(one);
		return before < 0
			? 'LS_NO_PROC'
			: all.slice(0, before).reduce((sum, one) => sum + procsIn(text, one).length, 0);
	});
	const planted = text.of('SWITCH').filter((line) => !isMend(line));
	const hasInit = text.of('INIT').length > 0;
	return [
		...linesTable(text, lines),
		...memoryTables(text, texts, lines),
		...switchTables(text),
		...roleTable(text),
		...invariantTable(text),
		...queueTable(text),
		`static const char *const ls_${name}_proc_names[] = { ${procs.map((proc) => `"${proc.name}"`).join(', ')} };`,
		`static const u8 *const ls_${name}_accesses[] = { ${procs.map(({ accesses }) => listOf('u8', [...accesses, 0])).join(', ')} };`,
		...(hasInit ? [`void ls_${name}_init(void *lk);`] : []),
		`static const struct ls_lock_facts ls_${name}_lock = {`,
		`\t.name = "${name}", .number = LS_LOCK_${name}${fieldsOf(lock, 'worker', 'exit')},`,
		`\t.worker = ${number(lock.fields.worker)}, .exit = ${lock.fields.exit ? number(lock.fields.exit) : 'LS_NO_PROC'},`,
		`\t.planted = ${planted.map(({ args }) => `1u << ${name}_SWITCH_${args[0]}`).join(' | ') || '0'},`,
		`\t.fingerprint = 0x${fingerprint(text, texts)}, .formerly = 0x${formerFingerprint(text, texts)}, .size = sizeof(${lock.args[1]}),`,
		`\t.procs = ${procs.length}, .own = ${text.procs.length}, .base = { ${bases.join(', ')} },`,
		`\t.memory = ls_${name}_memory, .roles = ls_${name}_roles, .invariants = ls_${name}_invariants,`,
		`\t.lines = ls_${name}_lines, .queues = ls_${name}_queues, .variants = ls_${name}_variants, .switches = ls_${name}_switches,`,
		`\t.init = ${hasInit ? `ls_${name}_init` : '0'},`,
		'};',
	];
}

const listOf = (type, numbers) => `(const ${type}[]){ ${numbers.join(', ')} }`;

/** By lock and procedure a list of numbers, which `end` ends. */
function listTable(name, type, end, locks, listsOf) {
	const list = (numbers) => listOf(type, [...numbers, end]);
	return [
		...locks.map(
			(text) =>
				`static const ${type} *const ls_${text.name}_${name}[] = { ${listsOf(text).map(list).join(', ')} };`,
		),
		`const ${type} *const *const ls_proc_${name}[LS_LOCKS] = {`,
		...locks.map((text) => `\t[LS_LOCK_${text.name}] = ls_${text.name}_${name},`),
		'};',
	];
}

/** What this build has of each lock that it has. */
const slots = (declared, entryOf, locks) => [
	`${declared}[LS_LOCK_SLOTS] = {`,
	...locks.flatMap(({ name }) => [
		guard(name),
		`\t[LS_LOCK_${name}] = ${entryOf(name)},`,
		'#endif',
	]),
	'};',
];

/** What the core states about its procedures, and no module has: those that each calls, and what its additions answer. */
function procTables(texts, locks) {
	const procs = (text) => procsOf(text, texts);
	const callsOf = (text) => {
		const number = (called) => procs(text).findIndex(({ name }) => name === called);
		return procs(text).map(({ calls }) => [...new Set(calls)].map(number));
	};
	const linesOf = (which) => (text) => procs(text).map((proc) => proc[which]);
	return [
		'#if !defined(__KERNEL__) && !defined(LS_FAMILY)',
		...listTable('calls', 'u8', 'LS_NO_PROC', locks, callsOf),
		...listTable('answers_new', 'u16', 0, locks, linesOf('answersNew')),
		...listTable('answers_nothing', 'u16', 0, locks, linesOf('answersNothing')),
		'#endif',
	];
}

/** One structure a lock. Compiled into the core and, for the locks that a module has, into the kernel. */
export function factTables(texts) {
	const locks = texts.filter(({ lock }) => lock);
	return [
		BANNER,
		'#include "lockstep.h"',
		'#ifndef __KERNEL__',
		'#include "cache/cache.h"',
		'#endif',
		'#pragma GCC diagnostic ignored "-Wmissing-field-initializers"', // of a field that is always there
		...texts.map(({ name }) => `#include "locks/${name}/${name}.h"`),
		'#ifdef __KERNEL__',
		'#include "texts.h"',
		...locks.flatMap(({ name, lock }) => [
			`#ifdef LS_HERE_${name}`,
			`extern const struct lk_text ${lock.fields.worker}_kernel_text;`,
			'#endif',
		]),
		'const struct lk_text *const lk_workers[LS_LOCKS] = {',
		...locks.flatMap(({ name, lock }) => [
			`#ifdef LS_HERE_${name}`,
			`\t[LS_LOCK_${name}] = &${lock.fields.worker}_kernel_text,`,
			'#endif',
		]),
		'};',
		'#endif',
		...locks.flatMap((text) => [guard(text.name), ...lockFacts(text, texts), '#endif']),
		...slots('const struct ls_lock_facts *ls_locks', (name) => `&ls_${name}_lock`, locks),
		...procTables(texts, locks),
		...slots('const char *const *ls_proc_names', (name) => `ls_${name}_proc_names`, locks),
		...slots('const u8 *const *ls_accesses', (name) => `ls_${name}_accesses`, locks),
		'',
	].join('\n');
}
