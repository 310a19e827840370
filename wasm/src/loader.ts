/**
 * Turns the bytes of the module of the lock into a running instance. The module is bare (no JavaScript glue), so
 * what little it imports is supplied here, and whatever is wrong is said in a sentence.
 */

import { LoadError } from './load-error';
import { reasonOf } from './reason';

/** The boundary, as in wasm/exports.txt. Pointers and lengths are plain numbers. */
export interface CoreExports {
	memory: WebAssembly.Memory;
	_initialize?(): void;
	ls_api_text(): number;
	ls_api_machine(): number;
	ls_api_machine_used(): number;
	ls_api_record(): number;
	ls_api_config(): number;
	ls_api_reset(): number;
	ls_api_peek(action: number): number;
	ls_api_step(action: number): number;
	ls_api_replay(count: number): number;
	ls_api_hash(): number;
	ls_api_judge(): number;
	ls_api_narrate(): number;
	ls_api_about(): number;
	ls_api_why(tid: number): number;
	ls_api_queue(index: number): number;
	ls_api_cache(): number;
	ls_api_cache_start(lock: number, threads: number): number;
	ls_api_cache_take(): number;
	ls_api_race_along(count: number): number;
	ls_api_returns(count: number, first: number): number;
	ls_api_url_parse(length: number): number;
	ls_api_url_format(count: number, at: number): number;
	ls_api_explore_start(maxStates: number): number;
	ls_api_races_start(maxStates: number): number;
	ls_api_explore_slice(count: number): number;
	ls_api_explore_stats(): number;
	ls_api_ahead_start(count: number, maxStates: number): number;
	ls_api_ahead_saved(maxStates: number): number;
	ls_api_goal_along(bytes: number, count: number): number;
	ls_api_goal_done(reached: number): number;
	ls_api_goal_start(bytes: number, count: number, maxStates: number): number;
}

/** Names of the functions above, for the check at start and for the test against exports.txt. */
export const EXPORT_NAMES = [
	'ls_api_text',
	'ls_api_machine',
	'ls_api_machine_used',
	'ls_api_record',
	'ls_api_config',
	'ls_api_reset',
	'ls_api_peek',
	'ls_api_step',
	'ls_api_replay',
	'ls_api_hash',
	'ls_api_judge',
	'ls_api_narrate',
	'ls_api_about',
	'ls_api_why',
	'ls_api_queue',
	'ls_api_cache',
	'ls_api_cache_start',
	'ls_api_cache_take',
	'ls_api_race_along',
	'ls_api_returns',
	'ls_api_url_parse',
	'ls_api_url_format',
	'ls_api_explore_start',
	'ls_api_races_start',
	'ls_api_explore_slice',
	'ls_api_explore_stats',
	'ls_api_ahead_start',
	'ls_api_ahead_saved',
	'ls_api_goal_along',
	'ls_api_goal_done',
	'ls_api_goal_start',
] as const satisfies readonly (keyof CoreExports)[];

/** What every module has: through these, texts and configurations go in and out. */
export const COMMON_NAMES = [
	'ls_api_text',
	'ls_api_machine',
	'ls_api_record',
	'ls_api_config',
] as const satisfies readonly (keyof CoreExports)[];

export type CoreSource = URL | string | BufferSource | Response;

/** `names`: what is called of it. */
export async function instantiate(
	source: CoreSource,
	names: readonly string[] = EXPORT_NAMES,
): Promise<CoreExports> {
	const bytes = await bytesOf(source);
	checkMagic(bytes);
	let module: WebAssembly.Module;
	try {
		module = await WebAssembly.compile(bytes);
	} catch (cause) {
		throw new LoadError(`The module of the lock does not compile: ${reasonOf(cause)}`, { cause });
	}
	let instance: WebAssembly.Instance;
	try {
		instance = await WebAssembly.instantiate(module, stubsFor(module));
	} catch (cause) {
		if (cause instanceof LoadError) throw cause;
		throw new LoadError(`The module of the lock does not start: ${reasonOf(cause)}`, { cause });
	}
	const missing = ['memory', ...names].filter((name) => !(name in instance.exports));
	if (missing.length > 0)
		throw new LoadError(
			`The module of the lock is of another version: it lacks ${missing.join(', ')}`,
		);
	const exports = instance.exports as unknown as CoreExports;
	exports._initialize?.();
	return exports;
}

async function bytesOf(source: CoreSource): Promise<ArrayBuffer | ArrayBufferView<ArrayBuffer>> {
	if (source instanceof ArrayBuffer) return source;
	if (ArrayBuffer.isView(source)) return source as ArrayBufferView<ArrayBuffer>;
	let response: Response;
	if (typeof Response !== 'undefined' && source instanceof Response) {
		response = source;
	} else {
		const address = String(source);
		try {
			response = await fetch(address);
		} catch (cause) {
			throw new LoadError(
				`The module of the lock could not be fetched from ${address}: ${reasonOf(cause)}`,
				{
					cause,
				},
			);
		}
	}
	if (!response.ok)
		throw new LoadError(
			`The module of the lock could not be fetched: the server answered ${response.status} ${response.statusText}`.trim(),
		);
	return response.arrayBuffer();
}

/** A server that answers a missing file with a page is common enough to deserve its own sentence. */
function checkMagic(source: ArrayBuffer | ArrayBufferView): void {
	const bytes = ArrayBuffer.isView(source)
		? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
		: new Uint8Array(source);
	if (
		bytes.length >= 8 &&
		bytes[0] === 0 &&
		bytes[1] === 0x61 &&
		bytes[2] === 0x73 &&
		bytes[3] === 0x6d
	)
		return;
	const what =
		bytes.length === 0
			? 'it is empty'
			: bytes[0] === 0x3c
				? 'it looks like an HTML page'
				: 'its first bytes are wrong';
	throw new LoadError(`The module of the lock is not a WebAssembly module: ${what}`);
}

const ERRNO_NOSYS = 52;

/** Stubs of the few imports that a standalone module may have; any other import is refused by name. */
function stubsFor(module: WebAssembly.Module): WebAssembly.Imports {
	const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
	for (const wanted of WebAssembly.Module.imports(module)) {
		const full = `${wanted.module}.${wanted.name}`;
		let stub: WebAssembly.ImportValue;
		if (full === 'env.emscripten_notify_memory_growth') {
			stub = () => {};
		} else if (full === 'wasi_snapshot_preview1.proc_exit') {
			stub = (code: number) => {
				throw new Error(`the core stopped with code ${code}`);
			};
		} else if (wanted.module === 'wasi_snapshot_preview1' && wanted.kind === 'function') {
			stub = () => ERRNO_NOSYS;
		} else {
			throw new LoadError(
				`The module of the lock wants an import that this page does not have: ${full}`,
			);
		}
		imports[wanted.module] ??= {};
		(imports[wanted.module] as Record<string, WebAssembly.ImportValue>)[wanted.name] = stub;
	}
	return imports;
}
