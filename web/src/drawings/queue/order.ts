/**
 * The order of an MCS queue. Between the swap of the tail and the store to the predecessor's
 * `next` the words alone do not tell who stands where, so the order is read from the schedule:
 * who wrote himself into the tail, since it was last empty, and who has passed his turn on.
 */
import type { LockFacts, MachineView, Session, WordView } from '../../../../wasm/src';
import { wrote } from '../word/access';

export interface McsNode {
	tid: number;
	/** it is this thread's turn */
	ready: boolean;
	/** the thread that its `next` word names, 0 = NULL */
	next: number;
	/** the one before it has written its `next`; true for the first */
	linked: boolean;
}

export interface McsQueue {
	nodes: McsNode[];
	/** the thread that the tail word names, 0 = NULL */
	tail: number;
}

export interface McsSpec {
	tail: string;
	next: string;
	ready: string;
}

type History = Pick<Session, 'columns' | 'record'>;

/** Threads in the order in which they swapped themselves in and have not left, oldest first. */
export function arrivals(
	history: History,
	at: number,
	tailWord: number,
	readyWords: ReadonlyMap<number, number>,
): number[] {
	const { word, result } = history.columns();
	const order: number[] = [];
	const left = new Set<number>();
	const seen = new Set<number>();
	for (let i = at - 1; i >= 0; i--) {
		if (result[i] !== 0) continue;
		const w = word[i] as number;
		const owner = readyWords.get(w);
		if (w !== tailWord && owner === undefined) continue;
		const record = history.record(i);
		if (!wrote(record)) continue;
		if (owner !== undefined) {
			if (owner !== record.tid && record.new !== 0 && !seen.has(record.tid)) left.add(record.tid);
			continue;
		}
		if (record.new === 0) break;
		const tid = record.new;
		if (!seen.has(tid)) {
			seen.add(tid);
			if (!left.has(tid)) order.unshift(tid);
		}
		if (record.old === 0) break;
	}
	return order;
}

function named(words: readonly WordView[], name: string): WordView | undefined {
	return words.find((w) => w.facts.name === name);
}

export function mcsQueue(
	history: History,
	machine: MachineView,
	at: number,
	spec: McsSpec,
): McsQueue {
	const tail = named(machine.words, spec.tail);
	const ready = new Map<number, number>();
	const words = new Map(machine.nodes.map((n) => [n.tid, n.words]));
	for (const node of machine.nodes) {
		const word = named(node.words, spec.ready);
		if (word) ready.set(word.id, node.tid);
	}
	if (!tail) return { nodes: [], tail: 0 };
	const inside = (tid: number) => {
		const thread = machine.threads.find((t) => t.tid === tid);
		return thread !== undefined && (thread.frames.length > 1 || thread.holds !== 'nothing');
	};
	const order = arrivals(history, at, tail.id, ready).filter(inside);
	const value = (tid: number, name: string) => named(words.get(tid) ?? [], name)?.value ?? 0;
	const nodes = order.map((tid, i) => ({
		tid,
		ready: value(tid, spec.ready) !== 0,
		next: value(tid, spec.next),
		linked: i === 0 || value(order[i - 1] as number, spec.next) === tid,
	}));
	return { nodes, tail: tail.value };
}

/** The thread that an owner word names, whatever flags stand beside it. */
export function ownerOf(word: WordView): number {
	const field = word.facts.fields.find((f) => f.kind === 'tid');
	if (!field) return word.value;
	return (word.value >>> field.shift) & (2 ** field.bits - 1);
}

/** The names of the flags that are set in a word. */
export function flagsIn(word: WordView): string[] {
	return word.facts.fields
		.filter((f) => f.kind === 'flag' && (word.value >>> f.shift) & 1)
		.map((f) => f.name);
}

export type QueueSpec = LockFacts['queues'][number];

/** The queues that this variant of the lock has. */
export function queuesIn(lock: LockFacts, variant: number): QueueSpec[] {
	return lock.queues.filter((q) => q.since <= variant);
}

/** Names of the words, the lock's own and the nodes', that only a later variant uses. */
export function laterWords(lock: LockFacts, variant: number): ReadonlySet<string> {
	const later = lock.queues.filter((q) => q.since > variant);
	return new Set(
		later.flatMap((q) => (q.kind === 'mcs' ? [q.tail, q.next, q.ready] : [wordOfQueue(q)])),
	);
}

/** The lock's word that a queue is drawn from. */
export function wordOfQueue(spec: QueueSpec): string {
	return spec.kind === 'mcs' ? spec.tail : spec.kind === 'list' ? spec.list : spec.word;
}

/** Words of a thread's node that no queue shows. */
export function undrawnNodeWords(lock: LockFacts): string[] {
	const drawn = new Set(lock.queues.flatMap((q) => (q.kind === 'mcs' ? [q.next, q.ready] : [])));
	return lock.nodeWords.map((w) => w.name).filter((name) => !drawn.has(name));
}
