/** Scenarios that say more side by side than apart. */
import type { Core, ScenarioFacts } from '../../../wasm/src';
import { familyOf } from '../store/family';

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
function pairOf(
	core: Core,
	name: string,
): { left: ScenarioFacts; right: ScenarioFacts } | undefined {
	const lock = core.facts.locks.find((l) => l.id === core.scenario(name)?.lock);
	return lock
		? pairsIn(core, lock.family).find((p) => p.left.name === name || p.right.name === name)
		: undefined;
}

/** What to see a scenario beside: its other half, else of its family the same work done by another text. */
export function partnerOf(
	core: Core,
	name: string,
): { left: ScenarioFacts; right: ScenarioFacts } | undefined {
	const own = core.scenario(name);
	if (!own) return undefined;
	const unlike = (other: ScenarioFacts): number[] => [
		Number(other.threads !== own.threads),
		Number(other.rounds !== own.rounds),
		Number(other.roles !== own.roles),
		/* of what does the same work, another text says more */
		Number(
			other.lock === own.lock && other.variant === own.variant && other.switches === own.switches,
		),
	];
	const order = (a: ScenarioFacts, b: ScenarioFacts): number => {
		const [x, y] = [unlike(a), unlike(b)];
		const differ = x.findIndex((value, i) => value !== y[i]);
		return (x[differ] ?? 0) - (y[differ] ?? 0);
	};
	const [near = own] = familyOf(core, name)
		.filter((s) => s.name !== name)
		.sort(order);
	return pairOf(core, name) ?? { left: own, right: near };
}
