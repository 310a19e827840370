import { describe, expect, test } from 'vitest';
import { loadFrontEnd } from '../lib/front-end.mjs';
import { readTexts } from '../lib/texts.mjs';
import { EXCUSED, shortfall, table, tally, variantsOf, wanting } from './coverage.mjs';
import { VARIANTS } from './recordings.mjs';

const LINES = Array.from({ length: 40 }, (_, i) => 1000 + i);
const BRANCHES = Array.from({ length: 80 }, (_, i) => `${1000 + i} > 1`);

/** A recording of so many events that missed these lines and branches, and took the rest of 40 and of 80. */
function recorded(variant, events, missed = [], conforming = events, missedBranches = []) {
	const took = LINES.slice(missed.length);
	const tookBranches = BRANCHES.slice(missedBranches.length);
	const lines = { missed, missedBranches, took, tookBranches };
	return { recording: { variant }, judgement: { result: { events, conforming, lines } } };
}

const ENOUGH = VARIANTS.map((variant) => recorded(variant, 200_000));
const with_ = (...more) =>
	tally([...ENOUGH.filter(({ recording }) => recording.variant !== 'mcs'), ...more]);
const [CHANCE] = EXCUSED;
const EXCUSE = CHANCE.line.replace(' ', ':123 ');

test('enough of everything wants nothing', () => {
	expect(wanting(tally(ENOUGH))).toEqual([]);
	expect(shortfall(tally(ENOUGH))).toEqual([]);
});

test('all are recorded as often as was asked for, and what then wants more a few times more', () => {
	const asked = (times, left) =>
		Array.from({ length: times + 5 }, (_, i) => variantsOf(i + 1, times, left));
	expect(asked(1, [])).toEqual([VARIANTS, [], [], [], [], []]);
	expect(asked(3, [])).toEqual([VARIANTS, VARIANTS, VARIANTS, [], [], [], [], []]);
	const mcs = ['mcs'];
	expect(asked(2, mcs)).toEqual([VARIANTS, VARIANTS, mcs, mcs, mcs, [], []]);
});

test('of recordings that were made several times the events are summed', () => {
	const [mcs] = tally([recorded('mcs', 100, [], 90), recorded('mcs', 100), recorded('mcs', 50)]);
	expect(mcs).toMatchObject({ recordings: 3, events: 250, conforming: 240 });
});

test('a line is missed only when every recording of the variant missed it', () => {
	const lines = (missed, took) => ({ missed, took, missedBranches: [], tookBranches: [] });
	const one = recorded('mcs', 2e5);
	const other = recorded('mcs', 2e5);
	one.judgement.result.lines = lines(['a:1 x', 'b:2 y'], [3, 4]);
	other.judgement.result.lines = lines(['b:2 y', 'c:3 z'], [1, 4]);
	const rows = with_(one, other);
	expect(rows[0]).toMatchObject({ variant: 'mcs', recordings: 2, covered: 3, reachable: 4 });
	expect(rows[0].missed).toEqual(['b:2 y']);
	expect(wanting(rows)).toEqual(['mcs']);
	expect(shortfall(rows)).toContain('mcs: never took b:2 y');
});

test('the branches are those of all recordings together', () => {
	const branches = (missedBranches, tookBranches) => {
		const one = recorded('mcs', 2e5);
		Object.assign(one.judgement.result.lines, { missedBranches, tookBranches });
		return one;
	};
	const rows = with_(
		branches(['1 > 2', '2 > 3', '4 cas, in vain'], ['4 > 5', '9 > 9']),
		branches(['2 > 3', '4 > 5'], ['1 > 2', '4 cas, in vain']),
	);
	const others = BRANCHES.length * (VARIANTS.length - 1) + 4;
	expect(rows[0]).toMatchObject({ branches: 4, branchesReachable: 5 });
	expect(table(rows).find((line) => line.startsWith('total'))).toMatch(
		new RegExp(`${others}/${others + 1}$`),
	);
});

test('what only one recording could reach, and missed, is missed', () => {
	const rows = with_(recorded('mcs', 2e5, ['a:1 x']), recorded('mcs', 2e5));
	expect(rows[0]).toMatchObject({ covered: 40, reachable: 41, missed: ['a:1 x'] });
});

describe('is not enough:', () => {
	test('too few conforming events, however many were recorded', () => {
		const rows = tally(VARIANTS.map((variant) => recorded(variant, 200_000, [], 1000)));
		expect(wanting(rows)).toEqual(VARIANTS);
		expect(shortfall(rows)).toEqual([`only ${VARIANTS.length}000 events conform in all`]);
	});

	test('no recording of a variant', () => {
		expect(shortfall(with_())).toEqual(['mcs: nothing was recorded']);
	});

	const excused = (count) => Array.from({ length: count }, (_, i) => EXCUSE.replace('123', i + 1));

	test('less than 85 % of a variant, though each line has a reason', () => {
		expect(shortfall(with_(recorded('mcs', 2e5, excused(6))))).toEqual([]);
		expect(shortfall(with_(recorded('mcs', 2e5, excused(7))))).toEqual([
			'mcs: took 33 of 40 lines, less than 85 %',
		]);
	});

	test('less than 95 % of all variants together, though none has less than 85', () => {
		const each = (count) => VARIANTS.map((variant) => recorded(variant, 2e5, excused(count)));
		const [all, lines] = [VARIANTS.length * 37, VARIANTS.length * 40];
		expect(shortfall(tally(each(2)))).toEqual([]);
		expect(shortfall(tally(each(3)))).toEqual([
			`all together took ${all} of ${lines} lines, less than 95 %`,
		]);
	});
});

test('a line with a reason may be missed, and the table gives the reason', () => {
	const rows = with_(recorded('mcs', 2e5, [EXCUSE]));
	const lines = LINES.length * VARIANTS.length;
	const events = (2e5 * VARIANTS.length).toLocaleString('en');
	expect(shortfall(rows)).toEqual([]);
	expect(table(rows).at(-1)).toContain(CHANCE.why);
	expect(table(rows).find((line) => line.startsWith('total'))).toMatch(
		new RegExp(`${VARIANTS.length} +${events} +${events} +${lines - 1}/${lines}`),
	);
});

test('every line that is excused is a line of a text, by the words that it has there', async () => {
	const procs = readTexts(await loadFrontEnd()).flatMap((text) => text.procs);
	const phrases = procs.flatMap(({ name, phrases }) =>
		phrases.flatMap(({ done, otherwise }) => [`${name} ${done}`, `${name} ${otherwise}`]),
	);
	for (const { line } of EXCUSED) expect(phrases).toContain(line);
});
