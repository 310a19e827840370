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






























































/* --- watching the owner (kernel/sched/core.c; patch 1 brings it to mutex.c) ----- */

/* owner_running */
int mutex_owner_running(struct mutex13 *lock, struct task_struct *owner) { struct task_struct *now_task; u32 now;
	now_task = READ_ONCE(lock->owner); /* checks whether the owner has changed */
	if (now_task != owner)
		return 0;
	now = READ_ONCE(owner->on_cpu); /* checks whether the owner is running */
	return now;
}
int mutex_spin_on_owner(struct mutex13 *lock, struct task_struct *owner)
{	u32 now; struct task_struct *now_task;
	for (;;) {
		now = mutex_owner_running(lock, owner);
		if (!now)
			break;
		if (need_resched())
			break;
		cpu_relax();
	}
	now_task = READ_ONCE(lock->owner); /* reads who owns the mutex now */
	return now_task == NULL;
}

/* mutex_can_spin_on_owner (patch 3) */
int mutex_can_spin_on_owner(struct mutex13 *lock) { u32 retval; struct task_struct *owner;
	retval = 1;
	owner = READ_ONCE(lock->owner); /* reads who owns the mutex, before it queues */
	if (owner) {
		if (IS_ENABLED(FAULT_OWNER_READ_TWICE))
			owner = READ_ONCE(lock->owner); /* reads the owner again (fault: may be gone by now) */
		retval = READ_ONCE(owner->on_cpu); /* checks whether the owner is running */
	}
	return retval;
}

/* --- the slow path of the lock --------------------------------------------------- */

/* __mutex_lock_common */
int mutex_lock_common(struct mutex13 *lock, u32 state) { struct mutex_waiter *waiter = mutex_waiter_of(current); u32 seen; struct task_struct *owner; struct mutex_waiter *seen_waiter;
	preempt_disable();
	if (IS_ENABLED(HAS_SPINNER_QUEUE)) {
		seen = mutex_can_spin_on_owner(lock);
		if (!seen)
			goto slowpath;
	}

	for (;;) {
		if (IS_ENABLED(HAS_SPINNER_QUEUE))
			mspin_lock(&lock->spin_mlock);
		owner = READ_ONCE(lock->owner); /* reads who owns the mutex */
		if (owner) {
			seen = mutex_spin_on_owner(lock, owner);
			if (!seen) {
				if (IS_ENABLED(HAS_SPINNER_QUEUE) && !IS_ENABLED(FAULT_SLEEPING_HEAD)) {
					mspin_unlock(&lock->spin_mlock);


				}
				break;
			}
		}

		seen = 1; /* 3.9 tries without a look */
		if (IS_ENABLED(HAS_LOOK_FIRST))
			seen = atomic_read(&lock->count); /* checks whether the mutex is free */
		if (seen == 1)
			seen = atomic_cmpxchg(&lock->count, 1, 0); /* takes the mutex as a spinner, or comes too late */
		if (seen == 1 || IS_ENABLED(FAULT_UNCHECKED_SPINNER)) {
			/* has the lock from here */
			WRITE_ONCE(lock->owner, current); /* signs as the owner */
			if (IS_ENABLED(HAS_SPINNER_QUEUE)) {
				mspin_unlock(&lock->spin_mlock);


			}
			preempt_enable();
			return 0;
		}
		if (IS_ENABLED(HAS_SPINNER_QUEUE)) {
			mspin_unlock(&lock->spin_mlock);


		}

		/* a real-time task would leave here too */
		if (!owner && need_resched())
			break;
		cpu_relax();
	}

slowpath:
	raw_spin_lock(&lock->wait_lock); /* locks the wait list, or spins for the wait list */
	list_add_tail(&waiter->list, &lock->wait_list); /* stands last in the wait list */
	seen = 0;
	if (IS_ENABLED(FAULT_BLIND_SLEEP))
		goto go_to_sleep;
	/* patch 2 looks first (MUTEX_SHOW_NO_WAITER): below 0 the unlock is a slow one anyway */
	if (IS_ENABLED(HAS_LOOK_FIRST))
		seen = atomic_read(&lock->count); /* checks whether the count already shows waiters */
	if ((int)seen >= 0) {
		seen = atomic_xchg(&lock->count, -1); /* flags a waiter and has the mutex, for it was free, or flags a waiter */

	}
	if (seen == 1)
		goto done;

	for (;;) {
		seen = 0;
		if (IS_ENABLED(FAULT_SIGNAL_FIRST) && signal_pending_state(state, current))
			goto interrupted;
		if (IS_ENABLED(HAS_LOOK_FIRST))
			seen = atomic_read(&lock->count); /* reads the count once more before it sleeps */
		if ((int)seen >= 0 && IS_ENABLED(FAULT_WAITER_LEAVES_ZERO)) {
			seen = atomic_cmpxchg(&lock->count, 1, 0); /* takes the mutex as a waiter, or leaves no flag in the count (fault: no xchg to -1) */
		} else if ((int)seen >= 0) {
			seen = atomic_xchg(&lock->count, -1); /* flags a waiter again and has the mutex, for it was free, or flags a waiter again */

		}
		if (seen == 1)
			break;
		if (signal_pending_state(state, current)) {
		interrupted:
			list_del(&waiter->list); /* gives up because of a signal and leaves the wait list */
			raw_spin_unlock(&lock->wait_lock); /* unlocks the wait list */
			preempt_enable();
			return -EINTR;
		}
	go_to_sleep:
		set_current_state(state); /* marks itself as sleeping, the wait list still locked */
		raw_spin_unlock(&lock->wait_lock); /* unlocks the wait list */
		/* schedule_preempt_disabled() */
		preempt_enable_no_resched();
		schedule(); /* goes to sleep, or wakes up */
		preempt_disable();
		raw_spin_lock(&lock->wait_lock); /* locks the wait list again, or spins for the wait list */
	}

done:
	/* has the lock from here */
	list_del(&waiter->list); /* leaves the wait list as the new owner */
	WRITE_ONCE(lock->owner, current); /* signs as the owner */
	seen_waiter = list_first_entry_or_null(&lock->wait_list, struct mutex_waiter, list); /* checks whether others still wait */
	if (seen_waiter == NULL || IS_ENABLED(FAULT_ZERO_WITH_WAITERS))
		atomic_set(&lock->count, 0); /* clears the flag, for nobody waits */
	raw_spin_unlock(&lock->wait_lock); /* unlocks the wait list */
	preempt_enable();
	return 0;
}

