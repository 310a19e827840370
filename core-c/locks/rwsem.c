/* SPDX-License-Identifier: MIT */
/*
 * rwsem: the readers-writer semaphore of the 2017 series (v6), before patch 07 and
 * with it. Source: seed 001, patch 07/11 "Implement lock handoff to prevent lock
 * starvation" (kernel/locking/rwsem-xadd.c and .h); the lines between its hunks
 * from sections 5 and 6 of the spec, the spinner queue (osq_lock.c) from 4.3.
 *
 *   count   bit 0      WRITER   a writer holds the lock
 *           bit 1      WAITERS  the wait list is not empty
 *           bit 2      HANDOFF  nobody but the first waiter may take it (patch 07)
 *           bits 8-31  readers that hold the lock or try to
 *   owner   0 nobody, T writer T, READERS the last to take it were readers
 *   osq     0 no spinner, else the last spinner in the queue
 *
 *   0                           free, nobody waits: the only value that the writer's
 *                               fast path takes
 *   WAITERS                     free, and yet somebody waits: whoever comes first
 *                               takes it, a spinner before the sleeper (stealing)
 *   WAITERS HANDOFF             free for the first waiter alone
 *   WRITER [WAITERS] [HANDOFF]  a writer is in
 *   readers                     readers are in, more may join
 *   readers WAITERS             readers are in, newcomers must queue. Or nobody is in,
 *                               and a reader that failed has yet to take its bias back
 *
 * wait_lock guards the wait list, both flags with it (but for one lockless OR, see
 * rwsem17_down_write_failed), the granting of readers and the taking by queued
 * writers. It does not guard fast paths, spinners and owner.
 *
 * `adjustment` is what one atomic addition does to several fields at once.
 */
#include "rwsem.h"

#define LOCK_TYPE struct rwsem17

/* wake_q: tasks to wake when the wait_lock is free again, as a set of threads; the
 * kernel keeps them in order */
#define LOWEST(q) ((u32)__builtin_ctzll(q))

/* --- the queue of spinners: kernel/locking/osq_lock.c ------------------------------ */

/* osq_wait_next: leaves the tail to prev, or waits until it is known who comes next. */
PROC(rwsem17_osq_wait_next, u32 prev; u32 seen; u32 next;)
	for (;;) {
		LOAD(my->seen, lk->osq, relaxed); /* looks whether it is the last in the spinner queue */
		if (my->seen == me) {
			CAS(my->seen, lk->osq, me, my->prev, acquire); /* leaves as the last of the spinners | finds that somebody has swapped himself in */
			if (my->seen == me)
				RETURN(0);
		}
		FORGET(my->seen);
		LOAD(my->next, lk->node[me].next, relaxed); /* looks whether its successor has linked himself */
		if (my->next) {
			XCHG(my->next, lk->node[me].next, 0, full); /* unhooks its successor, who may be leaving too */
			if (my->next)
				RETURN(my->next);
		}
		CPU_RELAX();
	}
END(rwsem17_osq_wait_next)

/* osq_lock: 1 = head of the spinners, 0 = gave up because the scheduler wants the CPU. */
PROC(rwsem17_osq_lock, u32 prev; u32 next; u32 seen;)
	STORE(lk->node[me].locked, 0, relaxed); /* clears its turn flag */
	STORE(lk->node[me].next, 0, relaxed); /* clears its link */
	XCHG(my->prev, lk->osq, me, full); /* swaps itself in as the last spinner */
	if (my->prev == 0)
		RETURN(1);
	STORE(lk->node[me].prev, my->prev, relaxed); /* remembers who stands before it */
	STORE(lk->node[my->prev].next, me, release); /* links itself behind its predecessor */
	AWAIT(my->seen, lk->node[me].locked, VAL != 0 || NEED_RESCHED(), relaxed); /* stops waiting: its turn, or its CPU is wanted | spins on its own node */
	if (my->seen) {
		OUT_OF_SCOPE(lk->node[me].prev);
		RETURN(1);
	}

	/* step A: get out of the predecessor's next, unless he has just unlocked */
	for (;;) {
		LOAD(my->seen, lk->node[my->prev].next, relaxed); /* looks whether its predecessor still points at it */
		if (my->seen == me) {
			CAS(my->seen, lk->node[my->prev].next, me, 0, full); /* steps out of its predecessor's sight | loses to its predecessor's unlock */
			if (my->seen == me)
				break;
		}
		FORGET(my->seen);
		LOAD(my->seen, lk->node[me].locked, acquire); /* looks whether it has become the head after all */
		if (my->seen) {
			OUT_OF_SCOPE(lk->node[me].prev);
			RETURN(1);
		}
		CPU_RELAX();
		LOAD(my->prev, lk->node[me].prev, relaxed); /* looks again who stands before it, for he may have left */
	}
	FORGET(my->seen);

	/* step B: find out who comes next; step C: join the two neighbours */
	CALL(my->next, rwsem17_osq_wait_next, .prev = my->prev);
	if (my->next) {
		STORE(lk->node[my->next].prev, my->prev, relaxed); /* tells its successor who stands before him now */
		STORE(lk->node[my->prev].next, my->next, relaxed); /* links its two neighbours and is out */
	}
	OUT_OF_SCOPE(lk->node[me].prev);
	RETURN(0);
