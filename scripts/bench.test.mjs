import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isNoise, means, noted, ratios } from './bench/against.mjs';
import { moduleFigures } from './bench/page.mjs';
import { GOALS, readArguments, verdictOn } from './bench.mjs';

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

test('two trees are compared where both have the workload, by the best turn of each', () => {
	const before = new Map();
	noted(before, [
		{ key: 'states/s, mcs', value: 100 },
		{ key: 'states/s, gone', value: 7 },
		{ key: 'steps/s, mcs', value: 10 },
	]);
	noted(before, [
		{ key: 'states/s, mcs', value: 80 },
		{ key: 'steps/s, mcs', value: 20 },
	]);
	const now = noted(new Map(), [
		{ key: 'steps/s, mcs', value: 10 },
		{ key: 'states/s, mcs', value: 300 },
		{ key: 'states/s, new', value: 9 },
	]);
	const rows = ratios(before, now);
	expect(rows.map(({ spread, ...row }) => row)).toEqual([
		{ key: 'states/s, mcs', before: 100, now: 300, ratio: 3 },
		{ key: 'steps/s, mcs', before: 20, now: 10, ratio: 0.5 },
	]);
	expect(rows[0].spread).toBeCloseTo(0.2);
	/* half as fast: so was a turn of the same tree */
	expect(rows.map(isNoise)).toEqual([false, true]);
});

test('a half and a double are no change in the mean, and the least is named', () => {
	const rows = [
		{ key: 'states/s, mcs', ratio: 2 },
		{ key: 'states/s, osq', ratio: 0.5 },
		{ key: 'steps/s, mcs', ratio: 3 },
	];
	const [states, steps] = means(rows);
	expect(states).toEqual({ kind: 'states/s', workloads: 2, ratio: 1, least: rows[1] });
	expect(steps.workloads).toBe(1);
	expect(steps.ratio).toBeCloseTo(3);
});

test('bench takes a commit to measure against, and nothing else', () => {
	expect(readArguments([])).toBeUndefined();
	expect(readArguments(['--against', '2bed734'])).toBe('2bed734');
	for (const wrong of [['--against'], ['--against', '-x'], ['2bed734'], ['--against', 'a', 'b']])
		expect(() => readArguments(wrong)).toThrow('--against COMMIT');
});
