/**
 * The Worker of a search: its own instance of the core, one search, then the client ends it. It
 * listens to nothing after the start, so it never pauses: cancelling is ending the Worker.
 */
import { expose } from 'comlink';
import { loadEngine } from './engine';
import { exploreHere, type Towards } from './explorer';
import type { Config, ExploreProgress } from './types';

async function explore(
	wasmUrl: string,
	config: Config,
	maxStates: number,
	onProgress: (progress: ExploreProgress) => void,
	towards?: Towards,
): Promise<ExploreProgress> {
	const engine = await loadEngine(wasmUrl);
	return exploreHere(
		{ family: () => engine },
		config,
		{ maxStates, onProgress, towards },
		async () => {},
	);
}

const api = { explore };
export type ExplorerWorker = typeof api;

expose(api);
