/**
 * The Worker of a search: its own instance of the core, one search, then the client ends it. It
 * listens to nothing after the start, so it never pauses: cancelling is ending the Worker.
 */
import { loadCore } from './core';
import { exploreHere } from './explorer';
import type { Config, ExploreProgress } from './types';

export interface StartMessage {
	wasmUrl: string;
	config: Config;
	maxStates: number;
}

export type WorkerMessage = { progress: ExploreProgress } | { error: string };

/* The package is typed for a page; of a Worker's scope only these two are used. */
const scope = self as unknown as {
	onmessage: ((event: MessageEvent<StartMessage>) => void) | null;
	postMessage(message: WorkerMessage): void;
};

scope.onmessage = async ({ data }) => {
	try {
		const core = await loadCore(data.wasmUrl);
		const onProgress = (progress: ExploreProgress) => scope.postMessage({ progress });
		const end = await exploreHere(
			core,
			data.config,
			{ maxStates: data.maxStates, onProgress },
			async () => {},
		);
		scope.postMessage({ progress: end });
	} catch (error) {
		scope.postMessage({ error: error instanceof Error ? error.message : String(error) });
	}
};
