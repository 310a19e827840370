import { generate } from './generate.mjs';
import { isMain, main, npmProgram, run } from './lib/run.mjs';
import { lintDialect } from './lint-dialect.mjs';
import { setUp } from './setup.mjs';

const [node, tsc] = npmProgram('typescript/bin/tsc');
const [, biome] = npmProgram('@biomejs/biome/bin/biome');

/** The checks that read the text and run nothing; each resolves to whether it passed. */
export const STATIC_CHECKS = [
	{ title: 'Dialect of core-c/locks', passes: async () => lintDialect() },
	{ title: 'Types (tsc)', passes: async () => (await run(node, [tsc, '--noEmit'])) === 0 },
	{ title: 'Style (Biome)', passes: async () => (await run(node, [biome, 'check', '.'])) === 0 },
];

if (isMain(import.meta)) {
	main(async () => {
		await setUp([]);
		generate();
		let failed = 0;
		for (const { title, passes } of STATIC_CHECKS) {
			const passed = await passes();
			console.log(`${passed ? '✓' : '✗'} ${title}`);
			if (!passed) failed++;
		}
		return failed > 0 ? 1 : 0;
	});
}
