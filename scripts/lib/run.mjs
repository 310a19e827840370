import { spawn } from 'node:child_process';
import { ROOT } from './files.mjs';

/** A sentence for the person at the terminal; printed without a stack. */
export class Told extends Error {}

const running = new Set();

/** Runs a command with the terminal attached and resolves to its exit code. */
export function run(command, args, { env = {}, quiet = false, cwd = ROOT } = {}) {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, {
			cwd,
			env: { ...process.env, ...env },
			stdio: ['inherit', quiet ? 'ignore' : 'inherit', 'inherit'],
		});
		running.add(child);
		child.on('error', (error) => reject(new Told(`${command}: ${error.message}`)));
		child.on('exit', (code, signal) => {
			running.delete(child);
			resolve(signal ? 128 : code);
		});
	});
}

/** Like run(), but an exit code other than 0 is an error. */
export async function mustRun(command, args, options) {
	const code = await run(command, args, options);
	if (code !== 0)
		throw new Told(`${command} ${args.slice(0, 2).join(' ')} ended with code ${code}`);
}

/** What a command prints to its output, or undefined when there is no such command or it fails. */
export function outputOf(command, args, options = {}) {
	return new Promise((resolve) => {
		let text = '';
		const child = spawn(command, args, {
			cwd: ROOT,
			stdio: ['ignore', 'pipe', 'ignore'],
			...options,
		});
		child.stdout.on('data', (chunk) => {
			text += chunk;
		});
		child.on('error', () => resolve(undefined));
		child.on('close', (code) => resolve(code === 0 ? text : undefined));
	});
}

/** Runs a program of the npm packages by its path: works without npx and without a shell. */
export const npmProgram = (path) => [process.execPath, `node_modules/${path}`];

/** The frame of every command: tells what went wrong in one line and sets the exit code. */
export async function main(body) {
	process.once('SIGTERM', () => {
		for (const child of running) child.kill();
		process.exit(143);
	});
	try {
		process.exitCode = (await body(process.argv.slice(2))) ?? 0;
	} catch (error) {
		console.error(error instanceof Told ? `\n${error.message}` : error);
		process.exitCode = 1;
	}
}

/** Prints what a stage is and how long it took. */
export async function timed(title, body) {
	console.log(`\n── ${title}`);
	const start = performance.now();
	try {
		return await body();
	} finally {
		console.log(`── ${title}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
	}
}

/** True when the file was started by node itself rather than imported. */
export const isMain = (meta) => process.argv[1] === meta.filename;
