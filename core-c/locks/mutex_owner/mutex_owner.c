/* SPDX-License-Identifier: MIT */
/*
 * mutex_owner: the mutex of Linux 6.12, in which one word says who holds it and what the unlock must do.
 * Source: kernel/locking/mutex.c and kernel/locking/mutex.h of Linux 6.12, built with CONFIG_MUTEX_SPIN_ON_OWNER and
 * without debugging; ww mutexes left out. The word is of 4.10, HANDOFF too, PICKUP of 4.11.
 *
 *   owner   bit 0   WAITERS   the wait list is not empty: the unlock must wake somebody
 *           bit 1   HANDOFF   asked for by the first waiter: the unlock must give it the mutex
 *           bit 2   PICKUP    given to the task of the word, which has yet to take it
 *           above   task      who holds the mutex, or to whom it is given; nobody: free
 *
 *   0                            free, nobody waits: the only value that the fast path takes
 *   T                            T holds the mutex, and its unlock may be a fast one
 *   T WAITERS                    T holds the mutex and must wake the first waiter
 *   T WAITERS HANDOFF            T holds the mutex and must give it to the first waiter
 *   WAITERS                      free, and somebody waits: whoever comes first takes it (stealing)
 *   T WAITERS PICKUP             nobody is in; only T may take it
 *
 * wait_lock guards wait_list, the flag WAITERS with it, and whom the mutex is given to. It does not guard the taking:
 * that is always one compare-and-swap of owner, and it keeps the flags that it finds.
 */
#include "mutex_owner.h"

LOCK(mutex_owner, struct mutex612, .worker = mutex_owner_worker, .kernel = true,
	.title = "Mutex with an owner word", .family = "Mutex",
	.source = "Linux 6.12.117: kernel/locking/mutex.c, with what its stable releases brought from a later kernel",
	.env = 1 << LS_ENV_PREEMPT | 1 << LS_ENV_RUN | 1 << LS_ENV_SIGNAL | 1 << LS_ENV_WAKE)
USES(osq)
USES(wake_q)

VARIANT(mutex_owner, v6_12, .name = "mutex-6.12", .title = "Linux 6.12.117: owner word, handoff")

SWITCH(mutex_owner, torn_try, .title = "a try reads the word and writes it in two steps",
	.verdict = LS_VIOLATED, .invariant = "mutual exclusion", .shown_by = "mutex-6.12 --threads LT --rounds 1")
SWITCH(mutex_owner, plain_unlock, .title = "the fast unlock looks and then stores 0, instead of one compare-and-swap",
	.verdict = LS_VIOLATED, .invariant = "WAITERS flag", .shown_by = "mutex-6.12 --threads 2 --rounds 1 --budget p1")
SWITCH(mutex_owner, waiters_stay, .title = "the last waiter leaves WAITERS set",
	.verdict = LS_VIOLATED, .invariant = "WAITERS flag", .shown_by = "mutex-6.12 --threads 2 --rounds 1 --budget p1")
SWITCH(mutex_owner, request_stays, .title = "the last waiter clears WAITERS only, and leaves HANDOFF behind",
	.verdict = LS_VIOLATED, .invariant = "flags need a waiter", .shown_by = "mutex-6.12 --threads LI --rounds 1 --budget p1,s1")
SWITCH(mutex_owner, blind_sleep, .title = "a waiter sleeps without a last look at the word",
	.verdict = LS_VIOLATED, .invariant = "wake token", .shown_by = "mutex-6.12 --threads 2 --rounds 1 --budget p1")
SWITCH(mutex_owner, late_state, .title = "a waiter marks itself as sleeping only when it has let go of the wait list",
	.verdict = LS_VIOLATED, .invariant = "wake token", .shown_by = "mutex-6.12 --threads 2 --rounds 1 --budget p1")
SWITCH(mutex_owner, no_handoff, .title = "a first waiter that comes too late does not set HANDOFF",
	.verdict = LS_VIOLATED, .invariant = "no bypass", .shown_by = "mutex-6.12 --threads 2 --rounds 1 --budget p1,w1")
SWITCH(mutex_owner, blind_handoff, .title = "HANDOFF is set without a look whether the mutex is still held (4.10 to 5.14)",
	.verdict = LS_VIOLATED, .invariant = "no bypass", .shown_by = "mutex-6.12 --threads 2 --rounds 1 --budget p1,w1")
