/* SPDX-License-Identifier: MIT */
/*
 * osq: the queue in which the spinners of a mutex (from Linux 3.15 on) and of a rwsem
 * (from 3.16 on) wait: an MCS queue that a spinner can leave when the scheduler wants its CPU.
 * Source: kernel/locking/osq_lock.c of Linux 4.14.
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

WORD(osq, tail, .kind = LS_KIND_NODE, .line = "lock", .meaning = "the last spinner in the queue", .as_object = true)
WORD(osq_node, next, .kind = LS_KIND_NODE, .sign = LS_SIGN_LINK, .line = "node", .meaning = "the spinner behind this one")
WORD(osq_node, prev, .kind = LS_KIND_NODE, .line = "node", .meaning = "the spinner before this one")
WORD(osq_node, locked, .kind = LS_KIND_FLAG, .sign = LS_SIGN_HANDOFF, .line = "node", .meaning = "1 when it is this spinner's turn")

/* osq_wait_next: leaves the tail to prev, or waits until it is known who comes next. */
PROC(osq_wait_next, struct osq, u32 prev; u32 seen; u32 next;)
	for (;;) {
		LOAD(my->seen, lk->tail, relaxed); /* checks whether it is the last in the spinner queue */
		if (my->seen == me) {
			CAS(my->seen, lk->tail, me, my->prev, acquire); /* leaves as the last of the spinners | finds that another thread has swapped itself in */
			if (my->seen == me)
				RETURN(0);
		}
		LOAD(my->next, lk->node[me].next, relaxed); /* checks whether its successor has linked itself */
		if (my->next) {
			XCHG(my->next, lk->node[me].next, 0, full); /* unhooks its successor, which may be leaving too */
			if (my->next)
				RETURN(my->next);
		}
		CPU_RELAX();
	}
END(osq_wait_next)

/* osq_lock: 1 = head of the spinners, 0 = gave up because the scheduler wants the CPU. */
PROC(osq_lock, struct osq, u32 prev; u32 next; u32 seen;)
	STORE(lk->node[me].locked, 0, relaxed); /* clears its turn flag */
	STORE(lk->node[me].next, 0, relaxed); /* clears its link */
	XCHG(my->prev, lk->tail, me, full); /* swaps itself in as the last spinner */
	if (my->prev == 0)
		RETURN(1);
	STORE(lk->node[me].prev, my->prev, relaxed); /* remembers who stands before it */
	STORE(lk->node[my->prev].next, me, release); /* links itself behind its predecessor */
	AWAIT(my->seen, lk->node[me].locked, VAL != 0 || NEED_RESCHED(), relaxed); /* stops spinning on its own node | spins on its own node */
	if (my->seen) {
		OUT_OF_SCOPE(lk->node[me].prev);
		RETURN(1);
	}

	/* step A: get out of the predecessor's next, unless it has just unlocked */
	for (;;) {
		LOAD(my->seen, lk->node[my->prev].next, relaxed); /* checks whether its predecessor still points at it */
		if (my->seen == me) {
			CAS(my->seen, lk->node[my->prev].next, me, 0, full); /* steps out of its predecessor's sight | loses to its predecessor's unlock */
			if (my->seen == me)
				break;
		}
		LOAD(my->seen, lk->node[me].locked, acquire); /* checks whether it has become the head after all */
		if (my->seen) {
			OUT_OF_SCOPE(lk->node[me].prev);
			RETURN(1);
		}
		CPU_RELAX();
		LOAD(my->prev, lk->node[me].prev, relaxed); /* reads again who stands before it, for that thread may have left */
	}

	/* step B: find out who comes next; step C: join the two neighbours */
	CALL(my->next, osq_wait_next, lk, .prev = my->prev);
	if (my->next) {
		STORE(lk->node[my->next].prev, my->prev, relaxed); /* tells its successor who stands before it now */
		STORE(lk->node[my->prev].next, my->next, relaxed); /* links its two neighbours and is out */
	}
	OUT_OF_SCOPE(lk->node[me].prev);
	RETURN(0);
END(osq_lock)

PROC(osq_unlock, struct osq, u32 next;)
	CAS(my->next, lk->tail, me, 0, release); /* empties the spinner queue, for it is the last | finds that others spin behind it */
	if (my->next != me) {
		XCHG(my->next, lk->node[me].next, 0, full); /* unhooks its successor */
		if (my->next == 0)
			CALL(my->next, osq_wait_next, lk, .prev = 0);
		if (my->next)
			STORE(lk->node[my->next].locked, 1, relaxed); /* makes its successor the head of the spinners */
	}
	OUT_OF_SCOPE(lk->node[me].locked);
END(osq_unlock)
