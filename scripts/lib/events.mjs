/** Reading the lines of a trace's events (docs/traces.md). */

/** Of an event line: what it holds in a value, as a number. */
export const value = (line, name) =>
	Number(new RegExp(` ${name}=(\\S+)`).exec(line)?.[1] ?? Number.NaN);

/** How often something happens in the trace. */
export const count = (lines, wanted) => lines.filter(wanted).length;
