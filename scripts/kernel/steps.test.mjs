import { describe, expect, test } from 'vitest';
import { examineSteps, readSteps } from './steps.mjs';

/** Two threads that met at the lock, as the module recorded them; the first has begun again. */
const LINES = `
lockstep-trace 1
lock mcs
threads LL
seen all
about kernel 6.12.117
ticks 2600.013
events
1 0 20670 mspin_lock+2 store word=4 new=0
2 114374 114504 mspin_lock+2 store word=6 new=0
1 173446 187070 mspin_lock+3 store word=3 new=0
2 176956 193596 mspin_lock+3 store word=5 new=0
1 294684 330720 mspin_lock+6 xchg word=0 old=0 new=1
2 297024 334490 mspin_lock+6 xchg word=0 old=1 new=2
2 398268 411658 mspin_lock+20 store word=3 new=2
1 398892 418366 mspin_lock+17 store word=4 new=1
1 617812 781820 mcs_worker+4 critical
1 915694 928356 mspin_unlock+1 load word=3 old=2
1 1010620 1022684 mspin_unlock+10 store word=6 new=1
2 1010802 1039818 mspin_lock+21 await word=6 old=1
2 1076400 1141816 mcs_worker+4 critical
2 1143974 1144104 mspin_unlock+1 load word=5 old=0
1 1157962 1158040 mspin_lock+2 store word=4 new=0
1 1158846 1158950 mspin_lock+3 store word=3 new=0
1 1159522 1159704 mspin_lock+6 xchg word=0 old=2 new=1
1 1160484 1160614 mspin_lock+20 store word=5 new=1
2 1195116 1245946 mspin_unlock+3 cas word=0 arg=2 old=1 new=1 ok=0
2 1318850 1429272 mspin_unlock+8 await word=5 old=1
2 1465412 1465490 mspin_unlock+10 store word=4 new=1`
	.trim()
	.split('\n');

const faultOf = (lines, expected = { rounds: 1 }) => examineSteps(readSteps(lines), expected);
const replaced = (from, to) => {
	const lines = LINES.map((line) => line.replace(from, to));
	expect(lines).not.toEqual(LINES);
	return lines;
};
const without = (start) => {
	const lines = LINES.filter((line) => !line.startsWith(start));
	expect(lines).toHaveLength(LINES.length - 1);
	return lines;
};
const swapped = (start) => {
	const at = LINES.findIndex((line) => line.startsWith(start));
	return LINES.with(at, LINES[at + 1]).with(at + 1, LINES[at]);
};

test('a trace is taken apart, and this one has no fault', () => {
	const trace = readSteps(LINES);
	expect(trace).toMatchObject({ lock: 'mcs', roles: ['L', 'L'], seen: 'all', cut: undefined });
	expect(trace.events).toHaveLength(21);
	expect(trace.events.find(({ op }) => op === 'cas')).toEqual({
		...{ tid: 2, before: 1195116, after: 1245946, place: 'mspin_unlock+3', op: 'cas' },
		...{ word: 0, arg: 2, old: 1, new: 1, ok: 0 },
	});
	expect(faultOf(LINES)).toBeUndefined();
});

describe('a trace cannot be read', () => {
	test.each([
		['with an operation that there is not', replaced(' xchg ', ' swap '), /no such operation/],
		['when a value is missing', replaced('word=0 old=0', 'word=0'), /it has no old/],
		['with a value too many', replaced('critical', 'critical word=1'), /cannot have/],
		['when a value is no number', replaced('new=1', 'new=one'), /it has no new/],
		['when a time is none', replaced(/^1 0 /, '1 - '), /no thread and times/],
		['without a place', replaced('mspin_lock+2 ', 'mspin_lock '), /no place/],
		['with a strange head', replaced('ticks', 'clicks'), /its head has "clicks/],
		['without its first line', LINES.slice(1), /is no trace/],
		['when it ends within a line', [...LINES, '2 14'], /line 29, "2 14": /],
	])('%s', (_, lines, why) => expect(() => faultOf(lines)).toThrow(why));
});

describe('a fault is found where', () => {
	test.each([
		['a change of the tail is missing', without('1 294684'), /^change 1 of the tail/],
		['a change has its old value for a new', replaced('old=0 new=1', 'old=0 new=0'), /^change 2 /],
		[
			'a change ended before the one it follows',
			replaced('297024 334490', '200000 294683'),
			/began/,
		],
		['a critical section is missing', without('1 617812'), /thread 1 has 0 critical sections/],
		['two lines have changed places', swapped('2 1076400'), /stands behind one that began/],
		[
			'a thread does two things at once',
			replaced('1 1158846', '1 1158039'),
			/began before the one/,
		],
		['an event ends before it begins', replaced('1160614', '1160483'), /was over before it began/],
		['a thread is not of this run', replaced(/^2 1465412/, '3 1465412'), /is of no thread/],
		['the clock is not known', replaced('ticks 2600.013', 'ticks 0'), /its head is not complete/],
	])('%s', (_, lines, why) => expect(faultOf(lines)).toMatch(why));

	test('there are too many critical sections', () =>
		expect(faultOf(LINES, { rounds: 0 })).toMatch(/thread 1 has 1 critical sections, not 0/));
});

test('a killed thread may have done less, but not more', () => {
	expect(faultOf(LINES, { rounds: 2 })).toMatch(/thread 1 has 1 critical sections, not 2/);
	expect(faultOf(LINES, { rounds: 2, kills: true })).toBeUndefined();
	expect(faultOf(LINES, { rounds: 0, kills: true })).toMatch(/not 0/);
});

test('what ended after a cut is not judged', () => {
	const cut = LINES.with(LINES.indexOf('events'), 'cut 1159000\nevents').join('\n').split('\n');
	const broken = cut.map((line) => line.replace('old=2 new=1', 'old=0 new=1'));
	expect(broken).not.toEqual(cut);
	expect(faultOf(broken)).toBeUndefined();
	expect(faultOf(replaced('old=2 new=1', 'old=0 new=1'))).toMatch(/^change 3 of the tail/);
});
