/** The traps of the dialect that the compiler reports, each seen to be reported. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { at } from './lib/files.mjs';

const HEAD = `
#include "lockstep.h"
struct probe { word tail; };
LS_DECLARE(mcs, other, 0, struct probe, u32 a;)
`;

/** What gcc says of a PROC with these locals and this body, in the flags of core-c/CMakeLists.txt. */
function complaint(locals, body, extra = '') {
	const declared = `LS_DECLARE(mcs, probe_text, 1, struct probe, ${locals})`; /* as procs.h would */
	const proc = `PROC(probe_text, struct probe, ${locals})\n${body}\nEND(probe_text)\n`;
	const text = `${HEAD}\n${extra}\n${declared}\n${proc}`;
	const flags = ['-std=gnu11', '-fsyntax-only', '-Wall', '-Wextra', '-Werror'];
	const { status, stderr } = spawnSync(
		'gcc',
		[
			...flags,
			'-Werror=jump-misses-init',
			`-I${at('core-c')}`,
			`-I${at('build/generated')}`,
			'-x',
			'c',
			'-',
		],
		{ input: text, encoding: 'utf8' },
	);
	return status === 0 ? undefined : stderr;
}

const LOAD = '\tLOAD(my->old, lk->tail, relaxed);';

test('a correct text compiles', () => {
	expect(complaint('u32 old;', `${LOAD}\n\tDO(other, lk, .a = my->old);`)).toBeUndefined();
});

test('a C local in a body is jumped over', () => {
	const text = complaint('u32 old;', `\tu32 copy = me;\n${LOAD}\n\tmy->old = copy;`);
	expect(text).toMatch(/jump|switch jumps/);
});

test('a bare read of a shared word is a type error', () => {
	expect(complaint('u32 old;', '\tmy->old = lk->tail;')).toMatch(/incompatible types/);
});

test('a bare write of a shared word is a type error', () => {
	expect(complaint('u32 old;', '\tlk->tail = me;')).toMatch(/incompatible types/);
});

test('a comparison with a shared word is a type error', () => {
	expect(complaint('u32 old;', '\tif (lk->tail == me)\n\t\tmy->old = 1;')).toMatch(
		/invalid operands/,
	);
});

test('two steps on one line are one case twice', () => {
	expect(complaint('u32 old;', `${LOAD}${LOAD}`)).toMatch(/duplicate case/);
});

test('locals with a hole between them', () => {
	expect(complaint('u8 flag; u32 old;', LOAD)).toMatch(/padded|padding/);
});

test('locals that are not whole words', () => {
	expect(complaint('u8 old;', LOAD)).toMatch(/locals in whole words/);
});

test('a word that no backend knows', () => {
	expect(complaint('u32 old;', '\tPEEK(my->old, lk->tail);')).toMatch(/PEEK/);
});

test('a call on an object of another type', () => {
	expect(complaint('u32 old;', '\tDO(other, &lk->tail);')).toMatch(/pointer type mismatch/);
});

test('an unknown memory order', () => {
	expect(complaint('u32 old;', '\tLOAD(my->old, lk->tail, eventually);')).toMatch(
		/LS_O_eventually/,
	);
});
