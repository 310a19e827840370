/* SPDX-License-Identifier: MIT */
/*
 * wait_wake: the mutex over FUTEX_WAIT and FUTEX_WAKE that the TP futex was measured against.
 * Source: TP-futex series v6 of March 2017, tools/perf/bench/futex-locks.c: ww_mutex_lock,
 * ww_mutex_unlock. The algorithm is that of glibc's normal mutex, Drepper's "mutex2".
 *
 *   futex       0           free
 *               1           locked, and nobody waits: the unlock needs no kernel
 *               2           locked, and somebody may wait: the unlock calls FUTEX_WAKE
 *
 *   0 -> 1      lock, the fast path
 *   any -> 2    lock, the slow path: it has the lock if it finds 0. Who has been in the slow path
 *               always holds with 2, for it cannot know whether others wait
 *   1, 2 -> 0   unlock. The word is free before anybody is woken: who comes first takes it
 *
 * apart and collides are two more of these mutexes. They have nothing to do with the first; they
 * are words in the same process, and so use the same buckets.
 */
#include "wait_wake.h"

LOCK(wait_wake, struct wait_wake, .worker = ww_worker, .kernel = false,
	.title = "Wait-wake mutex", .family = "Wait-wake futex",
	.purpose = LS_TOLD("Locks that a program builds itself: the kernel only lets threads sleep and wakes them."),
	.source = "TP-futex series v6, March 2017: tools/perf/bench/futex-locks.c; kernel/futex.c of Linux 4.11",
	.env = 1 << LS_ENV_PREEMPT | 1 << LS_ENV_RUN | 1 << LS_ENV_TIMEOUT | 1 << LS_ENV_SIGNAL)
USES(futex_hash)

VARIANT(wait_wake, ww, .name = "wait-wake", .title = "the benchmark's first form: 0, 1, 2")

SWITCH(wait_wake, read_early, .kind = LS_SWITCH_ORDERS, .title = "FUTEX_WAIT reads the word before it counts itself, which the memory model allows without the waiter's barrier",
	.verdict = LS_LOST_WAKEUP, .shown_by = "wait-wake --threads 2 --rounds 1")
SWITCH(wait_wake, look_early, .kind = LS_SWITCH_ORDERS, .title = "FUTEX_WAKE looks for waiters before the word is freed, which the memory model allows without the waker's barrier",
	.verdict = LS_LOST_WAKEUP, .shown_by = "wait-wake --threads 2 --rounds 1")
SWITCH(wait_wake, no_recheck, .title = "FUTEX_WAIT sleeps without comparing the word",
	.verdict = LS_LOST_WAKEUP, .shown_by = "wait-wake --threads 2 --rounds 1")
SWITCH(wait_wake, read_unlocked, .title = "FUTEX_WAIT compares the word before it has locked the bucket",
	.verdict = LS_LOST_WAKEUP, .shown_by = "wait-wake --threads 2 --rounds 1")
SWITCH(wait_wake, first_only, .title = "FUTEX_WAKE looks at the first of the chain only, as if no words collided",
	.verdict = LS_LOST_WAKEUP, .shown_by = "wait-wake --threads LLCC --rounds 1")
SWITCH(wait_wake, relock_as_1, .title = "a thread that has slept takes the lock with 1 instead of 2",
	.verdict = LS_LOST_WAKEUP, .shown_by = "wait-wake --threads 3 --rounds 1")
SWITCH(wait_wake, no_wake, .title = "an unlock that finds 2 does not call FUTEX_WAKE",
	.verdict = LS_LOST_WAKEUP, .shown_by = "wait-wake --threads 2 --rounds 1")

WORD(wait_wake, futex, .kind = LS_KIND_COUNT, .line = "user", .meaning = "the mutex: 0 free, 1 locked, 2 locked and somebody may wait")
WORD(wait_wake, apart, .kind = LS_KIND_COUNT, .line = "user, apart", .meaning = "another mutex, whose word falls into the other bucket")
WORD(wait_wake, collides, .kind = LS_KIND_COUNT, .line = "user, collides", .meaning = "another mutex, whose word falls into the bucket of the first")

QUEUE(wait_wake, .kind = "buckets", .title = "futex hash", .array = "bucket", .lock = "lock", .count = "waiters", .list = "chain", .key = "key")

ROLE(wait_wake, WW_LOCKS, .letter = 'L', .title = "locker: locks and unlocks")
ROLE(wait_wake, WW_TIMED, .letter = 'T', .title = "timed locker: gives each FUTEX_WAIT a timeout, and tries again when it runs out")
ROLE(wait_wake, WW_LOCKS_APART, .letter = 'A', .title = "outsider: locks another mutex, in the other bucket")
ROLE(wait_wake, WW_COLLIDES, .letter = 'C', .title = "neighbour: locks another mutex, in the same bucket")

INVARIANT(wait_wake, exclusion, .name = "mutual exclusion", .about = "holders", .meaning = "at most one thread holds the lock",
	WRITERS() <= 1)
