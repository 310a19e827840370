/** What is asked about. */
export interface Wanted {
	/** lines that have code */
	lines: ReadonlySet<number>;
	/** lines before which code was taken out: does anybody still come to that place? */
	taken: ReadonlySet<number>;
}

/** A piece of code on a line, or the place before a line where code was taken out; the global of its number says whether it was passed. */
export interface Mark {
	line: number;
	taken: boolean;
}

export const NOTHING_WANTED: Wanted = { lines: new Set(), taken: new Set() };

/** What the compiled module calls the global: no procedure has such a name. */
export const markName = (number: number): string => `mark ${number}`;
