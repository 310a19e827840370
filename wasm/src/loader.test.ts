import { describe, expect, it, vi } from 'vitest';
import { LoadError } from './load-error';
import { instantiate } from './loader';

const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const text = (value: string) => [value.length, ...new TextEncoder().encode(value)];

/** A module that does nothing but import one function. */
function importing(module: string, name: string): Uint8Array<ArrayBuffer> {
	const types = [1, 0x60, 0, 0];
	const imports = [1, ...text(module), ...text(name), 0, 0];
	return new Uint8Array([...HEADER, 1, types.length, ...types, 2, imports.length, ...imports]);
}

const failure = (source: Parameters<typeof instantiate>[0]): Promise<string> =>
	instantiate(source).then(
		() => 'loaded',
		(error: unknown) => (error instanceof LoadError ? error.message : `not a LoadError: ${error}`),
	);

describe('instantiate says what is wrong', () => {
	it('with bytes that are no module', async () => {
		expect(await failure(new Uint8Array())).toContain('it is empty');
		expect(await failure(new TextEncoder().encode('<!doctype html>'))).toContain('HTML page');
		expect(await failure(new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]).buffer)).toContain('first bytes');
		expect(await failure(new Uint8Array([...HEADER, 99, 1, 0]))).toContain('does not compile');
	});
	it('with another version', async () => {
		expect(await failure(new Uint8Array(HEADER))).toMatch(/lacks memory, ls_api_text/);
	});
	it('with an import that no page has', async () => {
		expect(await failure(importing('env', 'system'))).toContain('env.system');
	});
	it('but supplies the imports of a standalone module', async () => {
		expect(await failure(importing('wasi_snapshot_preview1', 'fd_write'))).toContain(
			'lacks memory',
		);
		expect(await failure(importing('env', 'emscripten_notify_memory_growth'))).toContain(
			'lacks memory',
		);
	});
	it('with an answer that is none', async () => {
		expect(await failure(new Response('no', { status: 404, statusText: 'Not Found' }))).toContain(
			'404 Not Found',
		);
		vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
		expect(await failure('https://example.org/core.wasm')).toContain('offline');
		vi.unstubAllGlobals();
	});
});
