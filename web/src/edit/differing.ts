/** How many lines of the new text are not in the old one, or of the old one not in the new: the larger of both. */
export function differing(before: string, after: string): number {
	const [old, own] = [before, after].map((text) => text.split('\n')) as [string[], string[]];
	const same = longestCommon(old, own);
	return Math.max(old.length, own.length) - same;
}

/** Lines that both have in the same order (Myers, An O(ND) difference algorithm). */
function longestCommon(a: readonly string[], b: readonly string[]): number {
	const most = a.length + b.length;
	const reach = new Map<number, number>([[1, 0]]);
	for (let d = 0; d <= most; d++)
		for (let k = -d; k <= d; k += 2) {
			const [less, more] = [reach.get(k - 1) ?? -1, reach.get(k + 1) ?? -1];
			let x = k === -d || (k !== d && less < more) ? more : less + 1;
			while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
			reach.set(k, x);
			if (x >= a.length && x - k >= b.length) return (most - d) / 2;
		}
	return 0;
}
