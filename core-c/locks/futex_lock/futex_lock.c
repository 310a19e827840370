/* SPDX-License-Identifier: MIT */
/*
 * futex_lock: a mutex that the kernel takes for its caller, which may spin there while the owner runs.
 * Never merged. Source: "[PATCH V5 0/4][RFC] futex: FUTEX_LOCK with optional adaptive spinning", April 2010, its
 * versions 2 and 5 as their author describes them. A0, A1, ... number the steps of README.md.
 *
 *   futex       0                 free
 *               T                 T holds the lock, and its unlock needs no kernel
 *               WAITERS | T       T holds the lock, and its unlock calls FUTEX_WAKE
 *               OWNER_DIED        the owner has died: free, but only the kernel takes it now; WAITERS
 *                                 is kept beside it, and both stay with the next owner
 *   spinner     T                 version 2: T spins, everybody else goes to sleep
 *
 *   0 -> T                        lock, in user space
 *   T -> WAITERS | T              a waiter, with the bucket locked, before it sleeps
 *   0 -> T, WAITERS | T           the kernel takes the lock for T: with WAITERS if T has slept, for
 *                                 it cannot know whether others still do
 *   T -> 0                        unlock, in user space
 *   WAITERS | T -> 0              unlock; FUTEX_WAKE follows. The word is free before anybody is woken
 *
 * Nobody is handed the lock: who sees a word without a TID first takes it, be it a spinner, a woken
 * thread or a newcomer.
 */
#include "futex_lock.h"

LOCK(futex_lock, struct futex_lock, .worker = fl_worker, .exit = fl_exit, .kernel = false,
	.title = "FUTEX_LOCK", .family = "FUTEX_LOCK",
	.purpose = LS_TOLD("Locks of a program that spin before they sleep: in the kernel, as proposed in 2010, or in glibc."),
	.source = "Ours, after the mails of \"futex: FUTEX_LOCK with optional adaptive spinning\", versions 2 and 5, April 2010, and kernel/futex.c of Linux 2.6.33. No archive that we could reach has the diff of the kernel's side: most of that side is inferred",
	.env = 1 << LS_ENV_PREEMPT | 1 << LS_ENV_RUN | 1 << LS_ENV_TIMEOUT | 1 << LS_ENV_SIGNAL | 1 << LS_ENV_KILL)
USES(futex_hash_2010)

VARIANT(futex_lock, normal, .name = "futex-lock", .title = "FUTEX_LOCK: who does not get it sleeps")
VARIANT(futex_lock, one, .name = "futex-lock-adaptive-v2", .title = "FUTEX_LOCK_ADAPTIVE, version 2: one spins, until the owner changes",
	.has = adaptive | one_spinner)
VARIANT(futex_lock, many, .name = "futex-lock-adaptive", .title = "FUTEX_LOCK_ADAPTIVE, version 5: all spin, whoever the owner is",
	.has = adaptive)

SWITCH(futex_lock, no_waiters, .title = "sleep without setting WAITERS in the word",
	.verdict = LS_LOST_WAKEUP, .shown_by = "futex-lock --threads 2 --rounds 1")
SWITCH(futex_lock, mark_unlocked, .title = "set WAITERS before the bucket is locked",
	.verdict = LS_LOST_WAKEUP, .shown_by = "futex-lock --threads 2 --rounds 1")
SWITCH(futex_lock, forget_others, .title = "a thread that has slept takes the lock without WAITERS",
	.verdict = LS_LOST_WAKEUP, .shown_by = "futex-lock --threads 3 --rounds 1")
SWITCH(futex_lock, wake_first, .title = "the unlock calls FUTEX_WAKE before it frees the word",
	.verdict = LS_LOST_WAKEUP, .shown_by = "futex-lock --threads 2 --rounds 1")
SWITCH(futex_lock, no_wake, .title = "the unlock does not call FUTEX_WAKE",
	.verdict = LS_LOST_WAKEUP, .shown_by = "futex-lock --threads 2 --rounds 1")
