/** What a key has played that plays more than a step: said where it led to, and taken back by one key. */
import { commonPrefix } from './branches';
import type { Played, State } from './state';

/** Its steps stand in what has been taken here, whatever came behind them. */
export function stillPlayed({ played, doc }: Pick<State, 'played' | 'doc'>): Played | null {
	if (!played || !doc || doc.moment.at < played.behind.length) return null;
	const { scenario, threads } = doc.config;
	if (played.scenario !== scenario || played.threads !== threads) return null;
	const same = commonPrefix(played.behind, doc.session.columns().action);
	return same >= played.behind.length ? played : null;
}

/** Of the moment that is shown. */
export function playedHere(state: Pick<State, 'played' | 'doc'>): Played | null {
	const played = stillPlayed(state);
	return state.doc?.moment.at === played?.behind.length ? played : null;
}
