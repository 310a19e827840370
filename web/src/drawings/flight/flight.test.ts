import { expect, it } from 'vitest';
import { builtCore } from '../../../../wasm/src/testing';
import { flightOf } from './flight';

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
		const name = (end: typeof flight.from) =>
			'thread' in end ? `T${end.thread}` : end.word === record.word ? record.wordName : '?';
		const struck = flight.struck && `, not ${flight.struck}`;
		return `${i + 1}: ${name(flight.from)}→${name(flight.to)} ${flight.text}${struck}`;
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