SWITCH(futex_lock, blind_take, .title = "the kernel takes the free lock by a store, whatever the word has become",
	.verdict = LS_VIOLATED, .invariant = "mutual exclusion", .shown_by = "futex-lock-adaptive --threads 3 --rounds 1")
SWITCH(futex_lock, keep_mark, .with = one_spinner, .title = "version 2: the spinner goes to sleep as the one that spins",
	.verdict = LS_VIOLATED, .invariant = "one spinner", .shown_by = "futex-lock-adaptive-v2 --threads 2 --rounds 1")

C_NAMES(fl_futex_lock = futex_lock, fl_spin_on_owner = futex_spin_on_owner)

WORD(futex_lock, futex, .kind = LS_KIND_BITS, .c_type = "u32 __user", .line = "user", .meaning = "the lock word, in user memory",
	.field = { { "TID", 0, 30, LS_FIELD_TID }, { "OWNER_DIED", 30, 1, LS_FIELD_FLAG }, { "WAITERS", 31, 1, LS_FIELD_FLAG } })
WORD(futex_lock, spinner, .kind = LS_KIND_TID, .line = "spinner", .meaning = "version 2: the one thread that may spin in the kernel")

QUEUE(futex_lock, .kind = "buckets", .title = "futex hash", .array = "bucket", .lock = "lock", .list = "chain", .key = "key")
QUEUE(futex_lock, .kind = "owner", .title = "spinner", .word = "spinner", .with = one_spinner)

ROLE(futex_lock, FL_LOCKS, .letter = 'L', .title = "locker: locks and unlocks")
ROLE(futex_lock, FL_TIMED, .letter = 'T', .title = "timed locker: gives a timeout, and gives up when it runs out")
ROLE(futex_lock, FL_ROBUST, .letter = 'R', .title = "robust locker: has the lock in its robust list, which tells of its death")

INVARIANT(futex_lock, exclusion, .name = "mutual exclusion", .about = "holders", .meaning = "at most one thread holds the lock",
	WRITERS() <= 1)
INVARIANT(futex_lock, owner, .name = "owner", .meaning = "while a thread holds the lock, the word has its TID",
	EACH(t, HOLDS(t) != LS_HOLDS_WRITE || (lk->futex.v & FL_TID_MASK) == t))
/* With a fault planted its consequence is to be shown, not the state that leads to it. */
INVARIANT(futex_lock, covered, .name = "covered sleep", .about = "sleepers", .called = "lost wake-up",
	.meaning = "while a thread waits in the chain, WAITERS is in the word, or somebody in the kernel will set it, or an unlock or a death will wake one",
	FAULTY() || lk->futex.v & FL_WAITERS || !FIRST_OF(lk->hash.bucket[FUTEX10_BUCKET(ADDRESS(lk->futex))].chain) ||
	ANY(t, INSIDE(t, fl_mutex_unlock) || INSIDE(t, fl_exit) ||
		(INSIDE(t, fl_futex_lock) && !IN_LIST(lk->hash.bucket[FUTEX10_BUCKET(ADDRESS(lk->futex))].chain, t))))
INVARIANT(futex_lock, one_spins, .name = "one spinner", .meaning = "in version 2 at most one thread spins, and the word says which",
	!FEATURE(futex_lock, one_spinner) || EACH(t, lk->spinner.v != t || INSIDE(t, fl_spin_on_owner)))
INVARIANT(futex_lock, at_rest, .name = "at rest", .meaning = "when all threads have finished, nobody stands in a chain, and the word has no TID but that of a dead thread",
	!FINISHED() || !((lk->futex.v & FL_TID_MASK && STATUS(lk->futex.v & FL_TID_MASK) != LS_DEAD) || FIRST_OF(lk->hash.bucket[0].chain) || FIRST_OF(lk->hash.bucket[1].chain)))

/* === kernel side ================================================================== */

