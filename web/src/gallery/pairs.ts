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

const STORIES = { work: '', title: '' };

/** Few spinners show little of a stampede: what each release costs grows with how many wait. */
const CROWD = {
	work: '?by=turns&n=8&rounds=2',
	title: 'Stampede against queue: 8 threads, taking turns',
};

const PAIRS: readonly [left: RegExp, right: RegExp, given: typeof STORIES][] = [
	[/stampede/, /mcs.*(queue|spinner)|spinner|queue/, CROWD],
	[/three-atomics/, /one-atomic/, STORIES],
	[/starved/, /handoff/, STORIES],
];

/** Of two families, given the same work: their stories are not of the same. */
const ACROSS = [
	{
		left: 'ticket-storm',
		right: 'mcs-queue',
		work: '?by=turns&n=8&rounds=4',
		title: 'Ticket against MCS: 8 threads, taking turns',
	},
] as const;

export const pairAddress = ({ left, right, work }: ScenarioPair): string =>
	`#/compare/${left.name}/${right.name}${work}`;

export const pairTitle = ({ left, right, title }: ScenarioPair): string =>
	title || `${left.title} | ${right.title}`;

const familyNamed = (core: Core, { lock }: ScenarioFacts) =>
	core.facts.locks.find((l) => l.id === lock)?.family;

function acrossOf(core: Core, family: string): ScenarioPair[] {
	return ACROSS.flatMap(({ left, right, ...rest }) => {
		const [one, other] = [core.scenario(left), core.scenario(right)];
		if (!one || !other) return [];
		const mine = [one, other].some((s) => familyNamed(core, s) === family);
		return mine ? [{ left: one, right: other, ...rest }] : [];
	});
}

/** The pairs of the family of which both halves are in this core. */
export function pairsIn(core: Core, family: string): ScenarioPair[] {
	const locks = core.facts.locks.filter((l) => l.family === family).map((l) => l.id);
	const told = core.facts.scenarios.filter((s) => !s.sandbox && locks.includes(s.lock));
	const own = PAIRS.flatMap(([a, b, given]) => {
		const left = told.find((s) => a.test(s.name));
		const right = told.find((s) => b.test(s.name) && s.lock === left?.lock && s !== left);
		return left && right ? [{ left, right, ...given }] : [];
	});
	return [...own, ...acrossOf(core, family)];
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
