/** What a file of the site weighs on its way to a reader, compressed as servers do. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { at } from './files.mjs';

/** These are compressed already. */
const DENSE = /\.(?:woff2|png|ico)$/;

/** Bytes of a file of dist/; '' is the page itself. */
export function packedSize(path, folder = at('dist')) {
	const bytes = readFileSync(join(folder, path === '' ? 'index.html' : path));
	return DENSE.test(path) ? bytes.length : gzipSync(bytes, { level: 9 }).length;
}

/** Bytes of each module in a folder, by the name that it has in the source. */
export const moduleSizes = (folder = at('dist/assets')) =>
	readdirSync(folder)
		.filter((file) => file.endsWith('.wasm'))
		.map((file) => ({
			name: file.replace(/-[\w-]{8}\.wasm$/, '.wasm'),
			packed: packedSize(file, folder),
		}));

/** Notes what a Playwright page asks of an address: paths below it, each once. */
export function requestsOf(page, address) {
	const paths = new Set();
	page.on('request', (request) => {
		const [url] = request.url().split(/[?#]/);
		if (url.startsWith(address)) paths.add(url.slice(address.length));
	});
	return paths;
}
