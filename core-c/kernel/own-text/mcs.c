/* SPDX-License-Identifier: MIT */
/* kernel/locking/mcs_spinlock.h beside our `mcs`. */
#include "shim.h"

#include "kernel/locking/mcs_spinlock.h"

#include "side.h"

static struct mcs_spinlock *tail, node[OWN_THREADS + 1];

static OWN_GLUE void reset(void)
{
	tail = NULL;
	__builtin_memset(node, 0, sizeof node);
}

static OWN_GLUE void a_round(uint32_t tid, uint32_t role)
{
	(void)role;
	mcs_spin_lock(&tail, &node[tid]);
	own_work();
	mcs_spin_unlock(&tail, &node[tid]);
}

static OWN_GLUE uint32_t node_of(uintptr_t at)
{
	uintptr_t first = (uintptr_t)node;

	return at >= first && at < first + sizeof node ? (uint32_t)((at - first) / sizeof node[0]) : 0;
}

static OWN_GLUE bool word_at(uintptr_t at, struct own_word *out)
{
	uint32_t tid = node_of(at);
	size_t within = (at - (uintptr_t)node) % sizeof node[0];

	if (at == (uintptr_t)&tail)
		*out = (struct own_word){.name = "tail", .points = true};
	else if (tid && within == offsetof(struct mcs_spinlock, next))
		*out = (struct own_word){.name = "next", .tid = tid, .points = true};
	else if (tid && within == offsetof(struct mcs_spinlock, locked))
		*out = (struct own_word){.name = "locked", .tid = tid};
	else
		return false;
	return true;
}

/* The text of 2013 sets `locked` for a head that had nobody before it; nobody reads it. */
const struct own_text own_text = {
    .ours = "mcs",
    .reset = reset,
    .round = a_round,
    .word_at = word_at,
    .node_of = node_of,
    .only_ours = "locked",
    .only_value = 1,
};
