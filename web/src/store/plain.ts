/** A story as it is met first: what it can be followed without is put away until the reader asks for it. */
import { withKeys } from '../app/fragment';
import { keep, readKept } from './kept';
import type { State, View } from './state';

/** picture: the code is put away as well; no: all is there, as in a level, in a recording, and before a room */
export function plainOf({ view, doc }: State): View['plain'] {
	const elsewhere = view.presenter || view.embed;
	return elsewhere || !doc || doc.level || doc.recording ? 'no' : view.plain;
}

export const isPlain = (state: State): boolean => plainOf(state) !== 'no';

/** From a lesson, and everything has not been asked for. */
export const isBrought = (state: State): boolean => isPlain(state) && state.view.lesson !== '';

const EVERYTHING = 'lockstep.everything';

/** Whoever has asked for everything once is not met as a newcomer again. */
const wantsEverything = (): boolean => readKept(EVERYTHING) === true;
export const askForEverything = (): void => keep(EVERYTHING, true);

/** A story that a search has found: plainly, until the reader has asked for everything. */
export const foundAt = (address: string): string =>
	wantsEverything() ? address : plainly(address);

/** The address of a story that opens so. */
export const plainly = (address: string): string => withKeys(address, 'plain=1');

/** With the way back to the lesson that led there, if one did. */
export const withLesson = (address: string, lesson: string): string =>
	lesson ? withKeys(address, `lesson=${lesson}`) : address;
