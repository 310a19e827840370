/** What the notes window knows of a talk beside what the room tells: its script, and how many beats its stories have. */
import { useEffect, useState } from 'react';
import type { Beat, Core } from '../../../wasm/src';
import type { Script } from '../docs/types';
import { beatsFor } from '../plan/beats';
import { isItem } from '../store/listed';
import { useAppState } from '../store/react';
import { assembled } from './script';

async function scriptFor(list: readonly string[]): Promise<Script | null> {
	const { default: scripts } = await import('@generated/docs/talks.json');
	const own = scripts.find((script) => script.list.join() === list.join());
	return own ?? (list.length > 1 ? assembled(scripts, list) : null);
}

/** An item of the talk, with what the author of its story speaks of. */
export interface Listed {
	/** as the list has it: of a story its name */
	story: string;
	title: string;
	/** from where the item begins */
	beats: readonly Beat[];
	/** beats of the story before that; absent: none */
	before?: number;
}

async function listed(core: Core, text: string): Promise<Listed> {
	if (isItem(text)) return itemListed(core, text);
	const title = core.scenario(text)?.title ?? text;
	return { story: text, title, beats: await beatsFor(core, text) };
}

/** A story from a later moment on has the beats from there; of what else a talk has no author speaks. */
async function itemListed(core: Core, text: string): Promise<Listed> {
	const { stopOfText } = await import('../plan/course');
	const stop = stopOfText(core, text);
	if (typeof stop === 'string') return { story: text, title: text, beats: [] };
	const { title, of, kind } = stop;
	const beats = kind === 'story' ? await beatsFor(core, of) : [];
	const from = Number(/[?;]at=(\d+)/.exec(text)?.[1] ?? 0);
	const before = beats.filter(({ at }) => at < from).length;
	return { story: text, title, beats: beats.slice(before), before };
}

interface Programme {
	script: Script | null;
	/** in the order of the list; empty: not known yet */
	stories: readonly Listed[];
}

const NOTHING: Programme = { script: null, stories: [] };

/** `list`: the items of the talk, or the one that stands alone. */
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
