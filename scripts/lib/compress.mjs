/** Files as a server compresses them: what the reader's browser takes, each made once. */
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** In the order of preference. */
const ENCODERS = {
	br: (bytes) =>
		promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
	gzip: (bytes) => promisify(gzip)(bytes),
};

/** What an Accept-Encoding header allows, the best first; undefined where it allows none of ours. */
export function encodingFor(header = '') {
	const weights = new Map(
		header.split(',').map((part) => {
			const [name = '', ...parameters] = part
				.trim()
				.toLowerCase()
				.split(/\s*;\s*/);
			const weight = parameters.find((p) => p.startsWith('q='))?.slice(2);
			return [name, weight === undefined ? 1 : Number(weight) || 0];
		}),
	);
	const weightOf = (name) => weights.get(name) ?? weights.get('*') ?? 0;
	const best = Object.keys(ENCODERS).sort((a, b) => weightOf(b) - weightOf(a))[0];
	return weightOf(best) > 0 ? best : undefined;
}

const made = new Map();

/** The bytes of a file in an encoding, kept until the file changes. */
export async function compressed(file, encoding) {
	const { mtimeMs, size } = await stat(file);
	const key = `${encoding} ${file}`;
	const known = made.get(key);
	if (known?.mtimeMs === mtimeMs && known.size === size) return known.bytes;
	const bytes = await ENCODERS[encoding](await readFile(file));
	made.set(key, { mtimeMs, size, bytes });
	return bytes;
}
