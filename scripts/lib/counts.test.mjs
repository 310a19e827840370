import { describe, expect, test } from 'vitest';
import { add, countCtest, countPlaywright, countVitest, inWords, judgedBy } from './counts.mjs';

test('ctest: a skip and a disabled test are skips', () => {
	const xml =
		'<?xml version="1.0"?>\n<testsuite name="(empty)"\n\ttests="7"\n\tfailures="2"\n\tdisabled="1"\n\tskipped="1"\n\ttime="1">';
	expect(countCtest(xml)).toEqual({ passed: 3, failed: 2, skipped: 2 });
});

test('Vitest: a file that could not be loaded is a failure', () => {
	const report = {
		numPassedTests: 4,
		numFailedTests: 1,
		numPendingTests: 2,
		numTodoTests: 1,
		testResults: [
			{ status: 'failed', assertionResults: [] },
			{ status: 'failed', assertionResults: [{}] },
			{ status: 'passed', assertionResults: [{}] },
		],
	};
	expect(countVitest(report)).toEqual({ passed: 4, failed: 2, skipped: 3 });
});

test('Playwright: a second try that passed counts, and an error outside any test failed', () => {
	const stats = { expected: 5, unexpected: 0, flaky: 1, skipped: 2 };
	expect(countPlaywright({ stats, errors: [] })).toEqual({ passed: 6, failed: 0, skipped: 2 });
	expect(countPlaywright({ stats: { ...stats, unexpected: 1 }, errors: [] }).failed).toBe(1);
	expect(countPlaywright({ stats, errors: [{}] }).failed).toBe(1);
});

describe('a suite', () => {
	const good = { passed: 3, failed: 0, skipped: 0 };

	test('that exits with an error failed, even if its report says otherwise', () => {
		expect(judgedBy(1, good).failed).toBe(1);
		expect(judgedBy(1, { ...good, failed: 2 }).failed).toBe(2);
		expect(judgedBy(0, good)).toEqual(good);
	});

	test('that ran nothing failed', () => {
		expect(judgedBy(0, { passed: 0, failed: 0, skipped: 0 }).failed).toBe(1);
	});
});

test('sums read as one line', () => {
	const sum = add({ passed: 1, failed: 2, skipped: 3 }, { passed: 10, failed: 20, skipped: 30 });
	expect(inWords(sum)).toBe('11 passed, 22 failed, 33 skipped');
});
