import { describe, expect, test } from 'vitest';
import { EXCUSED, shortfall, table, tally, wanting } from './coverage.mjs';
import { VARIANTS } from './recordings.mjs';

const LINES = { reachable: 40, branchesReachable: 80 };

/** A recording of so many events that missed these lines and branches. */
function recorded(variant, events, missed = [], conforming = events, missedBranches = []) {
	const lines = { ...LINES, covered: 40 - missed.length, missed, missedBranches };
	return { recording: { variant }, judgement: { result: { events, conforming, lines } } };
}

const ENOUGH = VARIANTS.map((variant) => recorded(variant, 200_000));
const with_ = (...more) =>
	tally([...ENOUGH.filter(({ recording }) => recording.variant !== 'mcs'), ...more]);
const CHANCE = EXCUSED.find(({ never }) => !never);
const EXCUSE = CHANCE.line.replace(' ', ':123 ');

test('enough of everything wants nothing', () => {
	expect(wanting(tally(ENOUGH))).toEqual([]);
	expect(shortfall(tally(ENOUGH))).toEqual([]);
});

test('a line is missed only when every recording of the variant missed it', () => {
	const rows = with_(
		recorded('mcs', 2e5, ['a:1 x', 'b:2 y']),
		recorded('mcs', 2e5, ['b:2 y', 'c:3 z']),
	);
	expect(rows[0]).toMatchObject({ variant: 'mcs', recordings: 2, covered: 39, missed: ['b:2 y'] });
	expect(wanting(rows)).toEqual(['mcs']);
	expect(shortfall(rows)).toEqual(['mcs: never took b:2 y']);
});

test('the branches are those of all recordings together', () => {
	const rows = with_(
		recorded('mcs', 2e5, [], 2e5, ['1 > 2', '2 > 3', '4 cas, in vain']),
		recorded('mcs', 2e5, [], 2e5, ['2 > 3', '4 > 5']),
	);
	expect(rows[0]).toMatchObject({ variant: 'mcs', branches: 79, branchesReachable: 80 });
	expect(table(rows).find((line) => line.startsWith('total'))).toMatch(/639\/640$/);
});

describe('is not enough:', () => {
	test('too few conforming events, however many were recorded', () => {
		const rows = tally(VARIANTS.map((variant) => recorded(variant, 200_000, [], 1000)));
		expect(wanting(rows)).toEqual(VARIANTS);
		expect(shortfall(rows)).toEqual(['only 8000 events conform in all']);
	});

	test('no recording of a variant', () => {
		expect(shortfall(with_())).toEqual(['mcs: nothing was recorded']);
	});

	test('less than 95 %, though each line has a reason', () => {
		const missed = [EXCUSE, EXCUSE.replace('123', '124'), EXCUSE.replace('123', '125')];
		expect(shortfall(with_(recorded('mcs', 2e5, missed)))).toEqual([
			'mcs: took 37 of 40 lines, less than 95 %',
		]);
	});
});

test('a line that can never come up does not count', () => {
	const NEVER = EXCUSED.find(({ never }) => never).line.replace(' ', ':7 ');
	const missed = [EXCUSE, EXCUSE.replace('123', '124'), NEVER, NEVER.replace(':7', ':8')];
	const row = recorded('mcs', 2e5, missed);
	expect(shortfall(with_(row))).toEqual(['mcs: took 36 of 38 lines, less than 95 %']);
	row.judgement.result.lines.missed = missed.slice(1);
	expect(shortfall(with_(row))).toEqual([]);
});

test('a line with a reason may be missed, and the table gives the reason', () => {
	const rows = with_(recorded('mcs', 2e5, [EXCUSE]));
	expect(shortfall(rows)).toEqual([]);
	expect(table(rows).at(-1)).toContain(CHANCE.why);
	expect(table(rows).find((line) => line.startsWith('total'))).toMatch(
		/8 +1,600,000 +1,600,000 +319\/320/,
	);
});
