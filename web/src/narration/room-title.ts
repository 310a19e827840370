/** What stands below a slide: no name of a story that a room is still to be asked about. */
import { isToBeAsked, storyTitle } from '../store/beats';
import type { State } from '../store/state';
import { playedIn } from './lock-name';

export function roomTitle(state: State): string {
	const { core, doc, view } = state;
	if (!core || !doc) return '';
	if (doc.recording || doc.level) return doc.recording?.title ?? doc.level?.facts.title ?? '';
	return view.notes && isToBeAsked(core, doc)
		? playedIn(core, doc.config.scenario)
		: storyTitle(state);
}
