/** What the authors of stories speak of, without the modules of their locks. */
import { FAMILIES } from '../../../wasm/generated/families';
import type { Beat, Core } from '../../../wasm/src';

/** None of a name that is no story. */
export async function beatsFor(core: Core, name: string): Promise<readonly Beat[]> {
	const scenario = core.scenario(name);
	const family = scenario && FAMILIES[core.lock(scenario.lock).name];
	if (!family) return [];
	/* the facts of a lock come without its module */
	const { stories } = (await family()).REST as { stories: Record<string, { beats: Beat[] }> };
	return stories[name]?.beats ?? [];
}
