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

/** A story of the talk, with what its author speaks of. */
export interface Listed {
	story: string;
	title: string;
	beats: readonly Beat[];
}

/** The facts of a lock come without its module. */
async function listed(core: Core, story: string): Promise<Listed> {
	const scenario = core.scenario(story);
	const family = scenario && FAMILIES[core.lock(scenario.lock).name];
	const title = scenario?.title ?? story;
	if (!family) return { story, title, beats: [] };
	const { stories } = (await family()).REST as { stories: Record<string, { beats: Beat[] }> };
	return { story, title, beats: stories[story]?.beats ?? [] };
}

interface Programme {
	script: Script | null;
	/** in the order of the list; empty: not known yet */
	stories: readonly Listed[];
}

const NOTHING: Programme = { script: null, stories: [] };

/** `list`: the stories of the talk, or the one that stands alone. */
export function useScript(list: readonly string[]): Programme {
	const core = useAppState((s) => s.core);
	const [found, setFound] = useState(NOTHING);
	const key = list.join();
	useEffect(() => {
		let wanted = true;
		setFound(NOTHING);
		if (!core || key === '') return;
		const names = key.split(',');
		Promise.all([scriptFor(names), Promise.all(names.map((name) => listed(core, name)))])
			.then(([script, stories]) => wanted && setFound({ script, stories }))
			.catch(() => {});
		return () => {
			wanted = false;
		};
	}, [core, key]);
	return found;
}
