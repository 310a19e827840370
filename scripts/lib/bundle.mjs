/** Node runs no TypeScript, so what a command needs of it is bundled when its text has changed: some tenths of a second. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { at } from './files.mjs';

const isCurrent = (path, first) =>
	existsSync(path) && readFileSync(path, 'utf8').startsWith(`${first}\n`);

async function bundle(entry, path, first) {
	const { rolldown } = await import('rolldown');
	const build = await rolldown({
		input: at(entry),
		platform: 'node',
		logLevel: 'warn',
		resolve: { alias: { '@generated': at('build/generated') } },
	});
	const { output } = await build.generate({ format: 'esm', codeSplitting: false });
	await build.close();
	mkdirSync(dirname(path), { recursive: true });
	/* by renaming, for another command may be reading it */
	const draft = `${path}.${process.pid}`;
	writeFileSync(draft, `${first}\n${output[0].code}`);
	renameSync(draft, path);
}

/** A TypeScript file and all that it imports, as a module that this node can run; `hash` is of all those files. */
export async function importBundled(entry, path, hash) {
	const short = hash.slice(0, 16);
	const first = `/* Bundled from ${entry}: ${short} */`;
	if (!isCurrent(path, first)) await bundle(entry, path, first);
	return import(`${pathToFileURL(path).href}?${short}`);
}
