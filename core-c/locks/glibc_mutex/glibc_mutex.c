/* SPDX-License-Identifier: MIT */
/*
 * glibc_mutex: the mutex of POSIX threads, normal and adaptive. Source: glibc 2.5 and 2.36 on x86-64,
 * nptl/pthread_mutex_lock.c, pthread_mutex_unlock.c, lowlevellock.c, pthread_mutex_backoff.h: __pthread_mutex_lock,
 * __lll_lock_wait, __pthread_mutex_unlock. The kernel's side is that of 2010.
 *
 *   lock        0           free
 *               1           locked, and nobody waits: the unlock needs no kernel
 *               2           locked, and somebody may wait: the unlock calls FUTEX_WAKE
 *   owner       T           bookkeeping of the holder; nobody reads it to lock or to wait
 *   spins       n           adaptive: how long it was spun on average
 *
 *   0 -> 1      lock, the fast path, and a spinner
 *   any -> 2    lock, the slow path: it has the lock if it finds 0
 *   1, 2 -> 0   unlock
 *   2 -> 1 -> 0 unlock in 2.5: a decrement, and if that does not lead to 0, a store
 *
 * The adaptive mutex spins in user space. It cannot know whether the owner runs, so it counts: at most
 * twice as long as it took of late, and a bit.
 */
#include "glibc_mutex.h"

LOCK(glibc_mutex, struct glibc_mutex, .worker = gm_worker, .kernel = false,
	.title = "glibc mutex", .family = "FUTEX_LOCK",
	.source = "glibc 2.5 and 2.36, nptl/pthread_mutex_lock.c, pthread_mutex_unlock.c, lowlevellock.c; kernel/futex.c of Linux 2.6.33",
	.env = 1 << LS_ENV_PREEMPT | 1 << LS_ENV_RUN | 1 << LS_ENV_SIGNAL)
USES(futex_hash_2010)

VARIANT(glibc_mutex, normal_old, .name = "pthread-normal-2.5", .title = "normal, 2.5: unlocks by a decrement",
	.has = counts_down)
VARIANT(glibc_mutex, adaptive_old, .name = "pthread-adaptive-2.5", .title = "adaptive, 2.5: every look is a compare-and-swap",
	.has = counts_down | adaptive)
VARIANT(glibc_mutex, normal, .name = "pthread-normal-2.36", .title = "normal, 2.36: unlocks by an exchange")
VARIANT(glibc_mutex, adaptive, .name = "pthread-adaptive-2.36", .title = "adaptive, 2.36: reads first, and looks ever more rarely",
	.has = adaptive | backs_off)

SWITCH(glibc_mutex, sleep_as_1, .title = "sleep for the word as it was found, without writing 2",
	.verdict = LS_LOST_WAKEUP, .shown_by = "pthread-normal-2.36 --threads 2 --rounds 1")
SWITCH(glibc_mutex, relock_as_1, .title = "a thread that has slept takes the lock with 1 instead of 2",
	.verdict = LS_LOST_WAKEUP, .shown_by = "pthread-normal-2.36 --threads 3 --rounds 1")
SWITCH(glibc_mutex, no_store, .title = "2.5: the unlock relies on the decrement, and does not store 0",
	.verdict = LS_VIOLATED, .invariant = "at rest", .shown_by = "pthread-normal-2.5 --threads 2 --rounds 1")
SWITCH(glibc_mutex, wake_first, .title = "2.5: the unlock calls FUTEX_WAKE before it stores 0",
	.verdict = LS_LOST_WAKEUP, .shown_by = "pthread-normal-2.5 --threads 2 --rounds 1")
SWITCH(glibc_mutex, no_wake, .title = "the unlock does not call FUTEX_WAKE",
	.verdict = LS_LOST_WAKEUP, .shown_by = "pthread-normal-2.36 --threads 2 --rounds 1")
SWITCH(glibc_mutex, torn_try, .title = "2.36: a spinner that has read 0 takes the lock by a store",
	.verdict = LS_VIOLATED, .invariant = "mutual exclusion", .shown_by = "pthread-adaptive-2.36 --threads 3 --rounds 1")

C_NAMES(gm_lock = __pthread_mutex_lock, gm_lock_wait = __lll_lock_wait, gm_unlock = __pthread_mutex_unlock)

