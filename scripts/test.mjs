import { mkdirSync, rmSync } from 'node:fs';
import { buildPage } from './build.mjs';
import { buildNative, NATIVE } from './build-native.mjs';
import { buildWasm } from './build-wasm.mjs';
import { generate } from './generate.mjs';
import {
	add,
	countCtest,
	countPlaywright,
	countVitest,
	inWords,
	judgedBy,
	NONE,
} from './lib/counts.mjs';
import { buildDocs } from './lib/docs.mjs';
import {
	failedCtest,
	failedPlaywright,
	failedVitest,
	retriedPlaywright,
} from './lib/failed-tests.mjs';
import { at, readIfThere } from './lib/files.mjs';
import { buildFilms } from './lib/films.mjs';
import { buildLessons } from './lib/lessons.mjs';
import { main, npmProgram, run, timed } from './lib/run.mjs';
import { STATIC_CHECKS } from './lint.mjs';
import { freePort } from './serve.mjs';
import { setUp, setUpIfPossible } from './setup.mjs';

const REPORTS = 'build/reports';

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

const ownTexts = (title, folder) => ({
	title,
	run() {
		const env = { OWN_TEXT_REPORT: at(REPORTS, `${folder}.json`) };
		const told = fromJson((counts) => counts);
		return reported(`${folder}.json`, told, 'node', [`tests/${folder}/run.mjs`], { env });
	},
});

/** Each builds and runs one suite and resolves to its counts and the names of what failed; a thrown error is one failure. */
const SUITES = [
	{
		title: 'C (ctest)',
		async run() {
			await buildNative();
			const options = ['--test-dir', NATIVE, '--output-on-failure', '-j', '2'];
			return reported('ctest.xml', { count: countCtest, failed: failedCtest }, 'ctest', [
				...options,
				'--output-junit',
				at(REPORTS, 'ctest.xml'),
			]);
		},
	},
	{
		title: 'Second models (Spin)',
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
		run: () => vitest('engines.json', ['--config', 'tests/engines/vitest.config.ts']),
	},
];

async function runSuite(suite) {
	const start = performance.now();
	let result;
	try {
		result = await timed(suite.title, suite.run);
	} catch (error) {
		console.error(`${suite.title}: ${error.message}`);
		result = { counts: { ...NONE, failed: 1 }, failed: [{ name: 'it ended', why: error.message }] };
	}
	return { title: suite.title, ...result, seconds: (performance.now() - start) / 1000 };
}

main(async () => {
	await timed('Set-up', () =>
		setUp([
			'emcc',
			'gcc',
			'xxhash',
			'cmake',
			'make',
			'spin',
			'chromium',
			'clangFormat',
			'cppcheck',
			'xz',
		]),
	);
	await setUpIfPossible(['firefox', 'webkit', 'xvfb']);
	mkdirSync(at(REPORTS), { recursive: true });
	await generate();
	await buildWasm(); /* types are made of what C states */
	const results = [];
	for (const suite of SUITES) results.push(await runSuite(suite));
	console.log('');
	for (const { title, counts, seconds } of results) {
		console.log(`${title.padEnd(32)} ${inWords(counts)} (${seconds.toFixed(1)} s)`);
	}
	const total = results.map(({ counts }) => counts).reduce(add, NONE);
	console.log(inWords(total));
	for (const { title, retried = [] } of results)
		for (const { name, why } of retried) console.log(`SECOND TRY ${title}: ${name}: ${why}`);
	/* last, so that who sees the end of a long output sees what failed */
	for (const { title, failed } of results)
		for (const { name, why } of failed) console.log(`FAILED ${title}: ${name}: ${why}`);
	return total.failed > 0 ? 1 : 0;
});
