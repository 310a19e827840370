import { beforeAll, expect, it } from 'vitest';
import type { Core } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { familyOf } from '../store/family';
import { partnerOf } from './pairs';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

const other = (name: string) => {
	const pair = partnerOf(core, name);
	return pair?.left.name === name ? pair.right : pair?.left;
};

it('of a pair it is the other half', () => {
	expect(other('mutex-stampede')?.name).toBe('mutex-mcs-queue');
	expect(other('mutex-mcs-queue')?.name).toBe('mutex-stampede');
});

it('else it does the same work, by another text where one of the family does', () => {
	const own = core.scenario('mutex-wake');
	const partner = other('mutex-wake');
	expect(partner).toMatchObject({ threads: own?.threads, rounds: own?.rounds, roles: own?.roles });
	expect([partner?.lock, partner?.variant, partner?.switches]).not.toEqual([
		own?.lock,
		own?.variant,
		own?.switches,
	]);
});

it('has as many threads, wherever any of the family has', () => {
	for (const { name, threads, sandbox } of core.facts.scenarios) {
		const partner = sandbox ? undefined : other(name);
		const family = familyOf(core, name).filter((s) => s.name !== name);
		if (!partner || partner.lock !== core.scenario(name)?.lock) continue;
		if (
			family.some((s) => s.threads === threads) &&
			!/stampede|mcs|spinner|atomic|starved|hand-?off/.test(name)
		)
			expect(partner.threads, name).toBe(threads);
	}
});
