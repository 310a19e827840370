/** What C is compiled with: the numbers of the texts and locks, the procedures, the tables of the step backend. */
import { BANNER, cString, guard } from './c.mjs';
import { closure, featuresOf, procsIn } from './texts.mjs';

const enumOf = (names) => (names.length > 0 ? `enum { ${names.join(', ')} };` : '');

export function idsHeader(texts) {
	const locks = texts.filter(({ lock }) => lock);
	const each = (macro, rows) => `#define ${macro}(X) ${rows.join(' ')}`;
	return [
		BANNER,
		'#ifndef LOCKSTEP_IDS_H',
		'#define LOCKSTEP_IDS_H',
		`enum ls_text_id { ${texts.map(({ name }) => `LS_TEXT_${name}`).join(', ')}, LS_TEXTS };`,
		`enum ls_lock_id { ${locks.map(({ name }) => `LS_LOCK_${name}`).join(', ')}, LS_LOCKS };`,
		...texts
			.filter(({ lock }) => !lock)
			.map(({ name }) => `enum { LS_LOCK_${name} = 0xff }; /* a part of others only */`),
		...locks.flatMap((text) => [
			enumOf(text.of('VARIANT').map(({ args }) => `${text.name}_VARIANT_${args[0]}`)),
			enumOf(text.of('SWITCH').map(({ args }) => `${text.name}_SWITCH_${args[0]}`)),
			enumOf(featuresOf(text).map((feature) => `${text.name}_HAS_${feature}`)),
			`_Static_assert(${text.of('SWITCH').length} <= 32 && ${featuresOf(text).length} <= 32, "${text.name}: a switch, or a feature, is a bit of 32");`,
		]),
		'_Static_assert(LS_LOCKS < 0xff && LS_TEXTS < 0xff, "a lock, or a text, in one byte");',
		'/* X(lock, its worker), and X(lock, its exit) of those that have one. */',
		each(
			'LS_EACH_WORKER',
			locks.map(({ name, lock }) => `X(${name}, ${lock.fields.worker})`),
		),
		each(
			'LS_EACH_EXIT',
			locks
				.filter(({ lock }) => lock.fields.exit)
				.map(({ name, lock }) => `X(${name}, ${lock.fields.exit})`),
		),
		'#endif',
		'',
	]
		.filter((line) => line !== '')
		.join('\n')
		.concat('\n');
}

export function procsHeader(texts) {
	return [
		BANNER,
		...texts.flatMap((text) => [
			...(text.lock
				? [`${text.lock.args[1]};`, `typedef ${text.lock.args[1]} ${text.name}_object;`]
				: []),
			...text.procs.map(
				({ name, object, locals }, number) =>
					`LS_DECLARE(${text.name}, ${name}, ${number}, ${object}, ${locals.map((local) => `${local.type} ${local.name};`).join(' ')})`,
			),
		]),
		'',
	].join('\n');
}

/** What a local means, from a line to a line: a word is counted from the object that the procedure works on. */
function meaningRows({ object, locals, means = [] }) {
	const place = (name) => locals.findIndex((local) => local.name === name);
	const of = {
		value: (word) => `offsetof(${object}, ${word}) / 4`,
		new: (word) => `offsetof(${object}, ${word}) / 4`,
		at: (local) => place(local),
		expected: (local) => place(local),
		address: () => 0,
		thread: () => 0,
		code: () => 0,
	};
	return means.map(
		(one) =>
			`\t{ ${place(one.local)}, LS_MEANS_${one.as.toUpperCase()}, ${one.from}, ${one.to}, ${of[one.as](one.of)}, ${one.value ?? 0}u, ${one.name ? cString(one.name) : 'NULL'} },`,
	);
}

