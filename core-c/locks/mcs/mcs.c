/* SPDX-License-Identifier: MIT */
/*
 * mcs: the queue in which the mutex spinners of 2013 wait.
 * Source: "[PATCH v4 3/4] mutex: Queue mutex spinners with MCS lock to reduce cacheline
 * contention" of April 2013 (kernel/mutex.c: mspin_lock, mspin_unlock).
 *
 *   tail        0           nobody is queued
 *               T           T is the last in the queue
 *   T.next      0           nobody behind T, or it has not linked itself yet
 *               U           U stands behind T
 *   T.locked    0           T waits for its turn
 *               1           it is T's turn: T is the head
 *
 * The gap to watch: between the xchg and the store to prev->next the queue is
 * in two pieces. An unlock that falls into it must wait for the link.
 *
 * Orders as posted: the accesses to `next` and `locked` are relaxed, by ACCESS_ONCE (an smp_wmb() stands behind the
 * stores), the xchg and the cmpxchg are full barriers. So the queue excludes and does not order,
 * which its mutex does not ask of it; a lock of its own needs mend_orders (docs/findings.md, M0).
 */
#include "mcs.h"

LOCK(mcs, struct mcs, .worker = mcs_worker, .kernel = true,
	.title = "MCS queue of mutex spinners", .family = "MCS queue",
	.purpose = LS_TOLD("Those who spin stand in a queue, each on a word of its own."),
	.source = "mutex series of April 2013, patch 3/4: mspin_lock, mspin_unlock",
	.preempted = LS_TOLD("In the kernel’s mutex this cannot happen: its spinners run with preemption off, and the scheduler would only set need_resched. The queue alone, as it stands here, leaves that out."),
	.env = 1 << LS_ENV_PREEMPT | 1 << LS_ENV_RUN)

VARIANT(mcs, posted, .name = "mcs", .title = "as posted in patch 3 of 2013")

SWITCH(mcs, torn_swap, .title = "read the tail and write it in two steps instead of one xchg",
	.verdict = LS_VIOLATED, .invariant = "mutual exclusion", .shown_by = "mcs --threads 2")
SWITCH(mcs, no_wait_for_link, .title = "leave when next is still NULL although the tail has moved on",
	.verdict = LS_DEADLOCK, .shown_by = "mcs --threads 2")
SWITCH(mcs, late_init, .title = "clear the node only after joining the queue",
	.verdict = LS_DEADLOCK, .shown_by = "mcs --threads 2 --rounds 2")
SWITCH(mcs, mend_orders, .title = "fixed: the turn is passed by a store with release, and awaited with acquire",
	.verdict = LS_OK, .shown_by = "mcs --threads 2")

WORD(mcs, tail, .kind = LS_KIND_NODE, .line = "lock", .meaning = "the last thread in the queue", .as_object = true)
WORD(mcs_node, next, .kind = LS_KIND_NODE, .sign = LS_SIGN_LINK, .line = "node", .meaning = "the thread behind this one")
WORD(mcs_node, locked, .kind = LS_KIND_FLAG, .c_type = "int", .sign = LS_SIGN_HANDOFF, .line = "node", .meaning = "1 when it is this thread's turn")
C_NAMES(LOAD = ACCESS_ONCE, STORE = smp_wmb, CPU_RELAX = arch_mutex_cpu_relax)
QUEUE(mcs, .kind = "mcs", .title = "spinner queue", .tail = "tail", .next = "next", .ready = "locked", .prev = "prev")
ROLE(mcs, MCS_LOCKS, .letter = 'L', .title = "locker: locks and unlocks")

INVARIANT(mcs, exclusion, .name = "mutual exclusion", .about = "holders", .meaning = "at most one thread is the head of the queue",
	WRITERS() <= 1)
INVARIANT(mcs, empty_tail, .name = "empty tail", .meaning = "tail is NULL only when nobody holds the queue",
	lk->tail.v || !WRITERS())

PROC(mspin_lock, struct mcs, u32 prev;)
	if (!FAULT(mcs, late_init)) {
		STORE(lk->node[me].locked, 0, relaxed); /* clears its turn flag */
		STORE(lk->node[me].next, 0, relaxed); /* clears its link */
	}
	if (!FAULT(mcs, torn_swap)) {
		XCHG(my->prev, lk->tail, me, full); /* swaps itself in as the tail */
	} else {
		LOAD(my->prev, lk->tail, relaxed); /* reads the tail (fault: not one xchg) */
		STORE(lk->tail, me, relaxed); /* writes itself as the tail (fault: a step after the read) */
	}
	if (FAULT(mcs, late_init)) {
		STORE(lk->node[me].locked, 0, relaxed); /* clears its turn flag (fault: already in the queue) */
		STORE(lk->node[me].next, 0, relaxed); /* clears its link (fault: already in the queue) */
	}
	if (my->prev == 0) {
		TAKES_WRITE();
		STORE(lk->node[me].locked, 1, relaxed); /* finds the queue empty and is its head at once */
		RETURN(0);
	}
	STORE(lk->node[my->prev].next, me, relaxed); /* links itself behind its predecessor */
	if (FAULT(mcs, mend_orders))
		WAIT_UNTIL(lk->node[me].locked, VAL != 0, acquire); /* sees that its turn has come | spins on its own node */
	else
		WAIT_UNTIL(lk->node[me].locked, VAL != 0, relaxed); /* sees that its turn has come | spins on its own node */
	TAKES_WRITE();
END(mspin_lock)

PROC(mspin_unlock, struct mcs, u32 next; u32 old;)
	LOAD(my->next, lk->node[me].next, relaxed); /* reads who stands behind it */
	if (my->next == 0) {
		CAS(my->old, lk->tail, me, 0, full); /* empties the queue, for it is the last | finds that another thread has swapped itself in{no_wait_for_link ? , and leaves without waiting for its link (fault) : } */
		if (my->old == me || FAULT(mcs, no_wait_for_link)) {
			GIVES();
			RETURN(0);
		}
		AWAIT(my->next, lk->node[me].next, VAL != 0, relaxed); /* sees its successor linked | waits for its successor to link itself */
	}
	if (FAULT(mcs, mend_orders))
		STORE(lk->node[my->next].locked, 1, release); /* passes the turn to its successor */
	else
		STORE(lk->node[my->next].locked, 1, relaxed); /* passes the turn to its successor */
	GIVES();
END(mspin_unlock)

/* The workload: lock, one step of work, unlock. */
PROC(mcs_worker, struct mcs, u32 rounds;)
	while (my->rounds--) {
		DO(mspin_lock, lk);
		HOLD_WRITE();
		CRITICAL(); /* works as the head of the queue */
		UNHOLD();
		DO(mspin_unlock, lk);
	}
END(mcs_worker)
