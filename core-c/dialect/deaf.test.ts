import { describe, expect, it } from 'vitest';
import { deafProcs, parseProject } from './index';
import { fixtures, SMALL_HEADER, textOf } from './testing';

describe('procedures that no signal concerns', () => {
	const project = fixtures();
	const deaf = (text: string) => deafProcs(project, textOf(project, text));

	it('a state that a caller gives is followed into what it calls', () => {
		const mutex = deaf('mutex');
		for (const name of ['mutex13_lock', 'mutex13_unlock', 'mutex_unlock_slowpath'])
			expect(mutex.has(name), name).toBe(true);
		for (const name of ['mutex13_lock_interruptible', 'mutex_lock_common'])
			expect(mutex.has(name), name).toBe(false);
	});

	it('a sleep that a signal ends is heard, and a wake-up of others needs none', () => {
		expect(deaf('futex_hash').size).toBeGreaterThan(0);
		const waits = textOf(project, 'tp_futex').procs.filter(({ steps }) =>
			steps.some(
				({ keyword, args }) => keyword === 'SET_STATE' && args[0]?.raw === 'INTERRUPTIBLE',
			),
		);
		expect(waits.length).toBeGreaterThan(0);
		for (const { name } of waits) expect(deaf('tp_futex').has(name), name).toBe(false);
	});

	it('what cannot be followed counts as heard', () => {
		const one = (body: string) => {
			const text = `#include "x.h"\nLOCK(x, struct x, .title = "x")\nPROC(x_lock, struct x, u32 state;)\n${body}\nEND(x_lock)\n`;
			const small = parseProject([
				{ path: 'x/x.h', text: SMALL_HEADER },
				{ path: 'x/x.c', text },
			]);
			return deafProcs(small, textOf(small, 'x')).has('x_lock');
		};
		expect(one('SET_STATE(UNINTERRUPTIBLE); /* sleeps */')).toBe(true);
		expect(one('SET_STATE(KILLABLE); /* sleeps */')).toBe(true);
		expect(one('SET_STATE(INTERRUPTIBLE); /* sleeps */')).toBe(false);
		expect(one('SET_STATE(my->state); /* sleeps */')).toBe(false);
		expect(one('if (SIGNAL_PENDING(my->state))\n\tRETURN(0);')).toBe(false);
		expect(one('DO(x_away, lk);')).toBe(false);
	});
});
