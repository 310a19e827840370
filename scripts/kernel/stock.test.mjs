import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at } from '../lib/files.mjs';
import { isTooLittle } from './outcome.mjs';
import {
	looksIntoTheGap,
	rwsemCommand,
	rwsemFigures,
	rwsemSteps,
	STOCK,
	stockCommand,
	stockFigures,
	stockSteps,
	WRONG_MODELS,
	WRONG_RWSEMS,
} from './stock.mjs';

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
	const { text, said } = stockFigures([recorded(1_000_000)]);
	expect(said).toEqual([]);
	expect(text).toContain('1,000,000 of 1,000,000 events conform; 2 of 2 lines');
});

test('too few events or a line that nobody took are wanting, and no refusal', () => {
	const { said } = stockFigures([recorded(999_999, ['osq_lock:9 links itself'])]);
	expect(said).toHaveLength(2);
	expect(said.every(isTooLittle)).toBe(true);
	expect(said.join()).toMatch(/never took osq_lock:9 links itself.*only 999999 events/);
});

test('events that were left out do not count', () => {
	expect(stockFigures([recorded(2_000_000, [], 900_000)]).said).toHaveLength(1);
});

test('a recording must say how many events it has and nothing else, and its judgement is final', () => {
	const [record, judge] = stockSteps([4, 100, '--hogs 1']);
	expect(record.command).toBe(stockCommand(4, 100, '--hogs 1'));
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
	expect(stockFigures([one, one, one]).said).toEqual([]);
	const { said } = stockFigures([one, one, one, one]);
	expect(said).toHaveLength(1);
	expect(isTooLittle(said[0])).toBe(false);
});

test('tasks that get signals are interruptible lockers', () => {
	const [, judge] = stockSteps([3, 100, '--hogs 1 --signals 100']);
	expect(judge.recording.threads).toBe('III');
});

test('the wrong models are all switches of the text but one', () => {
	const text = readFileSync(at('core-c/locks/mutex_owner/mutex_owner.c'), 'utf8');
	const switches = [...text.matchAll(/^SWITCH\(mutex_owner, (\w+)/gm)].map(([, name]) => name);
	expect([...WRONG_MODELS, 'request_stays'].sort()).toEqual(switches.sort());
});

test('so are those of the rwsem, but for one and those that mend', () => {
	const text = readFileSync(at('core-c/locks/rwsem_merged/rwsem_merged.c'), 'utf8');
	const switches = [...text.matchAll(/^SWITCH\(rwsem_merged, (\w+)/gm)].map(([, name]) => name);
	const faults = switches.filter((name) => !name.startsWith('mend_'));
	expect([...WRONG_RWSEMS, 'silent_abort'].sort()).toEqual(faults.sort());
});

test('the rwsem is taken by the role of each task, and its judgement is final', () => {
	const [record, judge] = rwsemSteps(['--folder WWRR', 100, '--hogs 1']);
	expect(record.command).toBe(rwsemCommand('--folder WWRR', 100, '--hogs 1'));
	expect(judge.recording).toMatchObject({ variant: 'rwsem-6.12', threads: 'WWRR' });
	expect(judge.mayRefuse({ code: '1', lines: [JSON.stringify(differs(undefined))] })).toBe(false);
});

test('of the rwsem enough events are asked for, and not all lines', () => {
	const of = (events) => ({
		...recorded(events, ['rwsem19_downgrade_write:1 turns']),
		recording: { variant: 'rwsem-6.12' },
	});
	expect(rwsemFigures([of(200_000)]).said).toEqual([]);
	const { said } = rwsemFigures([of(199_999)]);
	expect(said).toHaveLength(1);
	expect(said.every(isTooLittle)).toBe(true);
});
