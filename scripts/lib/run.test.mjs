import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ROOT } from './files.mjs';

const call = promisify(execFile);

it.each([
	['pins', "Unknown option '--nonsense'"],
	['test-kernel', "Unknown option '--nonsense'"],
	['bench-kernel', "Unknown option '--nonsense'"],
	['mutate', "Unknown option '--nonsense'"],
])('%s that is called wrongly says so in a line, and does nothing', async (name, reason) => {
	const args = [`scripts/${name}.mjs`, '--nonsense', '3'];
	const error = await call(process.execPath, args, { cwd: ROOT, timeout: 20_000 }).catch((e) => e);
	expect(error).toMatchObject({ code: 2, stdout: '' });
	const lines = error.stderr.trim().split('\n');
	expect(lines).toEqual([expect.stringContaining(`${name}.mjs: ${reason}`)]);
});

it('a command that takes names is given them', async () => {
	const args = ['scripts/record-kernel.mjs', 'nonsense'];
	const error = await call(process.execPath, args, { cwd: ROOT, timeout: 20_000 }).catch((e) => e);
	expect(error.stderr).toContain('No recording is named nonsense.');
});
