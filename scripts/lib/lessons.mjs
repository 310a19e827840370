/**
 * The lessons (web/lessons/*.md) as data, with every claim in them held against the built core:
 * build/generated/lessons/SLUG.json, and path.json, what the path shows of all.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { importBundled } from './bundle.mjs';
import { at, filesUnder, hashOf, readIfThere, writeIfChanged } from './files.mjs';
import { Told } from './run.mjs';
import { FACTS_MODULE, tellerOf } from './wasm-facts.mjs';

const FOLDER = 'build/generated/lessons';
const STAMP = 'build/lessons.stamp';

const texts = () => filesUnder('web/lessons', (path) => path.endsWith('.md'));
const isSource = (path) => /\.ts$/.test(path) && !/\.test\.ts$/.test(path);

const inputs = () => [
	...texts(),
	...filesUnder('web/lessons', isSource),
	...filesUnder('wasm', (path) => isSource(path) || path.endsWith('.wasm')),
	FACTS_MODULE,
	'web/src/lessons/types.ts',
	'scripts/lib/lessons.mjs',
	'scripts/lib/bundle.mjs',
];

export async function buildLessons() {
	const stamp = hashOf(inputs());
	if (readIfThere(at(STAMP)) === stamp && existsSync(at(FOLDER))) return;
	const { makeLessons, Mistake } = await importBundled(
		'web/lessons/make/make.ts',
		at('build/lessons.mjs'),
		stamp,
	);
	const files = texts()
		.sort()
		.map((path) => [basename(path), readFileSync(at(path), 'utf8')]);
	const module = (lock) => readFileSync(at(`wasm/dist/${lock}.wasm`));
	const lessons = await makeLessons(module, tellerOf(readFileSync(at(FACTS_MODULE))), files).catch(
		(error) => {
			throw error instanceof Mistake ? new Told(error.message) : error;
		},
	);
	const path = lessons.map(({ blocks, lock, today, repairs, ...card }) => card);
	for (const lesson of lessons)
		writeIfChanged(at(FOLDER, `${lesson.slug}.json`), JSON.stringify(lesson));
	writeIfChanged(at(FOLDER, 'path.json'), JSON.stringify(path));
	const kept = new Set(['path.json', ...lessons.map(({ slug }) => `${slug}.json`)]);
	for (const file of filesUnder(FOLDER)) if (!kept.has(basename(file))) rmSync(at(file));
	writeIfChanged(at(STAMP), stamp);
}
