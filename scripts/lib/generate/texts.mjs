/** What a lock has of the texts: those that it uses, the procedures of them, the features of its variants, a fingerprint. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Told } from '../run.mjs';

/** Texts that can be run first, so that their numbers are those of the locks. */
export function order(texts) {
	return [...texts.filter(({ lock }) => lock), ...texts.filter(({ lock }) => !lock)];
}

/** A text and those that it calls, each once, itself first. */
export function closure(text, texts) {
	const found = [text];
	for (const one of found)
		for (const used of one.uses) {
			const other = texts.find(({ name }) => name === used);
			if (!other) throw new Told(`${one.name}.c uses ${used}, and there is no such text`);
			if (!found.includes(other)) found.push(other);
		}
	return found;
}

/** The features that a lock's variants name, in the order of their first use. */
export const featuresOf = (text) => [
	...new Set(
		text.of('VARIANT').flatMap(({ fields }) => fields.has?.split('|').map((f) => f.trim()) ?? []),
	),
];

/** The procedures of a text that a lock uses: a used text's workload is not among them. It stands last, so that all others keep their numbers. */
export function procsIn(lock, text) {
	const worker = text.lock?.fields.worker;
	if (text === lock || !worker) return text.procs;
	if (text.procs.at(-1).name !== worker)
		throw new Told(`${text.name}.c is used by others, so ${worker} has to be its last procedure`);
	return text.procs.slice(0, -1);
}

/** By lock, its words and fields that its prose has as names alone: of each WORD line, "word, field". */
export const namesOnly = (texts) =>
	Object.fromEntries(
		texts
			.filter(({ lock }) => lock)
			.map((text) => [text.name, [...new Set(closure(text, texts).flatMap(namesOnlyIn))]])
			.filter(([, names]) => names.length > 0),
	);

function namesOnlyIn(text) {
	return text.of('WORD').flatMap(({ args, fields }) => {
		const names = fields.name_only ? JSON.parse(fields.name_only).split(/, */) : [];
		const known = [
			args[1],
			...(fields.field?.match(/"[^"]*"/g) ?? []).map((one) => JSON.parse(one)),
		];
		const other = names.find((name) => !known.includes(name));
		if (other) throw new Told(`${text.name}.c: ${other} is not ${args[1]}, and no field of it`);
		return names;
	});
}

/** Lines at top level that say what is shown, or what is judged: they change no step that a schedule takes. */
const DESCRIPTIONS = /^(?:C_NAMES|WORD|QUEUE|INVARIANT)\(/;

/** Without those lines, each up to its closing bracket. Of code whose comments and strings are gone. */
function withoutDescriptions(code) {
	let [rest, open] = ['', 0];
	for (const line of code.split('\n')) {
		const isOfOne = open > 0 || DESCRIPTIONS.test(line);
		if (isOfOne) open += line.split('(').length - line.split(')').length;
		else rest += `${line}\n`;
	}
	return rest;
}

/**
 * SHA-256 over the words of the texts that a lock uses, as far as they decide which steps a schedule takes: comments,
 * blanks, strings and descriptions do not count.
 */
export function fingerprint(text, texts, countsOf = withoutDescriptions) {
	const words = closure(text, texts)
		.flatMap(({ code }) =>
			code
				.map(countsOf)
				.join('\0')
				.match(/\w+|[^\w\s]/g),
		)
		.join(' ');
	return createHash('sha256').update(words).digest('hex').slice(0, 6);
}

/** By lock its fingerprints when descriptions counted and, of the same text, when they did no more. */
const FORMERLY = JSON.parse(
	readFileSync(new URL('./fingerprints-formerly.json', import.meta.url), 'utf8'),
);

/** That of addresses from before, as long as the text is the same; else the present one. */
export function formerFingerprint(text, texts, formerly = FORMERLY) {
	const print = fingerprint(text, texts);
	const { was, now } = formerly[text.name] ?? {};
	return now === print ? was : print;
}
