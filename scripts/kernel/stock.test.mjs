import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at } from '../lib/files.mjs';
import { loadFrontEnd } from '../lib/front-end.mjs';
import { readTexts } from '../lib/texts.mjs';
import { isTooLittle } from './outcome.mjs';
import {
	AFTER_A_SIGNAL,
	STOCK,
	stockCommand,
	stockFigures,
	stockSteps,
	WRONG_MODELS,
} from './stock.mjs';

const SIGNAL = 'mutex612_lock_common:161 gives up because of a signal';

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

test('a million events and all lines but those behind a signal are enough', () => {
	const { text, said } = stockFigures([recorded(1_000_000, [SIGNAL])]);
	expect(said).toEqual([]);
	expect(text).toContain('1,000,000 of 1,000,000 events conform; 2 of 3 lines');
});

test('too few events or a line that nobody took are wanting, and no refusal', () => {
	const { said } = stockFigures([recorded(999_999, [SIGNAL, 'osq_lock:9 links itself'])]);
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
	expect(judge.mayRefuse).toBeUndefined();
	expect(STOCK.filter(({ mayRefuse }) => mayRefuse)).toEqual([]);
});

test('what is named of the text is there', async () => {
	const texts = readTexts(await loadFrontEnd());
	const text = readFileSync(at('core-c/locks/mutex_owner/mutex_owner.c'), 'utf8');
	const mutex = texts.find(({ name }) => name === 'mutex_owner');
	const said = mutex.procs.flatMap(({ phrases }) =>
		phrases.flatMap(({ done, otherwise }) => [done, otherwise]),
	);
	const switches = [...text.matchAll(/^SWITCH\(mutex_owner, (\w+)/gm)].map(([, name]) => name);
	for (const sentence of AFTER_A_SIGNAL) expect(said).toContain(sentence);
	expect([...WRONG_MODELS, 'request_stays'].sort()).toEqual(switches.sort());
});
