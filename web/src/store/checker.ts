/** Runs the exhaustive search of the open configuration in a Worker and keeps what it said. */
import type { Config, ExploreOptions, ExploreProgress } from '../../../wasm/src';
import type { State } from './state';
import type { Store } from './store';

export type Explore = (config: Config, options: ExploreOptions) => Promise<ExploreProgress>;

export const DEFAULT_MAX_STATES = 5_000_000;

export class Checker {
	private abort: AbortController | null = null;
	private readonly store: Store<State>;
	private readonly explore: Explore;

	constructor(store: Store<State>, explore: Explore) {
		this.store = store;
		this.explore = explore;
	}

	async start(maxStates = DEFAULT_MAX_STATES): Promise<void> {
		const { doc } = this.store.get();
		if (!doc) return;
		this.abort?.abort();
		const abort = new AbortController();
		this.abort = abort;
		const mine = () => this.abort === abort;
		this.store.set({ check: { kind: 'running', progress: null, maxStates } });
		try {
			const progress = await this.explore(doc.config, {
				maxStates,
				signal: abort.signal,
				onProgress: (p) => {
					if (mine()) this.store.set({ check: { kind: 'running', progress: p, maxStates } });
				},
			});
			if (mine()) this.store.set({ check: { kind: 'done', progress } });
		} catch (error) {
			if (!mine()) return;
			const cancelled = abort.signal.aborted;
			this.store.set({
				check: cancelled ? { kind: 'none' } : { kind: 'failed', message: String(error) },
			});
		} finally {
			if (mine()) this.abort = null;
		}
	}

	cancel(): void {
		this.abort?.abort();
		this.abort = null;
		this.store.set({ check: { kind: 'none' } });
	}

	/** The configuration changed: what was found no longer speaks of what is open. */
	reset(): void {
		if (this.abort || this.store.get().check.kind !== 'none') this.cancel();
	}
}
