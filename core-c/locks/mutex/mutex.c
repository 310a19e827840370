/* SPDX-License-Identifier: MIT */
/*
 * mutex: the sleeping lock of Linux 3.9 and what three patches of April 2013 made of it. Source: "[PATCH v4 0/4] mutex:
 * Improve mutex performance by doing less atomic-ops & better spinning" of April 2013, patches 1 to 4 (kernel/mutex.c),
 * with the lines between the hunks and the x86-64 fast paths of Linux 3.9, which are those of asm-generic/mutex-dec.h.
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
 *
 * Orders as posted: the slow unlock frees the mutex by a relaxed store (atomic_set); the atomic of
 * its fast path, before it, is a full barrier. The queue alone orders nothing (mcs.c), and need
 * not: here the count orders.
 */
#include "mutex.h"

LOCK(mutex, struct mutex13, .worker = mutex_worker, .kernel = true,
	.title = "Mutex of 2013", .family = "Mutex",
	.purpose = LS_TOLD("The kernel’s sleeping lock: who comes spins while the owner runs, and sleeps otherwise."),
	.source = "Linux 3.9 and the mutex series of April 2013, patches 1 to 4: kernel/mutex.c",
	.env = 1 << LS_ENV_PREEMPT | 1 << LS_ENV_RUN | 1 << LS_ENV_SIGNAL)
USES(mcs)

VARIANT(mutex, p0, .name = "mutex-3.9", .title = "Linux 3.9, before the series")
VARIANT(mutex, p2, .name = "mutex-fewer-atomics", .title = "with patch 2: look before each atomic", .has = look_first)
VARIANT(mutex, p3, .name = "mutex-mcs", .title = "with patch 3: spinners queue up", .has = look_first | spinner_queue)
VARIANT(mutex, minus_one, .name = "mutex-minus-one", .title = "with patch 3, not on x86: only -1 shows a waiter (until patch 4)", .has = look_first | spinner_queue | minus_one)

SWITCH(mutex, unchecked_spinner, .title = "a spinner takes its cmpxchg for a success",
	.verdict = LS_VIOLATED, .invariant = "mutual exclusion", .shown_by = "mutex-3.9 --threads 2 --rounds 1")
SWITCH(mutex, blind_sleep, .title = "a waiter goes to sleep without a last look at the count",
	.verdict = LS_VIOLATED, .invariant = "wake token", .shown_by = "mutex-3.9 --threads 2 --rounds 1 --budget p1")
SWITCH(mutex, waiter_leaves_zero, .title = "a waiter does not put -1 back into the count",
	.verdict = LS_VIOLATED, .invariant = "wake token", .shown_by = "mutex-3.9 --threads 3 --rounds 1 --budget p1")
SWITCH(mutex, zero_with_waiters, .title = "a waiter that got the mutex clears the count although others sleep",
	.verdict = LS_VIOLATED, .invariant = "wake token", .shown_by = "mutex-3.9 --threads 3 --rounds 1 --budget p1")
SWITCH(mutex, signal_first, .title = "a woken waiter looks at its signal before it looks at the mutex",
	.verdict = LS_VIOLATED, .invariant = "wake token", .shown_by = "mutex-3.9 --threads LIL --rounds 1 --budget p1,s1")
SWITCH(mutex, never_freed, .title = "the slow unlock does not store 1",
	.verdict = LS_LOST_WAKEUP, .shown_by = "mutex-3.9 --threads 2 --rounds 1 --budget p1")
SWITCH(mutex, freed_late, .title = "the slow unlock stores 1 after the wake-up, without the wait_lock",
	.verdict = LS_VIOLATED, .invariant = "wake token", .shown_by = "mutex-3.9 --threads 2 --rounds 1 --budget p1")
SWITCH(mutex, sleeping_head, .with = spinner_queue, .title = "the head of the spinners goes to sleep and keeps its place",
	.verdict = LS_VIOLATED, .invariant = "spinner queue", .shown_by = "mutex-mcs --threads 2 --rounds 1 --budget p1")
