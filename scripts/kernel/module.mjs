/** The project's own lock texts as a kernel module; and one that makes the patch's accesses wait. */
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { generate } from '../generate.mjs';
import { at, filesUnder, hashOf, writeIfChanged } from '../lib/files.mjs';
import { buildModule, cacheFolder } from './tree.mjs';

const CORE = 'core-c';
const OWN = 'core-c/kernel/module';
const PARTS = [
	/^(?:machine|registry|lockstep|inspect)\.h$/,
	/^registry\.c$/,
	/^backend\/(?:locals|kernel\/(?:kernel|ticks))\.h$/,
	/^backend\/step\/lines\.h$/,
	/^backend\/record\/recording\.h$/,
];
const OF_LOCKS = /^locks\/(\w+)\/(?:\1\.(?:c|h)|watched_kernel\.c)$/;
const GENERATED = ['ids.h', 'procs.h', 'facts.c', 'texts.mk', 'kernel/watched.c'];

/** What goes into the module, as [path in the repository, path where it is built]. */
export function sources() {
	const core = filesUnder(CORE)
		.map((path) => [path, path.slice(CORE.length + 1)])
		.filter(([, path]) => OF_LOCKS.test(path) || PARTS.some((part) => part.test(path)));
	const own = filesUnder(OWN).map((path) => [path, path.slice(OWN.length + 1)]);
	const generated = GENERATED.map((file) => [`build/generated/${file}`, basename(file)]);
	return [...core, ...own, ...generated];
}

const MODULES = ['lockstep', 'tp_delays', 'watch'];

/**
 * lockstep.ko and tp_delays.ko for this kernel: name → contents, from the cache when nothing has changed. The model
 * knows 16 threads at most; `threads` builds the texts for more of them.
 */
export async function kernelModules(kernel, { threads } = {}) {
	await generate();
	const files = sources();
	const limit = threads ? `ccflags-y += -DLS_MAX_THREADS=${threads}\n` : '';
	const key = hashOf(
		files.map(([path]) => path),
		kernel.key + limit,
	).slice(0, 12);
	const cached = (name) => join(cacheFolder(), `module-${key}-${name}.ko`);
	if (!MODULES.every((name) => existsSync(cached(name)))) {
		const folder = join(cacheFolder(), threads ? `module-${threads}` : 'module');
		mkdirSync(folder, { recursive: true });
		for (const [path, there] of files) {
			const text = readFileSync(at(path), 'utf8');
			writeIfChanged(join(folder, there), there === 'Kbuild' ? text + limit : text);
		}
		await buildModule(kernel, folder, `${folder}.log`);
		for (const name of MODULES) copyFileSync(join(folder, `${name}.ko`), cached(name));
	}
	return Object.fromEntries(MODULES.map((name) => [`${name}.ko`, readFileSync(cached(name))]));
}
