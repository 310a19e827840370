import { expect, it } from 'vitest';
import { testCore } from '../store/testing';
import { nearestFirst, ownAmong } from './nearest';

const row = (check: string) => ({ check, verdict: 'OK', steps: '', states: '1' });

it('begins with the searches that are most like what is shown', () => {
	const core = testCore();
	const free = core.configOf('tas');
	const lock = core.facts.locks.find(({ id }) => id === free.lock);
	if (!lock) throw new Error('no lock');
	const budget = free.budget.map((_, kind) => (kind === 1 ? 2 : 0));
	const config = { ...free, threads: 3, roles: [0, 0, 0], rounds: 2, switches: 0, budget };
	const wanted = [
		'tas --threads 3 --rounds 2 --budget p1',
		'tas --threads 3 --rounds 1 --budget p2',
		'tas --threads 3 --rounds 2',
		'tas --threads 3 --rounds 2 --budget s1',
		'tas --threads 2 --rounds 2 --budget p2',
		'tas --threads 3 --rounds 2 --budget p2 --switch torn',
	];
	for (const given of [wanted, wanted.toReversed()])
		expect(nearestFirst(given.map(row), config, lock).map(({ check }) => check)).toEqual(wanted);
	const torn = nearestFirst(wanted.map(row), { ...config, switches: 1 }, lock);
	expect(torn[0]?.check).toBe(wanted.at(-1));
});

it('has apart what the finding names and what is of the very set-up', () => {
	const core = testCore();
	const free = core.configOf('tas');
	const lock = core.facts.locks.find(({ id }) => id === free.lock);
	if (!lock) throw new Error('no lock');
	const budget = free.budget.map(() => 0);
	const config = { ...free, threads: 2, roles: [0, 0], rounds: 1, switches: 0, budget };
	const rows = ['tas --threads 2', 'tas --threads 3', 'tas --threads 3 --rounds 2'].map(row);
	const text = [
		{ kind: 'code' as const, text: 'npm run lockstep -- check tas --threads 3 --rounds 2' },
	];
	const finding = { id: 'M9', title: '', scenarios: [], rounds: [], blocks: text };
	const checks = (of: typeof rows) => of.map(({ check }) => check);
	expect(checks(ownAmong(rows, [], config, lock))).toEqual(['tas --threads 2']);
	expect(checks(ownAmong(rows, [finding], config, lock))).toEqual([
		'tas --threads 3 --rounds 2',
		'tas --threads 2',
	]);
});
