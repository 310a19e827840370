import { describe, expect, test } from 'vitest';
import {
	checkRun,
	checkSlices,
	LOCKS,
	median,
	mutexFigures,
	NO_LOCK,
	rwsemFigures,
	seriesFigures,
} from './bench-kernel-figures.mjs';
import { rateTable, rwsemTable, table, wayTable, withoutLock } from './bench-kernel-tables.mjs';

const OPS = { tp: 300, 'wait-wake': 200, pi: 10, glibc: 150, none: 1000 };
const TELLS = {
	tp: { lockSlow: 30, unlockSlow: 0, sleeps: 3, handoffs: 1, steals: 20, eagains: 4 },
	'wait-wake': { lockSlow: 20, unlockSlow: 50, sleeps: 6, eagains: 9 },
	pi: { lockSlow: 9, unlockSlow: 8, eagains: 0 },
};

/** One line of harness/bench.c, half a second long. */
function slice(lock, round, changes = {}) {
	const ops = OPS[lock] * (round || 7);
	const counter = lock === NO_LOCK ? ops - 100 : ops;
	const perThread = [ops * 0.4, ops * 0.6];
	const common = { lock, threads: 2, round, seconds: 0.5, ops, counter, slept: 2, displaced: 1 };
	return JSON.stringify({ ...common, ...TELLS[lock], why: '', perThread, ...changes });
}

const KINDS = [...LOCKS, NO_LOCK];
const lines = (change = (line) => line) =>
	[0, 1, 2, 3].flatMap((round) => KINDS.map((lock) => slice(lock, round))).map(change);
const changed = (lock, round, changes) =>
	lines((line) => {
		const is = JSON.parse(line);
		return is.lock === lock && is.round === round ? slice(lock, round, changes) : line;
	});

test('the median of an even number lies between the two in the middle', () => {
	expect(median([9, 1, 5])).toBe(5);
	expect(median([9, 1, 5, 6])).toBe(5.5);
});

describe('the slices of the mutexes', () => {
	test('that are all there and exact have nothing wrong', () => {
		expect(checkSlices(lines(), 3)).toBeUndefined();
	});

	test.each([
		['one is missing', lines().slice(KINDS.length + 1), /^tp ran 0 times in round 1$/],
		['one is there twice', [...lines(), slice('pi', 2)], /^pi ran 2 times in round 2$/],
		['the counter is wrong', changed('glibc', 2, { counter: 299 }), /glibc.*299, not 300$/],
		['warming up went wrong', [slice('tp', 0, { why: 'x' })], /round 0: x/],
		['a thread is missing', changed('tp', 1, { perThread: [300, 5] }), /made 305, not 300$/],
		['the program complains', changed('pi', 3, { why: 'a call failed' }), /round 3: a call failed/],
		['nobody got the lock', changed('tp', 1, { ops: 0, counter: 0, perThread: [0, 0] }), /nobody/],
	])('are refused when %s', (_, found, why) => {
		expect(checkSlices(found, 3)).toMatch(why);
	});

	test('are refused when the loop without a lock loses no count', () => {
		const exact = (line) => {
			const is = JSON.parse(line);
			return JSON.stringify({ ...is, counter: is.ops });
		};
		expect(checkSlices(lines(exact), 3)).toMatch(/without a lock the counter is right/);
	});

	test('become rates, ratios round by round, and shares of the critical sections', () => {
		const {
			threads,
			rounds,
			locks,
			withoutLock: bare,
		} = mutexFigures(changed('tp', 3, { seconds: 1 }));
		expect({ threads, rounds }).toEqual({ threads: 2, rounds: 3 });
		const [tp, ww, pi, glibc] = locks;
		expect(tp.rate).toEqual({ median: 900, least: 600, most: 1200 });
		expect(tp.beside).toEqual({ median: 1.5, least: 0.75, most: 1.5 });
		expect(tp.thread).toEqual({ least: 360, mean: 450, most: 540 });
		expect(tp.lockSlow).toBeCloseTo(90 / 1800);
		expect(tp.handoffs).toBe(3);
		expect(ww.beside).toEqual({ median: 1, least: 1, most: 1 });
		expect(ww.unlockSlow).toBeCloseTo(150 / 1200);
		expect(ww.handoffs).toBeUndefined();
		expect(pi.sleeps).toBeUndefined();
		expect(pi.eagains).toBe(0);
		expect(glibc.lockSlow).toBeUndefined();
		expect(glibc.slept).toBeCloseTo(6 / 900);
		expect(bare.rate.median).toBe(4000);
		expect(bare.lost).toBeCloseTo(300 / 6000);
	});
});

/** The outcome of one run of the module: two threads, the rest of the sixty is not needed. */
function outcome(name, writes, changes = {}) {
	const acquired = writes.reduce((a, b) => a + b, 0);
	const counts = { acquired, counter: acquired, expected: acquired, sleeps: acquired / 2 };
	const perThread = writes.map((count) => ({ role: 'W', writes: count }));
	const common = { name, verdict: 'pass', why: '', ns: 2e9, perThread };
	return [JSON.stringify({ ...common, ...counts, ...changes })];
}

