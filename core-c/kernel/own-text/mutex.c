/* SPDX-License-Identifier: MIT */
/* kernel/locking/mutex.c, with osq_lock.c, beside our mutex-6.12. */
#include "tasks.h"

#include "kernel/locking/osq_lock.c"
#include "kernel/locking/mutex.c"

static struct mutex lock;

static OWN_GLUE struct optimistic_spin_node *node(uint32_t tid)
{
	return per_cpu_ptr(&osq_node, (int)tid - 1);
}

static OWN_GLUE void reset(void)
{
	__builtin_memset(&lock, 0, sizeof lock);
	INIT_LIST_HEAD(&lock.wait_list);
	own_fresh_tasks();
	for (uint32_t tid = 1; tid <= OWN_THREADS; tid++)
		__builtin_memset(node(tid), 0, sizeof *node(tid));
}

static OWN_GLUE void a_round(uint32_t tid, uint32_t role)
{
	(void)tid, (void)role;
	mutex_lock(&lock);
	own_work();
	mutex_unlock(&lock);
}

OWN_GLUE uint32_t own_waiter(const void *place)
{
	return own_task_number(((const struct mutex_waiter *)place)->task);
}

static OWN_GLUE uint32_t node_of(uintptr_t at)
{
	for (uint32_t tid = 1; tid <= OWN_THREADS; tid++)
		if (at >= (uintptr_t)node(tid) && at < (uintptr_t)(node(tid) + 1))
			return tid;
	return own_task_number((const void *)at);
}

static OWN_GLUE bool word_at(uintptr_t at, struct own_word *out)
{
	uint32_t tid = at == (uintptr_t)&lock.owner ? 0 : node_of(at);
	size_t within = tid ? at - (uintptr_t)node(tid) : 0;

	if (at == (uintptr_t)&lock.owner)
		*out = (struct own_word){.name = "owner", .points = true, .flag_bits = 3};
	else if (at == (uintptr_t)&lock.osq.tail)
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

const struct own_text own_text = {
    .ours = "mutex-6.12",
    .preempts = true,
    .sleeps = true,
    .orders = true,
    .reset = reset,
    .round = a_round,
    .word_at = word_at,
    .node_of = node_of,
};
