import { describe, expect, it } from 'vitest';
import { featuresIn } from './check-expr';
import { compile } from './compile';
import { inRows } from './edits';
import { allProblems, kernelC, kernelHeader, namesIn } from './index';
import { CNames } from './kernel-names';
import { fixtures, small, textOf } from './testing';
import type { Project, Text } from './tree';
import { withUsed } from './uses';
import { WORDS } from './words';

const HEADER = `struct x_node { word next; word locked; word type; word held; };
struct spot { word tail; };
struct x {
	word count;
	word tail;
	word owner;
	word flags;
	word guard;
	word bucket;
	word resize;
	word where;
	word sleepy;
	list line;
	list waiters;
	struct x_node node[NODES];
	struct spot spin;
	struct spot b[4];
};
#define X_FLAG 0x80u
#define X_EINTR 4
enum { X_LOCKS };
`;

const TOP = [
	'VARIANT(one, .name = "x", .title = "x", .has = look)',
	'SWITCH(torn, .title = "torn", .verdict = LS_VIOLATED)',
	'SWITCH(mend_it, .title = "mended", .verdict = LS_OK)',
	'WORD(x, tail, .kind = LS_KIND_NODE)',
	'WORD(x, owner, .kind = LS_KIND_TID)',
	'WORD(x, guard, .kind = LS_KIND_SPINLOCK)',
	'WORD(x, bucket, .kind = LS_KIND_SPINLOCK, .c_type = "spinlock_t")',
	'WORD(x, resize, .kind = LS_KIND_SPINLOCK, .c_type = "struct mutex")',
	'WORD(x, where, .kind = LS_KIND_ADDRESS)',
	'WORD(x_node, next, .kind = LS_KIND_NODE, .line = "node")',
	'WORD(x_node, locked, .kind = LS_KIND_FLAG, .line = "node")',
	'WORD(x_node, type, .kind = LS_KIND_FLAG, .line = "waiter")',
	'WORD(x_node, held, .kind = LS_KIND_TID, .line = "task")',
	'#define MEND(s) FAULT(x, mend_##s)',
	'PROC(shut, struct spot, u32 key; u32 spare;)',
	'\tSTORE(lk->tail, my->key + my->spare, release); /* shuts */',
	'END(shut)',
	'PROC(count_up, struct x)',
	'\tADD(lk->count, 1, release); /* counts */',
	'\tRETURN(1);',
	'END(count_up)',
	'',
];
const HEAD = 'PROC(f, struct x, u32 a; u32 b; u32 c; u32 n; u32 p; u32 t; u32 w; u32 at;)';
/** Each local as what it is named after: p a node, t a task, w a waiter, a, b and n numbers. */
const KNOWN = [
	'\tLOAD(my->a, lk->flags, relaxed); /* x */',
	'\tLOAD(my->p, lk->tail, relaxed); /* x */',
	'\tLOAD(my->at, lk->where, relaxed); /* x */',
	'\tLOAD(my->t, lk->owner, relaxed); /* x */',
	'\tLIST_FIRST(my->w, lk->waiters); /* x */',
];
const AFTER = ['\tSTORE(lk->flags, my->a + my->b + my->c + my->n, relaxed); /* x */'];

const body = (lines: string[], settings = {}): string[] => {
	const text = [...TOP, HEAD, ...KNOWN, ...lines, ...AFTER, 'END(f)'].join('\n');
	const project = small(text, HEADER);
	expect(allProblems(project)).toEqual([]);
	const [read] = project.texts as [Text];
	const out = kernelC(project, read, settings).split('\n');
	expect(out).toHaveLength(text.split('\n').length);
	shown.push([kernelHeader(project, read, settings), out.join('\n')]);
	const first = TOP.length + 1 + KNOWN.length;
	return out.slice(first, first + lines.length);
};

/** All that these tests have shown: at their end a compiler reads it. */
const shown: [header: string, text: string][] = [];

