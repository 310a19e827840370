/** The file system of the virtual machine: an archive in the "newc" format of cpio, compressed. */
import { gzipSync } from 'node:zlib';

const DIRECTORY = 0o040755;
const PROGRAM = 0o100755;
const hex = (number) => number.toString(16).padStart(8, '0').toUpperCase();
const padded = (bytes) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

function entry(path, mode, bytes, inode) {
	const name = Buffer.from(`${path}\0`);
	const fields = [inode, mode, 0, 0, 1, 0, bytes.length, 0, 0, 0, 0, name.length, 0];
	const head = Buffer.from(`070701${fields.map(hex).join('')}`);
	return Buffer.concat([padded(Buffer.concat([head, name])), padded(bytes)]);
}

/** files: path without the leading slash → contents. */
export function initramfs(files) {
	const folders = ['dev', 'proc', 'sys'];
	const entries = [
		...folders.map((path) => [path, DIRECTORY, Buffer.alloc(0)]),
		...Object.entries(files).map(([path, bytes]) => [path, PROGRAM, Buffer.from(bytes)]),
		['TRAILER!!!', 0, Buffer.alloc(0)],
	];
	const archive = entries.map(([path, mode, bytes], i) => entry(path, mode, bytes, i + 1));
	return gzipSync(Buffer.concat(archive), { level: 1 });
}
