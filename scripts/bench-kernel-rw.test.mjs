import { describe, expect, test } from 'vitest';
import {
	checkRwSlices,
	RW_LOCKS,
	rwFigures,
	rwRateTable,
	rwSteps,
	rwWayTable,
} from './bench-kernel-rw.mjs';

const TELLS = {
	tp: { writeSlow: 30, writeUnlockSlow: 1, readSlow: 20, readUnlockSlow: 0, handoffs: 2 },
	'wait-wake': { writeSlow: 40, writeUnlockSlow: 50, readSlow: 10, readUnlockSlow: 5 },
};

/** One line of harness/bench_rw.c, half a second long: two threads that read and two that write. */
function slice(lock, round, changes = {}) {
	const reads = (lock === 'tp' ? 300 : 200) * (round || 7);
	const writes = 100 * (round || 7);
	const perThread = [
		[reads / 2, 0],
		[reads / 2, 0],
		[0, writes / 4],
		[0, (writes * 3) / 4],
	];
	const common = { lock, threads: 4, round, seconds: 0.5, reads, writes, counter: writes };
	return JSON.stringify({
		...{ ...common, slept: 4, displaced: 1, ...TELLS[lock] },
		...{ why: '', perThread, ...changes },
	});
}

const lines = () => [0, 1, 2].flatMap((round) => RW_LOCKS.map((lock) => slice(lock, round)));
const changed = (lock, round, changes) =>
	lines().map((line) => {
		const is = JSON.parse(line);
		return is.lock === lock && is.round === round ? slice(lock, round, changes) : line;
	});

describe('the slices of the reader-writer locks', () => {
	test('that are all there and exact have nothing wrong', () => {
		expect(checkRwSlices(lines(), 2)).toBeUndefined();
		const starved = { writes: 0, counter: 0, perThread: [[200, 0]], reads: 200 };
		expect(checkRwSlices(changed('wait-wake', 1, starved), 2)).toBeUndefined();
	});

	test.each([
		['one is missing', lines().slice(RW_LOCKS.length + 1), /^tp ran 0 times in round 1$/],
		['one is there twice', [...lines(), slice('glibc', 2)], /^glibc ran 2 times in round 2$/],
		['the counter is wrong', changed('tp', 2, { counter: 199 }), /the counter is 199, not 200$/],
		['warming up went wrong', [slice('tp', 0, { why: 'x' })], /round 0: x/],
		['a read is missing', changed('tp', 1, { reads: 301 }), /made 300 and 100, not 301 and 100$/],
		[
			'nobody got the lock',
			changed('tp', 1, { reads: 0, writes: 0, counter: 0, perThread: [[0, 0]] }),
			/nobody/,
		],
	])('are refused when %s', (_, found, why) => {
		expect(checkRwSlices(found, 2)).toMatch(why);
	});

	test('become rates, ratios round by round, and shares of what could be slow', () => {
		const [step] = rwSteps({ rounds: 2, sliceMs: 500, load: 1, delay: 10 }).filter(({ command }) =>
			command.includes(' apart '),
		);
		expect(step.title).toBe('rwlocks, readers preferred, half of the threads read, half write');
		const figures = rwFigures(lines(), step);
		const [tp, ww, glibc] = figures.locks;
		expect(figures.title).toBe('readers preferred, half of the threads read, half write');
		expect(tp.rate).toEqual({ median: 1200, least: 800, most: 1600 });
		expect(tp.beside).toEqual({ median: 4 / 3, least: 4 / 3, most: 4 / 3 });
		expect([tp.reader, tp.writer]).toEqual([450, 150]); /* 600 to 1200 / 2, 200 to 400 / 2 */
		expect(tp.writeSlow).toBeCloseTo(60 / 300);
		expect(ww.readUnlockSlow).toBeCloseTo(10 / 600);
		expect([ww.handoffs, glibc.writeSlow]).toEqual([undefined, undefined]);
		expect(rwRateTable([figures]).join('\n')).toMatch(
			/readers preferred, .* TP futex +1,200 +800 to 1,600 +1\.33 +1\.33 +450 +150/,
		);
		expect(rwWayTable([figures]).at(-1)).toMatch(/glibc( +·){4} +\d+\.\d +·$/);
	});
});

test('each load is measured with either preference', () => {
	const steps = rwSteps({ rounds: 5, sliceMs: 500, load: 1, delay: 10 });
	expect(steps.map(({ command }) => command)).toContain('/bench_rw 4 5 500 writers 90 mixed 1 10');
	expect(new Set(steps.map(({ title }) => title)).size).toBe(6);
});
