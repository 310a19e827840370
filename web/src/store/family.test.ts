import { beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { leadsTo, nextStory } from './family';

let core: Core;

beforeAll(async () => {
	core = await builtCore();
});

const stories = () => core.facts.scenarios.filter((s) => !s.sandbox);
const nextOf = (name: string) =>
	nextStory(core, { config: core.configOf(name), recording: null, level: null })?.name;

describe('the story behind a story', () => {
	it('is the one that its last words name: one that exists, and another one', () => {
		const last = stories().map(({ name, beats }) => [name, beats.at(-1)?.note ?? ''] as const);
		const leading = last.filter(([, note]) => note.includes('Next: '));
		expect(leading.length).toBeGreaterThan(20);
		for (const [name, note] of leading) {
			const told = stories().find((s) => s.title === leadsTo(note));
			expect(told, `${name}: ${note}`).toBeDefined();
			expect(nextOf(name), name).toBe(told?.name);
			expect(told?.name).not.toBe(name);
		}
	});

	it('may be one of another family', () => {
		expect(nextOf('ticket-storm')).toBe('mcs-queue');
	});

	it('is else the next of the family, and none behind its last', () => {
		expect(nextOf('mcs-gap')).toBe('mcs-torn-swap');
		expect(nextOf('mcs-no-wait')).toBeUndefined();
	});
});
