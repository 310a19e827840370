import { expect, it } from 'vitest';
import { codeOf } from './AsC';

it('a line of C is shown without the sentence of its step, and in one row', () => {
	expect(codeOf('\t\tprev = xchg(&lock->tail, node); /* swaps itself in */')).toBe(
		'prev = xchg(&lock->tail, node);',
	);
	expect(codeOf('\twhile (!READ_ONCE(node->locked))\f\t\tcpu_relax(); /* waits */')).toBe(
		'while (!READ_ONCE(node->locked)) cpu_relax();',
	);
	expect(codeOf('\t/* has the lock from here */')).toBe('/* has the lock from here */');
	expect(codeOf('')).toBe('');
});
