import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { kernelLine, kernelLines, WORDS } from './kernel-c';

const CORE = new URL('../../core-c/', import.meta.url);
const LOCKS = new URL('locks/', CORE);

describe('kernelLine', () => {
	const rows: [dialect: string, kernel: string][] = [
		['LOAD(my->c, lk->count, relaxed);', 'c = READ_ONCE(lock->count);'],
		['LOAD(my->c, lk->count, acquire);', 'c = smp_load_acquire(&lock->count);'],
		['STORE(lk->node[me].next, 0, relaxed);', 'WRITE_ONCE(node->next, NULL);'],
		['STORE(lk->owner, me, relaxed);', 'WRITE_ONCE(lock->owner, current);'],
		['STORE(lk->node[my->prev].next, me, release);', 'smp_store_release(&prev->next, node);'],
		['STORE(lk->count, 1, full);', 'smp_store_mb(lock->count, 1);'],
		['XCHG(my->prev, lk->tail, me, acq_rel);', 'prev = xchg(&lock->tail, node);'],
		['CAS(my->old, lk->tail, me, 0, release);', 'old = cmpxchg_release(&lock->tail, node, NULL);'],
		['FETCH_ADD(my->c, lk->count, -1, full);', 'c = atomic_fetch_add(-1, &lock->count);'],
		[
			'ADD_RETURN(my->c, lk->count, BIAS, acquire);',
			'c = atomic_add_return_acquire(BIAS, &lock->count);',
		],
		['ADD(lk->count, 1, release);', 'atomic_add(1, &lock->count);'],
		[
			'FETCH_OR(my->c, lk->count, A | B, relaxed);',
			'c = atomic_fetch_or_relaxed(A | B, &lock->count);',
		],
		[
			'AWAIT(my->n, lk->node[me].next, VAL != 0, relaxed);',
			'n = smp_cond_load_relaxed(&node->next, VAL);',
		],
		[
			'AWAIT(my->v, lk->w, (VAL & F) == 0, acquire);',
			'v = smp_cond_load_acquire(&lock->w, (VAL & F) == 0);',
		],
		[
			'WAIT_UNTIL(lk->node[me].locked, VAL != 0, acquire);',
			'smp_cond_load_acquire(&node->locked, VAL);',
		],
		['SPIN_LOCK(lk->wait_lock);', 'spin_lock(&lock->wait_lock);'],
		['SPIN_TRYLOCK(my->ok, lk->wait_lock);', 'ok = spin_trylock(&lock->wait_lock);'],
		['SPIN_UNLOCK(lk->wait_lock);', 'spin_unlock(&lock->wait_lock);'],
		['LIST_ADD(lk->wait_list, me);', 'list_add_tail(&waiter->list, &lock->wait_list);'],
		['LIST_DEL(lk->wait_list, my->first);', 'list_del(&first->list);'],
		[
			'LIST_FIRST(my->f, lk->wait_list);',
			'f = list_first_entry_or_null(&lock->wait_list, struct waiter, list);',
		],
		['SET_STATE(UNINTERRUPTIBLE);', 'set_current_state(TASK_UNINTERRUPTIBLE);'],
		['SCHEDULE();', 'schedule();'],
		['WAKE(my->woken, my->first);', 'woken = wake_up_process(first);'],
		['ON_CPU(my->on, my->owner);', 'on = READ_ONCE(owner->on_cpu);'],
		['CALL(my->r, slow, .c = my->c, .state = KILLABLE);', 'r = slow(lock, c, TASK_KILLABLE);'],
		['DO(mspin_lock);', 'mspin_lock(lock);'],
		['RETURN(my->a == me ? 0 : 1);', 'return a == current ? 0 : 1;'],
		[
			'\t\tif (THRESHOLD_PASSED(me) && !NEED_RESCHED())',
			'\t\tif (time_after(jiffies, waiter->deadline) && !need_resched())',
		],
		['if (FAULT(mcs, torn_swap)) {', 'if (IS_ENABLED(FAULT_TORN_SWAP)) {'],
		['\tFORGET(my->c);', ''],
		['\tHOLD_WRITE();', '\t/* holds the lock */'],
		['RETURN(-MUTEX_EINTR);', 'return -EINTR;'],
		['END(mspin_lock)', '}'],
		['while (my->rounds--) {', 'while (rounds--) {'],
		['', ''],
	];
	it.each(rows)('%s', (dialect, kernel) => {
		expect(kernelLine(dialect)).toBe(kernel);
	});

	it('keeps the comment of the line and the indent', () => {
		expect(kernelLine('\tLOAD(my->c, lk->count, relaxed); /* looks | spins */')).toBe(
			'\tc = READ_ONCE(lock->count); /* looks, or spins */',
		);
	});
	it('leaves comments of their own lines alone', () => {
		for (const line of [' * LOAD(my->x, lk->y, relaxed)', '/* my->x */'])
			expect(kernelLine(line)).toBe(line);
	});
	it('does not touch a word that it does not know, nor an unclosed one', () => {
		expect(kernelLine('x = MASK(my->c);')).toBe('x = MASK(c);');
		expect(kernelLine('LOAD(my->c, lk->count')).toBe('LOAD(c, lock->count');
	});
	it('never throws', () => {
		for (const line of ['LOAD()', 'CALL()', 'PROC(', '(((', ')))', 'LOAD(,,,)', 'RETURN(', 'END()'])
			expect(() => kernelLine(line)).not.toThrow();
	});
});

