import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { ENV_LETTERS } from '../../../wasm/generated/machine';
import { type Core, ENDLESS } from '../../../wasm/src';
import { starvationHere } from '../../../wasm/src/starvation';
import { builtCore, starvationEngine } from '../../../wasm/src/testing';
import type { Evidence, StarvationRow } from '../docs/types';
import { starvationBudgets } from '../store/starvation';
import { passedForEver, rowBudgetText, rowOf, starvationOf, starvationText } from './fairness';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

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

it('does not say more than was seen', () => {
	const none = { who: 'nobody', asleep: 'nobody', way: '', address: '', states: '500' };
	expect(starvationText(row(none), false)).toBe(
		'No answer within 500 states of endless rounds: in what was seen, nobody who waits can be passed without bound, but that is not all.',
	);
	const spins = row({ asleep: 'nobody', way: 'T3: 9 + 5, passed 2', states: '1,000' });
	expect(starvationText(spins, false)).not.toContain('Nobody');
	expect(starvationText(spins, false)).toContain('is not known: within 1,000 states');
	expect(starvationText(row({}), false)).toBe(starvationText(row({})));
});

/** Rows of the table of docs/checking.md that a test repeats at once. */
const SMALL = 10_000;
const ROW = /^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \| (T[^|]+) \| `(#\/[^`]+)` \| ([\d,]+) \|$/gm;
const rows = [...readFileSync('docs/checking.md', 'utf8').matchAll(ROW)]
	.map(([, check = '', who = '', asleep = '', way = '', address = '', states = '']) => ({
		...{ check, who, asleep, way, address, states },
	}))
	.filter(({ states }) => Number(states.replaceAll(',', '')) <= SMALL);

it('repeats several rows of the table', () => expect(rows.length).toBeGreaterThan(8));

it.each(rows)('finds here what the table says: $check', async (told) => {
	const { config } = core.parseUrl(told.address.replace('#/', ''));
	const engine = await starvationEngine(core.lock(config.lock).name);
	const found = await starvationHere(engine, config, { maxStates: SMALL });
	if (!found) throw new Error('it was not aborted');
	/* a fingerprint of the text stands in no document */
	const { address, ...rest } = rowOf(core, config, found);
	expect({ ...rest, address: address.replace(/&fp=\w+/, '') }).toEqual(told);
	/* of a story, the schedule is shown in free play of the same text */
	const story = core.facts.scenarios.find(
		({ sandbox, lock, variant }) => !sandbox && lock === config.lock && variant === config.variant,
	);
	if (story) expect(rowOf(core, { ...config, scenario: story.name }, found).address).toBe(address);
});

it('allows from outside what the set-up does, or nothing; of free play first nothing', () => {
	const widths = (name: string, budget: number[]) =>
		starvationBudgets(core, core.configOf(name, { budget }));
	const none = Array(8).fill(0);
	const kind = (letter: string, times: number) =>
		ENV_LETTERS.map((one) => (one === letter ? times : 0));
	expect(widths('mcs-queue', none)).toEqual([none]);
	expect(widths('mcs-queue', kind('p', 2))).toEqual([kind('p', 2), none]);
	expect(widths('mcs', kind('p', 2))).toEqual([none, kind('p', 1), kind('p', 2)]);
	expect(widths('mcs', kind('p', 1))).toEqual([none, kind('p', 1)]);
	expect(widths('mcs-queue', kind('s', ENDLESS))).toEqual([none]);
	expect(widths('rwsem-starved-writer', kind('x', ENDLESS))).toEqual([kind('x', ENDLESS), none]);
});

it('speaks of the very set-up, but for its rounds', () => {
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

it('before a room it is one sentence, which begins with But where somebody may be', () => {
	expect(passedForEver(row({}))).toMatch(
		/^But T\d may be passed for ever while it sleeps for the lock: /,
	);
	expect(passedForEver(row({ asleep: 'nobody', way: 'T3: 9 + 5, passed 2' }))).toMatch(
		/^But T3 may be passed for ever while it spins: /,
	);
	expect(passedForEver(row({ who: 'nobody', asleep: 'nobody', way: '' }))).toBe(
		'Nobody who waits can be passed for ever.',
	);
});

it('a row of another number of acts says its own, and none where that is not of this set-up', () => {
	const found = row({ check: 'mutex-6.12 --threads LL --budget p1', who: 'T1 T2' });
	const none = row({ check: 'mutex-6.12 --threads LL --budget p1', who: 'nobody', way: '' });
	const config = (preempt: number) => ({
		...core.configOf('mutex-6.12', { threads: 2, switches: 0 }),
		budget: ENV_LETTERS.map((letter) => (letter === 'p' ? preempt : 0)),
	});
	const lock = core.lock(config(1).lock);
	const evidence = (one: StarvationRow) =>
		({
			starvation: { [lock.variants[config(1).variant]?.name ?? '']: [one] },
		}) as unknown as Evidence;
	expect(starvationOf(evidence(found), config(1), lock)).toBe(found);
	expect(rowBudgetText(core, config(1), found)).toBe('');
	/* who can be passed with one can be with two; that nobody can says nothing of two */
	expect(starvationOf(evidence(found), config(2), lock)).toBe(found);
	expect(rowBudgetText(core, config(2), found)).toBe('at most 1 preemption');
	/* a clock without limit is one that strikes */
	const clock = row({ check: 'mutex-6.12 --threads LL --budget p1,x*', who: 'T1 T2' });
	const strikes = ENV_LETTERS.map((letter) => (letter === 'p' || letter === 'x' ? 1 : 0));
	expect(starvationOf(evidence(clock), { ...config(1), budget: strikes }, lock)).toBe(clock);
	expect(starvationOf(evidence(none), config(1), lock)).toBe(none);
	expect(starvationOf(evidence(none), config(2), lock)).toBeUndefined();
});
