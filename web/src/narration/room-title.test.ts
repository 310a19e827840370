/** What stands below a slide tells no name of a story that a room is still to be asked about. */
import { beforeAll, expect, it } from 'vitest';
import type { Core } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { createDocument } from '../store/document';
import { openApp } from '../store/testing';
import { playedIn } from './lock-name';
import { announcedOf, roomTitle } from './room-title';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

it('names the lock until the last question with options is answered, then the story', () => {
	const app = openApp();
	let asked = 0;
	for (const { name, title, story, beats, sandbox } of core.facts.scenarios) {
		if (sandbox) continue;
		const ats = beats.flatMap(({ at, ask, answer }) => (ask && answer ? [at] : []));
		const titleAt = (at: number, revealed: number[] = [], notes = true) => {
			const doc = { ...createDocument(core, core.configOf(name), story, at), revealed };
			const { view } = app.state;
			return roomTitle({ ...app.state, core, doc, view: { ...view, notes } });
		};
		expect(titleAt(story.length, ats), name).toBe(title);
		for (const at of ats) {
			asked++;
			const lock = playedIn(core, name);
			expect(titleAt(at), `${name} ${at}`).toBe(lock);
			expect(titleAt(0), name).toBe(lock);
			expect(lock, name).not.toMatch(/free play|^$/);
			/* who has put the notes away is asked nothing */
			expect(titleAt(at, [], false), name).toBe(title);
		}
	}
	expect(asked).toBeGreaterThan(100);
});

it('of a story whose title may answer it, what is said before its first step tells it from the others', () => {
	const told = core.facts.scenarios.filter(({ sandbox }) => !sandbox);
	const said = told.map((one) => ({ one, ...announcedOf(core, one) }));
	for (const { one, name, asks } of said) {
		expect(`${name} ${asks}`, one.name).not.toMatch(/Take home|Next:|Try:/);
		if (name !== one.title) expect(asks, one.name).toMatch(/[.?]$/);
	}
	const lines = said.map(({ name, asks }) => `${name}. ${asks}`);
	expect(lines.filter((line, i) => lines.indexOf(line) !== i)).toEqual([]);
});
