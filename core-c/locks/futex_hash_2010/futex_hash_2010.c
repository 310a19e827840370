/* SPDX-License-Identifier: MIT */
/*
 * futex_hash_2010: where threads wait for words of user memory, in the kernels of 2010. Source: Linux
 * 2.6.33, kernel/futex.c: futex_wait, queue_lock, futex_wait_queue_me, unqueue_me, futex_wake, wake_futex. W6, K3, ...
 * number the steps as in futex_hash, which is what became of it.
 *
 *   bucket.lock     T           T looks through the chain, or changes it
 *   bucket.chain                who waits for any of the words that fell into this bucket, first come first
 *   q.key           a word      its thread waits for this one
 *   q.lock_ptr      a lock      its thread stands in the chain of the bucket with this lock, or is about to
 *                   0           a waker has taken its thread out of the chain: the wait is over
 *
 * What 4.11 has and this has not: a count of waiters, which spares a waker the lock, and a list of those
 * to wake, so that nobody is woken with the lock held. Here every call takes the lock of the bucket,
 * and a woken thread may need that very lock while its waker still has it.
 */
#include "futex_hash_2010.h"

C_NAMES(futex10_ = futex_, FUTEX10_ = FUTEX_, futex10_unqueue_me = unqueue_me)

WORD(futex10_bucket, lock, .kind = LS_KIND_SPINLOCK, .c_type = "spinlock_t", .line = "bucket", .meaning = "guards the chain; every call takes it")
WORD(futex10_bucket, chain, .kind = LS_KIND_LIST, .line = "bucket", .meaning = "who waits for any of the words that fell into this bucket")
WORD(futex10_q, key, .kind = LS_KIND_ADDRESS, .line = "waiter", .meaning = "the word that the thread waits for")
WORD(futex10_q, lock_ptr, .kind = LS_KIND_ADDRESS, .line = "waiter",
	.meaning = "the lock of the bucket in whose chain the thread stands; NULL when a waker has taken it out")

/* W9: unqueue_me. 1 = it took itself out of the chain; 0 = a waker had done so */
PROC(futex10_unqueue_me, struct futex10_hash, u32 b; u32 lock_ptr; u32 now;)
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
	SPIN_UNLOCK(AT(my->lock_ptr)); /* unlocks the bucket */
	RETURN(1);
END(futex10_unqueue_me)

/* futex_wait_queue_me, with the bucket locked: W6 to W8. Then W9: 0 when a waker ended the wait, else 1 */
PROC(futex10_wait_queue_me, struct futex10_hash, u32 b; u32 timed; u32 queued;)
	SET_STATE(INTERRUPTIBLE); /* marks itself as about to sleep */
	LIST_ADD(lk->bucket[my->b].chain, me); /* stands at the end of the bucket's chain */
	SPIN_UNLOCK(lk->bucket[my->b].lock); /* unlocks the bucket */
	if (my->timed && !TIMEOUT_PASSED()) /* it runs on when the wait begins anew */
		TIMEOUT_START();
	LIST_HAS(my->queued, lk->bucket[my->b].chain, me); /* sees itself in the chain, without the bucket's lock | sees that a waker has been here: no need to sleep */
	OTHERWISE(!my->queued);
	if (my->queued && !TIMEOUT_PASSED())
		SCHEDULE(); /* sleeps until it is woken | wakes up */
	SET_STATE(RUNNING); /* marks itself as awake */
	CALL(my->queued, futex10_unqueue_me, lk, .b = my->b);
	RETURN(my->queued);
END(futex10_wait_queue_me)

/* FUTEX_WAKE: futex_wake. Wakes up to nr_wake threads that wait for the word at uaddr */
PROC(futex10_wake, struct futex10_hash, u32 uaddr; u32 nr_wake; u32 b; u32 this; u32 next; u32 key; u32 ret;)
	/* K1, K3 */
	my->b = FUTEX10_BUCKET(my->uaddr);
	SPIN_LOCK(lk->bucket[my->b].lock); /* locks the bucket | spins for the bucket */
	LIST_FIRST(my->this, lk->bucket[my->b].chain); /* reads who stands first in the chain */
	while (my->this) {
		LIST_NEXT(my->next, lk->bucket[my->b].chain, my->this); /* reads who stands behind */
		LOAD(my->key, lk->q[my->this].key, relaxed); /* finds that the thread waits for this word | finds that the thread waits for another word, and passes it by */
		OTHERWISE(my->key != my->uaddr);
		if (my->key == my->uaddr) {
			/* K4: wake_futex */
			LIST_DEL(lk->bucket[my->b].chain, my->this); /* takes the thread out of the chain */
			STORE(lk->q[my->this].lock_ptr, 0, release); /* ends the wait: from here on the thread may take its list entry, futex_q, away */
			WAKE(my->this, my->this); /* wakes the thread, with the bucket locked | finds the thread awake */
			if (++my->ret >= my->nr_wake)
				break;
		}
		my->this = my->next;
	}
	SPIN_UNLOCK(lk->bucket[my->b].lock); /* unlocks the bucket */
	RETURN(my->ret);
END(futex10_wake)

/* FUTEX_WAIT: futex_wait. Sleeps if the word at uaddr is val */
PROC(futex10_wait, struct futex10_hash, u32 uaddr; u32 val; u32 timed; u32 b; u32 uval; u32 left;)
	/* W1, W2 */
	my->b = FUTEX10_BUCKET(my->uaddr);
	STORE(lk->q[me].key, my->uaddr, relaxed); /* notes which word it waits for */
	do {
		/* W3: queue_lock */
		STORE(lk->q[me].lock_ptr, ADDRESS(lk->bucket[my->b].lock), relaxed); /* notes the lock of that bucket */
		SPIN_LOCK(lk->bucket[my->b].lock); /* locks the bucket | spins for the bucket */

		/* W4, W5: futex_wait_setup */
		LOAD(my->uval, AT(my->uaddr), relaxed); /* reads the word and finds it as expected | reads the word, and it has changed */
		OTHERWISE(my->uval != my->val);
		if (my->uval != my->val) {
			SPIN_UNLOCK(lk->bucket[my->b].lock); /* unlocks the bucket, for there is nothing to wait for */
			my->left = FUTEX10_EAGAIN;
			break;
		}

		/* W6 to W9; W10: woken for nothing, the kernel begins anew */
		CALL(my->left, futex10_wait_queue_me, lk, .b = my->b, .timed = my->timed);
		if (my->left && TIMEOUT_PASSED())
			my->left = FUTEX10_ETIMEDOUT;
		else if (my->left && SIGNAL_PENDING(INTERRUPTIBLE))
			my->left = FUTEX10_EINTR;
	} while (my->left == 1);
	TIMEOUT_STOP();
	OUT_OF_SCOPE(lk->q[me].key);
	OUT_OF_SCOPE(lk->q[me].lock_ptr);
	RETURN(-my->left);
END(futex10_wait)
