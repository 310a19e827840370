import { beforeAll, describe, expect, it } from 'vitest';
import { LEVELS } from '../generated/levels';
import type { Core } from './core';
import { exploreHere } from './explorer';
import { goalAlong } from './goal';
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
		const { facts, reached } = goalAlong(core, level, level.goal, path);
		expect(facts).toBe(level.says.length);
		if (!found) return;
		expect(reached).toHaveLength(path.length + 1);
		expect(reached.at(-1)).toBe(facts);
		expect(reached.at(-2)).toBeLessThan(facts);
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
		const { reached } = goalAlong(core, core.configOf('mcs-gap'), goal, [0, 0, 0, 0, 1, 1, 1]);
		expect(reached).toEqual([0, 0, 0, 2, 2, 2, 2, 3]);
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