END(rwsem17_osq_lock)

PROC(rwsem17_osq_unlock, u32 next;)
	CAS(my->next, lk->osq, me, 0, release); /* empties the spinner queue, for it is the last | finds that others spin behind it */
	if (my->next != me) {
		XCHG(my->next, lk->node[me].next, 0, full); /* unhooks its successor */
		if (my->next == 0)
			CALL(my->next, rwsem17_osq_wait_next, .prev = 0);
		if (my->next)
			STORE(lk->node[my->next].locked, 1, relaxed); /* makes its successor the head of the spinners */
	}
	OUT_OF_SCOPE(lk->node[me].locked);
END(rwsem17_osq_unlock)

/* --- owner ---------------------------------------------------------------------------- */

/* rwsem_set_reader_owned: writes only if it must, to spare the cache line. */
PROC(rwsem17_set_reader_owned, u32 owner;)
	LOAD(my->owner, lk->owner, relaxed); /* looks whether the lock is marked as the readers' already */
	if (my->owner != RWSEM_READER_OWNED)
		STORE(lk->owner, RWSEM_READER_OWNED, relaxed); /* marks the lock as the readers' */
END(rwsem17_set_reader_owned)

/* rwsem_can_spin_on_owner */
PROC(rwsem17_can_spin_on_owner, u32 owner;)
	if (NEED_RESCHED())
		RETURN(0);
	LOAD(my->owner, lk->owner, relaxed); /* looks who owns the lock, before it spins */
	if (my->owner == 0 || my->owner == RWSEM_READER_OWNED)
		RETURN(my->owner == 0);
	ON_CPU(my->owner, my->owner); /* looks whether the owner is running */
	RETURN(my->owner);
END(rwsem17_can_spin_on_owner)

/* rwsem_spin_on_owner: 0 = stop spinning. */
PROC(rwsem17_spin_on_owner, u32 owner; u32 now;)
	LOAD(my->owner, lk->owner, relaxed); /* looks whom to watch */
	if (my->owner != 0 && my->owner != RWSEM_READER_OWNED) {
		for (;;) {
			LOAD(my->now, lk->owner, relaxed); /* checks that the owner is still the same */
			if (my->now != my->owner)
				break;
			ON_CPU(my->now, my->owner); /* checks that the owner is running */
			if (!my->now || NEED_RESCHED())
				RETURN(0);
			FORGET(my->now);
			CPU_RELAX();
		}
	}
	FORGET(my->now);
	LOAD(my->owner, lk->owner, relaxed); /* looks whether readers own the lock now */
	RETURN(my->owner != RWSEM_READER_OWNED);
END(rwsem17_spin_on_owner)

/* --- two ways for a writer to take the lock --------------------------------------------- */

