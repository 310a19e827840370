import { buildWasm } from './build-wasm.mjs';
import { generate } from './generate.mjs';
import { buildDocs } from './lib/docs.mjs';
import { writeExamples, writeSingleFile } from './lib/examples.mjs';
import { at } from './lib/files.mjs';
import { buildFilms } from './lib/films.mjs';
import { buildFonts } from './lib/fonts.mjs';
import { buildLessons } from './lib/lessons.mjs';
import { isMain, main, mustRun, npmProgram } from './lib/run.mjs';
import { writeSource } from './lib/source-archive.mjs';
import { buildFileScripts } from './page-file.mjs';
import { setUp } from './setup.mjs';

/** Everything from C to dist/: generated files, WASM, page. The tools must be ready. */
export async function buildSite() {
	await generate();
	await buildWasm();
	await buildPage();
}

export async function buildPage() {
	await buildFilms();
	await buildLessons();
	await buildDocs();
	await buildFonts();
	const [node, vite] = npmProgram('vite/bin/vite.js');
	await mustRun(node, [vite, 'build', '--logLevel', 'warn']);
	/* into the site: a page may take them from there */
	await mustRun(node, [vite, 'build', '--config', 'vite.embed.config.ts', '--logLevel', 'warn']);
	writeSource(at('dist'));
	writeExamples(at('dist'));
	await buildFileScripts();
	await writeSingleFile(at('dist'));
}

if (isMain(import.meta)) {
	main(async () => {
		await setUp(['emcc', 'xxhash']);
		await buildSite();
		console.log('The site is in dist/: copy it to any folder of any static server.');
	});
}
