import { expect, test } from 'vitest';
import { rowOf, SEARCHES, tableOf } from './liveness.mjs';

const ok = (states) => ({ verdict: 'OK', what: '', states, depth: 44 });

test('a row tells the states of the three', () => {
	const row = rowOf('mcs --threads 3', ok(10075), ok(10075), ok(9256));
	expect(tableOf([row])).toContain('| `mcs --threads 3` | OK | 10,075 | 10,075 | 9,256 | 8 % |');
	expect(tableOf([rowOf('x', ok(2), undefined, ok(1))])).toContain('| OK | 2 | – | 1 | 50 % |');
});

test('another verdict, another schedule or more states are no row', () => {
	const lost = { verdict: 'LOST_WAKEUP', what: '', steps: 18, states: 5 };
	expect(() => rowOf('x', ok(9), undefined, lost)).toThrow('OK /  / LOST_WAKEUP, 18 steps');
	expect(() => rowOf('x', lost, { ...lost, steps: 19 }, lost)).toThrow('LOST_WAKEUP, 19 steps');
	expect(() => rowOf('x', ok(9), undefined, ok(10))).toThrow('more states');
	expect(() => rowOf('x', ok(12), ok(9), ok(10))).toThrow('more states');
	expect(() => rowOf('x', ok(9), { ...ok(9), depth: 43 }, ok(9))).toThrow('has changed');
});

test('no search is listed twice', () => {
	expect(new Set(SEARCHES).size).toBe(SEARCHES.length);
});
