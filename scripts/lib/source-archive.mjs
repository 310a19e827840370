/**
 * The source of the site as an archive beside it, and its licence: whoever has the page has the texts, the tests and the
 * command line that it speaks of, without a server that keeps them.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from './files.mjs';

export const ARCHIVE = 'lockstep-source.tar.gz';
const FOLDER = 'lockstep';
const BLOCK = 512;

/** Names and folders of .gitignore, which has no other patterns but endings. */
function ignored(root) {
	const lines = readFileSync(join(root, '.gitignore'), 'utf8').split('\n').filter(Boolean);
	return (path, isFolder) =>
		lines.some((line) => {
			if (line.startsWith('*')) return path.endsWith(line.slice(1));
			return isFolder && (path === line.slice(0, -1) || path.endsWith(`/${line.slice(0, -1)}`));
		});
}

/** What is neither made by a build nor installed, sorted. */
export function sourceFiles(root = ROOT) {
	const isOut = ignored(root);
	const under = (folder) =>
		readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
			const path = folder ? `${folder}/${entry.name}` : entry.name;
			if (entry.name === '.git' || isOut(path, entry.isDirectory())) return [];
			if (entry.isDirectory()) return under(path);
			return entry.isFile() ? [path] : [];
		});
	return under('').sort();
}

/** A header of the ustar format; the same bytes for the same file, whoever builds and when. */
function header(path, { size, mode }) {
	const bytes = Buffer.alloc(BLOCK);
	const octal = (value, at, length) =>
		bytes.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at);
	const name = `${FOLDER}/${path}`;
	if (Buffer.byteLength(name) > 100) throw new Error(`${path}: too long a name for the archive`);
	bytes.write(name, 0);
	octal(mode & 0o100 ? 0o755 : 0o644, 100, 8);
	octal(0, 108, 8);
	octal(0, 116, 8);
	octal(size, 124, 12);
	octal(0, 136, 12);
	bytes.write('        0', 148);
	bytes.write('ustar\0' + '00', 257);
	octal(
		bytes.reduce((sum, byte) => sum + byte, 0),
		148,
		7,
	);
	return bytes;
}

export function sourceArchive(root = ROOT) {
	const parts = sourceFiles(root).flatMap((path) => {
		const bytes = readFileSync(join(root, path));
		const { mode } = statSync(join(root, path));
		const rest = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK);
		return [header(path, { size: bytes.length, mode }), bytes, rest];
	});
	return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

/** Into the folder of the site. */
export function writeSource(folder, root = ROOT) {
	writeFileSync(join(folder, ARCHIVE), sourceArchive(root));
	writeFileSync(join(folder, 'LICENSE.txt'), readFileSync(join(root, 'LICENSE')));
}
