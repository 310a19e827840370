import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { ROOT } from './files.mjs';

/** A sentence for the person at the terminal; printed without a stack. */
export class Told extends Error {}

const running = new Set();

/** What is printed within heldOutput(), piece by piece. */
const held = new AsyncLocalStorage();

/** Prints what the body prints in one piece when it has ended, so that it can run beside another. */
export async function heldOutput(body) {
	const pieces = [];
	try {
		return await held.run(pieces, body);
	} finally {
		process.stdout.write(Buffer.concat(pieces));
	}
}

function say(text) {
	const pieces = held.getStore();
	if (pieces) pieces.push(Buffer.from(`${text}\n`));
	else console.log(text);
}

/** Runs a command with the terminal attached, unless its output is held, and resolves to its exit code. */
export function run(command, args, { env = {}, quiet = false, cwd = ROOT } = {}) {
	const pieces = held.getStore();
	const open = pieces ? 'pipe' : 'inherit';
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, {
			cwd,
			env: { ...process.env, ...env },
			stdio: [pieces ? 'ignore' : 'inherit', quiet ? 'ignore' : open, open],
		});
		running.add(child);
		for (const stream of [child.stdout, child.stderr])
			stream?.on('data', (piece) => pieces.push(piece));
		child.on('error', (error) => reject(new Told(`${command}: ${error.message}`)));
		child.on(pieces ? 'close' : 'exit', (code, signal) => {
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

const CALLED_WRONGLY = 2;

/**
 * The frame of every command: tells what went wrong in one line and sets the exit code. A body without a parameter
 * takes no arguments; what parseArgs refuses is told without a stack.
 */
export async function main(body) {
	const [, file, ...args] = process.argv;
	const refuse = (reason) => {
		console.error(`\n${basename(file)}: ${reason}`);
		process.exitCode = CALLED_WRONGLY;
	};
	if (body.length === 0 && args.length > 0)
		return refuse(`it takes no arguments, and was given “${args.join(' ')}”.`);
	process.once('SIGTERM', () => {
		for (const child of running) child.kill();
		process.exit(143);
	});
	try {
		process.exitCode = (await body(args)) ?? 0;
	} catch (error) {
		if (error.code?.startsWith('ERR_PARSE_ARGS_')) return refuse(error.message);
		console.error(error instanceof Told ? `\n${error.message}` : error);
		process.exitCode = 1;
	}
}

/** Prints what a stage is and how long it took. */
export async function timed(title, body) {
	say(`\n── ${title}`);
	const start = performance.now();
	try {
		return await body();
	} finally {
		say(`── ${title}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
	}
}

/** True when the file was started by node itself rather than imported. */
export const isMain = (meta) => process.argv[1] === meta.filename;
