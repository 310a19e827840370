/** What an author writes of a level, held against what the page does with it. */
import { expect, test } from 'vitest';
import { emptyCore } from '../../../wasm/src/testing';
import { byGrade, levelAfter, levels } from './facts';

const core = emptyCore();

test('names are slugs, and each is there once', () => {
	const names = levels.map(({ name }) => name);
	expect(new Set(names).size).toBe(names.length);
	expect(names.filter((name) => !/^[a-z][a-z0-9-]*$/.test(name))).toEqual([]);
});

test('sixteen or more, over four families at least, and one is impossible', () => {
	expect(levels.length).toBeGreaterThanOrEqual(16);
	const families = levels.map(({ lock }) => core.lock(lock).family);
	expect(new Set(families).size).toBeGreaterThanOrEqual(4);
	expect(levels.filter(({ shortest }) => shortest === 0)).toHaveLength(1);
});

test('every level says all that the page shows of it, and of no two facts the same', () => {
	for (const { name, title, task, says, hint, after, grade, goal } of levels) {
		for (const text of [title, task, hint, after, ...says])
			expect(text.trim().length, `${name}: ${text}`).toBeGreaterThan(3);
		for (const text of [task, hint, after]) expect(text, name).toMatch(/[.!]$/);
		expect(grade, name).toBeGreaterThanOrEqual(1);
		expect(grade, name).toBeLessThanOrEqual(5);
		expect(new Set(says).size, name).toBe(says.length);
		expect(says, name).toHaveLength(goal.split(';').length);
	}
});

test('after each level comes the next, from easy to hard, to the last', () => {
	const all = byGrade();
	const [first] = all;
	if (!first) throw new Error('no level');
	const walked = [first];
	for (let next = levelAfter(first.name); next; next = levelAfter(next.name)) walked.push(next);
	expect(walked).toEqual(all);
	expect(all.map(({ grade }) => grade)).toEqual(all.map(({ grade }) => grade).sort());
});
