/* SPDX-License-Identifier: MIT */
/* What the machine and the page know of the MCS queue: its words and invariants. */
#include "facts.h"
#include "../locks/mcs.h"

static const struct ls_word_facts words[] = {
	{ "tail", offsetof(struct mcs, tail), LS_KIND_NODE, "lock", "the last thread in the queue", { { 0 } } },
	{ 0 },
};

static const struct ls_word_facts node_words[] = {
	{ "next", offsetof(struct mcs_node, next), LS_KIND_NODE, "node", "the thread behind this one", { { 0 } } },
	{ "locked", offsetof(struct mcs_node, locked), LS_KIND_FLAG, "node", "1 when it is this thread's turn", { { 0 } } },
	{ 0 },
};

enum { EXCLUSION, EMPTY_TAIL };
static const struct ls_invariant invariants[] = {
	[EXCLUSION] = { "mutual exclusion", "at most one thread is the head of the queue" },
	[EMPTY_TAIL] = { "empty tail", "tail is NULL only when nobody holds the queue" },
	{ 0 },
};

static int broken(const struct ls_machine *m)
{
	const struct mcs *lk = (const void *)m->mem;

	if (ls_holders(m, LS_HOLDS_WRITE) > 1)
		return EXCLUSION;
	if (lk->tail.v == 0 && ls_holders(m, LS_HOLDS_WRITE))
		return EMPTY_TAIL;
	return -1;
}

static const struct ls_role roles[] = { { 'L', "locks and unlocks" }, { 0 } };
static const struct ls_queue queues[] = {
	{ "mcs", "spinner queue", "tail", "next", "locked", 0 },
	{ 0 },
};

const struct ls_lock_facts mcs_facts = {
	.name = "mcs", .title = "MCS queue of mutex spinners", .family = "MCS queue",
	.source = "mutex series of April 2013, patch 3/4: mspin_lock, mspin_unlock",
	.file = "mcs.c", .worker = LS_PROC_mcs_worker, .kernel = true,
	.node_base = offsetof(struct mcs, node), .node_size = sizeof(struct mcs_node),
	.env = 1 << LS_ENV_PREEMPT | 1 << LS_ENV_RUN,
	.words = words, .node_words = node_words, .roles = roles,
	.invariants = invariants, .queues = queues, .broken = broken,
};
