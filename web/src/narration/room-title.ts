/** What a room reads of a story: no name of one that it is still to be asked about. */
import type { Core, ScenarioFacts } from '../../../wasm/src';
import { isToBeAsked, shownTitle } from '../store/beats';
import type { State } from '../store/state';
import { playedIn } from './lock-name';

export function roomTitle(state: State): string {
	const { core, doc, view } = state;
	if (!core || !doc) return '';
	const isHidden = !doc.recording && !doc.level && view.notes && isToBeAsked(core, doc);
	return isHidden ? playedIn(core, doc.config.scenario) : shownTitle(state);
}

/** Of the story that comes next: what is stepped there, where it asks, and where that is not known yet. */
export function announcedTitle(
	core: Core,
	{ name, title, lock, beats = [] }: ScenarioFacts,
): string {
	const asks = !core.has(lock) || beats.some(({ ask, answer }) => ask && answer);
	return asks ? playedIn(core, name) : title;
}
