import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { at, ROOT } from './files.mjs';
import { ARCHIVE, sourceArchive, sourceFiles, writeSource } from './source-archive.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lockstep-source-'));
afterAll(() => rmSync(folder, { recursive: true }));

/* the archive itself is no checkout */
test.skipIf(!existsSync(at('.git')))(
	'the source is what git has or would take, and nothing that was built or installed',
	() => {
		const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
			cwd: ROOT,
			encoding: 'utf8',
		});
		expect(sourceFiles()).toEqual(listed.split('\0').filter(Boolean).sort());
	},
);

test('tar reads the archive, file for file and byte for byte; it is the same each time', () => {
	writeSource(folder);
	execFileSync('tar', ['-xzf', ARCHIVE], { cwd: folder });
	for (const path of sourceFiles()) {
		const unpacked = join(folder, 'lockstep', path);
		expect(readFileSync(unpacked).equals(readFileSync(at(path))), path).toBe(true);
		expect(statSync(unpacked).mode & 0o100, path).toBe(statSync(at(path)).mode & 0o100);
	}
	const listed = execFileSync('tar', ['-tzf', ARCHIVE], { cwd: folder, encoding: 'utf8' });
	expect(listed.trim().split('\n')).toHaveLength(sourceFiles().length);
	expect(readFileSync(join(folder, ARCHIVE)).equals(sourceArchive())).toBe(true);
	expect(readFileSync(join(folder, 'LICENSE.txt'), 'utf8')).toMatch(/^MIT License/);
});