SWITCH(mutex_owner, anyone_picks_up, .title = "a thread takes a mutex that is given to another",
	.verdict = LS_VIOLATED, .invariant = "no bypass", .shown_by = "mutex-6.12 --threads 3 --rounds 1 --budget p1,w1")
SWITCH(mutex_owner, one_bit, .title = "HANDOFF says both: asked for, and given",
	.verdict = LS_BUGGED, .shown_by = "mutex-6.12 --threads NL --rounds 1 --budget p1,w1")
SWITCH(mutex_owner, no_retry, .title = "an unlock that gives the mutex away tries it once, and goes on when its compare-and-swap has failed",
	.verdict = LS_VIOLATED, .invariant = "at rest", .shown_by = "mutex-6.12 --threads LII --rounds 1 --budget p1,s2")

C_NAMES(ASSERT = MUTEX_WARN_ON, mutex612 = mutex, mutex612_ = mutex_, MUTEX612_ = MUTEX_, mutex_owner_waiter = mutex_waiter, MUTEX_TASK_OF = __owner_task,
	mutex612_trylock_common = __mutex_trylock_common, mutex612_handoff = __mutex_handoff,
	mutex612_lock_common = __mutex_lock_common, mutex612_unlock_slowpath = __mutex_unlock_slowpath)

WORD(mutex612, owner, .kind = LS_KIND_BITS, .c_type = "atomic_long_t", .c_task = MUTEX_TASK, .c_task_of = MUTEX_TASK_OF, .sign = LS_SIGN_HANDOFF, .line = "lock",
	.meaning = "who holds the mutex, and what its unlock must do",
	.field = { { "WAITERS", 0, 1, LS_FIELD_FLAG }, { "HANDOFF", 1, 1, LS_FIELD_FLAG }, { "PICKUP", 2, 1, LS_FIELD_FLAG },
		{ "task", MUTEX_TASK_SHIFT, 6, LS_FIELD_TID } })
WORD(mutex612, wait_lock, .kind = LS_KIND_SPINLOCK, .line = "lock",
	.meaning = "guards the wait list, its flag and the choice of the one whom the mutex is given to")
WORD(mutex612, wait_list, .kind = LS_KIND_LIST, .line = "lock", .meaning = "the waiters, first come first woken")

QUEUE(mutex_owner, .kind = "list", .title = "wait list", .list = "wait_list")
QUEUE(mutex_owner, .kind = "mcs", .title = "spinners", .tail = "osq", .next = "next", .ready = "locked", .prev = "prev")
QUEUE(mutex_owner, .kind = "owner", .title = "owner", .word = "owner")

ROLE(mutex_owner, MUTEX612_LOCKS, .letter = 'L', .title = "locker: locks with mutex_lock and unlocks")
ROLE(mutex_owner, MUTEX612_LOCKS_INTERRUPTIBLY, .letter = 'I', .title = "interruptible locker: locks with mutex_lock_interruptible, gives up on a signal")
ROLE(mutex_owner, MUTEX612_TRIES, .letter = 'T', .title = "trylock: tries once with mutex_trylock, and goes away when it fails")
ROLE(mutex_owner, MUTEX612_TRIES_INSIDE, .letter = 'N', .title = "nested trylock: locks, and inside tries once more, which must fail")

INVARIANT(mutex_owner, exclusion, .name = "mutual exclusion", .about = "holders", .meaning = "at most one thread holds the mutex",
	WRITERS() <= 1)
INVARIANT(mutex_owner, holder_named, .name = "holder named",
	.meaning = "whoever holds the mutex is the task of owner, and PICKUP is not set",
	EACH(t, HOLDS(t) == LS_HOLDS_NOTHING || (MUTEX_TASK_OF(lk->owner.v) == t && !(lk->owner.v & MUTEX_FLAG_PICKUP))))
INVARIANT(mutex_owner, waiters_flag, .name = "WAITERS flag", .about = "flag", .flag = "owner.WAITERS", .list = "wait_list",
	.meaning = "while the wait_lock is free, WAITERS is set exactly when the wait list is not empty",
	lk->wait_lock.v || !(lk->owner.v & MUTEX_FLAG_WAITERS) == !FIRST_OF(lk->wait_list))
