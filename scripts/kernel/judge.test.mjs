import { describe, expect, test } from 'vitest';
import { complaints, isAlarm, readSerial } from './judge.mjs';
import { isTooLittle } from './outcome.mjs';

const SERIAL = [
	'@begin 0',
	'@out one',
	'@exit 0 0 1.50',
	'@begin 1',
	'@out {"verdict":"pass"}',
	'@exit 1 0 2.00',
	'@end',
].join('\r\n');
const PLAN = [{ title: 'first' }, { title: 'second' }];
const LOG = 'Linux version 6.12\n[    1.0] Run /init as init process\n';
const said = (serial, plan = PLAN, log = LOG) => complaints(plan, readSerial(serial, log));

test('what the machine says is taken apart', () => {
	const { runs, alarms, complete } = readSerial(SERIAL, LOG);
	expect(runs).toEqual([
		{ code: '0', seconds: 1.5, lines: ['one'] },
		{ code: '0', seconds: 2, lines: ['{"verdict":"pass"}'] },
	]);
	expect(alarms).toEqual([]);
	expect(complete).toBe(true);
});

describe('a boot', () => {
	test('in which trace events were lost has seen too little, and any other failure stays final', () => {
		const lost = (why) =>
			said(SERIAL.replace('{"verdict":"pass"}', why).replace('@exit 1 0', '@exit 1 1'));
		const [one, ...others] = lost(
			'the run failed: the kernel has lost 22 of 87 trace events: fewer --rounds may do',
		);
		expect(others).toEqual([]);
		expect(isTooLittle(one)).toBe(true);
		for (const why of ['the counter is 3, not 4', 'the kernel has lost its way'])
			expect(lost(why).map(isTooLittle)).toEqual([false]);
	});

	test('in which all ended well has no complaints', () => expect(said(SERIAL)).toEqual([]));

	test('is complained about for an exit code, a time limit, and an early end', () => {
		expect(said(SERIAL.replace('@exit 0 0', '@exit 0 1'))).toEqual(['first: ended with 1: one']);
		expect(said(SERIAL.replace('@exit 1 0', '@exit 1 limit'))).toEqual([
			'second: did not end in time',
		]);
		expect(said(SERIAL.slice(0, SERIAL.indexOf('@exit 1')))).toEqual([
			'second: the machine stopped before its end',
			'the machine did not come to its end',
		]);
	});

	test('is complained about by the check of a command', () => {
		const plan = [{ title: 'first', check: ([line]) => `${line} is wrong` }, PLAN[1]];
		expect(said(SERIAL, plan)).toEqual(['first: one is wrong']);
		const broken = [{ title: 'first', check: ([line]) => JSON.parse(line) }, PLAN[1]];
		expect(said(SERIAL, broken)[0]).toMatch(/^first: cannot be read: /);
	});

	test.each([
		'WARNING: CPU: 0 PID: 1 at kernel/futex/tp.c:210',
		'BUG: scheduling while atomic: paths/41/0x00000002',
		'Oops: 0000 [#1] PREEMPT SMP',
		'INFO: task insmod:77 blocked for more than 30 seconds.',
		'watchdog: BUG: soft lockup - CPU#0 stuck for 26s!',
		'rcu: INFO: rcu_preempt detected stalls on CPUs/tasks:',
	])('fails with %j in the kernel log', (line) => {
		expect(isAlarm(line)).toBe(true);
		expect(said(SERIAL, PLAN, `${LOG}${line}\r\n`)).toEqual([`the kernel log says: ${line}`]);
	});

	test('fails without a kernel log', () => {
		expect(said(SERIAL, PLAN, '')).toEqual(['there is no kernel log']);
	});

	test('does not fail because of ordinary lines', () => {
		expect(isAlarm('Warning: unable to open an initial console.')).toBe(false);
		expect(isAlarm('PCI: Using configuration type 1 for base access')).toBe(false);
	});
});
