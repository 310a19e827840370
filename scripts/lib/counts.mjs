/** How many tests passed, failed and were skipped, read from the report of each runner. */

export const NONE = { passed: 0, failed: 0, skipped: 0 };

export const add = (a, b) => ({
	passed: a.passed + b.passed,
	failed: a.failed + b.failed,
	skipped: a.skipped + b.skipped,
});

export const inWords = ({ passed, failed, skipped }) =>
	`${passed} passed, ${failed} failed, ${skipped} skipped`;

/** The JUnit report of ctest. */
export function countCtest(xml) {
	const suite = /<testsuite\b[^>]*>/.exec(xml)?.[0] ?? '';
	const number = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(suite)?.[1] ?? 0);
	const skipped = number('skipped') + number('disabled');
	const failed = number('failures');
	return { passed: number('tests') - failed - skipped, failed, skipped };
}

/** The JSON report of Vitest. A file that could not be loaded has no tests, but it failed. */
export function countVitest(report) {
	const unloaded = report.testResults.filter(
		({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
	).length;
	return {
		passed: report.numPassedTests,
		failed: report.numFailedTests + unloaded,
		skipped: report.numPendingTests + (report.numTodoTests ?? 0),
	};
}

/**
 * The JSON report of Playwright. An error outside any test, such as a server that did not start, failed. A test that
 * passed in its second try passed: there is a second try only where the caller asks for one, and it is told by name.
 */
export function countPlaywright({ stats, errors = [] }) {
	return {
		passed: stats.expected + stats.flaky,
		failed: stats.unexpected + (stats.unexpected ? 0 : errors.length),
		skipped: stats.skipped,
	};
}

/**
 * A suite counts as failed when its runner said so, whatever its report says, and when it ran
 * nothing: a test that cannot fail is none.
 */
export function judgedBy(exitCode, counts) {
	const silent = exitCode !== 0 && counts.failed === 0;
	const empty = counts.passed + counts.failed + counts.skipped === 0;
	return silent || empty ? { ...counts, failed: counts.failed + 1 } : counts;
}
