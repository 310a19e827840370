/** Before a room, what may come from outside takes a line of the slide only where somebody is to choose. */
import type { State } from './state';

/** A story is told, and nobody has asked for another step than its next. */
export function isEnvironmentOff({ doc, view, route, outside }: State): boolean {
	if (!doc || !view.presenter || route.kind !== 'stepper' || outside || doc.level) return false;
	const { moment, whatIfAt } = doc;
	return (moment.story === 'telling' || moment.story === 'ended') && whatIfAt !== moment.at;
}