INVARIANT(mutex_owner, flags_need_waiter, .name = "flags need a waiter",
	.meaning = "while the wait_lock is free, HANDOFF is set only when somebody waits, and PICKUP only for the first who waits",
	lk->wait_lock.v || ((!(lk->owner.v & MUTEX_FLAG_HANDOFF) || FIRST_OF(lk->wait_list)) &&
	(!(lk->owner.v & MUTEX_FLAG_PICKUP) || FIRST_OF(lk->wait_list) == MUTEX_TASK_OF(lk->owner.v))))
INVARIANT(mutex_owner, no_bypass, .name = "no bypass", .about = "passing",
	.meaning = "a first waiter that spins has asked for the mutex: until it has it, HANDOFF is set and somebody is in, or it is given",
	EACH(t, !INSIDE(t, mutex612_optimistic_spin) || !IN_LIST(lk->wait_list, t) || MUTEX_TASK_OF(lk->owner.v) == t ||
	(MUTEX_TASK_OF(lk->owner.v) && lk->owner.v & MUTEX_FLAG_HANDOFF)))
INVARIANT(mutex_owner, one_head, .name = "one head",
	.meaning = "of the threads that watch the owner, only the first waiter has not passed through the spinner queue",
	COUNT(t, INSIDE(t, mutex612_spin_on_owner) && !IN_LIST(lk->wait_list, t)) <= (lk->osq.tail.v != 0))
INVARIANT(mutex_owner, wake_token, .name = "wake token", .about = "sleepers", .called = "lost wake-up",
	.meaning = "when somebody waits and the mutex is free or given, one of the wait list is awake or an unlock is on its way to wake one",
	!FIRST_OF(lk->wait_list) || (MUTEX_TASK_OF(lk->owner.v) && !(lk->owner.v & MUTEX_FLAG_PICKUP)) ||
	ANY(t, IN_LIST(lk->wait_list, t) && (STATUS(t) != LS_ASLEEP || STATE(t) == RUNNING)) ||
	ANY(t, INSIDE(t, mutex612_unlock_slowpath)))
INVARIANT(mutex_owner, at_rest, .name = "at rest", .meaning = "when all threads have finished, owner is 0 and all queues are empty",
	!FINISHED() || (!lk->owner.v && !lk->wait_lock.v && !lk->osq.tail.v && !FIRST_OF(lk->wait_list)))

/* --- the try, which is also the request ------------------------------------------------------- */

/* __mutex_trylock_common: 0 = it has the mutex, else the task that the word named. With handoff, who finds the mutex held
 * asks for it. The source has one compare-and-swap for both. */
PROC(mutex612_trylock_common, struct mutex612, u32 handoff; u32 owner; u32 flags; u32 seen;)
	LOAD(my->owner, lk->owner, relaxed); /* finds the mutex free | if PICKUP: finds that the mutex has been given away | if task: finds the mutex held */
	for (;;) {
		my->flags = my->owner & MUTEX_FLAGS;
		if (MUTEX_TASK_OF(my->owner)) {
			if (my->flags & MUTEX_FLAG_PICKUP || (FAULT(mutex_owner, one_bit) && my->flags & MUTEX_FLAG_HANDOFF && MUTEX_TASK_OF(my->owner) == me)) {
				if (MUTEX_TASK_OF(my->owner) != me && !FAULT(mutex_owner, anyone_picks_up))
					break;
				my->flags &= FAULT(mutex_owner, one_bit) || FAULT(mutex_owner, blind_handoff) ? MUTEX_FLAG_WAITERS : ~MUTEX_FLAG_PICKUP;
			} else if (my->handoff) {
				if (my->flags & MUTEX_FLAG_HANDOFF || FAULT(mutex_owner, no_handoff))
					break;
				if (FAULT(mutex_owner, blind_handoff)) {
					FETCH_OR(my->seen, lk->owner, MUTEX_FLAG_HANDOFF, relaxed); /* asks for the mutex (fault: without comparing) */
					break;
				}
				CAS(my->seen, lk->owner, my->owner, my->owner | MUTEX_FLAG_HANDOFF, acquire); /* asks for the mutex: the unlock must give it away | finds that the word has changed, so it looks again */
				if (my->seen == my->owner)
					break;
				my->owner = my->seen;
				continue;
			} else {
				break;
			}
		}
		ASSERT(MUTEX_TASK_OF(my->owner) || !(my->flags & (MUTEX_FLAG_HANDOFF | MUTEX_FLAG_PICKUP)));
		if (FAULT(mutex_owner, torn_try)) {
			STORE(lk->owner, MUTEX_TASK(me) | my->flags, relaxed); /* takes the mutex (fault: without comparing) */
			TAKES_WRITE();
			RETURN(0);
		}
		CAS(my->seen, lk->owner, my->owner, MUTEX_TASK(me) | my->flags, acquire); /* takes the mutex and {flags} | finds that the word has changed, so it looks again */
		if (my->seen == my->owner) {
			TAKES_WRITE();
			RETURN(0);
		}
		my->owner = my->seen;
	}
	RETURN(MUTEX_TASK_OF(my->owner));
