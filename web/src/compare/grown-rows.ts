/** The figures of a comparison with few threads and with many, row by row: how each grows. */

import type { GrownAt } from './grown';
import { amongOf, ROWS, type Row } from './rows';

interface GrownRow {
	name: string;
	/** "for each acquisition" */
	unit: string;
	/** of each side, one a number of threads; null: nothing that both reach, or a lock that fails there */
	sides: readonly [readonly (number | null)[], readonly (number | null)[]];
}

const unitOf = ({ isMost, byRelease }: Row): string =>
	isMost ? 'the most' : byRelease ? 'for each release' : 'for each acquisition';

/** Less than this was reached by both: shared out among so few, a figure says nothing. */
const LEAST = 2;

/** Those that a comparison is made for, the atomic operations, and what there is any of. */
export function grownRows(all: readonly GrownAt[]): GrownRow[] {
	const shown = ROWS.filter(
		({ leads, leadsIfEven, leadsApart }) => leads || leadsIfEven || leadsApart,
	);
	const rows = shown.map((row): GrownRow => {
		const of = (side: 0 | 1) =>
			all.map(({ common, costs, fails }) => {
				if (common < LEAST || fails.some(Boolean)) return null;
				const among = amongOf(row, costs[side], common);
				return among === 0 ? null : row.count(costs[side]) / among;
			});
		return { name: row.name, unit: unitOf(row), sides: [of(0), of(1)] };
	});
	return rows.filter(({ sides }) => sides.flat().some((n) => n !== null && n > 0));
}

/** "24.1": a tenth is as much as such a figure is good for. */
export const grownFigure = (n: number | null): string =>
	n === null ? '–' : n.toFixed(Number.isInteger(n) ? 0 : 1);
