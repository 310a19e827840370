import { beforeAll, describe, expect, it } from 'vitest';
import type { Core, ExploreProgress } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { App } from './app';
import { nextStory } from './family';

let core: Core;

beforeAll(async () => {
	core = await builtCore();
});

const stories = () => core.facts.scenarios.filter((s) => !s.sandbox);
const nextOf = (name: string) =>
	nextStory(core, { config: core.configOf(name), recording: null, level: null })?.name;

describe('the story behind a story', () => {
	it('is the one that its data name', () => {
		const leading = stories().filter(({ next }) => next);
		expect(leading.length).toBeGreaterThan(20);
		for (const { name, next } of leading) expect(nextOf(name), name).toBe(next);
	});

	it('may be one of another family', () => {
		expect(nextOf('ticket-storm')).toBe('mcs-queue');
	});

	it('is else the next of the family, and none behind its last', () => {
		expect(nextOf('mcs-gap')).toBe('mcs-torn-swap');
		expect(nextOf('mcs-no-wait')).toBe('osq-leave-last');
		expect(nextOf('osq-fault-keeps-next')).toBeUndefined();
	});
});

/** Steps that one press passes, told through from beat to beat. */
function legsOf(name: string): number[] {
	const app = new App(async () => ({}) as ExploreProgress);
	app.store.set({ core, reducedMotion: true });
	app.documents.openScenario(name);
	const legs: number[] = [];
	const { doc } = app;
	while (app.doc && app.doc.moment.at < (doc?.moment.length ?? 0)) {
		const from = app.doc.moment.at;
		app.jumps.beat(1);
		if (app.doc.moment.at > from) legs.push(app.doc.moment.at - from);
		else if (!app.doc.revealed.includes(from)) throw new Error(`${name} stays at ${from}`);
	}
	return legs;
}

describe('a story that is told with a clicker', () => {
	it('goes on by so many steps at a time that they can be followed', () => {
		for (const { name } of stories()) expect(Math.max(...legsOf(name)), name).toBeLessThan(15);
	});
});
