/* SPDX-License-Identifier: MIT */
/*
 * tp_futex: the throughput-optimized futex as an exclusive lock, user side and
 * kernel side. Never merged. Source: TP-futex series v6 of March 2017 (kernel/futex.c
 * and tools/perf/bench/futex-locks.c), seed 000 for the sample code; sections 1 and 2
 * of the spec, whose step numbers (L1, T1, U1, ...) stand in the margin here.
 *
 *   futex       0                 free
 *               T                 T holds the lock and may unlock without the kernel
 *               WAITERS | T       T must unlock through the kernel
 *               OWNER_DIED        robust cleanup is done, the lock is free again;
 *                                 WAITERS is kept beside it
 *               OWNER_DIED | T    T stole it and has not yet cleared the flag
 *   refcount    0                 nobody waits in the kernel: there is no futex state
 *               n                 n threads are inside FUTEX_LOCK
 *   mutex       T                 T is the top waiter; all others queue for the mutex
 *   mutex_owner T                 whom an unlock wakes: T watches the lock or sleeps
 *   owner       T                 the state hangs in T's list, so that T's death wakes
 *                                 the sleeping top waiter
 *   handoff_pid T                 top waiter T has waited too long: the next unlock
 *                                 stores T into the word instead of 0
 *
 * Only the top waiter looks at the word again and again. It spins while the owner is
 * on a CPU; before it sleeps it puts WAITERS into the word and tries once more. A
 * newcomer has one try to steal, then it queues.
 */
#include "tp_futex.h"






































































/* With a fault planted its consequence is to be shown, not the state that leads to it. */









/*
 * The posted trylock returns a code and, through a pointer, the word. Here one number
 * does for both: the word after a failure, else an error or TP_DONE | code. TP_DONE is
 * the SHARED bit, which an exclusive lock never sets.
 */
#define TP_DONE TP_SHARED
#define TP_CODE 0xffu
#define TP_SLEPT_MAX 3 /* the model stops counting sleeps here */

/* Not posted: what would mend a fault that the search found. Off unless a reader asks for it */
#define MEND(s) IS_ENABLED(FAULT_mend_##s)

/* === kernel side ================================================================== */

/* __futex_trylock: steal = not the top waiter; chkonly = user space will take it */
int tp_futex_trylock(struct tp_futex *lock, u32 steal, u32 chkonly) { u32 vpid = task_pid_vnr(current); u32 uval, cur;
	uval = READ_ONCE(lock->futex); /* reads the lock word */
	if (!steal && (uval & TP_SHARED_TID_MASK) == vpid) {
		/* has the lock from here */
		return TP_DONE | TP_LOCK_HANDOFF;
	}
	if (chkonly && uval == 0)
		return -EAGAIN;
	if (uval & TP_SHARED_TID_MASK)
		return uval;
	if (steal)
		cur = cmpxchg(&lock->futex, uval, (uval & ~TP_SHARED_TID_MASK) | vpid); /* steals the free lock, flags and all, or comes too late to steal */
	else
		cur = cmpxchg(&lock->futex, uval, vpid); /* takes the free lock as the top waiter, or comes too late: the word has changed */
	if (cur == uval) {
		/* has the lock from here */
		return TP_DONE | TP_LOCK_ACQUIRED;
	}
	return cur;
}

/* futex_set_waiters_bit */
int tp_set_waiters_bit(struct tp_futex *lock, u32 uval) { u32 cur;
	while (!(uval & TP_WAITERS)) {
		cur = cmpxchg(&lock->futex, uval, uval | TP_WAITERS); /* sends the unlock through the kernel, or sees that the word has changed */
		if (cur == uval)
			return uval | TP_WAITERS;
		uval = cur;
	}
	return uval;
}

/* task_pi_list_add */
void tp_task_pi_list_add(struct tp_futex *lock, u32 task) {
	raw_spin_lock(&find_task_by_vpid(task)->pi_lock); /* locks the owner's list, or spins for the owner's list */
	WRITE_ONCE(find_task_by_vpid(task)->pi_state, 1); /* hangs the futex state into the owner's list */
	WRITE_ONCE(lock->owner, find_task_by_vpid(task)); /* notes whose list that is */
	raw_spin_unlock(&find_task_by_vpid(task)->pi_lock); /* unlocks the owner's list */
}

