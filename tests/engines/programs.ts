/** Programs that run beside a test: until they have said something, and to their end. */
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';

const PATIENCE = 60_000;

/** Waits until the stream has said what is looked for. */
export function said(program: ChildProcess, stream: Readable, wanted: RegExp) {
	return new Promise<RegExpExecArray>((resolve, reject) => {
		let text = '';
		const fail = (why: string) => reject(new Error(`${program.spawnfile} ${why}: ${text}`));
		const late = setTimeout(() => fail('says nothing of what is waited for'), PATIENCE);
		program.once('error', ({ message }) => fail(message));
		program.once('exit', (code) => fail(`ended with ${code}`));
		stream.on('data', (piece) => {
			text += piece;
			const found = wanted.exec(text);
			if (!found) return;
			clearTimeout(late);
			resolve(found);
		});
	});
}

export function ended(program: ChildProcess): Promise<void> {
	return new Promise((resolve) => {
		if (program.exitCode !== null || program.signalCode !== null) return resolve();
		program.once('exit', () => resolve());
		program.kill();
	});
}
