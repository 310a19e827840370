import { existsSync } from 'node:fs';
import { at, readIfThere } from './files.mjs';

/**
 * Compares what package-lock.json asks for with what npm noted down when it last installed.
 * Returns the names that are missing or of another version. A package for another system
 * (optional, with an os or cpu) may be absent.
 */
export function differingPackages(lock, installed, isThere = () => true) {
	return Object.entries(lock.packages)
		.filter(([path]) => path !== '')
		.filter(([path, wanted]) => {
			const have = installed?.packages?.[path];
			if (!have) return !wanted.optional;
			return have.version !== wanted.version || !isThere(path);
		})
		.map(([path]) => path.replace(/^.*node_modules\//, ''));
}

export function missingPackages() {
	const lock = JSON.parse(readIfThere(at('package-lock.json')));
	const installed = JSON.parse(readIfThere(at('node_modules/.package-lock.json')) ?? 'null');
	return differingPackages(lock, installed, (path) => existsSync(at(path, 'package.json')));
}