/* task_pi_list_del: the caller has just read state->owner as task */
void tp_task_pi_list_del(struct tp_futex *lock, struct task_struct *task, u32 warn) { u32 linked;
	if (IS_ENABLED(FAULT_OWNER_READ_TWICE)) {
		task = READ_ONCE(lock->owner); /* reads whose list it is again (fault: may be gone by now) */
		WARN_ON_ONCE(!(task != NULL));
	}
	raw_spin_lock(&task->pi_lock); /* locks the owner's list, or spins for the owner's list */
	if (warn && IS_ENABLED(FAULT_PANIC_ON_WARN)) {
		linked = READ_ONCE(task->pi_state); /* checks that the state hangs in the list (WARN_ON) */
		WARN_ON_ONCE(!linked);
	}
	WRITE_ONCE(task->pi_state, 0); /* takes the futex state out of the list */
	WRITE_ONCE(lock->owner, NULL); /* notes that it hangs in no list */
	raw_spin_unlock(&task->pi_lock); /* unlocks the owner's list */
}

/* put_futex_state_unlocked, then put_futex_state (L13) */
void tp_put_futex_state(struct tp_futex *lock) { u32 refs, old; struct task_struct *old_task;
	refs = atomic_read(&lock->refcount); /* reads who else needs the futex state */
	while (refs != 1) {
		old = atomic_cmpxchg(&lock->refcount, refs, refs - 1); /* drops its reference, others keep the state, or sees the references change */
		if (old == refs)
			return;
		refs = old;
	}
	raw_spin_lock(&lock->fs_lock); /* locks the bucket to drop the last reference, or spins for the bucket */
	refs = atomic_add_return(-1, &lock->refcount); /* drops the last reference, and the state is freed, or drops its reference, others keep the state */

	if (refs == 0) {
		old_task = READ_ONCE(lock->owner); /* makes sure that the state hangs in no list */
		WARN_ON_ONCE(!(old_task == NULL));
	}
	raw_spin_unlock(&lock->fs_lock); /* unlocks the bucket */
}

