import { expect, it } from 'vitest';
import { builtCore } from '../../../../wasm/src/testing';
import { heightOf, middleOf, wholeWithin } from './FlightLayer';
import { type End, flightOf } from './flight';

const core = await builtCore();

/** What travels in each step of a story: "1: T1→tail T1". */
function flightsOf(name: string): string[] {
	const session = core.session(core.configOf(name));
	session.load(core.scenario(name)?.story ?? []);
	const lock = core.lock(session.config.lock);
	return Array.from({ length: session.length }, (_, i) => {
		const record = session.record(i);
		const flight = flightOf(record, lock, session.config.threads);
		if (!flight) return `${i + 1}: nothing`;
		const name = (end: End) =>
			'thread' in end ? `T${end.thread}` : end.word === record.word ? record.wordName : '?';
		const struck = flight.struck && `, not ${flight.struck}`;
		return `${i + 1}: ${flight.way.map(name).join('→')} ${flight.text}${struck}`;
	});
}

it('a write goes out, a read comes in, and what a failed compare-and-swap had expected is struck', () => {
	expect(flightsOf('mcs-gap').slice(6, 14)).toEqual([
		'7: T2→tail T2',
		'8: nothing',
		'9: T1.next→T1 NULL',
		'10: tail→T1 T2, not T1',
		'11: nothing',
		'12: nothing',
		'13: T2→T1.next T2',
		'14: nothing',
	]);
});

it('a wake-up goes from thread to thread, and the environment sends nothing', () => {
	const flights = flightsOf('mutex-wake');
	expect(flights.filter((f) => f.includes('wake up'))).toHaveLength(1);
	expect(flights.find((f) => f.includes('wake up'))).toContain('T1→T2');
	expect(flights[2]).toBe('3: nothing');
});

it('of a word of fields only what changes travels', () => {
	const flights = flightsOf('rwsem-starved-writer').join('\n');
	expect(flights).toContain('WAITERS');
	expect(flights).not.toContain('undefined');
});

it.each([
	['mcs-queue', /T1→T2\.locked→T2 1$/],
	['tp-handoff', /T1→futex→T2 .*TID T2/],
	['rwsem-downgrade', /T1→T2\.task→T2 /],
])('%s: what hands the lock on goes by its word to the thread that gets it', (story, wanted) => {
	const handed = flightsOf(story).filter((f) => f.split('→').length === 3);
	expect(handed.join('\n')).toMatch(new RegExp(wanted, 'm'));
	for (const flight of handed) expect(flight).toMatch(/: T\d→[\w.[\]]+→T\d /);
});

it('who joins a list goes to it, who is taken off comes out of it, and a lock is taken like a value', () => {
	const flights = flightsOf('rwsem-downgrade');
	expect(flights[6]).toBe('7: T2→wait_lock held by T2');
	expect(flights[8]).toBe('9: T2→wait_list T2');
	expect(flights[10]).toBe('11: T2→wait_lock free');
	expect(flights).toContainEqual(expect.stringMatching(/^\d+: wait_list→T2 T2$/));
	expect(flightsOf('tp-handoff')[8]).toBe('9: T2→mutex T2');
});

it('a value leaves a row at its end, where it covers no words', () => {
	const row = { left: 0, right: 588, width: 588 };
	expect(middleOf(row, true, 40)).toBe(560);
	expect(middleOf(row, true, 900)).toBe(450);
	expect(middleOf(row, false, 40)).toBe(294);
});

it('a value comes to rest above a word, which can be read all the while', () => {
	const box = { top: 100, height: 20 };
	expect(heightOf(box, true, 30)).toBe(110);
	expect(heightOf(box, false, 30) + 15).toBeLessThanOrEqual(100);
});

it('above a word at the edge of its pane the value on its way is whole', () => {
	expect(wholeWithin(4, 0, 400, 30)).toBe(15);
	expect(wholeWithin(398, 0, 400, 30)).toBe(385);
	expect(wholeWithin(200, 0, 400, 30)).toBe(200);
});
