/* SPDX-License-Identifier: MIT */
/*
 * mutex: the sleeping lock of Linux 3.9 and what three patches of April 2013 made
 * of it. Source: seed 002, patches 1 to 3 (kernel/mutex.c), with the lines between
 * the hunks and the x86-64 fast paths from section 1 of the spec.
 *
 *   count       1           free
 *               0           locked; the unlock may take its fast path
 *               below 0     locked; the unlock must take the slow path
 *   owner       0           free, or in one of the two windows: taken and not yet
 *                           signed, or signed off and not yet free
 *               T           T holds the mutex; a hint for spinners, no lock
 *   wait_lock               guards wait_list, the decision to sleep, and the slow
 *                           unlock. It does not guard the taking of the mutex
 *   wait_list               the sleepers, first come first woken
 *   spin_mlock  T           T is the last spinner in the queue (from patch 3 on)
 *
 * Nobody is handed the mutex. Fast path, spinners and woken sleepers all take it
 * when they see it free, in any order. A thief leaves 0, not -1: sleepers are then
 * safe only because one of them has been woken and puts the -1 back.
 */
#include "mutex.h"

#define LOCK_TYPE struct mutex13

/* --- the queue of spinners: mspin_lock, mspin_unlock (patch 3) ------------------ */

PROC(mutex_mspin_lock, u32 prev;)
	STORE(lk->node[me].locked, 0, relaxed); /* clears its turn flag */
	STORE(lk->node[me].next, 0, relaxed); /* clears its link */
	XCHG(my->prev, lk->spin_mlock, me, full); /* swaps itself in as the last spinner */
	if (my->prev == 0) {
		STORE(lk->node[me].locked, 1, relaxed); /* finds the queue empty and is its head at once */
		RETURN(0);
	}
	STORE(lk->node[my->prev].next, me, release); /* links itself behind its predecessor */
	FORGET(my->prev);
	WAIT_UNTIL(lk->node[me].locked, VAL != 0, acquire); /* sees that its turn has come | spins on its own node */
END(mutex_mspin_lock)

PROC(mutex_mspin_unlock, u32 next; u32 old;)
	LOAD(my->next, lk->node[me].next, relaxed); /* looks who stands behind it */
	if (my->next == 0) {
		CAS(my->old, lk->spin_mlock, me, 0, full); /* empties the queue, for it is the last | finds that somebody has swapped himself in */
		if (my->old == me) {
			OUT_OF_SCOPE(lk->node[me].next);
			OUT_OF_SCOPE(lk->node[me].locked);
			RETURN(0);
		}
		FORGET(my->old);
		AWAIT(my->next, lk->node[me].next, VAL != 0, relaxed); /* sees its successor linked | waits for its successor to link himself */
	}
	STORE(lk->node[my->next].locked, 1, release); /* makes its successor the head of the queue */
	OUT_OF_SCOPE(lk->node[me].next);
	OUT_OF_SCOPE(lk->node[me].locked);
END(mutex_mspin_unlock)

/* --- watching the owner (kernel/sched/core.c; patch 1 brings it to mutex.c) ----- */

/* owner_running */
PROC(mutex_owner_running, u32 owner; u32 now;)
	LOAD(my->now, lk->owner, relaxed); /* checks whether the owner has changed */
	if (my->now != my->owner)
		RETURN(0);
	ON_CPU(my->now, my->owner); /* checks whether the owner is running */
	RETURN(my->now);
END(mutex_owner_running)

PROC(mutex_spin_on_owner, u32 owner; u32 now;)
	for (;;) {
		FORGET(my->now);
		CALL(my->now, mutex_owner_running, .owner = my->owner);
		if (!my->now)
			break;
		if (NEED_RESCHED())
			break;
		CPU_RELAX();
	}
	FORGET(my->owner);
	LOAD(my->now, lk->owner, relaxed); /* looks who owns the mutex now */
	RETURN(my->now == 0);
END(mutex_spin_on_owner)

/* mutex_can_spin_on_owner (patch 3) */
PROC(mutex_can_spin_on_owner, u32 owner; u32 retval;)
	my->retval = 1;
	LOAD(my->owner, lk->owner, relaxed); /* looks who owns the mutex, before it queues */
	if (my->owner) {
		if (FAULT(mutex, owner_read_twice))
			LOAD(my->owner, lk->owner, relaxed); /* reads the owner again (fault: may be gone by now) */
		ON_CPU(my->retval, my->owner); /* looks whether the owner is running */
	}
	RETURN(my->retval);
