/** Which levels the reader has won, and which texts repaired, kept in this browser. Where nothing may be kept, it is for this visit. */
import { keep, keepNamed, readKept, readNamed } from '../store/kept';

const KEY = 'lockstep.levels';

let known: Record<string, number> | null = null;

function read(): Record<string, number> {
	const kept = readKept(KEY);
	if (typeof kept !== 'object' || kept === null) return {};
	const entries = Object.entries(kept).filter(([, steps]) => Number.isInteger(steps));
	return Object.fromEntries(entries) as Record<string, number>;
}

/** Steps of the shortest win by level; 0 for one that was rightly called impossible. */
export function wins(): Readonly<Record<string, number>> {
	known ??= read();
	return known;
}

export function keepWin(level: string, steps: number): void {
	const best = Math.min(steps, wins()[level] ?? Number.POSITIVE_INFINITY);
	known = { ...wins(), [level]: best };
	keep(KEY, known);
}

const REACHED = 'lockstep.reached';

/** Where nothing may be kept, they are for this page. */
const reached = new Map<string, boolean>();

/** The goal has been reached on this page since the level was last begun, by whomever: what it shows may be told. */
export const isReached = (level: string): boolean =>
	reached.get(level) ?? readNamed(REACHED, level, true) === true;

export function keepReached(level: string, is: boolean): void {
	if (isReached(level) === is) return;
	reached.set(level, is);
	keepNamed(REACHED, level, is || undefined, true);
}

const REPAIRED = 'lockstep.repairs';

/** Where nothing may be kept, they are for this visit. */
const repaired = new Set<string>();

export function isSolved(name: string): boolean {
	return repaired.has(name) || readNamed(REPAIRED, name) === true;
}

export function keepSolved(name: string): void {
	repaired.add(name);
	keepNamed(REPAIRED, name, true);
}
