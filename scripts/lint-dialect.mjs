/** The traps of the step dialect that no compiler reports, looked for in core-c/locks/*.c. */
import { readFileSync } from 'node:fs';
import { codeOnly, dialectWords, lockFiles, phrasesIn } from './lib/dialect.mjs';
import { at } from './lib/files.mjs';
import { isMain, main } from './lib/run.mjs';

/** Names of libc and of the kernel: the same text is also compiled with either. */
const TAKEN_NAMES = new Set(
	`mutex_lock mutex_unlock mutex_trylock mutex_lock_interruptible mutex_lock_killable futex
	futex_wait futex_wake futex_lock futex_unlock schedule schedule_timeout wake wake_up
	wake_up_process wake_up_q wake_q_add down_read down_write down_read_trylock down_write_trylock
	down_read_killable down_write_killable up_read up_write downgrade_write rwsem_down_read_failed
	rwsem_down_write_failed rwsem_wake osq_lock osq_unlock spin_lock spin_unlock raw_spin_lock
	raw_spin_unlock lock unlock trylock wait signal kill exit main read write open close send
	select sleep abort raise link unlink`.split(/\s+/),
);

const C_TYPE =
	/^\s*(?:(?:const|static|register|volatile|unsigned|signed|struct|union|enum)\s+)*(?:u8|u16|u32|u64|s8|s16|s32|s64|bool|char|short|int|long|float|double|size_t|u?int\d+_t|word|list|tasks|struct\s+\w+|union\s+\w+|enum\s+\w+)\b[\s*]+\w+\s*(?:[=;,[]|$)/;

/** Every parked word with where it stands and where its closing bracket is. */
function parkedWords(lines, words) {
	const found = [];
	for (const [i, line] of lines.entries()) {
		if (/^\s*#/.test(line)) continue;
		for (const match of line.matchAll(/\b([A-Z][A-Z0-9_]*)\s*\(/g)) {
			const [whole, word] = match;
			if (!words.steps.has(word) && !words.calls.has(word)) continue;
			const rest = line.slice(match.index + whole.length);
			found.push({ i, word, before: line.slice(0, match.index), closed: closes(rest) });
		}
	}
	return found;
}

function closes(text) {
	let depth = 1;
	for (const char of text) {
		if (char === '(') depth++;
		if (char === ')') depth--;
		if (depth === 0) return true;
	}
	return false;
}

/** For each line: the name of the PROC whose body it is in, or undefined. The PROC line is no body. */
function bodies(lines) {
	let name;
	let headDepth = 0;
	return lines.map((line) => {
		const head = /^\s*PROC\s*\(\s*(\w+)/.exec(line);
		if (head) {
			name = head[1];
			headDepth = 0;
		}
		if (/^\s*END\s*\(/.test(line)) name = undefined;
		if (head || headDepth > 0) {
			for (const char of line) headDepth += char === '(' ? 1 : char === ')' ? -1 : 0;
			return undefined;
		}
		return name;
	});
}

const GUARDS = {
	'one-line': ({ parked }) =>
		parked
			.filter(({ closed }) => !closed)
			.map(({ i, word }) => [
				i,
				`${word}(…) goes over several lines; compilers differ in its __LINE__`,
			]),

	'one-a-line': ({ parked }) =>
		parked
			.filter(({ i }, k) => parked[k - 1]?.i === i)
			.map(({ i, word }) => [i, `${word} is the second step on this line; a line is one step`]),

	'first-on-line': ({ parked, words }) =>
		parked
			.filter(({ word, before }) => words.steps.has(word) && before.trim() !== '')
			.map(({ i, word }) => [i, `${word} must stand first on its line`]),

	'no-switch': ({ lines, body }) =>
		matching(lines, /\b(switch|case|default)\b/, (i) => body[i]).map(([i, word]) => [
			i,
			`${word} in a PROC body: a step would resume in the wrong place`,
		]),

	'no-bare-access': ({ lines }) =>
		matching(lines, /(?:\.|->)\s*v\b/).map(([i]) => [
			i,
			'the value of a word is read with a dialect word, never with .v',
		]),

	'no-lower-case-define': ({ lines }) =>
		matching(lines, /^\s*#\s*define\s+([a-z_][a-z0-9_]*)\b/).map(([i, , name]) => [
			i,
			`#define ${name}: a lower-case macro may hide a name of libc or the kernel`,
		]),

	'locals-in-head': ({ lines, body }) =>
		matching(lines, C_TYPE, (i) => body[i]).map(([i]) => [
			i,
			'a local stands in the head of its PROC; a C local is lost at the next step',
		]),

	phrase: ({ parked, words, phrases }) =>
		parked
			.filter(({ i, word }) => words.steps.has(word) && !phrases.has(i + 1))
			.map(({ i, word }) => [
				i,
				`${word} needs a comment at the end of its line that says what the thread does`,
			]),

	'own-name': ({ lines }) =>
		matching(lines, /^\s*PROC\s*\(\s*(\w+)/)
			.filter(([, , name]) => TAKEN_NAMES.has(name))
			.map(([i, , name]) => [
				i,
				`PROC(${name}) has a name of libc or the kernel; give it a prefix`,
			]),
};

/** [index, match, group 1] of every line that matches and is wanted. */
function matching(lines, pattern, wanted = () => true) {
	return lines.flatMap((line, i) => {
		const match = wanted(i) && pattern.exec(line);
		return match ? [[i, match[0].trim(), match[1]]] : [];
	});
}

/** What is wrong with one lock text: { line, guard, message }, by line. */
export function faultsIn(text, words) {
	const lines = codeOnly(text).split('\n');
	const phrases = new Set(phrasesIn(text, words).map(({ line }) => line));
	const seen = { lines, words, phrases, body: bodies(lines), parked: parkedWords(lines, words) };
	return Object.entries(GUARDS)
		.flatMap(([guard, look]) => look(seen).map(([i, message]) => ({ line: i + 1, guard, message })))
		.sort((a, b) => a.line - b.line);
}

/** Prints every fault in the compiler's format; true when there is none. */
export function lintDialect() {
	const words = dialectWords();
	const files = lockFiles();
	let faults = 0;
	for (const path of files) {
		for (const { line, guard, message } of faultsIn(readFileSync(at(path), 'utf8'), words)) {
			console.error(`${path}:${line}: ${message} [${guard}]`);
			faults++;
		}
	}
	console.log(`Dialect: ${files.length} texts, ${faults} faults`);
	return faults === 0 && files.length > 0;
}

if (isMain(import.meta)) main(async () => (lintDialect() ? 0 : 1));
