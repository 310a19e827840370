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

/** The same set-up with the first so many of its threads. */
export const ofThreads = (config: Config, threads: number): Config => ({
	...config,
	threads,
	roles: config.roles.slice(0, threads),
});

/** It is known of somebody, or of all: a schedule that was found is one, whatever was not seen. */
export const hasAnswer = ({ complete, judged, tid }: Starvation): boolean =>
	tid > 0 || (complete && judged);

/** Where the same is asked of fewer, as that has fewer states: many at once come down to these. */
const FEWER: readonly number[] = [3, 2];

export class StarvationSearches {
	private abort: AbortController | null = null;

	constructor(
		private readonly store: Store<State>,
		private readonly find: FindStarvation,
	) {}

	async start(budget: readonly number[], maxStates = DEFAULT_MOST): Promise<void> {
		const { doc } = this.store.get();
		if (doc) await this.search([doc.config.threads], budget, maxStates);
	}

	/** The same, for who has no time for more: where all threads have more states than can be searched, of fewer threads. */
	async ask(budget: readonly number[]): Promise<void> {
		const { threads } = this.store.get().doc?.config ?? {};
		if (!threads) return;
		await this.search([threads, ...FEWER.filter((few) => few < threads)], budget, DEFAULT_MOST);
	}

	/** Of so many threads, or where that gives no answer of the next number. */
	private async search(
		numbers: readonly number[],
		budget: readonly number[],
		maxStates: number,
	): Promise<void> {
		this.abort?.abort();
		const abort = new AbortController();
		this.abort = abort;
		const mine = () => this.abort === abort;
		try {
			for (const threads of numbers) {
				const found = await this.searchOf({ threads, budget, maxStates }, abort.signal, mine);
				if (!mine() || !found) return;
				this.store.set({ starvation: { kind: 'done', found, threads, budget, maxStates } });
				if (hasAnswer(found)) return;
			}
		} catch (error) {
			if (mine()) this.store.set({ starvation: { kind: 'failed', message: String(error) } });
		} finally {
			if (mine()) this.abort = null;
		}
	}

	private async searchOf(
		what: { threads: number; budget: readonly number[]; maxStates: number },
		signal: AbortSignal,
		mine: () => boolean,
	): Promise<Starvation | null> {
		const { core, doc } = this.store.get();
		if (!doc) return null;
		const { threads, budget, maxStates } = what;
		const show = (progress: Starvation | null) => {
			if (mine()) this.store.set({ starvation: { kind: 'running', progress, ...what } });
		};
		show(null);
		return this.find(
			{ ...ofThreads(doc.config, threads), rounds: ENDLESS, budget: [...budget] },
			{ maxStates, signal, onProgress: show },
			core?.editedOf(doc.config.lock)?.edit,
		);
	}

	/** The reader has waited long enough, or the set-up is another. */
	stop(): void {
		this.abort?.abort();
		this.abort = null;
		if (this.store.get().starvation.kind !== 'none')
			this.store.set({ starvation: { kind: 'none' } });
	}
}
