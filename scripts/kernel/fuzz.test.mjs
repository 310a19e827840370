import { expect, test } from 'vitest';
import { fuzzed, isElsewhere } from './fuzz.mjs';

const said = (more) =>
	fuzzed(100)([
		JSON.stringify({
			...{ verdict: 'pass', why: '', operations: 200, kinds: { lock: 9 }, odd: 0 },
			...{ lock: { stolen: 9, handoff: 0, other: 0 } },
			...more,
		}),
	]);

test('a run of the fuzzer must have come to its end, and to enough', () => {
	expect(said({})).toBeUndefined();
	expect(said({ operations: 99 })).toBe('too little came up: only 99 operations');
	expect(said({ verdict: 'fail', why: 'odd', odd: -38 })).toBe('odd: -38');
	expect(fuzzed(1)(['killed'])).toBe('no result: killed');
});

test('a long one must have seen every kind of call and every end of FUTEX_LOCK', () => {
	expect(said({ operations: 50_000 })).toBe('too little came up: no handoff');
	const lock = { stolen: 9, handoff: 1, other: 0 };
	expect(said({ operations: 50_000, lock })).toBeUndefined();
	expect(said({ operations: 50_000, lock, kinds: { fork: 0 } })).toBe(
		'too little came up: no fork',
	);
});

test('a data race is ours when it names a function of the futexes', () => {
	expect(isElsewhere('[1.0] BUG: KCSAN: data-race in tp_spin / futex_tp_unlock')).toBe(false);
	expect(isElsewhere('[1.0] BUG: KCSAN: data-race in tick_sched_timer / do_futex')).toBe(false);
	expect(isElsewhere('[1.0] BUG: KCSAN: data-race in tick_nohz_stop / tick_sched_timer')).toBe(
		true,
	);
	expect(isElsewhere('[1.0] BUG: KASAN: slab-use-after-free in rcu_core')).toBe(false);
});
