/** What stands below a slide: no name of a story that a room is still to be asked about. */
import { isToBeAsked, shownTitle } from '../store/beats';
import type { State } from '../store/state';
import { playedIn } from './lock-name';

export function roomTitle(state: State): string {
	const { core, doc, view } = state;
	if (!core || !doc) return '';
	const isHidden = !doc.recording && !doc.level && view.notes && isToBeAsked(core, doc);
	return isHidden ? playedIn(core, doc.config.scenario) : shownTitle(state);
}
