/** What stories say last, where they stand alone and in a talk. */
import { expect, it } from 'vitest';
import { builtCore } from '../../../wasm/src/testing';
import { forListeners, inTalk } from './beats';

const core = await builtCore();
const lasts = core.facts.scenarios.flatMap(({ name }) => {
	const note = core.scenario(name)?.beats?.at(-1)?.note;
	return note === undefined ? [] : [{ name, note }];
});

it('a story that stands alone asks for nothing that only the page has, and leads to no other', () => {
	const needs = /“Set up”|\b(?:press|open|see) [“C]|\bTry:|\bNext:|\blet the check\b/;
	expect(lasts.length).toBeGreaterThan(100);
	expect(lasts.filter(({ note }) => needs.test(note)).length).toBeGreaterThan(100);
	for (const { name, note } of lasts) {
		const said = forListeners(note);
		expect(said, name).toMatch(/Take home: \S/);
		expect(said, name).not.toMatch(needs);
	}
});

it('in a talk no note names the story that its author leads to', () => {
	const next = (name: string) => core.scenario(core.scenario(name)?.next ?? '')?.title ?? '';
	expect(lasts.some(({ name, note }) => note.includes(`“${next(name)}”`))).toBe(true);
	for (const { name, note } of lasts)
		if (next(name)) expect(inTalk(note), name).not.toContain(`“${next(name)}”`);
});