END(mutex612_trylock_common)

/* --- optimistic spinning ----------------------------------------------------------------------- */

/* mutex_spin_on_owner: 1 = the owner has changed, 0 = stop spinning. */
PROC(mutex612_spin_on_owner, struct mutex612, u32 owner; u32 now;)
	for (;;) {
		LOAD(my->now, lk->owner, relaxed); /* checks whether the owner is still the same */
		if (MUTEX_TASK_OF(my->now) != my->owner)
			RETURN(1);
		ON_CPU(my->now, my->owner); /* checks whether the owner is running */
		if (!my->now || NEED_RESCHED())
			RETURN(0);
		CPU_RELAX();
	}
END(mutex612_spin_on_owner)

/* mutex_can_spin_on_owner */
PROC(mutex612_can_spin_on_owner, struct mutex612, u32 owner;)
	if (NEED_RESCHED())
		RETURN(0);
	LOAD(my->owner, lk->owner, relaxed); /* reads who holds the mutex, before it queues */
	my->owner = MUTEX_TASK_OF(my->owner);
	if (!my->owner)
		RETURN(1);
	ON_CPU(my->owner, my->owner); /* checks whether the owner is running */
	RETURN(my->owner);
END(mutex612_can_spin_on_owner)

/* mutex_optimistic_spin: 1 = it has the mutex. A waiter spins beside the head of the spinners, not behind it. */
PROC(mutex612_optimistic_spin, struct mutex612, u32 waiter; u32 seen;)
	if (!my->waiter) {
		CALL(my->seen, mutex612_can_spin_on_owner, lk);
		if (!my->seen)
			goto fail;
		CALL(my->seen, osq_lock, &lk->osq);
		if (!my->seen)
			goto fail;
	}
	for (;;) {
		CALL(my->seen, mutex612_trylock_common, lk);
		if (!my->seen)
			break;
		CALL(my->seen, mutex612_spin_on_owner, lk, .owner = my->seen);
		if (!my->seen)
			goto fail_unlock;
		CPU_RELAX();
	}
	if (!my->waiter)
		DO(osq_unlock, &lk->osq);
	RETURN(1);

fail_unlock:
	if (!my->waiter)
		DO(osq_unlock, &lk->osq);
fail:
	if (NEED_RESCHED()) {
		SET_STATE(RUNNING); /* marks itself as running, for the scheduler wants its CPU */
		/* schedule_preempt_disabled() */
		PREEMPT_ENABLE_NO_RESCHED();
		SCHEDULE(); /* sleeps | gives its CPU away before it goes on */
		PREEMPT_DISABLE();
	}
	RETURN(0);
END(mutex612_optimistic_spin)

/* --- the slow path of the lock ----------------------------------------------------------------- */

/* __mutex_lock_common. SET_STATE is the store with a barrier of set_current_state(); for RUNNING it is
 * __set_current_state(), as in the source: a plain store. */
