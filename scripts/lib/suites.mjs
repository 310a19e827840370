/** The suites of `npm test`. */
import { rmSync } from 'node:fs';
import { buildPage } from '../build.mjs';
import { buildNative, NATIVE } from '../build-native.mjs';
import { buildWasm } from '../build-wasm.mjs';
import { STATIC_CHECKS } from '../lint.mjs';
import { freePort } from '../serve.mjs';
import { countCtest, countPlaywright, countVitest, judgedBy, NONE } from './counts.mjs';
import { buildDocs } from './docs.mjs';
import { failedCtest, failedPlaywright, failedVitest, retriedPlaywright } from './failed-tests.mjs';
import { at, readIfThere } from './files.mjs';
import { buildFilms } from './films.mjs';
import { buildLessons } from './lessons.mjs';
import { npmProgram, run } from './run.mjs';

export const REPORTS = 'build/reports';

/** Runs a test runner that leaves a report; what it counts and names is read from the report of this very run. */
async function reported(report, told, command, args, options) {
	const { count, failed = () => [], retried = () => [] } = told;
	const path = at(REPORTS, report);
	rmSync(path, { force: true });
	const code = await run(command, args, options);
	const text = readIfThere(path);
	if (text === undefined) return { counts: judgedBy(code, NONE), failed: [] };
	return { counts: judgedBy(code, count(text)), failed: failed(text), retried: retried(text) };
}

const fromJson = (count, failed, retried) => ({
	count: (text) => count(JSON.parse(text)),
	failed: failed && ((text) => failed(JSON.parse(text))),
	retried: retried && ((text) => retried(JSON.parse(text))),
});

function vitest(report, options = []) {
	const [node, program] = npmProgram('vitest/vitest.mjs');
	const reporters = ['--reporter=default', '--reporter=json'];
	const output = `--outputFile.json=${REPORTS}/${report}`;
	const args = [program, 'run', ...options, ...reporters, output];
	return reported(report, fromJson(countVitest, failedVitest), node, args);
}

/** Those that failed, by their files. */
function vitestAgain(report, options = []) {
	const { testResults } = JSON.parse(readIfThere(at(REPORTS, report)) ?? '{"testResults":[]}');
	const files = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
	return vitest(`again-${report}`, [...options, ...files]);
}

function ctest(report) {
	const told = { count: countCtest, failed: failedCtest };
	const always = ['--test-dir', NATIVE, '--output-on-failure', '-j', '2'];
	return reported(report, told, 'ctest', [...always, '--output-junit', at(REPORTS, report)]);
}

const ownTexts = (title, folder) => ({
	title,
	beside: true,
	run() {
		const env = { OWN_TEXT_REPORT: at(REPORTS, `${folder}.json`) };
		const told = fromJson((counts) => counts);
		return reported(`${folder}.json`, told, 'node', [`tests/${folder}/run.mjs`], { env });
	},
});

const ENGINES = ['--config', 'tests/engines/vitest.config.ts'];

/**
 * Each builds and runs one suite and resolves to its counts and the names of what failed; a thrown error is one
 * failure. `beside`: it uses one core, and what is such beside it in this list may run at the same time. `again` runs
 * once more what failed, where that may be a moment's load (late.mjs); Playwright does so by itself.
 */
export const SUITES = [
	{
		title: 'C (ctest)',
		async run() {
			await buildNative();
			return ctest('ctest.xml');
		},
	},
	{
		title: 'Second models (Spin)',
		beside: true,
		async run() {
			await buildNative({ target: 'lockstep', quiet: true });
			const env = { PEERS_REPORT: at(REPORTS, 'peers.json') };
			const told = fromJson((counts) => counts);
			return reported('peers.json', told, 'node', ['tests/peers/run.mjs'], { env });
		},
	},
	ownTexts('The kernel’s own lock texts', 'kernel-text'),
	ownTexts('glibc’s own lock texts', 'glibc-text'),
	...STATIC_CHECKS.map(({ title, passes }) => ({
		title,
		beside: true,
		run: async () => ({
			counts: (await passes()) ? { ...NONE, passed: 1 } : { ...NONE, failed: 1 },
			failed: [],
		}),
	})),
	{
		title: 'TypeScript and scripts (Vitest)',
		async run() {
			await buildWasm();
			await buildFilms();
			await buildLessons();
			await buildDocs();
			await buildNative({ target: 'lockstep', quiet: true });
			return vitest('vitest.json');
		},
		again: () => vitestAgain('vitest.json'),
	},
	{
		title: 'Page in Chromium (Playwright)',
		async run() {
			await buildWasm();
			await buildPage();
			const [node, playwright] = npmProgram('@playwright/test/cli.js');
			const env = { LOCKSTEP_E2E_PORT: String(await freePort()) };
			const told = fromJson(countPlaywright, failedPlaywright, retriedPlaywright);
			return reported('playwright.json', told, node, [playwright, 'test'], { env });
		},
	},
	{
		/* of the page that the suite before has built */
		title: 'Page in Firefox and WebKitGTK',
		run: () => vitest('engines.json', ENGINES),
		again: () => vitestAgain('engines.json', ENGINES),
	},
];
