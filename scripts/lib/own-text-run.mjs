/** The frame of a comparison with published texts as a command: what is skipped, what is printed, what is counted. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compared, compiler } from './own-text.mjs';

/** Ends the process; OWN_TEXT_REPORT names a file for the counts. */
export function leave(code, text, counts) {
	console.log(text);
	if (process.env.OWN_TEXT_REPORT && counts)
		writeFileSync(process.env.OWN_TEXT_REPORT, JSON.stringify(counts));
	process.exit(code);
}

export const skip = (why) =>
	leave(process.env.OWN_TEXT_REPORT ? 0 : 77, `skipped: ${why}`, {
		passed: 0,
		failed: 0,
		skipped: 1,
	});

function mustHaveCompiler() {
	if (spawnSync(compiler, ['--version']).error) skip(`${compiler} is not installed`);
}

/** The beginning of names that the command's argument gives; the process ends where no text has it, or nothing can be compiled. */
export function askedOf({ texts }) {
	const [, , only = ''] = process.argv;
	const names = texts.map(({ name }) => name);
	if (!names.some((name) => name.startsWith(only)))
		leave(2, `no text begins with "${only}"; there are ${names.join(', ')}`);
	mustHaveCompiler();
	return only;
}

/** Compares with the texts of a tree, those whose names begin with `only`, and ends the process. */
export function compareAll(project, { folder, title }, named, only) {
	for (const file of named) {
		const sum = createHash('sha256')
			.update(readFileSync(join(folder, file)))
			.digest('hex');
		console.log(`${file} of ${title}, SHA-256 ${sum.slice(0, 16)}…`);
	}
	const work = mkdtempSync(join(tmpdir(), 'own-text-'));
	process.on('exit', () => rmSync(work, { recursive: true, force: true }));
	const counts = { passed: 0, failed: 0, skipped: 0 };
	for (const one of compared(project, folder, work, only)) {
		counts[one.right ? 'passed' : 'failed']++;
		const [said, ...more] = one.said.split('\n');
		console.log(`${one.right ? 'ok  ' : 'FAIL'} ${one.title}: ${said}`);
		if (!one.right) for (const line of more) console.log(`     ${line}`);
	}
	leave(counts.failed ? 1 : 0, `${counts.passed} passed, ${counts.failed} failed`, counts);
}
