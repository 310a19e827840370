import { existsSync, readFileSync } from 'node:fs';

const FOLDERS = ['/usr/include', '/usr/local/include', '/opt/homebrew/include'];

/** Path of xxhash.h, which hashes the states of the search; undefined where it is not installed. */
export function findXxhash(folders = FOLDERS) {
	return folders.map((folder) => `${folder}/xxhash.h`).find((path) => existsSync(path));
}

/** Its version, from the header itself: "0.8.1". */
export function xxhashVersion(path = findXxhash()) {
	if (!path) return undefined;
	const text = readFileSync(path, 'utf8');
	const part = (name) => new RegExp(`#\\s*define XXH_VERSION_${name}\\s+(\\d+)`).exec(text)?.[1];
	return [part('MAJOR'), part('MINOR'), part('RELEASE')].join('.');
}
