/** The stories of a talk as an address lists them, by their names. */
export const MOST_LISTED = 40;

const isName = (name: string): boolean => /^[\w.-]{1,60}$/.test(name);

/** Each once, in its order; what can be no name is left out. */
export const namesOf = (names: readonly string[]): string[] => [...new Set(names.filter(isName))];

/** What names no story of the page is left out where the core is there to say so. */
export const listFrom = (text: string): string[] => namesOf(text.split(',')).slice(0, MOST_LISTED);

/** From its first story on, in presenter view: what follows the '#' of the address. '' for none. */
export function talkHash(names: readonly string[]): string {
	return names.length > 0 ? `#/${names[0]}?list=${names.join()}&p=1` : '';
}
