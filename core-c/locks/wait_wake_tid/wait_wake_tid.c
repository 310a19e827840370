/* SPDX-License-Identifier: MIT */
/*
 * wait_wake_tid: the second form of the wait-wake mutex of the TP-futex benchmark, whose word names
 * the owner. Source: TP-futex series v6 of March 2017, tools/perf/bench/futex-locks.c:
 * ww2_mutex_lock, ww2_mutex_unlock.
 *
 *   futex       0               free
 *               T               T holds the lock, and its unlock needs no kernel
 *               WAITERS | T     T holds the lock, and its unlock calls FUTEX_WAKE
 *
 * A waiter sets WAITERS beside the owner's TID and sleeps as long as the word is just that. What to
 * watch: an unlock writes 0, and so takes WAITERS away with its TID. Who takes the lock then writes
 * its TID alone, whoever else may sleep.
 */
#include "wait_wake_tid.h"

LOCK(wait_wake_tid, struct wait_wake_tid, .worker = ww2_worker, .kernel = false,
	.title = "Wait-wake mutex with a TID", .family = "Wait-wake futex",
	.source = "TP-futex series v6, March 2017: tools/perf/bench/futex-locks.c; kernel/futex.c of Linux 4.11",
	.env = 1 << LS_ENV_PREEMPT | 1 << LS_ENV_RUN | 1 << LS_ENV_TIMEOUT | 1 << LS_ENV_SIGNAL)
USES(futex_hash)

VARIANT(wait_wake_tid, ww2, .name = "wait-wake-tid", .title = "the benchmark's second form: TID and WAITERS")

SWITCH(wait_wake_tid, no_waiters, .title = "sleep without setting WAITERS in the word",
	.verdict = LS_LOST_WAKEUP, .shown_by = "wait-wake-tid --threads 2 --rounds 1")
SWITCH(wait_wake_tid, blind_waiters, .title = "set WAITERS by a store, whatever the word has become",
	.verdict = LS_LOST_WAKEUP, .shown_by = "wait-wake-tid --threads 2 --rounds 1")
SWITCH(wait_wake_tid, no_recheck, .title = "FUTEX_WAIT sleeps without comparing the word",
	.verdict = LS_LOST_WAKEUP, .shown_by = "wait-wake-tid --threads 2 --rounds 1")
SWITCH(wait_wake_tid, mend_keep_waiters, .title = "fixed: who has waited takes the lock with WAITERS set",
	.verdict = LS_OK, .shown_by = "wait-wake-tid --threads 3 --rounds 1")

WORD(wait_wake_tid, futex, .kind = LS_KIND_BITS, .line = "user", .meaning = "the mutex: who holds it, and whether a thread may wait",
	.field = { { "TID", 0, 30, LS_FIELD_TID }, { "OWNER_DIED", 30, 1, LS_FIELD_RESERVED }, { "WAITERS", 31, 1, LS_FIELD_FLAG } })

QUEUE(wait_wake_tid, .kind = "buckets", .title = "futex hash", .array = "bucket", .lock = "lock", .count = "waiters", .list = "chain", .key = "key")

ROLE(wait_wake_tid, WW2_LOCKS, .letter = 'L', .title = "locker: locks and unlocks")
ROLE(wait_wake_tid, WW2_TIMED, .letter = 'T', .title = "timed locker: gives each FUTEX_WAIT a timeout, and tries again when it runs out")

INVARIANT(wait_wake_tid, exclusion, .name = "mutual exclusion", .about = "holders", .meaning = "at most one thread holds the lock",
	WRITERS() <= 1)
INVARIANT(wait_wake_tid, owner, .name = "owner", .meaning = "while a thread holds the lock, the word has its TID",
	EACH(t, HOLDS(t) != LS_HOLDS_WRITE || (lk->futex.v & WW2_TID_MASK) == t))
INVARIANT(wait_wake_tid, at_rest, .name = "at rest", .meaning = "when all threads have finished, the lock is free and nobody is counted as a waiter",
	!FINISHED() || !(lk->futex.v || lk->hash.bucket[0].waiters.v || lk->hash.bucket[1].waiters.v))

MODE(user)

PROC(ww2_mutex_lock, struct wait_wake_tid, u32 val; u32 cur; u32 ret; u32 mine; u32 broken;)
	if (FAULT(wait_wake_tid, no_recheck))
		my->broken = FUTEX_NO_RECHECK;
	CAS(my->val, lk->futex, 0, me, acquire); /* takes the free lock without the kernel | finds the lock held */
	if (my->val == 0) {
		TAKES_WRITE();
		RETURN(0);
	}
	my->mine = me;
	for (;;) {
		while (!(my->val & WW2_WAITERS)) {
			if (my->val == 0) {
				CAS(my->val, lk->futex, 0, my->mine, acquire); /* takes the free lock | fails to take the lock, for it is free no more */
				if (my->val == 0) {
					TAKES_WRITE();
					RETURN(0);
				}
				continue;
			}
			if (FAULT(wait_wake_tid, no_waiters))
				break;
			if (FAULT(wait_wake_tid, blind_waiters)) {
				STORE(lk->futex, my->val | WW2_WAITERS, relaxed); /* sets WAITERS (fault: beside a TID that may be gone) */
				my->cur = my->val;
			} else {
				CAS(my->cur, lk->futex, my->val, my->val | WW2_WAITERS, acquire); /* sets WAITERS, so that the unlock will call the kernel | sees that the word has changed */
			}
			if (my->cur == my->val)
				my->val |= WW2_WAITERS;
			else
				my->val = my->cur;
		}
		if (FAULT(wait_wake_tid, mend_keep_waiters))
			my->mine = me | WW2_WAITERS;
		SYSCALL(my->ret, futex17_wait, &lk->hash, .uaddr = ADDRESS(lk->futex), .val = my->val, .timed = MY_ROLE() == WW2_TIMED, .broken = my->broken);
		LOAD(my->val, lk->futex, relaxed); /* reads the word again, back from the kernel */
	}
END(ww2_mutex_lock)

PROC(ww2_mutex_unlock, struct wait_wake_tid, u32 old; u32 ret;)
	XCHG(my->old, lk->futex, 0, release); /* frees the lock | if WAITERS: frees the lock, which a waiter has marked */
	GIVES();
	if (my->old & WW2_WAITERS)
		SYSCALL(my->ret, futex17_wake, &lk->hash, .uaddr = ADDRESS(lk->futex), .nr_wake = 1);
END(ww2_mutex_unlock)

/* The workload: lock, one step of work, unlock. */
PROC(ww2_worker, struct wait_wake_tid, u32 rounds;)
	while (my->rounds--) {
		DO(ww2_mutex_lock, lk);
		HOLD_WRITE();
		CRITICAL(); /* works under the lock */
		UNHOLD();
		DO(ww2_mutex_unlock, lk);
	}
END(ww2_worker)
