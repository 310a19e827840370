/** The values of one access, as short as they can be said: what it would read or write. */
import { type LockFacts, opDoes, type StepRecord, type WordFacts } from '../../../wasm/src';
import { decodeWord, wordText } from '../../../wasm/src/format';
import { wordPlace } from '../../../wasm/src/words';

export interface Hint {
	/** the word, e.g. "tail" or "T2.next" */
	name: string;
	/** what was expected and not found, by a compare-and-swap that failed */
	expected?: string;
	/** value found there */
	old: string;
	/** value written, when the access writes */
	new?: string;
	/** the fields that the access changes, in a word that has fields */
	fields?: { name: string; old: string; new: string }[];
	/** a poll that would see nothing new */
	spins: boolean;
}

export function factsOf(word: number, lock: LockFacts, threads: number): WordFacts | undefined {
	const place = wordPlace(lock, word);
	return place && place.tid <= threads ? place.facts : undefined;
}

/** node[2].next reads better as T2.next, which is also how the drawings name it. */
function shortName(name: string): string {
	return name.replace(/^node\[(\d+)\]/, 'T$1');
}

export function hintOf(record: StepRecord, lock: LockFacts, threads: number): Hint | null {
	if (record.env !== '') return null;
	const facts = factsOf(record.word, lock, threads);
	const text = (value: number) => (facts ? wordText(facts, value) : String(value | 0));
	const hint = {
		name: shortName(record.wordName),
		old: opDoes(record.op, 'ofList') ? listText(record) : text(record.old),
		spins: record.result === 'spun',
	};
	if (hint.name === '') return null;
	if (record.op === 'cas' && !record.ok) return { ...hint, expected: text(record.arg) };
	if (!opDoes(record.op, 'writes')) return opDoes(record.op, 'reads') ? hint : null;
	if (!opDoes(record.op, 'ofWord')) return null;
	const written = { ...hint, new: text(record.new) };
	const fields = facts && facts.fields.length > 0 ? changes(facts, record) : [];
	return fields.length > 0 ? { ...written, fields } : written;
}

/** The record of a look at a list has how many wait (old) and who is first (target). */
function listText({ op, old, target }: StepRecord): string {
	if (op === 'list_next') return target ? `T${target} behind` : 'nobody behind';
	if (op === 'list_has') return target ? 'on it' : 'not on it';
	return target ? `T${target} first of ${old}` : 'empty';
}

function changes(facts: WordFacts, record: StepRecord): NonNullable<Hint['fields']> {
	return decodeWord(facts, record.new, record.old)
		.filter((f) => f.changed)
		.map((f) => ({ name: f.name, old: f.was, new: f.text }));
}
