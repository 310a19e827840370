/** What is drawn of a lock's queues. Who stands where in them, C reads from the state: machine.queues. */
import type { LockFacts, MachineView, PlaceView, WordView } from '../../../../wasm/src';
import { fieldsAt, fieldValue } from '../../../../wasm/src/format';
import { threadWords } from '../../../../wasm/src/words';

export type McsNode = PlaceView;

export interface McsQueue {
	nodes: readonly McsNode[];
	/** the thread that the tail names, 0 = NULL */
	tail: number;
}

export interface McsSpec {
	tail: string;
	next: string;
	ready: string;
}

export function mcsQueue(lock: LockFacts, machine: MachineView, spec: QueueSpec): McsQueue {
	const tail = spec.kind === 'mcs' ? numberIn(machine, spec.tail)?.value : undefined;
	return { nodes: machine.queues[lock.queues.indexOf(spec)] ?? [], tail: tail ?? 0 };
}

/** The thread that an owner word names, whatever flags stand beside it. */
export function ownerOf(word: WordView): number {
	const field = fieldsAt(word.facts, word.value).find((f) => f.kind === 'tid');
	if (!field) return word.facts.fields.length > 0 ? 0 : word.value;
	return (word.value >>> field.shift) & (2 ** field.bits - 1);
}

/** The names of the flags that are set in a word. */
export function flagsIn(word: WordView): string[] {
	return word.facts.fields
		.filter((f) => f.kind === 'flag' && (word.value >>> f.shift) & 1)
		.map((f) => f.name);
}

export type QueueSpec = LockFacts['queues'][number];

function hasIt(lock: LockFacts, variant: number, queue: QueueSpec): boolean {
	return (queue.with & ~(lock.variants[variant]?.has ?? 0)) === 0;
}

/** The queues that this variant of the lock has. */
export function queuesIn(lock: LockFacts, variant: number): QueueSpec[] {
	return lock.queues.filter((q) => hasIt(lock, variant, q));
}

/** Names of the words, the lock's own and the nodes', that only another variant uses. */
export function laterWords(lock: LockFacts, variant: number): ReadonlySet<string> {
	const later = lock.queues.filter((q) => !hasIt(lock, variant, q));
	return new Set(
		later.flatMap((q) => [...wordsOfQueue(q), ...(q.kind === 'mcs' ? [q.next, q.ready] : [])]),
	);
}

/** The lock's words that a queue is drawn from. */
export function wordsOfQueue(spec: QueueSpec): string[] {
	switch (spec.kind) {
		case 'mcs':
			return [partsOf(spec.tail).word];
		case 'list':
			return [spec.list];
		case 'owner':
			return [spec.word];
		case 'buckets':
			return []; /* of each bucket: bucketWords */
		case 'ticket':
			return [...new Set([spec.next, spec.serving].map((name) => partsOf(name).word))];
	}
}

/** "val.next": a field of a word. "next": all of it. */
export function partsOf(name: string): { word: string; field?: string } {
	const [word = '', field] = name.split('.');
	return field === undefined ? { word } : { word, field };
}

/** The same without the word, where it is a field of one. */
export const shortly = (name: string) => partsOf(name).field ?? name;

/** What it says of nobody. */
export const nothing = (name: string) => (partsOf(name).field === undefined ? 'NULL' : '0');

interface NumberWord {
	id: number;
	shift: number;
	bits: number;
	value: number;
}

/** A number of the lock: a word, or a field of one. */
export function numberIn(machine: MachineView, name: string): NumberWord | undefined {
	const { word, field } = partsOf(name);
	const view = machine.words.find((w) => w.facts.name === word);
	if (!view) return undefined;
	const found = view.facts.fields.find((f) => f.name === field);
	const { shift, bits } = found ?? { shift: 0, bits: 32 };
	return { id: view.id, shift, bits, value: fieldValue(view.value, shift, bits) };
}

const nodeWordsOf = (q: QueueSpec): string[] => {
	if (q.kind === 'mcs') return [q.next, q.ready];
	return q.kind === 'buckets' ? [q.key] : [];
};

/** Is it a word of one of the buckets: bucket[1].lock? */
export const isOfBucket = (name: string, spec: QueueSpec): boolean =>
	spec.kind === 'buckets' && name.startsWith(`${spec.array}[`);

/** Words of a thread's node that no queue shows. */
export function undrawnNodeWords(lock: LockFacts): string[] {
	const drawn = new Set(lock.queues.flatMap(nodeWordsOf));
	return threadWords(lock, 0)
		.map(({ facts }) => facts.name)
		.filter((name) => !drawn.has(name));
}
