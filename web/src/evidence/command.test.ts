import { expect, it } from 'vitest';
import { ENDLESS } from '../../../wasm/src';
import { testCore } from '../store/testing';
import { repeating } from './command';

it('repeats a story by its name, and free play as it is set up', () => {
	const core = testCore();
	const of = (name: string) => {
		const scenario = core.scenario(name);
		if (!scenario) throw new Error(name);
		return { scenario, config: core.configOf(name) };
	};
	const story = of('tas-story');
	expect(repeating(core.facts, story.scenario, story.config)).toBe(
		'npm run lockstep -- verify tas-story',
	);
	const free = of('tas');
	const budget = free.config.budget.map((_, kind) => (kind === 1 ? 2 : kind === 3 ? ENDLESS : 0));
	const config = { ...free.config, threads: 3, roles: [0, 0, 0], rounds: 2, switches: 1, budget };
	expect(repeating(core.facts, free.scenario, config)).toBe(
		'npm run lockstep -- check tas --threads LLL --rounds 2 --budget p2 --switch torn',
	);
});