PROC(mutex612_lock_common, struct mutex612, u32 state; u32 first; u32 seen;)
	PREEMPT_DISABLE();
	CALL(my->seen, mutex612_trylock_common, lk);
	if (my->seen) {
		CALL(my->seen, mutex612_optimistic_spin, lk);
		my->seen = !my->seen;
	}
	if (!my->seen) {
		PREEMPT_ENABLE();
		RETURN(0);
	}

	SPIN_LOCK(lk->wait_lock); /* locks the wait list | spins for the wait list */
	CALL(my->seen, mutex612_trylock_common, lk);
	if (!my->seen)
		goto skip_wait;
	LIST_ADD(lk->wait_list, me); /* stands last in the wait list */
	LIST_FIRST(my->seen, lk->wait_list); /* checks whether it is the first to wait */
	if (my->seen == me)
		FETCH_OR(my->seen, lk->owner, MUTEX_FLAG_WAITERS, relaxed); /* sets the flag of those who wait | if 0x0: sets the flag of those who wait, though the mutex has become free */
	if (!FAULT(mutex_owner, late_state))
		SET_STATE(my->state); /* marks itself as sleeping, the wait list still locked{blind_sleep ? , and takes no last look at the mutex (fault) : } */
	if (FAULT(mutex_owner, blind_sleep))
		goto go_to_sleep;
	for (;;) {
		CALL(my->seen, mutex612_trylock_common, lk);
		if (!my->seen)
			goto acquired;
		if (SIGNAL_PENDING(my->state))
			goto err;
go_to_sleep:
		SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */
		if (FAULT(mutex_owner, late_state))
			SET_STATE(my->state); /* marks itself as sleeping (fault: too late for a wake-up that has come) */
		/* schedule_preempt_disabled() */
		PREEMPT_ENABLE_NO_RESCHED();
		SCHEDULE(); /* goes to sleep | wakes up */
		PREEMPT_DISABLE();
		LIST_FIRST(my->first, lk->wait_list); /* checks whether it waits first, without the wait_lock */
		my->first = my->first == me;
		if (!FAULT(mutex_owner, late_state))
			SET_STATE(my->state); /* marks itself as sleeping again, before it looks */
		CALL(my->seen, mutex612_trylock_common, lk, .handoff = my->first);
		if (!my->seen)
			break;
		if (my->first) {
			CALL(my->seen, mutex612_optimistic_spin, lk, .waiter = 1);
			if (my->seen)
				break;
		}
		SPIN_LOCK(lk->wait_lock); /* locks the wait list again | spins for the wait list */
	}
	SPIN_LOCK(lk->wait_lock); /* locks the wait list, as the owner | spins for the wait list, as the owner */
acquired:
	SET_STATE(RUNNING); /* marks itself as running, as the owner */
	LIST_DEL(lk->wait_list, me); /* leaves the wait list as the owner */
	LIST_FIRST(my->seen, lk->wait_list); /* checks whether others still wait */
	if (my->seen == 0 && !FAULT(mutex_owner, waiters_stay))
		FETCH_ANDNOT(my->seen, lk->owner, FAULT(mutex_owner, request_stays) ? MUTEX_FLAG_WAITERS : MUTEX_FLAGS, relaxed); /* {flags}, for the list is empty */
skip_wait:
	SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */
	PREEMPT_ENABLE();
	RETURN(0);

err:
	SET_STATE(RUNNING); /* gives up because of a signal */
	LIST_DEL(lk->wait_list, me); /* leaves the wait list */
	LIST_FIRST(my->seen, lk->wait_list); /* checks whether others still wait */
	if (my->seen == 0 && !FAULT(mutex_owner, waiters_stay))
		FETCH_ANDNOT(my->seen, lk->owner, FAULT(mutex_owner, request_stays) ? MUTEX_FLAG_WAITERS : MUTEX_FLAGS, relaxed); /* {flags}, for the list is empty */
	SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list, and wakes nobody */
	PREEMPT_ENABLE();
	RETURN(-MUTEX612_EINTR);
END(mutex612_lock_common)

/* mutex_lock, mutex_lock_interruptible: one try with nothing read before it, __mutex_trylock_fast */
PROC(mutex612_lock, struct mutex612, u32 state; u32 seen;)
	CAS(my->seen, lk->owner, 0, MUTEX_TASK(me), acquire); /* takes the free mutex at once | fails to take the mutex at once */
	if (my->seen == 0) {
		TAKES_WRITE();
		RETURN(0);
	}
	CALL(my->seen, mutex612_lock_common, lk, .state = my->state);
	RETURN(my->seen);
END(mutex612_lock)

/* --- the unlock ---------------------------------------------------------------------------------- */

