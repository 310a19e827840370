/** The page's side of a search: one Worker per search, ended as soon as there is an answer. */
import { cancelled, type ExploreOptions, nothingYet } from './explorer';
import type { StartMessage, WorkerMessage } from './explorer-worker';
import type { Config, ExploreProgress } from './types';

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
		private readonly makeWorker: () => Worker = newWorker,
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
		if (signal.aborted) return Promise.resolve(cancelled(nothingYet()));
		const worker = this.makeWorker();
		let last = nothingYet();
		return new Promise<ExploreProgress>((resolve, reject) => {
			signal.addEventListener('abort', () => resolve(cancelled(last)), { once: true });
			worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
				if (signal.aborted) return;
				if ('error' in data) return reject(new Error(data.error));
				last = data.progress;
				if (last.done) resolve(last);
				else options.onProgress?.(last);
			};
			worker.onerror = (event) => {
				event.preventDefault?.();
				reject(
					new Error(`the search could not run: ${event.message || 'its Worker did not load'}`),
				);
			};
			const start: StartMessage = {
				/* a Worker resolves addresses against its own script, not the page */
				wasmUrl: new URL(this.wasmUrl, globalThis.location?.href).href,
				config,
				maxStates: options.maxStates,
			};
			worker.postMessage(start);
		}).finally(() => worker.terminate());
	}
}

/** One search in a Worker of its own. */
export function explore(
	wasmUrl: string,
	config: Config,
	options: ExploreOptions,
): Promise<ExploreProgress> {
	return new ExplorerClient(wasmUrl).explore(config, options);
}
