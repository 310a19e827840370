/* SPDX-License-Identifier: MIT */
/*
 * futex_hash: where threads wait for words of user memory. FUTEX_WAIT and FUTEX_WAKE, with the table
 * of buckets that they share. Source: Linux 4.11, kernel/futex.c: futex_wait, futex_wait_setup,
 * futex_wait_queue_me, unqueue_me, futex_wake, mark_wake_futex. W1, K1, ... number the steps.
 *
 *   bucket.waiters  n           n threads wait in this bucket, or are about to, or have just given up:
 *                               with 0 an unlock need not take the bucket's lock
 *   bucket.lock     T           T looks through the chain, or changes it
 *   bucket.chain                who waits for any of the words that fell into this bucket, first come first
 *   q.key           a word      its thread waits for this one
 *   q.lock_ptr      a lock      its thread stands in the chain of the bucket with this lock
 *                   0           a waker has taken its thread out of the chain: the wait is over
 *
 * No wake-up is lost, for two orders meet. The waiter counts itself, then reads the word (A). The waker
 * has written the word, then reads the count (B). Whichever comes first, one of them sees the other.
 * A and B are full barriers; the orders of these two accesses.
 *
 * A key is compared, so words that share a bucket wake nobody of each other. But they share its
 * lock, its chain and its count.
 */
#include "futex_hash.h"

USES(wake_q)

C_NAMES(futex17_ = futex_, futex17_unqueue_me = unqueue_me, futex17_waiters_pending = hb_waiters_pending)

WORD(futex_bucket, waiters, .kind = LS_KIND_COUNT, .line = "bucket", .meaning = "threads that wait in this bucket, or are about to: 0 spares an unlock the bucket's lock")
WORD(futex_bucket, lock, .kind = LS_KIND_SPINLOCK, .c_type = "spinlock_t", .line = "bucket", .meaning = "guards the chain")
WORD(futex_bucket, chain, .kind = LS_KIND_LIST, .line = "bucket", .meaning = "who waits for any of the words that fell into this bucket")
WORD(futex_q, key, .kind = LS_KIND_ADDRESS, .line = "waiter", .meaning = "the word that the thread waits for")
WORD(futex_q, lock_ptr, .kind = LS_KIND_ADDRESS, .line = "waiter",
	.meaning = "the lock of the bucket in whose chain the thread stands; NULL when a waker has taken it out")

/* W9: unqueue_me. 1 = it took itself out of the chain; 0 = a waker had done so */
PROC(futex17_unqueue_me, struct futex_hash, u32 b; u32 lock_ptr; u32 now;)
	for (;;) {
		LOAD(my->lock_ptr, lk->q[me].lock_ptr, relaxed); /* finds itself in the chain still | if NULL: finds that a waker has taken it out of the chain */
		if (my->lock_ptr == 0)
			RETURN(0);
		SPIN_LOCK(AT(my->lock_ptr)); /* locks the bucket, to take itself out | spins for the bucket */
		LOAD(my->now, lk->q[me].lock_ptr, relaxed); /* finds itself in the chain, and nobody can change that now | if NULL: finds that a waker was faster */
		if (my->now == my->lock_ptr)
			break;
		SPIN_UNLOCK(AT(my->lock_ptr)); /* unlocks the bucket, to look again */
	}
	LIST_DEL(lk->bucket[my->b].chain, me); /* takes itself out of the chain */
	ADD(lk->bucket[my->b].waiters, -1, relaxed); /* counts itself out */
	SPIN_UNLOCK(AT(my->lock_ptr)); /* unlocks the bucket */
	RETURN(1);
END(futex17_unqueue_me)

/* futex_wait_queue_me, behind queue_me: W7, W8. The thread is in the chain, its state is INTERRUPTIBLE */
PROC(futex17_wait_queue_me, struct futex_hash, u32 b; u32 queued;)
	LIST_HAS(my->queued, lk->bucket[my->b].chain, me); /* sees itself in the chain, without the bucket's lock | sees that a waker has been here: no need to sleep */
	OTHERWISE(!my->queued);
	if (my->queued && !TIMEOUT_PASSED())
		SCHEDULE(); /* sleeps until it is woken | wakes up */
	SET_STATE(RUNNING); /* marks itself as awake */
END(futex17_wait_queue_me)

