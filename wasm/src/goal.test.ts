import { beforeAll, describe, expect, it } from 'vitest';
import { LEVELS } from '../generated/levels';
import type { Core } from './core';
import { exploreHere } from './explorer';
import type { LevelFacts } from './facts';
import { goalAlong, isDone, wonAt } from './goal';
import { builtCore } from './testing';

const levels = LEVELS as LevelFacts[];
let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

const BOUND = 200_000;
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
	const level = levels.find(({ name }) => name === 'two-heads') as LevelFacts;

	it('leaves the session that shows a moment as it is', () => {
		const session = core.session(level);
		session.step(0);
		session.step(1);
		const before = session.hash();
		goalAlong(core, level, level.goal, [0, 0, 0]);
		expect(session.hash()).toBe(before);
		expect(session.step(1)).toBe('moved');
	});

	it('is reached fact by fact', async () => {
		const facts = levels.find(({ name }) => name === 'woken-in-vain');
		if (!facts) throw new Error('no such level');
		const { path } = await solve(facts);
		const { done } = goalAlong(core, facts, facts.goal, path);
		const reached = done.map((mask) => facts.says.filter((_, fact) => isDone(mask, fact)).length);
		expect(reached[0]).toBe(0);
		expect(new Set(reached)).toEqual(new Set(facts.says.keys()).add(facts.says.length));
		expect(reached).toEqual([...reached].sort((a, b) => a - b));
	});

	it('of recorded steps is lost with the first step that is not the next of its log', async () => {
		const recorded = levels.find(({ recording }) => recording !== '');
		if (!recorded) throw new Error('no level of recorded steps');
		const { path } = await solve(recorded);
		const session = core.session(recorded);
		const others = path.flatMap((action, at) => {
			const moved = session.options().filter(({ result }) => result === 'moved');
			session.step(action);
			return moved.map((other) => [...path.slice(0, at), other.action]);
		});
		const along = others
			.map((steps) => goalAlong(core, recorded, recorded.goal, steps))
			.find(({ lost }) => lost >= 0);
		if (!along) throw new Error('no step leaves the logs');
		expect(along).toMatchObject({ facts: path.length, lost: along.done.length - 1 });
		expect(along.done[0]).toBe(0);
		expect(wonAt(along)).toBe(-1);
	});

	it('that is no longer within reach is said to be so', async () => {
		const alone = core.session(level);
		while (alone.step(0) === 'moved');
		const end = await solve(level, alone.actions());
		expect(end).toMatchObject({ verdict: 'OK', found: false, path: [] });
	});

	it('of bytes that are none throws, and so do steps that do not apply', () => {
		expect(() => goalAlong(core, level, level.goal.slice(1), [])).toThrow('cannot be followed');
		expect(() => goalAlong(core, level, [], [])).toThrow();
		expect(() => goalAlong(core, level, level.goal, [15])).toThrow();
	});
});