END(mutex_can_spin_on_owner)

/* --- the slow path of the lock --------------------------------------------------- */

/* __mutex_lock_common */
PROC(mutex_lock_common, u32 state; u32 owner; u32 seen;)
	PREEMPT_DISABLE();
	if (SINCE(mutex, p3)) {
		CALL(my->seen, mutex_can_spin_on_owner);
		if (!my->seen)
			goto slowpath;
	}

	for (;;) {
		FORGET(my->seen);
		if (SINCE(mutex, p3))
			DO(mutex_mspin_lock);
		LOAD(my->owner, lk->owner, relaxed); /* looks who owns the mutex */
		if (my->owner) {
			CALL(my->seen, mutex_spin_on_owner, .owner = my->owner);
			if (!my->seen) {
				FORGET(my->owner);
				if (SINCE(mutex, p3) && !FAULT(mutex, sleeping_head))
					DO(mutex_mspin_unlock);
				break;
			}
		}

		my->seen = 1; /* 3.9 tries without a look */
		if (SINCE(mutex, p2))
			LOAD(my->seen, lk->count, relaxed); /* looks whether the mutex is free */
		if (my->seen == 1)
			CAS(my->seen, lk->count, 1, 0, full); /* takes the mutex as a spinner | comes too late */
		if (my->seen == 1 || FAULT(mutex, unchecked_spinner)) {
			TAKES_WRITE();
			FORGET(my->owner);
			FORGET(my->seen);
			STORE(lk->owner, me, relaxed); /* signs as the owner */
			if (SINCE(mutex, p3))
				DO(mutex_mspin_unlock);
			PREEMPT_ENABLE();
			RETURN(0);
		}
		FORGET(my->seen);
		if (SINCE(mutex, p3))
			DO(mutex_mspin_unlock);

		/* a real-time task would leave here too */
		if (!my->owner && NEED_RESCHED())
			break;
		FORGET(my->owner);
		CPU_RELAX();
	}

slowpath:
	SPIN_LOCK(lk->wait_lock); /* locks the wait list | spins for the wait list */
	LIST_ADD(lk->wait_list, me); /* stands last in the wait list */
	FORGET(my->seen);
	if (FAULT(mutex, blind_sleep))
		goto go_to_sleep;
	/* patch 2 looks first (MUTEX_SHOW_NO_WAITER): below 0 the unlock is a slow one anyway */
	if (SINCE(mutex, p2))
		LOAD(my->seen, lk->count, relaxed); /* looks whether the count already shows waiters */
	if ((s32)my->seen >= 0) {
		XCHG(my->seen, lk->count, -1, full); /* flags a waiter and has the mutex, for it was free | flags a waiter */
		OTHERWISE(my->seen != 1);
	}
	if (my->seen == 1)
		goto done;

	for (;;) {
		FORGET(my->seen);
		if (FAULT(mutex, signal_first) && SIGNAL_PENDING(my->state))
			goto interrupted;
		if (SINCE(mutex, p2))
			LOAD(my->seen, lk->count, relaxed); /* looks once more before it sleeps */
		if ((s32)my->seen >= 0 && FAULT(mutex, waiter_leaves_zero)) {
			CAS(my->seen, lk->count, 1, 0, full); /* takes the mutex as a waiter | leaves no flag in the count (fault: no xchg to -1) */
		} else if ((s32)my->seen >= 0) {
			XCHG(my->seen, lk->count, -1, full); /* flags a waiter again and has the mutex, for it was free | flags a waiter again */
			OTHERWISE(my->seen != 1);
		}
		if (my->seen == 1)
			break;
		FORGET(my->seen);
		if (SIGNAL_PENDING(my->state)) {
		interrupted:
			LIST_DEL(lk->wait_list, me); /* gives up because of a signal and leaves the wait list */
			SPIN_UNLOCK(lk->wait_lock); /* lets go of the wait list */
			PREEMPT_ENABLE();
			RETURN(-MUTEX_EINTR);
		}
	go_to_sleep:
		SET_STATE(my->state); /* marks itself as sleeping, the wait list still locked */
		SPIN_UNLOCK(lk->wait_lock); /* lets go of the wait list */
		/* schedule_preempt_disabled() */
		PREEMPT_ENABLE_NO_RESCHED();
		SCHEDULE(); /* goes to sleep | wakes up */
		PREEMPT_DISABLE();
		SPIN_LOCK(lk->wait_lock); /* locks the wait list again | spins for the wait list */
	}