SWITCH(mutex, owner_read_twice, .title = "the compiler reads lock->owner twice in mutex_can_spin_on_owner",
	.verdict = LS_BUGGED, .shown_by = "mutex-mcs --threads 2 --rounds 1")
SWITCH(mutex, torn_count, .title = "mutex_lock reads count and writes one less in two steps",
	.verdict = LS_VIOLATED, .invariant = "mutual exclusion", .shown_by = "mutex-3.9 --threads 2 --rounds 1")

C_NAMES(STATE = long, LOAD = ACCESS_ONCE, CPU_RELAX = arch_mutex_cpu_relax, mutex13 = mutex, mutex13_ = mutex_, mutex_owner_running = owner_running,
	mutex_lock_common = __mutex_lock_common, mutex_unlock_slowpath = __mutex_unlock_common_slowpath,
	mutex_owner_running.LOAD = PLAIN_READ, mutex_spin_on_owner.LOAD = PLAIN_READ, mutex_can_spin_on_owner.LOAD = PLAIN_READ)

WORD(mutex13, count, .kind = LS_KIND_SIGNED, .c_type = "atomic_t", .line = "lock",
	.meaning = "1 free, 0 locked, below 0 locked and the unlock must look for sleepers")
WORD(mutex13, owner, .kind = LS_KIND_TID, .line = "lock",
	.meaning = "who holds the mutex: a hint for spinners, set after taking it and cleared before giving it back")
WORD(mutex13, wait_lock, .kind = LS_KIND_SPINLOCK, .c_type = "spinlock_t", .line = "lock", .meaning = "guards the wait list and the decision to sleep")
WORD(mutex13, wait_list, .kind = LS_KIND_LIST, .line = "lock", .meaning = "the sleepers, first come first woken")

QUEUE(mutex, .kind = "list", .title = "sleepers", .list = "wait_list")
QUEUE(mutex, .kind = "mcs", .title = "spinners", .tail = "spin_mlock", .next = "next", .ready = "locked", .prev = "prev", .with = spinner_queue)
QUEUE(mutex, .kind = "owner", .title = "owner", .word = "owner")

ROLE(mutex, MUTEX_LOCKS, .letter = 'L', .title = "locker: locks with mutex_lock and unlocks")
ROLE(mutex, MUTEX_LOCKS_INTERRUPTIBLY, .letter = 'I', .title = "interruptible locker: locks with mutex_lock_interruptible, gives up on a signal")

INIT(mutex, lk->count, 1)

INVARIANT(mutex, exclusion, .name = "mutual exclusion", .about = "holders", .meaning = "at most one thread holds the mutex",
	WRITERS() <= 1)
INVARIANT(mutex, free_word, .name = "free word", .meaning = "count is 1 only when nobody holds the mutex",
	!WRITERS() || lk->count.v != 1)
INVARIANT(mutex, wake_token, .name = "wake token", .about = "sleepers", .called = "lost wake-up",
	.meaning = "while somebody is in the wait list, something must lead to a wake-up: a count below 0, an unlock on its way to the list, or a thread of the list that is awake",
	!FIRST_OF(lk->wait_list) || (s32)lk->count.v < 0 || ANY(t, IN_LIST(lk->wait_list, t) && STATE(t) == RUNNING) ||
	ANY(t, INSIDE(t, mutex_unlock_slowpath)))
INVARIANT(mutex, spinner_queue, .name = "spinner queue",
	.meaning = "from patch 3 on, at most one spinner is the head, only one watches the owner, and the last in the queue is awake",
	!FEATURE(mutex, spinner_queue) || (COUNT(t, lk->spin_mlock.node[t].locked.v) <= 1 &&
	COUNT(t, INSIDE(t, mutex_spin_on_owner)) <= (lk->spin_mlock.tail.v != 0) &&
	(!lk->spin_mlock.tail.v || ANY(t, t == lk->spin_mlock.tail.v && STATUS(t) != LS_ASLEEP && INSIDE(t, mutex_lock_common)))))
