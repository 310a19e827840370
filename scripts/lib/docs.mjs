/**
 * docs/ and the page of each lock as data for the site: build/generated/docs/NAME.json, a lock's being lock-NAME.json;
 * cards.json, what their list shows; texts.json, all that they say, to be searched; evidence.json, what a step rests on; found.json, the number of each finding, by which it
 * is found; talks.json, what is said in the talks of docs/teaching.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { importBundled } from './bundle.mjs';
import { at, filesUnder, hashOf, readIfThere, writeIfChanged } from './files.mjs';
import { Told } from './run.mjs';

const FOLDER = 'build/generated/docs';
const STAMP = 'build/docs.stamp';

const texts = () => [
	...filesUnder('docs', (path) => /^docs\/(?:[\w-]+\/)?[\w-]+\.md$/.test(path)),
	...filesUnder('core-c/locks', (path) => path.endsWith('/README.md')),
];

const inputs = () => [
	...texts(),
	...filesUnder('web/docs', (path) => /\.ts$/.test(path) && !/\.test\.ts$/.test(path)),
	'web/src/docs/types.ts',
	'wasm/generated/lessons.ts',
	'scripts/lib/docs.mjs',
	'scripts/lib/bundle.mjs',
];

export const fileOf = (name) => `${name.replace('/', '-').replace(/^locks-/, 'lock-')}.json`;

export async function buildDocs() {
	const stamp = hashOf(inputs());
	if (readIfThere(at(STAMP)) === stamp && existsSync(at(FOLDER))) return;
	const { makeDocs, Mistake } = await importBundled(
		'web/docs/make.ts',
		at('build/docs.mjs'),
		stamp,
	);
	const files = texts()
		.sort()
		.map((path) => [path, readFileSync(at(path), 'utf8')]);
	let made;
	try {
		made = makeDocs(files);
	} catch (error) {
		throw error instanceof Mistake ? new Told(error.message) : error;
	}
	const out = new Map(made.docs.map((doc) => [fileOf(doc.name), doc]));
	out.set('cards.json', made.cards);
	out.set('texts.json', made.texts);
	out.set('evidence.json', made.evidence);
	out.set('found.json', made.found);
	out.set('talks.json', made.talks);
	for (const [file, data] of out) writeIfChanged(at(FOLDER, file), JSON.stringify(data));
	for (const file of filesUnder(FOLDER)) if (!out.has(basename(file))) rmSync(at(file));
	writeIfChanged(at(STAMP), stamp);
}
