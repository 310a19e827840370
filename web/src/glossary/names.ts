/** The names in a lock's text, explained as its facts have it: its words, their fields, its procedures. */
import type { LockFacts } from '../../../wasm/src';
import { listed } from '../cache/words';
import type { Entry } from './match';

/** Names that are everyday words as well: alone they are not marked, as in T2.next they are. */
const EVERYDAY = new Set(
	(
		'apart chain collides count events index key lock locked mutex next of owner pending primary readers ' +
		'refs registered reserved resizing shared spinner spins tail task type unused users waiters writer writers'
	).split(' '),
);

const entryOf = (name: string, text: string): Entry => ({
	term: name,
	forms: [],
	text,
	marked: true,
	name: EVERYDAY.has(name) ? 'part' : 'whole',
});

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

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
	[...gathered(facts)].map(([name, texts]) => entryOf(name, texts.join(' ')));
