/* SPDX-License-Identifier: MIT */
/* kernel/locking/rwsem.c, with osq_lock.c, beside our rwsem-6.12. */
#include "tasks.h"

#define CONFIG_RWSEM_SPIN_ON_OWNER 1
#define BITS_PER_LONG 64
#define HZ 250
#define DIV_ROUND_UP(n, d) (((n) + (d)-1) / (d))
#define NSEC_PER_USEC 1000L
#define TASK_NORMAL (TASK_INTERRUPTIBLE | TASK_UNINTERRUPTIBLE)
#define LCB_F_READ 0
#define LCB_F_WRITE 0
#define WARN_ON_ONCE(x) (x)
#define ERR_PTR(error) ((void *)(long)(error))
#define IS_ERR(p) ((unsigned long)(p) >= (unsigned long)-4095)
#define __releases(lock)
#define rwsem_acquire(...) ((void)0)
#define rwsem_acquire_read(...) ((void)0)
#define rwsem_release(...) ((void)0)
#define lock_downgrade(...) ((void)0)
#define LOCK_CONTENDED(sem, try, lock) lock(sem)
#define LOCK_CONTENDED_RETURN(sem, try, lock) lock(sem)
#define rt_or_dl_task(task) 0
/* Our clocks stand still but for what the comparison lets pass. */
#define jiffies 0ul
#define time_after(now, limit) has_waited(&(limit))
#define sched_clock() own_clock()

#define RWSEM_UNLOCKED_VALUE 0UL
struct rw_semaphore {
	atomic_long_t count;
	atomic_long_t owner;
	struct optimistic_spin_queue osq;
	raw_spinlock_t wait_lock;
	struct list_head wait_list;
};
static bool has_waited(const unsigned long *limit);
static struct task_struct *named(void);
#undef current
#define current named()
/* Ours has no look at whether there are 2^55 readers. */
#undef unlikely
#define unlikely(x) (__builtin_strcmp(#x, "atomic_long_read(&sem->count) < 0") ? (x) : 0)

#include "kernel/locking/osq_lock.c"
#include "kernel/locking/rwsem.c"

enum { WRITES, READS, DOWNGRADES, WRITES_KILLABLY, READS_KILLABLY, ROLES };

static struct rw_semaphore sem;
static uintptr_t waiter[OWN_THREADS + 1]; /* where each thread's lies on its stack, from when it writes its name there
					     to the end of that call */
static uint64_t named_at; /* the step in which a thread asked for its name: what that step does on its stack is to write
			     it, if anything */

static OWN_GLUE struct task_struct *named(void)
{
	named_at = own_steps();
	return &own_task[own_running()];
}

static OWN_GLUE struct optimistic_spin_node *node(uint32_t tid)
{
	return per_cpu_ptr(&osq_node, (int)tid - 1);
}

static OWN_GLUE void reset(void)
{
	__builtin_memset(&sem, 0, sizeof sem);
	__builtin_memset(waiter, 0, sizeof waiter);
	INIT_LIST_HEAD(&sem.wait_list);
	own_fresh_tasks();
	for (uint32_t tid = 1; tid <= OWN_THREADS; tid++)
		__builtin_memset(node(tid), 0, sizeof *node(tid));
}

/* Ours ends with the call in which it is killed, or behind its round. */
static OWN_GLUE void end(void)
{
	for (;;)
		own_give_way();
}

static OWN_GLUE int take(uint32_t role)
{
	switch (role) {
	case READS:
		down_read(&sem);
		return 0;
	case READS_KILLABLY:
		return down_read_killable(&sem);
	case WRITES_KILLABLY:
		return down_write_killable(&sem);
	default:
		down_write(&sem);
		return 0;
	}
}

