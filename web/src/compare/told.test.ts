import { beforeAll, expect, it, vi } from 'vitest';
import type { Core, Session } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { releasesOf } from '../cache/releases';
import type { CompareRoute } from '../store/state';
import { measure } from './measure';
import { routeOfPair, sessionOn } from './testing';
import { toldAt } from './told';
import { playedOn } from './workload';

vi.setConfig({ testTimeout: 60_000 });

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

const sessionOf = (of: CompareRoute, name: string) => sessionOn(core, of, name);

/** All that one side says, from its start to its end. */
function saidIn(of: CompareRoute, name: string): string[] {
	const session = sessionOf(of, name);
	const measures = measure(core, session);
	return Array.from({ length: session.length + 1 }, (_, at) =>
		toldAt(session, measures, at),
	).filter(Boolean);
}

it('tells at a release whom it disturbs, and at an acquisition whom the release before it did', () => {
	const said = (name: string) => saidIn(routeOfPair('mutex-stampede', 'mutex-mcs-queue'), name);
	expect(said('mutex-stampede').slice(0, 3)).toEqual([
		'T1 has the lock, as the first.',
		'T1 releases: T2, T3 and T4 lose the line that they watch. Each must read again.',
		'The release made T2, T3 and T4 read again, and T2 has the lock.',
	]);
	expect(said('mutex-stampede').slice(-2)).toEqual([
		'The release made T4 alone read again, and T4 has the lock.',
		'T4 releases: no spinner must read again.',
	]);
	expect(said('mutex-mcs-queue').slice(1, 3)).toEqual([
		'T1 releases: T2 loses the line that it watches. Nobody else is disturbed.',
		'The release made T2 alone read again, and T2 has the lock.',
	]);
	/* who comes in beside another has waited for no release */
	expect(said('rwsem-downgrade').some((text) => text.endsWith('has the lock, too.'))).toBe(true);
});

it('tells whom a release woke, and that no column counts what that takes', () => {
	const pair = routeOfPair('pm-today', 'pm-spin');
	const said = (name: string) => saidIn(pair, name);
	expect(said('pm-today').slice(1, 4)).toEqual([
		'T1 releases: no spinner must read again.',
		'T1 wakes T2, a sleeper: thousands of steps in the kernel, which are not counted here.',
		'The release woke 1 sleeper, T2: thousands of steps in the kernel, which are not counted here. T2 has the lock.',
	]);
	expect(said('pm-spin').join(' ')).not.toContain('sleeper');
});

it('lays to a release the wake-ups of its call, and of no other', () => {
	for (const { name } of core.facts.scenarios) {
		const session = sessionOf(routeOfPair(name, name), name);
		const woken = releasesOf(session).flatMap(({ tid, from, woke }) =>
			woke.map(({ step, ...of }) => ({ tid, from, step, of: of.tid })),
		);
		for (const { tid, from, step, of } of woken) {
			const { op, ok, target, tid: by } = session.record(step);
			expect({ op, ok, target, by }, name).toEqual({ op: 'wake', ok: true, target: of, by: tid });
			expect(step, name).toBeGreaterThan(from);
		}
		expect(new Set(woken.map(({ step }) => step)).size, name).toBe(woken.length);
	}
	const of = (session: Session) => {
		const all = Array.from({ length: session.length }, (_, i) => session.record(i));
		const released = releasesOf(session).reduce((sum, { woke }) => sum + woke.length, 0);
		return [released, all.filter(({ op, ok }) => op === 'wake' && ok).length];
	};
	const starves = routeOfPair('rwsem-starved-writer', 'rwsem');
	expect(of(sessionOf(starves, starves.left))).toEqual([2, 2]);
	/* a reader that comes back, joins the list and wakes whoever is first there releases nothing */
	const four = { by: 'turns', threads: 4, rounds: 2 } as const;
	const stay = routeOfPair('rwsem-fault-waiters-stay', 'rwsem', four);
	const inTurn = core.session(sessionOf(stay, stay.left).config);
	inTurn.load(playedOn(core, inTurn));
	expect(of(inTurn)).toEqual([0, 1]);
});

it('names whom each release disturbs, and ends with it', () => {
	const whom = (name: string) =>
		releasesOf(sessionOf(routeOfPair('mutex-stampede', 'mutex-mcs-queue'), name)).map(
			({ tid, disturbed }) => [tid, ...disturbed],
		);
	expect(whom('mutex-stampede')).toEqual([[1, 2, 3, 4], [2, 3, 4], [3, 4], [4]]);
	expect(whom('mutex-mcs-queue')).toEqual([[1, 2], [2, 3], [3, 4], [4]]);
	/* the head of the spinners watches the word; those behind it watch their own nodes */
	expect(whom('mutex-6.12-spin')[0]).toEqual([1, 2]);
});
