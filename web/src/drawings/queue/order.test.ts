import { expect, it } from 'vitest';
import { MCS, machine } from '../fake';
import { mcsQueue, ownerOf, type QueueSpec } from './order';

it('shows who stands in the queue as C has read it, and what the tail names', () => {
	const places = [
		{ tid: 2, ready: true, linked: true, next: 0, number: 0 },
		{ tid: 1, ready: false, linked: false, next: 0, number: 0 },
	];
	const state = machine(
		1,
		[
			[0, 0],
			[0, 1],
		],
		places,
	);
	expect(mcsQueue(MCS, state, MCS.queues[0] as QueueSpec)).toEqual({ nodes: places, tail: 1 });
});

it('reads the owner beside the flags', () => {
	const facts = { fields: [{ name: 'tid', shift: 4, bits: 4, kind: 'tid' }] };
	expect(ownerOf({ value: 0x35, facts } as never)).toBe(3);
	expect(ownerOf({ value: 2, facts: { fields: [] } } as never)).toBe(2);
});
