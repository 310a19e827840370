/* SPDX-License-Identifier: MIT */
/*
 * osq: the queue in which the spinners of a rwsem (and, later, of a mutex) wait: an
 * MCS queue that a spinner can leave when the scheduler wants its CPU.
 * Source: kernel/locking/osq_lock.c of 2017; section 4.3 of the spec.
 *
 *   tail        0           nobody is queued
 *               T           T is the last in the queue
 *   T.next      U           U stands behind T; 0: nobody, or U has not linked itself
 *                           yet, or U is leaving
 *   T.prev      S           S stands before T, as T last knew
 *   T.locked    1           it is T's turn: T is the head
 *
 * Who leaves takes three steps: A gets out of its predecessor's next, B finds out who
 * comes next, C joins the two neighbours. Both neighbours may be leaving as well.
 */
#include "osq.h"






/* osq_wait_next: leaves the tail to prev, or waits until it is known who comes next. */
struct osq_node *osq_wait_next(struct osq *lock, struct osq_node *prev) { struct osq_node *node = osq_node_of(current); struct osq_node *seen, *next;
	for (;;) {
		seen = READ_ONCE(lock->tail); /* checks whether it is the last in the spinner queue */
		if (seen == node) {
			seen = cmpxchg_acquire(&lock->tail, node, prev); /* leaves as the last of the spinners, or finds that somebody has swapped itself in */
			if (seen == node)
				return NULL;
		}
		next = READ_ONCE(node->next); /* checks whether its successor has linked itself */
		if (next) {
			next = xchg(&node->next, NULL); /* unhooks its successor, which may be leaving too */
			if (next)
				return next;
		}
		cpu_relax();
	}
}

/* osq_lock: 1 = head of the spinners, 0 = gave up because the scheduler wants the CPU. */
int osq_lock(struct osq *lock) { struct osq_node *node = osq_node_of(current); struct osq_node *prev, *seen_node, *next; u32 seen;
	WRITE_ONCE(node->locked, 0); /* clears its turn flag */
	WRITE_ONCE(node->next, NULL); /* clears its link */
	prev = xchg(&lock->tail, node); /* swaps itself in as the last spinner */
	if (prev == NULL)
		return 1;
	WRITE_ONCE(node->prev, prev); /* remembers who stands before it */
	smp_store_release(&prev->next, node); /* links itself behind its predecessor */
	seen = smp_cond_load_relaxed(&node->locked, VAL || need_resched()); /* stops waiting: its turn, or its CPU is wanted, or spins on its own node */
	if (seen) {

		return 1;
	}

	/* step A: get out of the predecessor's next, unless it has just unlocked */
	for (;;) {
		seen_node = READ_ONCE(prev->next); /* checks whether its predecessor still points at it */
		if (seen_node == node) {
			seen_node = cmpxchg(&prev->next, node, NULL); /* steps out of its predecessor's sight, or loses to its predecessor's unlock */
			if (seen_node == node)
				break;
		}
		seen = smp_load_acquire(&node->locked); /* checks whether it has become the head after all */
		if (seen) {

			return 1;
		}
		cpu_relax();
		prev = READ_ONCE(node->prev); /* reads again who stands before it, for that thread may have left */
	}

	/* step B: find out who comes next; step C: join the two neighbours */
	next = osq_wait_next(lock, prev);
	if (next) {
		WRITE_ONCE(next->prev, prev); /* tells its successor who stands before it now */
		WRITE_ONCE(prev->next, next); /* links its two neighbours and is out */
	}

	return 0;
}
void osq_unlock(struct osq *lock)
{	struct osq_node *node = osq_node_of(current); struct osq_node *next;
	next = cmpxchg_release(&lock->tail, node, NULL); /* empties the spinner queue, for it is the last, or finds that others spin behind it */
	if (next != node) {
		next = xchg(&node->next, NULL); /* unhooks its successor */
		if (next == NULL)
			next = osq_wait_next(lock, NULL);
		if (next)
			WRITE_ONCE(next->locked, 1); /* makes its successor the head of the spinners */
	}

}
