/** What two schedules cost, row by row, and the sentence that this comes to. */
import { listed, lowered } from '../narration/phrases';
import { verdictSentence } from '../narration/searched';
import type { Cost } from './measure';
import type { Pair } from './pair';
import { fewerOf, leadsIn, ROWS, type Row } from './rows';
import { type Fault, workText } from './workload';

export const SIDES = ['left', 'right'] as const;

/** "29 transfers against 35", of the side that has fewer. */
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
	/** where the two do not stand side by side, what each is called */
	names: readonly [string, string] | null = null,
): string {
	const open = unfinishedText(unfinished, names);
	if (common === 0 || !isSameWork) return open;
	const told = comparedText(sums, common, open ? 'So far' : 'In these two schedules', names);
	return open ? `${told} ${open}` : told;
}

type Names = readonly [string, string] | null;

function unfinishedText(sides: readonly (0 | 1)[], names: Names): string {
	const [first] = sides;
	if (first === undefined) return '';
	const which =
		sides.length > 1 ? 'Both sides are' : `${names?.[first] ?? `The ${SIDES[first]} side`} is`;
	const whose = sides.length > 1 ? 'their' : 'its';
	return `${which} unfinished: ${whose} steps stop before all threads are done.`;
}

function comparedText(
	sums: readonly [Cost, Cost],
	common: number,
	where: string,
	names: Names,
): string {
	const differ = ROWS.filter((row) => leadsIn(row, sums, common)).flatMap((row) => {
		const side = fewerOf(row, sums, common);
		return side === null ? [] : [{ row, side, says: against(row, sums, side) }];
	});
	const [first] = differ;
	if (!first) return `${where} both sides cost the same${names ? `: ${names.join(' and ')}` : ''}.`;
	const of = (side: 0 | 1) => listed(differ.filter((d) => d.side === side).map(({ says }) => says));
	if (differ.every(({ side }) => side === first.side))
		return names
			? `${where} ${names[first.side]} costs less than ${names[first.side === 0 ? 1 : 0]}: ${of(first.side)}.`
			: `${where} the ${SIDES[first.side]} side costs less: ${of(first.side)}.`;
	const [left, right] = names ?? ['the left', 'the right'];
	return `${where} neither${names ? '' : ' side'} is better in everything: ${left} has ${of(0)}, ${right} ${of(1)}.`;
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

/** How a side fails; else what the leading figures say. `names`: of the sides, where they are not in sight. */
export function comesTo(pair: Pair, names: Names = null): string {
	const unfinished = ([0, 1] as const).filter((side) => pair.isUnfinished(side));
	return (
		failsText(pair, names) ||
		conclusionOf(pair.sums, pair.common, isSameWork(pair), unfinished, names)
	);
}