/* rwsem_try_write_lock_unqueued: lock stealing, past whoever waits in the list. */
PROC(rwsem17_try_write_lock_unqueued, u32 count; u32 old;)
	LOAD(my->count, lk->count, relaxed); /* looks whether the lock is free */
	for (;;) {
		if (my->count & RWSEM_LOCK_MASK)
			RETURN(0);
		if ((my->count & RWSEM_FLAG_HANDOFF) && !FAULT(rwsem, steal_despite_handoff))
			RETURN(0);
		if (FAULT(rwsem, blind_steal)) {
			STORE(lk->count, my->count + RWSEM_WRITER_LOCKED, relaxed); /* takes the lock (fault: without comparing) */
			break;
		}
		CAS(my->old, lk->count, my->count, my->count + RWSEM_WRITER_LOCKED, acquire); /* takes the lock as a spinner, past the waiters | comes too late, for the count has changed */
		if (my->old == my->count)
			break;
		my->count = my->old;
		FORGET(my->old);
		CPU_RELAX();
	}
	TAKES_WRITE();
	/* from the flag on, no spinner overtakes the first waiter */
	ASSERT(!(my->count & RWSEM_FLAG_HANDOFF));
	FORGET(my->count);
	FORGET(my->old);
	STORE(lk->owner, me, relaxed); /* signs as the owner */
	RETURN(1);
END(rwsem17_try_write_lock_unqueued)

/* rwsem_try_write_lock: a queued writer, under the wait_lock. A stale count just fails. */
PROC(rwsem17_try_write_lock, u32 count; u32 first; u32 waiters; u32 old;)
	if (my->count & RWSEM_LOCK_MASK)
		RETURN(0);
	if (SINCE(rwsem, handoff) && !my->first && (my->count & RWSEM_FLAG_HANDOFF))
		RETURN(0);
	FORGET(my->first);
	LIST_COUNT(my->waiters, lk->wait_list); /* looks whether it waits alone */
	my->waiters = my->waiters == 1 ? RWSEM_FLAG_WAITERS : 0;
	CAS(my->old, lk->count, my->count, my->count + RWSEM_WRITER_LOCKED - my->waiters - (my->count & RWSEM_FLAG_HANDOFF), acquire); /* takes the lock from its place in the list | comes too late, for the count has changed */
	if (my->old != my->count)
		RETURN(0);
	TAKES_WRITE();
	FORGET(my->old);
	FORGET(my->waiters);
	FORGET(my->count);
	STORE(lk->owner, me, relaxed); /* signs as the owner */
	RETURN(1);
END(rwsem17_try_write_lock)

/* rwsem_optimistic_spin: 1 = got the lock. */
PROC(rwsem17_optimistic_spin, u32 taken; u32 owner;)
	PREEMPT_DISABLE();
	CALL(my->taken, rwsem17_can_spin_on_owner);
	if (!my->taken)
		goto done;
	CALL(my->taken, rwsem17_osq_lock);
	if (!my->taken)
		goto done;
	for (;;) {
		CALL(my->taken, rwsem17_spin_on_owner);
		if (!my->taken)
			break;
		CALL(my->taken, rwsem17_try_write_lock_unqueued);
		if (my->taken)
			break;
		/* a real-time task would leave here too */
		LOAD(my->owner, lk->owner, relaxed); /* looks whether anybody has signed as the owner */
		if (my->owner == 0 && NEED_RESCHED())
			break;
		FORGET(my->owner);
		CPU_RELAX();
	}
	FORGET(my->owner);
	DO(rwsem17_osq_unlock);
done:
	PREEMPT_ENABLE();
	RETURN(my->taken);
END(rwsem17_optimistic_spin)

/* --- waking, under the wait_lock and after it --------------------------------------------- */

/* wake_q_add: a task is on one wake_q at a time; whoever has it there wakes it. */
PROC(rwsem17_wake_q_add, u32 tid; u32 waker;)
	CAS(my->waker, lk->node[my->tid].wake_q, 0, me, full); /* notes the thread for a wake-up | leaves it to another, who is about to wake the thread */
	RETURN(my->waker ? 0 : (tasks)1 << my->tid);
END(rwsem17_wake_q_add)

/* wake_up_q */
PROC(rwsem17_wake_up_q, tasks wake_q; u32 tid;)
	while (my->wake_q) {
		my->tid = LOWEST(my->wake_q);
		my->wake_q &= my->wake_q - 1;
		STORE(lk->node[my->tid].wake_q, 0, relaxed); /* strikes a thread off its wake list */
		WAKE(my->tid, my->tid); /* wakes a thread that it has picked | finds the thread that it has picked awake */
		FORGET(my->tid);
	}
END(rwsem17_wake_up_q)

