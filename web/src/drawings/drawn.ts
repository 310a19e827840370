/** Whether a word stands in the picture of a moment. */
import type { LockFacts, MachineView } from '../../../wasm/src';
import { wordPlace } from '../../../wasm/src/words';
import { isShown } from './queue/OtherWords';
import {
	isOfElement,
	laterWords,
	mcsQueue,
	nodeWordsOf,
	type QueueSpec,
	queuesIn,
	wordsOfQueue,
} from './queue/order';

interface DrawnParts {
	word: boolean;
	queue: boolean;
	/** the other words, below the queues */
	words: boolean;
	/** of queues and other words, those that are shown; undefined: all */
	only: readonly string[] | undefined;
}

/** A node is drawn where it stands in the queue. */
const hasNode = (lock: LockFacts, machine: MachineView, q: QueueSpec, tid: number): boolean =>
	q.kind === 'mcs'
		? mcsQueue(lock, machine, q).nodes.some((node) => node.tid === tid)
		: q.kind === 'buckets';

export function isWordDrawn(
	lock: LockFacts,
	machine: MachineView,
	id: number,
	parts: DrawnParts,
): boolean {
	const place = wordPlace(lock, id);
	if (!place) return true;
	const { facts, tid } = place;
	if (id === machine.words[0]?.id) return parts.word;
	if (!parts.queue) return false;
	const { variant } = machine;
	const shown = queuesIn(lock, variant).filter((q) => {
		const names = q.kind === 'buckets' ? [q.array] : wordsOfQueue(q);
		return names.some((name) => isShown(name, parts.only));
	});
	const isInQueue = shown.some((q) =>
		tid > 0
			? nodeWordsOf(q).includes(facts.name) && hasNode(lock, machine, q, tid)
			: wordsOfQueue(q).includes(facts.name) || isOfElement(facts.name, q),
	);
	if (isInQueue) return true;
	const drawnElsewhere = lock.queues.some((q) =>
		tid > 0
			? nodeWordsOf(q).includes(facts.name)
			: wordsOfQueue(q).includes(facts.name) || isOfElement(facts.name, q),
	);
	return (
		parts.words &&
		!drawnElsewhere &&
		isShown(facts.name, parts.only) &&
		!laterWords(lock, variant).has(facts.name)
	);
}
