/* SPDX-License-Identifier: MIT */
/* What the machine and the page know of the mutex of 2013: its words and invariants. */
#include "facts.h"
#include "../locks/mutex.h"

static const struct ls_word_facts words[] = {
	{ "count", offsetof(struct mutex13, count), LS_KIND_SIGNED, "lock",
	  "1 free, 0 locked, below 0 locked and the unlock must look for sleepers", { { 0 } } },
	{ "owner", offsetof(struct mutex13, owner), LS_KIND_TID, "lock",
	  "who holds the mutex: a hint for spinners, set after taking it and cleared before giving it back", { { 0 } } },
	{ "wait_lock", offsetof(struct mutex13, wait_lock), LS_KIND_SPINLOCK, "lock",
	  "guards the wait list and the decision to sleep", { { 0 } } },
	{ "wait_list", offsetof(struct mutex13, wait_list), LS_KIND_LIST, "lock",
	  "the sleepers, first come first woken", { { 0 } } },
	{ "spin_mlock", offsetof(struct mutex13, spin_mlock), LS_KIND_NODE, "lock",
	  "the last spinner in the queue (used from patch 3 on)", { { 0 } } },
	{ 0 },
};

static const struct ls_word_facts node_words[] = {
	{ "next", offsetof(struct mutex_node, next), LS_KIND_NODE, "node", "the spinner behind this one", { { 0 } } },
	{ "locked", offsetof(struct mutex_node, locked), LS_KIND_FLAG, "node", "1 when this spinner is the head", { { 0 } } },
	{ 0 },
};

enum { EXCLUSION, FREE_WORD, WAKE_TOKEN, SPINNER_QUEUE, AT_REST };
static const struct ls_invariant invariants[] = {
	[EXCLUSION] = { "mutual exclusion", "at most one thread holds the mutex" },
	[FREE_WORD] = { "free word", "count is 1 only when nobody holds the mutex" },
	[WAKE_TOKEN] = { "wake token",
		"when somebody is in the wait list and count is 0 or 1, a thread of the list is awake or an unlock is on its way to wake one" },
	[SPINNER_QUEUE] = { "spinner queue",
		"from patch 3 on, at most one spinner is the head, only one watches the owner, and the last in the queue is awake" },
	[AT_REST] = { "at rest", "when all threads have finished, count is 1, owner is NULL and all queues are empty" },
	{ 0 },
};

static u32 count_inside(const struct ls_machine *m, u8 proc)
{
	u32 count = 0;

	for (u32 i = 0; i < m->n; i++)
		count += ls_inside(&m->thread[i], proc);
	return count;
}

static bool wake_token(const struct ls_machine *m, const struct mutex13 *lk)
{
	for (u32 i = 0; i < m->n && lk->wait_list.t[i]; i++)
		if (m->thread[lk->wait_list.t[i] - 1].state == LS_RUNNING)
			return true;
	return count_inside(m, LS_PROC_mutex_unlock_slowpath) > 0;
}

static bool spinner_queue(const struct ls_machine *m, const struct mutex13 *lk)
{
	u32 watchers = count_inside(m, LS_PROC_mutex_spin_on_owner), tail = lk->spin_mlock.v, heads = 0;

	for (u32 tid = 1; tid <= m->n; tid++)
		heads += lk->node[tid].locked.v;
	if (heads > 1)
		return false;
	if (tail == 0)
		return watchers == 0;
	if (tail > m->n || watchers > 1)
		return false;
	return m->thread[tail - 1].status != LS_ASLEEP && ls_inside(&m->thread[tail - 1], LS_PROC_mutex_lock_common);
}

static bool at_rest(const struct mutex13 *lk)
{
	return lk->count.v == 1 && !lk->owner.v && !lk->wait_lock.v && !lk->wait_list.t[0] && !lk->spin_mlock.v;
}

static int broken(const struct ls_machine *m)
{
	const struct mutex13 *lk = (const void *)m->mem;
	u32 holders = ls_holders(m, LS_HOLDS_WRITE);

	if (holders > 1)
		return EXCLUSION;
	if (holders && lk->count.v == 1)
		return FREE_WORD;
	if (lk->wait_list.t[0] && (s32)lk->count.v >= 0 && !wake_token(m, lk))
		return WAKE_TOKEN;
	if (m->variant >= mutex_VARIANT_p3 && !spinner_queue(m, lk))
		return SPINNER_QUEUE;
	if (ls_finished(m) && !at_rest(lk))
		return AT_REST;
	return -1;
}

static void init(struct ls_machine *m)
{
	struct mutex13 *lk = (void *)m->mem;

	lk->count.v = 1;
}

static const struct ls_role roles[] = {
	[MUTEX_LOCKS] = { 'L', "locks with mutex_lock and unlocks" },
	[MUTEX_LOCKS_INTERRUPTIBLY] = { 'I', "locks with mutex_lock_interruptible, gives up on a signal" },
	{ 0 },
};

static const struct ls_queue queues[] = {
	{ "list", "sleepers", "wait_list", NULL, NULL, 0 },
	{ "mcs", "spinners", "spin_mlock", "next", "locked", mutex_VARIANT_p3 },
	{ "owner", "owner", "owner", NULL, NULL, 0 },
	{ 0 },
};

const struct ls_lock_facts mutex_facts = {
	.name = "mutex", .title = "Mutex of 2013", .family = "Mutex",
	.source = "Linux 3.9 and the mutex series of April 2013, patches 1 to 3: kernel/mutex.c",
	.file = "mutex.c", .worker = LS_PROC_mutex_worker, .kernel = true,
	.node_base = offsetof(struct mutex13, node), .node_size = sizeof(struct mutex_node),
	.env = 1 << LS_ENV_PREEMPT | 1 << LS_ENV_RUN | 1 << LS_ENV_SIGNAL,
	.words = words, .node_words = node_words, .roles = roles,
	.invariants = invariants, .queues = queues, .init = init, .broken = broken,
};