WORD(glibc_mutex, lock, .kind = LS_KIND_COUNT, .line = "mutex", .meaning = "the mutex: 0 free, 1 locked, 2 locked and somebody may wait")
WORD(glibc_mutex, owner, .kind = LS_KIND_TID, .line = "mutex", .meaning = "the holder, for whoever asks later: nobody waits by it")
WORD(glibc_mutex, spins, .kind = LS_KIND_COUNT, .line = "mutex", .meaning = "adaptive: how long was spun on average; the next spins twice as long, and a bit")

QUEUE(glibc_mutex, .kind = "buckets", .title = "futex hash", .array = "bucket", .lock = "lock", .list = "chain", .key = "key")

ROLE(glibc_mutex, GM_LOCKS, .letter = 'L', .title = "locker: locks and unlocks")

INVARIANT(glibc_mutex, exclusion, .name = "mutual exclusion", .about = "holders", .meaning = "at most one thread holds the lock",
	WRITERS() <= 1)
INVARIANT(glibc_mutex, locked, .name = "locked", .meaning = "while a thread holds the lock, the word is not 0",
	!WRITERS() || lk->lock.v)
/* With a fault planted its consequence is to be shown, not the state that leads to it. */
INVARIANT(glibc_mutex, covered, .name = "covered sleep", .about = "sleepers", .called = "lost wake-up",
	.meaning = "while a thread waits in the chain, the word is 2, or somebody in the slow path will write 2, or an unlock is about to wake one",
	FAULTY() || lk->lock.v == 2 || !FIRST_OF(lk->hash.bucket[FUTEX10_BUCKET(ADDRESS(lk->lock))].chain) ||
	ANY(t, INSIDE(t, gm_unlock) || (INSIDE(t, gm_lock_wait) && !IN_LIST(lk->hash.bucket[FUTEX10_BUCKET(ADDRESS(lk->lock))].chain, t))))
INVARIANT(glibc_mutex, spun, .name = "spun", .meaning = "the average is no more than the most that was ever spun",
	lk->spins.v <= GM_MOST + GM_BACKOFF)
INVARIANT(glibc_mutex, at_rest, .name = "at rest", .meaning = "when all threads have finished, the lock is free and nobody stands in a chain",
	!FINISHED() || !(lk->lock.v || lk->owner.v || FIRST_OF(lk->hash.bucket[0].chain) || FIRST_OF(lk->hash.bucket[1].chain)))

MODE(user)

/* __lll_lock_wait: the slow path. found = what the failed compare-and-swap brought back */
PROC(gm_lock_wait, struct glibc_mutex, u32 found; u32 ret;)
	if (!HAS(glibc_mutex, counts_down))
		LOAD(my->found, lk->lock, relaxed); /* reads whether the word is 2 already */
	if (my->found == 2)
		SYSCALL(my->ret, futex10_wait, &lk->hash, .uaddr = ADDRESS(lk->lock), .val = 2);
	for (;;) {
		if (FAULT(glibc_mutex, relock_as_1)) {
			CAS(my->found, lk->lock, 0, 1, acquire); /* takes the free lock with 1 (fault: others may wait) | finds the lock held */
			if (my->found == 0)
				break;
		}
		if (FAULT(glibc_mutex, sleep_as_1)) {
			CAS(my->found, lk->lock, 0, 1, acquire); /* takes the free lock | finds the lock held, and leaves the word as it is (fault) */
		} else {
			XCHG(my->found, lk->lock, 2, acquire); /* takes the free lock, with 2, for others may wait | writes 2, so that the unlock will call the kernel */
			OTHERWISE(my->found != 0);
		}
		if (my->found == 0)
			break;
		SYSCALL(my->ret, futex10_wait, &lk->hash, .uaddr = ADDRESS(lk->lock), .val = FAULT(glibc_mutex, sleep_as_1) ? my->found : 2);
	}
	TAKES_WRITE();
END(gm_lock_wait)

/* LLL_MUTEX_LOCK */
PROC(gm_lll_lock, struct glibc_mutex, u32 old;)
	CAS(my->old, lk->lock, 0, 1, acquire); /* takes the free lock without the kernel | finds the lock held */
	if (my->old == 0) {
		TAKES_WRITE();
		RETURN(0);
	}
	DO(gm_lock_wait, lk, .found = my->old);
END(gm_lll_lock)

