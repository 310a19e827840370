/** Scenarios that say more side by side than apart. */
import type { Core, ScenarioFacts } from '../../../wasm/src';
import { familyOf } from '../store/family';

export interface ScenarioPair {
	left: ScenarioFacts;
	right: ScenarioFacts;
	/** what both are given to do, as the address of a comparison says it; '' = each tells its story */
	work: string;
	/** of a pair that is offered by a name of its own */
	title: string;
}

export const pairAddress = ({ left, right, work }: ScenarioPair): string =>
	`#/compare/${left.name}/${right.name}${work}`;

/** As a talk lists it. */
export const pairItem = (pair: ScenarioPair): string =>
	pairAddress(pair).replace('#/', '').replaceAll('&', ';');

export const pairTitle = ({ left, right, title }: ScenarioPair): string =>
	title || `${left.title} | ${right.title}`;

const familyNamed = (core: Core, { lock }: ScenarioFacts) =>
	core.facts.locks.find((l) => l.id === lock)?.family;

/** The pairs of which a half is of the family; those within it stand first. */
export function pairsIn(core: Core, family: string): ScenarioPair[] {
	const pairs = core.facts.scenarios.flatMap((left): ScenarioPair[] => {
		const right = left.beside && core.scenario(left.beside.name);
		if (!right || ![left, right].some((half) => familyNamed(core, half) === family)) return [];
		const { work, title = '' } = left.beside ?? {};
		return [{ left, right, work: work ? `?${work}` : '', title }];
	});
	return pairs.sort((a, b) => Number(isAcross(core, a)) - Number(isAcross(core, b)));
}

/** The pair that a scenario is half of, if any. */
export function pairOf(core: Core, name: string): ScenarioPair | undefined {
	const own = core.scenario(name);
	const family = own && familyNamed(core, own);
	if (!own || !family) return undefined;
	const pairs = pairsIn(core, family);
	const half = pairs.find((p) => p.left.name === name || p.right.name === name);
	/* a family that is compared with another one is so in all of its stories without a fault */
	return (
		half ??
		(own.switches === 0
			? pairs.find((p) => isAcross(core, p) && isLeft(core, p, family))
			: undefined)
	);
}

const isAcross = (core: Core, { left, right }: ScenarioPair) =>
	familyNamed(core, left) !== familyNamed(core, right);

const isLeft = (core: Core, { left }: ScenarioPair, family: string) =>
	familyNamed(core, left) === family;

const sameText = (a: ScenarioFacts, b: ScenarioFacts): boolean =>
	a.lock === b.lock && a.variant === b.variant && a.switches === b.switches;

/** `pthread-normal-2.36`: where a variant is named after a release, that. */
function releaseOf(core: Core, { lock, variant }: ScenarioFacts): string {
	const name = core.facts.locks.find(({ id }) => id === lock)?.variants[variant]?.name ?? '';
	return /-(\d[\d.]*)$/.exec(name)?.[1] ?? '';
}

/** How unlike the work is, the weightiest first. */
const unlike = (own: ScenarioFacts, other: ScenarioFacts): number[] => [
	Number(other.threads !== own.threads),
	Number(other.rounds !== own.rounds),
	Number(other.roles !== own.roles),
];

/** Of a fault: the same lock without it. Else another text of the family. The nearest in what it is given to do. */
function nearest(core: Core, own: ScenarioFacts): ScenarioFacts | undefined {
	const sound = (s: ScenarioFacts) =>
		s.lock === own.lock && s.variant === own.variant && s.switches === 0;
	const fixed = own.switches > 0 ? core.facts.scenarios.filter(sound) : [];
	const others = familyOf(core, own.name).filter((s) => !sameText(s, own));
	const same = (s: ScenarioFacts) => unlike(own, s).every((n) => n === 0);
	/* free play does whatever work it is given */
	const told = fixed.filter((s) => !s.sandbox && same(s));
	const from = [told, fixed.filter((s) => s.sandbox), others].find((list) => list.length > 0);
	/* of two that do the same, the one of the same release: what differs is then the lock and not its age */
	const release = releaseOf(core, own);
	const ages = (s: ScenarioFacts) => Number(release !== '' && releaseOf(core, s) !== release);
	return [...(from ?? [])].sort((a, b) => {
		const [x, y] = [
			[...unlike(own, a), ages(a)],
			[...unlike(own, b), ages(b)],
		];
		const differ = x.findIndex((value, i) => value !== y[i]);
		return (x[differ] ?? 0) - (y[differ] ?? 0);
	})[0];
}

/** What to see a scenario beside: its other half, else the nearest that is not the same text once more. */
export function partnerOf(core: Core, name: string): ScenarioPair | undefined {
	const own = core.scenario(name);
	if (!own) return undefined;
	const right = nearest(core, own);
	return pairOf(core, name) ?? (right && { left: own, right, work: '', title: '' });
}
