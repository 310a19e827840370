import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at } from '../lib/files.mjs';
import { isTooLittle } from './outcome.mjs';
import { PLANTED, SENT, STOCK_SENT } from './plan.mjs';
import {
	looksIntoTheGap,
	STOCK,
	STOCKS,
	stockCommand,
	stockFigures,
	stockSteps,
} from './stock.mjs';

const named = (wanted) => STOCKS.find(({ name }) => name === wanted);
const [MUTEX, RWSEM] = ['mutex', 'rwsem'].map(named);

/** A recording of so many events that missed these lines and took two. */
const recorded = (events, missed = [], conforming = events) => ({
	recording: { variant: 'mutex-6.12' },
	judgement: {
		result: {
			events,
			conforming,
			lines: { missed, took: [1, 2], missedBranches: [], tookBranches: ['1 > 2'] },
		},
	},
});

test('a million events and all lines are enough', () => {
	const { text, said } = stockFigures(MUTEX, [recorded(1_000_000)]);
	expect(said).toEqual([]);
	expect(text).toContain('1,000,000 of 1,000,000 events conform; 2 of 2 lines');
});

test('too few events or a line that nobody took are wanting, and no refusal', () => {
	const { said } = stockFigures(MUTEX, [recorded(999_999, ['osq_lock:9 links itself'])]);
	expect(said).toHaveLength(2);
	expect(said.every(isTooLittle)).toBe(true);
	expect(said.join()).toMatch(/never took osq_lock:9 links itself.*only 999999 events/);
});

test('events that were left out do not count', () => {
	expect(stockFigures(MUTEX, [recorded(2_000_000, [], 900_000)]).said).toHaveLength(1);
});

test('a recording must say how many events it has and nothing else, and its judgement is final', () => {
	const [record, judge] = stockSteps(MUTEX, ['LLLL', '--tasks 4', 100, '--hogs 1']);
	expect(record.command).toBe(
		'/stock --out /stock.trace --tasks 4 --log 100 --seconds 30 --hogs 1',
	);
	expect(record.check(['4 tasks, 380 events'])).toBeUndefined();
	expect(record.check(['4 tasks, 0 events'])).toBe('it has no events');
	expect(record.check(['4 tasks, 380 events; one of them hangs'])).toContain('hangs');
	expect(record.check(['4 tasks, 380 events', '3 accesses of others'])).toContain('others');
	expect(record.check([])).toBe('it says nothing');
	const judged = (look) => ({ code: '1', lines: [JSON.stringify(differs(look))] });
	expect(judge.mayRefuse(judged(IN_THE_GAP))).toBe(true);
	expect(judge.mayRefuse(judged(undefined))).toBe(false);
	expect(STOCK.filter(({ mayRefuse }) => mayRefuse?.(judged(undefined)))).toEqual([]);
});

/** As a run of 23 November 2026 had it. */
const IN_THE_GAP = { at: 1, found: 0, model: 1, ended: false, before: 'mutex612_trylock_common#1' };
const differs = (look) => ({
	trace: { notes: [] },
	result: {
		...{ verdict: 'differs', events: 9, conforming: 8 },
		differs: { line: 9, saw: 'T2 looks', allowed: [], look },
	},
});

test('who is looked at between the access before preempt_disable() and that may be off its CPU', () => {
	expect(looksIntoTheGap(differs(IN_THE_GAP))).toBe(true);
	const elsewhere = 'mutex612_trylock_common+4';
	expect(looksIntoTheGap(differs({ ...IN_THE_GAP, before: elsewhere }))).toBe(false);
	expect(looksIntoTheGap(differs({ ...IN_THE_GAP, found: 1, model: 0 }))).toBe(false);
	expect(looksIntoTheGap(differs(undefined))).toBe(false);
	expect(looksIntoTheGap({ result: { verdict: 'agrees' } })).toBe(false);
});

test('that is rare, and more of it is a failure', () => {
	const one = { ...recorded(1_000_000), judgement: { ...recorded(1_000_000).judgement } };
	one.judgement.result = {
		...one.judgement.result,
		...differs(IN_THE_GAP).result,
		events: 1e6,
		conforming: 1e6,
	};
	expect(stockFigures(MUTEX, [one, one, one]).said).toEqual([]);
	const { said } = stockFigures(MUTEX, [one, one, one, one]);
	expect(said).toHaveLength(1);
	expect(isTooLittle(said[0])).toBe(false);
});

test('tasks that get signals are interruptible lockers', () => {
	for (const [threads, what, , options] of MUTEX.work) {
		const role = options.includes('--signals') ? 'I' : 'L';
		expect(`--tasks ${threads.length}`).toBe(what);
		expect(threads).toBe(role.repeat(threads.length));
	}
});

test('of each lock, every switch of the text is tried as a wrong model, or is said not to be', () => {
	expect(STOCKS.map(({ name }) => name)).toEqual(['mutex', 'rwsem']);
	for (const [text, stock] of [
		['mutex_owner', MUTEX],
		['rwsem_merged', RWSEM],
	]) {
		const source = readFileSync(at(`core-c/locks/${text}/${text}.c`), 'utf8');
		const switches = [...source.matchAll(/^SWITCH\(\w+, (\w+)/gm)].map(([, name]) => name);
		expect([...stock.wrong, ...stock.notTried].sort()).toEqual(switches.sort());
	}
});

test('the rwsem is taken by the role of each task, and its judgement is final', () => {
	const row = ['WWRR', '--folder WWRR', 100, '--hogs 1'];
	const [record, judge] = stockSteps(RWSEM, row);
	expect(record.command).toBe(stockCommand(row));
	expect(judge.recording).toMatchObject({ variant: 'rwsem-6.12', threads: 'WWRR' });
	expect(judge.mayRefuse({ code: '1', lines: [JSON.stringify(differs(undefined))] })).toBe(false);
});

test('of the rwsem enough events are asked for, and not all lines', () => {
	const of = (events) => ({
		...recorded(events, ['rwsem19_downgrade_write:1 turns']),
		recording: { variant: 'rwsem-6.12' },
	});
	expect(stockFigures(RWSEM, [of(200_000)]).said).toEqual([]);
	const { said } = stockFigures(RWSEM, [of(199_999)]);
	expect(said).toHaveLength(1);
	expect(said.every(isTooLittle)).toBe(true);
});

test('a row of each goes to the host, for wrong models and for tampering, and its planted faults have a plan', () => {
	const commands = [...SENT, ...STOCK_SENT.flatMap(({ plan }) => plan)].map(
		({ command }) => command,
	);
	for (const { tampered, againstWrong, planted } of STOCKS) {
		const at = (row, log) => stockCommand(row, { file: '/sent.trace', log });
		expect(commands).toContain(at(tampered));
		expect(commands).toContain(at(againstWrong, 4_000));
		expect(Object.keys(PLANTED)).toEqual(expect.arrayContaining(Object.keys(planted)));
	}
});
