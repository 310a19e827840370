/** Which tests failed and the first line of why, read from the report of each runner: [{ name, why }]. */

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

const firstLine = (text = '') =>
	text
		.replace(COLOURS, '')
		.split('\n')
		.map((line) => line.trim())
		.find(Boolean) ?? '';

const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const unescaped = (text) => text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name) => ENTITIES[name]);

/** The JUnit report of ctest. What a program said is between system-out; the last line says what went wrong. */
export function failedCtest(xml) {
	const failed = [];
	for (const [, name, body] of xml.matchAll(
		/<testcase name="([^"]*)"[^>]*status="fail"[^>]*>([\s\S]*?)<\/testcase>/g,
	)) {
		const output = /<system-out>([\s\S]*?)<\/system-out>/.exec(body)?.[1] ?? '';
		const lines = unescaped(output).trimEnd().split('\n');
		const why =
			lines.find((line) => /^FAIL|: not so: /.test(line)) ??
			lines.find((line) => /fail/i.test(line)) ??
			lines.at(-1);
		failed.push({ name: unescaped(name), why: firstLine(why) });
	}
	return failed;
}

/** The JSON report of Vitest, with the file of each. A file that could not be loaded is named itself. */
export const failedVitest = ({ testResults }) =>
	testResults.flatMap(({ name, status, message, assertionResults }) =>
		status === 'failed' && assertionResults.length === 0
			? [{ name, file: name, why: firstLine(message) }]
			: assertionResults
					.filter((one) => one.status === 'failed')
					.map(({ fullName, failureMessages }) => ({
						name: fullName,
						file: name,
						why: firstLine(failureMessages?.[0]),
					})),
	);

/** The specs of a JSON report of Playwright, in suites in suites, that are asked for: each with its first error. */
function specs(suites, asked) {
	const inside = (suite, titles) => [
		...(suite.specs ?? []).filter(asked).map(({ title, tests }) => ({
			name: [...titles, title].join(' › '),
			why: firstLine(
				tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message,
			),
		})),
		...(suite.suites ?? []).flatMap((child) => inside(child, [...titles, child.title])),
	];
	return suites.flatMap((suite) => inside(suite, [suite.title]));
}

/** What failed in a JSON report of Playwright: specs, and errors outside any. */
export function failedPlaywright({ suites = [], errors = [] }) {
	return [
		...specs(suites, ({ ok }) => !ok),
		...errors.map(({ message }) => ({ name: 'outside any test', why: firstLine(message) })),
	];
}

/** What passed in its second try only, by its first error. */
export const retriedPlaywright = ({ suites = [] }) =>
	specs(suites, ({ tests }) => tests.some(({ status }) => status === 'flaky'));
