/** How much the environment may do in a search: from nothing to what may happen on the page, and beyond. */
import { type Config, type Core, ENDLESS } from '../../../wasm/src';

type Budget = readonly number[];

const same = (a: Budget, b: Budget) => a.every((n, i) => n === b[i]);

/**
 * A story is searched as it is set up. Of free play the narrower searches come first, for they are over in
 * seconds: nothing from outside, one preemption, then all that the page offers. What has no limit has no end: it is left out.
 */
export function searchWidths(core: Core | null, { budget, scenario }: Config): Budget[] {
	const own = budget.map((times) => (times === ENDLESS ? 0 : times));
	if (!core?.scenario(scenario)?.sandbox) return [own];
	const nothing = own.map(() => 0);
	const { envKinds } = core.facts;
	const one = own.map((times, kind) =>
		envKinds[kind]?.name === 'preempt' ? Math.min(times, 1) : 0,
	);
	return [nothing, one, own].filter(
		(width, i, all) => !all.slice(i + 1).some((w) => same(w, width)),
	);
}

/** One act more of what the text handles: of the kind that there is least of. */
export function widerBudget(core: Core | null, config: Config, budget: Budget): Budget | null {
	const lock = core?.facts.locks[config.lock];
	if (!core || !lock) return null;
	const kinds = core.facts.envKinds.flatMap(({ name, budget: limited }, kind) =>
		limited && lock.env.includes(name) ? [kind] : [],
	);
	const least = Math.min(...kinds.map((kind) => budget[kind] ?? 0));
	const next = kinds.find((kind) => budget[kind] === least);
	return next === undefined ? null : budget.map((times, kind) => times + Number(kind === next));
}