/* __rwsem_mark_wake: picks whom to wake and grants readers the lock. Returns the wake_q. */
PROC(rwsem17_mark_wake, u32 type; u32 head; u32 task; tasks seen; u32 adjustment; u32 woken; tasks wake_q; tasks granted;)
	LIST_FIRST(my->head, lk->wait_list); /* looks who waits first */
	LOAD(my->seen, lk->node[my->head].type, relaxed); /* sees that the first is a reader | sees that the first is a writer */
	OTHERWISE(my->seen == RWSEM_WAITING_FOR_WRITE);
	if (my->seen == RWSEM_WAITING_FOR_WRITE) {
		if (my->type == RWSEM_WAKE_ANY) {
			LOAD(my->seen, lk->node[my->head].task, relaxed); /* picks the first writer, who must compete for the lock */
			CALL(my->wake_q, rwsem17_wake_q_add, .tid = my->seen);
		}
		RETURN(my->wake_q);
	}
	FORGET(my->seen);

	/* grant the first reader early: then no writer can steal the lock any more */
	if (my->type != RWSEM_WAKE_READ_OWNED) {
		my->adjustment = RWSEM_READER_BIAS;
		FETCH_ADD(my->seen, lk->count, my->adjustment, full); /* counts the first reader in, before a writer can steal */
		if (my->seen & RWSEM_WRITER_LOCKED) {
			if (SINCE(rwsem, handoff) && !(my->seen & RWSEM_FLAG_HANDOFF) && THRESHOLD_PASSED(my->head))
				my->adjustment -= RWSEM_FLAG_HANDOFF;
			FORGET(my->head);
			FORGET(my->seen);
			if (!FAULT(rwsem, no_undo))
				ADD(lk->count, -my->adjustment, relaxed); /* takes the reader back out, for a writer stole the lock; asks for handoff if he has waited too long */
			RETURN(0);
		}
		FORGET(my->seen);
		DO(rwsem17_set_reader_owned);
	}
	FORGET(my->type);
	FORGET(my->head);

	/* the group of readers up to the first writer. One pass, as posted: the store to
	 * task is the grant, but the count follows only after the loop */
	for (;;) {
		LIST_FIRST(my->head, lk->wait_list); /* looks who is next in the list */
		if (my->head == 0)
			break;
		LOAD(my->seen, lk->node[my->head].type, relaxed); /* looks whether he reads too */
		if (my->seen == RWSEM_WAITING_FOR_WRITE)
			break;
		FORGET(my->seen);
		my->woken++;
		if (FAULT(rwsem, mend_two_pass)) {
			my->granted |= (tasks)1 << my->head;
			LIST_DEL(lk->wait_list, my->head); /* takes the reader off the list (mended: grants later) */
			FORGET(my->head);
			continue;
		}
		LOAD(my->task, lk->node[my->head].task, relaxed); /* picks the reader to be woken */
		if (FAULT(rwsem, wake_q_first)) {
			CALL(my->seen, rwsem17_wake_q_add, .tid = my->task);
			my->wake_q |= my->seen;
		}
		FORGET(my->seen);
		LIST_DEL(lk->wait_list, my->head); /* takes the reader off the list */
		STORE(lk->node[my->head].task, 0, release); /* grants the reader the lock */
		FORGET(my->head);
		if (!FAULT(rwsem, wake_q_first)) {
			CALL(my->seen, rwsem17_wake_q_add, .tid = my->task);
			my->wake_q |= my->seen;
		}
		FORGET(my->task);
		FORGET(my->seen);
	}
	FORGET(my->head);
	FORGET(my->seen);

	my->adjustment = my->woken * RWSEM_READER_BIAS - my->adjustment;
	LIST_FIRST(my->seen, lk->wait_list); /* looks whether anybody still waits */
	if (my->seen == 0 && !FAULT(rwsem, waiters_stay))
		my->adjustment -= RWSEM_FLAG_WAITERS;
	FORGET(my->seen);
	if (SINCE(rwsem, handoff) && my->woken) {
		LOAD(my->seen, lk->count, relaxed); /* looks whether a handoff was asked for */
		if (my->seen & RWSEM_FLAG_HANDOFF)
			my->adjustment -= RWSEM_FLAG_HANDOFF;
	}
	FORGET(my->seen);
	FORGET(my->woken);
	if (my->adjustment)
		ADD(lk->count, my->adjustment, relaxed); /* counts the other readers in and settles the flags */
	FORGET(my->adjustment);

	/* the second pass of a later kernel, only with the switch mend_two_pass */
	while (my->granted) {
		my->head = LOWEST(my->granted);
		my->granted &= my->granted - 1;
		LOAD(my->task, lk->node[my->head].task, relaxed); /* picks the reader to be woken */
		STORE(lk->node[my->head].task, 0, release); /* grants the reader the lock */
		FORGET(my->head);
		CALL(my->seen, rwsem17_wake_q_add, .tid = my->task);
		my->wake_q |= my->seen;
		FORGET(my->task);
		FORGET(my->seen);
	}
	RETURN(my->wake_q);
