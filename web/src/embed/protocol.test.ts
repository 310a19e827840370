/** What is no message in the documented form is not done: by hand, and by ten thousand made ones. */
import { expect, it } from 'vitest';
import { pick, seeded } from '../../../wasm/src/testing';
import { type Command, LONGEST_ADDRESS, MOST_STEPS, readMessage } from './protocol';
import { hostileMessage } from './testing';

const told = (rest: object): Command => readMessage({ lockstep: 1, ...rest }) as Command;

it.each<[object, Command]>([
	[
		{ type: 'go', step: 5 },
		{ type: 'go', step: 5 },
	],
	[
		{ type: 'go', beat: 2 },
		{ type: 'go', beat: 2, answer: true },
	],
	[
		{ type: 'go', beat: 0, answer: false },
		{ type: 'go', beat: 0, answer: false },
	],
	[
		{ type: 'go', address: 'mcs-queue?at=5' },
		{ type: 'go', address: 'mcs-queue?at=5' },
	],
	[
		{ type: 'step', thread: 16 },
		{ type: 'step', thread: 16 },
	],
	[{ type: 'next' }, { type: 'next', by: 'step' }],
	[
		{ type: 'back', by: 'beat' },
		{ type: 'back', by: 'beat' },
	],
	[{ type: 'state' }, { type: 'state' }],
])('understands %j', (message, command) => expect(told(message)).toEqual(command));

it.each([
	null,
	undefined,
	1,
	'lockstep',
	[],
	{},
	{ type: 'go', step: 1 },
	Object.assign(Object.create({ lockstep: 1 }), { type: 'state' }),
	new Map([['lockstep', 1]]),
])('leaves alone what is not for it: %j', (message) => expect(readMessage(message)).toBeNull());

it.each([
	{ lockstep: 2, type: 'state' },
	{ lockstep: '1', type: 'state' },
	{ lockstep: 1 },
	{ lockstep: 1, type: 'eval', code: '1' },
	{ lockstep: 1, type: 'constructor' },
	{ lockstep: 1, type: 'state', more: 1 },
	{ lockstep: 1, type: 'go' },
	{ lockstep: 1, type: 'go', step: -1 },
	{ lockstep: 1, type: 'go', step: 1.5 },
	{ lockstep: 1, type: 'go', step: '1' },
	{ lockstep: 1, type: 'go', step: MOST_STEPS + 1 },
	{ lockstep: 1, type: 'go', step: 1, beat: 1 },
	{ lockstep: 1, type: 'go', beat: 1, answer: 'yes' },
	{ lockstep: 1, type: 'go', step: 1, answer: true },
	{ lockstep: 1, type: 'go', address: 'x'.repeat(LONGEST_ADDRESS + 1) },
	{ lockstep: 1, type: 'step', thread: 0 },
	{ lockstep: 1, type: 'step', thread: Number.NaN },
	{ lockstep: 1, type: 'next', by: 'leap' },
	JSON.parse('{"lockstep":1,"type":"state","__proto__":{"by":"beat"}}'),
])('refuses %j', (message) => expect(readMessage(message)).toMatchObject({ type: 'error' }));

it('does nothing of ten thousand made messages', () => {
	const random = seeded(20_26);
	const kinds = { silent: 0, refused: 0 };
	for (let i = 0; i < 10_000; i++) {
		const message = hostileMessage(() => random(), pick);
		const read = readMessage(message);
		if (read !== null) expect(read, JSON.stringify(message)).toMatchObject({ type: 'error' });
		kinds[read === null ? 'silent' : 'refused']++;
	}
	expect(kinds.refused).toBeGreaterThan(2000);
	expect(kinds.silent).toBeGreaterThan(500);
});
