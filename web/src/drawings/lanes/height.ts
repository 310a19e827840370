/** How high the lanes are at least, in units: also while their script is on its way. */

export const RULER = 22;
export const ROW = { least: 13, most: 34 };
const LEGEND = 28;
const OVERVIEW = 22;

/** With the lane of the environment. */
export const rowsHeight = (threads: number): number => RULER + (threads + 1) * ROW.least;

/** With the legend, and what lies over them when not all is seen. */
export const leastHeight = (threads: number, partly: boolean): number =>
	rowsHeight(threads) + LEGEND + (partly ? OVERVIEW : 0);
