import { beforeAll, expect, it } from 'vitest';
import type { Core } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { knownTo } from '../plan/course';
import { readItem } from '../plan/items';
import { pairAddress, pairItem, pairOf, pairsIn, partnerOf, type ScenarioPair } from './pairs';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

const other = (name: string) => {
	const pair = partnerOf(core, name);
	return pair?.left.name === name ? pair.right : pair?.left;
};

it('of a pair it is the other half', () => {
	expect(other('mutex-stampede')?.name).toBe('mutex-mcs-queue');
	expect(other('mutex-mcs-queue')?.name).toBe('mutex-stampede');
});

it('is listed in a talk as the panel writes it where the pair is open', () => {
	const families = new Set(core.facts.locks.map(({ family }) => family));
	const items = new Set([...families].flatMap((family) => pairsIn(core, family).map(pairItem)));
	expect(items.size).toBeGreaterThan(5);
	for (const text of items)
		expect(readItem(text, knownTo(core))).toMatchObject({ kind: 'pair', text });
});

it('opens with as many threads as its point needs: of a stampede with a crowd, and nobody else with it', () => {
	for (const name of ['mutex-stampede', 'mutex-mcs-queue'])
		expect(pairAddress(partnerOf(core, name) as ScenarioPair)).toBe(
			'#/compare/mutex-stampede/mutex-mcs-queue?by=turns&n=8&rounds=2',
		);
	expect(pairOf(core, 'mutex-wake')).toBeUndefined();
	expect(pairAddress(partnerOf(core, 'mutex-three-atomics') as ScenarioPair)).not.toContain('?');
});

it('else it does the same work, by another text where one of the family does', () => {
	const own = core.scenario('mutex-wake');
	const partner = other('mutex-wake');
	expect(partner).toMatchObject({ threads: own?.threads, rounds: own?.rounds, roles: own?.roles });
	expect([partner?.lock, partner?.variant, partner?.switches]).not.toEqual([
		own?.lock,
		own?.variant,
		own?.switches,
	]);
});

it('of a ticket lock it is the MCS queue, with work that shows what differs', () => {
	for (const name of ['ticket-storm', 'ticket-in-order'])
		expect(pairAddress(partnerOf(core, name) as ScenarioPair)).toBe(
			'#/compare/ticket-storm/mcs-queue?by=turns&n=8&rounds=4',
		);
	expect(other('mcs-queue')?.name).toBe('ticket-storm');
});

it('of a finding it is the story of the text that has it no more, and both do the same work', () => {
	const pair = partnerOf(core, 'rwsem-single-pass') as ScenarioPair;
	expect(pairAddress(pair)).toBe('#/compare/rwsem-single-pass/rwsem-two-pass');
	expect([pair.left.threads, pair.left.roles, pair.left.rounds]).toEqual([
		pair.right.threads,
		pair.right.roles,
		pair.right.rounds,
	]);
	expect(other('rwsem-two-pass')?.name).toBe('rwsem-single-pass');
});

it('of many spinners in the kernel it is who spins in the program, with work for a crowd', () => {
	for (const name of ['fl-many', 'pm-spin'])
		expect(pairAddress(partnerOf(core, name) as ScenarioPair)).toBe(
			'#/compare/fl-many/pm-spin?by=turns&n=8&rounds=2',
		);
	expect(pairOf(core, 'fl-steal')).toBeUndefined();
});

it('among those that do the same work it is of the same release', () => {
	const left = core.scenario('pm-today');
	expect(other('pm-today')?.name).toBe('pm-look-first');
	const of = (name = '') => {
		const own = core.scenario(name);
		return core.facts.locks.find(({ id }) => id === own?.lock)?.variants[own?.variant ?? 0]?.name;
	};
	expect([of(left?.name), of(other('pm-today')?.name)]).toEqual([
		'pthread-normal-2.36',
		'pthread-adaptive-2.36',
	]);
});

it('is never the same text under the same set-up; of a fault it is the lock without it', () => {
	let faults = 0;
	for (const own of core.facts.scenarios) {
		const partner = other(own.name);
		if (!partner || partnerOf(core, own.name)?.title) continue;
		const same = partner.lock === own.lock && partner.variant === own.variant;
		expect(same && partner.switches === own.switches, own.name).toBe(false);
		if (own.switches === 0 || pairOf(core, own.name)) continue;
		expect([same, partner.switches], own.name).toEqual([true, 0]);
		faults++;
	}
	expect(faults).toBeGreaterThan(20);
});
