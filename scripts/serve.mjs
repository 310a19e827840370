import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { compressed, encodingFor } from './lib/compress.mjs';
import { at } from './lib/files.mjs';
import { isMain, main } from './lib/run.mjs';

const TYPES = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.mjs': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.json': 'application/json',
	'.wasm': 'application/wasm',
	'.woff2': 'font/woff2',
	'.svg': 'image/svg+xml',
	'.png': 'image/png',
	'.ico': 'image/x-icon',
	'.txt': 'text/plain; charset=utf-8',
	'.md': 'text/plain; charset=utf-8',
	'.tex': 'text/plain; charset=utf-8',
	'.gz': 'application/gzip',
};

/** These are compressed already; all else, recordings included, is text or machine code. */
const DENSE = new Set(['.woff2', '.png', '.ico', '.gz']);

function fileFor(url, folder, base) {
	const path = decodeURIComponent(new URL(url, 'http://any').pathname);
	if (!path.startsWith(base)) return undefined;
	const inside = normalize(`/${path.slice(base.length)}`);
	const file = join(folder, inside.endsWith('/') ? `${inside}index.html` : inside);
	return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}

/** The file, compressed as the reader's browser takes it. */
async function send(request, response, file) {
	const ending = extname(file);
	const headers = {
		'content-type': TYPES[ending] ?? 'application/octet-stream',
		'cache-control': 'no-cache',
		'x-content-type-options': 'nosniff',
		/* pages of other origins may take in the element and its modules; nothing here is anybody's secret */
		'access-control-allow-origin': '*',
	};
	if (!DENSE.has(ending)) headers.vary = 'Accept-Encoding';
	const encoding = DENSE.has(ending) ? undefined : encodingFor(request.headers['accept-encoding']);
	if (!encoding) {
		response.writeHead(200, headers);
		createReadStream(file).pipe(response);
		return;
	}
	const bytes = await compressed(file, encoding);
	headers['content-encoding'] = encoding;
	headers['content-length'] = bytes.length;
	response.writeHead(200, headers).end(bytes);
}

function answer(request, response, folder, base) {
	let file;
	try {
		file = fileFor(request.url, folder, base);
	} catch {
		response.writeHead(400).end();
		return;
	}
	if (!file) {
		response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
		return;
	}
	/* it may be gone by now */
	send(request, response, file).catch(() => response.destroy());
}

function listen(server, port, host) {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, () => {
			server.off('error', reject);
			resolve();
		});
	});
}

/**
 * Serves a folder as any static server would: no rewriting, no fallback page. Takes the next free
 * port when `tries` allows it; resolves to the server and its address.
 */
export async function serve({
	folder = at('dist'),
	port,
	host = '127.0.0.1',
	base = '/',
	tries = 1,
}) {
	for (let next = port; ; next++) {
		const server = createServer((request, response) => answer(request, response, folder, base));
		try {
			await listen(server, next, host);
		} catch (error) {
			if (error.code !== 'EADDRINUSE' || next + 1 >= port + tries) throw error;
			continue;
		}
		const name = host === '127.0.0.1' || host === '0.0.0.0' ? 'localhost' : host;
		return { server, address: `http://${name}:${server.address().port}${base}` };
	}
}

export async function freePort() {
	const { server } = await serve({ port: 0 });
	const { port } = server.address();
	await new Promise((resolve) => server.close(resolve));
	return port;
}

if (isMain(import.meta)) {
	main(async (args) => {
		const option = (name) => {
			const place = args.indexOf(`--${name}`);
			return place < 0 ? undefined : args[place + 1];
		};
		const { address } = await serve({ port: Number(option('port')), base: option('base') });
		console.log(address);
	});
}
