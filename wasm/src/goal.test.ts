import { beforeAll, describe, expect, it } from 'vitest';
import { LEVELS } from '../generated/levels';
import type { Core } from './core';
import { exploreHere } from './explorer';
import { goalAlong, isDone, wonAt } from './goal';
import { builtCore } from './testing';
import type { LevelFacts } from './types';

const levels = LEVELS as LevelFacts[];
let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

const BOUND = 100_000;
const solve = (level: LevelFacts, from: readonly number[] = []) =>
	exploreHere(core, level, { maxStates: BOUND, towards: { goal: level.goal, from } });

describe.each(levels)('level $name', (level) => {
	it('is won by its shortest solution, step by step, and by nothing shorter', async () => {
		const { verdict, found, path } = await solve(level);
		expect(verdict).toBe('OK');
		expect(found).toBe(level.shortest > 0);
		expect(path).toHaveLength(level.shortest);
		const along = goalAlong(core, level, level.goal, path);
		expect(along.facts).toBe(level.says.length);
		expect(along.lost).toBe(-1);
		if (!found) return;
		expect(along.done).toHaveLength(path.length + 1);
		expect(wonAt(along)).toBe(path.length);
		const half = path.slice(0, path.length >> 1);
		expect((await solve(level, half)).path).toHaveLength(path.length - half.length);
	});
});

describe('a goal', () => {
	const [level] = levels as [LevelFacts];

	it('leaves the session that shows a moment as it is', () => {
		const session = core.session(level);
		session.step(0);
		session.step(1);
		const before = session.hash();
		goalAlong(core, level, level.goal, [0, 0, 0]);
		expect(session.hash()).toBe(before);
		expect(session.step(1)).toBe('moved');
	});

	it('is reached fact by fact', () => {
		const goal = 'tail T1; inside T1; tail T2';
		const along = goalAlong(core, core.configOf('mcs-gap'), goal, [0, 0, 0, 0, 1, 1, 1]);
		expect(along.done).toEqual([0, 0, 0, 3, 3, 3, 3, 7]);
		expect(wonAt(along)).toBe(7);
		expect([0, 1, 2].map((i) => isDone(along.done[6] ?? 0, i))).toEqual([true, true, false]);
	});

	it('of recorded steps is lost with the first step that is not the next of its log', () => {
		const goal = '2 mspin_lock+2 store; 1 mspin_lock+2 store';
		const along = goalAlong(core, core.configOf('mcs-gap'), goal, [0, 0, 1]);
		expect(along).toMatchObject({ facts: 2, lost: 2 });
		expect(along.done.slice(0, 2)).toEqual([0, 2]);
		expect(wonAt(along)).toBe(-1);
	});

	it('that is no longer within reach is said to be so', async () => {
		const alone = core.session(level);
		while (alone.step(0) === 'moved');
		const end = await solve(level, alone.actions());
		expect(end).toMatchObject({ verdict: 'OK', found: false, path: [] });
	});

	it('that nobody can read throws, and so do steps that do not apply', () => {
		expect(() => goalAlong(core, level, 'tial T1', [])).toThrow('not understood: "tial T1"');
		expect(() => goalAlong(core, level, level.goal, [15])).toThrow();
	});
});
