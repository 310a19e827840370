/** Runs the search for starvation of the open set-up in a Worker and keeps what it said. */
import { ENV_LETTERS } from '../../../wasm/generated/machine';
import {
	type Config,
	type Core,
	type Edit,
	ENDLESS,
	type Starvation,
	type StarvationOptions,
} from '../../../wasm/src';
import type { State } from './state';
import type { Store } from './store';

/** null: it was cancelled */
export type FindStarvation = (
	config: Config,
	options: StarvationOptions,
	edit: Edit | undefined,
) => Promise<Starvation | null>;

export const DEFAULT_MOST = 1_000_000;
/** A search that reached its bound can be made again with so many times as much. */
export const FURTHER = 4;

/** A threshold that strikes takes a circle away, or makes one: without limit it is another set-up. */
export const CLOCKS: readonly string[] = ['x'];

/**
 * What a search may allow from outside, first what it does unless it is told otherwise: a story as it is set up; free
 * play nothing, one preemption, or all that its row offers. What has no limit is left out, but for the clocks.
 */
export function starvationBudgets(core: Core | null, { budget, scenario }: Config): number[][] {
	const limited = (times: number, kind: number) =>
		times === ENDLESS && !CLOCKS.includes(ENV_LETTERS[kind] ?? '') ? 0 : times;
	const own = budget.map(limited);
	const nothing = own.map(() => 0);
	const one = own.map((times, kind) => (ENV_LETTERS[kind] === 'p' ? Math.min(times, 1) : 0));
	const widths = core?.scenario(scenario)?.sandbox ? [nothing, one, own] : [own, nothing];
	return widths.filter((width, i) => widths.findIndex((w) => String(w) === String(width)) === i);
}

export class StarvationSearches {
	private abort: AbortController | null = null;

	constructor(
		private readonly store: Store<State>,
		private readonly find: FindStarvation,
	) {}

	async start(budget: readonly number[], maxStates = DEFAULT_MOST): Promise<void> {
		const { core, doc } = this.store.get();
		if (!doc) return;
		this.abort?.abort();
		const abort = new AbortController();
		this.abort = abort;
		const mine = () => this.abort === abort;
		const what = { budget, maxStates };
		const show = (progress: Starvation | null) => {
			if (mine()) this.store.set({ starvation: { kind: 'running', progress, ...what } });
		};
		show(null);
		try {
			const found = await this.find(
				{ ...doc.config, rounds: ENDLESS, budget: [...budget] },
				{ maxStates, signal: abort.signal, onProgress: show },
				core?.editedOf(doc.config.lock)?.edit,
			);
			if (mine() && found) this.store.set({ starvation: { kind: 'done', found, ...what } });
		} catch (error) {
			if (mine()) this.store.set({ starvation: { kind: 'failed', message: String(error) } });
		} finally {
			if (mine()) this.abort = null;
		}
	}

	/** The reader has waited long enough, or the set-up is another. */
	stop(): void {
		this.abort?.abort();
		this.abort = null;
		if (this.store.get().starvation.kind !== 'none')
			this.store.set({ starvation: { kind: 'none' } });
	}
}
