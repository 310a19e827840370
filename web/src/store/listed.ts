/** The items of a talk as an address lists them: stories by their names, and what plan/items.ts reads. */
export const MOST_LISTED = 40;
/** Letters of one. */
export const MOST_OF_ITEM = 2000;
/** Letters of the whole list: mail and course pages cut what is much longer. */
export const MOST_IN_LIST = 12_000;

const isName = (name: string): boolean => /^[\w.-]{1,60}$/.test(name);

/** More than the name of a story. Of what kind, and whether it is one, plan/items.ts says. */
export const isItem = (text: string): boolean => /[/?]/.test(text);

/** Each once, in its order; what can be none is left out. */
export const namesOf = (names: readonly string[]): string[] => [
	...new Set(names.filter((text) => isName(text) || isItem(text))),
];

/** What names no story of the page is left out where the core is there to say so. */
export const listFrom = (text: string): string[] =>
	namesOf(text.split(',').filter(isName)).slice(0, MOST_LISTED);