/* futex_spin_on_owner: the top waiter. uval = the word last seen, or why the loop ended */
int tp_spin_on_owner(struct tp_futex *lock, u32 chkonly) { u32 vpid = task_pid_vnr(current); struct tp_futex_waiter *waiter = tp_futex_waiter_of(current); u32 owner = 0, handoff_set = 0, nsleep = 0, uval, cur_n; struct task_struct *cur;
	waiter->deadline = jiffies + HANDOFF_DELAY; /* handoff_time = now + 5 ms */
	preempt_disable();
	WRITE_ONCE(lock->mutex_owner, current); /* signs as the top waiter */
	for (;;) {
		/* T1 */
		uval = tp_futex_trylock(lock, 0, chkonly);
		if (uval & TP_DONE)
			break;

		/* T2: another owner; futex_find_get_task() finds every task of the model */
		if ((uval & TP_TID_MASK) != owner) {
			if (owner) {
				cur = READ_ONCE(lock->owner); /* checks whether the state hangs in the old owner's list */
				if (IS_ENABLED(FAULT_PANIC_ON_WARN))
					WARN_ON_ONCE(!(cur == NULL || task_pid_vnr(cur) == owner));
				if (cur)
					tp_task_pi_list_del(lock, cur, 1);
			}
			owner = uval & TP_TID_MASK;
		}

		/* T3: PF_EXITING, no such task, or the robust list said so */
		if ((find_task_by_vpid(owner)->flags & PF_EXITING) || (uval & TP_OWNER_DIED && !MEND(steal_of_dead))) {
			cur_n = cmpxchg(&lock->futex, uval, vpid); /* takes over the lock of a dead owner, or sees that the word has changed */
			if (cur_n != uval) {
				continue;
			}
			/* has the lock from here */
			uval = TP_DONE | TP_LOCK_STOLEN;
			break;
		}

		/* T4 */
		if (need_resched()) {
			set_current_state(TASK_RUNNING); /* stays runnable, though it must let others run */
			preempt_enable_no_resched();
			schedule(); /* gives its CPU away, still the top waiter */
			preempt_disable();
			if (IS_ENABLED(HAS_USER_SIDE_OF_BENCH) && nsleep < TP_SLEPT_MAX)
				nsleep++;
			continue;
		}

		/* T5 */
		if (!timeout->task) {
			uval = (u32)-ETIMEDOUT;
			break;
		}
		if (signal_pending_state(TASK_INTERRUPTIBLE, current)) {
			uval = (u32)-EINTR;
			break;
		}

		/* T6: the environment decides in which pass the clock has moved on */
		if (!handoff_set && time_after(jiffies, waiter->deadline)) {
			if (IS_ENABLED(FAULT_PANIC_ON_WARN)) {
				cur = READ_ONCE(lock->handoff_pid); /* checks that nobody asks for the lock yet (WARN_ON) */
				WARN_ON_ONCE(!(cur == NULL));
			}
			WRITE_ONCE(lock->handoff_pid, current); /* asks to be handed the lock, for it has waited too long */
			handoff_set = 1;
		}

		/* T7 */
		if (handoff_set && !(uval & TP_WAITERS)) {
			uval = tp_set_waiters_bit(lock, uval);
			cur = READ_ONCE(lock->handoff_pid); /* checks whether its request still stands */
			if (cur == NULL)
				WRITE_ONCE(lock->handoff_pid, current); /* asks for the lock once more */
		}

		/* T8 */
		cur_n = READ_ONCE(find_task_by_vpid(owner)->on_cpu); /* checks whether the owner is running */
		if (cur_n) {
			cpu_relax();
			continue;
		}

		/* T9 */
		if (!IS_ENABLED(FAULT_NO_WAITERS))
			uval = tp_set_waiters_bit(lock, uval);
		if (MEND(link_new_owner) && (uval & TP_TID_MASK) != owner)
			continue;
		cur = READ_ONCE(lock->owner); /* checks whether the state hangs in a list already */
		if (!cur && !IS_ENABLED(FAULT_NO_OWNER_LINK))
			tp_task_pi_list_add(lock, owner);

		/* T10 */
		set_current_state(TASK_INTERRUPTIBLE); /* marks itself as about to sleep */
		if (!IS_ENABLED(FAULT_NO_RECHECK)) {
			uval = tp_futex_trylock(lock, 0, chkonly);
			if (uval & TP_DONE) {
				set_current_state(TASK_RUNNING); /* need not sleep after all */
				break;
			}
		}

		/* T11 */
		if (!(uval & TP_OWNER_DIED) && (uval & TP_WAITERS || IS_ENABLED(FAULT_NO_WAITERS))) {
			preempt_enable_no_resched();
			schedule(); /* sleeps until the owner unlocks or dies, or wakes up */
			preempt_disable();
			if (IS_ENABLED(HAS_USER_SIDE_OF_BENCH) && nsleep < TP_SLEPT_MAX)
				nsleep++;
		}

		/* T12 */
		set_current_state(TASK_RUNNING); /* makes itself runnable to look anew */
	}

	if (owner) {
		cur = READ_ONCE(lock->owner); /* checks whether the state still hangs in the owner's list */
		if (cur)
			tp_task_pi_list_del(lock, cur, 0);
	}
	WRITE_ONCE(lock->mutex_owner, NULL); /* signs off as the top waiter */
	if (MEND(late_hand_off))
		raw_spin_lock(&lock->fs_lock); /* lets no unlock grant its request from here on (mend), or spins for the bucket */
	if (!IS_ENABLED(FAULT_NO_HANDOFF_CLEAR))
		WRITE_ONCE(lock->handoff_pid, NULL); /* asks for no hand-off any more */
	if (MEND(late_hand_off)) {
		raw_spin_unlock(&lock->fs_lock); /* unlocks the bucket */
		cur_n = READ_ONCE(lock->futex); /* checks whether its request has just been granted (mend) */
		if ((int)uval < 0 && (cur_n & TP_SHARED_TID_MASK) == vpid) {
			/* has the lock from here */
			uval = TP_DONE | TP_LOCK_HANDOFF;
		}
	}
	waiter->deadline = 0;
	preempt_enable();
	if ((int)uval < 0)
		return uval;
	return (uval & TP_CODE) | nsleep << 16;
}

/* FUTEX_LOCK: futex_lock. uslock = FLAGS_TP_USLOCK, timed = a timeout was given */
int tp_futex_lock(struct tp_futex *lock, u32 uslock, u32 timed) { u32 vpid = task_pid_vnr(current); u32 ret, refs;
	/* L1, L2 */
	ret = tp_futex_trylock(lock, 1, 0);
	if (ret & TP_DONE)
		return TP_LOCK_STOLEN;
	if ((ret & TP_TID_MASK) == vpid)
		return -EDEADLK;

	/* L3 to L5 (a spare state, the timer, the key) cannot fail here; L6, L7: lookup_futex_state */
	raw_spin_lock(&lock->fs_lock); /* locks the bucket, or spins for the bucket */
	refs = atomic_read(&lock->refcount); /* checks whether this futex has a state */
	if (refs)
		atomic_add(1, &lock->refcount); /* takes a reference to the futex state */
	else
		atomic_set(&lock->refcount, 1); /* brings the futex state, for it is the first to wait */
	raw_spin_unlock(&lock->fs_lock); /* unlocks the bucket */

	/* L8, L9 */
	if (timed)
		hrtimer_sleeper_start_expires(timeout, HRTIMER_MODE_ABS);
	ret = mutex_lock_interruptible(&lock->mutex); /* becomes the top waiter, or waits for its turn to be the top waiter */
	if (ret)
		goto out;

	/* L10 */
	if (!timeout->task) {
		ret = (u32)-ETIMEDOUT;
		mutex_unlock(&lock->mutex); /* lets the next be the top waiter, for its time is up */
		goto out;
	}

	/* L11, L12 */
	ret = tp_spin_on_owner(lock, uslock);
	mutex_unlock(&lock->mutex); /* lets the next be the top waiter */
out:
	/* L13, L14 */
	tp_put_futex_state(lock);
	hrtimer_cancel(&timeout->timer);
	return ret;
}