INVARIANT(mutex, at_rest, .name = "at rest", .meaning = "when all threads have finished, count is 1, owner is NULL and all queues are empty",
	!FINISHED() || (lk->count.v == 1 && !lk->owner.v && !lk->wait_lock.v && !FIRST_OF(lk->wait_list) && !lk->spin_mlock.tail.v))

/* --- watching the owner (kernel/sched/core.c; patch 1 brings it to mutex.c) ----- */

/* owner_running */
PROC(mutex_owner_running, struct mutex13, u32 owner; u32 now;)
	LOAD(my->now, lk->owner, relaxed); /* checks whether the owner has changed */
	if (my->now != my->owner)
		RETURN(0);
	ON_CPU(my->now, my->owner); /* checks whether the owner is running */
	RETURN(my->now);
END(mutex_owner_running)

PROC(mutex_spin_on_owner, struct mutex13, u32 owner; u32 now;)
	for (;;) {
		CALL(my->now, mutex_owner_running, lk, .owner = my->owner);
		if (!my->now)
			break;
		if (NEED_RESCHED())
			break;
		CPU_RELAX();
	}
	LOAD(my->now, lk->owner, relaxed); /* reads who owns the mutex now */
	RETURN(my->now == 0);
END(mutex_spin_on_owner)

/* mutex_can_spin_on_owner (patch 3) */
PROC(mutex_can_spin_on_owner, struct mutex13, u32 owner; u32 retval;)
	my->retval = 1;
	LOAD(my->owner, lk->owner, relaxed); /* reads who owns the mutex, before it queues */
	if (my->owner) {
		if (FAULT(mutex, owner_read_twice))
			LOAD(my->owner, lk->owner, relaxed); /* reads the owner again (fault: may be gone by now) */
		ON_CPU(my->retval, my->owner); /* checks whether the owner is running */
	}
	RETURN(my->retval);
END(mutex_can_spin_on_owner)

/* --- the slow path of the lock --------------------------------------------------- */

/* __mutex_lock_common */
PROC(mutex_lock_common, struct mutex13, u32 state; u32 owner; u32 seen;)
	PREEMPT_DISABLE();
	if (HAS(mutex, spinner_queue)) {
		CALL(my->seen, mutex_can_spin_on_owner, lk);
		if (!my->seen)
			goto slowpath;
	}

	for (;;) {
		if (HAS(mutex, spinner_queue))
			DO(mspin_lock, &lk->spin_mlock);
		LOAD(my->owner, lk->owner, relaxed); /* reads who owns the mutex */
		if (my->owner) {
			CALL(my->seen, mutex_spin_on_owner, lk, .owner = my->owner);
			if (!my->seen) {
				if (HAS(mutex, spinner_queue) && !FAULT(mutex, sleeping_head)) {
					DO(mspin_unlock, &lk->spin_mlock);
					OUT_OF_SCOPE(lk->spin_mlock.node[me].next);
					OUT_OF_SCOPE(lk->spin_mlock.node[me].locked);
				}
				break;
			}
		}

		my->seen = 1; /* 3.9 tries without a look */
		if (HAS(mutex, look_first))
			LOAD(my->seen, lk->count, relaxed); /* finds the mutex taken | if 1: finds the mutex free */
		if (my->seen == 1)
			CAS(my->seen, lk->count, 1, 0, full); /* takes the mutex as a spinner | fails to take the mutex, which is not free */
		if (my->seen == 1 || FAULT(mutex, unchecked_spinner)) {
			TAKES_WRITE();
			STORE(lk->owner, me, relaxed); /* writes its name as the owner{unchecked_spinner ? , without asking whether it took the mutex (fault) : } */
			if (HAS(mutex, spinner_queue)) {
				DO(mspin_unlock, &lk->spin_mlock);
				OUT_OF_SCOPE(lk->spin_mlock.node[me].next);
				OUT_OF_SCOPE(lk->spin_mlock.node[me].locked);
			}
			PREEMPT_ENABLE();
			RETURN(0);
		}
		if (HAS(mutex, spinner_queue)) {
			DO(mspin_unlock, &lk->spin_mlock);
			OUT_OF_SCOPE(lk->spin_mlock.node[me].next);
			OUT_OF_SCOPE(lk->spin_mlock.node[me].locked);
		}

		/* a real-time task would leave here too */
		if (!my->owner && NEED_RESCHED())
			break;
		CPU_RELAX();
	}

