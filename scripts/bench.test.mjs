import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { moduleFigures } from './bench/page.mjs';
import { GOALS, verdictOn } from './bench.mjs';

test('a figure is told to reach or miss its goal, from either side', () => {
	expect(verdictOn('WASM machine steps/s', 12e6)).toBe('reaches 10,000,000');
	expect(verdictOn('WASM machine steps/s', 9e6)).toBe('MISSES 10,000,000');
	expect(verdictOn('first view, kB gzip', 200)).toBe('within 200');
	expect(verdictOn('first view, kB gzip', 200.4)).toBe('OVER 200');
	expect(verdictOn('first step accepted, ms', 5)).toBe('');
});

test('every goal is a bound on one side', () => {
	for (const goal of Object.values(GOALS)) expect(Object.keys(goal)).toHaveLength(1);
});

test('every module of the site is measured, compressed, under its own name', () => {
	const folder = mkdtempSync(join(tmpdir(), 'lockstep-bench-'));
	for (const file of ['core-CqaQY7VQ.wasm', 'core-rwsem-a_b-c9Zx.wasm', 'page-12345678.js'])
		writeFileSync(join(folder, file), 'a'.repeat(5000));
	const figures = moduleFigures(folder);
	rmSync(folder, { recursive: true });
	expect(figures.map(({ detail }) => detail)).toEqual(['core.wasm', 'core-rwsem.wasm']);
	for (const { name } of figures) expect(GOALS).toHaveProperty([name]);
	for (const { value } of figures) expect(value).toBeLessThan(0.1);
});