/* wake_q_add() of the top waiter to the wake list of this unlock: whom to wake, or 0 */
struct task_struct *tp_wake_q_add(struct tp_futex *lock) { struct task_struct *owner; u32 waker;
	owner = READ_ONCE(lock->mutex_owner); /* reads who is the top waiter */
	if (owner) {
		waker = wake_q_add(&lock->tasks, owner);
		if (waker == 0)
			return NULL;
	}
	return owner;
}

/* FUTEX_UNLOCK: futex_unlock */
int tp_futex_unlock(struct tp_futex *lock) { u32 vpid = task_pid_vnr(current); struct task_struct *newpid = NULL, *owner = NULL; u32 ret = 0, uval, cur;
	/* U1, U2 */
	uval = READ_ONCE(lock->futex); /* reads the word that it is to unlock */
	if (uval & TP_SHARED || (uval & TP_TID_MASK) != vpid)
		return -EPERM;
	if (!(uval & TP_WAITERS))
		return -EINVAL;

	/* U3 */
	raw_spin_lock(&lock->fs_lock); /* locks the bucket, or spins for the bucket */
	cur = atomic_read(&lock->refcount); /* checks whether this futex has a state */
	if (cur == 0 && !MEND(no_state)) {
		raw_spin_unlock(&lock->fs_lock); /* gives up for want of a futex state, the word unchanged */
		return -EINVAL;
	}

	/* U4 */
	if (cur)
		newpid = READ_ONCE(lock->handoff_pid); /* checks whether the top waiter asks for the lock */
	if (newpid)
		WRITE_ONCE(lock->handoff_pid, NULL); /* grants the request, once */
	if (IS_ENABLED(FAULT_DROP_HANDOFF))
		newpid = NULL;
	if (cur && !MEND(early_wake_list))
		owner = tp_wake_q_add(lock);
	if (!MEND(early_wake_list))
		raw_spin_unlock(&lock->fs_lock); /* unlocks the bucket */

	/* U5 */
	for (;;) {
		cur = cmpxchg(&lock->futex, uval, task_pid_vnr(newpid)); /* frees the lock, or hands it to the top waiter, or finds that a flag has changed */
		if (cur == uval) {
			/* has the lock no longer */
			break;
		}
		uval = cur;
		if ((uval & TP_TID_MASK) != vpid) {
			ret = (u32)-EINVAL;
			break;
		}
	}
	cur = 0;
	if (MEND(early_wake_list)) {
		owner = tp_wake_q_add(lock);
		raw_spin_unlock(&lock->fs_lock); /* unlocks the bucket, the lock being free (mend) */
	}

	/* U6: wake_up_q() */
	if (owner) {
		WRITE_ONCE(owner->wake_q, NULL); /* strikes the top waiter off its wake list */
		if (!IS_ENABLED(FAULT_UNLOCK_NO_WAKE))
			cur = wake_up_process(owner); /* wakes the top waiter, or finds the top waiter awake */
	}
	return ret ? ret : cur;
}

/* do_exit of a killed thread, as far as futexes go: exit_robust_list, exit_pi_state_list */
void tp_exit(struct tp_futex *lock) { u32 vpid = task_pid_vnr(current); u32 uval, cur; struct task_struct *uval_task;
	while (!IS_ENABLED(FAULT_NOT_ROBUST)) {
		uval = READ_ONCE(lock->futex); /* checks, as it dies, whether it holds the lock */
		if ((uval & TP_SHARED_TID_MASK) != vpid)
			break;
		cur = cmpxchg(&lock->futex, uval, (uval & TP_WAITERS) | TP_OWNER_DIED); /* leaves word in the lock that its owner died, or sees that the word has changed */
		if (cur == uval)
			break; /* futex_wake() follows; it cannot reach those who wait here */
	}
	cur = READ_ONCE(current->pi_state); /* checks whether a futex state hangs in its list */
	if (cur == 0)
		return;
	raw_spin_lock(&current->pi_lock); /* locks its list, or spins for its list */
	for (;;) {
		cur = READ_ONCE(current->pi_state); /* checks whether a state still hangs there */
		if (cur == 0)
			break;
		uval_task = READ_ONCE(lock->mutex_owner); /* reads who is the top waiter */
		WRITE_ONCE(current->pi_state, 0); /* takes the futex state out of its list */
		WRITE_ONCE(lock->owner, NULL); /* notes that it hangs in no list */
		if (uval_task)
			wake_up_process(uval_task); /* wakes the top waiter, for it cannot unlock any more, or finds the top waiter awake */
	}
	raw_spin_unlock(&current->pi_lock); /* unlocks its list, its last act */
}