describe('each word becomes the kernel’s', () => {
	const rows: [dialect: string, kernel: string][] = [
		['LOAD(my->n, lk->count, relaxed);', 'n = atomic_read(&lock->count);'],
		['LOAD(my->n, lk->count, acquire);', 'n = atomic_read_acquire(&lock->count);'],
		['LOAD(my->n, lk->flags, relaxed);', 'n = READ_ONCE(lock->flags);'],
		['LOAD(my->n, lk->flags, acquire);', 'n = smp_load_acquire(&lock->flags);'],
		['LOAD(my->n, lk->count, full);', 'smp_mb();\f\tn = atomic_read(&lock->count);'],
		['LOAD(my->n, lk->flags, full);', 'smp_mb();\f\tn = READ_ONCE(lock->flags);'],
		['STORE(lk->node[me].next, 0, relaxed);', 'WRITE_ONCE(node->next, NULL);'],
		['STORE(lk->owner, me, relaxed);', 'WRITE_ONCE(lock->owner, current);'],
		['STORE(lk->flags, me, relaxed);', 'WRITE_ONCE(lock->flags, vpid);'],
		['STORE(lk->node[my->p].next, me, release);', 'smp_store_release(&p->next, node);'],
		['STORE(lk->node[my->w].type, 1, relaxed);', 'WRITE_ONCE(w->type, 1);'],
		['STORE(lk->node[my->t].held, me, relaxed);', 'WRITE_ONCE(t->held, current);'],
		['STORE(lk->count, 1, full);', 'smp_store_mb(lock->count.counter, 1);'],
		['STORE(lk->count, 1, release);', 'atomic_set_release(&lock->count, 1);'],
		['STORE(lk->flags, 1, full);', 'smp_store_mb(lock->flags, 1);'],
		['STORE(lk->b[my->a].tail, 1, relaxed);', 'WRITE_ONCE(lock->b[a].tail, 1);'],
		['XCHG(my->p, lk->tail, me, acq_rel);', 'p = xchg(&lock->tail, node);'],
		['STORE(lk->node[my->p].next, me, wmb);', 'smp_wmb();\f\tWRITE_ONCE(p->next, node);'],
		['XCHG(my->p, lk->tail, me, wmb);', 'smp_wmb();\f\tp = xchg_relaxed(&lock->tail, node);'],
		[
			'XCHG_BYTE(my->n, lk->count, 0, 0, wmb);',
			'smp_wmb();\f\tn = xchg_relaxed((u8 *)&lock->count, 0);',
		],
		['STORE_HALF(lk->count, 1, 0, wmb);', 'smp_wmb();\f\tWRITE_ONCE(((u16 *)&lock->count)[1], 0);'],
		['STORE_BYTE(lk->count, 0, 1, relaxed);', 'WRITE_ONCE(*(u8 *)&lock->count, 1);'],
		[
			'STORE_BYTE(lk->count, 2, my->n, release);',
			'smp_store_release(&((u8 *)&lock->count)[2], n);',
		],
		['STORE_HALF(lk->count, 1, 0, full);', 'smp_store_mb(((u16 *)&lock->count)[1], 0);'],
		['XCHG_BYTE(my->n, lk->count, 0, 0, relaxed);', 'n = xchg_relaxed((u8 *)&lock->count, 0);'],
		[
			'XCHG_HALF(my->n, lk->count, 1, me, relaxed);',
			'n = xchg_relaxed(&((u16 *)&lock->count)[1], vpid);',
		],
		['XCHG(my->n, lk->count, -1, relaxed);', 'n = atomic_xchg_relaxed(&lock->count, -1);'],
		['CAS(my->p, lk->tail, me, 0, release);', 'p = cmpxchg_release(&lock->tail, node, NULL);'],
		['CAS(my->n, lk->count, 1, 0, full);', 'n = atomic_cmpxchg(&lock->count, 1, 0);'],
		['FETCH_ADD(my->n, lk->count, -1, full);', 'n = atomic_fetch_add(-1, &lock->count);'],
		[
			'ADD_RETURN(my->n, lk->count, X_FLAG, acquire);',
			'n = atomic_add_return_acquire(X_FLAG, &lock->count);',
		],
		['ADD(lk->count, 1, relaxed);', 'atomic_add(1, &lock->count);'],
		[
			'FETCH_OR(my->n, lk->count, X_FLAG | 1, relaxed);',
			'n = atomic_fetch_or_relaxed(X_FLAG | 1, &lock->count);',
		],
		['XCHG(my->n, AT(my->at), 2, acquire);', 'n = xchg_acquire((u32 *)at, 2);'],
		['LOAD(my->n, AT(my->at), relaxed);', 'get_futex_value_locked(&n, at);'],
		['LOAD(my->n, AT(my->at), acquire);', 'n = smp_load_acquire((u32 *)at);'],
		['ADD(AT(my->at), 1, relaxed);', 'atomic_add(1, (atomic_t *)at);'],
		['SPIN_LOCK(AT(my->at));', 'raw_spin_lock(at);'],
		['STORE(lk->where, ADDRESS(lk->flags), relaxed);', 'WRITE_ONCE(lock->where, &lock->flags);'],
		[
			'FETCH_ANDNOT(my->n, lk->count, X_FLAG, release);',
			'n = atomic_fetch_andnot_release(X_FLAG, &lock->count);',
		],
		[
			'AWAIT(my->p, lk->node[me].next, VAL != 0, relaxed);',
			'p = smp_cond_load_relaxed(&node->next, VAL);',
		],
		[
			'AWAIT(my->n, lk->count, (VAL & X_FLAG) == 0, acquire);',
			'n = atomic_cond_read_acquire(&lock->count, (VAL & X_FLAG) == 0);',
		],
		[
			'WAIT_UNTIL(lk->owner, VAL == 0 || NEED_RESCHED(), acquire);',
			'smp_cond_load_acquire(&lock->owner, VAL == NULL || need_resched());',
		],
		[
			'AWAIT(my->n, lk->count, VAL != 0, full);',
			'n = atomic_cond_read_acquire(&lock->count, VAL);\f\tsmp_mb();',
		],
		[
			'WAIT_UNTIL(lk->owner, VAL == 0, full);',
			'smp_cond_load_acquire(&lock->owner, VAL == NULL);\f\tsmp_mb();',
		],
		['SPIN_LOCK(lk->guard);', 'raw_spin_lock(&lock->guard);'],
		['SPIN_TRYLOCK(my->n, lk->guard);', 'n = raw_spin_trylock(&lock->guard);'],
		['SPIN_UNLOCK(lk->guard);', 'raw_spin_unlock(&lock->guard);'],
		['SPIN_LOCK(lk->bucket);', 'spin_lock(&lock->bucket);'],
		['SPIN_TRYLOCK(my->n, lk->resize);', 'n = mutex_trylock(&lock->resize);'],
		['SPIN_UNLOCK(lk->resize);', 'mutex_unlock(&lock->resize);'],
		['LIST_ADD(lk->waiters, me);', 'list_add_tail(&waiter->list, &lock->waiters);'],
		['LIST_DEL(lk->waiters, my->w);', 'list_del(&w->list);'],
		[
			'LIST_FIRST(my->w, lk->waiters);',
			'w = list_first_entry_or_null(&lock->waiters, struct x_waiter, list);',
		],
		['LIST_COUNT(my->n, lk->waiters);', 'n = list_count_nodes(&lock->waiters);'],
		[
			'LIST_NEXT(my->w, lk->waiters, my->w);',
			'w = list_is_last(&w->list, &lock->waiters) ? NULL : list_next_entry(w, list);',
		],
		['LIST_HAS(my->n, lk->waiters, me);', 'n = !list_empty(&waiter->list);'],
		['SET_STATE(UNINTERRUPTIBLE);', 'set_current_state(TASK_UNINTERRUPTIBLE);'],
		['SET_STATE(RUNNING);', '__set_current_state(TASK_RUNNING);'],
		['STORE_STATE(UNINTERRUPTIBLE);', '__set_current_state(TASK_UNINTERRUPTIBLE);'],
		['SCHEDULE();', 'schedule();'],
		['WAKE(my->n, my->w);', 'n = wake_up_process(w->task);'],
		['WAKE(my->n, my->t);', 'n = wake_up_process(t);'],
		['ON_CPU(my->n, my->t);', 'n = READ_ONCE(t->on_cpu);'],
		['QUEUE_LOCK(my->n, lk->sleepy, lk->line);', 'n = mutex_lock_interruptible(&lock->sleepy);'],
		['QUEUE_UNLOCK(lk->sleepy, lk->line);', 'mutex_unlock(&lock->sleepy);'],
		['CRITICAL();', 'critical_section();'],
	];
	const BOTH =
		'\tQUEUE_LOCK(my->c, lk->sleepy, lk->line); /* x */\n\tADD(lk->count, 1, relaxed); /* x */'.split(
			'\n',
		);

	it.each(rows)('%s', (dialect, kernel) => {
		expect(body([`\t${dialect} /* does | waits */`, ...BOTH])[0]).toBe(
			`\t${kernel} /* does, or waits */`,
		);
	});

	const free: [dialect: string, kernel: string][] = [
		['CALL(my->n, count_up, lk);', 'n = count_up(lock);'],
		['CALL(my->t, count_up, lk);', 'count_up(lock);'],
		['DO(shut, &lk->spin, .key = my->a);', 'shut(&lock->spin, a);'],
		[
			'DO(shut, &lk->b[my->a], .spare = 1, .key = my->t == me);',
			'shut(&lock->b[a], t == current, 1);',
		],
		['RETURN(my->w == me ? 0 : 1);', 'return w == waiter ? 0 : 1;'],
		['RETURN(-X_EINTR);', 'return -EINTR;'],
		['my->n = my->p != 0 && my->p != me;', 'n = p != NULL && p != node;'],
		['my->n = (my->a & X_FLAG) == me;', 'n = (a & X_FLAG) == vpid;'],
		['my->n = (s32)my->a < 0 ? 2 : 3;', 'n = (int)a < 0 ? 2 : 3;'],
		['my->n = my->t == my->w;', 'n = t == w->task;'],
		['my->n = 1 << my->t;', 'n = 1 << task_pid_vnr(t);'],
		[
			'my->n = THRESHOLD_PASSED(me) && !NEED_RESCHED();',
			'n = time_after(jiffies, waiter->deadline) && !need_resched();',
		],
		[
			'my->n = TASK_EXITING(my->t) || FATAL_SIGNAL() || TIMEOUT_PASSED();',
			'n = (t->flags & PF_EXITING) || fatal_signal_pending(current) || !timeout->task;',
		],
		[
			'my->n = MY_ROLE() == X_LOCKS && SIGNAL_PENDING(KILLABLE);',
			'n = role == X_LOCKS && signal_pending_state(TASK_KILLABLE, current);',
		],
		[
			'my->n = FAULT(x, torn) || HAS(x, look) || MEND(it);',
			'n = IS_ENABLED(FAULT_TORN) || IS_ENABLED(HAS_LOOK) || MEND(it);',
		],
		['my->n += 2;', 'n += 2;'],
		['my->n--;', 'n--;'],
		['ASSERT(!(my->a & 1));', 'WARN_ON_ONCE(a & 1);'],
		['ASSERT(my->t == 0);', 'WARN_ON_ONCE(t != NULL);'],
		[
			'ASSERT(my->t == me && !(my->a & 1) && (my->a || !(my->b & 1)));',
			'WARN_ON_ONCE(t != current);\f\tWARN_ON_ONCE(a & 1);\f\tWARN_ON_ONCE(!a && (b & 1));',
		],
		['THRESHOLD_START();', 'waiter->deadline = jiffies + HANDOFF_DELAY;'],
		['PREEMPT_DISABLE();', 'preempt_disable();'],
		['TAKES_WRITE();', '/* has the lock from here */'],
		['HOLD_WRITE();', '/* holds the lock */'],
	];
	it.each(free)('%s', (dialect, kernel) => {
		const out = body([`\t${dialect}`]);
		expect(out[0]).toBe(`\t${kernel}`);
	});

	it('says nothing of the lines about the lock, nor what a comment says of them', () => {
		const project = small(
			'/* kept */\n\n/* of x */\nINVARIANT(x, i, .name = "i", .meaning = "", 1)\n/* users */\nMODE(user)',
			HEADER,
		);
		expect(kernelC(project, project.texts[0] as Text)).toBe('/* kept */\n\n\n\n/* users */\n');
	});

	it('says nothing where a word is for the machine alone', () => {
		expect(
			body([
				'\tOTHERWISE(my->a);',
				'\tALIVE(lk->owner);',
				'\tOUT_OF_SCOPE(lk->node[me].next);',
				'\tif (my->a)',
				'\t\tGIVES();',
			]),
		).toEqual(['', '', '', '\tif (a)', '\t\t{ /* has the lock no longer */ }']);
	});

	it('keeps the barrier with the wait that an if governs', () => {
		expect(
			body(['\tif (my->a)', '\t\tWAIT_UNTIL(lk->owner, VAL == 0, full); /* goes on | waits */']),
		).toEqual([
			'\tif (a)',
			'\t\t{ smp_cond_load_acquire(&lock->owner, VAL == NULL); smp_mb(); } /* goes on, or waits */',
		]);
	});

	it('has a rewrite for every word', () => {
		const known = new Set([...rows, ...free].flatMap(([line]) => line.match(/[A-Z_]{2,}/g) ?? []));
		const rest = `THRESHOLD_STOP TIMEOUT_START TIMEOUT_STOP CLEAR_SIGNAL PREEMPT_ENABLE
			PREEMPT_ENABLE_NO_RESCHED CPU_RELAX TAKES_READ GIVES HOLD_READ UNHOLD DOWNGRADE
			OTHERWISE ALIVE OUT_OF_SCOPE SYSCALL`.split(/\s+/);
		for (const word of rest.filter(
			(one) => !/^(?:OTHERWISE|ALIVE|OUT_OF_SCOPE|SYSCALL)$/.test(one),
		)) {
			expect(body([`\t${word}();`])[0], word).toMatch(/^\t(?:[a-z/].*[;/])$/);
			known.add(word);
		}
		for (const word of rest) known.add(word);
		expect(Object.keys(WORDS).filter((word) => !known.has(word))).toEqual([]);
	});
});

