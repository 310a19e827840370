/** The examples of docs/embedding and the deck of docs/teaching as pages of the site: to be tried there, and saved. */
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pageFile } from '../page-file.mjs';
import { at } from './files.mjs';
import { Told } from './run.mjs';

/** What the examples call the site: from their folder in it, one up. */
const SITE = 'https://lockstep.example/';
const FOLDERS = ['docs/embedding', 'docs/teaching'];
/** What the page exported of a moment; tests/e2e/exported.spec.ts holds it against what it exports now. */
const EXPORTED = 'docs/embedding/exported';
/** The story of the single file, which is made with the site and therefore of its very texts. */
const FILED = 'mcs-queue';
/** Of an npm package, as an example names it. */
const PACKAGE = /(?:\.\/)?node_modules\/([\w./-]+)/g;

const exampleNames = () =>
	FOLDERS.flatMap((from) =>
		readdirSync(at(from))
			.filter((name) => name.endsWith('.html'))
			.map((name) => join(from, name)),
	);

/** The single file among the examples: its scripts must be built. */
export async function writeSingleFile(site) {
	writeFileSync(join(site, 'examples', `${FILED}.html`), await pageFile(FILED));
}

/** Into `site`/examples, with what they take of npm packages beside them, so that nothing comes from elsewhere. */
export function writeExamples(site) {
	const to = join(site, 'examples');
	mkdirSync(to, { recursive: true });
	cpSync(at(EXPORTED), join(to, 'exported'), { recursive: true });
	for (const path of exampleNames()) {
		const text = readFileSync(at(path), 'utf8')
			.replaceAll(SITE, '../')
			.replace(PACKAGE, (_, file) => {
				const copy = join(to, 'packages', file);
				mkdirSync(dirname(copy), { recursive: true });
				copyFileSync(at('node_modules', file), copy);
				return `./packages/${file}`;
			});
		if (text.includes('node_modules')) throw new Told(`${path} names a package in an unknown way`);
		writeFileSync(join(to, path.replace(/^.*\//, '')), text);
	}
}