/* === user side: returns 1 with the lock, 0 when it gave up ============================ */

/* Sample code of the documentation: write_lock() */
int tp_sample_lock(struct tp_futex *lock) { u32 vpid = task_pid_vnr(current); u32 old, ret;
	old = cmpxchg(&lock->futex, 0, vpid); /* takes the free lock without the kernel, or finds the lock not free: a case for the kernel */
	if (old == 0) {
		/* has the lock from here */
		return 1;
	}
	do {
		ret = sys_tp_futex_lock(lock, 0, role == TP_TIMED);
		if (ret == (u32)-ETIMEDOUT) { /* not in the sample: nobody times out there */
			old = READ_ONCE(lock->futex); /* checks whether it was handed the lock, for its time is up */
			if ((old & TP_SHARED_TID_MASK) != vpid)
				return 0;
			/* has the lock from here */
			return 1;
		}
	} while ((int)ret < 0);
	return 1;
}

/* The benchmark: tp_mutex_lock(). Four times it only lets the kernel wait for it */
int tp_mutex_lock(struct tp_futex *lock) { u32 vpid = task_pid_vnr(current); u32 old, uscnt, ret;
	old = cmpxchg_acquire(&lock->futex, 0, vpid); /* takes the free lock without the kernel, or finds the lock not free: a case for the kernel */
	if (old == 0) {
		/* has the lock from here */
		return 1;
	}
	uscnt = 4;
	for (;;) {
		ret = sys_tp_futex_lock(lock, uscnt != 0, role == TP_TIMED);
		if (uscnt)
			uscnt--;
		if ((int)ret >= 0)
			return 1;
		if (ret == (u32)-EAGAIN) {
			old = cmpxchg_acquire(&lock->futex, 0, vpid); /* takes the lock that the kernel saw free, or comes too late: back to the kernel */
			if (old == 0) {
				/* has the lock from here */
				return 1;
			}
			continue;
		}
		old = READ_ONCE(lock->futex); /* checks, after the error, whether it was handed the lock meanwhile */
		if ((old & TP_SHARED_TID_MASK) == vpid) {
			/* has the lock from here */
			return 1;
		}
		if (ret == (u32)-ETIMEDOUT) /* the benchmark tries again; here it gives up */
			return 0;
	}
}

/* write_unlock() and tp_mutex_unlock() */
void tp_mutex_unlock(struct tp_futex *lock) { u32 vpid = task_pid_vnr(current); u32 old;
	old = cmpxchg_release(&lock->futex, vpid, 0); /* frees the lock without the kernel, or finds a flag beside its TID: a case for the kernel */
	if (old != vpid)
		sys_tp_futex_unlock(lock); /* an error is ignored: the thread is through with the lock */
	/* has the lock no longer */
}

/* What a robust user must do after it got a dead owner's lock: repair the data, clear the flag */
void tp_mutex_recover(struct tp_futex *lock) { u32 val, cur;
	val = READ_ONCE(lock->futex); /* checks whether the last owner died */
	while (val & TP_OWNER_DIED) {
		cur = cmpxchg(&lock->futex, val, val & ~TP_OWNER_DIED); /* says that it has repaired the data, or sees that the word has changed */
		if (cur == val)
			return;
		val = cur;
	}
}

/* The workload: lock, one step of work, unlock. */
void tp_futex_worker(struct tp_futex *lock, u32 rounds) { u32 got;
	while (rounds--) {
		if (IS_ENABLED(HAS_USER_SIDE_OF_BENCH))
			got = tp_mutex_lock(lock);
		else
			got = tp_sample_lock(lock);
		if (!got)
			continue;
		/* holds the lock */
		if (role == TP_ROBUST)
			tp_mutex_recover(lock);
		critical_section(); /* works under the lock */
		/* holds it no longer */
		tp_mutex_unlock(lock);
	}
}
