/** Scenarios that say more side by side than apart. */
import type { Core, ScenarioFacts } from '../../../wasm/src';

const PAIRS: readonly [left: RegExp, right: RegExp][] = [
	[/stampede/, /mcs.*(queue|spinner)|spinner|queue/],
	[/three-atomics/, /one-atomic/],
	[/starved/, /handoff|hand-off/],
];

/** The pairs of the family of which both halves are in this core. */
export function pairsIn(
	core: Core,
	family: string,
): { left: ScenarioFacts; right: ScenarioFacts }[] {
	const locks = core.facts.locks.filter((l) => l.family === family).map((l) => l.id);
	const told = core.facts.scenarios.filter((s) => !s.sandbox && locks.includes(s.lock));
	return PAIRS.flatMap(([a, b]) => {
		const left = told.find((s) => a.test(s.name));
		const right = told.find((s) => b.test(s.name) && s.lock === left?.lock && s !== left);
		return left && right ? [{ left, right }] : [];
	});
}

/** The pair that a scenario is half of, if any. */
export function pairOf(
	core: Core,
	name: string,
): { left: ScenarioFacts; right: ScenarioFacts } | undefined {
	const lock = core.facts.locks.find((l) => l.id === core.scenario(name)?.lock);
	return lock
		? pairsIn(core, lock.family).find((p) => p.left.name === name || p.right.name === name)
		: undefined;
}