describe('kernelLines', () => {
	it('takes a head over several lines', () => {
		expect(
			kernelLines(['#define LOCK_TYPE struct mcs', 'PROC(f, u32 a;', '     u32 b;)', 'END(f)']),
		).toEqual(['', 'void f(struct mcs *lock) { unsigned int a;', '     u32 b;', '}']);
	});

	it('makes the locals that callers set its parameters', () => {
		expect(
			kernelLines([
				'#define LOCK_TYPE struct m',
				'PROC(f, u32 state; u32 old; u32 owner;)',
				'\tif (my->old)',
				'\t\tCALL(my->old, f, .state = KILLABLE, .owner = my->old == 1);',
			]),
		).toEqual([
			'int f(struct m *lock, long state, unsigned int owner)',
			'{\tunsigned int old;',
			'\tif (old)',
			'\t\told = f(lock, TASK_KILLABLE, old == 1);',
		]);
	});

	it('gives locals the types of what they hold, and puts the head above its brace', () => {
		const text = [
			'#define LOCK_TYPE struct mcs',
			'',
			'PROC(f, u32 prev; u32 owner; u32 n;)',
			'\tXCHG(my->prev, lk->tail, me, full);',
			'\tLOAD(my->owner, lk->owner, relaxed);',
			'\tLOAD(my->n, lk->count, relaxed);',
			'\tif (my->prev == 0 && my->owner != me && my->n == 0)',
			'\t\tRETURN(0);',
			'END(f)',
		];
		expect(kernelLines(text)).toEqual([
			'',
			'void f(struct mcs *lock)',
			'{\tstruct mspin_node *prev; struct task_struct *owner; unsigned int n;',
			'\tprev = xchg(&lock->tail, node);',
			'\towner = READ_ONCE(lock->owner);',
			'\tn = READ_ONCE(lock->count);',
			'\tif (prev == NULL && owner != current && n == 0)',
			'\t\treturn;',
			'}',
		]);
	});

	it('settles the switches of a session', () => {
		const text = [
			'\tif (!FAULT(l, a)) {',
			'\t\tx();',
			'\t} else {',
			'\t\ty();',
			'\t}',
			'\tif (c && FAULT(l, b))',
			'\t\tu();',
			'\telse if (d)',
			'\t\tv();',
			'\tif (e == 1 || FAULT(l, b))',
			'\t\tw();',
		];
		const shown = (...on: string[]) => kernelLines(text, new Set(on)).filter((line) => line !== '');
		expect(shown()).toEqual(['\tx();', '\tif (d)', '\t\tv();', '\tif (e == 1)', '\t\tw();']);
		expect(shown('a')).toContain('\ty();');
		expect(shown('a')).not.toContain('\tx();');
		expect(shown('b')).toEqual([
			'\tx();',
			'\tif (c)',
			'\t\tu();',
			'\telse if (d)',
			'\t\tv();',
			'\tw();',
		]);
	});

	it('has a rewrite for every word of the dialect', () => {
		const step = readFileSync(new URL('backend/step.h', CORE), 'utf8');
		const words = [...step.matchAll(/^#define ([A-Z][A-Z_]*)\(/gm)].map((match) => match[1]);
		expect(words.length).toBeGreaterThan(30);
		const known = new Set([...Object.keys(WORDS), 'PROC']);
		expect(words.filter((word) => !word?.startsWith('LS_') && !known.has(word ?? ''))).toEqual([]);
	});

	const files = readdirSync(LOCKS).filter((name) => name.endsWith('.c'));
	it.each(files)('settles every switch of %s, alone and all together', (name) => {
		const source = readFileSync(new URL(name, LOCKS), 'utf8').split('\n');
		const text = source.join('\n');
		const found = [...text.matchAll(/\bFAULT\(\w+, (\w+)\)|\bMEND\((\w+)\)/g)];
		const names = new Set(found.map(([, fault, mend]) => fault ?? `mend_${mend}`));
		names.delete('mend_'); /* the macro that defines MEND */
		for (const on of [[], ...[...names].map((n) => [n]), [...names]]) {
			const lines = kernelLines(source, new Set(on));
			expect(lines.length).toBe(source.length);
			const code = lines
				.filter((line) => !/^\s*(\*|\/\*|#)/.test(line))
				.join('\n')
				.replace(/\/\*.*?\*\//g, '');
			expect(code, on.join()).not.toMatch(/FAULT|MEND\(|@/);
			expect(code.split('{').length, on.join()).toBe(code.split('}').length);
		}
	});

	it.each(files)('leaves no dialect in %s', (name) => {
		const source = readFileSync(new URL(name, LOCKS), 'utf8').split('\n');
		const lines = kernelLines(source);
		expect(lines.length).toBe(source.length);
		const code = lines.map((line) =>
			/^\s*(\*|\/\*)/.test(line) ? '' : line.replace(/\/\*.*?\*\//g, ''),
		);
		const word = new RegExp(
			`\\b(${[...Object.keys(WORDS), 'PROC', 'LOCK_TYPE'].join('|')})\\(|\\b(my|lk)->`,
		);
		expect(code.filter((line) => word.test(line))).toEqual([]);
		expect(code.filter((line) => line.includes('undefined'))).toEqual([]);
	});
});
