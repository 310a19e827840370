import { expect, it } from 'vitest';
import type { LockFacts, MachineView } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { numberIn } from '../drawings/queue/order';
import type { Moment } from '../store/state';
import { brokenText, faultParts, faultSentence } from './faults';

const core = await builtCore();

/** What the page asks an invariant for, of every lock that says it. */
const told = core.facts.locks.flatMap((lock) =>
	lock.invariants.filter(({ about }) => about).map((invariant) => ({ lock, invariant })),
);

const said = (machine: unknown, lock: LockFacts, what: string) =>
	faultSentence({ machine, options: [] } as unknown as Moment, 'VIOLATED', what, lock);

/** A fresh machine of the lock, in which T1 and T2 do `as`. */
function machineOf(lock: LockFacts, as: object): MachineView {
	const sandbox = core.facts.scenarios.find((s) => s.lock === lock.id && s.sandbox);
	const machine = core.session(core.configOf(sandbox?.name ?? '')).machine();
	return { ...machine, threads: machine.threads.map((t) => (t.tid < 3 ? { ...t, ...as } : t)) };
}

it('each lock names who is in trouble where mutual exclusion is broken', () => {
	for (const lock of core.facts.locks) {
		const holders = lock.invariants.find(({ about }) => about === 'holders');
		expect(holders, lock.name).toBeDefined();
		expect(said(machineOf(lock, { holds: 'write' }), lock, holders?.name ?? '')).toBe(
			'T1 and T2 hold the lock at the same time.',
		);
	}
});

it('sleepers are named', () => {
	const sleepers = told.filter(({ invariant }) => invariant.about === 'sleepers');
	expect(sleepers.length).toBeGreaterThan(3);
	for (const { lock, invariant } of sleepers) {
		expect(invariant.called, lock.name).toBe('lost wake-up');
		expect(said(machineOf(lock, { status: 'asleep' }), lock, invariant.name)).toBe(
			'T1 and T2 are asleep and nobody will wake them.',
		);
	}
});

it('who is about to sleep is named as well, and before the rule', () => {
	const lock = core.lock(core.configOf('mutex-3.9').lock);
	const machine = machineOf(lock, {});
	const threads = machine.threads.map((t) =>
		t.tid === 2 ? { ...t, state: 'UNINTERRUPTIBLE' } : t,
	);
	const moment = { machine: { ...machine, threads }, options: [] } as unknown as Moment;
	const judgement = { verdict: 'VIOLATED', what: 'wake token' } as never;
	expect(faultParts(moment, judgement, lock)).toEqual([
		'Nobody will wake T2 when it goes to sleep now.',
		'lost wake-up: the rule “wake token” is broken',
	]);
	expect(brokenText(moment, judgement, lock)).toBe(
		'Nobody will wake T2 when it goes to sleep now. Lost wake-up: the rule “wake token” is broken.',
	);
});

it('a flag, and the list that it tells of, are words of the lock', () => {
	const flags = told.filter(({ invariant }) => invariant.about === 'flag');
	expect(flags.length).toBeGreaterThan(3);
	for (const { lock, invariant } of flags) {
		const { flag = '', list, name } = invariant;
		const fresh = machineOf(lock, {});
		expect(numberIn(fresh, flag)?.bits, `${lock.name} ${flag}`).toBe(1);
		const words = fresh.words.map((w) => (w.facts.name === list ? { ...w, list: [2] } : w));
		expect(words.filter(({ list }) => list.length > 0)).toHaveLength(1);
		expect(said({ ...fresh, words }, lock, name)).toBe(
			`T2 waits, and ${flag.split('.')[1]} is not set.`,
		);
	}
});

it('what bounds how often waiters are passed says so', () => {
	expect(told.some(({ invariant }) => invariant.about === 'passing')).toBe(true);
});
