/** `lockstep conform` on the host: the program of the virtual machine is linked statically. */
import { spawn } from 'node:child_process';
import { LOCKSTEP } from './programs.mjs';

/** What it prints, given the trace as its input; whatever its exit code. */
function output(args, input) {
	return new Promise((resolve, reject) => {
		const child = spawn(LOCKSTEP, ['conform', ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
		let text = '';
		child.stdout.setEncoding('utf8');
		child.stdout.on('data', (chunk) => {
			text += chunk;
		});
		child.stdin.on('error', () => {}); /* it may refuse to read on */
		child.on('error', reject);
		child.on('close', () => resolve(text));
		child.stdin.end(input);
	});
}

/** The judgement of a trace, given as its lines. */
export const conform = async (lines) =>
	JSON.parse(await output(['--json', '-'], `${lines.join('\n')}\n`));

/** The same for a person: the steps before the place, and what each thread would do there. */
export const conformText = (file) => output([file], '');