/* --- the entries ------------------------------------------------------------------ */

/* mutex_lock, with __mutex_fastpath_lock of x86. After the slow path it stores the
 * owner a second time, as the source does. */
void mutex13_lock(struct mutex13 *lock) { u32 count;
	count = atomic_add_return(-1, &lock->count); /* decrements the count and has the mutex, for it was free, or decrements the count, but the mutex is taken */

	if ((int)count < 0) {
		mutex_lock_common(lock, TASK_UNINTERRUPTIBLE);
	}
	/* has the lock from here */
	WRITE_ONCE(lock->owner, current); /* signs as the owner */
}

/* mutex_lock_interruptible */
int mutex13_lock_interruptible(struct mutex13 *lock) { u32 ret = 0, count;
	count = atomic_add_return(-1, &lock->count); /* decrements the count and has the mutex, for it was free, or decrements the count, but the mutex is taken */

	if ((int)count < 0) {
		ret = mutex_lock_common(lock, TASK_INTERRUPTIBLE);
	}
	if (ret == 0) {
		/* has the lock from here */
		WRITE_ONCE(lock->owner, current); /* signs as the owner */
	}
	return ret;
}

/* __mutex_unlock_common_slowpath */
void mutex_unlock_slowpath(struct mutex13 *lock) { struct mutex_waiter *first; u32 first_n;
	raw_spin_lock(&lock->wait_lock); /* locks the wait list, or spins for the wait list */
	if (!IS_ENABLED(FAULT_NEVER_FREED) && !IS_ENABLED(FAULT_FREED_LATE))
		atomic_set_release(&lock->count, 1); /* frees the mutex for whoever comes first */
	if (!IS_ENABLED(FAULT_FREED_LATE))
		{ /* has the lock no longer */ }
	first = list_first_entry_or_null(&lock->wait_list, struct mutex_waiter, list); /* reads who has waited longest */
	if (first)
		wake_up_process(first->task); /* wakes the first waiter, who stays in the list, or finds the first waiter already awake */
	raw_spin_unlock(&lock->wait_lock); /* unlocks the wait list */
	if (IS_ENABLED(FAULT_FREED_LATE)) {
		atomic_set_release(&lock->count, 1); /* frees the mutex (fault: after the wake-up) */
		/* has the lock no longer */
	}
}

/* mutex_unlock, with __mutex_fastpath_unlock of x86 */
void mutex13_unlock(struct mutex13 *lock) { u32 count;
	WRITE_ONCE(lock->owner, NULL); /* signs off, still holding the mutex */
	count = atomic_add_return(1, &lock->count); /* increments the count and is done, for no waiter is flagged, or increments the count and finds a waiter flagged */

	if ((int)count <= 0) {
		mutex_unlock_slowpath(lock);
	}
	/* has the lock no longer */
}

/* The workload. A round is a system call; a signal is handled on its way out. */
void mutex_worker(struct mutex13 *lock, u32 rounds) { u32 ret = 0;
	while (rounds--) {
		if (role == MUTEX_LOCKS)
			mutex13_lock(lock);
		else
			ret = mutex13_lock_interruptible(lock);
		if (ret == 0) {
			/* holds the lock */
			critical_section(); /* works under the mutex */
			/* holds it no longer */
			mutex13_unlock(lock);
		}
		ret = 0;
		clear_thread_flag(TIF_SIGPENDING);
	}
}
