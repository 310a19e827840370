/** The films of the gallery's cards (web/films), made from the built modules: build/generated/films/SCENARIO.json. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { importBundled } from './bundle.mjs';
import { at, filesUnder, hashOf, readIfThere, writeIfChanged } from './files.mjs';

const FOLDER = 'build/generated/films';
const STAMP = 'build/films.stamp';

const isSource = (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path);

/** More than the films are made of, but never less. */
const inputs = () => [
	...filesUnder('web/films', isSource),
	...filesUnder('web/src/drawings', isSource),
	...filesUnder('web/src/store', isSource),
	...filesUnder('wasm', (path) => isSource(path) || path.endsWith('.wasm')),
	'scripts/lib/films.mjs',
	'scripts/lib/bundle.mjs',
];

export async function buildFilms() {
	const stamp = hashOf(inputs());
	if (readIfThere(at(STAMP)) === stamp && existsSync(at(FOLDER))) return;
	const { makeFilms } = await importBundled('web/films/make.ts', at('build/films.mjs'), stamp);
	const films = await makeFilms((lock) => readFileSync(at(`wasm/dist/${lock}.wasm`)));
	for (const [name, film] of films)
		writeIfChanged(at(FOLDER, `${name}.json`), JSON.stringify(film));
	const kept = new Set(films.map(([name]) => `${name}.json`));
	for (const path of filesUnder(FOLDER)) if (!kept.has(basename(path))) rmSync(at(path));
	writeIfChanged(at(STAMP), stamp);
}