/* __mutex_handoff, under the wait_lock. task may be nobody: then it is an unlock like any other. */
PROC(mutex612_handoff, struct mutex612, u32 task; u32 owner; u32 seen;)
	LOAD(my->owner, lk->owner, relaxed); /* reads the flags once more, under the wait_lock */
	for (;;) {
		ASSERT(MUTEX_TASK_OF(my->owner) == me && !(my->owner & MUTEX_FLAG_PICKUP));
		if (my->task)
			CAS(my->seen, lk->owner, my->owner, (my->owner & MUTEX_FLAG_WAITERS) | MUTEX_TASK(my->task) | (FAULT(mutex_owner, one_bit) ? MUTEX_FLAG_HANDOFF : MUTEX_FLAG_PICKUP), release); /* gives the first waiter the mutex and {flags} | finds that the flags have changed{no_retry ? , and goes on all the same (fault) : } */
		else
			CAS(my->seen, lk->owner, my->owner, my->owner & MUTEX_FLAG_WAITERS, release); /* frees the mutex, for the one that asked has gone | finds that the flags have changed{no_retry ? , and goes on all the same (fault) : } */
		if (my->seen == my->owner || FAULT(mutex_owner, no_retry))
			break;
		my->owner = my->seen;
	}
	GIVES();
END(mutex612_handoff)

/* __mutex_unlock_slowpath */
PROC(mutex612_unlock_slowpath, struct mutex612, u32 owner; u32 seen; u32 next; tasks wake_q;)
	LOAD(my->owner, lk->owner, relaxed); /* reads that no flag is set any more | if HANDOFF: reads that it must give the mutex away | if WAITERS: reads that it must wake a waiter */
	for (;;) {
		ASSERT(MUTEX_TASK_OF(my->owner) == me && !(my->owner & MUTEX_FLAG_PICKUP));
		if (my->owner & MUTEX_FLAG_HANDOFF)
			break;
		CAS(my->seen, lk->owner, my->owner, my->owner & MUTEX_FLAGS, release); /* frees the mutex for the first that comes, and {flags} | finds that the flags have changed */
		if (my->seen == my->owner) {
			GIVES();
			if (my->owner & MUTEX_FLAG_WAITERS)
				break;
			RETURN(0);
		}
		my->owner = my->seen;
	}

	SPIN_LOCK(lk->wait_lock); /* locks the wait list | spins for the wait list */
	LIST_FIRST(my->next, lk->wait_list); /* reads who has waited longest */
	if (my->next)
		CALL(my->wake_q, wake_q_add, &lk->tasks, .tid = my->next);
	if (my->owner & MUTEX_FLAG_HANDOFF)
		DO(mutex612_handoff, lk, .task = my->next);
	PREEMPT_DISABLE();
	SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */
	DO(wake_up_q, &lk->tasks, .wake_q = my->wake_q);
	PREEMPT_ENABLE();
END(mutex612_unlock_slowpath)

/* mutex_unlock, with __mutex_unlock_fast */
PROC(mutex612_unlock, struct mutex612, u32 seen;)
	if (FAULT(mutex_owner, plain_unlock)) {
		LOAD(my->seen, lk->owner, relaxed); /* reads whether a flag is set (fault: not one compare-and-swap) */
		if (my->seen == MUTEX_TASK(me))
			STORE(lk->owner, 0, release); /* frees the mutex (fault: and wipes out what was set meanwhile) */
	} else {
		CAS(my->seen, lk->owner, MUTEX_TASK(me), 0, release); /* frees the mutex, because no flag is set | fails to free the mutex at once, because a flag is set */
	}
	if (my->seen == MUTEX_TASK(me)) {
		GIVES();
		RETURN(0);
	}
	DO(mutex612_unlock_slowpath, lk);
END(mutex612_unlock)

/* The workload. A round is a system call; a signal is handled on its way out. mutex_trylock is one try without handoff. */
PROC(mutex_owner_worker, struct mutex612, u32 rounds; u32 ret;)
	while (my->rounds--) {
		if (MY_ROLE() == MUTEX612_TRIES)
			CALL(my->ret, mutex612_trylock_common, lk);
		else
			CALL(my->ret, mutex612_lock, lk, .state = MY_ROLE() == MUTEX612_LOCKS_INTERRUPTIBLY ? INTERRUPTIBLE : UNINTERRUPTIBLE);
		if (my->ret == 0) {
			HOLD_WRITE();
			CRITICAL(); /* works under the mutex */
			if (MY_ROLE() == MUTEX612_TRIES_INSIDE) {
				CALL(my->ret, mutex612_trylock_common, lk);
				ASSERT(my->ret != 0);
			}
			UNHOLD();
			DO(mutex612_unlock, lk);
		}
		my->ret = 0;
		CLEAR_SIGNAL();
	}
END(mutex_owner_worker)
