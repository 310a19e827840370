/** The words that the author of a story points at now, by name: "tail", "T1.next". */
import { createContext, useContext } from 'react';

const NONE: ReadonlySet<string> = new Set();

export const Pointed = createContext(NONE);

export const usePointed = (): ReadonlySet<string> => useContext(Pointed);

/** `look` of a beat: names between commas. */
export function pointedIn(look: string | undefined): ReadonlySet<string> {
	return look ? new Set(look.split(',').map((name) => name.trim())) : NONE;
}
