import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
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

const isCurrent = (path, first) =>
	existsSync(path) && readFileSync(path, 'utf8').startsWith(`${first}\n`);

/** Node runs no TypeScript, so the front end is bundled when its text has changed: some tenths of a second. */
async function bundle(path, first) {
	const { rolldown } = await import('rolldown');
	const build = await rolldown({ input: at(ENTRY), platform: 'neutral', logLevel: 'warn' });
	const { output } = await build.generate({ format: 'esm' });
	await build.close();
	mkdirSync(dirname(path), { recursive: true });
	/* by renaming, for another command may be reading it */
	const draft = `${path}.${process.pid}`;
	writeFileSync(draft, `${first}\n${output[0].code}`);
	renameSync(draft, path);
}

/** The front end of the dialect (core-c/dialect/index.ts), as a module that this node can run. */
export async function loadFrontEnd(path = BUNDLE) {
	const first = banner();
	if (!isCurrent(path, first)) await bundle(path, first);
	return import(`${pathToFileURL(path).href}?${first.match(/: (\w+)/)[1]}`);
}
