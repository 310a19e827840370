import { expect, it } from 'vitest';
import { ENV_LETTERS } from '../../../wasm/generated/machine';
import { ENDLESS } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import type { Evidence, StarvationRow } from '../docs/types';
import { starvationOf, starvationText } from './fairness';

const row = (change: Partial<StarvationRow>): StarvationRow => ({
	check: 'rwsem --threads WW --budget p1',
	who: 'T1 T2',
	asleep: 'T1 T2',
	way: 'T2: 15 + 28, passed 1',
	address: '#/rwsem',
	states: '2,848',
	...change,
});

it('says who is passed, in its sleep or not, and what shows it', () => {
	expect(starvationText(row({}))).toBe(
		'T2 may be passed without bound, even asleep for the lock: behind 15 steps, a schedule of 28 steps leads back to the same state; others get the lock once on it, and T2 does not.',
	);
	expect(starvationText(row({ asleep: 'nobody', way: 'T3: 9 + 5, passed 2' }))).toBe(
		'T3 may be passed without bound while it spins: behind 9 steps, a schedule of 5 steps leads back to the same state; others get the lock 2 times on it, and T3 does not. Nobody who has gone to sleep for the lock can be.',
	);
	expect(starvationText(row({ who: 'nobody', asleep: 'nobody', way: '', address: '' }))).toBe(
		'Nobody who waits can be passed without bound, where every thread that can move does so in the end: all 2,848 states of endless rounds.',
	);
});

it('speaks of the very set-up, but for its rounds', async () => {
	const core = await builtCore();
	const story = core.configOf('rwsem-starved-writer');
	const lock = core.lock(story.lock);
	const variant = lock.variants[story.variant]?.name ?? '';
	const of = (check: string, change = {}) => {
		const evidence = { starvation: { [variant]: [row({ check })] } } as unknown as Evidence;
		return starvationOf(evidence, { ...story, ...change }, lock)?.check;
	};
	const own = `${variant} --threads WW --budget p1`;
	expect(of(own)).toBe(own);
	expect(of(own, { rounds: ENDLESS })).toBe(own);
	expect(of(own, { threads: 3, roles: [0, 0, 0] })).toBeUndefined();
	expect(of(own, { switches: 1 })).toBeUndefined();
	expect(of(own, { budget: story.budget.map(() => 0) })).toBeUndefined();
	const struck = `${variant} --threads WW --budget p1,x255`;
	expect(of(struck)).toBeUndefined();
	/* with a clock that strikes without limit the row without it says nothing: there T2 asks for the lock in the end */
	const budget = story.budget.map((times, kind) => (ENV_LETTERS[kind] === 'x' ? ENDLESS : times));
	expect(of(own, { budget })).toBeUndefined();
	expect(of(struck, { budget })).toBe(struck);
	expect(starvationOf(null, story, lock)).toBeUndefined();
});
