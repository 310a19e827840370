import { expect, test } from 'vitest';
import { RECORDINGS } from './recordings.mjs';
import { together, transitionTable } from './transitions.mjs';

const recorded = (variant, threads, marks, options = 'stalls=200', all = 10) => ({
	recording: { variant, threads, options },
	judgement: { transitions: { all, marks } },
});

test('what several runs of the same threads took is put together', () => {
	const groups = together([
		recorded('mcs', 'LL', 'c00'),
		recorded('mcs', 'LL', '810', 'jitter=2'),
		recorded('mcs', 'LLL', 'ff8'),
	]);
	expect(groups).toMatchObject([
		{ name: 'mcs LL', all: 10, taken: 3, wanted: true },
		{ name: 'mcs LLL', all: 10, taken: 9, wanted: false },
	]);
	expect(transitionTable(groups)).toEqual([
		'mcs LL: 3 of 10 transitions, 30 %, short of 80 %',
		'mcs LLL: 9 of 10 transitions, 90 %',
	]);
});

test('another fault is another machine, and a run without marks counts for nothing', () => {
	const groups = together([
		recorded('rwsem', 'WR', 'c00', 'stalls=9 fault=a'),
		recorded('rwsem', 'WR', '3c0', 'stalls=9 fault=b'),
		{ recording: { variant: 'rwsem', threads: 'WWRR', options: '' }, judgement: {} },
	]);
	expect(groups.map(({ name, taken }) => [name, taken])).toEqual([
		['rwsem WR fault=a', 2],
		['rwsem WR fault=b', 4],
	]);
});

test('two threads that were made to meet are to take four in five', () => {
	const groups = together([
		recorded('mcs', 'LL', 'ff0'),
		recorded('osq', 'LL', 'fe0'),
		recorded('ticket', 'LL', 'fe0', 'jitter=2'),
	]);
	expect(transitionTable(groups)).toEqual([
		'mcs LL: 8 of 10 transitions, 80 %',
		'osq LL: 7 of 10 transitions, 70 %, short of 80 %',
		'ticket LL: 7 of 10 transitions, 70 %',
	]);
});

test('every variant has two threads that are made to meet', () => {
	const pairs = RECORDINGS.filter(
		({ threads, options }) => threads.length === 2 && /stalls/.test(options),
	);
	const variants = new Set(RECORDINGS.map(({ variant }) => variant));
	expect(new Set(pairs.map(({ variant }) => variant))).toEqual(variants);
});
