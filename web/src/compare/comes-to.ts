/** What two schedules cost, row by row, and the sentence that this comes to. */
import { listed, lowered } from '../narration/phrases';
import { verdictSentence } from '../narration/searched';
import type { Cost } from './measure';
import type { Pair } from './pair';
import { amongOf, fewerOf, leadsIn, ROWS, type Row } from './rows';
import { type Fault, workText } from './workload';

export const SIDES = ['left', 'right'] as const;

/** What the two are called in a sentence; null: by where they stand. */
type Names = readonly [string, string] | null;

/** Beside the table, whose columns are the sides. */
const BY_SIDE = ['the left side', 'the right side'] as const;

interface Differs {
	row: Row;
	/** which has less */
	side: 0 | 1;
	/** how many times as much the other has */
	ratio: number;
}

/** One is added to both: from 1 to 0 is no more than from 2 to 1. */
const ratioOf = (row: Row, sums: readonly [Cost, Cost], common: number, side: 0 | 1): number => {
	const shares = sums.map((sum) => (row.count(sum) + 1) / Math.max(1, amongOf(row, sum, common)));
	return (shares[1 - side] ?? 0) / (shares[side] ?? 1);
};

/** In what the two differ, the greatest ratio first. */
function differences(sums: readonly [Cost, Cost], common: number): Differs[] {
	return ROWS.filter((row) => leadsIn(row, sums, common))
		.flatMap((row) => {
			const side = fewerOf(row, sums, common);
			return side === null ? [] : [{ row, side, ratio: ratioOf(row, sums, common, side) }];
		})
		.sort((a, b) => b.ratio - a.ratio);
}

/** "29 transfers against 35", the side in question first. */
const against = ({ count, counted: say }: Row, sums: readonly [Cost, Cost], side: 0 | 1): string =>
	`${say(count(sums[side]))} against ${count(sums[side === 0 ? 1 : 0])}`;

/**
 * What the leading figures say, in one sentence; '' where the work differs, or there is none, for then they say nothing.
 * It speaks of these two schedules, and not of the locks.
 */
export function conclusionOf(
	sums: readonly [Cost, Cost],
	common: number,
	isSameWork: boolean,
	/** the sides whose steps stop before their threads are done */
	unfinished: readonly (0 | 1)[] = [],
	/** where the two do not stand between the columns of the sides, what each is called */
	names: Names = null,
): string {
	const open = unfinishedText(unfinished, names);
	if (common === 0 || !isSameWork) return open;
	const told = comparedText(sums, common, open ? 'So far' : 'In these two schedules', names);
	return open ? `${told} ${open}` : told;
}

function unfinishedText(sides: readonly (0 | 1)[], names: Names): string {
	const [first] = sides;
	if (first === undefined) return '';
	const which =
		sides.length > 1 ? 'Both sides are' : `${names?.[first] ?? `The ${SIDES[first]} side`} is`;
	const whose = sides.length > 1 ? 'their' : 'its';
	return `${which} unfinished: ${whose} steps stop before all threads are done.`;
}

/** The news first, in what it is greatest; then what it costs. */
function comparedText(
	sums: readonly [Cost, Cost],
	common: number,
	where: string,
	names: Names,
): string {
	const all = differences(sums, common);
	const [first] = all;
	if (!first) return `${where} both sides cost the same${names ? `: ${names.join(' and ')}` : ''}.`;
	const called = names ?? BY_SIDE;
	const { side } = first;
	const [one, other] = [called[side], called[side === 0 ? 1 : 0]];
	const says = (rows: readonly Differs[]) => rows.map(({ row }) => against(row, sums, side));
	const gains = all.filter((differs) => differs.side === side);
	const price = all.filter((differs) => differs.side !== side);
	if (price.length === 0) {
		const than = names ? ` than ${other}` : '';
		return `${where} ${one} costs less${than}: ${listed(says(gains))}.`;
	}
	const { row } = first;
	const most = `${row.counted(row.count(sums[side]))} where ${other} has ${row.count(sums[side === 0 ? 1 : 0])}`;
	const more = gains.length > 1 ? `, and ${listed(says(gains.slice(1)))}` : '';
	return `${where} ${one} has ${most}${more}. The price: ${listed(says(price))}.`;
}

const FAILS = ['On the left', 'On the right'] as const;

/** What stands before all figures where a side fails; '' where none does. Of an edited text, which is the right side, what it does alike, too. */
export function failureOf(
	faults: readonly (Fault | null)[],
	own: { sameUpTo: number } | null,
	names: Names = null,
): string {
	const told = faults.flatMap((fault, side) => {
		if (!fault) return [];
		const here = names ? `In ${names[side]}` : FAILS[side];
		const where = own ? ['In the page’s text', 'In yours'][side] : here;
		return [
			`${where}, at step ${fault.at}: ${lowered(verdictSentence(fault.verdict, fault.what, fault.lock))}`,
		];
	});
	if (told.length === 0) return '';
	const same = own && own.sameUpTo > 0 ? `The same up to step ${own.sameUpTo}. ` : '';
	return `${same}${told.join(' ')} Costs are not compared where a lock fails.`;
}

/** Both sides are given the same to do. */
export const isSameWork = ({ sides }: Pair): boolean => {
	const [left, right] = sides.map(({ app }) => app.state.doc && workText(app.state.doc.config));
	return left === right;
};

export const failsText = (pair: Pair, names: Names = null): string =>
	failureOf(
		[pair.fault(0), pair.fault(1)],
		pair.route.own === '' ? null : { sameUpTo: Math.max(0, pair.parting - 1) },
		names,
	);

/** How a side fails; else what the leading figures say. `given`: names of the sides, where they are not in sight. */
export function comesTo(pair: Pair, given: Names = null): string {
	const unfinished = ([0, 1] as const).filter((side) => pair.isUnfinished(side));
	/* two of one name are told apart by where they stand */
	const names = given && given[0] !== given[1] ? given : null;
	return (
		failsText(pair, names) ||
		conclusionOf(pair.sums, pair.common, isSameWork(pair), unfinished, names)
	);
}
