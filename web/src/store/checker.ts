/** Runs the exhaustive search of the open configuration in a Worker and keeps what it said. */
import {
	type Config,
	type Core,
	ENDLESS,
	type ExploreOptions,
	type ExploreProgress,
} from '../../../wasm/src';
import { isFault, ranOut } from '../narration/verdicts';
import { fromMoment, leftBehind, withUsed } from './behind';
import { type FindStarvation, StarvationSearches } from './starvation';
import type { Check, Document, From, Searched, State } from './state';
import type { Store } from './store';
import { searchWidths, widerBudget } from './widths';

export type Explore = (config: Config, options: ExploreOptions) => Promise<ExploreProgress>;

export const DEFAULT_MAX_STATES = 8_000_000;
/** A search that reached its bound goes on to so many times as much. */
const FURTHER = 4;

/** Of a recording, which has no end of rounds, and states beyond number: as many as its scenario has. */
export function searchRounds(core: Core | null, { config, recording }: Document): number {
	const { rounds, scenario } = config;
	return recording && rounds === ENDLESS ? (core?.scenario(scenario)?.rounds ?? 1) : rounds;
}

/** What comes after a search that found nothing wrong: more from outside, or more states. */
interface Wider {
	budget: readonly number[];
	maxStates: number;
	before: readonly Searched[];
	from: From | null;
}

export function widerThan(core: Core | null, config: Config, check: Check): Wider | null {
	if (check.kind !== 'done') return null;
	const { progress, budget, before, from } = check;
	if (ranOut(progress)) return null;
	if (progress.verdict === 'BOUNDED')
		return { budget, maxStates: FURTHER * progress.states, before, from };
	const more = progress.verdict === 'OK' && widerBudget(core, config, leftBehind(from, budget));
	return more
		? {
				budget: withUsed(from, more),
				maxStates: DEFAULT_MAX_STATES,
				before: [...before, { progress, budget }],
				from,
			}
		: null;
}

export class Checker {
	private abort: AbortController | null = null;
	private racesAbort: AbortController | null = null;
	private readonly store: Store<State>;
	private readonly explore: Explore;
	/** asked of the same set-up, and by itself */
	readonly starvation: StarvationSearches;

	constructor(store: Store<State>, explore: Explore, findStarvation: FindStarvation) {
		this.store = store;
		this.explore = explore;
		this.starvation = new StarvationSearches(store, findStarvation);
	}

	/** Starts, with the panel that shows it. */
	open(maxStates?: number): void {
		this.store.set({ panel: 'check' });
		void this.start(maxStates);
	}

	/** From the narrowest search to what may happen here, until one finds a fault or does not end. */
	async start(maxStates = DEFAULT_MAX_STATES): Promise<void> {
		const { core, doc } = this.store.get();
		if (doc) await this.run(searchWidths(core, doc.config), { maxStates, before: [], from: null });
	}

	/** The same of what can follow upon the steps taken, with what is left of the budgets there. */
	async startHere(maxStates = DEFAULT_MAX_STATES): Promise<void> {
		const { core, doc } = this.store.get();
		const from = doc && fromMoment(doc);
		if (!from) return;
		this.store.set({ panel: 'check' });
		const budget = [...leftBehind(from, doc.config.budget)];
		const widths = searchWidths(core, { ...doc.config, budget });
		const whole = widths.map((width) => withUsed(from, width));
		await this.run(whole, { maxStates, before: [], from });
	}

	/** The search that comes after the one that is done, if any does. */
	async wider(): Promise<void> {
		const { core, doc, check } = this.store.get();
		const next = doc && widerThan(core, doc.config, check);
		if (!next) return;
		this.store.set({ panel: 'check' });
		await this.run([next.budget], next);
	}

