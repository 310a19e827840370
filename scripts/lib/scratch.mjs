import { spawnSync } from 'node:child_process';
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at, filesUnder } from './files.mjs';

/** What the command line is built from. */
const PARTS = [
	'core-c',
	'scripts',
	'CMakeLists.txt',
	'package.json',
	'package-lock.json',
	'docs/glossary.md',
];

/**
 * A copy of the repository, as far as the command line needs it, and `more`, in which a test may do what an author does: write a
 * lock, edit a text. Compiled without optimization, which takes a third of the time.
 */
export function scratchCopy(more = []) {
	const root = mkdtempSync(join(tmpdir(), 'lockstep-scratch-'));
	for (const part of [...PARTS, ...more]) cpSync(at(part), join(root, part), { recursive: true });
	symlinkSync(at('node_modules'), join(root, 'node_modules'));
	mkdirSync(join(root, 'build'), { recursive: true });

	/** What a program says, on both channels, and its exit code. */
	const call = (command, args) => {
		const { status, stdout, stderr, error } = spawnSync(command, args, {
			cwd: root,
			encoding: 'utf8',
			maxBuffer: 1 << 26,
		});
		if (error) throw error;
		return { code: status, text: `${stdout}${stderr}` };
	};
	return {
		call,
		path: (...path) => join(root, ...path),
		/** `npm run lockstep -- ...`, which builds what is stale first. */
		lockstep: (...args) => call(process.execPath, ['scripts/lockstep.mjs', ...args]),
		configure() {
			const options = [
				'-DCMAKE_C_COMPILER=gcc',
				'-DCMAKE_BUILD_TYPE=Release',
				'-DCMAKE_C_FLAGS_RELEASE=-O0',
			];
			return call('cmake', ['-S', '.', '-B', 'build/native', '-G', 'Unix Makefiles', ...options]);
		},
		/** Takes in a lock of tests/fixtures/locks. */
		addLock(name) {
			cpSync(at('tests/fixtures/locks', name), join(root, 'core-c/locks', name), {
				recursive: true,
			});
		},
		/** Every file outside build/ with its text. */
		files() {
			const mine = (path) => !/^(build|node_modules)\//.test(path);
			return new Map(
				PARTS.flatMap((part) => (/\./.test(part) ? [part] : filesUnder(part, mine, root))).map(
					(path) => [path, readFileSync(join(root, path), 'utf8')],
				),
			);
		},
		/** Changes a text; what is to be replaced must stand there once. */
		edit(path, from, to) {
			const text = readFileSync(join(root, path), 'utf8');
			if (text.split(from).length !== 2)
				throw new Error(`${path} does not have this once: ${from}`);
			writeFileSync(
				join(root, path),
				text.replace(from, () => to),
			);
		},
		remove: () => rmSync(root, { recursive: true, force: true }),
	};
}
