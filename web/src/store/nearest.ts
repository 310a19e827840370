/** How near one spelling is to another. */

/** Letters to put in, take out, change or swap with the next. */
export function apart(one: string, other: string): number {
	const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, i) => i)];
	for (let i = 1; i <= one.length; i++) {
		const row = [i];
		for (let k = 1; k <= other.length; k++) {
			const differ = one[i - 1] === other[k - 1] ? 0 : 1;
			const [above = [], before = []] = [rows[i - 1], rows[i - 2]];
			row[k] = Math.min((above[k] ?? 0) + 1, (row[k - 1] ?? 0) + 1, (above[k - 1] ?? 0) + differ);
			const swapped = one[i - 1] === other[k - 2] && one[i - 2] === other[k - 1];
			if (i > 1 && k > 1 && swapped) row[k] = Math.min(row[k] ?? 0, (before[k - 2] ?? 0) + 1);
		}
		rows.push(row);
	}
	return rows[one.length]?.[other.length] ?? Number.POSITIVE_INFINITY;
}

/** A shorter one stands in too many names. */
const SHORTEST_PART = 4;

/** The name that may be meant: one that has it as a part, or that is written nearly so; undefined: none is near. */
export function nearestName(asked: string, names: readonly string[]): string | undefined {
	const low = asked.toLowerCase();
	const distance = (name: string) =>
		low.length >= SHORTEST_PART && name.includes(low) ? 0 : apart(low, name);
	const near = names
		.map((name) => ({ name, far: distance(name) }))
		.filter(({ far }) => far <= Math.max(2, Math.floor(low.length / 3)));
	/* of those as near the shortest, which has the least besides */
	near.sort((a, b) => a.far - b.far || a.name.length - b.name.length);
	return near[0]?.name;
}
