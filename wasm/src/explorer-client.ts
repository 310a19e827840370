/** The page's side of a search: one Worker per search, ended as soon as there is an answer. */

import type { Config } from './config';
import type { Edit } from './edited';
import { cancelled, type ExploreOptions, nothingYet } from './explorer';
import type { ExplorerWorker } from './explorer-worker';
import { fromPage, inWorker, type WorkerLike } from './in-worker';
import type { ExploreProgress } from './moment';

const newWorker = (): Worker =>
	new Worker(new URL('./explorer-worker.ts', import.meta.url), {
		type: 'module',
		name: 'explorer',
	});

/** Runs searches, one at a time: starting another cancels the one before. */
export class ExplorerClient {
	private running: AbortController | undefined;

	constructor(
		private readonly wasmUrl: string,
		/** tests give their own */
		private readonly makeWorker: () => WorkerLike = newWorker,
		/** the text to be searched, where it is not that of the module */
		private readonly edit?: Edit,
	) {}

	/** Rejects when the search cannot start; an abort is an answer with verdict CANCELLED. */
	explore(config: Config, options: ExploreOptions): Promise<ExploreProgress> {
		this.cancel();
		const controller = new AbortController();
		this.running = controller;
		const stop = () => controller.abort();
		if (options.signal?.aborted) stop();
		options.signal?.addEventListener('abort', stop, { once: true });
		return this.search(config, options, controller.signal).finally(() => {
			options.signal?.removeEventListener('abort', stop);
			if (this.running === controller) this.running = undefined;
		});
	}

	cancel(): void {
		this.running?.abort();
	}

	private search(
		config: Config,
		options: ExploreOptions,
		signal: AbortSignal,
	): Promise<ExploreProgress> {
		let last = nothingYet();
		const { maxStates, towards, behind, races } = options;
		const onProgress = (progress: ExploreProgress) => {
			last = progress;
			options.onProgress?.(progress);
		};
		return inWorker<ExplorerWorker, ExploreProgress>({
			makeWorker: this.makeWorker,
			signal,
			failure: 'the search could not run',
			whenAborted: () => cancelled(last),
			call: (remote, heard) =>
				remote.explore(
					fromPage(this.wasmUrl),
					config,
					{ maxStates, towards, behind, races },
					heard(onProgress),
					this.edit,
				),
		});
	}
}

/** One search in a Worker of its own. */
export function explore(
	wasmUrl: string,
	config: Config,
	options: ExploreOptions,
	edit?: Edit,
): Promise<ExploreProgress> {
	return new ExplorerClient(wasmUrl, newWorker, edit).explore(config, options);
}
