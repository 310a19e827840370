import { expect, test } from 'vitest';
import { isAlarm } from './judge.mjs';
import { tortureBoots } from './torture.mjs';
import { CHECKERS } from './tree.mjs';

const commands = (boots) => boots.map(({ plan }) => plan.map(({ command }) => command));
const FUZZ = '/fuzz 7 60';

test('a plain kernel is fuzzed', () => {
	expect(commands(tortureBoots({ seed: '7', seconds: 60 }))).toEqual([[FUZZ]]);
});

test('a kernel that checks itself boots the cases, which may take longer there, and the race of an exit first', () => {
	expect(CHECKERS).toEqual(['kasan', 'kcsan', 'lockdep']);
	for (const checker of CHECKERS)
		expect(commands(tortureBoots({ checker, seed: '7', seconds: 60 }))).toEqual([
			[
				'/paths --slow 4',
				'/shared --slow 4',
				'/readers --slow 4',
				'/called_off 4',
				'/deaths --slow 4',
			],
			['/deaths --race 60 waiter_leaves_as_its_owner_exits'],
			[FUZZ],
		]);
});

test('KCSAN looks closer in the race, and only there', () => {
	const parameters = (checker) =>
		tortureBoots({ checker, seed: '7', seconds: 60 }).map((one) => one.parameters);
	expect(parameters('kcsan')).toEqual([[], ['kcsan.skip_watch=300', 'kcsan.udelay_task=300'], []]);
	expect(parameters('kasan').flat()).toEqual([]);
});

test('what a checker says is an alarm, and so is one that says no more', () => {
	for (const line of [
		'[ 1.0] BUG: KASAN: slab-use-after-free in futex_tp_exit+0x10/0x20',
		'[ 1.0] BUG: KCSAN: data-race in tp_spin / futex_tp_unlock',
		'[ 1.0] WARNING: possible circular locking dependency detected',
		'[ 1.0] INFO: trying to register non-static key.',
		'[ 1.0] INFO: lockdep is turned off.',
	])
		expect(isAlarm(line)).toBe(true);
});
