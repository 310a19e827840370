import { expect, test } from 'vitest';
import { failedCtest, failedPlaywright, failedVitest, retriedPlaywright } from './failed-tests.mjs';

test('ctest: by name, with the line that says what failed', () => {
	const xml = `<testsuite>
	<testcase name="verify" classname="verify" time="1" status="run"><system-out>ok a</system-out></testcase>
	<testcase name="a &lt;b&gt;" classname="a" time="1" status="fail">
		<failure message=""/>
		<system-out>ok   one: the run failed
FAIL two: 3 &lt; 4
the end</system-out>
	</testcase>
	<testcase name="crash" classname="a" time="1" status="fail"><failure message="SEGFAULT"/></testcase>
</testsuite>`;
	expect(failedCtest(xml)).toEqual([
		{ name: 'a <b>', why: 'FAIL two: 3 < 4' },
		{ name: 'crash', why: '' },
	]);
});

test('Vitest: a test, and a file that could not be loaded', () => {
	const colour = `${String.fromCharCode(27)}[31m`;
	const report = {
		testResults: [
			{ name: 'a.test.ts', status: 'failed', message: 'no such module\nat', assertionResults: [] },
			{
				name: 'b.test.ts',
				status: 'failed',
				assertionResults: [
					{ fullName: 'b is b', status: 'failed', failureMessages: [`${colour}\n  b is c\n at`] },
					{ fullName: 'b is so', status: 'passed' },
				],
			},
		],
	};
	expect(failedVitest(report)).toEqual([
		{ name: 'a.test.ts', file: 'a.test.ts', why: 'no such module' },
		{ name: 'b is b', file: 'b.test.ts', why: 'b is c' },
	]);
});

test('Playwright: a spec in suites, and what failed outside any', () => {
	const failing = {
		title: 'two',
		ok: false,
		tests: [{ results: [{ error: { message: 'late' } }] }],
	};
	const report = {
		suites: [
			{
				title: 'a.spec.ts',
				specs: [{ title: 'one', ok: true, tests: [] }],
				suites: [{ title: 'inside', specs: [failing] }],
			},
		],
		errors: [{ message: 'the server did not start\nmore' }],
	};
	expect(failedPlaywright(report)).toEqual([
		{ name: 'a.spec.ts › inside › two', why: 'late' },
		{ name: 'outside any test', why: 'the server did not start' },
	]);
});

test('Playwright: a spec that passed in its second try is told by its first error', () => {
	const tests = [{ status: 'flaky', results: [{ error: { message: 'too early' } }, {}] }];
	const once = { title: 'one', ok: true, tests: [{ status: 'expected', results: [{}] }] };
	const report = {
		suites: [{ title: 'a.spec.ts', specs: [once, { title: 'two', ok: true, tests }] }],
	};
	expect(retriedPlaywright(report)).toEqual([{ name: 'a.spec.ts › two', why: 'too early' }]);
	expect(failedPlaywright(report)).toEqual([]);
});
