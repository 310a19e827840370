/** What a text declares of its words and names, as its kernel C says it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compile } from './compile';
import { inRows } from './edits';
import { allProblems, kernelC, kernelHeader } from './index';
import { cNamesOf, wordNamesOf } from './kernel-names';
import { fixtures, small } from './testing';
import type { Step, Text } from './tree';

const LOCKS = fileURLToPath(new URL('../locks/', import.meta.url));

const HEADER = `struct x_waiter { word task; word type; };
struct wakes_task { word wake_q; };
struct wakes { struct wakes_task task[NODES]; };
struct x17 {
	word owner;
	word boss;
	word count;
	word pid;
	word far;
	word guard;
	list waiters;
	struct x_waiter waiter[NODES];
	struct wakes tasks;
};
#define X_TASK(tid) ((u32)(tid) << 3)
#define X_TASK_OF(owner) ((owner) >> 3)
#define X_READERS 0x80u
#define X17_FLAG 1u
#define LOWEST(q) ((u32)__builtin_ctz(q))
`;

const TOP = `C_NAMES(x17 = x, X17_ = X_, X_TASK_OF = __owner_task)
WORD(x17, owner, .kind = LS_KIND_BITS, .c_type = "atomic_long_t", .c_task = X_TASK, .c_task_of = X_TASK_OF,
	.field = { { "FLAG", 0, 1, LS_FIELD_FLAG }, { "task", 3, 6, LS_FIELD_TID } })
WORD(x17, boss, .kind = LS_KIND_BITS, .c_type = "struct task_struct *", .c_tasks = X_READERS)
WORD(x17, count, .kind = LS_KIND_BITS, .c_type = "atomic_long_t")
WORD(x17, pid, .kind = LS_KIND_TID, .c_type = "u32")
WORD(x17, far, .kind = LS_KIND_BITS, .c_type = "u32 __user")
WORD(x_waiter, task, .kind = LS_KIND_TID, .line = "waiter")
WORD(x_waiter, type, .kind = LS_KIND_FLAG, .line = "waiter")
WORD(wakes_task, wake_q, .kind = LS_KIND_TID, .line = "task")
`;

/** The C of these lines of the text, without the empty ones. */
function shown(lines: string[]): string[] {
	const project = small(`${TOP}${lines.join('\n')}`, HEADER);
	expect(allProblems(project)).toEqual([]);
	const [text] = project.texts as [Text];
	const out = kernelC(project, text);
	compile([[kernelHeader(project, text), out]]);
	return inRows(
		out
			.split('\n')
			.slice(TOP.split('\n').length - 1)
			.join('\n'),
	)
		.split('\n')
		.filter((line) => line !== '');
}

describe('an owner word', () => {
	it('holds a task’s address beside its flags, where the source’s does', () => {
		const lines = [
			'C_NAMES(x17_slow = __x_lock_slow)',
			'PROC(x17_slow, struct x17, u32 owner; u32 seen;)',
			'\tLOAD(my->owner, lk->owner, relaxed); /* x */',
			'\tif (X_TASK_OF(my->owner) == me || my->owner & X17_FLAG)',
			'\t\tRETURN(0);',
			'\tON_CPU(my->seen, X_TASK_OF(my->owner)); /* x */',
			'\tif (!my->seen)',
			'\t\tCAS(my->seen, lk->owner, my->owner, X_TASK(me) | X17_FLAG, acquire); /* x */',
			'\tRETURN(X_TASK_OF(my->owner));',
			'END(x17_slow)',
		];
		expect(shown(lines)).toEqual([
			'struct task_struct *__x_lock_slow(struct x *lock)',
			'{',
			'\tunsigned long owner, seen;',
			'\towner = atomic_long_read(&lock->owner); /* x */',
			'\tif (__owner_task(owner) == current || owner & X_FLAG)',
			'\t\treturn NULL;',
			'\tseen = READ_ONCE(__owner_task(owner)->on_cpu); /* x */',
			'\tif (!seen)',
			'\t\tseen = atomic_long_cmpxchg_acquire(&lock->owner, owner, (unsigned long)current | X_FLAG); /* x */',
			'\treturn __owner_task(owner);',
			'}',
		]);
	});

	it('is a task or a constant for none, or a TID, as its line says', () => {
		const lines = [
			'PROC(f, struct x17, u32 boss; u32 pid; u32 now;)',
			'\tLOAD(my->boss, lk->boss, relaxed); /* x */',
			'\tLOAD(my->pid, lk->pid, relaxed); /* x */',
			'\tif (my->boss == X_READERS || my->pid == me)',
			'\t\tSTORE(lk->boss, me, relaxed); /* x */',
			'\tSTORE(lk->pid, me, relaxed); /* x */',
			'\tON_CPU(my->now, my->boss); /* x */',
			'\tRETURN(my->now);',
			'END(f)',
		];
		const out = shown(lines).join('\n');
		expect(out).toContain('struct task_struct *boss;');
		expect(out).toContain('if (boss == X_READERS || pid == vpid)');
		expect(out).toContain('WRITE_ONCE(lock->boss, current);');
		expect(out).toContain('WRITE_ONCE(lock->pid, vpid);');
		expect(out).toContain('now = READ_ONCE(boss->on_cpu);');
	});
});

