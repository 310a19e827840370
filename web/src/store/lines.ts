/** Which picture is shown: the cache lines where they were asked for, and before a room where the author speaks of them. */
import type { Beat } from '../../../wasm/src';
import { beatAt, hasOtherThreads, storyBeats } from './beats';
import { leftStory } from './document';
import type { State } from './state';

/** At the start no line is anywhere yet, and where a node is looked at its queue is the picture. */
const mayHave = ({ at, look }: Beat): boolean => at > 0 && !look?.includes('.');

const speaks = (beat: Beat | undefined): boolean => beat?.lines === true && mayHave(beat);

/**
 * Where they are spoken of, and at all stops between two of those: what stands below them would move up and down.
 */
function hasLines(beats: readonly Beat[], beat: Beat | undefined): boolean {
	if (!beat || !mayHave(beat)) return false;
	const place = beats.indexOf(beat);
	const before = beats[place - 1];
	/* what is taken home does not bring another picture than the one it was seen in */
	if (place === beats.length - 1) return speaks(beat) && hasLines(beats, before);
	return speaks(beat) || (beats.slice(0, place).some(speaks) && beats.slice(place).some(speaks));
}

/** The beat that the room has heard last; a what-if keeps that of where it left the story. */
function heardLast({ core, doc, view }: State): { beats: readonly Beat[]; beat: Beat } | null {
	if (!core || !doc || !view.presenter || view.stage !== 'picture') return null;
	const { at, story } = doc.moment;
	const left = leftStory(doc);
	if (story === 'none' || (story === 'left' && !left)) return null;
	const beats = storyBeats(core, doc);
	const beat = beatAt(beats, story === 'left' ? Math.min(at, left?.at ?? at) : at);
	return beat ? { beats, beat } : null;
}

/** It has the cache lines for its picture. */
function isOfLines(state: State): boolean {
	const heard = heardLast(state);
	return heard !== null && hasLines(heard.beats, heard.beat);
}

/** Lines have been spoken of: from then on the lanes show whom each step disturbs, whatever the picture is. */
function hasHeardOfLines(state: State): boolean {
	const heard = heardLast(state);
	const first = heard?.beats.find(({ at, lines }) => lines && at > 0);
	return first !== undefined && first.at <= (heard?.beat.at ?? 0);
}

export const showsLines = (state: State): boolean =>
	state.view.cache || (isOfLines(state) && !state.linesAway);

/** On the lanes. */
export const showsDisturbed = (state: State): boolean =>
	showsLines(state) || (hasHeardOfLines(state) && !state.linesAway);

/** Off the story, or with threads that it does not have. */
const isWhatIf = ({ core, doc }: State): boolean =>
	core !== null && doc !== null && (leftStory(doc) !== null || hasOtherThreads(core, doc));

type Lines = Pick<State, 'view' | 'linesAway' | 'linesTold'>;

/** What the key does: they go if they are there, whoever brought them. Of a what-if before a room it is kept how the story had them. */
export function withLinesTurned(state: State): Lines {
	const { view, linesAway } = state;
	const isShown = showsLines(state);
	const isApart = view.presenter && isWhatIf(state);
	const linesTold = isApart ? (state.linesTold ?? { cache: view.cache, away: linesAway }) : null;
	if (isOfLines(state)) return { view: { ...view, cache: false }, linesAway: isShown, linesTold };
	return { view: { ...view, cache: !isShown }, linesAway: false, linesTold };
}

/** As the story had them before the key was pressed in a what-if. */
export const withLinesTold = ({ view, linesAway, linesTold }: State): Lines => ({
	view: linesTold ? { ...view, cache: linesTold.cache } : view,
	linesAway: linesTold ? linesTold.away : linesAway,
	linesTold: null,
});