INVARIANT(wait_wake, locked, .name = "locked", .meaning = "while a thread holds the lock, the word is not 0",
	!WRITERS() || lk->futex.v)
INVARIANT(wait_wake, counted, .name = "counted waiters", .meaning = "no bucket counts less waiters than stand in its chain",
	EACH(t, !(IN_LIST(lk->hash.bucket[0].chain, t) && !lk->hash.bucket[0].waiters.v) && !(IN_LIST(lk->hash.bucket[1].chain, t) && !lk->hash.bucket[1].waiters.v)))
INVARIANT(wait_wake, right_bucket, .name = "right bucket", .meaning = "whoever stands in a chain waits for a word of that bucket",
	EACH(t, (!IN_LIST(lk->hash.bucket[0].chain, t) || FUTEX_BUCKET(lk->hash.q[t].key.v) == 0) && (!IN_LIST(lk->hash.bucket[1].chain, t) || FUTEX_BUCKET(lk->hash.q[t].key.v) == 1)))
INVARIANT(wait_wake, at_rest, .name = "at rest", .meaning = "when all threads have finished, the lock is free and nobody is counted as a waiter",
	!FINISHED() || !(lk->futex.v || lk->hash.bucket[0].waiters.v || lk->hash.bucket[1].waiters.v))

MODE(user)

PROC(ww_mutex_lock, struct wait_wake, u32 futex; u32 val; u32 ret; u32 broken;)
	if (FAULT(wait_wake, read_early))
		my->broken = FUTEX_READS_EARLY;
	if (FAULT(wait_wake, no_recheck))
		my->broken = FUTEX_NO_RECHECK;
	if (FAULT(wait_wake, read_unlocked))
		my->broken = FUTEX_READS_UNLOCKED;
	CAS(my->val, AT(my->futex), 0, 1, acquire); /* takes the free lock without the kernel | finds the lock held */
	if (my->val == 0) {
		if (MY_ROLE() <= WW_TIMED)
			TAKES_WRITE();
		RETURN(0);
	}
	for (;;) {
		if (my->val != 2) {
			if (FAULT(wait_wake, relock_as_1) && my->val == 0) {
				CAS(my->val, AT(my->futex), 0, 1, acquire); /* takes the free lock with 1 (fault: others may wait) | fails to take the lock, for it is free no more */
			} else {
				XCHG(my->val, AT(my->futex), 2, acquire); /* takes the free lock, with 2, for others may wait | writes 2, so that the unlock will call the kernel */
				OTHERWISE(my->val != 0);
			}
			if (my->val == 0) {
				if (MY_ROLE() <= WW_TIMED)
					TAKES_WRITE();
				RETURN(0);
			}
		}
		SYSCALL(my->ret, futex17_wait, &lk->hash, .uaddr = my->futex, .val = 2, .timed = MY_ROLE() == WW_TIMED, .broken = my->broken);
		LOAD(my->val, AT(my->futex), relaxed); /* reads the word again, back from the kernel */
	}
END(ww_mutex_lock)

PROC(ww_mutex_unlock, struct wait_wake, u32 futex; u32 old; u32 ret; u32 pending; u32 broken;)
	if (FAULT(wait_wake, first_only))
		my->broken = FUTEX_FIRST_ONLY;
	if (FAULT(wait_wake, look_early)) {
		my->broken = FUTEX_LOOKED_EARLY;
		SYSCALL(my->pending, futex17_waiters_pending, &lk->hash, .uaddr = my->futex);
	}
	XCHG(my->old, AT(my->futex), 0, release); /* frees the lock, which no waiter has marked | frees the lock, whose 2 sends it into the kernel */
	OTHERWISE(my->old == 2);
	if (MY_ROLE() <= WW_TIMED)
		GIVES();
	if (my->old == 2 && !FAULT(wait_wake, no_wake))
		SYSCALL(my->ret, futex17_wake, &lk->hash, .uaddr = my->futex, .nr_wake = 1, .broken = my->broken, .pending = my->pending);
END(ww_mutex_unlock)

/* The workload: lock, one step of work, unlock. The benchmark counts what the kernel returns; nothing else is done with it. */
PROC(ww_worker, struct wait_wake, u32 rounds; u32 futex;)
	my->futex = ADDRESS(lk->futex);
	if (MY_ROLE() == WW_LOCKS_APART)
		my->futex = ADDRESS(lk->apart);
	if (MY_ROLE() == WW_COLLIDES)
		my->futex = ADDRESS(lk->collides);
	while (my->rounds--) {
		DO(ww_mutex_lock, lk, .futex = my->futex);
		if (MY_ROLE() <= WW_TIMED) {
			HOLD_WRITE();
			CRITICAL(); /* works under the lock */
			UNHOLD();
		}
		DO(ww_mutex_unlock, lk, .futex = my->futex);
	}
END(ww_worker)