/* LLL_MUTEX_TRYLOCK: 0 = got it */
PROC(gm_trylock, struct glibc_mutex, u32 old;)
	if (HAS(glibc_mutex, backs_off)) {
		LOAD(my->old, lk->lock, relaxed); /* finds the lock held, by a look | if 0: sees that the lock is free */
		if (my->old)
			RETURN(my->old);
		if (FAULT(glibc_mutex, torn_try)) {
			STORE(lk->lock, 1, relaxed); /* takes the lock (fault: that was free when it looked) */
			TAKES_WRITE();
			RETURN(0);
		}
	}
	CAS(my->old, lk->lock, 0, 1, acquire); /* takes the lock, spinning | finds the lock held */
	if (my->old == 0)
		TAKES_WRITE();
	RETURN(my->old);
END(gm_trylock)

/* PTHREAD_MUTEX_ADAPTIVE_NP, behind its first try. jitter: glibc takes a random number */
PROC(gm_spin, struct glibc_mutex, u32 cnt; u32 max; u32 backoff; u32 held; u32 spins;)
	LOAD(my->spins, lk->spins, relaxed); /* reads how long it was spun on average */
	my->max = 2 * my->spins + GM_FIRST < GM_MOST ? 2 * my->spins + GM_FIRST : GM_MOST;
	my->backoff = 1;
	do {
		if (HAS(glibc_mutex, backs_off)) {
			my->cnt += my->backoff + (me & (my->backoff - 1));
			if (my->cnt >= my->max) {
				DO(gm_lll_lock, lk);
				break;
			}
			if (my->backoff < GM_BACKOFF)
				my->backoff *= 2;
		} else if (my->cnt++ >= my->max) {
			DO(gm_lll_lock, lk);
			break;
		}
		CPU_RELAX();
		CALL(my->held, gm_trylock, lk);
	} while (my->held);
	LOAD(my->spins, lk->spins, relaxed); /* reads the average again, with the lock held */
	my->spins += (u32)((s32)(my->cnt - my->spins) / GM_LEARNS);
	STORE(lk->spins, my->spins, relaxed); /* notes the new average */
END(gm_spin)

/* __pthread_mutex_lock */
PROC(gm_lock, struct glibc_mutex, u32 old;)
	if (HAS(glibc_mutex, adaptive)) {
		CAS(my->old, lk->lock, 0, 1, acquire); /* takes the free lock at the first try | finds the lock held, and will spin */
		if (my->old == 0)
			TAKES_WRITE();
		else
			DO(gm_spin, lk);
	} else {
		DO(gm_lll_lock, lk);
	}
	STORE(lk->owner, me, relaxed); /* notes that it is the owner */
END(gm_lock)

/* __pthread_mutex_unlock */
PROC(gm_unlock, struct glibc_mutex, u32 old;)
	STORE(lk->owner, 0, relaxed); /* is the owner no more */
	if (HAS(glibc_mutex, counts_down)) {
		ADD_RETURN(my->old, lk->lock, -1, full); /* frees the lock, which no waiter has marked | finds that a waiter has marked the lock, which is not free yet */
		OTHERWISE(my->old != 0);
		if (my->old == 0) {
			GIVES();
			RETURN(0);
		}
		if (FAULT(glibc_mutex, wake_first))
			SYSCALL(my->old, futex10_wake, &lk->hash, .uaddr = ADDRESS(lk->lock), .nr_wake = 1);
		if (!FAULT(glibc_mutex, no_store))
			STORE(lk->lock, 0, relaxed); /* frees the lock */
		GIVES();
		if (FAULT(glibc_mutex, wake_first))
			RETURN(0);
	} else {
		XCHG(my->old, lk->lock, 0, release); /* frees the lock, which no waiter has marked | frees the lock, whose 2 sends it into the kernel */
		OTHERWISE(my->old == 2);
		GIVES();
		if (my->old != 2)
			RETURN(0);
	}
	if (!FAULT(glibc_mutex, no_wake))
		SYSCALL(my->old, futex10_wake, &lk->hash, .uaddr = ADDRESS(lk->lock), .nr_wake = 1);
END(gm_unlock)

/* The workload: lock, one step of work, unlock. */
PROC(gm_worker, struct glibc_mutex, u32 rounds;)
	while (my->rounds--) {
		DO(gm_lock, lk);
		HOLD_WRITE();
		CRITICAL(); /* works under the lock */
		UNHOLD();
		DO(gm_unlock, lk);
	}
END(gm_worker)
