/** From the number in a word to what stands in its place on the page: a thread's mark, or text. */
import type { DecodedField, WordFacts } from '../../../wasm/src';
import { wordText } from '../../../wasm/src/format';

export type Meaning =
	| { as: 'thread'; tid: number }
	| { as: 'threads'; tids: number[] }
	| { as: 'text'; text: string };

const NAMES_A_THREAD = new Set<WordFacts['kind']>(['tid', 'node', 'spinlock']);

/** A negative number in two parts: a line through its sign is all that is seen of both. */
export function signApart(text: string): [sign: string, rest: string] {
	return /^-\d/.test(text) ? ['-', text.slice(1)] : ['', text];
}

function text(text: string): Meaning {
	return { as: 'text', text };
}

/** What a whole word says, `list` being its threads when it is a list. */
export function wordMeaning(
	value: number,
	facts: WordFacts,
	threads: number,
	list: readonly number[] = [],
): Meaning {
	if (facts.kind === 'list' && list.length > 0) return { as: 'threads', tids: [...list] };
	if (NAMES_A_THREAD.has(facts.kind) && value > 0 && value <= threads)
		return { as: 'thread', tid: value };
	return text(wordText(facts, value, list));
}

export function fieldMeaning(
	field: Pick<DecodedField, 'kind'>,
	value: number,
	threads: number,
): Meaning {
	if (field.kind === 'tid' && value > 0 && value <= threads) return { as: 'thread', tid: value };
	return text(field.kind === 'tid' && value === 0 ? 'nobody' : String(value));
}
