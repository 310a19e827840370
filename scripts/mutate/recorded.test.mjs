/** What becomes of changes that recorded runs refuse or accept, and which commands bring the runs here. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { RECORDINGS, recordingPlan, shownInstead, tracesPlan } from '../kernel/recordings.mjs';
import { STOCKS, shortStock } from '../kernel/stock.mjs';
import { at } from '../lib/files.mjs';
import { allMutants, context } from '../mutate.mjs';
import { complaints, ofRecordings, seenByRuns, table } from './recorded.mjs';
import { readReasons } from './report.mjs';

const refused = (n) =>
	Array.from({ length: n }, (_, i) => ({ id: `r${i}`, text: 'mcs', seen: 'refused' }));
const accepted = { id: 'a', text: 'mcs' };

it('wants a reason for each change that is accepted, and 95 of 100 refused, the equivalent ones left out', () => {
	const reasons = readReasons('a\n\tequivalent: nobody reads it\n');
	expect(complaints([...refused(9), accepted], reasons)).toEqual([]);
	expect(complaints([...refused(99), accepted], new Map())).toEqual([
		'The recorded runs accept it, and nobody says why: a',
	]);
	expect(complaints([...refused(9), accepted], readReasons('a\n\tmissing: a signal\n'))).toEqual([
		'90.0 % of those that differ are refused, fewer than 95.0 %',
	]);
});

it('counts what the compiler would not have for nothing', () => {
	const results = [...refused(3), accepted, { id: 'c', text: 'osq', refused: 'compiler: no' }];
	const reasons = readReasons('a\n\tequivalent: nobody reads it\n');
	expect(table(results, reasons).split('\n').slice(2)).toEqual([
		'| mcs | 4 | 3 | 1 | 0 | 0 | 100.0 % |',
		'| osq | 0 | 0 | 0 | 0 | 0 |  |',
		'| together | 4 | 3 | 1 | 0 | 0 | 100.0 % |',
	]);
});

it('asks the runs of the variants that the text runs in, and stops at the first that refuses', async () => {
	const runs = [
		{ path: 'other', variant: 'osq' },
		{ path: 'first', variant: 'mcs' },
		{ path: 'second', variant: 'mcs' },
	];
	const [{ see }] = seenByRuns(runs);
	const variants = [{ variant: 'mcs' }];
	expect(await see({ program: async () => '/bin/false', variants })).toBe('first');
	expect(await see({ program: async () => '/bin/true', variants })).toBeUndefined();
});

it('shows each trace where a run of the tests judges it', () => {
	const shown = tracesPlan(RECORDINGS).filter(({ recording }) => recording);
	const judged = recordingPlan(RECORDINGS).filter(({ recording }) => recording);
	expect(shown.map(({ recording }) => recording)).toEqual(judged.map(({ recording }) => recording));
	for (const { command, afterFailure } of shown) {
		expect(command).toMatch(/^show /);
		expect(afterFailure).toBe(false);
	}
});

it('records of the kernel’s own locks those that are asked for, with so many events', () => {
	const variants = STOCKS.map(({ variant }) => variant);
	for (const variant of variants) {
		const shown = shownInstead(shortStock([variant], 77)).filter(({ recording }) => recording);
		expect(shown.length).toBeGreaterThan(3);
		expect(new Set(shown.map(({ recording }) => recording.variant))).toEqual(new Set([variant]));
	}
	const commands = shortStock(variants, 77).filter(({ command }) => /^\/stock /.test(command));
	expect(commands.filter(({ command }) => !command.includes(' --log 77 '))).toEqual([]);
});

it('has reasons for changes that can be made', async () => {
	const all = new Map(allMutants(await context()).map((mutant) => [mutant.id, mutant]));
	for (const file of ['survivors-recorded', 'survivors-stock']) {
		const text = readFileSync(at(`tests/mutation/${file}.txt`), 'utf8');
		for (const id of readReasons(text).keys()) {
			expect(all.has(id), id).toBe(true);
			expect(ofRecordings(all.get(id).rule), id).toBe(true);
		}
	}
});
