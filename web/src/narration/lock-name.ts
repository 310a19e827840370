/** Which text a scenario steps: of a lock with several variants, the variant. */
import type { Core } from '../../../wasm/src';

export function textOfScenario(core: Core, name: string): { name: string; title: string } {
	const scenario = core.scenario(name);
	const lock = core.facts.locks.find((l) => l.id === scenario?.lock);
	const variant =
		scenario && (lock?.variants.length ?? 0) > 1 ? lock?.variants[scenario.variant] : undefined;
	return { name: variant?.name ?? lock?.name ?? '', title: variant?.title ?? lock?.title ?? '' };
}
