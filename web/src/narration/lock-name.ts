/** Which text a scenario steps: of a lock with several variants, the variant. */
import type { Core, ScenarioFacts } from '../../../wasm/src';

/** The plain start of a variant. */
export const freePlayOf = (
	core: Core,
	{ lock, variant }: Pick<ScenarioFacts, 'lock' | 'variant'>,
): ScenarioFacts | undefined =>
	core.facts.scenarios.find((s) => s.sandbox && s.lock === lock && s.variant === variant);

/** "Mutex of Linux 3.9": what is stepped in it, without what is told of that. */
export function playedIn(core: Core, name: string): string {
	const told = core.scenario(name);
	const free = told && freePlayOf(core, told);
	const title = free?.title ?? core.facts.locks.find(({ id }) => id === told?.lock)?.title ?? name;
	return title.replace(/, free play$/, '');
}

export function textOfScenario(core: Core, name: string): { name: string; title: string } {
	const scenario = core.scenario(name);
	const lock = core.facts.locks.find((l) => l.id === scenario?.lock);
	const variant =
		scenario && (lock?.variants.length ?? 0) > 1 ? lock?.variants[scenario.variant] : undefined;
	return { name: variant?.name ?? lock?.name ?? '', title: variant?.title ?? lock?.title ?? '' };
}
