/** What this browser keeps for the reader. Storage may be forbidden, full, or hold what another page wrote. */
let nothing = false;

/** From now on: the storage is that of somebody else's page. */
export function keepNothing(): void {
	nothing = true;
}

export function readKept(key: string): unknown {
	if (nothing) return null;
	try {
		return JSON.parse(localStorage.getItem(key) ?? 'null');
	} catch {
		return null;
	}
}

/** Where it cannot be kept, it is for this visit: the caller has it. */
export function keep(key: string, value: unknown): void {
	if (nothing) return;
	try {
		localStorage.setItem(key, JSON.stringify(value));
	} catch {
		/* then for this visit only */
	}
}
