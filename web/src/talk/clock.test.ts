import { expect, it } from 'vitest';
import { clockIn, clockText, elapsed, NEW, paused, STOPPED, started } from './clock';

it('counts from its start, not through its pauses', () => {
	const first = started(STOPPED, 1000);
	expect(elapsed(first, 61_000)).toBe(60_000);
	expect(started(first, 5000)).toBe(first);
	const rests = paused(first, 61_000);
	expect(elapsed(rests, 999_000)).toBe(60_000);
	expect(elapsed(started(rests, 100_000), 101_000)).toBe(61_000);
});

it('never runs backwards when the computer’s own clock is set back', () => {
	expect(elapsed(started(STOPPED, 5000), 1000)).toBe(0);
});

it('is told in hours, minutes and seconds', () => {
	expect([0, 59_999, 425_000, 3_600_000].map(clockText)).toEqual([
		'0:00',
		'0:59',
		'7:05',
		'1:00:00',
	]);
});

it('is read back as it was kept, and stands at zero where that makes no sense', () => {
	const clock = started(STOPPED, 7);
	expect(clockIn(JSON.stringify(clock))).toEqual(clock);
	/* one that was set back by hand is not as if nobody had touched it */
	expect(clockIn(JSON.stringify(STOPPED))).toEqual(STOPPED);
	expect(started(NEW, 7)).toEqual(clock);
	for (const text of [
		null,
		'',
		'{}',
		'7',
		'null',
		'{"before":"1","since":null}',
		'{"before":-1,"since":2}',
	])
		expect(clockIn(text)).toEqual(NEW);
});