END(rwsem17_mark_wake)

/* rwsem_wake: after an unlock that saw waiters. count is what the unlock saw (patch 07). */
PROC(rwsem17_wake, u32 count; u32 seen; tasks wake_q;)
	if (FAULT(rwsem, mend_no_shortcut))
		goto lock;
	LOAD(my->seen, lk->osq, acquire); /* looks whether somebody spins for the lock */
	if (my->seen && !(SINCE(rwsem, handoff) && (my->count & RWSEM_FLAG_HANDOFF))) {
		FORGET(my->count);
		SPIN_TRYLOCK(my->seen, lk->wait_lock); /* locks the wait list | wakes nobody: the list is busy and a spinner will take the lock */
		if (!my->seen)
			RETURN(0);
		FORGET(my->seen);
		goto locked;
	}
	FORGET(my->seen);
lock:
	FORGET(my->count);
	SPIN_LOCK(lk->wait_lock); /* locks the wait list | spins for the wait list */
locked:
	LIST_FIRST(my->seen, lk->wait_list); /* looks whether anybody waits */
	if (my->seen) {
		FORGET(my->seen);
		CALL(my->wake_q, rwsem17_mark_wake, .type = RWSEM_WAKE_ANY);
	}
	SPIN_UNLOCK(lk->wait_lock); /* lets go of the wait list */
	DO(rwsem17_wake_up_q, .wake_q = my->wake_q);
END(rwsem17_wake)

/* rwsem_downgrade_wake */
PROC(rwsem17_downgrade_wake, u32 seen; tasks wake_q;)
	SPIN_LOCK(lk->wait_lock); /* locks the wait list | spins for the wait list */
	LIST_FIRST(my->seen, lk->wait_list); /* looks whether anybody waits */
	if (my->seen) {
		FORGET(my->seen);
		CALL(my->wake_q, rwsem17_mark_wake, .type = RWSEM_WAKE_READ_OWNED);
	}
	SPIN_UNLOCK(lk->wait_lock); /* lets go of the wait list */
	DO(rwsem17_wake_up_q, .wake_q = my->wake_q);
END(rwsem17_downgrade_wake)

/* --- the slow paths ------------------------------------------------------------------------ */

