/** The plans of docs/teaching: every address leads where it says, to the beats of a story from its first to its last. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LEVELS } from '../../wasm/generated/levels';
import { REPAIRS } from '../../wasm/generated/repairs';
import { builtCore } from '../../wasm/src/testing';

const core = await builtCore();
const FOLDER = 'docs/teaching';
const plans = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));
const lessons = readdirSync('web/lessons').map((name) => name.replace(/^\d+-|\.md$/g, ''));
const traces = readdirSync('web/traces').map((name) => name.replace(/\.trace$/, ''));
const levels = (LEVELS as { name: string }[]).map(({ name }) => name);
const repairs = (REPAIRS as { name: string }[]).map(({ name }) => name);

interface Place {
	name: string;
	at: number;
}

function placesOf(plan: string): { stories: Place[]; others: string[][] } {
	const text = readFileSync(`${FOLDER}/${plan}`, 'utf8');
	const found = [...text.matchAll(/`#\/([a-z0-9./-]+)(?:\?at=(\d+))?`/g)];
	const split = found.map(([, path = '', at = '0']) => ({
		parts: path.split('/'),
		at: Number(at),
	}));
	return {
		stories: split.flatMap(({ parts: [name = '', more], at }) => (more ? [] : [{ name, at }])),
		others: split.flatMap(({ parts }) => (parts.length > 1 ? [parts] : [])),
	};
}

test('there are plans, and they speak of stories', () => {
	expect(plans.length).toBeGreaterThan(1);
	for (const plan of plans) expect(placesOf(plan).stories.length, plan).toBeGreaterThan(8);
});

test.each(plans)('%s: each moment of a story is a beat, in the order of the story', (plan) => {
	const last = new Map<string, number>();
	for (const { name, at } of placesOf(plan).stories) {
		const scenario = core.scenario(name);
		expect(scenario, name).toBeDefined();
		const beats = scenario?.beats.map((beat) => beat.at) ?? [];
		expect(beats, `${name}?at=${at}`).toContain(at);
		expect(at, `${name}: in order`).toBeGreaterThanOrEqual(last.get(name) ?? 0);
		if (!last.has(name)) expect(at, `${name} is begun at its start`).toBe(0);
		last.set(name, at);
	}
	for (const [name, at] of last)
		expect(at, `${name} is told to its end`).toBe(core.scenario(name)?.story.length);
});

test.each(plans)('%s: every other address leads somewhere', (plan) => {
	for (const [kind, ...names] of placesOf(plan).others) {
		const known = { learn: lessons, level: levels, repair: repairs, trace: traces }[kind ?? ''];
		if (kind === 'compare')
			for (const name of names) expect(core.scenario(name), name).toBeDefined();
		else expect(known, `${kind}/${names}`).toContain(names[0]);
	}
});
