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

	/** npm is a script here: `npm test` passes, each run of the kernel tests ends with the next of the codes. */
	function run(...codes) {
		const list = join(folder, 'codes');
		writeFileSync(list, `${codes.join('\n')}\n`);
		const npm = `#!/bin/sh\n[ "$1" = test ] && exit 0\ncode=$(head -n 1 ${list})\nsed -i 1d ${list}\nexit "$code"\n`;
		writeFileSync(join(folder, 'npm'), npm);
		chmodSync(join(folder, 'npm'), 0o755);
		const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
		const { status } = spawnSync('bash', [at('.ci/run')], { env });
		const left = readFileSync(list, 'utf8').split('\n').filter(Boolean).length;
		return { status, runs: codes.length - left };
	}

	test('takes a failure for final, and tries again only what says that it is worth it', () => {
		expect(run(PASSED)).toEqual({ status: 0, runs: 1 });
		expect(run(SKIP)).toEqual({ status: 0, runs: 1 });
		expect(run(FINAL, PASSED)).toEqual({ status: 1, runs: 1 });
		expect(run(124, PASSED)).toEqual({ status: 1, runs: 1 });
		expect(run(AGAIN, PASSED)).toEqual({ status: 0, runs: 2 });
		expect(run(AGAIN, FINAL)).toEqual({ status: 1, runs: 2 });
		expect(run(AGAIN, AGAIN, PASSED)).toEqual({ status: 1, runs: 2 });
	});
});
