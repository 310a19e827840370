import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyOf, readLeft, writeLeft } from './again.mjs';

const CACHE = process.env.LOCKSTEP_CACHE;
const folder = mkdtempSync(join(tmpdir(), 'lockstep-again-'));
beforeAll(() => {
	process.env.LOCKSTEP_CACHE = folder;
	mkdirSync(join(folder, 'kernel'));
});
afterAll(() => {
	if (CACHE === undefined) delete process.env.LOCKSTEP_CACHE;
	else process.env.LOCKSTEP_CACHE = CACHE;
	rmSync(folder, { recursive: true });
});

const lacks = (part, chance = true) => ({ part, title: 'a check', said: ['too little'], chance });
const made = { recording: { variant: 'mcs' }, judgement: { result: {} }, kept: ['a long trace'] };

test('parts that came to too little are left, each once, with the recordings but not their traces', () => {
	writeLeft('k', [lacks('a'), lacks('b'), lacks('a')], [made]);
	const { kept, ...had } = made;
	expect(readLeft('k')).toEqual({ parts: ['a', 'b'], had: [had] });
});

test('nothing is left of a run that passed, of one in which something was wrong, or for another kernel', () => {
	writeLeft('k', [lacks('a')], []);
	expect(readLeft('other')).toBeUndefined();
	writeLeft('k', [lacks('a'), lacks('b', false)], []);
	expect(readLeft('k')).toBeUndefined();
	writeLeft('k', [lacks('a')], []);
	writeLeft('k', [], []);
	expect(readLeft('k')).toBeUndefined();
});

test('the key changes with the kernel and with each program, its name and its bytes', () => {
	const keys = [
		{ kernel: { key: 'k' }, files: { a: Buffer.from('1') } },
		{ kernel: { key: 'l' }, files: { a: Buffer.from('1') } },
		{ kernel: { key: 'k' }, files: { a: Buffer.from('2') } },
		{ kernel: { key: 'k' }, files: { b: Buffer.from('1') } },
	].map(keyOf);
	expect(new Set(keys).size).toBe(4);
});
