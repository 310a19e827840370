import { describe, expect, it } from 'vitest';
import { history, locked, machine, next, step, TAIL, thread } from '../fake';
import { mcsQueue, ownerOf } from './order';

const SPEC = { tail: 'tail', next: 'next', ready: 'locked' };
const swap = (tid: number, old: number) => step(tid, 'xchg', { word: TAIL, old, new: tid });
const queue = (records: ReturnType<typeof step>[], state: ReturnType<typeof machine>) =>
	mcsQueue(history(records), state, records.length, SPEC);

describe('mcsQueue', () => {
	it('is empty before anybody swaps himself in', () => {
		expect(queue([], machine(0, [[0, 0]]))).toEqual({ nodes: [], tail: 0 });
	});

	it('shows a successor whose predecessor does not know him yet', () => {
		const q = queue(
			[swap(2, 0), swap(1, 2), swap(3, 1)],
			machine(3, [
				[3, 0],
				[0, 1],
				[0, 0],
			]),
		);
		expect(q.nodes.map((n) => [n.tid, n.ready, n.linked])).toEqual([
			[2, true, true],
			[1, false, false],
			[3, false, true],
		]);
		expect(q.tail).toBe(3);
	});

	it('drops the one who has passed his turn on', () => {
		const handed = step(1, 'store', { word: locked(2), new: 1 });
		const q = queue(
			[swap(1, 0), swap(2, 1), step(2, 'store', { word: next(1), new: 2 }), handed],
			machine(2, [
				[2, 1],
				[0, 1],
			]),
		);
		expect(q.nodes.map((n) => n.tid)).toEqual([2]);
	});

	it('keeps one who comes again after he has left', () => {
		const handed = step(1, 'store', { word: locked(2), new: 1 });
		const q = queue(
			[swap(1, 0), swap(2, 1), handed, swap(1, 2)],
			machine(1, [
				[0, 0],
				[0, 1],
			]),
		);
		expect(q.nodes.map((n) => n.tid)).toEqual([2, 1]);
	});

	it('forgets all that was before the queue was empty', () => {
		const emptied = step(1, 'cas', { word: TAIL, old: 1, new: 0 });
		const q = queue(
			[swap(1, 0), emptied, swap(2, 0)],
			machine(2, [
				[0, 1],
				[0, 1],
			]),
		);
		expect(q.nodes.map((n) => n.tid)).toEqual([2]);
	});

	it('takes a failed compare-and-swap for what it is', () => {
		const failed = step(1, 'cas', { word: TAIL, old: 2, new: 2, arg: 1, ok: false });
		const q = queue(
			[swap(1, 0), swap(2, 1), failed],
			machine(2, [
				[0, 1],
				[0, 0],
			]),
		);
		expect(q.nodes.map((n) => n.tid)).toEqual([1, 2]);
	});

	it('does not show a thread that has left its call', () => {
		const state = machine(2, [
			[0, 1],
			[0, 0],
		]);
		state.threads[0] = thread(1, { frames: [{ proc: 1, line: 1 }] });
		expect(queue([swap(1, 0), swap(2, 1)], state).nodes.map((n) => n.tid)).toEqual([2]);
	});
});

it('reads the owner beside the flags', () => {
	const facts = { fields: [{ name: 'tid', shift: 4, bits: 4, kind: 'tid' }] };
	expect(ownerOf({ value: 0x35, facts } as never)).toBe(3);
	expect(ownerOf({ value: 2, facts: { fields: [] } } as never)).toBe(2);
});