/* FUTEX_WAIT: futex_wait. Sleeps if the word at uaddr is val */
PROC(futex17_wait, struct futex_hash, u32 uaddr; u32 val; u32 timed; u32 broken; u32 b; u32 uval; u32 left;)
	/* W1, W2 */
	my->b = FUTEX_BUCKET(my->uaddr);
	STORE(lk->q[me].key, my->uaddr, relaxed); /* notes which word it waits for */
	for (;;) {
		/* W3: queue_lock */
		if (my->broken & FUTEX_READS_EARLY)
			LOAD(my->uval, AT(my->uaddr), relaxed); /* reads the word (fault: before it counts itself as a waiter) */
		ADD(lk->bucket[my->b].waiters, 1, full); /* counts itself as a waiter of the bucket */
		STORE(lk->q[me].lock_ptr, ADDRESS(lk->bucket[my->b].lock), relaxed); /* notes the lock of that bucket */
		if (my->broken & FUTEX_READS_UNLOCKED)
			LOAD(my->uval, AT(my->uaddr), relaxed); /* reads the word (fault: before it has locked the bucket) */
		SPIN_LOCK(lk->bucket[my->b].lock); /* locks the bucket | spins for the bucket */

		/* W4, W5: futex_wait_setup */
		if (!(my->broken & (FUTEX_READS_EARLY | FUTEX_READS_UNLOCKED))) {
			LOAD(my->uval, AT(my->uaddr), relaxed); /* reads the word and finds it as expected | reads the word, and it has changed */
			OTHERWISE(my->uval != my->val);
		}
		if (my->uval != my->val && !(my->broken & FUTEX_NO_RECHECK)) {
			SPIN_UNLOCK(lk->bucket[my->b].lock); /* unlocks the bucket, for there is nothing to wait for */
			ADD(lk->bucket[my->b].waiters, -1, relaxed); /* counts itself out */
			OUT_OF_SCOPE(lk->q[me].key);
			OUT_OF_SCOPE(lk->q[me].lock_ptr);
			TIMEOUT_STOP();
			RETURN(-FUTEX_EAGAIN);
		}

		/* W6: queue_me */
		SET_STATE(INTERRUPTIBLE); /* marks itself as about to sleep */
		LIST_ADD(lk->bucket[my->b].chain, me); /* stands at the end of the bucket's chain */
		SPIN_UNLOCK(lk->bucket[my->b].lock); /* unlocks the bucket */

		/* W7: the timer runs on when the wait begins anew */
		if (my->timed && !TIMEOUT_PASSED())
			TIMEOUT_START();
		DO(futex17_wait_queue_me, lk, .b = my->b);
		CALL(my->left, futex17_unqueue_me, lk, .b = my->b);
		if (!my->left || TIMEOUT_PASSED() || SIGNAL_PENDING(INTERRUPTIBLE))
			break;
		/* W10: woken for nothing. The kernel begins anew with the key */
	}
	if (my->left)
		my->left = TIMEOUT_PASSED() ? FUTEX_ETIMEDOUT : FUTEX_EINTR;
	TIMEOUT_STOP();
	OUT_OF_SCOPE(lk->q[me].key);
	OUT_OF_SCOPE(lk->q[me].lock_ptr);
	RETURN(-my->left);
END(futex17_wait)

/* hb_waiters_pending, for a lock that plants the fault of looking too early */
PROC(futex17_waiters_pending, struct futex_hash, u32 uaddr; u32 pending;)
	LOAD(my->pending, lk->bucket[FUTEX_BUCKET(my->uaddr)].waiters, relaxed); /* reads how many waiters the bucket counts (fault: before it writes the word) */
	RETURN(my->pending);
END(futex17_waiters_pending)

/* FUTEX_WAKE: futex_wake. Wakes up to nr_wake threads that wait for the word at uaddr. pending is set by a fault only */
PROC(futex17_wake, struct futex_hash, u32 uaddr; u32 nr_wake; u32 broken; u32 pending; u32 b; u32 this; u32 next; u32 key; u32 ret; tasks noted; tasks wake_q;)
	/* K1, K2 */
	my->b = FUTEX_BUCKET(my->uaddr);
	if (!(my->broken & FUTEX_LOOKED_EARLY))
		LOAD(my->pending, lk->bucket[my->b].waiters, full); /* finds waiters counted in the bucket | if 0: finds no waiters counted in the bucket: nobody to wake */
	if (my->pending == 0)
		RETURN(0);

	/* K3 */
	SPIN_LOCK(lk->bucket[my->b].lock); /* locks the bucket | spins for the bucket */
	LIST_FIRST(my->this, lk->bucket[my->b].chain); /* reads who stands first in the chain */
	while (my->this) {
		LIST_NEXT(my->next, lk->bucket[my->b].chain, my->this); /* reads who stands behind */
		LOAD(my->key, lk->q[my->this].key, relaxed); /* finds that the thread waits for this word | finds that the thread waits for another word, and passes it by */
		OTHERWISE(my->key != my->uaddr);
		if (my->key == my->uaddr) {
			/* K4: mark_wake_futex */
			CALL(my->noted, wake_q_add, &lk->tasks, .tid = my->this);
			my->wake_q |= my->noted;
			LIST_DEL(lk->bucket[my->b].chain, my->this); /* takes the thread out of the chain */
			ADD(lk->bucket[my->b].waiters, -1, relaxed); /* counts the thread out */
			STORE(lk->q[my->this].lock_ptr, 0, release); /* ends the wait: from here on the thread may take its list entry, futex_q, away */
			if (++my->ret >= my->nr_wake)
				break;
		}
		my->this = my->broken & FUTEX_FIRST_ONLY ? 0 : my->next;
	}
	SPIN_UNLOCK(lk->bucket[my->b].lock); /* unlocks the bucket */

	/* K5 */
	DO(wake_up_q, &lk->tasks, .wake_q = my->wake_q);
	RETURN(my->ret);
END(futex17_wake)
