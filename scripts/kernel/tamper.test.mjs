import { describe, expect, test } from 'vitest';
import { missedTampering, NEAR_LINES, tampered } from './tamper.mjs';

/** Two threads that look and store in turn. */
const TRACE = [
	'lockstep-trace 1',
	'lock mcs',
	'events',
	...Array.from({ length: 60 }, (_, i) => {
		const what = i % 4 < 2 ? `a#1 load word=0 old=${i}` : `a#2 store word=1 new=${i}`;
		return `${1 + (i % 2)} ${10 * i} ${10 * i + 5} ${what}`;
	}),
];
const ALL = tampered(TRACE, 5);
const of = (way) => ALL.filter((one) => one.way === way);
const dropped = (trace) =>
	tampered(trace, 5).flatMap(({ way, line }) => (way === 'dropped' ? [trace[line - 1]] : []));
const different = (lines) => lines.flatMap((line, i) => (line === TRACE[i] ? [] : [i + 1]));

test('each way is done so often, to the middle, and the same each time', () => {
	for (const way of ['changed', 'dropped', 'swapped']) expect(of(way)).toHaveLength(5);
	for (const { line } of ALL) expect(line > 15 && line < 52).toBe(true);
	expect(tampered(TRACE, 5)).toEqual(ALL);
});

test('one line is changed, in its value', () => {
	for (const { line, lines } of of('changed')) {
		expect(different(lines)).toEqual([line]);
		expect(lines[line - 1].split('=').slice(0, 2)).toEqual(TRACE[line - 1].split('=').slice(0, 2));
	}
});

test('one line is dropped', () => {
	for (const { line, lines } of of('dropped')) expect(lines).toEqual(TRACE.toSpliced(line - 1, 1));
});

test('what nobody can miss is not dropped', () => {
	const failed = (line) => line.replace(/ a#1 load .*/, ' kernel take arg=0 old=1 new=1 ok=0');
	const same = (line) => line.replace(/ a#[12] \w+ /, ' a#1 load ');
	expect(dropped(TRACE.map(failed)).every((what) => / store /.test(what))).toBe(true);
	expect(dropped(TRACE.map(same))).toEqual([]);
});

test('what two events of one thread did is swapped, not their times', () => {
	for (const { line, lines, tid } of of('swapped')) {
		const [one, other] = different(lines);
		expect(one).toBe(line);
		for (const at of [one, other]) {
			expect(lines[at - 1].split(' ').slice(0, 3)).toEqual(TRACE[at - 1].split(' ').slice(0, 3));
			expect(lines[at - 1].startsWith(`${tid} `)).toBe(true);
		}
		expect(lines[one - 1].split(' ').slice(3)).toEqual(TRACE[other - 1].split(' ').slice(3));
	}
});

describe('a judgement of it', () => {
	const wrong = { way: 'changed', tid: 1, line: 20, until: 0, lines: TRACE };
	const WHOLE = { result: { inferredActs: 3 } };
	const judged = (differs, verdict = 'differs') =>
		missedTampering(wrong, { result: { verdict, differs } }, WHOLE);

	test('is right where it names the place, or one near it', () => {
		expect(judged({ line: 20, tid: 1 })).toBeUndefined();
		expect(judged({ line: 20 + NEAR_LINES, tid: 2 })).toBeUndefined();
		/* it was over only at that line, and may have happened there */
		const long = { ...wrong, until: 10 * 40 };
		const judgement = (line) => ({ result: { verdict: 'differs', differs: { line, tid: 2 } } });
		expect(missedTampering(long, judgement(44 + NEAR_LINES), WHOLE)).toBeUndefined();
		expect(missedTampering(long, judgement(45 + NEAR_LINES), WHOLE)).toMatch(/named is/);
	});

	test('is right where another thread has looked often, and this one has hardly gone on', () => {
		const looks = (n) => Array.from({ length: n }, () => '2 5 6 a#1 load word=0 old=1');
		const stores = Array.from({ length: 8 }, () => '1 5 6 a#2 store word=1 new=1');
		const lines = [...stores.slice(0, 6), ...looks(30), ...stores];
		const differs = (line, from) =>
			missedTampering(
				{ ...wrong, line: from, lines },
				{ result: { verdict: 'differs', differs: { line, tid: 2 } } },
				WHOLE,
			);
		expect(differs(33, 5)).toBeUndefined();
		expect(differs(33, 1)).toMatch(/named is line 33/);
	});

	test('is wrong where it agrees, or names another place', () => {
		expect(judged(null, 'agrees')).toBe('line 20 changed: agrees');
		expect(judged({ line: 40, tid: 1 })).toMatch(/named is line 40/);
		expect(judged({ line: 29, tid: 2 })).toMatch(/of T1: named is line 29, of T2/);
	});

	test('may agree where one more act of the environment explains that an event is missing', () => {
		const agrees = (way, inferredActs) =>
			missedTampering({ ...wrong, way }, { result: { verdict: 'agrees', inferredActs } }, WHOLE);
		expect(agrees('dropped', 4)).toBeUndefined();
		expect(agrees('dropped', 3)).toBe('line 20 dropped: agrees');
		expect(agrees('changed', 4)).toBe('line 20 changed: agrees');
	});
});
