/** The project's own lock texts as a kernel module. */
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from '../generate.mjs';
import { at, filesUnder, hashOf, writeIfChanged } from '../lib/files.mjs';
import { buildModule, cacheFolder } from './tree.mjs';

const CORE = 'core-c';
const OWN = 'core-c/kernel/module';
const PARTS = [
	/^(?:machine|registry|lockstep|inspect)\.h$/,
	/^registry\.c$/,
	/^backend\/(?:locals|kernel\/kernel)\.h$/,
	/^backend\/step\/lines\.h$/,
	/^backend\/record\/recording\.h$/,
];
const TEXTS = /^locks\/(\w+)\/\1\.(?:c|h)$/;
const GENERATED = ['ids.h', 'procs.h', 'facts.c', 'texts.mk'];

/** What goes into the module, as [path in the repository, path where it is built]. */
export function sources() {
	const core = filesUnder(CORE)
		.map((path) => [path, path.slice(CORE.length + 1)])
		.filter(([, path]) => TEXTS.test(path) || PARTS.some((part) => part.test(path)));
	const own = filesUnder(OWN).map((path) => [path, path.slice(OWN.length + 1)]);
	const generated = GENERATED.map((file) => [`build/generated/${file}`, file]);
	return [...core, ...own, ...generated];
}

/**
 * Contents of lockstep.ko for this kernel, from the cache when nothing has changed. The model knows
 * 16 threads at most; `threads` builds the texts for more of them.
 */
export async function lockstepModule(kernel, { threads } = {}) {
	await generate();
	const files = sources();
	const limit = threads ? `ccflags-y += -DLS_MAX_THREADS=${threads}\n` : '';
	const key = hashOf(
		files.map(([path]) => path),
		kernel.key + limit,
	).slice(0, 12);
	const cached = join(cacheFolder(), `module-${key}.ko`);
	if (!existsSync(cached)) {
		const folder = join(cacheFolder(), threads ? `module-${threads}` : 'module');
		mkdirSync(folder, { recursive: true });
		for (const [path, there] of files) {
			const text = readFileSync(at(path), 'utf8');
			writeIfChanged(join(folder, there), there === 'Kbuild' ? text + limit : text);
		}
		await buildModule(kernel, folder, `${folder}.log`);
		copyFileSync(join(folder, 'lockstep.ko'), cached);
	}
	return readFileSync(cached);
}
