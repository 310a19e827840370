/** For tests: numbers that look random and come again with the same seed. */
export interface Random {
	/** a whole number from 0 to below n */
	below: (n: number) => number;
	pick: <T>(from: readonly T[]) => T;
}

export function randomFrom(seed: number): Random {
	let state = seed >>> 0;
	const below = (n: number): number => {
		state = (state + 0x6d2b79f5) >>> 0;
		let t = Math.imul(state ^ (state >>> 15), state | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) % n;
	};
	return { below, pick: (from) => from[below(from.length)] as (typeof from)[number] };
}