describe('a procedure', () => {
	const whole = (lines: string[]): string[] => {
		const project = small([...TOP, ...lines].join('\n'), HEADER);
		const [text] = project.texts as [Text];
		const out = kernelC(project, text);
		shown.push([kernelHeader(project, text), out]);
		return inRows(out.split('\n').slice(TOP.length).join('\n')).split('\n');
	};

	it('has the locals that callers set as parameters, and its brace below its head', () => {
		const lines = [
			'PROC(g, struct x, u32 state; tasks set; u32 owner;)',
			'\tLOAD(my->set, lk->flags, relaxed); /* x */',
			'\tSET_STATE(my->state); /* x */',
			'\tRETURN(my->set == my->owner);',
			'END(g)',
			'PROC(h, struct x, u32 r;)',
			'\tCALL(my->r, g, lk, .state = KILLABLE, .owner = 3);',
			'\tRETURN(my->r);',
			'END(h)',
		];
		expect(whole(lines)).toEqual([
			'int g(struct x *lock, unsigned int state, u32 owner)',
			'{',
			'\tu32 set;',
			'',
			'\tset = READ_ONCE(lock->flags); /* x */',
			'\tset_current_state(state); /* x */',
			'\treturn set == owner;',
			'}',
			'int h(struct x *lock)',
			'{',
			'\tint r;',
			'',
			'\tr = g(lock, TASK_KILLABLE, 3);',
			'\treturn r;',
			'}',
		]);
	});

	it('has a variable for each thing that a local is used for', () => {
		const lines = [
			'PROC(g, struct x, u32 seen;)',
			'\tLOAD(my->seen, lk->tail, relaxed); /* x */',
			'\tif (my->seen == me)',
			'\t\tRETURN(0);',
			'\tLIST_FIRST(my->seen, lk->waiters); /* x */',
			'\tif (my->seen == me)',
			'\t\tRETURN(0);',
			'\tLOAD(my->seen, lk->count, relaxed); /* x */',
			'\tRETURN(my->seen + my->seen);',
			'END(g)',
		];
		expect(whole(lines)).toEqual([
			'int g(struct x *lock)',
			'{',
			'\tstruct x_node *node = x_node_of(current);',
			'\tstruct x_waiter *waiter = x_waiter_of(current);',
			'\tstruct x_node *seen_node;',
			'\tstruct x_waiter *seen_waiter;',
			'\tu32 seen;',
			'',
			'\tseen_node = READ_ONCE(lock->tail); /* x */',
			'\tif (seen_node == node)',
			'\t\treturn 0;',
			'\tseen_waiter = list_first_entry_or_null(&lock->waiters, struct x_waiter, list); /* x */',
			'\tif (seen_waiter == waiter)',
			'\t\treturn 0;',
			'\tseen = atomic_read(&lock->count); /* x */',
			'\treturn seen + seen;',
			'}',
		]);
	});

	it('holds an error in an int, and compares it as one; a word of which bits are asked stays unsigned', () => {
		const lines = [
			'PROC(g, struct x, u32 word;)',
			'\tLOAD(my->word, lk->flags, relaxed); /* x */',
			'\tif (my->word & X_FLAG)',
			'\t\tmy->word = (u32)-X_EINTR;',
			'\tRETURN(my->word);',
			'END(g)',
			'PROC(h, struct x, u32 ret; u32 far;)',
			'\tdo {',
			'\t\tCALL(my->ret, g, lk);',
			'\t} while (my->ret == (u32)-X_EINTR || (s32)my->ret < 0);',
			'\tCALL(my->far, g, lk);',
			'\tif (my->far >= 4)',
			'\t\tRETURN(my->far);',
			'\tRETURN(my->ret);',
			'END(h)',
		];
		expect(whole(lines)).toEqual([
			'int g(struct x *lock)',
			'{',
			'\tu32 word;',
			'',
			'\tword = READ_ONCE(lock->flags); /* x */',
			'\tif (word & X_FLAG)',
			'\t\tword = (u32)-EINTR;',
			'\treturn word;',
			'}',
			'int h(struct x *lock)',
			'{',
			'\tint ret;',
			'\tu32 far;',
			'',
			'\tdo {',
			'\t\tret = g(lock);',
			'\t} while (ret == -EINTR || ret < 0);',
			'\tfar = g(lock);',
			'\tif (far >= 4)',
			'\t\treturn far;',
			'\treturn ret;',
			'}',
		]);
	});

	it('takes a thread as what it uses it for, whatever its callers have', () => {
		const lines = [
			'PROC(g, struct x, u32 task;)',
			'\tLOAD(my->task, lk->node[my->task].held, relaxed); /* x */',
			'END(g)',
			'PROC(h, struct x, u32 first;)',
			'\tLIST_FIRST(my->first, lk->waiters); /* x */',
			'\tDO(g, lk, .task = my->first);',
			'\tDO(g, lk, .task = 3);',
			'END(h)',
		];
		const out = whole(lines).join('\n');
		expect(out).toContain('g(struct x *lock, struct task_struct *task)');
		expect(out).toContain('g(lock, first->task);');
		expect(out).toContain('g(lock, find_task_by_vpid(3));');
	});

	it('declares its own timer and part, and asks for what it is by the call of its mode', () => {
		const lines = [
			'MODE(user)',
			'PROC(g, struct x, u32 a;)',
			'\tif (TIMEOUT_PASSED() && MY_ROLE() == X_LOCKS)',
			'\t\tSTORE(lk->flags, me, relaxed); /* x */',
			'END(g)',
		];
		expect(whole(lines).slice(1, 7)).toEqual([
			'void g(struct x *lock)',
			'{',
			'\tu32 vpid = gettid();',
			'\tu32 role = role_of(current);',
			'\tstruct hrtimer_sleeper *timeout = timeout_of(current);',
			'',
		]);
	});

	it('gives what no write has set its 0, and returns 0 at its end when its result is asked for', () => {
		const lines = [
			'PROC(g, struct x, u32 a; u32 t;)',
			'\tif (my->a)',
			'\t\tRETURN(1);',
			'\tif (my->t == 0)',
			'\t\tLOAD(my->t, lk->owner, relaxed); /* x */',
			'\tON_CPU(my->a, my->t); /* x */',
			'END(g)',
		];
		const out = whole(lines);
		expect(out.slice(1, 5)).toEqual(['{', '\tint a = 0;', '\tstruct task_struct *t = NULL;', '']);
		expect(out.slice(-2)).toEqual(['\treturn 0;', '}']);
	});
});

