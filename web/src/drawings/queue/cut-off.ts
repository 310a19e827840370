/**
 * Nodes that nothing links: who swapped itself in as the tail and then waits for a turn, though no next ever named
 * it. C reads a queue from its tail to its head by what the memory and the locals say; in a text whose link was taken out
 * nothing there names the one before any more. What the exchange gave back then is in the schedule.
 */
import type { MachineView, Session } from '../../../../wasm/src';
import { type McsNode, type McsQueue, type McsSpec, numberIn } from './order';

/** The thread that `tid` found in the tail when it put itself there, or 0. */
function foundBy(
	session: Session,
	at: number,
	tid: number,
	tail: { id: number; of(v: number): number },
): number {
	for (let i = at - 1; i >= 0; i--) {
		const step = session.record(i);
		if (step.tid !== tid || step.word !== tail.id || step.result !== 'moved') continue;
		if (tail.of(step.new) === tid) return tail.of(step.old);
	}
	return 0;
}

/** The queue with all who wait in it; `spinning`: whose next look is at its own node, in vain. */
export function withCutOff(
	queue: McsQueue,
	spec: McsSpec,
	session: Session,
	at: number,
	machine: MachineView,
	spinning: ReadonlySet<number>,
): McsQueue {
	const number = numberIn(machine, spec.tail);
	const nodes = [...queue.nodes];
	if (!number) return queue;
	const tail = {
		id: number.id,
		of: (value: number) => (value >>> number.shift) & (2 ** number.bits - 1),
	};
	const nodeOf = (tid: number, word: string) =>
		machine.nodes.find((n) => n.tid === tid)?.words.find(({ facts }) => facts.name === word)
			?.value ?? 0;
	const isInside = (tid: number) => {
		const thread = machine.threads[tid - 1];
		return (
			thread !== undefined &&
			(thread.holds !== 'nothing' || spinning.has(tid) || thread.frames.length > 1)
		);
	};
	for (let first = nodes[0]; first && !first.ready && spinning.has(first.tid); first = nodes[0]) {
		const { tid } = first;
		const before = foundBy(session, at, tid, tail);
		const isLinked = machine.nodes.some((n) => n.tid !== tid && nodeOf(n.tid, spec.next) === tid);
		if (isLinked || !isInside(before) || nodes.some((n) => n.tid === before)) break;
		const ready = nodeOf(before, spec.ready) !== 0;
		const node: McsNode = {
			tid: before,
			ready,
			linked: true,
			next: nodeOf(before, spec.next),
			number: 0,
		};
		nodes.splice(0, 1, node, { ...first, linked: false, cutOff: true });
	}
	return nodes.length > queue.nodes.length ? { ...queue, nodes } : queue;
}
