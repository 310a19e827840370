import { expect, test } from 'vitest';
import { cli, USAGE } from './cli';
import { fixtureFiles, TEXTS } from './testing';

const run = (...args: string[]) => cli(args, fixtureFiles());

test('check names each problem as a compiler does, and fails', () => {
	expect(run('check', 'x')).toEqual({
		output: [`Dialect: ${TEXTS.length} texts, 0 problems`],
		code: 0,
	});
	expect(cli(['check'], [{ path: 'a/a.c', text: 'END(f)\n' }])).toEqual({
		output: ['a/a.c:1:1: this END has no PROC before it [end]', 'Dialect: 1 texts, 1 problems'],
		code: 1,
	});
	expect(cli(['check'], []).code).toBe(1);
});

test('masks, places and kernel C of a text', () => {
	expect(run('masks', 'x', 'mcs').output).toContainEqual(
		expect.stringMatching(/^mcs_worker:\d+ 0x0$/),
	);
	expect(run('places', 'x', 'mcs').output[0]).toMatch(/^\d+ mspin_lock$/);
	const [shown] = run('kernel', 'x', 'mcs').output;
	expect(shown).toContain('IS_ENABLED(FAULT_TORN_SWAP)');
	const [settled] = run('kernel', 'x', 'mcs', '--switch', 'torn_swap').output;
	expect(settled).not.toContain('FAULT');
	expect(settled).toContain('(fault: not one xchg)');
	expect(run('kernel', 'x', 'mcs', '--settled').output[0]).not.toContain('(fault: not one xchg)');
});

test('what it does not know', () => {
	expect(run('chekc', 'x', 'mcs')).toEqual({ output: [USAGE], code: 1 });
	expect(run('masks', 'x', 'msc')).toEqual({
		output: [`There is no text msc; there are ${TEXTS.join(', ')}.`],
		code: 1,
	});
});