slowpath:
	SPIN_LOCK(lk->wait_lock); /* locks the wait list | spins for the wait list */
	LIST_ADD(lk->wait_list, me); /* puts itself at the end of the wait list{blind_sleep ? , and takes no last look at count (fault) : } */
	my->seen = 0;
	if (FAULT(mutex, blind_sleep))
		goto go_to_sleep;
	/* patch 2 looks first (MUTEX_SHOW_NO_WAITER): below 0 the unlock is a slow one anyway; patch 4 asks so everywhere */
	if (HAS(mutex, look_first))
		LOAD(my->seen, lk->count, relaxed); /* finds that count shows no waiter yet | if -1: finds that count shows a waiter already | if below 0: finds count below -1 */
	if ((HAS(mutex, minus_one) ? (s32)my->seen != -1 : (s32)my->seen >= 0) && FAULT(mutex, waiter_leaves_zero)) {
		CAS(my->seen, lk->count, 1, -1, full); /* takes the free mutex | leaves count as it is (fault: no xchg to -1) */
	} else if (HAS(mutex, minus_one) ? (s32)my->seen != -1 : (s32)my->seen >= 0) {
		XCHG(my->seen, lk->count, -1, full); /* swaps in -1 and gets 1, so it has the mutex | swaps in -1, but the mutex is taken */
		OTHERWISE(my->seen != 1);
	}
	if (my->seen == 1)
		goto done;

	for (;;) {
		my->seen = 0;
		if (FAULT(mutex, signal_first) && SIGNAL_PENDING(my->state))
			goto interrupted;
		if (HAS(mutex, look_first))
			LOAD(my->seen, lk->count, relaxed); /* takes its last look at count before it sleeps | if 1: takes its last look at count and finds the mutex free */
		if ((HAS(mutex, minus_one) ? (s32)my->seen != -1 : (s32)my->seen >= 0) && FAULT(mutex, waiter_leaves_zero)) {
			CAS(my->seen, lk->count, 1, -1, full); /* takes the free mutex | leaves count as it is (fault: no xchg to -1) */
		} else if (HAS(mutex, minus_one) ? (s32)my->seen != -1 : (s32)my->seen >= 0) {
			XCHG(my->seen, lk->count, -1, full); /* swaps in -1 as its last look and gets 1, so it has the mutex | swaps in -1 as its last look, but the mutex is taken */
			OTHERWISE(my->seen != 1);
		}
		if (my->seen == 1)
			break;
		if (SIGNAL_PENDING(my->state)) {
		interrupted:
			LIST_DEL(lk->wait_list, me); /* gives up because of a signal and leaves the wait list */
			SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */
			PREEMPT_ENABLE();
			RETURN(-MUTEX_EINTR);
		}
	go_to_sleep:
		STORE_STATE(my->state); /* marks itself as sleeping, the wait list still locked */
		SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */
		/* schedule_preempt_disabled() */
		PREEMPT_ENABLE_NO_RESCHED();
		SCHEDULE(); /* goes to sleep | wakes up */
		PREEMPT_DISABLE();
		SPIN_LOCK(lk->wait_lock); /* locks the wait list again | spins for the wait list */
	}

done:
	TAKES_WRITE();
	LIST_DEL(lk->wait_list, me); /* leaves the wait list as the new owner */
	STORE(lk->owner, me, relaxed); /* writes its name as the owner */
	LIST_FIRST(my->seen, lk->wait_list); /* checks whether others still wait */
	if (my->seen == 0 || FAULT(mutex, zero_with_waiters))
		STORE(lk->count, 0, relaxed); /* clears the flag while {wait_list}{zero_with_waiters ?  (fault: whoever waits) : , so its unlock may be a fast one} */
	SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */
	PREEMPT_ENABLE();
	RETURN(0);
