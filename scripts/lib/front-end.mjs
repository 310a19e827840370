import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { at, filesUnder, hashOf } from './files.mjs';

const ENTRY = 'core-c/dialect/index.ts';
const BUNDLE = at('build/front-end.mjs');
const OWN = 'scripts/lib/front-end.mjs';

/** What the bundle is made of: tests and what only they need left out. */
const inputs = () =>
	filesUnder(
		'core-c/dialect',
		(path) => path.endsWith('.ts') && !/\.test\.ts$|\/(?:testing|random)\.ts$/.test(path),
	);

const banner = () => `/* Bundled from ${ENTRY}: ${hashOf([...inputs(), OWN]).slice(0, 16)} */`;

const isCurrent = (first) =>
	existsSync(BUNDLE) && readFileSync(BUNDLE, 'utf8').startsWith(`${first}\n`);

/** Node runs no TypeScript, so the front end is bundled when its text has changed: some tenths of a second. */
async function bundle(first) {
	const { rolldown } = await import('rolldown');
	const build = await rolldown({ input: at(ENTRY), platform: 'neutral', logLevel: 'warn' });
	const { output } = await build.generate({ format: 'esm' });
	await build.close();
	mkdirSync(at('build'), { recursive: true });
	/* by renaming, for another command may be reading it */
	const draft = `${BUNDLE}.${process.pid}`;
	writeFileSync(draft, `${first}\n${output[0].code}`);
	renameSync(draft, BUNDLE);
}

/** The front end of the dialect (core-c/dialect/index.ts), as a module that this node can run. */
export async function loadFrontEnd() {
	const first = banner();
	if (!isCurrent(first)) await bundle(first);
	return import(`${pathToFileURL(BUNDLE).href}?${first.match(/: (\w+)/)[1]}`);
}