describe('settled', () => {
	const text = [
		'\tif (!FAULT(x, torn)) {',
		'\t\tmy->a = 1;',
		'\t} else {',
		'\t\tmy->a = 2;',
		'\t}',
		'\tif (my->c && FAULT(x, mend_it))',
		'\t\tmy->a = 3;',
		'\telse if (my->n)',
		'\t\tmy->a = 4; /* four */',
		'\tif (my->n == 1 || FAULT(x, mend_it))',
		'\t\tmy->a = 5;',
		'\tif (MEND(it))',
		'\t\tCRITICAL(); /* works */',
		'\tif (my->n) {',
		'\t\tif (HAS(x, look))',
		'\t\t\tmy->a = 6;',
		'\t}',
	];
	const lines = (switches: string[], features: string[] = []) =>
		body(text, { switches, features }).filter((line) => line !== '');

	it('reads as if the switches had never been', () => {
		expect(lines([])).toEqual([
			'\ta = 1;',
			'\tif (n)',
			'\t\ta = 4; /* four */',
			'\tif (n == 1)',
			'\t\ta = 5;',
		]);
		expect(lines(['torn'])[0]).toBe('\ta = 2;');
		expect(lines(['mend_it'])).toEqual([
			'\ta = 1;',
			'\tif (c)',
			'\t\ta = 3;',
			'\telse if (n)',
			'\t\ta = 4; /* four */',
			'\ta = 5;',
			'\tcritical_section(); /* works */',
		]);
		expect(lines([], ['look']).slice(-3)).toEqual(['\tif (n) {', '\t\ta = 6;', '\t}']);
	});

	it('leaves a statement where one must stand', () => {
		const lines = [
			'\tif (my->a)',
			'\t\tmy->b = 1;',
			'\telse if (FAULT(x, torn))',
			'\t\tmy->b = 2;',
			'\tif (my->a)',
			'\t\tOTHERWISE(my->a);',
			'\telse',
			'\t\tmy->b = 3;',
			'\tif (my->a)',
			'\t\tif (!FAULT(x, torn)) {',
			'\t\t\tmy->a--;',
			'\t\t\tmy->b++;',
			'\t\t}',
			'\tif (my->b)',
			'\t\tgoto out;',
			'out:',
			'\tif (FAULT(x, torn))',
			'\t\tmy->b = 4;',
		];
		expect(body(lines, { switches: [] })).toEqual([
			'\tif (a)',
			'\t\tb = 1;',
			'',
			'',
			'\tif (a)',
			'\t\t{ }',
			'\telse',
			'\t\tb = 3;',
			'\tif (a)',
			'\t\t{',
			'\t\t\ta--;',
			'\t\t\tb++;',
			'\t\t}',
			'\tif (b)',
			'\t\tgoto out;',
			'out:',
			'',
			'',
		]);
	});

	it('has no label that no jump leads to, and an empty statement behind one at the end', () => {
		const lines = [
			'\tif (FAULT(x, torn))',
			'\t\tgoto sleep;',
			'\tif (my->a) {',
			'\t\tif (my->b)',
			'\t\t\tgoto end;',
			'\t\tmy->b = 1;',
			'end:',
			'\t\tif (FAULT(x, torn))',
			'\t\t\tmy->b = 4;',
			'\t}',
			'sleep:',
			'\tmy->a--;',
		];
		expect(body(lines, { switches: [] }).slice(2)).toEqual([
			'\tif (a) {',
			'\t\tif (b)',
			'\t\t\tgoto end;',
			'\t\tb = 1;',
			'end: ;',
			'',
			'',
			'\t}',
			'',
			'\ta--;',
		]);
		expect(body(lines, { switches: ['torn'] })).toContain('sleep:');
	});

	it('settles features and switches apart', () => {
		const lines = ['\tif (HAS(x, look) && !FAULT(x, torn))', '\t\tmy->a += my->b;'];
		expect(body(lines, { features: ['look'] })[0]).toBe('\tif (!IS_ENABLED(FAULT_TORN))');
		expect(body(lines, { switches: [] })[0]).toBe('\tif (IS_ENABLED(HAS_LOOK))');
		expect(body(lines, { switches: [], features: ['look'] })).toEqual(['', '\ta += b;']);
	});

	/** The C of a text with a variant that has no features, and one with `look`. */
	const variants = (lines: string[]): [without: string, look: string] => {
		const project = small([...TOP, ...lines].join('\n'), HEADER);
		expect(allProblems(project)).toEqual([]);
		const [text] = project.texts as [Text];
		const [without = '', look = ''] = [[], ['look']].map((features) => {
			const settings = { switches: [], features };
			const out = kernelC(project, text, settings);
			shown.push([kernelHeader(project, text, settings), out]);
			return inRows(out.split('\n').slice(TOP.length).join('\n')).replace(/\n+(?=\n)/g, '');
		});
		return [without, look];
	};
	const PASSES = [
		'PROC(g, struct x, u32 how; u32 where; u32 n;)',
		'\tif (my->how) {',
		'\t\tADD(lk->count, 1, relaxed); /* x */',
		'\t} else {',
		'\t\tADD(lk->count, 2, relaxed); /* x */',
		'\t}',
		'\tmy->n = 0;',
		'\tif (HAS(x, look))',
		'\t\tmy->n = my->where;',
		'\tSTORE(lk->flags, my->n | X_FLAG, relaxed); /* x */',
		'END(g)',
		'PROC(h, struct x, u32 v;)',
		'\tLOAD(my->v, lk->flags, relaxed); /* x */',
		'\tDO(g, lk, .how = 1, .where = my->v);',
		'\tif (HAS(x, look))',
		'\t\tDO(g, lk, .where = my->v);',
		'END(h)',
	];

	it('has a parameter that all calls of a variant set alike as that value', () => {
		const [without, look] = variants(PASSES);
		expect(look).toContain('void g(struct x *lock, bool how, u32 where)');
		expect(look).toContain('if (how) {');
		expect(look).toContain('g(lock, 0, v);');
		expect(without).toContain('void g(struct x *lock)');
		expect(without).not.toMatch(/if \(|atomic_add\(2/);
		expect(without).toContain('g(lock);');
	});

	it('has every parameter of a system call, whatever the users of a variant set', () => {
		const lines = PASSES.map((line) => line.replace('DO(g,', 'SYSCALL(my->v, g,'));
		const head = lines.findIndex((line) => line.startsWith('PROC(h'));
		lines.splice(head, 0, 'MODE(user)');
		lines.splice(0, 0, 'MODE(kernel)');
		const [without, look] = variants(lines);
		expect(look).toContain('if (how) {');
		expect(without).toContain('int g(struct x *lock, bool how)');
		expect(without).toContain('if (how) {');
		expect(without).toContain('v = g(lock, 1);');
	});

	it('has a local that the variant leaves at one value as that value, and not what sets it', () => {
		const [without, look] = variants(PASSES);
		expect(without).toContain('\n\tWRITE_ONCE(lock->flags, X_FLAG);');
		expect(without).not.toMatch(/\bn\b/);
		expect(look).toContain('\n\tn = where;');
		expect(look).toContain('WRITE_ONCE(lock->flags, n | X_FLAG);');
	});

	it('leaves what is the same in all variants as the text has it', () => {
		const [without, look] = variants([
			'PROC(g, struct x, u32 how; u32 n;)',
			'\tmy->n = 2;',
			'\tif (my->how)',
			'\t\tADD(lk->count, my->n, relaxed); /* x */',
			'\tif (HAS(x, look))',
			'\t\tADD(lk->count, 1, relaxed); /* x */',
			'END(g)',
			'PROC(h, struct x,)',
			'\tDO(g, lk, .how = 1);',
			'END(h)',
		]);
		for (const out of [without, look]) {
			expect(out).toContain('void g(struct x *lock, bool how)');
			expect(out).toContain('if (how)\n\t\tatomic_add(n, &lock->count);');
		}
	});

	it('puts a value that is more than a name in brackets, and tells many values by what they say', () => {
		const [without] = variants([
			'PROC(g, struct x, u32 m; u32 d; u32 n;)',
			'\tmy->m = X_FLAG | 1;',
			'\tmy->d = -X_FLAG;',
			'\tif (HAS(x, look)) {',
			'\t\tLOAD(my->m, lk->flags, relaxed); /* x */',
			'\t\tmy->d = 0;',
			'\t}',
			'\tLOAD(my->n, lk->flags, relaxed); /* x */',
			'\tif (my->n & my->m)',
			'\t\tmy->d += 1;',
			'\tif (my->d)',
			'\t\tADD(lk->count, my->d, relaxed); /* x */',
			'END(g)',
		]);
		expect(without).toContain('if (n & (X_FLAG | 1))');
		expect(without).toContain('\n\tatomic_add(d, &lock->count);');
	});
});

it('all of that is C', { timeout: 240_000 }, () => {
	expect(shown.length).toBeGreaterThan(80);
	compile(shown);
});

describe('the texts', () => {
	const project: Project = fixtures();
	/* The heads of the procedures as the texts have them: what calls another name, or with other arguments, is no C. */
	const heads = (text: Text, settings = {}): string =>
		withUsed(project, text)
			.flatMap(
				(one) =>
					inRows(kernelC(project, one, settings)).match(
						/^[\w ]+[ *]\w+\(struct .*?\)(?=\n?\s*\{)/gm,
					) ?? [],
			)
			.map((head) => `${head};\n`)
			.join('');
	const unit = (text: Text, settings = {}): [string, string] => {
		const out = kernelC(project, text, settings);
		expect(out.split('\n')).toHaveLength((text.files[text.file] ?? '').split('\n').length);
		return [`${kernelHeader(project, text, settings)}${heads(text, settings)}`, out];
	};
	const names = project.texts.map(({ name }) => name);
	const cNames = new CNames(project.texts);
	/* A comment more or less in a text changes no golden file. */
	const code = (out: string): string =>
		inRows(out)
			.replace(/\/\*[\s\S]*?\*\//g, '')
			.replace(/[ \t]+$/gm, '')
			.replace(/^\n+/gm, '');

	it.each(names)('%s has as parameters all that any caller sets, and no others', (name) => {
		const text = textOf(project, name);
		const set = new Map<string, Set<string>>();
		for (const { calls } of project.texts.flatMap(({ procs }) => procs))
			for (const { proc, sets } of calls)
				for (const { field } of sets) set.set(proc, (set.get(proc) ?? new Set()).add(field ?? ''));
		const printed = heads(text);
		const worker = text.lock?.fields.worker?.raw;
		for (const proc of text.procs) {
			const head = new RegExp(`\\b${cNames.of(proc.name)}\\((.*?)\\);`).exec(printed)?.[1] ?? '';
			const wanted = [...(set.get(proc.name) ?? (proc.name === worker ? ['rounds'] : []))];
			const params = head
				.split(', ')
				.filter((param) => !/ \*(?:lock|sem)$/.test(param))
				.map((param) => /(\w+)$/.exec(param)?.[1]?.replace(/_$/, ''))
				/* a list that it adds to is what it returns in the text */
				.filter((param) => param !== 'wake_q' || wanted.includes(param));
			expect(params.sort(), proc.name).toEqual(wanted.sort());
		}
	});

	it.each(names)('%s is the golden text', async (name) => {
		const text = textOf(project, name);
		const [, out] = unit(text);
		const lines = out.split('\n');
		for (const [i, line] of (text.files[text.file] ?? '').split('\n').entries())
			if (/^\t+(?:if|for|while) \(/.test(line)) expect(lines[i]).not.toBe('');
		await expect(code(out)).toMatchFileSnapshot(`golden/${name}.kernel.c`);
	});

	it.each(names)('%s compiles, with each switch and each variant', { timeout: 240_000 }, (name) => {
		const text = textOf(project, name);
		const switches = namesIn(text.switches);
		const features = [
			...new Set(text.variants.flatMap(({ fields }) => featuresIn(fields.has?.raw))),
		];
		const settings = [
			{},
			{ switches, features },
			{ switches, features: [] },
			...text.variants.map(({ fields }) => ({
				switches: [],
				features: featuresIn(fields.has?.raw),
			})),
			...switches.map((one) => ({ switches: [one], features })),
		];
		const units = settings.map((one) => unit(text, one));
		compile(units);
		for (const [, out] of units.slice(1)) expect(out).not.toMatch(/FAULT|HAS\(|MEND\(/);
	});

	it('has a local as what it is without the faults, where these are settled', () => {
		const osq = textOf(project, 'osq');
		const [, plain] = unit(osq, { switches: [] });
		expect(plain).toContain('seen_node = READ_ONCE(prev->next);');
		expect(plain).not.toContain('task_pid_vnr(osq_node_task');
		expect(unit(osq, { switches: ['deaf_leaver'] })[1]).toContain('task_pid_vnr(osq_node_task');
	});

	it.each(names)('%s has no dialect left', (name) => {
		const text = textOf(project, name);
		const word = new RegExp(
			`\\b(?:${Object.keys(WORDS).join('|')}|PROC|END|LOWEST)\\(|\\b(?:my|lk)->|undefined`,
		);
		const variants = text.variants.map(({ fields }) => featuresIn(fields.has?.raw));
		for (const settings of [{}, ...variants.map((features) => ({ switches: [], features }))]) {
			const [, out] = unit(text, settings);
			const code = out.replace(/\/\*[\s\S]*?\*\//g, '');
			expect(code.split('\n').filter((line) => word.test(line))).toEqual([]);
		}
	});
});
