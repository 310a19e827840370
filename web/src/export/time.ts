/** When each step is drawn, in µs with three places: the unit of the trace format, down to 1 ns. */
export interface Clock {
	start(i: number): number;
	/** a step ends where the next one of any thread begins, at the latest; end(-1) is the start */
	end(i: number): number;
	between(from: number, to: number): number;
	middle(from: number, to: number): number;
}

const LONGEST = 1000;
const NS = 1000;

/** Without recorded times a step takes 1 µs. Recorded ones are kept in order, 2 ns apart at least. */
export function clockOf(steps: number, when?: Float64Array): Clock {
	const starts = new Float64Array(steps);
	const first = when?.[0] ?? 0;
	for (let i = 0; i < steps; i++) {
		const taken = when ? Math.round(((when[i] ?? 0) - first) * NS) : i * NS;
		starts[i] = i === 0 ? 0 : Math.max(taken, (starts[i - 1] as number) + 2);
	}
	const startNs = (i: number) => starts[i] ?? 0;
	const endNs = (i: number) => {
		if (i < 0) return 0;
		return Math.min(
			startNs(i) + LONGEST,
			i + 1 < steps ? startNs(i + 1) : Number.POSITIVE_INFINITY,
		);
	};
	return {
		start: (i) => startNs(i) / NS,
		end: (i) => endNs(i) / NS,
		between: (from, to) => Math.round((to - from) * NS) / NS,
		middle: (from, to) => Math.floor(Math.round((from + to) * NS) / 2) / NS,
	};
}
