/* SPDX-License-Identifier: MIT */
/*
 * mcs: the queue in which the mutex spinners of 2013 wait.
 * Source: seed 002, patch 3/4 (kernel/mutex.c: mspin_lock, mspin_unlock).
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
 */
#include "mcs.h"


























void mspin_lock(struct mcs *lock)
{	struct mcs_node *node = mcs_node_of(current); struct mcs_node *prev;
	if (!IS_ENABLED(FAULT_LATE_INIT)) {
		WRITE_ONCE(node->locked, 0); /* clears its turn flag */
		WRITE_ONCE(node->next, NULL); /* clears its link */
	}
	if (!IS_ENABLED(FAULT_TORN_SWAP)) {
		prev = xchg(&lock->tail, node); /* swaps itself in as the tail */
	} else {
		prev = READ_ONCE(lock->tail); /* reads the tail (fault: not one xchg) */
		WRITE_ONCE(lock->tail, node); /* writes itself as the tail (fault: too late) */
	}
	if (IS_ENABLED(FAULT_LATE_INIT)) {
		WRITE_ONCE(node->locked, 0); /* clears its turn flag (fault: already in the queue) */
		WRITE_ONCE(node->next, NULL); /* clears its link (fault: already in the queue) */
	}
	if (prev == NULL) {
		/* has the lock from here */
		WRITE_ONCE(node->locked, 1); /* finds the queue empty and is its head at once */
		return;
	}
	smp_store_release(&prev->next, node); /* links itself behind its predecessor */
	smp_cond_load_acquire(&node->locked, VAL); /* sees that its turn has come, or spins on its own node */
	/* has the lock from here */
}
void mspin_unlock(struct mcs *lock)
{	struct mcs_node *node = mcs_node_of(current); struct mcs_node *next, *old;
	next = READ_ONCE(node->next); /* reads who stands behind it */
	if (next == NULL) {
		old = cmpxchg(&lock->tail, node, NULL); /* empties the queue, for it is the last, or finds that somebody has swapped itself in */
		if (old == node || IS_ENABLED(FAULT_NO_WAIT_FOR_LINK)) {
			/* has the lock no longer */
			return;
		}
		next = smp_cond_load_relaxed(&node->next, VAL); /* sees its successor linked, or waits for its successor to link itself */
	}
	smp_store_release(&next->locked, 1); /* passes the turn to its successor */
	/* has the lock no longer */
}

/* The workload: lock, one step of work, unlock. */
void mcs_worker(struct mcs *lock, u32 rounds) {
	while (rounds--) {
		mspin_lock(lock);
		/* holds the lock */
		critical_section(); /* works as the head of the queue */
		/* holds it no longer */
		mspin_unlock(lock);
	}
}
