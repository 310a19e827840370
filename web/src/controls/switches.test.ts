/** A switch that is offered for some variants of its lock alone does nothing to the others. */
import { describe, expect, it } from 'vitest';
import { exploreHere } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';

const core = await builtCore();

const cases = core.facts.locks.flatMap((lock) =>
	lock.switches.flatMap((s, bit) => (s.with ? [{ lock, s, bit, needs: s.with }] : [])),
);

describe.each(cases)('$s.name of $lock.name', ({ lock, s, bit, needs }) => {
	const lacks = lock.variants.filter(({ has }) => (has & needs) !== needs);

	it('is needed by some variants, and by that which shows it', () => {
		expect(lacks.length).toBeGreaterThan(0);
		const shows = lock.variants[s.showing.variant];
		expect((shows?.has ?? 0) & needs).toBe(needs);
	});

	it('leaves every state of the others as it was', async () => {
		for (const { name } of lacks) {
			const config = { ...core.configOf(name), rounds: 1 };
			const budget = config.budget.map((n) => Math.min(n, 1));
			const of = async (switches: number) => {
				const { states, verdict } = await exploreHere(
					core,
					{ ...config, budget, switches },
					{
						maxStates: 40_000,
					},
				);
				return { states, verdict };
			};
			expect(await of(1 << bit), name).toEqual(await of(0));
		}
	});
});