/* __rwsem_down_read_failed_common. The bias of the fast path is still in the count. */
PROC(rwsem17_down_read_failed, u32 state; u32 adjustment; u32 seen; tasks wake_q;)
	my->adjustment = -RWSEM_READER_BIAS;
	STORE(lk->node[me].task, me, relaxed); /* writes its name on its waiter */
	STORE(lk->node[me].type, RWSEM_WAITING_FOR_READ, relaxed); /* notes that it waits to read */
	if (SINCE(rwsem, handoff))
		THRESHOLD_START();
	SPIN_LOCK(lk->wait_lock); /* locks the wait list | spins for the wait list */
	LIST_FIRST(my->seen, lk->wait_list); /* looks whether anybody waits already */
	if (my->seen == 0)
		my->adjustment += RWSEM_FLAG_WAITERS;
	FORGET(my->seen);
	LIST_ADD(lk->wait_list, me); /* stands last in the wait list */
	if (FAULT(rwsem, keep_bias))
		my->adjustment += RWSEM_READER_BIAS;
	ADD_RETURN(my->seen, lk->count, my->adjustment, full); /* takes its reader bias back and sees to the WAITERS flag */
	/* nobody is in; or no writer is, and nobody waits before it */
	if (!(my->seen & RWSEM_LOCK_MASK) || (!(my->seen & RWSEM_WRITER_LOCKED) && my->adjustment != -RWSEM_READER_BIAS)) {
		FORGET(my->seen);
		FORGET(my->adjustment);
		CALL(my->wake_q, rwsem17_mark_wake, .type = RWSEM_WAKE_ANY);
	}
	FORGET(my->seen);
	FORGET(my->adjustment);
	SPIN_UNLOCK(lk->wait_lock); /* lets go of the wait list */
	DO(rwsem17_wake_up_q, .wake_q = my->wake_q);
	FORGET(my->wake_q);

	for (;;) {
		if (FAULT(rwsem, no_recheck))
			LOAD(my->seen, lk->node[me].task, relaxed); /* looks for its grant (fault: before it marks itself as sleeping) */
		SET_STATE(my->state); /* marks itself as sleeping */
		if (!FAULT(rwsem, no_recheck))
			LOAD(my->seen, lk->node[me].task, relaxed); /* looks whether it has been granted the lock */
		if (my->seen == 0)
			break;
		FORGET(my->seen);
		if (SIGNAL_PENDING(my->state)) {
			SPIN_LOCK(lk->wait_lock); /* has been killed and locks the wait list | spins for the wait list */
			LOAD(my->seen, lk->node[me].task, relaxed); /* looks whether the grant came before the kill */
			if (my->seen)
				goto out_nolock;
			TAKES_READ();
			SPIN_UNLOCK(lk->wait_lock); /* lets go of the wait list, for the lock is its own */
			break;
		}
		SCHEDULE(); /* sleeps until it is granted the lock | wakes up */
	}
	TAKES_READ();
	SET_STATE(RUNNING); /* is awake and reads */
	THRESHOLD_STOP();
	OUT_OF_SCOPE(lk->node[me].type);
	RETURN(0);

out_nolock:
	FORGET(my->seen);
	LIST_DEL(lk->wait_list, me); /* gives up and leaves the list */
	LIST_FIRST(my->seen, lk->wait_list); /* looks whether anybody still waits */
	if (my->seen == 0) {
		my->adjustment = -RWSEM_FLAG_WAITERS;
		if (SINCE(rwsem, handoff) && !FAULT(rwsem, abort_keeps_handoff)) {
			LOAD(my->seen, lk->count, relaxed); /* looks whether a handoff was asked for */
			if (my->seen & RWSEM_FLAG_HANDOFF)
				my->adjustment -= RWSEM_FLAG_HANDOFF;
		}
		FORGET(my->seen);
		ADD(lk->count, my->adjustment, relaxed); /* clears the flags of the empty list */
		FORGET(my->adjustment);
	}
	FORGET(my->seen);
	SPIN_UNLOCK(lk->wait_lock); /* lets go of the wait list, and wakes nobody */
	SET_STATE(RUNNING); /* is awake and on its way out */
	THRESHOLD_STOP();
	OUT_OF_SCOPE(lk->node[me].task);
	OUT_OF_SCOPE(lk->node[me].type);
	RETURN(RWSEM_EINTR);
END(rwsem17_down_read_failed)

