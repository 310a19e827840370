/* SPDX-License-Identifier: MIT */
/*
 * osq: the queue in which the spinners of a mutex (from Linux 3.15 on) and of a rwsem
 * (from 3.16 on) wait: an MCS queue that a spinner can leave when the scheduler wants its CPU.
 * Source: kernel/locking/osq_lock.c of Linux 4.14; 6.12 takes the same steps.
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

LOCK(osq, struct osq, .worker = osq_worker, .kernel = true,
	.title = "OSQ, a queue that spinners can leave", .family = "MCS queue",
	.source = "Linux 4.14 to 6.12: kernel/locking/osq_lock.c",
	.env = 1 << LS_ENV_PREEMPT | 1 << LS_ENV_RUN)

VARIANT(osq, v4_14, .name = "osq", .title = "Linux 4.14 to 6.12")

SWITCH(osq, keeps_next, .title = "a leaver passes its successor on without unhooking it",
	.verdict = LS_VIOLATED, .invariant = "tail in line", .shown_by = "osq --threads QQQ --rounds 1 --budget p2")
SWITCH(osq, deaf_leaver, .title = "a leaver does not look whether its turn has come",
	.verdict = LS_NO_PROGRESS, .shown_by = "osq --threads QQ --rounds 1 --budget p1")
SWITCH(osq, no_wait_for_link, .title = "the unlock leaves when nobody has linked itself, although the tail has moved on",
	.verdict = LS_DEADLOCK, .shown_by = "osq --threads 2 --rounds 1")
SWITCH(osq, calls_the_last, .title = "the unlock calls the last in the queue, whom the tail names",
	.verdict = LS_DEADLOCK, .shown_by = "osq --threads 3 --rounds 1")

WORD(osq, tail, .kind = LS_KIND_NODE, .line = "lock", .meaning = "the last spinner in the queue", .as_object = true)
WORD(osq_node, next, .kind = LS_KIND_NODE, .sign = LS_SIGN_LINK, .line = "node", .meaning = "the spinner behind this one")
WORD(osq_node, prev, .kind = LS_KIND_NODE, .name_only = "prev", .line = "node", .meaning = "the spinner before this one")
WORD(osq_node, locked, .kind = LS_KIND_FLAG, .sign = LS_SIGN_HANDOFF, .line = "node", .meaning = "1 when it is this spinner's turn")

QUEUE(osq, .kind = "mcs", .title = "spinner queue", .tail = "tail", .next = "next", .ready = "locked", .prev = "prev")
ROLE(osq, OSQ_QUEUES_AGAIN, .letter = 'L', .title = "returner: queues up, and again when it had to leave")
ROLE(osq, OSQ_GIVES_UP, .letter = 'Q', .title = "leaver: queues up, and gives up when it had to leave")

INVARIANT(osq, exclusion, .name = "mutual exclusion", .about = "holders", .meaning = "at most one thread is the head of the queue",
	WRITERS() <= 1)
INVARIANT(osq, one_turn, .name = "one turn", .meaning = "at most one thread has been told that it is its turn",
	COUNT(t, lk->node[t].locked.v) <= 1)
INVARIANT(osq, tail_in_line, .name = "tail in line",
	.meaning = "tail names a thread that is in the queue, on its way in or on its way out; it is NULL only when there is no head",
	lk->tail.v ? HOLDS(lk->tail.v) != LS_HOLDS_NOTHING || INSIDE(lk->tail.v, osq_lock) || INSIDE(lk->tail.v, osq_unlock) : !WRITERS())
INVARIANT(osq, at_rest, .name = "at rest", .meaning = "when all threads have finished, the queue is empty",
	!FINISHED() || !lk->tail.v)

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
		if (my->next && !FAULT(osq, keeps_next))
			XCHG(my->next, lk->node[me].next, 0, full); /* unhooks its successor, which may be leaving too */
		if (my->next)
			RETURN(my->next);

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
	STORE(lk->node[my->prev].next, me, wmb); /* links itself behind its predecessor */
	AWAIT(my->seen, lk->node[me].locked, VAL != 0 || NEED_RESCHED(), relaxed); /* stops spinning on its own node | spins on its own node */
	if (my->seen)
		goto head;

	/* step A: get out of the predecessor's next, unless it has just unlocked. The predecessor may
	 * be leaving too, in another of the three steps; then it says behind whom this thread stands
	 * from then on */
	for (;;) {
		LOAD(my->seen, lk->node[my->prev].next, relaxed); /* checks whether its predecessor still points at it */
		if (my->seen == me)
			CAS(my->seen, lk->node[my->prev].next, me, 0, full); /* steps out of its predecessor's sight | finds that its predecessor has unhooked it just before */
		if (my->seen == me)
			break;
		if (!FAULT(osq, deaf_leaver))
			LOAD(my->seen, lk->node[me].locked, acquire); /* checks whether it has become the head after all */
		if (my->seen && !FAULT(osq, deaf_leaver))
			goto head;
		CPU_RELAX();
		/* The predecessor may have left meanwhile. Then it has said who stands before this thread now; who
		 * does not read that can leave no more, and has to wait for its turn. */
		LOAD(my->prev, lk->node[me].prev, relaxed); /* reads again who stands before it, for that thread may have left{deaf_leaver ? ; whether its own turn has come it does not ask (fault) : } */
	}

	/* step B: find out who comes next; step C: join the two neighbours */
	CALL(my->next, osq_wait_next, lk, .prev = my->prev);
	if (my->next) {
		STORE(lk->node[my->next].prev, my->prev, relaxed); /* tells its successor who stands before it now */
		STORE(lk->node[my->prev].next, my->next, relaxed); /* links its two neighbours and is out */
	}
	OUT_OF_SCOPE(lk->node[me].prev);
	RETURN(0);

head:
	OUT_OF_SCOPE(lk->node[me].prev);
	RETURN(1);
END(osq_lock)

PROC(osq_unlock, struct osq, u32 next;)
	CAS(my->next, lk->tail, me, 0, release); /* empties the spinner queue, for it is the last | finds that others spin behind it{calls_the_last ? , and takes the last of them for the next (fault) : } */
	if (my->next != me && !FAULT(osq, calls_the_last))
		XCHG(my->next, lk->node[me].next, 0, full); /* unhooks its successor */
	if (my->next == 0 && !FAULT(osq, no_wait_for_link))
		CALL(my->next, osq_wait_next, lk, .prev = 0);
	if (my->next && my->next != me)
		STORE(lk->node[my->next].locked, 1, relaxed); /* makes its successor the head of the spinners */

	OUT_OF_SCOPE(lk->node[me].locked);
END(osq_unlock)

/* The workload: one step as the head. Who had to leave queues up again, or gives up, by its role. */
PROC(osq_worker, struct osq, u32 rounds; u32 head;)
	while (my->rounds--) {
		do {
			PREEMPT_DISABLE();
			CALL(my->head, osq_lock, lk);
			if (my->head) {
				TAKES_WRITE();
				HOLD_WRITE();
				CRITICAL(); /* works as the head of the queue */
				UNHOLD();
				DO(osq_unlock, lk);
				GIVES();
			}
			PREEMPT_ENABLE();
		} while (!my->head && MY_ROLE() == OSQ_QUEUES_AGAIN);
	}
END(osq_worker)
