import { expect, it } from 'vitest';
import { valueFirst } from './Actors';

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
