import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodingFor } from './lib/compress.mjs';
import { serve } from './serve.mjs';

const TEXT = 'step(); '.repeat(500);

let top;
let served;

beforeAll(async () => {
	top = mkdtempSync(join(tmpdir(), 'lockstep-serve-'));
	mkdirSync(join(top, 'site/assets'), { recursive: true });
	writeFileSync(join(top, 'secret'), 'secret');
	writeFileSync(join(top, 'site/index.html'), '<p>page</p>');
	writeFileSync(join(top, 'site/assets/core.wasm'), 'wasm');
	writeFileSync(join(top, 'site/assets/text.js'), TEXT);
	writeFileSync(join(top, 'site/assets/face.woff2'), TEXT);
	served = await serve({ folder: join(top, 'site'), port: 0, base: '/any/base/' });
});

afterAll(() => {
	served.server.close();
	rmSync(top, { recursive: true });
});

/** fetch() would tidy up the dots of a path before it sends it. */
function get(path) {
	const { port } = served.server.address();
	return new Promise((resolve, reject) => {
		request({ host: '127.0.0.1', port, path }, (response) => {
			let body = '';
			response.on('data', (chunk) => {
				body += chunk;
			});
			response.on('end', () =>
				resolve({ status: response.statusCode, type: response.headers['content-type'], body }),
			);
		})
			.on('error', reject)
			.end();
	});
}

describe('the server', () => {
	test('serves the page and its files under the base, with their types', async () => {
		expect(await get('/any/base/')).toMatchObject({ status: 200, body: '<p>page</p>' });
		const wasm = await get('/any/base/assets/core.wasm?x=1');
		expect(wasm).toEqual({ status: 200, type: 'application/wasm', body: 'wasm' });
	});

	test.each(['/', '/any/', '/any/base/none.js', '/any/base/assets', '/other/base/index.html'])(
		'knows nothing of %s',
		async (path) => expect((await get(path)).status).toBe(404),
	);

	test.each(['/any/base/../../secret', '/any/base/%2e%2e/secret', '/any/base/..%2fsecret'])(
		'does not leave its folder for %s',
		async (path) => expect((await get(path)).status).toBe(404),
	);

	test('refuses an address that cannot be decoded', async () => {
		expect((await get('/any/base/%zz')).status).toBe(400);
	});
});

/** The answer as it went over the wire; fetch() would unpack it. */
function raw(path, encodings) {
	const { port } = served.server.address();
	const headers = encodings === undefined ? {} : { 'accept-encoding': encodings };
	return new Promise((resolve, reject) => {
		request({ host: '127.0.0.1', port, path: `/any/base/assets/${path}`, headers }, (response) => {
			const parts = [];
			response.on('data', (part) => parts.push(part));
			response.on('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(parts) }));
		})
			.on('error', reject)
			.end();
	});
}

describe('compression', () => {
	test.each([
		['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
		['gzip, deflate', 'gzip', gunzipSync],
		['br;q=0.1, gzip;q=0.9', 'gzip', gunzipSync],
		['br;q=0, *', 'gzip', gunzipSync],
	])('of what the browser takes: %s', async (takes, encoding, unpack) => {
		/* twice: the second answer is the one that was kept */
		for (const { headers, bytes } of [await raw('text.js', takes), await raw('text.js', takes)]) {
			expect(headers['content-encoding']).toBe(encoding);
			expect(headers.vary).toBe('Accept-Encoding');
			expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
			expect(Number(headers['content-length'])).toBe(bytes.length);
			expect(bytes.length).toBeLessThan(TEXT.length / 10);
			expect(unpack(bytes).toString()).toBe(TEXT);
		}
	});

	test.each([undefined, '', 'identity', 'deflate', 'br;q=0, gzip;q=0'])(
		'none for who takes none: %s',
		async (takes) => {
			const { headers, bytes } = await raw('text.js', takes);
			expect(headers['content-encoding']).toBeUndefined();
			expect(headers.vary).toBe('Accept-Encoding');
			expect(bytes.toString()).toBe(TEXT);
		},
	);

	test('of machine code too, but not of what is dense already', async () => {
		expect((await raw('core.wasm', 'gzip')).headers['content-encoding']).toBe('gzip');
		const { headers, bytes } = await raw('face.woff2', 'br, gzip');
		expect(headers['content-encoding']).toBeUndefined();
		expect(headers.vary).toBeUndefined();
		expect(bytes.toString()).toBe(TEXT);
	});

	test('follows a file that changes', async () => {
		await raw('text.js', 'gzip');
		writeFileSync(join(top, 'site/assets/text.js'), 'new');
		expect(gunzipSync((await raw('text.js', 'gzip')).bytes).toString()).toBe('new');
		writeFileSync(join(top, 'site/assets/text.js'), TEXT);
	});

	test('prefers brotli where both are welcome', () => {
		expect(encodingFor('*')).toBe('br');
		expect(encodingFor('GZIP;Q=0.5, BR')).toBe('br');
	});
});

test('a taken port is an error, or leads to the next', async () => {
	const { port } = served.server.address();
	const folder = join(top, 'site');
	await expect(serve({ folder, port })).rejects.toThrow('EADDRINUSE');
	const second = await serve({ folder, port, tries: 20 });
	expect(second.server.address().port).toBeGreaterThan(port);
	second.server.close();
});
