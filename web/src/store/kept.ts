/** What this browser keeps for the reader, or only this visit. Storage may be forbidden, full, or hold what another page wrote. */
let nothing = false;

/** What has been answered in the lessons; lessons/progress.ts reads it. */
export const LESSONS = 'lockstep.lessons';

/** From now on: the storage is that of somebody else's page. */
export function keepNothing(): void {
	nothing = true;
}

/** One that is refused throws already when it is named. */
const storageOf = (visit: boolean): Storage => (visit ? sessionStorage : localStorage);

export function readKept(key: string, visit = false): unknown {
	if (nothing) return null;
	try {
		return JSON.parse(storageOf(visit).getItem(key) ?? 'null');
	} catch {
		return null;
	}
}

/** Where it cannot be kept, it is for this visit: the caller has it. */
export function keep(key: string, value: unknown, visit = false): void {
	if (nothing) return;
	try {
		storageOf(visit).setItem(key, JSON.stringify(value));
	} catch {
		/* then for this visit only */
	}
}

/** One of several under a key, by its name; undefined: there is none. */
export function readNamed(key: string, name: string, visit = false): unknown {
	return namedIn(key, visit)[name];
}

/** undefined takes it away. */
export function keepNamed(key: string, name: string, value: unknown, visit = false): void {
	keep(key, { ...namedIn(key, visit), [name]: value }, visit);
}

function namedIn(key: string, visit: boolean): Record<string, unknown> {
	const kept = readKept(key, visit);
	return kept !== null && typeof kept === 'object' ? { ...kept } : {};
}