function procTables(text, proc) {
	const { name, locals, phrases, user, deaf, first, last, dead, clear } = proc;
	const rows = phrases.map(
		({ line, done, otherwise, handoff }) =>
			`\t{ ${line}, ${[done, otherwise, handoff].map(cString).join(', ')} },`,
	);
	const meanings = meaningRows(proc);
	const byLine = (masks) =>
		Array.from({ length: last - first + 1 }, (_, line) => masks?.get(line + first) ?? 0).join(', ');
	return [
		`const u32 ${name}_dead[] = { ${byLine(dead)} };`,
		`const u32 ${name}_clear[] = { ${byLine(clear)} };`,
		...(rows.length > 0
			? [`static const struct ls_phrase ${name}_phrases[] = {`, ...rows, '};']
			: []),
		`static const struct ls_local ${name}_locals[] = {`,
		...locals.map(
			(local) =>
				`\t{ "${local.name}", offsetof(struct ${name}_my, ${local.name}), sizeof(((struct ${name}_my *)0)->${local.name}), ${local.type === 's32' ? 1 : 0} },`,
		),
		'\t{ 0 },',
		'};',
		...(meanings.length > 0
			? [
					'#ifndef LS_FAMILY',
					`static const struct ls_meaning ${name}_means[] = {`,
					...meanings,
					'};',
					'#endif',
				]
			: []),
		`const struct ls_proc_facts ${name}_facts = { "${text.name}", ${user}, ${deaf}, ${rows.length}, ${rows.length > 0 ? `${name}_phrases` : '0'}, ${name}_locals, ${meanings.length > 0 ? `LS_TOLD(${name}_means), ${meanings.length}` : '0, 0'} };`,
	];
}

/** For the step backend: what the front end knows of each procedure, and the programs. */
export function textTables(texts) {
	const locks = texts.filter(({ lock }) => lock);
	return [
		BANNER,
		'#include "backend/step/step.h"',
		'#include "machine_internal.h"',
		'#include "text/phrase.h"',
		...texts.map(({ name }) => `#include "locks/${name}/${name}.h"`),
		...texts.flatMap((text) => text.procs.flatMap((proc) => procTables(text, proc))),
		...locks.flatMap((text) => [
			guard(text.name),
			`static const struct ls_proc *const ${text.name}_program[] = {`,
			...closure(text, texts).flatMap((one) =>
				procsIn(text, one).map(({ name }) => `\t&${name}_proc,`),
			),
			'};',
			`_Static_assert(sizeof ${text.name}_program / sizeof *${text.name}_program < LS_NO_PROC, "a procedure in one byte");`,
			'#endif',
		]),
		'struct ls_program ls_programs[LS_LOCK_SLOTS] = {',
		...locks.flatMap(({ name }) => [
			guard(name),
			`\t[LS_LOCK_${name}] = { ${name}_program, sizeof ${name}_program / sizeof *${name}_program },`,
			'#endif',
		]),
		'};',
		'const char *const ls_text_names[LS_TEXTS] = {',
		...texts.map(({ name }) => `\t"${name}",`),
		'};',
		'',
	].join('\n');
}

/**
 * For a module: runs the procedure of a frame. In one of a lock (LS_HERE_LOCK) by name, so that the linker can put the procedures into
 * the machine; else through the table, which an edited text is put into.
 */
export function runByName(texts) {
	const locks = texts.filter(({ lock }) => lock);
	const begin =
		'__attribute__((always_inline)) int ls_run_frame(struct ls_machine *m, u32 me, struct ls_frame *fr, const struct ls_proc *p)';
	return [
		BANNER,
		'#include "backend/step/step.h"',
		'int ls_run_frame(struct ls_machine *m, u32 me, struct ls_frame *fr, const struct ls_proc *p);',
		begin,
		'{',
		'#ifdef LS_FAMILY',
		'\t(void)p;',
		'\tswitch (fr->proc) {',
		...locks.flatMap((text) => [
			`#ifdef LS_HERE_${text.name}`,
			...closure(text, texts)
				.flatMap((one) => procsIn(text, one))
				.map(({ name }, number) => `\tcase ${number}: return ${name}_run(m, me, fr);`),
			'#endif',
		]),
		'\tdefault: __builtin_unreachable();',
		'\t}',
		'#else',
		'\treturn p->run(m, me, fr);',
		'#endif',
		'}',
		'',
	].join('\n');
}
