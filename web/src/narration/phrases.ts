/** Short texts that every part of the page has a use for. */
import type { Facts, LockFacts } from '../../../wasm/src';

export function lockOf(facts: Facts, lock: number): LockFacts | undefined {
	return facts.locks.find((l) => l.id === lock);
}

/** "a", "a and b", "a, b and c"; '' of none */
export function listed(items: readonly string[], and = 'and'): string {
	const last = items.at(-1) ?? '';
	return items.length > 1 ? `${items.slice(0, -1).join(', ')} ${and} ${last}` : last;
}

export const capitalized = (text: string): string =>
	`${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export const lowered = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** "once", "twice", "3 times" */
export const times = (n: number): string => (n === 1 ? 'once' : n === 2 ? 'twice' : `${n} times`);

export const sentencesOf = (note: string): string[] => note.split(/(?<=[.?!]["”]?)\s+(?=[A-Z“])/);

/** A title before a sentence; one that asks has its sign already. */
export const asSentence = (title: string): string => (/[.!?]$/.test(title) ? title : `${title}.`);
