import { expect, test } from 'vitest';
import { GOALS, verdictOn } from './bench.mjs';

test('a figure is told to reach or miss its goal, from either side', () => {
	expect(verdictOn('WASM machine steps/s', 12e6)).toBe('reaches 10,000,000');
	expect(verdictOn('WASM machine steps/s', 9e6)).toBe('MISSES 10,000,000');
	expect(verdictOn('core.wasm, kB gzip', 60)).toBe('within 60');
	expect(verdictOn('core.wasm, kB gzip', 60.1)).toBe('OVER 60');
	expect(verdictOn('first step accepted, ms', 5)).toBe('');
});

test('every goal is a bound on one side', () => {
	for (const goal of Object.values(GOALS)) expect(Object.keys(goal)).toHaveLength(1);
});
