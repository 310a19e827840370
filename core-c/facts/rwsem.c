/* SPDX-License-Identifier: MIT */
/* What the machine and the page know of the rwsem of 2017: its words and invariants. */
#include "facts.h"
#include "../locks/rwsem.h"

static const struct ls_word_facts words[] = {
	{ "count", offsetof(struct rwsem17, count), LS_KIND_BITS, "lock",
	  "who is in, and what newcomers must know of those who wait",
	  { { "WRITER", 0, 1, LS_FIELD_FLAG }, { "WAITERS", 1, 1, LS_FIELD_FLAG },
	    { "HANDOFF", 2, 1, LS_FIELD_FLAG }, { "reserved", 3, 5, LS_FIELD_RESERVED },
	    { "readers", RWSEM_READER_SHIFT, 24, LS_FIELD_COUNT } } },
	{ "owner", offsetof(struct rwsem17, owner), LS_KIND_BITS, "lock",
	  "the writer that holds the lock, or READERS: a hint for spinners, which readers leave behind",
	  { { "writer", 0, 5, LS_FIELD_TID }, { "READERS", 5, 1, LS_FIELD_FLAG } } },
	{ "osq", offsetof(struct rwsem17, osq), LS_KIND_NODE, "lock", "the last spinner in the queue", { { 0 } } },
	{ "wait_lock", offsetof(struct rwsem17, wait_lock), LS_KIND_SPINLOCK, "lock",
	  "guards the wait list, its flags and the granting of readers", { { 0 } } },
	{ "wait_list", offsetof(struct rwsem17, wait_list), LS_KIND_LIST, "lock",
	  "the sleepers, first come first served", { { 0 } } },
	{ 0 },
};

static const struct ls_word_facts node_words[] = {
	{ "task", offsetof(struct rwsem_node, task), LS_KIND_TID, "waiter",
	  "who waits; cleared when a reader is granted the lock", { { 0 } } },
	{ "type", offsetof(struct rwsem_node, type), LS_KIND_FLAG, "waiter", "1 waits to read, 0 waits to write", { { 0 } } },
	{ "wake_q", offsetof(struct rwsem_node, wake_q), LS_KIND_TID, "task", "who is about to wake this thread", { { 0 } } },
	{ "next", offsetof(struct rwsem_node, next), LS_KIND_NODE, "node", "the spinner behind this one", { { 0 } } },
	{ "prev", offsetof(struct rwsem_node, prev), LS_KIND_NODE, "node", "the spinner before this one", { { 0 } } },
	{ "locked", offsetof(struct rwsem_node, locked), LS_KIND_FLAG, "node", "1 when it is this spinner's turn", { { 0 } } },
	{ 0 },
};

#define RESERVED_BITS 0xf8u

enum { EXCLUSION, READERS, COUNTED, WAITERS, HANDOFF, RESERVED, ONE_SPINNER, AT_REST };
static const struct ls_invariant invariants[] = {
	[EXCLUSION] = { "mutual exclusion", "one writer is in, or any number of readers, never both" },
	[READERS] = { "reader count", "while the wait_lock is free, the number of readers is not below 0" },
	[COUNTED] = { "holders counted", "while the wait_lock is free, whoever holds the lock is counted in" },
	[WAITERS] = { "WAITERS flag", "while the wait_lock is free, WAITERS is set exactly when the wait list is not empty" },
	[HANDOFF] = { "HANDOFF flag", "while the wait_lock is free, HANDOFF is set only when somebody waits; never before patch 07" },
	[RESERVED] = { "reserved bits", "no addition carries into the reserved bits" },
	[ONE_SPINNER] = { "one head", "only the head of the spinner queue watches the owner or tries to steal" },
	[AT_REST] = { "at rest", "when all threads have finished, the lock is free and all queues are empty" },
	{ 0 },
};

/* Threads past osq_lock and not yet at osq_unlock. */
static u32 spinners(const struct ls_machine *m)
{
	u32 count = 0;

	for (u32 i = 0; i < m->n; i++)
		for (u32 at = 0; at < m->thread[i].sp;) {
			const struct ls_frame *fr = (const void *)(m->thread[i].stack + at);

			count += fr->proc == LS_PROC_rwsem17_spin_on_owner ||
				 fr->proc == LS_PROC_rwsem17_try_write_lock_unqueued;
			at += fr->size;
		}
	return count;
}

static int broken(const struct ls_machine *m)
{
	const struct rwsem17 *lk = (const void *)m->mem;
	u32 count = lk->count.v, spin = spinners(m);
	u32 writers = ls_holders(m, LS_HOLDS_WRITE), readers = ls_holders(m, LS_HOLDS_READ);

	if (writers > 1 || (writers && readers))
		return EXCLUSION;
	if (count & RESERVED_BITS)
		return RESERVED;
	if (spin > 1 || (spin && !lk->osq.v))
		return ONE_SPINNER;
	if (m->variant < rwsem_VARIANT_handoff && (count & RWSEM_FLAG_HANDOFF))
		return HANDOFF;
	if (lk->wait_lock.v)
		return -1;
	if ((s32)count < 0)
		return READERS;
	if (writers > (count & RWSEM_WRITER_LOCKED) || readers > count >> RWSEM_READER_SHIFT)
		return COUNTED;
	if (!(count & RWSEM_FLAG_WAITERS) != !lk->wait_list.t[0])
		return WAITERS;
	if ((count & RWSEM_FLAG_HANDOFF) && !lk->wait_list.t[0])
		return HANDOFF;
	if (ls_finished(m) && (count || lk->osq.v))
		return AT_REST;
	return -1;
}

static const struct ls_role roles[] = {
	[RWSEM_WRITES] = { 'W', "writes" },
	[RWSEM_READS] = { 'R', "reads" },
	[RWSEM_DOWNGRADES] = { 'D', "writes, then downgrades and reads on" },
	[RWSEM_WRITES_KILLABLY] = { 'K', "writes; may be killed while it waits" },
	[RWSEM_READS_KILLABLY] = { 'Q', "reads; may be killed while it waits" },
	{ 0 },
};

static const struct ls_queue queues[] = {
	{ "list", "wait list", "wait_list", NULL, NULL, 0 },
	{ "mcs", "spinners", "osq", "next", "locked", 0 },
	{ "owner", "owner", "owner", NULL, NULL, 0 },
	{ 0 },
};

const struct ls_lock_facts rwsem_facts = {
	.name = "rwsem", .title = "rwsem of 2017", .family = "Readers-writer semaphore",
	.source = "rwsem series v6 of October 2017, patch 07/11: kernel/locking/rwsem-xadd.c",
	.file = "rwsem.c", .worker = LS_PROC_rwsem_worker, .kernel = true,
	.node_base = offsetof(struct rwsem17, node), .node_size = sizeof(struct rwsem_node),
	.env = 1 << LS_ENV_PREEMPT | 1 << LS_ENV_RUN | 1 << LS_ENV_THRESHOLD | 1 << LS_ENV_KILL,
	.words = words, .node_words = node_words, .roles = roles,
	.invariants = invariants, .queues = queues, .broken = broken,
};
