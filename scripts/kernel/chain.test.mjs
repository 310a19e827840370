import { describe, expect, test } from 'vitest';
import { examine, readRecord, tampered } from './chain.mjs';

/** Thread 7 holds the lock, 9 waits as the top waiter, sleeps, and is handed the lock. */
const LINES = `
user 7 1000 1010 0 7 0
user 7 1900 1910 7 0 2147483657
call 7 1920 1990 unlock 1
user 9 1100 1110 0 9 7
call 9 1120 2100 lock 65538
user 9 2200 2210 9 0 9
event 9 1200 top 9
event 9 1300 ask 9
word 9 1310 waiters 7 2147483655 7
event 9 1400 sleep 2147483655
word 7 1950 unlock 2147483655 9 2147483655
event 7 1960 handoff 9
event 7 1970 wake 9
event 9 2000 awake 1
event 9 2050 off 65538
lost 0
end 0 2 2`
	.trim()
	.replace('7 0 2147483657', '7 0 2147483655')
	.split('\n');

const faultOf = (lines) => examine(readRecord(lines)).fault;
const without = (part) => LINES.filter((line) => !line.startsWith(part));
const replaced = (from, to) => LINES.map((line) => line.replace(from, to));

test('a record that fits has no fault, and its parts are counted', () => {
	expect(examine(readRecord(LINES))).toEqual({
		fault: undefined,
		figures: { accesses: 6, changes: 4, events: 7, sleep: 1, wake: 1, ask: 1, handoff: 1 },
	});
});

describe('a fault is found where', () => {
	test.each([
		['a change of the kernel is missing', without('word 9'), /after 1 changes the word is 0x7/],
		[
			'a change of user space is missing',
			without('user 7 1000'),
			/after 0 changes the word is 0x0/,
		],
		['a value is another', replaced('7 2147483655 7', '7 2147483654 7'), /after 2 changes/],
		['somebody saw what never was', replaced('0 9 7', '0 9 8'), /user by 9 saw 0x8/],
		['somebody saw what was not yet', replaced('0 9 7', '0 9 2147483655'), /saw 0x80000007/],
		[
			'the kernel changed it outside any call',
			replaced('word 9 1310', 'word 9 2150'),
			/outside any call/,
		],
		['the word ends as another', replaced('end 0', 'end 9'), /ends as 0x9/],
		['the counter is wrong', replaced('end 0 2 2', 'end 0 1 2'), /counter is 1, not 2/],
		[
			'a line is damaged',
			replaced('2147483655 9 2147483655', '2147483655 9'),
			/line 11 .* damaged/,
		],
		['events were lost', replaced('lost 0', 'lost 3'), /3 events were lost/],
		['the record stops', without('end'), /no end/],
		[
			'two are top waiters',
			replaced('event 9 1300 ask', 'event 7 1300 top'),
			/7 becomes the top waiter/,
		],
		[
			'a thread sleeps that is not on top',
			replaced('event 9 1400', 'event 7 1400'),
			/7 is not the top/,
		],
	])('%s', (_, lines, fault) => expect(faultOf(lines)).toMatch(fault));
});

test('every way of tampering with it is refused', () => {
	for (const [how, record] of Object.entries(tampered(readRecord(LINES)))) {
		expect(examine(record).fault, how).toBeDefined();
	}
});
