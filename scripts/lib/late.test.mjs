import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { failedCtest } from './failed-tests.mjs';
import { at } from './files.mjs';
import { LATE, mayBeLate } from './late.mjs';
import { SUITES } from './suites.mjs';

const IN_A_BROWSER = /^tests\/engines\//;
const WAITS = /\bwaitFor\(|\bfindBy|\bfindAllBy/;

test('what may be tried again is there, and waits for something', () => {
	for (const file of LATE) {
		expect(existsSync(at(file)), file).toBe(true);
		if (!IN_A_BROWSER.test(file)) expect(readFileSync(at(file), 'utf8'), file).toMatch(WAITS);
	}
});

describe('a refusal is final', () => {
	test.each([
		'scripts/kernel/recordings.test.mjs',
		'scripts/recordings.test.mjs',
		'web/src/trace/recordings.test.tsx',
		'tests/golden/traces.test.ts',
		'tests/golden/golden.test.ts',
		'core-c/dialect/kernel-c.test.ts',
	])('of %s', (file) => {
		expect(existsSync(at(file)), file).toBe(true);
		expect(mayBeLate({ name: 'x', file: at(file) })).toBe(false);
	});

	test('of every program of ctest: recordings, the judge, the searches, the texts on real threads', () => {
		const names = ['conform/conform_test', 'backend/record/recordings_test', 'verify', 'pins_mcs'];
		const xml = names.map((name) => `<testcase name="${name}" status="fail"><failure/></testcase>`);
		for (const one of failedCtest(xml.join('\n'))) expect(mayBeLate(one)).toBe(false);
		expect(SUITES.filter(({ again }) => again).map(({ title }) => title)).toEqual([
			'TypeScript and scripts (Vitest)',
			'Page in Firefox and WebKitGTK',
		]);
	});

	test('and not that of a test of the page that waits', () =>
		expect(mayBeLate({ name: 'x', file: at('web/src/app/page.test.tsx') })).toBe(true));
});
