/** Places for numbers, and the round numbers among them. Of D3 this would be a tenth of what comes before the first step. */

interface Scale {
	(value: number): number;
	invert(place: number): number;
}

type Ends = readonly [from: number, to: number];

const along = ([a, b]: Ends, [c, d]: Ends, value: number): number =>
	b === a ? (c + d) / 2 : c + ((value - a) / (b - a)) * (d - c);

export function linear(domain: Ends, range: Ends): Scale {
	return Object.assign((value: number) => along(domain, range, value), {
		invert: (place: number) => along(range, domain, place),
	});
}

const within = ([a, b]: Ends, value: number): number =>
	Math.min(Math.max(value, Math.min(a, b)), Math.max(a, b));

/** What lies outside stands at the ends. */
export function clamped(domain: Ends, range: Ends): Scale {
	return Object.assign((value: number) => along(domain, range, within(domain, value)), {
		invert: (place: number) => along(range, domain, within(range, place)),
	});
}

/** About `count` whole numbers from `from` to `to`, apart by 1, 2 or 5 times a power of ten. */
export function roundNumbers(from: number, to: number, count: number): number[] {
	const apart = (to - from) / count;
	const power = 10 ** Math.floor(Math.log10(Math.max(apart, 1)));
	const ratio = apart / power;
	const times =
		ratio >= Math.sqrt(50) ? 10 : ratio >= Math.sqrt(10) ? 5 : ratio >= Math.SQRT2 ? 2 : 1;
	const step = power * times;
	const numbers: number[] = [];
	for (let at = Math.ceil(from / step) * step; at <= to; at += step) numbers.push(at);
	/* so few that none is round enough: those between them */
	return numbers.length === 0 && count < 2 ? roundNumbers(from, to, 2 * count) : numbers;
}