describe('the runs of the rwsem', () => {
	test('that tell of all threads and are exact have nothing wrong', () => {
		expect(checkRun(outcome('rwsem', [1, 99]), 'rwsem', 2)).toBeUndefined();
	});

	test.each([
		['there is none', ['insmod: no'], /no result: insmod: no/],
		['it failed', outcome('rwsem', [1, 2], { verdict: 'hang', why: 'x' }), /^hang: x$/],
		['it is of the other variant', outcome('rwsem-handoff', [1, 2]), /it ran rwsem-handoff/],
		['a thread is missing', outcome('rwsem', [3]), /1 threads, not 2/],
		['the counter is wrong', outcome('rwsem', [1, 2], { counter: 2 }), /is 2, not 3/],
		['the parts are not the whole', outcome('rwsem', [1, 2], { acquired: 4 }), /made 3, not 4/],
	])('are refused when %s', (_, found, why) => {
		expect(checkRun(found, 'rwsem', 2)).toMatch(why);
	});

	const loads = [
		outcome('rwsem', [1, 999]),
		outcome('rwsem-handoff', [300, 500]),
		outcome('rwsem', [10, 990]),
		outcome('rwsem-handoff', [250, 250]),
		outcome('rwsem', [1, 1]),
		outcome('rwsem-handoff', [1, 0]),
	];

	test('become rates, starved threads, the most beside the fewest, and a ratio pair by pair', () => {
		const { variants, ratio } = rwsemFigures(loads);
		expect(variants.rwsem.rate).toEqual({ median: 500, least: 1, most: 500 });
		expect(variants.rwsem.starved).toEqual({ median: 1, least: 0, most: 2 });
		expect(variants.rwsem.underTenth).toEqual({ median: 1, least: 0, most: 1 });
		expect(variants.rwsem.unevenness).toEqual({ median: 99, least: 1, most: 999 });
		expect(variants['rwsem-handoff'].starved.median).toBe(0);
		expect(variants['rwsem-handoff'].least.median).toBe(250);
		expect(variants.rwsem.sleeps).toBe(0.5);
		expect(ratio).toEqual({ median: 0.5, least: 0.5, most: 0.8 });
	});

	test('count who got less than a tenth of an even share', () => {
		const pairs = [49, 50].flatMap((few) => [
			outcome('rwsem', [few, 1000 - few]),
			outcome('rwsem-handoff', [500, 500]),
		]);
		const { variants } = rwsemFigures(pairs);
		expect(variants.rwsem.underTenth).toEqual({ median: 0.5, least: 0, most: 1 });
		expect(variants['rwsem-handoff'].underTenth.most).toBe(0);
	});

	test('stand beside those of the series', () => {
		const { ratio, variants } = seriesFigures();
		expect(ratio).toBeCloseTo(0.811, 3);
		expect(variants.rwsem).toEqual({ starved: 28, least: 1, most: 646_000, unevenness: 646_000 });
		expect(variants['rwsem-handoff'].unevenness).toBeCloseTo(1.57, 2);
		const text = rwsemTable([{ title: 'busy', figures: rwsemFigures(loads) }]);
		const cells = text.map((line) => line.split(/ {2,}/));
		expect(cells[2]).toEqual(['busy, without handoff', '500', '1', '1', '1', '990', '99.0']);
		const ratios = '0.50 (0.50 to 0.80)';
		expect(cells[3]).toEqual(['busy, with handoff', '250', ratios, '0', '0', '250', '250', '1.0']);
		expect(cells[4].slice(1)).toEqual(['·', '28', '·', '1', '646,000', '646,000']);
		expect(cells[5].slice(1)).toEqual(['·', '0.81', '0', '·', '14,450', '22,648', '1.6']);
	});
});

describe('tables', () => {
	test('have their first column to the left and the others to the right', () => {
		expect(table(['a', 'bb'], [['long', '1']])).toEqual(['a     bb', '────────', 'long   1']);
	});

	test('tell what a kind can tell, and mark the rest', () => {
		const figures = [mutexFigures(lines())];
		const rows = (text) => text.slice(2).map((line) => line.split(/ {2,}/));
		const spreads = ['600 to 1,800', '1.50', '1.50', '480', '600', '720'];
		expect(rows(rateTable(figures))[0]).toEqual(['2 × TP futex', '1,200', ...spreads]);
		const [tp, , pi, glibc] = rows(wayTable(figures));
		expect(tp.slice(1)).toEqual(['50.0', '0.0', '33.3', '6.7', '5.0', '3.3', '1.7', '3']);
		expect(pi.slice(1, 4)).toEqual(['450.0', '400.0', '·']);
		expect(glibc.slice(1)).toEqual([...Array(5).fill('·'), '6.7', '3.3', '·']);
		expect(withoutLock(figures)).toEqual([
			'without a lock, 2 threads: 4,000 ops/s (2,000 to 6,000); 50.0 of 1000 counts lost',
		]);
	});
});
