import { spawn } from 'node:child_process';
import { ROOT } from '../lib/files.mjs';

/** Seconds of CPU: a loaded machine takes longer and hangs no more. */
const MOST_CPU = 30;

/** Runs a program and resolves to its exit code and what it said; one that goes round for ever is ended: hung. */
export function limited(command, args, { env = {} } = {}) {
	return new Promise((resolve, reject) => {
		const shell = [
			'-c',
			`ulimit -t ${MOST_CPU}; ulimit -v 8000000; exec "$0" "$@"`,
			command,
			...args,
		];
		const child = spawn('/bin/sh', shell, {
			cwd: ROOT,
			env: { ...process.env, ...env },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let output = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding('utf8'); /* a character may come in two chunks */
			stream.on('data', (chunk) => {
				if (output.length < 1 << 20) output += chunk;
			});
		}
		child.on('error', reject);
		child.on('close', (code, signal) =>
			resolve({ code: code ?? 128, hung: signal !== null, output }),
		);
	});
}