/* The word has no TID. What it then has: the caller's own, if it got the lock */
PROC(fl_take, struct futex_lock, u32 word; u32 slept; u32 mine; u32 cur;)
	my->mine = (my->word & ~FL_TID_MASK) | me;
	if (my->slept && !FAULT(futex_lock, forget_others))
		my->mine |= FL_WAITERS;
	if (FAULT(futex_lock, blind_take)) {
		STORE(lk->futex, my->mine, relaxed); /* takes the lock (fault: that was free when it looked) */
		my->cur = my->word;
	} else if (my->mine & FL_WAITERS)
		CAS(my->cur, lk->futex, my->word, my->mine, full); /* takes the free lock with WAITERS, for others may sleep | fails to take the lock, for the word has changed */
	else
		CAS(my->cur, lk->futex, my->word, my->mine, full); /* takes the free lock | fails to take the lock, for the word has changed */
	if (my->cur != my->word)
		RETURN(my->cur);
	TAKES_WRITE();
	RETURN(my->mine);
END(fl_take)

/* A1, futex_spin_on_owner. The word as last seen: with the caller's TID if it got the lock */
PROC(fl_spin_on_owner, struct futex_lock, u32 slept; u32 word; u32 owner; u32 cur;)
	PREEMPT_DISABLE();
	if (HAS(futex_lock, one_spinner)) {
		CAS(my->cur, lk->spinner, 0, me, full); /* becomes the one that spins | finds that another spins already */
		if (my->cur) {
			PREEMPT_ENABLE();
			RETURN(0);
		}
	}
	LOAD(my->word, lk->futex, relaxed); /* reads the lock word */
	for (;;) {
		if (!(my->word & FL_TID_MASK)) {
			CALL(my->word, fl_take, lk, .word = my->word, .slept = my->slept);
			if ((my->word & FL_TID_MASK) == me)
				break;
			continue;
		}
		if (HAS(futex_lock, one_spinner) && my->owner && my->owner != (my->word & FL_TID_MASK))
			break;
		my->owner = my->word & FL_TID_MASK;
		if (TASK_EXITING(my->owner) || NEED_RESCHED())
			break;
		ON_CPU(my->cur, my->owner); /* checks whether the owner is running */
		if (!my->cur)
			break;
		CPU_RELAX();
		LOAD(my->word, lk->futex, relaxed); /* reads the lock word again */
	}
	if (HAS(futex_lock, one_spinner) && !FAULT(futex_lock, keep_mark))
		STORE(lk->spinner, 0, release); /* spins no more: another may */
	PREEMPT_ENABLE();
	RETURN(my->word);
END(fl_spin_on_owner)

/* FUTEX_LOCK and FUTEX_LOCK_ADAPTIVE: futex_lock. timed = a timeout was given */
PROC(fl_futex_lock, struct futex_lock, u32 timed; u32 slept; u32 b; u32 word; u32 cur; u32 left;)
	/* A0 */
	my->b = FUTEX10_BUCKET(ADDRESS(lk->futex));
	STORE(lk->hash.q[me].key, ADDRESS(lk->futex), relaxed); /* notes which word it waits for */
	for (;;) {
		if (HAS(futex_lock, adaptive)) {
			CALL(my->word, fl_spin_on_owner, lk, .slept = my->slept);
			if ((my->word & FL_TID_MASK) == me)
				break;
		}

		/* A2 */
		STORE(lk->hash.q[me].lock_ptr, ADDRESS(lk->hash.bucket[my->b].lock), relaxed); /* notes the lock of that bucket */
		if (!FAULT(futex_lock, mark_unlocked))
			SPIN_LOCK(lk->hash.bucket[my->b].lock); /* locks the bucket | spins for the bucket */
		LOAD(my->word, lk->futex, relaxed); /* reads the lock word */
		while ((my->word & FL_TID_MASK) != me) {
			if (!(my->word & FL_TID_MASK)) {
				CALL(my->word, fl_take, lk, .word = my->word, .slept = my->slept);
				continue;
			}
			if (my->word & FL_WAITERS || FAULT(futex_lock, no_waiters))
				break;
			CAS(my->cur, lk->futex, my->word, my->word | FL_WAITERS, full); /* sets WAITERS, so that the unlock calls the kernel | sees that the word has changed */
			if (my->cur == my->word)
				break;
			my->word = my->cur;
		}
		if (FAULT(futex_lock, mark_unlocked))
			SPIN_LOCK(lk->hash.bucket[my->b].lock); /* locks the bucket (fault: behind its look at the word) | spins for the bucket */
		if ((my->word & FL_TID_MASK) == me) {
			SPIN_UNLOCK(lk->hash.bucket[my->b].lock); /* unlocks the bucket, having the lock */
			break;
		}

		/* A3 */
		CALL(my->left, futex10_wait_queue_me, &lk->hash, .b = my->b, .timed = my->timed);
		my->slept = 1;
		if (my->left && TIMEOUT_PASSED())
			my->left = FUTEX10_ETIMEDOUT;
		else if (my->left && SIGNAL_PENDING(INTERRUPTIBLE))
			my->left = FUTEX10_EINTR;
		else
			my->left = 0;
		if (my->left)
			break;
	}
	TIMEOUT_STOP();
	OUT_OF_SCOPE(lk->hash.q[me].key);
	OUT_OF_SCOPE(lk->hash.q[me].lock_ptr);
	RETURN(-my->left);
