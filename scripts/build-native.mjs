import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { at } from './lib/files.mjs';
import { mustRun } from './lib/run.mjs';

export const NATIVE = 'build/native';

/** Configures once and builds what is stale; `target` limits it to one program. */
export async function buildNative({ target, quiet = false } = {}) {
	if (!existsSync(at(NATIVE, 'Makefile'))) {
		const options = [
			'--fresh', // a folder that was configured for another generator
			'-G',
			'Unix Makefiles',
			'-DCMAKE_C_COMPILER=gcc',
			'-DCMAKE_BUILD_TYPE=Release',
		];
		await mustRun('cmake', ['-S', '.', '-B', NATIVE, ...options], { quiet });
	}
	const only = target ? ['--target', target] : [];
	await mustRun('cmake', ['--build', NATIVE, '-j', String(availableParallelism()), ...only], {
		quiet,
	});
}
