/**
 * The Worker of a search: its own instance of the core, one search, then the client ends it. It
 * listens to nothing after the start, so it never pauses: cancelling is ending the Worker.
 */
import { expose } from 'comlink';
import type { Config } from './config';
import { editedEngine } from './edit';
import type { Edit } from './edited';
import { loadEngine } from './engine';
import { type ExploreOptions, exploreHere } from './explorer';
import type { ExploreProgress } from './moment';

async function explore(
	wasmUrl: string,
	config: Config,
	{
		maxStates,
		towards,
		behind,
		races,
	}: Pick<ExploreOptions, 'maxStates' | 'towards' | 'behind' | 'races'>,
	onProgress: (progress: ExploreProgress) => void,
	edit?: Edit,
): Promise<ExploreProgress> {
	const engine = await (edit ? editedEngine(wasmUrl, edit) : loadEngine(wasmUrl));
	return exploreHere(
		{ family: () => engine },
		config,
		{ maxStates, onProgress, towards, behind, races },
		async () => {},
	);
}

const api = { explore };
export type ExplorerWorker = typeof api;

expose(api);
