import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { generate } from './generate.mjs';
import { at, filesUnder, hashOf, readIfThere } from './lib/files.mjs';
import { isMain, main, mustRun, Told } from './lib/run.mjs';

/**
 * The module of the page, and one that opens recorded runs as well: they need as much code again as a
 * lock, and most readers open none. What the linker reaches from no export, it leaves out.
 */
const MODULES = [
	{ output: 'wasm/dist/core.wasm', exported: (name) => !name.startsWith('ls_api_trace_') },
	{ output: 'wasm/dist/trace.wasm', exported: () => true },
];
const STAMP = 'build/wasm.stamp';
const FLAGS = [
	'-std=gnu11',
	'-O3',
	'-flto',
	'-fno-strict-aliasing',
	'-Wall',
	'-Wextra',
	'-Werror',
	'-Icore-c',
	'-Ibuild/generated',
	'-sSTANDALONE_WASM',
	'--no-entry',
	'-sALLOW_MEMORY_GROWTH=1',
	'-sINITIAL_MEMORY=8MB',
	'-sMAXIMUM_MEMORY=4294967296',
	'-sTOTAL_STACK=262144',
	'-sMALLOC=emmalloc',
];

/** What runs only outside the browser: the command line, real threads, the kernel. */
const NATIVE_ONLY = /^core-c\/(cli|kernel|backend)\/|_test\.c$/;

export function wasmSources() {
	const core = filesUnder('core-c', (path) => path.endsWith('.c') && !NATIVE_ONLY.test(path));
	return [...core, 'wasm/api.c'];
}

/** The exported C functions: one a line, # starts a comment. */
export function exportNames(text = readFileSync(at('wasm/exports.txt'), 'utf8')) {
	return text
		.split('\n')
		.map((line) => line.replace(/#.*/, '').trim())
		.filter(Boolean);
}

function inputs() {
	const included = filesUnder('core-c', (path) => /\.(h|def|inc)$/.test(path));
	const generated = filesUnder('build/generated', (path) => path.endsWith('.h'));
	const headers = filesUnder('wasm', (path) => /^wasm\/[^/]*\.(h|def)$/.test(path));
	const all = [...wasmSources(), ...included, ...generated, ...headers, 'wasm/exports.txt'];
	return [...new Set([...all, 'scripts/build-wasm.mjs'])];
}

/** Compiles core-c and wasm/api.c to bare modules, when any input changed since the last time. */
export async function buildWasm() {
	const stamp = hashOf(inputs());
	const built = MODULES.every(({ output }) => readIfThere(at(output)) !== undefined);
	if (readIfThere(at(STAMP)) === stamp && built) {
		console.log('wasm/dist is up to date');
		return;
	}
	mkdirSync(at('wasm/dist'), { recursive: true });
	mkdirSync(at('build'), { recursive: true });
	console.log(
		'Building wasm/dist (the first time, an emcc not from Debian builds its own libraries: minutes)',
	);
	for (const { output, exported } of MODULES) await build(output, exportNames().filter(exported));
	writeFileSync(at(STAMP), stamp);
}

async function build(output, names) {
	await mustRun('emcc', [
		...FLAGS,
		`-sEXPORTED_FUNCTIONS=${names.map((name) => `_${name}`).join(',')}`,
		...wasmSources(),
		'-o',
		output,
	]);
	const bytes = readFileSync(at(output));
	checkModule(output, names, bytes);
	console.log(`${output}: ${bytes.length} bytes, ${gzipSync(bytes).length} gzip`);
}

/** The loader gives the module no imports but these. */
function checkModule(output, names, bytes) {
	const module = new WebAssembly.Module(bytes);
	const exported = new Set(WebAssembly.Module.exports(module).map(({ name }) => name));
	const absent = names.filter((name) => !exported.has(name));
	if (absent.length > 0) throw new Told(`${output} does not export ${absent.join(', ')}`);
	for (const { module: from, name } of WebAssembly.Module.imports(module)) {
		const known = from === 'wasi_snapshot_preview1' || name === 'emscripten_notify_memory_growth';
		if (!known) throw new Told(`${output} asks for ${from}.${name}, which no loader gives it`);
	}
}

if (isMain(import.meta)) {
	main(async () => {
		generate();
		await buildWasm();
	});
}
