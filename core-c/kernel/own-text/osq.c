/* SPDX-License-Identifier: MIT */
/* kernel/locking/osq_lock.c beside our `osq`. */
#include "shim.h"

#include "kernel/locking/osq_lock.c"

#include "side.h"

static struct optimistic_spin_queue queue;

static OWN_GLUE struct optimistic_spin_node *node(uint32_t tid)
{
	return per_cpu_ptr(&osq_node, (int)tid - 1);
}

static OWN_GLUE void reset(void)
{
	osq_lock_init(&queue);
	for (uint32_t tid = 1; tid <= OWN_THREADS; tid++)
		__builtin_memset(node(tid), 0, sizeof *node(tid));
}

static OWN_GLUE void a_round(uint32_t tid, uint32_t role)
{
	(void)tid, (void)role;
	if (osq_lock(&queue)) {
		own_work();
		osq_unlock(&queue);
	}
}

static OWN_GLUE uint32_t node_of(uintptr_t at)
{
	for (uint32_t tid = 1; tid <= OWN_THREADS; tid++)
		if (at >= (uintptr_t)node(tid) && at < (uintptr_t)(node(tid) + 1))
			return tid;
	return 0;
}

static OWN_GLUE bool word_at(uintptr_t at, struct own_word *out)
{
	uint32_t tid = node_of(at);
	size_t within = tid ? at - (uintptr_t)node(tid) : 0;

	if (at == (uintptr_t)&queue.tail)
		*out = (struct own_word){.name = "tail"};
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
    .ours = "osq",
    .preempts = true,
    .orders = true,
    .reset = reset,
    .round = a_round,
    .word_at = word_at,
    .node_of = node_of,
};
