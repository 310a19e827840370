/** What is drawn of a lock's queues. Who stands where in them, C reads from the state: machine.queues. */
import type { LockFacts, MachineView, PlaceView, WordFacts, WordView } from '../../../../wasm/src';
import { fieldsAt, fieldValue } from '../../../../wasm/src/format';
import { sharedWords, threadWords } from '../../../../wasm/src/words';

export interface McsNode extends PlaceView {
	/** it waits for a turn, and no node leads to it: cut-off.ts */
	cutOff?: boolean;
}

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

function hasIt(lock: LockFacts, variant: number, { with: needed = 0 }: { with?: number }): boolean {
	return (needed & ~(lock.variants[variant]?.has ?? 0)) === 0;
}

/** A word that only another variant uses. */
export const isLater = (lock: LockFacts, variant: number, facts: WordFacts): boolean =>
	!hasIt(lock, variant, facts);

/** The queues that this variant of the lock has. */
export function queuesIn(lock: LockFacts, variant: number): QueueSpec[] {
	return lock.queues.filter((q) => hasIt(lock, variant, q));
}

/** Names of the words, the lock's own and the nodes', that only another variant uses. */
export function laterWords(lock: LockFacts, variant: number): ReadonlySet<string> {
	const later = lock.queues.filter((q) => !hasIt(lock, variant, q));
	const here = queuesIn(lock, variant);
	const shared = sharedWords(lock).map(({ facts }) => facts);
	const unused = (facts: WordFacts) =>
		isLater(lock, variant, facts) ||
		(later.some((q) => isOfElement(facts.name, q)) &&
			!here.some((q) => isOfElement(facts.name, q)));
	return new Set([
		...later.flatMap((q) => [...wordsOfQueue(q), ...(q.kind === 'mcs' ? [q.next, q.ready] : [])]),
		...shared.filter(unused).map(({ name }) => name),
		...threadWords(lock, 0)
			.filter(({ facts }) => isLater(lock, variant, facts))
			.map(({ facts }) => facts.name),
	]);
}

/** The lock's words that a queue is drawn from. */
export function wordsOfQueue(spec: QueueSpec): string[] {
	switch (spec.kind) {
		case 'mcs':
		case 'clh':
			return [partsOf(spec.tail).word];
		case 'list':
			return [spec.list];
		case 'owner':
			return [spec.word];
		case 'chain':
			return [spec.next, spec.list, spec.ready];
		case 'buckets':
			return []; /* of each bucket: bucketWords */
		case 'ticket':
			return [...new Set([spec.next, spec.serving].map((name) => partsOf(name).word))];
	}
}

/** "val.next": a field of a word. "next": all of it. */
function partsOf(name: string): { word: string; field?: string } {
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

/** Words of a thread's node that a queue is drawn from. */
export const nodeWordsOf = (q: QueueSpec): string[] => {
	if (q.kind === 'mcs') return [q.next, q.ready];
	return q.kind === 'buckets' ? [q.key] : [];
};

/** Is it a word of one of the elements that are drawn: bucket[1].lock, or of a node that changes hands? */
export function isOfElement(name: string, spec: QueueSpec): boolean {
	if (spec.kind === 'clh') return name.startsWith(`${spec.array}[`);
	if (spec.kind !== 'buckets' || !name.startsWith(`${spec.array}[`)) return false;
	return isDrawn(Number.parseInt(name.slice(spec.array.length + 1), 10), spec);
}

/** Is that element of the array drawn? */
export const isDrawn = (
	element: number,
	{ first, elements }: Extract<QueueSpec, { kind: 'buckets' }>,
): boolean => element >= first && (elements === 0 || element < first + elements);

/** Words of a thread's node that no queue shows. */
export function undrawnNodeWords(lock: LockFacts, variant: number): string[] {
	const drawn = new Set(lock.queues.flatMap(nodeWordsOf));
	return threadWords(lock, 0)
		.filter(({ facts }) => !isLater(lock, variant, facts))
		.map(({ facts }) => facts.name)
		.filter((name) => !drawn.has(name));
}
