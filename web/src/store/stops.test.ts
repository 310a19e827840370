/** Where the presses of a clicker stop, in every story. How far each goes: family.test.ts. */
import { beforeAll, expect, it } from 'vitest';
import type { Core, ExploreProgress } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { App } from './app';
import { stopOnTheWay, stopTest } from './events';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

/** As Page Down goes: beat by beat, with the stops on the way. */
function presses(name: string): { spoken: boolean }[] {
	const { beats = [], story = [] } = core.scenario(name) ?? {};
	const app = new App(async () => ({}) as ExploreProgress);
	app.store.set({ core, reducedMotion: true });
	app.documents.openScenario(name);
	app.cursor.seek(story.length);
	const session = app.doc?.session;
	if (!session || beats.length === 0) return [];
	const made = [];
	for (let at = 0; at < story.length; ) {
		const next = beats.find((beat) => beat.at > at)?.at ?? story.length;
		const stop = stopOnTheWay(at, next, stopTest(session));
		made.push({ spoken: stop === next });
		at = stop;
	}
	return made;
}

it('few presses stop where nothing is said', () => {
	const all = core.facts.scenarios.flatMap(({ name }) => presses(name));
	expect(all.length).toBeGreaterThan(500);
	const silent = all.filter(({ spoken }) => !spoken).length;
	expect(silent / all.length).toBeLessThan(0.04);
});
