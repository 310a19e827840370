import type { LanesProps } from '../props';

/** From each moment at which the state is there to the next one. */
export function bracketsOf({
	first,
	returns,
}: NonNullable<LanesProps['round']>): [first: number, end: number][] {
	const ends = returns.map(({ end }) => end);
	return ends.map((end, i) => [ends[i - 1] ?? first, end]);
}
