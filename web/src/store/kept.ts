/** What this browser keeps for the reader. Storage may be forbidden, full, or hold what another page wrote. */
export function readKept(key: string): unknown {
	try {
		return JSON.parse(localStorage.getItem(key) ?? 'null');
	} catch {
		return null;
	}
}

/** Where it cannot be kept, it is for this visit: the caller has it. */
export function keep(key: string, value: unknown): void {
	try {
		localStorage.setItem(key, JSON.stringify(value));
	} catch {
		/* then for this visit only */
	}
}