END(fl_futex_lock)

/* do_exit of a killed thread: exit_robust_list, handle_futex_death */
PROC(fl_exit, struct futex_lock, u32 word; u32 cur;)
	if (MY_ROLE() != FL_ROBUST)
		RETURN(0);
	for (;;) {
		LOAD(my->word, lk->futex, relaxed); /* checks, as it dies, whether it holds the lock */
		if ((my->word & FL_TID_MASK) != me)
			break;
		CAS(my->cur, lk->futex, my->word, (my->word & FL_WAITERS) | FL_OWNER_DIED, full); /* sets OWNER_DIED in the lock word as it dies | sees that the word has changed */
		if (my->cur == my->word)
			break;
	}
	if ((my->word & FL_TID_MASK) == me && my->word & FL_WAITERS)
		DO(futex10_wake, &lk->hash, .uaddr = ADDRESS(lk->futex), .nr_wake = 1);
END(fl_exit)

MODE(user)

/* === user side ==================================================================== */

/* 1 with the lock, 0 when it gave up */
PROC(fl_mutex_lock, struct futex_lock, u32 old; u32 ret;)
	CAS(my->old, lk->futex, 0, me, acquire); /* takes the free lock without the kernel | fails to take the lock without the kernel, for the word is not 0 */
	if (my->old == 0) {
		TAKES_WRITE();
		RETURN(1);
	}
	do {
		SYSCALL(my->ret, fl_futex_lock, lk, .timed = MY_ROLE() == FL_TIMED);
	} while (my->ret == (u32)-FUTEX10_EINTR);
	RETURN(my->ret == 0);
END(fl_mutex_lock)

PROC(fl_mutex_unlock, struct futex_lock, u32 old;)
	CAS(my->old, lk->futex, me, 0, release); /* frees the lock without the kernel | finds a flag beside its TID */
	if (my->old == me) {
		GIVES();
		RETURN(0);
	}
	if (FAULT(futex_lock, wake_first))
		SYSCALL(my->old, futex10_wake, &lk->hash, .uaddr = ADDRESS(lk->futex), .nr_wake = 1);
	XCHG(my->old, lk->futex, 0, release); /* frees the lock, flags and all */
	GIVES();
	if (!FAULT(futex_lock, wake_first) && !FAULT(futex_lock, no_wake))
		SYSCALL(my->old, futex10_wake, &lk->hash, .uaddr = ADDRESS(lk->futex), .nr_wake = 1);
END(fl_mutex_unlock)

/* The workload: lock, one step of work, unlock. */
PROC(fl_worker, struct futex_lock, u32 rounds; u32 got;)
	while (my->rounds--) {
		CALL(my->got, fl_mutex_lock, lk);
		if (!my->got)
			continue;
		HOLD_WRITE();
		CRITICAL(); /* works under the lock */
		UNHOLD();
		DO(fl_mutex_unlock, lk);
	}
END(fl_worker)
