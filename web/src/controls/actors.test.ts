import { expect, it } from 'vitest';
import { unannounced } from '../narration/actor-phrases';
import { inLine, inRow, ownLine, runsOn, valueFirst } from './Actors';

it('the value that a row speaks of stands by itself, so that it is not cut', () => {
	expect(valueFirst('about to free the lock: back to the kernel: count 1 → 0')).toEqual({
		value: 'count 1 → 0',
		rest: 'about to free the lock: back to the kernel',
	});
	expect(valueFirst('until owner changes; it is 0x1b (WAITERS, HANDOFF, task T3)')).toEqual({
		value: 'owner is 0x1b (WAITERS, HANDOFF, task T3)',
		rest: 'until owner changes',
	});
	expect(valueFirst('about to work under the lock')).toEqual({
		value: '',
		rest: 'about to work under the lock',
	});
});

it('what a step brings about reads as the future, whatever is so now', () => {
	expect(valueFirst('about to wake up: back on a CPU', true).value).toBe('→ back on a CPU');
	expect(valueFirst('about to swap in -1: count stays -1', true).value).toBe('→ count stays -1');
	expect(valueFirst('about to free it: count 0 → 1', true).value).toBe('count 0 → 1');
	/* what is only found is so now */
	expect(valueFirst('will find the lock held: val is 1').value).toBe('val is 1');
});

it('a long value has a line of its own, and one that no line has room for gives up what it was', () => {
	const drawn = 'val 0xfdfd0000 (owner 253, next 253) → 0xfefd0000 (owner 253, next 254)';
	expect(ownLine('count 1 → 0', 'on its CPU', 'about to free the lock')).toBeUndefined();
	const state = 'R on its CPU · holds the lock for reading · preemption off';
	const rest = 'about to tell the futex word';
	expect(ownLine('wrphase_futex 0x1 (write phase) → 0x0', state, rest)).toBe('alone');
	expect(ownLine('→ T3 joins bucket[0].chain', state, rest)).toBe('shared');
	expect(inLine(drawn)).toBe('val 0xfdfd0000 → 0xfefd0000 (owner 253, next 254)');
	expect(inLine('count 1 → 0')).toBe('count 1 → 0');
});

it('in a row of one line a value loses what it means before it loses a digit', () => {
	const drawn = 'val 0xfd0000 (owner 253, next 0) → 0x1fd0000 (owner 253, next 1)';
	expect(inRow('count 1 → 0', 'on its CPU')).toBe('count 1 → 0');
	expect(inRow(drawn, 'on its CPU')).toBe('val 0xfd0000 → 0x1fd0000 (owner 253, next 1)');
	expect(inRow(drawn, 'locker on its CPU, spins')).toBe('val 0xfd0000 → 0x1fd0000');
});

it('runs on where a line of the row would be cut', () => {
	const long = 'about to take the reader back out, for a writer had the lock when it was counted';
	expect(runsOn('count 1 → 0', 'on its CPU', 'about to free the lock', false)).toBe(false);
	expect(runsOn('count 1 → 0', 'on its CPU', long, false)).toBe(true);
	expect(runsOn('', 'asleep', '(UNINTERRUPTIBLE): only a wake-up ends it', true)).toBe(false);
	const state = 'reader asleep · handoff threshold runs';
	expect(runsOn('', state, '(UNINTERRUPTIBLE): only a wake-up ends it', true)).toBe(true);
});

it('before a room the row of who steps into a planted fault does not announce it', () => {
	const row =
		'about to put itself at the end of the wait list, and takes no last look at count (fault)';
	expect(unannounced(`${row}: wait_list → T2`)).toBe(
		'about to put itself at the end of the wait list: wait_list → T2',
	);
	expect(unannounced('about to add 1, and to look')).toBe('about to add 1, and to look');
});