/* __rwsem_down_write_failed_common. Nothing is to be undone: the fast path left no trace. */
PROC(rwsem17_down_write_failed, u32 state; u32 first; u32 count; tasks seen;)
	CALL(my->seen, rwsem17_optimistic_spin);
	if (my->seen)
		RETURN(0);

	STORE(lk->node[me].task, me, relaxed); /* writes its name on its waiter */
	STORE(lk->node[me].type, RWSEM_WAITING_FOR_WRITE, relaxed); /* notes that it waits to write */
	if (SINCE(rwsem, handoff))
		THRESHOLD_START();
	SPIN_LOCK(lk->wait_lock); /* locks the wait list | spins for the wait list */
	LIST_FIRST(my->seen, lk->wait_list); /* looks whether anybody waits already */
	my->first = my->seen == 0; /* before patch 07: waiting = !first */
	FORGET(my->seen);
	LIST_ADD(lk->wait_list, me); /* stands last in the wait list */
	if (!my->first) {
		LOAD(my->count, lk->count, relaxed); /* looks whether readers hold the lock */
		if (!(my->count & RWSEM_WRITER_LOCKED) && (my->count & RWSEM_READER_MASK)) {
			CALL(my->seen, rwsem17_mark_wake, .type = RWSEM_WAKE_READERS);
			DO(rwsem17_wake_up_q, .wake_q = my->seen);
			FORGET(my->seen);
		}
	} else {
		ADD_RETURN(my->count, lk->count, RWSEM_FLAG_WAITERS, full); /* sets the WAITERS flag, for it is the first in the list */
	}
	if (!SINCE(rwsem, handoff))
		FORGET(my->first);

	SET_STATE(my->state); /* marks itself as sleeping, the wait list still locked */
	for (;;) {
		CALL(my->seen, rwsem17_try_write_lock, .count = my->count, .first = my->first);
		if (my->seen)
			break;
		FORGET(my->count);
		SPIN_UNLOCK(lk->wait_lock); /* lets go of the wait list */
		for (;;) {
			if (SIGNAL_PENDING(my->state))
				goto out_nolock;
			SCHEDULE(); /* sleeps until an unlock wakes it | wakes up */
			SET_STATE(my->state); /* marks itself as sleeping again, before it looks */
			LOAD(my->count, lk->count, relaxed); /* looks whether the lock is free */
			/* rwsem_waiter_is_first, without the wait_lock: once the first, always the first */
			if (SINCE(rwsem, handoff) && !my->first) {
				LIST_FIRST(my->seen, lk->wait_list); /* looks whether it waits first by now */
				my->first = my->seen == me;
				FORGET(my->seen);
			}
			if (!(my->count & RWSEM_LOCK_MASK))
				break;
			if (SINCE(rwsem, handoff) && my->first && !(my->count & RWSEM_FLAG_HANDOFF) && THRESHOLD_PASSED(me))
				FETCH_OR(my->seen, lk->count, RWSEM_FLAG_HANDOFF, relaxed); /* asks for handoff, having waited too long, without the wait_lock */
			FORGET(my->seen);
			FORGET(my->count);
		}
		SPIN_LOCK(lk->wait_lock); /* locks the wait list, for the lock was free | spins for the wait list */
	}
	FORGET(my->seen);
	FORGET(my->count);
	SET_STATE(RUNNING); /* is awake and writes */
	LIST_DEL(lk->wait_list, me); /* leaves the list, for the lock is its own */
	SPIN_UNLOCK(lk->wait_lock); /* lets go of the wait list */
	THRESHOLD_STOP();
	OUT_OF_SCOPE(lk->node[me].task);
	RETURN(0);

out_nolock:
	FORGET(my->first);
	SET_STATE(RUNNING); /* has been killed and is on its way out */
	SPIN_LOCK(lk->wait_lock); /* locks the wait list | spins for the wait list */
	LIST_DEL(lk->wait_list, me); /* gives up and leaves the list */
	LIST_FIRST(my->seen, lk->wait_list); /* looks whether anybody still waits */
	if (my->seen == 0) {
		my->count = -RWSEM_FLAG_WAITERS; /* adjustment */
		if (SINCE(rwsem, handoff) && !FAULT(rwsem, abort_keeps_handoff)) {
			LOAD(my->seen, lk->count, relaxed); /* looks whether a handoff was asked for */
			if (my->seen & RWSEM_FLAG_HANDOFF)
				my->count -= RWSEM_FLAG_HANDOFF;
		}
		FORGET(my->seen);
		ADD(lk->count, my->count, relaxed); /* clears the flags of the empty list */
		FORGET(my->count);
	} else {
		FORGET(my->seen);
		if (!FAULT(rwsem, silent_abort))
			CALL(my->seen, rwsem17_mark_wake, .type = RWSEM_WAKE_ANY);
	}
	SPIN_UNLOCK(lk->wait_lock); /* lets go of the wait list */
	DO(rwsem17_wake_up_q, .wake_q = my->seen);
	FORGET(my->seen);
	THRESHOLD_STOP();
	OUT_OF_SCOPE(lk->node[me].task);
	RETURN(RWSEM_EINTR);
END(rwsem17_down_write_failed)

/* --- the entries: rwsem-xadd.h --------------------------------------------------------------- */

