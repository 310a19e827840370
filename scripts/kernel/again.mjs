/** What a run of the kernel tests had too little of is left in a file, so that the next one need not make all. */
import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder, hashOf, readIfThere } from '../lib/files.mjs';
import { AGAIN, exitCode } from './outcome.mjs';
import { cacheFolder } from './tree.mjs';

const CHECKS = /^scripts\/.*\.mjs$|^core-c\/locks\/\w+\/kernel\.mjs$/;
const file = () => join(cacheFolder(), 'again.json');

/** Changes with the kernel, the programs in the machine, and what is checked. */
export function keyOf({ kernel, files }) {
	const hash = createHash('sha256').update(kernel.key);
	for (const [name, bytes] of Object.entries(files)) hash.update(`\0${name}\0`).update(bytes);
	const checks = ['scripts', 'core-c/locks'].flatMap((folder) =>
		filesUnder(folder, (path) => CHECKS.test(path)),
	);
	return hashOf(checks, hash.digest('hex'));
}

/**
 * failed: what the run complains of, each with its part; recordings: those beside which others are wanting. Left only
 * where nothing was wrong in it.
 */
export function writeLeft(key, failed, recordings) {
	rmSync(file(), { force: true });
	if (exitCode(failed) !== AGAIN) return;
	const parts = [...new Set(failed.map(({ part }) => part))];
	const had = recordings.map(({ recording, judgement }) => ({ recording, judgement }));
	writeFileSync(file(), JSON.stringify({ key, parts, had }));
}

/** @returns {{ parts: string[], had: object[] } | undefined} of a run of just this kernel and these checks */
export function readLeft(key) {
	const text = readIfThere(file());
	const left = text && JSON.parse(text);
	return left?.key === key ? { parts: left.parts, had: left.had } : undefined;
}