END(mutex_lock_common)

/* --- the entries ------------------------------------------------------------------ */

/* mutex_lock, with __mutex_fastpath_lock of x86. After the slow path it stores the
 * owner a second time, as the source does. */
PROC(mutex13_lock, struct mutex13, u32 count;)
	if (!FAULT(mutex, torn_count)) {
		ADD_RETURN(my->count, lk->count, -1, full); /* decrements count to 0 and has the mutex | decrements count, but the mutex is taken */
		OTHERWISE((s32)my->count < 0);
	} else {
		LOAD(my->count, lk->count, relaxed); /* reads count (fault: not one addition) */
		my->count--;
		STORE(lk->count, my->count, relaxed); /* writes one less than it has read (fault: a step after the read) */
	}
	if ((s32)my->count < 0) {
		DO(mutex_lock_common, lk, .state = UNINTERRUPTIBLE);
	}
	TAKES_WRITE();
	STORE(lk->owner, me, relaxed); /* writes its name as the owner */
END(mutex13_lock)

/* mutex_lock_interruptible */
PROC(mutex13_lock_interruptible, struct mutex13, u32 count; u32 ret;)
	ADD_RETURN(my->count, lk->count, -1, full); /* decrements count to 0 and has the mutex | decrements count, but the mutex is taken */
	OTHERWISE((s32)my->count < 0);
	if ((s32)my->count < 0) {
		CALL(my->ret, mutex_lock_common, lk, .state = INTERRUPTIBLE);
	}
	if (my->ret == 0) {
		TAKES_WRITE();
		STORE(lk->owner, me, relaxed); /* writes its name as the owner */
	}
	RETURN(my->ret);
END(mutex13_lock_interruptible)

/* __mutex_unlock_common_slowpath */
PROC(mutex_unlock_slowpath, struct mutex13, u32 first;)
	SPIN_LOCK(lk->wait_lock); /* locks the wait list | spins for the wait list */
	if (!FAULT(mutex, never_freed) && !FAULT(mutex, freed_late))
		STORE(lk->count, 1, relaxed); /* frees the mutex for whoever comes first */
	if (!FAULT(mutex, freed_late))
		GIVES();
	LIST_FIRST(my->first, lk->wait_list); /* reads who has waited longest{never_freed ? , and has not freed the mutex (fault) : } */
	if (my->first)
		WAKE(my->first, my->first); /* wakes the first waiter, which stays in the list | finds the first waiter already awake */
	SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */
	if (FAULT(mutex, freed_late)) {
		STORE(lk->count, 1, relaxed); /* frees the mutex (fault: after the wake-up) */
		GIVES();
	}
END(mutex_unlock_slowpath)

/* mutex_unlock, with __mutex_fastpath_unlock of x86 */
PROC(mutex13_unlock, struct mutex13, u32 count;)
	STORE(lk->owner, 0, relaxed); /* clears its name, still holding the mutex */
	ADD_RETURN(my->count, lk->count, 1, full); /* increments count to 1 and frees the mutex | increments count, but not to 1: it must look for sleepers */
	OTHERWISE((s32)my->count <= 0);
	if ((s32)my->count <= 0) {
		DO(mutex_unlock_slowpath, lk);
	}
	GIVES();
END(mutex13_unlock)

/* The workload. A round is a system call; a signal is handled on its way out. */
PROC(mutex_worker, struct mutex13, u32 rounds; u32 ret;)
	while (my->rounds--) {
		if (MY_ROLE() == MUTEX_LOCKS)
			DO(mutex13_lock, lk);
		else
			CALL(my->ret, mutex13_lock_interruptible, lk);
		if (my->ret == 0) {
			HOLD_WRITE();
			CRITICAL(); /* works under the mutex */
			UNHOLD();
			DO(mutex13_unlock, lk);
		}
		my->ret = 0;
		CLEAR_SIGNAL();
	}
END(mutex_worker)
