/* SPDX-License-Identifier: MIT */
/* What the machine and the page know of the TP futex: its words and invariants. */
#include "facts.h"
#include "../locks/tp_futex.h"

static const struct ls_word_facts words[] = {
	{ "futex", offsetof(struct tp_futex, futex), LS_KIND_BITS, "user", "the lock word, in user memory",
	  { { "TID", 0, 29, LS_FIELD_TID }, { "SHARED", 29, 1, LS_FIELD_FLAG },
	    { "OWNER_DIED", 30, 1, LS_FIELD_FLAG }, { "WAITERS", 31, 1, LS_FIELD_FLAG } } },
	{ "fs_lock", offsetof(struct tp_futex, fs_lock), LS_KIND_SPINLOCK, "bucket",
	  "guards the list of futex states in the hash bucket", { { 0 } } },
	{ "refcount", offsetof(struct tp_futex, refcount), LS_KIND_COUNT, "state",
	  "threads that need the futex state; with 0 there is none", { { 0 } } },
	{ "mutex", offsetof(struct tp_futex, mutex), LS_KIND_TID, "state",
	  "the serialization mutex: its holder is the top waiter", { { 0 } } },
	{ "mutex_queue", offsetof(struct tp_futex, mutex_queue), LS_KIND_LIST, "state",
	  "who waits to become the top waiter", { { 0 } } },
	{ "mutex_owner", offsetof(struct tp_futex, mutex_owner), LS_KIND_TID, "state",
	  "the top waiter, as an unlock and a dying owner see it", { { 0 } } },
	{ "owner", offsetof(struct tp_futex, owner), LS_KIND_TID, "state",
	  "the owner in whose list the state hangs while the top waiter sleeps", { { 0 } } },
	{ "handoff_pid", offsetof(struct tp_futex, handoff_pid), LS_KIND_TID, "state",
	  "the top waiter that asks to be handed the lock", { { 0 } } },
	{ 0 },
};

static const struct ls_word_facts node_words[] = {
	{ "pi_lock", offsetof(struct tp_futex_node, pi_lock), LS_KIND_SPINLOCK, "task", "guards the thread's list of futex states", { { 0 } } },
	{ "pi_state", offsetof(struct tp_futex_node, pi_state), LS_KIND_FLAG, "task", "1 when the futex state hangs in the thread's list", { { 0 } } },
	{ "wake_q", offsetof(struct tp_futex_node, wake_q), LS_KIND_TID, "task", "the unlocker on whose wake list the thread stands", { { 0 } } },
	{ 0 },
};

enum { EXCLUSION, OWNER, RELEASED, COVERED, REQUEST, CLEAN };
static const struct ls_invariant invariants[] = {
	[EXCLUSION] = { "mutual exclusion", "at most one thread holds the lock" },
	[OWNER] = { "owner", "while a thread holds the lock, the word has its TID" },
	[RELEASED] = { "released", "a thread that has finished its work has left its TID in the word of no lock" },
	[COVERED] = { "covered sleep", "while the top waiter sleeps, WAITERS is in the word, it stands on a wake list, or an unlock is about to wake it" },
	[REQUEST] = { "request", "only the holder of the serialization mutex asks to be handed the lock" },
	[CLEAN] = { "clean state", "a futex state without references has nobody in it" },
	{ 0 },
};

/* The switches that plant a fault; the others mend one. */
#define PLANTED ((1u << tp_futex_SWITCH_mend_no_state) - 1)

/* The word names a thread that is through with it, or that works under another's TID. */
static int broken_owner(const struct ls_machine *m, const struct tp_futex *lk)
{
	u32 tid = lk->futex.v & TP_SHARED_TID_MASK;
	u32 holder = 0;

	for (u32 i = 0; i < m->n; i++) {
		if (m->thread[i].holds != LS_HOLDS_WRITE)
			continue;
		if (holder)
			return EXCLUSION;
		holder = i + 1;
	}
	if (holder && tid != holder)
		return OWNER;
	if (tid && m->thread[tid - 1].status == LS_DONE)
		return RELEASED;
	return -1;
}

/* The top waiter sleeps and no unlock will find it, nor is one on its way to wake it.
 * With a fault planted its consequence is to show, not the state that leads to it. */
static bool uncovered(const struct ls_machine *m, const struct tp_futex *lk)
{
	u32 top = lk->mutex_owner.v;

	if (!top || m->switches & PLANTED || lk->futex.v & TP_WAITERS || lk->node[top].wake_q.v)
		return false;
	if (m->thread[top - 1].status != LS_ASLEEP || m->thread[top - 1].state == LS_RUNNING)
		return false;
	for (u32 i = 0; i < m->n; i++)
		if (ls_inside(&m->thread[i], LS_PROC_tp_futex_unlock))
			return false;
	return true;
}

static int broken(const struct ls_machine *m)
{
	const struct tp_futex *lk = (const void *)m->mem;
	int fault = broken_owner(m, lk);

	if (fault >= 0)
		return fault;
	if (uncovered(m, lk))
		return COVERED;
	if (lk->handoff_pid.v && lk->handoff_pid.v != lk->mutex.v)
		return REQUEST;
	if (lk->refcount.v == 0 && (lk->mutex.v || lk->mutex_queue.t[0] || lk->mutex_owner.v || lk->owner.v))
		return CLEAN;
	return -1;
}

static const struct ls_role roles[] = {
	[TP_PLAIN] = { 'L', "locks and unlocks" },
	[TP_TIMED] = { 'T', "gives a timeout, and gives up when it runs out" },
	[TP_ROBUST] = { 'R', "clears OWNER_DIED when it got a dead owner's lock" },
	{ 0 },
};
static const struct ls_queue queues[] = {
	{ "list", "waiting to be the top waiter", "mutex_queue", NULL, "mutex", 0 },
	{ "owner", "top waiter", "mutex_owner", NULL, NULL, 0 },
	{ 0 },
};

const struct ls_lock_facts tp_futex_facts = {
	.name = "tp_futex", .title = "TP futex, exclusive", .family = "TP futex",
	.source = "TP-futex series v6, March 2017: futex_lock, futex_spin_on_owner, futex_unlock; sample code and benchmark",
	.file = "tp_futex.c", .worker = LS_PROC_tp_futex_worker, .exit = LS_PROC_tp_exit, .kernel = false,
	.node_base = offsetof(struct tp_futex, node), .node_size = sizeof(struct tp_futex_node),
	.env = 1 << LS_ENV_PREEMPT | 1 << LS_ENV_RUN | 1 << LS_ENV_THRESHOLD | 1 << LS_ENV_TIMEOUT |
	       1 << LS_ENV_SIGNAL | 1 << LS_ENV_KILL,
	.words = words, .node_words = node_words, .roles = roles,
	.invariants = invariants, .queues = queues, .broken = broken,
};
