/** What the folder of a lock holds beside its text, in tables by lock. */
import { existsSync } from 'node:fs';
import { at } from '../files.mjs';
import { BANNER, guard } from './c.mjs';

/** By lock, the list that a file in its folder defines: LOCK_scenarios, LOCK_levels, LOCK_repairs. */
function listTable(locks, one) {
	return [
		BANNER,
		'#include "registry.h"',
		`#include "${one}.h"`,
		...locks.map(({ name }) => `extern const struct ls_${one} ${name}_${one}s[];`),
		`const struct ls_${one} *const ls_${one}_lists[LS_LOCKS] = {`,
		...locks.flatMap(({ name }) => [
			guard(name),
			`\t[LS_LOCK_${name}] = ${name}_${one}s,`,
			'#endif',
		]),
		'};',
		'',
	].join('\n');
}

export const scenarioTable = (texts) =>
	listTable(
		texts.filter(({ lock }) => lock),
		'scenario',
	);

/** A lock need not have any. */
export const levelTable = (texts, isThere = hasFile) =>
	listTable(
		texts.filter(({ lock, name }) => lock && isThere(name, 'levels.c')),
		'level',
	);

/** Nor any of these. */
export const repairTable = (texts, isThere = hasFile) =>
	listTable(
		texts.filter(({ lock, name }) => lock && isThere(name, 'repairs.c')),
		'repair',
	);

/** What the folder of a lock holds beside its text: a table by lock of the structures that such files define. */
export function folderTable(texts, { header, type, name, file }, isThere = hasFile) {
	const found = texts.filter((text) => text.lock && isThere(text.name, file));
	return [
		BANNER,
		`#include "${header}"`,
		'#include "registry.h"',
		...found.map((text) => `extern const struct ${type} ${text.name}_${name};`),
		`const struct ${type} *const ${type}[LS_LOCKS] = {`,
		...found.flatMap((text) => [
			guard(text.name),
			`\t[LS_LOCK_${text.name}] = &${text.name}_${name},`,
			'#endif',
		]),
		'};',
		'',
	].join('\n');
}

export const hasFile = (lock, file) => existsSync(at('core-c/locks', lock, file));
export const SYSCALLS = {
	header: 'conform/syscalls.h',
	type: 'ls_syscalls',
	name: 'syscalls',
	file: 'syscalls.c',
};
export const PLACES = {
	header: 'conform/places.h',
	type: 'ls_places',
	name: 'places',
	file: 'places.c',
};
export const NATIVE_CALLS = {
	header: 'backend/native/native_calls.h',
	type: 'native_calls',
	name: 'native_calls',
	file: 'calls_native.c',
};
export const WATCHED = {
	header: 'watching.h',
	type: 'ls_watched',
	name: 'watched',
	file: 'watched_kernel.c',
};
/** For /stock, which runs in the same machine. */
export const WORK = {
	header: 'kernel/harness/stock_work.h',
	type: 'stock_works',
	name: 'work',
	file: 'work_kernel.c',
};
