/** Runs the exhaustive search of the open configuration in a Worker and keeps what it said. */
import {
	type Config,
	type Core,
	ENDLESS,
	type ExploreOptions,
	type ExploreProgress,
} from '../../../wasm/src';
import type { State } from './state';
import type { Store } from './store';

export type Explore = (config: Config, options: ExploreOptions) => Promise<ExploreProgress>;

export const DEFAULT_MAX_STATES = 5_000_000;

/**
 * What the environment may do in the search: what the reader or the story has set. The plenty that
 * free play starts with is for playing; a search of it is told, as on the command line.
 */
export function searchBudget(core: Core | null, config: Config): number[] {
	const scenario = core?.scenario(config.scenario);
	if (config.budget.includes(ENDLESS)) return config.budget.map((b) => (b === ENDLESS ? 0 : b));
	const untouched = scenario?.budget.every((b, i) => b === (config.budget[i] ?? 0));
	return scenario?.sandbox && untouched ? config.budget.map(() => 0) : config.budget;
}

/** A search ends only if the rounds do: without end, it tries as many as the scenario has. */
export function searchRounds(core: Core | null, { rounds, scenario }: Config): number {
	return rounds === ENDLESS ? (core?.scenario(scenario)?.rounds ?? 1) : rounds;
}

export class Checker {
	private abort: AbortController | null = null;
	private readonly store: Store<State>;
	private readonly explore: Explore;

	constructor(store: Store<State>, explore: Explore) {
		this.store = store;
		this.explore = explore;
	}

	/** Starts, with the panel that shows it. */
	open(maxStates?: number, budget?: number[]): void {
		this.store.set({ panel: 'check' });
		void this.start(maxStates, budget);
	}

	async start(maxStates = DEFAULT_MAX_STATES, ownBudget?: number[]): Promise<void> {
		const { core, doc } = this.store.get();
		if (!doc) return;
		const budget = ownBudget ?? searchBudget(core, doc.config);
		this.abort?.abort();
		const abort = new AbortController();
		this.abort = abort;
		const mine = () => this.abort === abort;
		this.store.set({ check: { kind: 'running', progress: null, maxStates, budget } });
		try {
			const progress = await this.explore(
				{ ...doc.config, rounds: searchRounds(core, doc.config), budget },
				{
					maxStates,
					signal: abort.signal,
					onProgress: (p) => {
						if (mine())
							this.store.set({ check: { kind: 'running', progress: p, maxStates, budget } });
					},
				},
			);
			if (mine()) this.store.set({ check: { kind: 'done', progress, budget } });
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
