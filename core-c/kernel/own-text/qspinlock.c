/* SPDX-License-Identifier: MIT */
/* kernel/locking/qspinlock.c beside our `qspinlock`; with OWN_TEXT_X86 and x86's header, beside `qspinlock-x86`. */
#include "shim.h"

#ifdef OWN_TEXT_X86
#include "asm/qspinlock.h"
/* The one constant that is not x86's: how often a thread looks again is 512 there, and in our text 1 as elsewhere. */
#undef _Q_PENDING_LOOPS
#define OURS "qspinlock-x86"
#else
#include "asm-generic/qspinlock.h"
#define OURS "qspinlock"
#endif

#include "kernel/locking/qspinlock.c"

#include "side.h"

static struct qspinlock lock;

static OWN_GLUE struct qnode *node(uint32_t tid)
{
	return per_cpu_ptr(&qnodes[0], (int)tid - 1);
}

static OWN_GLUE void reset(void)
{
	__builtin_memset(&lock, 0, sizeof lock);
	for (uint32_t tid = 1; tid <= OWN_THREADS; tid++)
		__builtin_memset(node(tid), 0, MAX_NODES * sizeof(struct qnode));
}

static OWN_GLUE void a_round(uint32_t tid, uint32_t role)
{
	(void)tid;
	if (role) {
		if (!queued_spin_trylock(&lock))
			return;
	} else {
		queued_spin_lock(&lock);
	}
	own_work();
	queued_spin_unlock(&lock);
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

	if (at >= (uintptr_t)&lock && at < (uintptr_t)(&lock + 1))
		*out = (struct own_word){.name = "val", .shift = 8 * (uint32_t)(at - (uintptr_t)&lock)};
	else if (tid && within == offsetof(struct mcs_spinlock, next))
		*out = (struct own_word){.name = "next", .tid = tid, .points = true};
	else if (tid && within == offsetof(struct mcs_spinlock, locked))
		*out = (struct own_word){.name = "locked", .tid = tid};
	else
		return false;
	return true;
}

const struct own_text own_text = {
    .ours = OURS,
    .tries = true,
    .orders = true,
#ifdef OWN_TEXT_X86
    .acquires = "val", /* as each load of x86 does, which the text relies on behind the bit */
#endif
    .reset = reset,
    .round = a_round,
    .word_at = word_at,
    .node_of = node_of,
};
