import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Absolute path of a path inside the repository. */
export const at = (...path) => join(ROOT, ...path);

/** Files under a folder whose path relative to the repository satisfies `wanted`, sorted, with / as separator. */
export function filesUnder(folder, wanted = () => true, root = ROOT) {
	const top = join(root, folder);
	if (!existsSync(top)) return [];
	return readdirSync(top, { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
		.map((path) => path.split(sep).join('/'))
		.filter((path) => wanted(path))
		.sort();
}

/** SHA-256 over names and contents: changes when a file is renamed, added, removed or edited. */
export function hashOf(paths, extra = '', root = ROOT) {
	const hash = createHash('sha256').update(extra);
	for (const path of paths) {
		const bytes = readFileSync(join(root, path));
		hash.update(`\0${path}\0${bytes.length}\0`).update(bytes);
	}
	return hash.digest('hex');
}

/** Writes only what differs, so that build tools see an old file where nothing changed. */
export function writeIfChanged(path, text) {
	if (existsSync(path) && readFileSync(path, 'utf8') === text) return false;
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
	return true;
}

/** Deletes what lies in a folder and is not among its files. */
export function keepOnly(folder, names) {
	const kept = new Set(names.map((name) => `${folder}/${name}`));
	for (const path of filesUnder(folder)) if (!kept.has(path)) rmSync(at(path));
}

export const readIfThere = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