/* __down_read, __down_read_killable */
PROC(rwsem17_down_read, u32 state; u32 seen;)
	FETCH_ADD(my->seen, lk->count, RWSEM_READER_BIAS, acquire); /* counts itself in as a reader and has the lock | counts itself in as a reader, but must not read yet */
	OTHERWISE(my->seen & RWSEM_READ_FAILED_MASK);
	if (my->seen & RWSEM_READ_FAILED_MASK) {
		FORGET(my->seen);
		CALL(my->seen, rwsem17_down_read_failed, .state = my->state);
		RETURN(my->seen);
	}
	TAKES_READ();
	FORGET(my->seen);
	DO(rwsem17_set_reader_owned);
END(rwsem17_down_read)

/* __down_write, __down_write_killable */
PROC(rwsem17_down_write, u32 state; u32 seen;)
	CAS(my->seen, lk->count, 0, RWSEM_WRITER_LOCKED, acquire); /* takes the free lock at once | finds the lock taken or waited for */
	if (my->seen) {
		FORGET(my->seen);
		CALL(my->seen, rwsem17_down_write_failed, .state = my->state);
		RETURN(my->seen);
	}
	TAKES_WRITE();
	STORE(lk->owner, me, relaxed); /* signs as the owner */
END(rwsem17_down_write)

/* __up_read */
PROC(rwsem17_up_read, u32 count;)
	ADD_RETURN(my->count, lk->count, -RWSEM_READER_BIAS, release); /* counts itself out | counts itself out as the last, and others wait */
	OTHERWISE((my->count & (RWSEM_LOCK_MASK | RWSEM_FLAG_WAITERS)) == RWSEM_FLAG_WAITERS);
	GIVES();
	if ((my->count & (RWSEM_LOCK_MASK | RWSEM_FLAG_WAITERS)) == RWSEM_FLAG_WAITERS)
		DO(rwsem17_wake, .count = my->count);
END(rwsem17_up_read)

/* __up_write */
PROC(rwsem17_up_write, u32 count;)
	STORE(lk->owner, 0, relaxed); /* signs off, still holding the lock */
	FETCH_ADD(my->count, lk->count, -RWSEM_WRITER_LOCKED, release); /* frees the lock, and nobody waits | frees the lock for whoever comes first */
	OTHERWISE(my->count & RWSEM_FLAG_WAITERS);
	GIVES();
	if (my->count & RWSEM_FLAG_WAITERS)
		DO(rwsem17_wake, .count = my->count);
END(rwsem17_up_write)

/* __downgrade_write */
PROC(rwsem17_downgrade_write, u32 count;)
	FETCH_ADD(my->count, lk->count, RWSEM_READER_BIAS - RWSEM_WRITER_LOCKED, release); /* turns from the writer into a reader */
	TAKES_READ();
	DO(rwsem17_set_reader_owned);
	if (my->count & RWSEM_FLAG_WAITERS)
		DO(rwsem17_downgrade_wake);
END(rwsem17_downgrade_write)

/* The workload. A killed thread ends after the call that it is in, or after its round. */
PROC(rwsem_worker, u32 rounds; u32 ret;)
	while (my->rounds && !FATAL_SIGNAL()) {
		my->rounds--;
		if (ROLE() == RWSEM_READS || ROLE() == RWSEM_READS_KILLABLY) {
			CALL(my->ret, rwsem17_down_read, .state = ROLE() == RWSEM_READS ? UNINTERRUPTIBLE : KILLABLE);
			if (my->ret)
				break;
			HOLD_READ();
			CRITICAL(); /* reads under the lock */
			UNHOLD();
			DO(rwsem17_up_read);
			continue;
		}
		CALL(my->ret, rwsem17_down_write, .state = ROLE() == RWSEM_WRITES_KILLABLY ? KILLABLE : UNINTERRUPTIBLE);
		if (my->ret)
			break;
		HOLD_WRITE();
		CRITICAL(); /* writes under the lock */
		if (ROLE() == RWSEM_DOWNGRADES) {
			DOWNGRADE();
			DO(rwsem17_downgrade_write);
			HOLD_READ();
			CRITICAL(); /* goes on as a reader */
			UNHOLD();
			DO(rwsem17_up_read);
			continue;
		}
		UNHOLD();
		DO(rwsem17_up_write);
	}
END(rwsem_worker)