done:
	TAKES_WRITE();
	FORGET(my->seen);
	LIST_DEL(lk->wait_list, me); /* leaves the wait list as the new owner */
	STORE(lk->owner, me, relaxed); /* signs as the owner */
	LIST_FIRST(my->seen, lk->wait_list); /* looks whether others still wait */
	if (my->seen == 0 || FAULT(mutex, zero_with_waiters))
		STORE(lk->count, 0, relaxed); /* clears the flag, for nobody waits */
	SPIN_UNLOCK(lk->wait_lock); /* lets go of the wait list */
	PREEMPT_ENABLE();
	RETURN(0);
END(mutex_lock_common)

/* --- the entries ------------------------------------------------------------------ */

/* mutex_lock, with __mutex_fastpath_lock of x86. After the slow path it stores the
 * owner a second time, as the source does. */
PROC(mutex13_lock, u32 count;)
	ADD_RETURN(my->count, lk->count, -1, full); /* counts itself in and has the mutex, for it was free | counts itself in, but the mutex is taken */
	OTHERWISE((s32)my->count < 0);
	if ((s32)my->count < 0) {
		FORGET(my->count);
		DO(mutex_lock_common, .state = UNINTERRUPTIBLE);
	}
	TAKES_WRITE();
	STORE(lk->owner, me, relaxed); /* signs as the owner */
END(mutex13_lock)

/* mutex_lock_interruptible */
PROC(mutex13_lock_interruptible, u32 count; u32 ret;)
	ADD_RETURN(my->count, lk->count, -1, full); /* counts itself in and has the mutex, for it was free | counts itself in, but the mutex is taken */
	OTHERWISE((s32)my->count < 0);
	if ((s32)my->count < 0) {
		FORGET(my->count);
		CALL(my->ret, mutex_lock_common, .state = INTERRUPTIBLE);
	}
	if (my->ret == 0) {
		TAKES_WRITE();
		STORE(lk->owner, me, relaxed); /* signs as the owner */
	}
	RETURN(my->ret);
END(mutex13_lock_interruptible)

/* __mutex_unlock_common_slowpath */
PROC(mutex_unlock_slowpath, u32 first;)
	SPIN_LOCK(lk->wait_lock); /* locks the wait list | spins for the wait list */
	if (!FAULT(mutex, never_freed) && !FAULT(mutex, freed_late))
		STORE(lk->count, 1, release); /* frees the mutex for whoever comes first */
	if (!FAULT(mutex, freed_late))
		GIVES();
	LIST_FIRST(my->first, lk->wait_list); /* looks who has waited longest */
	if (my->first)
		WAKE(my->first, my->first); /* wakes the first waiter, who stays in the list | finds the first waiter already awake */
	FORGET(my->first);
	SPIN_UNLOCK(lk->wait_lock); /* lets go of the wait list */
	if (FAULT(mutex, freed_late)) {
		STORE(lk->count, 1, release); /* frees the mutex (fault: after the wake-up) */
		GIVES();
	}
END(mutex_unlock_slowpath)

/* mutex_unlock, with __mutex_fastpath_unlock of x86 */
PROC(mutex13_unlock, u32 count;)
	STORE(lk->owner, 0, relaxed); /* signs off, still holding the mutex */
	ADD_RETURN(my->count, lk->count, 1, full); /* counts itself out and is done, for no waiter is flagged | counts itself out and finds a waiter flagged */
	OTHERWISE((s32)my->count <= 0);
	if ((s32)my->count <= 0) {
		FORGET(my->count);
		DO(mutex_unlock_slowpath);
	}
	GIVES();
END(mutex13_unlock)

/* The workload. A round is a system call; a signal is handled on its way out. */
PROC(mutex_worker, u32 rounds; u32 ret;)
	while (my->rounds--) {
		if (ROLE() == MUTEX_LOCKS)
			DO(mutex13_lock);
		else
			CALL(my->ret, mutex13_lock_interruptible);
		if (my->ret == 0) {
			HOLD_WRITE();
			CRITICAL(); /* works under the mutex */
			UNHOLD();
			DO(mutex13_unlock);
		}
		FORGET(my->ret);
		CLEAR_SIGNAL();
	}
END(mutex_worker)
