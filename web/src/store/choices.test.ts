import { beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { isMereLook, otherSteps, whatIfPlace } from './choices';
import { createTold } from './document';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

/** The story with all of it played, as at its end. */
function ended(name: string) {
	const config = core.configOf(name);
	const story = core.scenario(name)?.story ?? [];
	return createTold(core, config, story, story.length);
}

describe('the place of a “What if”', () => {
	it('is no moment at which the others only look again, in any story', () => {
		const stories = core.facts.scenarios.filter(({ sandbox }) => !sandbox).map(({ name }) => name);
		expect(stories.length).toBeGreaterThan(40);
		const dead = stories.filter((name) => {
			const doc = ended(name);
			const { session } = doc;
			const place = whatIfPlace(core, doc);
			const moves = (at: number) => {
				session.seek(at);
				const others = otherSteps(session.options(), session.action(at));
				return others.some((o) => !isMereLook(o));
			};
			if (place === undefined || moves(place)) return false;
			return Array.from({ length: session.length }, (_, at) => at).some(moves);
		});
		expect(dead).toEqual([]);
	});

	it('of the queue of spinners lets a thread go on that waits at the decisive step', () => {
		const doc = ended('mcs-queue');
		const place = whatIfPlace(core, doc) ?? -1;
		expect(place).toBeGreaterThan(0);
		expect(place).toBeLessThan(16);
	});
});