	private async run(
		widths: readonly (readonly number[])[],
		{ maxStates, before: begun, from }: Omit<Wider, 'budget'>,
	): Promise<void> {
		this.abort?.abort();
		this.stopRaces();
		const abort = new AbortController();
		this.abort = abort;
		const mine = () => this.abort === abort;
		let before = begun;
		try {
			for (const budget of widths) {
				const progress = await this.search({ budget, maxStates, before, from }, abort.signal, mine);
				if (!mine() || !progress) return;
				const goesOn = progress.verdict === 'OK' && budget !== widths.at(-1);
				if (!goesOn) {
					this.store.set({ check: { kind: 'done', progress, budget, before, from } });
					/* whoever has changed an order looks at the verdict, which knows none */
					if (this.isOwn() && !isFault(progress.verdict)) void this.searchRaces();
					return;
				}
				before = [...before, { progress, budget }];
			}
		} catch (error) {
			if (mine()) this.store.set({ check: { kind: 'failed', message: String(error) } });
		} finally {
			if (mine()) this.abort = null;
		}
	}

	private async search(
		what: Wider,
		signal: AbortSignal,
		mine: () => boolean,
	): Promise<ExploreProgress | null> {
		const { core, doc } = this.store.get();
		if (!doc) return null;
		const show = (progress: ExploreProgress | null) => {
			if (mine()) this.store.set({ check: { kind: 'running', progress, ...what } });
		};
		show(null);
		return this.explore(
			{ ...doc.config, rounds: searchRounds(core, doc), budget: [...what.budget] },
			{ maxStates: what.maxStates, behind: what.from?.behind, signal, onProgress: show },
		);
	}

	/** The text that runs is the reader's. */
	private isOwn(): boolean {
		const { core, doc } = this.store.get();
		return doc !== null && core?.editedOf(doc.config.lock) != null;
	}

	/** Data races, by the declared orders, with all that the last search allowed, or would. */
	async races(maxStates = DEFAULT_MAX_STATES): Promise<void> {
		this.store.set({ panel: 'check' });
		await this.searchRaces(maxStates);
	}

	private async searchRaces(maxStates = DEFAULT_MAX_STATES): Promise<void> {
		const { core, doc, check } = this.store.get();
		const budget =
			check.kind === 'done' ? check.budget : doc && searchWidths(core, doc.config).at(-1);
		if (!doc || !budget || check.kind === 'running') return;
		this.stopRaces();
		const abort = new AbortController();
		this.racesAbort = abort;
		const mine = () => this.racesAbort === abort;
		const show = (progress: ExploreProgress | null) => {
			if (mine()) this.store.set({ races: { kind: 'running', progress, maxStates } });
		};
		show(null);
		try {
			const progress = await this.explore(
				{ ...doc.config, rounds: searchRounds(core, doc), budget: [...budget] },
				{ maxStates, races: true, signal: abort.signal, onProgress: show },
			);
			if (mine()) this.store.set({ races: { kind: 'done', progress, budget } });
		} catch (error) {
			if (mine()) this.store.set({ races: { kind: 'failed', message: String(error) } });
		} finally {
			if (mine()) this.racesAbort = null;
		}
	}

	stopRaces(): void {
		this.racesAbort?.abort();
		this.racesAbort = null;
		if (this.store.get().races.kind !== 'none') this.store.set({ races: { kind: 'none' } });
	}

	/** The reader has waited long enough: what was searched until then stays said. */
	cancel(): void {
		const { check } = this.store.get();
		this.stop();
		const last = check.kind === 'running' ? check.before.at(-1) : undefined;
		if (!last || check.kind !== 'running') return;
		const { before, from } = check;
		this.store.set({ check: { kind: 'done', ...last, before: before.slice(0, -1), from } });
	}

	/** The configuration changed: what was found no longer speaks of what is open. */
	reset(): void {
		if (this.abort || this.store.get().check.kind !== 'none') this.stop();
		this.stopRaces();
		this.starvation.stop();
	}

	private stop(): void {
		this.abort?.abort();
		this.abort = null;
		this.store.set({ check: { kind: 'none' } });
	}
}
