import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { at } from '../lib/files.mjs';
import { AGAIN, exitCode, FINAL, isTooLittle, PASSED, tooLittle } from './outcome.mjs';
import { SKIP } from './ready.mjs';

test('one failure that is not chance makes the outcome final', () => {
	expect(exitCode([])).toBe(PASSED);
	expect(exitCode([{ chance: true }, { chance: true }])).toBe(AGAIN);
	expect(exitCode([{ chance: true }, { chance: false }])).toBe(FINAL);
	expect(isTooLittle(`stress: ${tooLittle('only 3 acquisitions')}`)).toBe(true);
	expect(isTooLittle('stress: 3 is not 4')).toBe(false);
});

describe('.ci/run', () => {
	const folder = mkdtempSync(join(tmpdir(), 'lockstep-ci-'));
	afterAll(() => rmSync(folder, { recursive: true }));

	function script(name, text) {
		writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
		chmodSync(join(folder, name), 0o755);
	}

	/**
	 * npm is a script here: `npm test` passes, each run of the kernel tests ends with the next of the codes. spent: seconds
	 * that are over when it begins; limits: the seconds that each run was given.
	 */
	function run(codes, spent = 0) {
		const [list, given, asked] = ['codes', 'given', 'asked'].map((name) => join(folder, name));
		writeFileSync(list, `${codes.join('\n')}\n`);
		for (const file of [given, asked]) writeFileSync(file, '');
		script('timeout', `echo "$1" >> ${given}; shift; exec "$@"`);
		script(
			'npm',
			`[ "$1" = test ] && exit 0; echo "$*" >> ${asked}; code=$(head -n 1 ${list}); sed -i 1d ${list}; exit "$code"`,
		);
		const PATH = `${folder}:${process.env.PATH}`;
		const env = { ...process.env, PATH, SECONDS: String(spent) };
		const { status } = spawnSync('bash', [at('.ci/run')], { env });
		const lines = (file) => readFileSync(file, 'utf8').split('\n').filter(Boolean);
		return { status, limits: lines(given).map(Number), asked: lines(asked) };
	}
	const ended = (...codes) => {
		const { status, limits } = run(codes);
		return { status, runs: limits.length };
	};

	test('takes a failure for final, and tries again only what says that it is worth it', () => {
		expect(ended(PASSED)).toEqual({ status: 0, runs: 1 });
		expect(ended(SKIP)).toEqual({ status: 0, runs: 1 });
		expect(ended(FINAL, PASSED)).toEqual({ status: 1, runs: 1 });
		expect(ended(124, PASSED)).toEqual({ status: 1, runs: 1 });
		expect(ended(AGAIN, PASSED)).toEqual({ status: 0, runs: 2 });
		expect(ended(AGAIN, FINAL)).toEqual({ status: 1, runs: 2 });
		expect(ended(AGAIN, AGAIN, PASSED)).toEqual({ status: 1, runs: 2 });
	});

	test('makes in a second attempt only what the first had too little of', () => {
		const [first, second] = run([AGAIN, PASSED]).asked;
		expect(first).not.toContain('--again');
		expect(second).toContain('test:kernel -- --again');
	});

	test('gives a second attempt no more than is left of its 85 minutes, and none where that is too little', () => {
		const [first] = run([AGAIN, PASSED]).limits;
		expect(run([AGAIN, PASSED], 600).limits).toEqual([first, first]);
		const late = run([AGAIN, PASSED], 3500);
		expect(late.status).toBe(0);
		expect(late.limits[1]).toBeLessThan(first);
		expect(3500 + late.limits[1]).toBeLessThanOrEqual(5100);
		expect(run([AGAIN, PASSED], 5080)).toMatchObject({ status: 1, limits: [first] });
	});
});