static OWN_GLUE void a_round(uint32_t tid, uint32_t role)
{
	int error = own_is_killed(tid) ? -EINTR : take(role);

	waiter[tid] = 0;
	if (error)
		end();
	own_work();
	if (role == READS || role == READS_KILLABLY) {
		up_read(&sem);
	} else if (role == DOWNGRADES) {
		downgrade_write(&sem);
		own_work();
		up_read(&sem);
	} else {
		up_write(&sem);
	}
}

OWN_GLUE uint32_t own_waiter(const void *place)
{
	return own_stack_of((uintptr_t)place);
}

static OWN_GLUE bool has_waited(const unsigned long *limit)
{
	return own_has_waited(own_stack_of((uintptr_t)limit));
}

static OWN_GLUE uint32_t node_of(uintptr_t at)
{
	for (uint32_t tid = 1; tid <= OWN_THREADS; tid++)
		if (at >= (uintptr_t)node(tid) && at < (uintptr_t)(node(tid) + 1))
			return tid;
	return own_task_number((const void *)at);
}

static OWN_GLUE bool word_of_waiter(uint32_t tid, size_t within, struct own_word *out)
{
	switch (within) {
	case offsetof(struct rwsem_waiter, task):
		*out = (struct own_word){.name = "task", .tid = tid, .points = true};
		return true;
	case offsetof(struct rwsem_waiter, type):
		*out = (struct own_word){.name = "type", .tid = tid};
		return true;
	case offsetof(struct rwsem_waiter, handoff_set):
		*out = (struct own_word){.name = "handoff_set", .tid = tid, .whole = true};
		return true;
	default:
		return false;
	}
}

static OWN_GLUE bool word_at(uintptr_t at, struct own_word *out)
{
	uint32_t on = own_stack_of(at), tid = on ? 0 : node_of(at);
	size_t within = tid ? at - (uintptr_t)node(tid) : 0;

	if (on && on == own_running() && named_at == own_steps()) {
		waiter[on] = at - offsetof(struct rwsem_waiter, task);
		named_at = 0;
	}
	if (on)
		return waiter[on] && word_of_waiter(on, at - waiter[on], out);
	if (at == (uintptr_t)&sem.count)
		*out = (struct own_word){.name = "count"};
	else if (at == (uintptr_t)&sem.owner)
		*out = (struct own_word){.name = "owner", .points = true, .flag_bits = 4};
	else if (at == (uintptr_t)&sem.osq.tail)
		*out = (struct own_word){.name = "osq"};
	else if (at > (uintptr_t)own_wake_q && at < (uintptr_t)(own_wake_q + OWN_THREADS + 1))
		*out = (struct own_word){.name = "wake_q",
					 .tid = (uint32_t)((at - (uintptr_t)own_wake_q) / sizeof own_wake_q[0])};
	else if (tid && within == offsetof(struct optimistic_spin_node, next))
		*out = (struct own_word){.name = "next", .tid = tid, .points = true};
	else if (tid && within == offsetof(struct optimistic_spin_node, prev))
		*out = (struct own_word){.name = "prev", .tid = tid, .points = true};
	else if (tid && within == offsetof(struct optimistic_spin_node, locked))
		*out = (struct own_word){.name = "locked", .tid = tid};
	else
		return false;
	return true;
}

/* Our thread is its number: whoever has found it in the list knows that. Only a reader that waits looks there, for its
 * grant. */
static OWN_GLUE bool only_theirs(const struct own_word *word)
{
	return !__builtin_strcmp(word->name, "task") && (word->tid != own_running() || !own_waits(word->tid));
}

const struct own_text own_text = {
    .ours = "rwsem-6.12",
    .preempts = true,
    .sleeps = true,
    .clocks = true,
    .kills = true,
    .looks_each_time = true,
    .roles = ROLES,
    .orders = true,
    .acquires = "count", /* smp_acquire__after_ctrl_dep() behind a plain load */
    .reset = reset,
    .round = a_round,
    .word_at = word_at,
    .node_of = node_of,
    .only_theirs = only_theirs,
    .killed = own_killed,
};
