/** "; did you mean XCHG?" */

/** Changed, missing, added and swapped letters between two names; gives up above the limit. */
function distance(a: string, b: string, limit = 3): number {
	if (Math.abs(a.length - b.length) > limit || a.length > 64 || b.length > 64) return limit + 1;
	let before: number[] = [];
	let row = Array.from({ length: b.length + 1 }, (_, j) => j);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			const same = a[i - 1] === b[j - 1] ? 0 : 1;
			let best = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
			if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
				best = Math.min(best, (before[j - 2] ?? 0) + 1);
			next.push(best);
		}
		before = row;
		row = next;
	}
	return row[b.length] ?? 0;
}

/** The sentence's end that names the nearest of the known names; empty when none is near. */
export function nearest(name: string, known: Iterable<string>): string {
	const limit = Math.min(3, Math.max(1, Math.floor(name.length / 3)));
	let best: string | undefined;
	let least = limit + 1;
	for (const other of known) {
		const found = distance(name.toLowerCase(), other.toLowerCase(), limit);
		if (found < least && other !== name) {
			least = found;
			best = other;
		}
	}
	return best === undefined ? '' : `; did you mean ${best}?`;
}
