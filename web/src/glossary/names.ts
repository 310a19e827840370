/** The names in a lock's text, explained as its facts have it: its words, their fields, its procedures. */
import NAME_ONLY from '@generated/name-only.json';
import type { LockFacts } from '../../../wasm/src';
import { capitalized, listed } from '../narration/phrases';
import type { Entry } from './match';

/** Words and fields that prose has only as names: their WORD lines say so. */
const nameOnly = (lock: string): readonly string[] =>
	(NAME_ONLY as Record<string, string[]>)[lock] ?? [];

/** A name that may be an everyday word as well, as `owner` is: alone it is not marked, as in T2.owner it is. */
const isEveryday = (name: string, { name: own, procs }: LockFacts): boolean =>
	/^[a-z]+$/.test(name) &&
	!nameOnly(own).includes(name) &&
	/* that of a text within the lock, as `osq` is, is none */
	!procs.some(({ text }) => text === name && text !== own);

const entryOf = (name: string, text: string, facts: LockFacts): Entry => ({
	term: name,
	forms: [],
	text,
	marked: true,
	name: isEveryday(name, facts) ? 'part' : 'whole',
});

const sentence = (text: string): string => `${capitalized(text)}.`;

const once = (texts: readonly string[]): string[] => [...new Set(texts)];

/** In what a name is explained: one name may be a word of two parts of the memory. */
function gathered(facts: LockFacts): Map<string, string[]> {
	const all = new Map<string, string[]>();
	const add = (name: string, text: string) => all.set(name, once([...(all.get(name) ?? []), text]));
	const words = facts.memory.flatMap((part) => part.words);
	for (const { name, meaning } of words) add(name, sentence(meaning));
	const fields = words.flatMap((word) => word.fields.map((field) => ({ ...field, word })));
	for (const name of once(fields.map((field) => field.name))) {
		if (/[^\w]/.test(name)) continue;
		const of = fields.filter((field) => field.name === name);
		const kind = of[0]?.kind === 'flag' ? 'A flag' : 'A part';
		const means = once(of.map(({ word }) => `${word.name}: ${word.meaning}`)).join('; ');
		add(name, `${kind} of ${listed(once(of.map(({ word }) => word.name)))} (${means}).`);
	}
	for (const { name, kernel, text, first, last } of facts.procs)
		add(
			name,
			`A procedure of the text, ${kernel ? 'in the kernel' : 'called by the thread'}: ${text}, lines ${first} to ${last}.`,
		);
	return all;
}

export const namesOf = (facts: LockFacts): Entry[] =>
	[...gathered(facts)].map(([name, texts]) => entryOf(name, texts.join(' '), facts));
