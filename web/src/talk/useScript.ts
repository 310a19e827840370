/** What the notes window knows of a talk beside what the room tells: its script, and how many beats its stories have. */
import { useEffect, useState } from 'react';
import { FAMILIES } from '../../../wasm/generated/families';
import type { Beat, Core } from '../../../wasm/src';
import type { Script } from '../docs/types';
import { useAppState } from '../store/react';

async function scriptFor(list: readonly string[]): Promise<Script | null> {
	const { default: scripts } = await import('@generated/docs/talks.json');
	return scripts.find((script) => script.list.join() === list.join()) ?? null;
}

/** The facts of a lock come without its module. */
async function beatsOfStory(core: Core, name: string): Promise<number> {
	const scenario = core.scenario(name);
	const family = scenario && FAMILIES[core.lock(scenario.lock).name];
	if (!family) return 0;
	const { stories } = (await family()).REST as { stories: Record<string, { beats: Beat[] }> };
	return stories[name]?.beats.length ?? 0;
}

interface Programme {
	script: Script | null;
	/** of each story of the list, its beats; empty: not known yet */
	counts: readonly number[];
}

const NOTHING: Programme = { script: null, counts: [] };

/** `list`: the stories of the talk; none: there is no talk of several. */
export function useScript(list: readonly string[]): Programme {
	const core = useAppState((s) => s.core);
	const [found, setFound] = useState(NOTHING);
	const key = list.join();
	useEffect(() => {
		let wanted = true;
		setFound(NOTHING);
		if (!core || key === '') return;
		const names = key.split(',');
		Promise.all([scriptFor(names), Promise.all(names.map((name) => beatsOfStory(core, name)))])
			.then(([script, counts]) => wanted && setFound({ script, counts }))
			.catch(() => {});
		return () => {
			wanted = false;
		};
	}, [core, key]);
	return found;
}
