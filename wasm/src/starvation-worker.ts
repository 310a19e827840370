/** The Worker of a search for starvation: as explorer-worker.ts, it never pauses, and cancelling is ending it. */
import { expose } from 'comlink';
import type { Config } from './config';
import { editedEngine } from './edit';
import type { Edit } from './edited';
import { loadEngine } from './engine';
import { STARVATION_NAMES, type Starvation, starvationHere } from './starvation';

async function search(
	wasmUrl: string,
	config: Config,
	maxStates: number,
	onProgress: (progress: Starvation) => void,
	edit?: Edit,
): Promise<Starvation | null> {
	const engine = await (edit
		? editedEngine(wasmUrl, edit, STARVATION_NAMES)
		: loadEngine(wasmUrl, STARVATION_NAMES));
	return starvationHere(engine, config, { maxStates, onProgress }, async () => {});
}

const api = { search };
export type StarvationWorker = typeof api;

expose(api);
