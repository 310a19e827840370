import { buildWasm } from './build-wasm.mjs';
import { generate } from './generate.mjs';
import { loadFrontEnd } from './lib/front-end.mjs';
import { isMain, main, npmProgram, run } from './lib/run.mjs';
import { textFiles } from './lib/texts.mjs';
import { analysisPasses, formPasses } from './lint-c.mjs';
import { setUp } from './setup.mjs';

const [node, tsc] = npmProgram('typescript/bin/tsc');
const [, biome] = npmProgram('@biomejs/biome/bin/biome');

/** What the front end says of the shipped texts: file, line, column, one sentence. */
async function dialectPasses() {
	const { allProblems, parseProject } = await loadFrontEnd();
	const problems = allProblems(parseProject(textFiles()));
	for (const { file, line, column, message } of problems)
		console.error(`${file}:${line}:${column}: ${message}`);
	return problems.length === 0;
}

/** The checks that read the text and run nothing; each resolves to whether it passed. */
export const STATIC_CHECKS = [
	{ title: 'Dialect of core-c/locks', passes: dialectPasses },
	{ title: 'Form of the C (clang-format)', passes: formPasses },
	{ title: 'Analysis of the C (cppcheck)', passes: analysisPasses },
	{ title: 'Types (tsc)', passes: async () => (await run(node, [tsc, '--noEmit'])) === 0 },
	{ title: 'Style (Biome)', passes: async () => (await run(node, [biome, 'check', '.'])) === 0 },
];

if (isMain(import.meta)) {
	main(async () => {
		await setUp(['emcc', 'xxhash', 'clangFormat', 'cppcheck']);
		await generate();
		await buildWasm(); /* types are made of what C states */
		let failed = 0;
		for (const { title, passes } of STATIC_CHECKS) {
			const passed = await passes();
			console.log(`${passed ? '✓' : '✗'} ${title}`);
			if (!passed) failed++;
		}
		return failed > 0 ? 1 : 0;
	});
}
