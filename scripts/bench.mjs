/**
 * Prints the project's figures, each beside what it is meant to reach. `--against COMMIT`: instead, those of the machine and of the
 * check beside the same of another commit.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { buildSite } from './build.mjs';
import { buildNative } from './build-native.mjs';
import { buildWasm } from './build-wasm.mjs';
import { generate } from './generate.mjs';
import { at } from './lib/files.mjs';
import { isMain, main, Told, timed } from './lib/run.mjs';
import { setUp } from './setup.mjs';

/** Figure name to the bound it is meant to keep. */
export const GOALS = {
	'WASM machine steps/s': { least: 10e6 },
	'stepping, 4 threads, p50 ms': { most: 16 },
	'stepping, 4 threads, p95 ms': { most: 33 },
	'a step at a time, it moves, p50 ms': { most: 16 },
	'a step at a time, it moves, p95 ms': { most: 33 },
	'stepping, 16 threads, p50 ms': { most: 16 },
	'stepping, 16 threads, p95 ms': { most: 33 },
	'scrubbing 10,000 steps, p50 ms': { most: 16 },
	'scrubbing 10,000 steps, p95 ms': { most: 33 },
	'opening 100,000 events, ms': { most: 1000 },
	'scrubbing 100,000 events, p50 ms': { most: 16 },
	'scrubbing 100,000 events, p95 ms': { most: 33 },
	'first view, kB gzip': { most: 200 },
	'module, kB gzip': { most: 40 },
	'slow line, first step, ms': { most: 2500 },
	'a lesson, first step, ms': { most: 1500 },
	'slow line, a lesson, first step, ms': { most: 3000 },
	'slow line, from a card to the first step, ms': { most: 2500 },
	'URL, characters a step': { most: 0.4 },
};

export function verdictOn(name, value) {
	const { least, most } = GOALS[name] ?? {};
	if (least !== undefined)
		return value >= least ? `reaches ${shown(least)}` : `MISSES ${shown(least)}`;
	if (most !== undefined) return value <= most ? `within ${shown(most)}` : `OVER ${shown(most)}`;
	return '';
}

const shown = (value) =>
	value >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));

function print(figures) {
	for (const { name, detail = '', value } of figures) {
		const label = `${name}${detail && `, ${detail}`}`;
		console.log(`${label.padEnd(56)} ${shown(value).padStart(12)}   ${verdictOn(name, value)}`);
	}
}

function warnOfLoad() {
	const [load] = loadavg();
	if (load < cpus().length) return;
	console.log(
		`The load is ${load.toFixed(1)} on ${cpus().length} CPUs: the figures will be worse than they need be.`,
	);
}

/** The commit to measure against, or undefined. */
export function readArguments(args) {
	if (args.length === 0) return undefined;
	if (args[0] !== '--against' || args.length !== 2 || args[1].startsWith('-'))
		throw new Told('npm run bench takes nothing, or: -- --against COMMIT');
	return args[1];
}

/** Builds what only the machine and the check need, and compares it. */
async function compare(commit) {
	await setUp(['emcc', 'gcc', 'xxhash', 'cmake', 'make']);
	await generate();
	await buildWasm();
	await buildNative({ target: 'lockstep', quiet: true });
	const { benchAgainst } = await import('./bench/against.mjs');
	warnOfLoad();
	await benchAgainst(commit);
}

if (isMain(import.meta)) {
	main(async (args) => {
		const commit = readArguments(args);
		if (commit !== undefined) return compare(commit);
		await setUp(['emcc', 'gcc', 'xxhash', 'cmake', 'make', 'chromium']);
		await buildNative({ target: 'lockstep', quiet: true });
		await buildSite();
		/* These need the npm packages, which a fresh clone has only now. */
		const { nativeFigures, nativeWorkloads, openPackage, wasmFigures } = await import(
			'./bench/core.mjs'
		);
		const { pageFigures, transferFigures } = await import('./bench/page.mjs');
		const { lessonFigures, slowLineFigures } = await import('./bench/slow-line.mjs');
		const figures = [];
		const collect = async (title, body) => {
			const found = await timed(title, body);
			print(found);
			figures.push(...found);
		};
		warnOfLoad();
		const { core, trace, close } = await openPackage();
		try {
			let workloads;
			await collect('Machine and check, native', async () => {
				workloads = await nativeWorkloads();
				return nativeFigures(workloads);
			});
			await collect('Machine and check, WASM in Node', () => wasmFigures(core, workloads));
			await collect('What a reader loads', () => transferFigures());
			await collect('A lesson, nothing cached', () => lessonFigures());
			await collect('1.6 Mbit/s, four times slowed CPU', () => slowLineFigures());
			await collect('Page in Chromium', () => pageFigures(core, trace));
		} finally {
			await close();
		}
		console.log(`\n── All figures (${cpus()[0]?.model ?? 'unknown CPU'}, ${cpus().length} CPUs)`);
		print(figures);
		mkdirSync(at('build/reports'), { recursive: true });
		writeFileSync(at('build/reports/bench.json'), `${JSON.stringify(figures, null, '\t')}\n`);
	});
}
