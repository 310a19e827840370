import { readFileSync } from 'node:fs';
import { at, filesUnder } from './files.mjs';

/**
 * The words of the dialect, as backend/step.h defines them. A step parks the thread (LS_PARK) and
 * is one line of the machine; a call parks it too, but its first access belongs to the callee.
 */
export function dialectWords(stepHeader = readFileSync(at('core-c/backend/step.h'), 'utf8')) {
	const whole = stepHeader.replace(/\\\n/g, ' ');
	const steps = new Set();
	const calls = new Set();
	for (const [, name, body] of whole.matchAll(/^#define ([A-Z][A-Z0-9_]*)\(.*?\)[ \t](.*)$/gm)) {
		if (/\bLS_PARK\b/.test(body)) steps.add(name);
		else if (/\bcase __LINE__/.test(body) && name !== 'PROC') calls.add(name);
	}
	return { steps, calls };
}

export const lockFiles = () =>
	filesUnder('core-c/locks', (path) => path.endsWith('.c') && !path.endsWith('_test.c'));

/** Name of a lock text, as the phrase table knows it: "core-c/locks/mcs.c" is "mcs". */
export const lockName = (path) => path.replace(/^.*\//, '').replace(/\.c$/, '');

/** The text with comments and the insides of strings blanked out, line breaks kept. */
export function codeOnly(text) {
	return text.replace(
		/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g,
		(found) => (/^["']/.test(found) ? found[0] + found[0] : found.replace(/[^\n]/g, ' ')),
	);
}

const STEP_LINE = /^\s*([A-Z][A-Z0-9_]*)\s*\(.*;\s*\/\*\s*(\S.*?)\s*\*\/\s*$/;

/**
 * What each step of a lock text says of the thread that takes it: the comment at the end of its
 * line, "does this" or "does this | does that instead".
 */
export function phrasesIn(text, { steps }) {
	return text.split('\n').flatMap((line, i) => {
		const [, word, comment] = STEP_LINE.exec(line) ?? [];
		if (!steps.has(word)) return [];
		const [done, otherwise = ''] = comment.split('|').map((part) => part.trim());
		return [{ line: i + 1, word, done, otherwise }];
	});
}
