/** What the page knows of the repair that is open: it outlives the views, which begin anew with each text that runs. */
import { useSyncExternalStore } from 'react';
import { type Edited, ENDLESS, type LockFacts, type RepairFacts } from '../../../wasm/src';
import { editModuleUrl } from '../../../wasm/src/edit-url';
import { explore } from '../../../wasm/src/explorer-client';
import { reasonOf } from '../../../wasm/src/reason';
import { findStarvation } from '../../../wasm/src/starvation-client';
import { compileOwn } from '../edit/own';
import { keepSolved } from '../levels/progress';
import type { App } from '../store/app';
import { COUNTEREXAMPLE } from '../store/branches';
import { createStore } from '../store/store';
import { type Judged, type Judging, judge, MOST_STATES, type Shown } from './judge';

interface Known {
	/** the text that is spoken of, as an address has it */
	packed: string;
	running: Judging | null;
	judged: Judged | null;
	/** a search for the counterexample, and what came of one that found none or failed */
	looking: boolean;
	trouble: string;
}

const nothing: Known = { packed: '', running: null, judged: null, looking: false, trouble: '' };
const store = createStore<Known>(nothing);
/** how many hints have been asked for, by repair */
const hints = createStore<Record<string, number>>({});

let abort: AbortController | null = null;

/** Of this text; what was found of another is not shown. */
export function useKnown(packed: string): Known {
	const known = useSyncExternalStore(store.subscribe, store.get);
	return known.packed === packed ? known : nothing;
}

export const useHinted = (name: string): number =>
	useSyncExternalStore(hints.subscribe, hints.get)[name] ?? 0;

export const hint = (name: string): void => hints.set({ [name]: (hints.get()[name] ?? 0) + 1 });

export function cancel(): void {
	abort?.abort();
	abort = null;
	store.set({ running: null, looking: false });
}

/** Begins anew with this text. */
function begin(packed: string): AbortController {
	cancel();
	abort = new AbortController();
	store.set({ ...nothing, packed });
	return abort;
}

interface Order {
	repair: RepairFacts;
	lock: LockFacts;
	source: string;
	packed: string;
}

/** What is to be said of a text before anything was asked of it. */
export const tell = (packed: string, trouble: string): void =>
	store.set({ ...nothing, packed, trouble });

/** Judges a text in Workers. */
export async function judgeText({ repair, lock, source, packed }: Order): Promise<void> {
	const mine = begin(packed);
	const { signal } = mine;
	const first = { check: 1, of: 1, says: 'Reading the text', states: 0 };
	store.set({ running: first });
	try {
		const judged = await judge(
			{
				compile: (text) => compileOwn(lock, repair.text, text, { repair, signal }),
				explore: (config, options, edit) =>
					explore(editModuleUrl(lock.name), config, options, edit),
				starvation: (config, options, edit) => findStarvation(lock.name, config, options, edit),
			},
			{
				...{ repair, lock, source, signal },
				onProgress: (running) => abort === mine && store.set({ running }),
			},
		);
		if (judged.kind === 'solved') keepSolved(repair.name);
		if (abort === mine) store.set({ running: null, judged });
	} catch (error) {
		const trouble = `It could not be judged: ${reasonOf(error)}.`;
		if (abort === mine) store.set({ running: null, trouble });
	}
}

/** Plays it, in the set-up of the repair. */
function play(app: App, repair: RepairFacts, own: Edited, { steps, endless }: Shown): void {
	const { core, doc } = app.state;
	if (!core || !doc) return;
	const rounds = endless ? ENDLESS : repair.rounds;
	const config = core.configOf(repair.scenario, { ...repair, rounds });
	const setUp = core.formatUrl(config, [], 0);
	if (core.formatUrl(doc.config, [], 0) === setUp) {
		app.documents.replaceSchedule(steps, 0, true, COUNTEREXAMPLE);
		app.play.toggle();
	} else window.location.hash = `#/${core.formatUrl(config, [...steps], 0, { own: own.packed })}`;
}

/** The shortest counterexample of the text that runs, played from its start. */
export async function showExample(app: App, repair: RepairFacts, own: Edited): Promise<void> {
	const { packed, judged } = store.get();
	if (packed === own.packed && judged?.kind === 'refused' && judged.shown) {
		play(app, repair, own, judged.shown);
		return;
	}
	const mine = begin(own.packed);
	store.set({ looking: true, judged: packed === own.packed ? judged : null });
	try {
		const options = { maxStates: MOST_STATES, signal: mine.signal };
		const { path } = await explore(editModuleUrl(own.lockName), repair, options, own.edit);
		if (abort !== mine) return;
		store.set({ looking: false });
		if (path.length > 0) play(app, repair, own, { steps: path, endless: false });
		else store.set({ trouble: 'In this text the search finds no schedule that goes wrong.' });
	} catch (error) {
		if (abort === mine) store.set({ looking: false, trouble: String(error) });
	}
}
