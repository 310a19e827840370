// @vitest-environment node
/** What an author writes of a level, held against what the page does with it. */
import { readFileSync } from 'node:fs';
import heads from 'virtual:lesson-heads';
import { expect, test } from 'vitest';
import { FACTS_MODULE, factsIn } from '../../../scripts/lib/wasm-facts.mjs';
import { builtCore } from '../../../wasm/src/testing';
import { SHIPPED } from '../trace/shipped';
import { byGrade, lessonOf, levelAfter, levels, wayOn } from './facts';
import { keepWin } from './progress';

const core = await builtCore();

/** The goal of each level as its author wrote it, by the level's name. */
const written = new Map<string, string>(
	factsIn(readFileSync(FACTS_MODULE)).levels.map((level: { name: string; written: string }) => [
		level.name,
		level.written,
	]),
);
const goalOf = (name: string): string => written.get(name) ?? '';

test('names are slugs, and each is there once', () => {
	const names = levels.map(({ name }) => name);
	expect(new Set(names).size).toBe(names.length);
	expect(names.filter((name) => !/^[a-z][a-z0-9-]*$/.test(name))).toEqual([]);
});

test('sixteen or more, over all families that can be chosen, and two are impossible', () => {
	expect(levels.length).toBeGreaterThanOrEqual(16);
	const families = new Set(levels.map(({ lock }) => core.lock(lock).family));
	const all = new Set(core.facts.scenarios.map(({ lock }) => core.lock(lock).family));
	expect([...families].sort()).toEqual([...all].sort());
	expect(levels.filter(({ shortest }) => shortest === 0)).toHaveLength(2);
});

test('every level says all that the page shows of it, and of no two facts the same', () => {
	for (const { name, title, task, says, idea, hint, after, grade } of levels) {
		for (const text of [title, task, idea, hint, after, ...says])
			expect(text.trim().length, `${name}: ${text}`).toBeGreaterThan(3);
		for (const text of [task, idea, hint, after]) expect(text, name).toMatch(/[.?!]$/);
		/* the first hint is an idea and no step */
		expect(idea, name).not.toMatch(/\bT\d\b/);
		expect(idea, name).not.toBe(hint);
		expect(grade, name).toBeGreaterThanOrEqual(1);
		expect(grade, name).toBeLessThanOrEqual(5);
		expect(new Set(says).size, name).toBe(says.length);
		expect(says, name).toHaveLength(goalOf(name).split(';').length);
	}
});

test('who calls a level impossible has three reasons to choose from, one of them right and not always the same one', () => {
	for (const { name, shortest, reasons } of levels) {
		expect(reasons, name).toHaveLength(shortest === 0 ? 3 : 0);
		for (const { text, reply } of reasons) {
			expect(text.length, name).toBeGreaterThan(3);
			expect(reply, name).toMatch(/\.$/);
		}
	}
	const right = levels
		.filter(({ shortest }) => shortest === 0)
		.map(({ reasons }) => reasons.flatMap((reason, place) => (reason.right ? [place] : [])));
	for (const places of right) expect(places).toHaveLength(1);
	expect(new Set(right.flat()).size).toBe(right.length);
});

/* At the opening no thread has taken a step: it has no lock, is in no list and does not sleep. */
test('a task says what to bring about, and not what is not so when the level opens', () => {
	const stands =
		/(?:^|[.:] )(?:The (?:reader|writer) )?T\d(?: is (?:the|first|in)| has | sleeps| stands| spins| waits)/;
	expect(levels.filter(({ task }) => stands.test(task)).map(({ name }) => name)).toEqual([]);
});

/** The first events of a recording as a goal has them: without their times. */
function beginning(recording: string, events: number): { head: string; goal: string } {
	const file = readFileSync(`web/traces/${recording}.trace`, 'utf8');
	const [head = '', log = ''] = file.split('\nevents\n');
	const lines = log.split('\n').slice(0, events);
	return { head, goal: lines.map((line) => line.replace(/^(\d+) \d+ \d+ /, '$1 ')).join('; ') };
}

test('a level of recorded steps has the first of a recording that is shipped, and says whose they are', () => {
	const recorded = levels.filter(({ recording }) => recording !== '');
	expect(recorded.length).toBeGreaterThan(0);
	for (const { name, recording, says, scenario, roles, threads } of recorded) {
		expect(
			SHIPPED.map(({ id }) => id),
			name,
		).toContain(recording);
		const { head, goal: logged } = beginning(recording, says.length);
		expect(goalOf(name), name).toBe(logged);
		expect(head.split('\n'), name).toContain(`lock ${scenario}`);
		const letters = core.lock(core.scenario(scenario)?.lock ?? 0).roles;
		const played = [...roles].map((role) => letters[role]?.letter).join('');
		expect(head.split('\n'), name).toContain(`threads ${played}`);
		expect(roles, name).toHaveLength(threads);
		expect(
			goalOf(name)
				.split('; ')
				.map((step) => `T${step[0]}`),
			name,
		).toEqual(says.map((text) => text.slice(0, 2)));
	}
});

test('after a level comes one before it that was passed over', () => {
	expect(wayOn('hand-it-over')?.to).toBe('#/level/past-the-top-waiter');
	keepWin('past-the-top-waiter', 15);
	expect(wayOn('hand-it-over')?.to).toBe('#/level/owner-in-its-sleep');
});

test('else the next of its lesson, and behind the last one the next lesson', () => {
	for (const { name } of levels) keepWin(name, 1);
	for (const { number, levels: names } of heads)
		for (const [i, name] of names.entries()) {
			const next = names[i + 1];
			const lesson = heads.find((head) => head.number === number + 1);
			expect(levelAfter(name)?.name, name).toBe(next);
			expect(wayOn(name)?.to, name).toBe(
				next ? `#/level/${next}` : lesson && `#/learn/${lesson.slug}`,
			);
		}
	expect(wayOn('two-heads')?.says).toBe('lesson 2, Compare-and-swap');
	expect(wayOn('explain-a-trace')).toBeNull();
	for (const { name } of levels) expect(lessonOf(name), name).toBeDefined();
});

test('all of them stand from easy to hard', () => {
	const all = byGrade();
	expect(all.map(({ grade }) => grade)).toEqual(all.map(({ grade }) => grade).sort());
	/* and of one grade, as the lessons lead to them */
	expect(all.slice(0, 3).map(({ name }) => name)).toEqual([
		'both-find-it-free',
		'two-heads',
		'two-inside',
	]);
	for (const [i, level] of all.entries()) {
		const next = all[i + 1];
		const [here, there] = [lessonOf(level.name)?.number, lessonOf(next?.name ?? '')?.number];
		if (next?.grade === level.grade && there !== undefined)
			expect(here, level.name).toBeLessThanOrEqual(there);
	}
});
