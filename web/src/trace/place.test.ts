import { describe, expect, it } from 'vitest';
import { testCore } from '../store/testing';
import { placeOf } from './place';
import { spanText, timeText } from './time';

const core = testCore();

describe('the address of a recorded moment', () => {
	it('is read', () => {
		expect(placeOf(core, 'some-run?at=7&from=3&then=1.2.1&marks=4.5')).toEqual({
			id: 'some-run',
			at: 7,
			from: 3,
			own: [0, 1, 0],
			marks: '4.5',
			notes: [],
		});
		/* what stands before it may have question marks of its own */
		expect(placeOf(core, 'some-run?list=mcs?s=I;at=2&at=7')).toMatchObject({ at: 7 });
	});

	it.each([
		'x',
		'x?at=-1',
		'x?at=1.5&from=1e99',
		'x?at=NaN&then=',
		'%',
		'x?then=..',
		`x?then=${'1.'.repeat(9999)}`,
	])('survives %.30s', (fragment) => {
		const { at, from, own } = placeOf(core, fragment);
		for (const n of [at, from]) expect(Number.isInteger(n) && n >= 0).toBe(true);
		expect(own.length).toBeLessThanOrEqual(2000);
	});

	it('says which step it cannot read, and keeps those before', () => {
		const { own, notes } = placeOf(core, 'x?from=2&then=1.<b>.2');
		expect(own).toEqual([0]);
		expect(notes).toEqual([expect.stringContaining('“<b>”')]);
	});
});

describe('times', () => {
	it.each([
		[0, '0.00 µs'],
		[12.345, '12.35 µs'],
		[1234.5, '1.234 ms'],
		[2_500_000, '2.500 s'],
	])('%d µs', (microseconds, text) => {
		expect(timeText(microseconds)).toBe(text);
	});

	it('stay ticks where nobody knows how long one is', () => {
		expect(spanText(2400, 2400)).toBe('1.00 µs');
		expect(spanText(2400, 0)).toBe('2,400 ticks');
	});
});
