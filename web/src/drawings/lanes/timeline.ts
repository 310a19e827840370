import { RESULTS, type Session } from '../../../../wasm/src';

/**
 * Time as the lanes draw it. A step that moved has a column of its own; polls that saw nothing
 * new leave the machine unchanged, so a run of them, of whichever threads, shares one column.
 * Position 0 stands before the first step, column c at position c + 1.
 */
export type Columns = ReturnType<Session['columns']>;

export interface Timeline {
	/** number of columns */
	count: number;
	/** first step of column c; first[count] = number of steps */
	first: Uint32Array;
	/** column of step i */
	column: Uint32Array;
	/** position of the first own step of thread t, or Infinity while it has taken none */
	started: number[];
}

const SPUN = RESULTS.indexOf('spun');

export function timelineOf({ action, result }: Pick<Columns, 'action' | 'result'>): Timeline {
	const steps = result.length;
	const first = new Uint32Array(steps + 1);
	const column = new Uint32Array(steps);
	const started = new Array<number>(17).fill(Number.POSITIVE_INFINITY);
	let count = 0;
	for (let i = 0; i < steps; i++) {
		const joins = i > 0 && result[i] === SPUN && result[i - 1] === SPUN;
		if (!joins) first[count++] = i;
		column[i] = count - 1;
		const tid = (action[i] as number) + 1;
		if (tid <= 16 && count < (started[tid] as number)) started[tid] = count;
	}
	first[count] = steps;
	return { count, first, column, started };
}

/** Where the moment after `at` steps stands. */
export function positionOf(timeline: Timeline, at: number): number {
	return at <= 0 ? 0 : (timeline.column[at - 1] ?? timeline.count - 1) + 1;
}

/** The moment that a position stands for: after the last step of its column. */
export function momentAt(timeline: Timeline, position: number): number {
	const p = Math.max(0, Math.min(timeline.count, Math.round(position)));
	return timeline.first[p] as number;
}

/** A number that differs when the schedule differs: a session may change and keep its length. */
export function fingerprint(action: Uint8Array): number {
	let h = 0x811c9dc5 ^ action.length;
	for (let i = 0; i < action.length; i++) h = Math.imul(h ^ (action[i] as number), 0x01000193);
	return h >>> 0;
}

interface View {
	/** position at the left edge */
	first: number;
	/** how many positions fit */
	visible: number;
}

/** Moves the view as little as it takes to show `position` with some room around it. */
export function keepInView(view: View, position: number, positions: number): number {
	const room = Math.min(4, Math.floor(view.visible / 4));
	const last = Math.max(0, positions - view.visible);
	let first = Math.min(view.first, position - room);
	first = Math.max(first, position + room - view.visible + 1);
	return Math.max(0, Math.min(last, first));
}

/** units: marks in narrower columns can be seen, but not told apart */
export const LEAST_READABLE = 15;
const WIDTHS = [30, 26, 22, 18, LEAST_READABLE];

/** Width of a column: as wide as all of them fit, else the narrowest that can be read. */
export function columnWidth(available: number, positions: number): number {
	const fits = WIDTHS.find((w) => w * positions <= available);
	return fits ?? LEAST_READABLE;
}
