/** Where a room is stopped on the way through two schedules, and what it is told to look at. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Core } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { App } from '../store/app';
import type { CompareRoute } from '../store/state';
import { isSameWork } from './comes-to';
import { soFar } from './measure';
import { Pair } from './pair';
import { routeOfPair } from './testing';

vi.setConfig({ testTimeout: 60_000 });

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

function staged(left: string, right: string, more: Partial<CompareRoute> = {}): Pair {
	const route = routeOfPair(left, right, more);
	const app = new App(async () => {
		throw new Error('not asked for');
	});
	app.store.set({ core, route, view: { ...app.state.view, presenter: true } });
	return new Pair(app, [core, core], route);
}

const atOf = (pair: Pair) => [pair.at(0), pair.at(1)];

/** What the sums of both sides say where they stand. */
const sums = (pair: Pair) =>
	pair.sides.map(({ app }) => {
		const { session, moment } = app.state.doc ?? {};
		if (!session || !moment) throw new Error('a side has no schedule');
		return soFar(core, session, moment.at);
	});

/** Every pair that is offered, by its stories and with its work. */
function offered(): Pair[] {
	return core.facts.scenarios.flatMap(({ name, beside }) => {
		if (!beside) return [];
		const work = new URLSearchParams(beside.work);
		const turns = {
			by: 'turns' as const,
			threads: Number(work.get('n')),
			rounds: Number(work.get('rounds')),
		};
		return [staged(name, beside.name), ...(beside.work ? [staged(name, beside.name, turns)] : [])];
	});
}

describe('the stops of a room', () => {
	it('are few, lead on, and end where the comparison ends', () => {
		const pairs = offered();
		expect(pairs.length).toBeGreaterThan(6);
		for (const pair of pairs) {
			const { stops } = pair;
			const name = pair.titles.join(' | ');
			expect(stops.length, name).toBeGreaterThan(1);
			expect(stops.length, name).toBeLessThanOrEqual(5);
			expect(stops.at(-1), name).toEqual({ at: [pair.end(0), pair.end(1)], look: '' });
			for (const [i, { at, look }] of stops.entries()) {
				pair.milestone(1);
				expect(atOf(pair), name).toEqual([...at]);
				if (i < stops.length - 1) expect(look, name).toMatch(/^(Look at|From here on) .*\.$/);
				expect(look.length, name).toBeLessThan(125);
			}
			expect(pair.canAdvance(), name).toBe(false);
			for (const { at } of stops.slice(0, -1).reverse()) {
				pair.milestone(-1);
				expect(atOf(pair), name).toEqual([...at]);
			}
			pair.milestone(-1);
			expect(atOf(pair), name).toEqual([0, 0]);
		}
	});

	it('are where two begin to differ, and where the one that ends with less gets there', () => {
		const pair = staged('mutex-stampede', 'mutex-mcs-queue');
		expect(pair.watch).toBe(
			'Watch the cache line transfers and the threads disturbed by releases.',
		);
		expect(pair.stops.map(({ look }) => look)).toEqual([
			'Look at the sums before the first release: at first the right side has more, 13 cache line transfers against 7.',
			'Look at the filled bolts: the release made T2, T3 and T4 read again on the left, T2 alone on the right.',
			'From here on the right side has fewer: 20 cache line transfers against 22.',
			'',
		]);
		pair.milestone(1);
		expect(sums(pair)).toMatchObject([
			{ transfers: 7, disturbed: 0 },
			{ transfers: 13, disturbed: 0 },
		]);
		pair.milestone(1);
		expect(sums(pair)).toMatchObject([{ disturbed: 3 }, { disturbed: 1 }]);
		pair.milestone(1);
		expect(sums(pair)).toMatchObject([{ transfers: 22 }, { transfers: 20 }]);
	});

	it('say who sleeps and who is passed, by the threads of the side', () => {
		const pair = staged('fl-many', 'pm-spin', { by: 'turns', threads: 8, rounds: 2 });
		const looks = pair.stops.map(({ look }) => look);
		expect(looks).toContain(
			'Look at who has gone to sleep: nobody on the left, T4 and T5 on the right.',
		);
		expect(looks).toContain(
			'Look at who gets the lock: one waiter has been passed once on the left, not at all on the right.',
		);
	});

	it('are the atomic accesses that only one side has, where nothing else tells the two apart', () => {
		const pair = staged('mutex-three-atomics', 'mutex-one-atomic');
		expect(pair.watch).toBe('Watch the read-modify-writes.');
		const before = pair.stops.slice(0, -1);
		expect(before.map(({ at }) => at)).toEqual([
			[11, 11],
			[12, 12],
			[27, 27],
		]);
		for (const { look } of before)
			expect(look).toBe(
				'Look at this step: on the left it is a read-modify-write, on the right a read.',
			);
	});

	it('are where a side fails, and the turn before', () => {
		const pair = staged('rwsem-single-pass', 'rwsem-two-pass');
		const at = pair.fault(0)?.at ?? 0;
		expect(pair.watch).toBe('');
		expect(pair.stops.map(({ at: [left] }) => left)).toEqual([33, at, at]);
		expect(pair.stops[1]?.look).toMatch(/^Look at the left side: .* is broken\.$/);
		pair.milestone(1);
		expect(pair.fault(0)?.at).toBeGreaterThan(pair.at(0));
	});

	it('is before the first release where both cost the same to the end', () => {
		const pair = staged('mutex-stampede', 'mutex-stampede');
		expect(pair.watch).toBe('');
		expect(pair.stops).toEqual([
			{ at: [15, 15], look: 'Look at what the release does: up to here both have cost the same.' },
			{ at: [58, 58], look: '' },
		]);
	});

	it('say of unlike work where two begin to differ, and not who has less', () => {
		const pair = staged('mutex-stampede', 'mcs-queue');
		expect(isSameWork(pair)).toBe(false);
		expect(pair.stops.length).toBeGreaterThan(1);
		for (const { look } of pair.stops) expect(look).not.toMatch(/fewer/);
	});

	it('leave who was stepped alone where it is', () => {
		const pair = staged('mutex-stampede', 'mutex-mcs-queue');
		pair.sides[0].app.cursor.seek(30);
		pair.milestone(1);
		expect(atOf(pair)).toEqual([30, 29]);
		pair.milestone(1);
		expect(atOf(pair)).toEqual([30, 37]);
		pair.milestone(1);
		expect(atOf(pair)).toEqual([37, 44]);
	});
});