it('a word with a node in it has that put in and taken out by name', () => {
	const lines = [
		'WORD(x17, pid, .kind = LS_KIND_BITS, .c_node = X_TAIL, .c_node_of = X_TAIL_OF)',
		'PROC(f, struct x17, u32 old; u32 seen;)',
		'\tXCHG(my->old, lk->pid, X_TAIL(me), full); /* x */',
		'\tmy->old = X_TAIL_OF(my->old);',
		'\tif (my->old)',
		'\t\tLOAD(my->seen, lk->waiter[my->old].type, relaxed); /* x */',
		'\tRETURN(my->seen);',
		'END(f)',
	];
	const header = HEADER.replace(/struct wakes_task.*\n.*\n/, '')
		.replace('\tstruct wakes tasks;\n', '')
		.replaceAll('x_waiter', 'x_node');
	const top = TOP.replaceAll('x_waiter', 'x_node')
		.replaceAll('"waiter"', '"node"')
		.replace(/WORD\((?:wakes_task|x17, pid).*\n/g, '');
	const macros = '#define X_TAIL(tid) ((u32)(tid) << 4)\n#define X_TAIL_OF(tail) ((tail) >> 4)\n';
	const project = small(`${top}${lines.join('\n')}`, `${header}${macros}`);
	expect(allProblems(project)).toEqual([]);
	const [text] = project.texts as [Text];
	const out = kernelC(project, text);
	compile([[kernelHeader(project, text), out]]);
	for (const code of [
		'old_n = xchg(&lock->pid, X_TAIL(node));',
		'old = X_TAIL_OF(old_n);',
		'if (old)',
		'seen = READ_ONCE(old->type);',
	])
		expect(out).toContain(code);
});

const WAKES = [
	'PROC(add, struct wakes, u32 tid; u32 waker;)',
	'\tCAS(my->waker, lk->task[my->tid].wake_q, 0, me, full); /* x */',
	'\tRETURN(my->waker ? 0 : (tasks)1 << my->tid);',
	'END(add)',
	'PROC(wake_all, struct wakes, tasks wake_q; u32 tid;)',
	'\twhile (my->wake_q) {',
	'\t\tmy->tid = LOWEST(my->wake_q);',
	'\t\tmy->wake_q &= ~((tasks)1 << my->tid);',
	'\t\tWAKE(my->tid, my->tid); /* x */',
	'\t}',
	'END(wake_all)',
	'PROC(wake_one, struct x17, tasks wake_q;)',
	'\tCALL(my->wake_q, add, &lk->tasks, .tid = 1);',
	'\tDO(wake_all, &lk->tasks, .wake_q = my->wake_q);',
	'END(wake_one)',
];

describe('a set of threads', () => {
	it('is a wake list that its caller gives', () => {
		expect(shown(WAKES)).toEqual([
			'void add(struct wake_q_head *wake_q, struct task_struct *tid)',
			'{',
			'\tstruct task_struct *waker;',
			'\twaker = cmpxchg(&tid->wake_q, NULL, current); /* x */',
			'\tif (!waker)',
			'\t\twake_q_append(wake_q, tid);',
			'}',
			'void wake_all(struct wake_q_head *wake_q)',
			'{',
			'\tstruct task_struct *tid;',
			'\twhile (!wake_q_empty(wake_q)) {',
			'\t\ttid = wake_q_first(wake_q);',
			'\t\twake_q_pop(wake_q);',
			'\t\twake_up_process(tid); /* x */',
			'\t}',
			'}',
			'void wake_one(struct x *lock)',
			'{',
			'\tDEFINE_WAKE_Q(wake_q);',
			'\tadd(&wake_q, find_task_by_vpid(1));',
			'\twake_all(&wake_q);',
			'}',
		]);
	});

	it('is not there, nor what is done for its members, where only a switch that is off puts something in it', () => {
		const project = small(
			`${TOP}SWITCH(x17, late, .title = "late", .verdict = LS_OK)\n${[
				'PROC(f, struct x17, u32 head; tasks granted;)',
				'\tLIST_FIRST(my->head, lk->waiters); /* x */',
				'\tif (my->head && FAULT(x17, late))',
				'\t\tmy->granted |= (tasks)1 << my->head;',
				'\twhile (my->granted) {',
				'\t\tmy->head = LOWEST(my->granted);',
				'\t\tmy->granted &= ~((tasks)1 << my->head);',
				'\t\tSTORE(lk->waiter[my->head].task, 0, release); /* x */',
				'\t}',
				'END(f)',
			].join('\n')}`,
			HEADER,
		);
		const [text] = project.texts as [Text];
		const plain = kernelC(project, text, { switches: [] });
		expect(plain).not.toMatch(/granted|while|LOWEST/);
		const late = kernelC(project, text, { switches: ['late'] });
		expect(late).toContain('while (!list_empty(&granted))');
		compile([[kernelHeader(project, text), plain]]);
	});

	it('is a list of waiters, where waiters are put in it; a task is kept before it is cleared', () => {
		const lines = [
			...WAKES,
			'PROC(grant, struct x17, u32 head; tasks granted; tasks seen; tasks wake_q;)',
			'\tLIST_FIRST(my->head, lk->waiters); /* x */',
			'\tif (my->head == 0)',
			'\t\tRETURN(0);',
			'\tLIST_DEL(lk->waiters, my->head); /* x */',
			'\tmy->granted |= (tasks)1 << my->head;',
			'\twhile (my->granted) {',
			'\t\tmy->head = LOWEST(my->granted);',
			'\t\tmy->granted &= ~((tasks)1 << my->head);',
			'\t\tSTORE(lk->waiter[my->head].task, 0, release); /* x */',
			'\t\tCALL(my->seen, add, &lk->tasks, .tid = my->head);',
			'\t\tmy->wake_q |= my->seen;',
			'\t}',
			'\tRETURN(my->wake_q);',
			'END(grant)',
			'PROC(leave, struct x17, tasks wake_q;)',
			'\tCALL(my->wake_q, grant, lk);',
			'\tif (my->wake_q)',
			'\t\tDO(wake_all, &lk->tasks, .wake_q = my->wake_q);',
			'END(leave)',
		];
		expect(shown(lines).slice(shown(WAKES).length)).toEqual([
			'void grant(struct x *lock, struct wake_q_head *wake_q)',
			'{',
			'\tstruct x_waiter *head;',
			'\tstruct task_struct *tsk;',
			'\tLIST_HEAD(granted);',
			'\thead = list_first_entry_or_null(&lock->waiters, struct x_waiter, list); /* x */',
			'\tif (head == NULL)',
			'\t\treturn;',
			'\tlist_del(&head->list); /* x */',
			'\tlist_add_tail(&head->list, &granted);',
			'\twhile (!list_empty(&granted)) {',
			'\t\thead = list_first_entry(&granted, struct x_waiter, list);',
			'\t\tlist_del(granted.next);',
			'\t\ttsk = head->task;',
			'\t\tsmp_store_release(&head->task, NULL); /* x */',
			'\t\tadd(wake_q, tsk);',
			'\t}',
			'}',
			'void leave(struct x *lock)',
			'{',
			'\tDEFINE_WAKE_Q(wake_q);',
			'\tgrant(lock, &wake_q);',
			'\tif (!wake_q_empty(&wake_q))',
			'\t\twake_all(&wake_q);',
			'}',
		]);
	});
});

describe('a word of user memory', () => {
	const accesses = [
		'\tLOAD(my->n, lk->far, relaxed); /* x */',
		'\tCAS(my->n, lk->far, my->n, 2, full); /* x */',
		'\tSTORE(lk->far, my->n, relaxed); /* x */',
		'END(f)',
	];

	it('is read by the kernel with what may fault, and that is said once', () => {
		const lines = ['PROC(f, struct x17, u32 n;)', ...accesses];
		expect(shown(lines).slice(-4)).toEqual([
			'\tget_user(n, &lock->far); /* x */',
			'\tcmpxchg_futex_value_locked(&n, &lock->far, n, 2); /* x */',
			'\tput_user(n, &lock->far); /* x */',
			'}',
		]);
		const project = small(`${TOP}${lines.join('\n')}`, HEADER);
		const out = kernelC(project, project.texts[0] as Text);
		expect(out.match(/in user memory/g)).toHaveLength(1);
	});

	it('is plain memory for a user, though it be changed by arithmetic', () => {
		const add = '\tFETCH_ADD(my->n, lk->far, 1, full); /* x */';
		const lines = ['MODE(user)', 'PROC(f, struct x17, u32 n;)', add, ...accesses];
		expect(shown(lines).slice(-5)).toEqual([
			'\tn = atomic_fetch_add(1, (atomic_t *)&lock->far); /* x */',
			'\tn = READ_ONCE(lock->far); /* x */',
			'\tn = cmpxchg(&lock->far, n, 2); /* x */',
			'\tWRITE_ONCE(lock->far, n); /* x */',
			'}',
		]);
	});
});

describe('a number', () => {
	it('is a bool where only truths are put in it, an int where an int function’s result is, else a word', () => {
		const lines = [
			'PROC(f, struct x17, u32 flag; u32 most; u32 n; u32 told; u32 held; u32 live; u32 bits;)',
			'\tmy->told = my->flag ? my->n == me : 0;',
			'\tON_CPU(my->held, my->n); /* x */',
			'\tON_CPU(my->live, my->n); /* x */',
			'\tmy->bits = my->held & 2 ? my->told : 4;',
			'\tif (my->n > my->most || my->held == 3)',
			'\t\tRETURN(my->told + my->bits);',
			'\tRETURN(my->live);',
			'END(f)',
			'PROC(g, struct x17, u32 got; u32 seen;)',
			'\tCALL(my->got, f, lk, .flag = 1, .most = 1, .n = 7);',
			'\tCALL(my->seen, f, lk, .flag = my->got == 1, .most = 0, .n = 6);',
			'\tif (my->seen < 3)',
			'\t\tRETURN(my->got);',
			'\tRETURN(0);',
			'END(g)',
		];
		const rows = shown(lines);
		expect(rows.filter((row) => /^int [fg]|^\t(?:u32|int|bool) /.test(row))).toEqual([
			'int f(struct x *lock, bool flag, u32 most, struct task_struct *n)',
			'\tbool told;',
			'\tu32 held, bits;',
			'\tint live;',
			'int g(struct x *lock)',
			'\tint got;',
			'\tu32 seen;',
		]);
	});
});

describe('what the source has for a word of the dialect', () => {
	it('is said by C_NAMES: the type of a task’s state', () => {
		const lines = (names: string[]) => [
			...names,
			'PROC(f, struct x17, u32 state;)',
			'\tSET_STATE(my->state); /* x */',
			'END(f)',
			'PROC(g, struct x17, u32 mode;)',
			'\tDO(f, lk, .state = my->mode);',
			'END(g)',
			'PROC(h, struct x17, u32 n;)',
			'\tDO(g, lk, .mode = KILLABLE);',
			'END(h)',
		];
		const heads = (names: string[]) => shown(lines(names)).filter((row) => row.startsWith('void'));
		expect(heads([])).toEqual([
			'void f(struct x *lock, unsigned int state)',
			'void g(struct x *lock, unsigned int mode)',
			'void h(struct x *lock)',
		]);
		expect(heads(['C_NAMES(STATE = long)'])[1]).toBe('void g(struct x *lock, long mode)');
	});

	it('is said by C_NAMES: the lock’s own name, its clock, its assertion', () => {
		const lines = [
			'C_NAMES(lk = sem, ASSERT = X_WARN_ON, TIMEOUT = spin_end, TIMEOUT_START = x_spin_end)',
			'C_NAMES(THRESHOLD = timeout, THRESHOLD_START = X_WAIT_TIMEOUT)',
			'PROC(f, struct x17, u32 n;)',
			'\tTHRESHOLD_START();',
			'\tTIMEOUT_START();',
			'\tLOAD(my->n, lk->boss, relaxed); /* x */',
			'\tASSERT(my->n != me && !TIMEOUT_PASSED());',
			'\tTIMEOUT_STOP();',
			'\tRETURN(THRESHOLD_PASSED(me));',
			'END(f)',
		];
		expect(shown(lines)).toEqual([
			'int f(struct x *sem)',
			'{',
			'\tstruct x_waiter *waiter = x_waiter_of(current);',
			'\tstruct task_struct *n;',
			'\tu64 spin_end = 0;',
			'\twaiter->timeout = jiffies + X_WAIT_TIMEOUT;',
			'\tspin_end = x_spin_end(sem);',
			'\tn = READ_ONCE(sem->boss); /* x */',
			'\tX_WARN_ON(n == current);',
			'\tX_WARN_ON(sched_clock() > spin_end);',
			'\treturn time_after(jiffies, waiter->timeout);',
			'}',
		]);
	});

	it('is a time later than now, where it is started with a constant', () => {
		const lines = [
			'C_NAMES(TIMEOUT = spin_end, TIMEOUT_START = X_SPIN_NS)',
			'PROC(f, struct x17,)',
			'\tTIMEOUT_START();',
			'END(f)',
		];
		expect(shown(lines)).toContain('\tspin_end = sched_clock() + X_SPIN_NS;');
	});

	it('is ACCESS_ONCE where there was nothing else, with the barrier behind a store to another thread’s word', () => {
		const lines = [
			'C_NAMES(LOAD = ACCESS_ONCE, STORE = smp_wmb, CPU_RELAX = arch_mutex_cpu_relax)',
			'PROC(f, struct x17, u32 n; u32 seen;)',
			'\tSTORE(lk->waiter[me].type, 0, relaxed); /* x */',
			'\tLIST_FIRST(my->n, lk->waiters); /* x */',
			'\tSTORE(lk->waiter[my->n].type, 1, relaxed); /* x */',
			'\tSTORE(lk->waiter[my->n].type, 1, release); /* x */',
			'\tif (my->n)',
			'\t\tWAIT_UNTIL(lk->waiter[me].type, VAL != 0, relaxed); /* x */',
			'\tAWAIT(my->seen, lk->waiter[me].type, VAL != 0, relaxed); /* x */',
			'\tLOAD(my->n, lk->guard, relaxed); /* x */',
			'\tCPU_RELAX();',
			'\tRETURN(my->n + my->seen);',
			'END(f)',
		];
		expect(shown(lines).slice(-14)).toEqual([
			'\twaiter->type = 0; /* x */',
			'\tn = list_first_entry_or_null(&lock->waiters, struct x_waiter, list); /* x */',
			'\tACCESS_ONCE(n->type) = 1;',
			'\tsmp_wmb(); /* x */',
			'\tsmp_store_release(&n->type, 1); /* x */',
			'\tif (n)',
			'\t\twhile (!ACCESS_ONCE(waiter->type))',
			'\t\t\tarch_mutex_cpu_relax(); /* x */',
			'\twhile (!(seen = ACCESS_ONCE(waiter->type)))',
			'\t\tarch_mutex_cpu_relax(); /* x */',
			'\tn_n = ACCESS_ONCE(lock->guard); /* x */',
			'\tarch_mutex_cpu_relax();',
			'\treturn n_n + seen;',
			'}',
		]);
	});

	it('is a plain access in a procedure whose source has one, and one that takes no fault under a spinlock', () => {
		const lines = [
			'C_NAMES(LOAD = ACCESS_ONCE, f.LOAD = PLAIN_READ)',
			'PROC(f, struct x17, u32 n; u32 now;)',
			'\tLOAD(my->n, lk->guard, relaxed); /* x */',
			'\tSTORE(lk->guard, 1, relaxed); /* x */',
			'\tSTORE(lk->guard, 1, release); /* x */',
			'\tRETURN(my->n);',
			'END(f)',
			'PROC(g, struct x17, u32 n;)',
			'\tLOAD(my->n, lk->guard, relaxed); /* x */',
			'\tRETURN(my->n);',
			'END(g)',
		];
		const rows = shown(lines);
		expect(rows).toContain('\tn = lock->guard; /* x */');
		expect(rows).toContain('\tlock->guard = 1; /* x */');
		expect(rows).toContain('\tsmp_store_release(&lock->guard, 1); /* x */');
		expect(rows).toContain('\tn = ACCESS_ONCE(lock->guard); /* x */');
	});

	it('has members of the source for its bytes and halves, and the macro of a bit that is tested and set', () => {
		const lines = [
			'C_NAMES(BIT_TEST_AND_SET = GEN_BINARY_RMWcc)',
			'WORD(x17, count, .kind = LS_KIND_BITS, .c_bytes = low | high, .c_halves = both)',
			'PROC(f, struct x17, u32 old;)',
			'\tSTORE_BYTE(lk->count, 1, 0, relaxed); /* x */',
			'\tSTORE_BYTE(lk->count, 2, 0, relaxed); /* x */',
			'\tSTORE_BYTE(lk->count, 0, 0, release); /* x */',
			'\tXCHG_HALF(my->old, lk->count, 0, 1, acquire); /* x */',
			'\tFETCH_OR(my->old, lk->count, 4, full); /* x */',
			'\tFETCH_OR(my->old, lk->count, 4, acquire); /* x */',
			'\tRETURN(my->old);',
			'END(f)',
		];
		expect(shown(lines).slice(3, 9)).toEqual([
			'\tWRITE_ONCE(lock->high, 0); /* x */',
			'\tWRITE_ONCE(((u8 *)&lock->count)[2], 0); /* x */',
			'\tsmp_store_release(&lock->low, 0); /* x */',
			'\told = xchg_acquire(&lock->both, 1); /* x */',
			'\told = GEN_BINARY_RMWcc(LOCK_PREFIX "btsl", lock->count.counter, c, "I", __ffs(4)) * 4; /* x */',
			'\told = atomic_fetch_or_acquire(4, &lock->count); /* x */',
		]);
	});

	it('is a lock with interrupts off, by its line; some procedures save whether they were on', () => {
		const [take, leave] = ['\tSPIN_LOCK(lk->guard); /* x */', '\tSPIN_UNLOCK(lk->guard); /* x */'];
		const lines = [
			'WORD(x17, guard, .kind = LS_KIND_SPINLOCK, .c_irq = any)',
			...['PROC(any, struct x17,)', take, leave, 'END(any)'],
			...['PROC(own, struct x17,)', take, leave, 'END(own)'],
		];
		expect(shown(lines).filter((line) => line.startsWith('\t'))).toEqual([
			'\tunsigned long flags;',
			'\traw_spin_lock_irqsave(&lock->guard, flags); /* x */',
			'\traw_spin_unlock_irqrestore(&lock->guard, flags); /* x */',
			'\traw_spin_lock_irq(&lock->guard); /* x */',
			'\traw_spin_unlock_irq(&lock->guard); /* x */',
		]);
	});

	it('is what has no result, where nobody reads it and it orders nothing; a wide word keeps its width', () => {
		const lines = [
			'PROC(g, struct x17, u32 n;)',
			'\tRETURN(my->n);',
			'END(g)',
			'PROC(f, struct x17, u32 n; u32 old;)',
			'\tFETCH_OR(my->old, lk->count, 1, relaxed); /* x */',
			'\tFETCH_ANDNOT(my->old, lk->count, 1, acquire); /* x */',
			'\tFETCH_ADD(my->n, lk->count, 1, relaxed); /* x */',
			'\tDO(g, lk, .n = (u32)my->n);',
			'END(f)',
		];
		expect(shown(lines).slice(-5)).toEqual([
			'\tatomic_long_or(1, &lock->count); /* x */',
			'\told = atomic_long_fetch_andnot_acquire(1, &lock->count); /* x */',
			'\tn = atomic_long_fetch_add_relaxed(1, &lock->count); /* x */',
			'\tg(lock, n);',
			'}',
		]);
	});
});

describe('a word that the source has as an int', () => {
	const INTS = TOP.replace(
		'count, .kind = LS_KIND_BITS, .c_type = "atomic_long_t"',
		'count, .kind = LS_KIND_SIGNED, .c_type = "atomic_t"',
	).replace('type, .kind = LS_KIND_FLAG,', 'type, .kind = LS_KIND_FLAG, .c_type = "int",');
	const lines = [
		'PROC(f, struct x17, u32 by; u32 old; u32 type;)',
		'\tmy->by = X17_FLAG;',
		'\tmy->by -= X17_FLAG;',
		'\tFETCH_ADD(my->old, lk->count, my->by, relaxed); /* x */',
		'\tif ((s32)my->old < 0)',
		'\t\tLOAD(my->type, lk->waiter[me].type, relaxed); /* x */',
		'\tRETURN(my->type);',
		'END(f)',
	];
	const project = small(`${INTS}${lines.join('\n')}`, HEADER);
	const [text] = project.texts as [Text];

	it('is one, with what it is changed by and what is read of it', () => {
		expect(allProblems(project)).toEqual([]);
		const out = kernelC(project, text);
		compile([[kernelHeader(project, text), out]]);
		expect(kernelHeader(project, text)).toMatch(/atomic_t count;/);
		expect(kernelHeader(project, text)).toMatch(/int type;/);
		const rows = inRows(out)
			.split('\n')
			.filter((line) => line.trim() !== '');
		expect(rows).toContain('\tint type = 0, by, old;');
		expect(rows).toContain('\told = atomic_fetch_add_relaxed(by, &lock->count); /* x */');
		expect(rows).toContain('\tif (old < 0)');
	});
});

describe('names', () => {
	const problems = (names: string): string[] =>
		allProblems(
			small(
				`${names}\nPROC(f17_a, struct x17,)\nEND(f17_a)\nPROC(f_a, struct x17,)\nEND(f_a)\n`,
				HEADER,
			),
		).map(({ message }) => message);

	it('are told apart', () => {
		expect(problems('C_NAMES(f17_a = a)')).toEqual([]);
		expect(problems('C_NAMES(f17_ = f_)')).toEqual(['f17_a and f_a are both f_a in C']);
	});

	it('are of what the text has', () => {
		expect(problems('C_NAMES(f17_b = b)')).toEqual(['there is no f17_b here']);
		expect(problems('C_NAMES(f17_b.LOAD = PLAIN_READ)')).toEqual([
			'there is no procedure f17_b here',
		]);
		expect(problems('C_NAMES(f.STORE = x)')).toEqual(['C_NAMES takes pairs: ours = theirs']);
		expect(problems('C_NAMES(g_ = h_)')).toEqual(['nothing here begins with g_']);
		expect(problems('C_NAMES(f17_a)')).toEqual(['C_NAMES takes pairs: ours = theirs']);
	});

	const posted = (text: Text): Map<string, string[]> => {
		const page = readFileSync(`${LOCKS}${text.name}/README.md`, 'utf8');
		const names = (cell = '') => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name as string);
		const rows = page.split('## Where each step')[0]?.match(/^\| `.*$/gm) ?? [];
		return new Map(
			rows.flatMap((row) => {
				const [, ours, theirs] = row.split('|');
				return names(ours).map((name): [string, string[]] => [name, names(theirs)]);
			}),
		);
	};

	it.each(fixtures().texts.map((text) => [text.name, text] as const))(
		'of procedures in %s are those that its page gives as posted',
		(_, text) => {
			const rows = posted(text);
			const given = cNamesOf(text).filter(({ ours }) =>
				text.procs.some(({ name }) => name === ours),
			);
			const wrong = given.filter(({ ours, theirs }) => !rows.get(ours)?.includes(theirs));
			expect(wrong.map(({ ours, theirs }) => `${ours} = ${theirs}`)).toEqual([]);
		},
	);
});

/** Barriers that the kernel's primitives have. */
function orderIn(code: string, isOld: boolean): string {
	if (/\bsmp_wmb\(\);\s+(?:WRITE_ONCE|[^;]*\bxchg_relaxed)\(/.test(code)) return 'wmb';
	if (/\b__set_current_state\(/.test(code)) return 'relaxed';
	if (/\b(?:set_current_state|smp_mb|smp_store_mb)\(/.test(code)) return 'full';
	const named = /_(acquire|release|relaxed)\(/.exec(code)?.[1];
	if (named) return named;
	if (/\b\w*(?:xchg|cmpxchg_futex_value_locked|fetch_\w+|add_return)\(|LOCK_PREFIX/.test(code))
		return 'full';
	const plain =
		/\b(?:READ_ONCE|WRITE_ONCE|ACCESS_ONCE|atomic_(?:long_)?(?:read|set|add|or|andnot)|[gp]et_user|put_user|get_futex_value_locked)\(/;
	/* an own word, which nobody else knows yet */
	const isOwn = /^\s*node->\w+ = \w+;/.test(code);
	/* before the macros of today a word was read and written like any other, but where the source says ACCESS_ONCE */
	const isPlain = isOld && /^\s*(?:\w+ = \w+->\w+|\w+->\w+ = \w+);/.test(code);
	return plain.test(code) || isOwn || isPlain ? 'relaxed' : 'none that is known';
}

/** What the line declares; a state has its own rule (ls_set_state). */
function declared({ keyword, order, args }: Step): string | undefined {
	if (keyword === 'STORE_STATE') return 'relaxed';
	if (keyword === 'SET_STATE') return args[0]?.raw === 'RUNNING' ? 'relaxed' : 'full';
	return order === 'acq_rel' ? 'full' : order;
}

describe('the C of the texts', () => {
	const project = fixtures();
	it.each(project.texts.map((text) => [text.name, text] as const))(
		'%s has at each step the barrier that its line declares',
		(_, text) => {
			const rows = kernelC(project, text).split('\n');
			const isOld = wordNamesOf(text).has('LOAD');
			const wrong = text.procs
				.flatMap(({ steps }) => steps)
				.map((step) => ({
					line: step.line,
					wanted: declared(step),
					code: rows[step.line - 1] ?? '',
				}))
				.filter(
					({ wanted, code }) =>
						wanted !== undefined && orderIn(code.replace(/\/\*.*/, ''), isOld) !== wanted,
				);
			expect(wrong).toEqual([]);
		},
	);
});
