/** Which picture is shown: the cache lines where they were asked for, and before a room where the author speaks of them. */
import { beatAt, beatsOf } from './beats';
import type { State } from './state';

/** The beat that the room has heard last has the cache lines for its picture. */
function isOfLines({ core, doc, view }: State): boolean {
	if (!core || !doc || !view.presenter || view.stage !== 'picture') return false;
	const beat = beatAt(beatsOf(core, doc), doc.moment.at);
	/* at the start no line is anywhere yet, and where a node is looked at its queue is the picture */
	return beat !== undefined && beat.at > 0 && beat.lines === true && !beat.look?.includes('.');
}

export const showsLines = (state: State): boolean =>
	state.view.cache || (isOfLines(state) && !state.linesAway);

/** What the key does: they go if they are there, whoever brought them. */
export function withLinesTurned(state: State): Pick<State, 'view' | 'linesAway'> {
	const { view } = state;
	const isShown = showsLines(state);
	if (isOfLines(state)) return { view: { ...view, cache: false }, linesAway: isShown };
	return { view: { ...view, cache: !isShown }, linesAway: false };
}
