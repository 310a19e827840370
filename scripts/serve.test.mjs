import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve } from './serve.mjs';

let top;
let served;

beforeAll(async () => {
	top = mkdtempSync(join(tmpdir(), 'lockstep-serve-'));
	mkdirSync(join(top, 'site/assets'), { recursive: true });
	writeFileSync(join(top, 'secret'), 'secret');
	writeFileSync(join(top, 'site/index.html'), '<p>page</p>');
	writeFileSync(join(top, 'site/assets/core.wasm'), 'wasm');
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

test('a taken port is an error, or leads to the next', async () => {
	const { port } = served.server.address();
	const folder = join(top, 'site');
	await expect(serve({ folder, port })).rejects.toThrow('EADDRINUSE');
	const second = await serve({ folder, port, tries: 20 });
	expect(second.server.address().port).toBeGreaterThan(port);
	second.server.close();
});
