/** Which words the memory of a lock has, and which word a number is. */
import { LAYOUT, LIMITS } from '../generated/machine';
import type { LockFacts, MeaningFacts, MemoryFacts, WordFacts } from './facts';

export interface WordPlace {
	facts: WordFacts;
	/** the thread whose word it is; 0 = the lock's own, or nobody's */
	tid: number;
}

const LIST_WORDS = LAYOUT.listBytes / 4;

const isOfThreads = ({ count }: MemoryFacts): boolean => count === 0;

/** A word of one of several elements is named with it: bucket[1].lock. */
function elementFacts({ name, count }: MemoryFacts, element: number, facts: WordFacts): WordFacts {
	return count > 1 ? { ...facts, name: `${name}[${element}].${facts.name}` } : facts;
}

/** The words that all threads share, with their numbers; the first is the lock word. */
export function sharedWords(lock: LockFacts): { id: number; facts: WordFacts }[] {
	return lock.memory
		.filter((part) => !isOfThreads(part))
		.flatMap((part) =>
			Array.from({ length: part.count }, (_, i) =>
				part.words.map((facts) => ({
					id: part.base + i * part.size + facts.offset,
					facts: elementFacts(part, i, facts),
				})),
			).flat(),
		);
}

/** The words that each thread has one of, with the number of thread tid's. */
export function threadWords(lock: LockFacts, tid: number): { id: number; facts: WordFacts }[] {
	return lock.memory
		.filter(isOfThreads)
		.flatMap(({ base, size, words }) =>
			words.map((facts) => ({ id: base + tid * size + facts.offset, facts })),
		);
}

/** What the word of that number is; undefined when the lock describes none there. */
export function wordPlace(lock: LockFacts, id: number): WordPlace | undefined {
	const part = lock.memory.findLast(({ base }) => base <= id); /* they stand in their order */
	if (!part) return undefined;
	const element = Math.floor((id - part.base) / part.size);
	if (element >= (isOfThreads(part) ? LIMITS.actors + 1 : part.count)) return undefined;
	const offset = id - part.base - element * part.size;
	const facts = part.words.find(
		(word) =>
			offset >= word.offset && offset < word.offset + (word.kind === 'list' ? LIST_WORDS : 1),
	);
	if (!facts) return undefined;
	if (isOfThreads(part)) return { facts, tid: element };
	return { facts: elementFacts(part, element, facts), tid: 0 };
}

/** "tail", "T2.next", or undefined. */
export function wordNameIn(lock: LockFacts, id: number): string | undefined {
	const place = wordPlace(lock, id);
	return place && (place.tid > 0 ? `T${place.tid}.${place.facts.name}` : place.facts.name);
}

const thread: WordFacts = {
	name: '',
	offset: 0,
	kind: 'tid',
	fields: [],
	meaning: '',
	line: 0,
};

/** An address as text: 0 is NULL, and another the word that it is one more than the number of. */
const addressIn = (lock: LockFacts): WordFacts => {
	const names: string[] = [];
	for (const { id, facts } of sharedWords(lock)) names[id] = facts.name;
	return { ...thread, kind: 'address', names };
};

/**
 * How the value of a local is read, and of which word it is one; of none where the variant has no such word. `values`:
 * those of all locals of its call.
 */
export function meaningOf(
	lock: LockFacts,
	variant: number,
	{ as, of }: MeaningFacts,
	object: number,
	values: readonly (number | null)[],
): { facts?: WordFacts; of?: string; expected?: true } {
	if (as === 'thread') return { facts: thread };
	if (as === 'address') return { facts: addressIn(lock) };
	const behind = as === 'at' || as === 'expected';
	const place = wordPlace(lock, behind ? (values[of] ?? 0) - 1 : object + of);
	if ((place?.facts.with ?? 0) & ~(lock.variants[variant]?.has ?? 0)) return {};
	if (place && as === 'new') return { facts: place.facts };
	/* of an array it is said of the first, and stands for each */
	const name = place?.facts.name.replace(/\[\d+\]/g, '');
	if (!place) return {};
	return { facts: place.facts, of: name, ...(as === 'expected' && { expected: true }) };
}
