/* SPDX-License-Identifier: MIT */
/*
 * futex_attach: in which bucket FUTEX_WAIT and FUTEX_WAKE meet. Source: "[RFC patch 4/7] futex: Add support
 * for attached futexes", 2 April 2016, and the answer to it of 3 April 2016; for the private hash Linux 6.16,
 * kernel/futex/core.c and waitwake.c. Over it the mutex of the wait-wake kind: 0 free, 1 locked, 2 locked and
 * somebody may wait.
 *
 *   bucket.waiters  n           n threads wait in this bucket, or are about to
 *   bucket.lock     T           T looks through the chain, or changes it
 *   bucket.chain                who waits, first come first
 *   bucket.of       a word      this bucket is that of the global state of this futex
 *                   0           there is no such state
 *   bucket.refs     n           n threads are attached to that futex. With 0 the state is freed
 *   q.slot_of       a word      its thread is attached to this futex
 *   q.slot_bucket   b           and finds its waiters in bucket b
 *   cur             0, 1        the process waits in its first hash, in the one that is twice as large
 *   next            1           the larger hash is ready, and takes over as soon as nobody uses cur
 *   hash.users      n           1, until a larger hash is asked for, and each who is between finding
 *                               a bucket of it and leaving that bucket. With 0 the hash is dead
 *
 * Bucket 0 is in the global hash. What to watch: waiter and waker must come to the same bucket, and with
 * each scheme something else sees to it.
 *
 * ATTACH      by the global bucket's lock the second to come finds the state of the first
 * operations  only their own thread writes its slot
 * resize      the old hash is dead before its sleepers are moved, and all are moved before cur names the new
 */
#include "futex_attach.h"

LOCK(futex_attach, struct futex_attach, .worker = fa_worker, .kernel = false,
	.title = "Futex hash: attached and private", .family = "Futex hash",
	.purpose = LS_TOLD("How the kernel finds those who wait for a futex: in hash buckets, shared by all or a process’s own."),
	.source = "RFC patch 4/7 \"futex: Add support for attached futexes\", April 2016, and its answer; Linux 6.16, kernel/futex/core.c",
	.env = 1 << LS_ENV_PREEMPT | 1 << LS_ENV_RUN | 1 << LS_ENV_TIMEOUT | 1 << LS_ENV_SIGNAL | 1 << LS_ENV_WAKE)
USES(wake_q)

VARIANT(futex_attach, global, .name = "futex-global", .title = "one global hash, as in 2016")
VARIANT(futex_attach, attached, .name = "futex-attached", .title = "FUTEX_ATTACH, as posted", .has = attached | by_call)
VARIANT(futex_attach, automatic, .name = "futex-auto", .title = "attached by the first operation, as proposed in the answer", .has = attached | on_use)
VARIANT(futex_attach, private, .name = "futex-private", .title = "a hash for each process, as in Linux 6.16", .has = own_hash)

SWITCH(futex_attach, look_unlocked, .with = attached, .title = "FUTEX_ATTACH looks for the global state before it has locked the global bucket",
	.verdict = LS_VIOLATED, .invariant = "one state", .shown_by = "futex-attached --threads 2 --rounds 1")
SWITCH(futex_attach, free_at_once, .with = attached, .title = "FUTEX_DETACH frees the global state, whoever else is attached to it",
	.verdict = LS_VIOLATED, .invariant = "references", .shown_by = "futex-attached --threads 2 --rounds 1")
SWITCH(futex_attach, no_detach, .with = attached, .title = "a thread exits without detaching",
	.verdict = LS_VIOLATED, .invariant = "at rest", .shown_by = "futex-attached --threads 2 --rounds 1")
SWITCH(futex_attach, detach_early, .title = "a thread detaches before it unlocks",
	.verdict = LS_LOST_WAKEUP, .shown_by = "futex-attached --threads 2 --rounds 1")
SWITCH(futex_attach, wake_looks_global, .with = attached, .title = "FUTEX_WAKE does not attach: without a slot it looks into the global bucket",
	.verdict = LS_LOST_WAKEUP, .shown_by = "futex-auto --threads 2 --rounds 1")
SWITCH(futex_attach, no_reference, .title = "FUTEX_WAIT puts its reference before it stands in the chain",
	.verdict = LS_VIOLATED, .invariant = "left behind", .shown_by = "futex-private --threads LLG --rounds 1")
SWITCH(futex_attach, publish_first, .with = own_hash, .title = "the new hash is published before the sleepers are moved",
	.verdict = LS_LOST_WAKEUP, .shown_by = "futex-private --threads LLG --rounds 1")
SWITCH(futex_attach, move_uncounted, .with = own_hash, .title = "a moved sleeper is not counted in its new bucket",
	.verdict = LS_VIOLATED, .invariant = "counted waiters", .shown_by = "futex-private --threads LLG --rounds 1")
SWITCH(futex_attach, trust_lock_ptr, .title = "a waiter that leaves does not look at lock_ptr again under the lock",
	.verdict = LS_BUGGED, .shown_by = "futex-private --threads LTG --rounds 1 --budget t1")
SWITCH(futex_attach, mend_plain_attaches, .with = by_call, .title = "fixed: an operation without FUTEX_ATTACHED attaches as well",
	.verdict = LS_OK, .shown_by = "futex-attached --threads LA --rounds 1")

WORD(futex_attach, futex, .kind = LS_KIND_COUNT, .line = "user", .meaning = "the mutex: 0 free, 1 locked, 2 locked and somebody may wait")
WORD(futex_attach, collides, .kind = LS_KIND_COUNT, .line = "user, collides", .meaning = "another mutex of the process")
WORD(futex_attach, shared, .kind = LS_KIND_COUNT, .line = "user, shared", .meaning = "another mutex, in memory that processes share")
WORD(fa_bucket, of, .kind = LS_KIND_ADDRESS, .line = "bucket", .meaning = "the futex whose global state this bucket lies in, NULL when there is none", .with = attached)
WORD(fa_bucket, refs, .kind = LS_KIND_COUNT, .line = "bucket", .meaning = "threads that are attached to that futex", .with = attached)
WORD(fa_bucket, waiters, .kind = LS_KIND_COUNT, .line = "bucket", .meaning = "threads that wait in this bucket, or are about to: 0 spares an unlock the bucket's lock")
WORD(fa_bucket, lock, .kind = LS_KIND_SPINLOCK, .c_type = "spinlock_t", .line = "bucket", .meaning = "guards the chain")
WORD(fa_bucket, chain, .kind = LS_KIND_LIST, .line = "bucket", .meaning = "who waits in this bucket")
WORD(futex_attach, cur, .kind = LS_KIND_COUNT, .name_only = "cur", .line = "mm", .meaning = "the hash that the process waits in", .with = own_hash)
WORD(futex_attach, next, .kind = LS_KIND_COUNT, .line = "mm", .meaning = "the hash that takes over when nobody uses the present one; 0 = none", .with = own_hash)
WORD(futex_attach, resizing, .kind = LS_KIND_SPINLOCK, .c_type = "struct mutex", .line = "mm", .meaning = "held by the thread that brings in another hash", .with = own_hash)
WORD(fa_hash, users, .kind = LS_KIND_COUNT, .line = "hash", .meaning = "who is about to use a bucket of this hash, and 1 until a larger one is asked for; 0 = dead", .with = own_hash)
WORD(fa_q, key, .kind = LS_KIND_ADDRESS, .line = "waiter", .meaning = "the word that the thread waits for")
WORD(fa_q, lock_ptr, .kind = LS_KIND_ADDRESS, .line = "waiter",
	.meaning = "the lock of the bucket in whose chain the thread stands; NULL when a waker has taken it out")
WORD(fa_q, slot_of, .kind = LS_KIND_ADDRESS, .line = "slot", .meaning = "the futex that the thread is attached to", .with = attached)
WORD(fa_q, slot_bucket, .kind = LS_KIND_COUNT, .line = "slot", .meaning = "the number of that futex's own bucket", .with = attached)

QUEUE(futex_attach, .kind = "buckets", .title = "global hash", .array = "bucket", .lock = "lock", .count = "waiters", .list = "chain", .key = "key", .elements = 1)
QUEUE(futex_attach, .kind = "buckets", .title = "global states", .array = "bucket", .lock = "lock", .count = "waiters", .list = "chain", .key = "key", .more = "of, refs", .first = 1, .elements = 3, .with = attached)
QUEUE(futex_attach, .kind = "buckets", .title = "first hash", .array = "bucket", .lock = "lock", .count = "waiters", .list = "chain", .key = "key", .first = 1, .elements = 1, .with = own_hash)
QUEUE(futex_attach, .kind = "buckets", .title = "larger hash", .array = "bucket", .lock = "lock", .count = "waiters", .list = "chain", .key = "key", .first = 2, .elements = 2, .with = own_hash)

ROLE(futex_attach, FA_LOCKS, .letter = 'L', .title = "locker: locks and unlocks")
ROLE(futex_attach, FA_TIMED, .letter = 'T', .title = "timed locker: gives each FUTEX_WAIT a timeout, and tries again when it runs out")
ROLE(futex_attach, FA_LATE, .letter = 'A', .title = "latecomer: locks before it has attached, and attaches then, too late")
ROLE(futex_attach, FA_GROWS, .letter = 'G', .title = "hash grower: makes a thread, for which the private hash is to grow; then locks and unlocks")
ROLE(futex_attach, FA_COLLIDES, .letter = 'C', .title = "neighbour: locks another mutex of the process")
ROLE(futex_attach, FA_SHARED, .letter = 'S', .title = "sharer: locks a mutex that processes share")

INIT(futex_attach, lk->hash[FA_SMALL_HASH].users, 1)

INVARIANT(futex_attach, exclusion, .name = "mutual exclusion", .about = "holders", .meaning = "at most one thread holds the lock",
	WRITERS() <= 1)
INVARIANT(futex_attach, counted, .name = "counted waiters", .meaning = "no bucket counts less waiters than stand in its chain",
	COUNT(t, IN_LIST(lk->bucket[0].chain, t)) <= lk->bucket[0].waiters.v && COUNT(t, IN_LIST(lk->bucket[1].chain, t)) <= lk->bucket[1].waiters.v && COUNT(t, IN_LIST(lk->bucket[2].chain, t)) <= lk->bucket[2].waiters.v && COUNT(t, IN_LIST(lk->bucket[3].chain, t)) <= lk->bucket[3].waiters.v)
INVARIANT(futex_attach, one_state, .name = "one state", .meaning = "no futex has two global states",
	!(lk->bucket[1].of.v && (lk->bucket[1].of.v == lk->bucket[2].of.v || lk->bucket[1].of.v == lk->bucket[3].of.v)) && !(lk->bucket[2].of.v && lk->bucket[2].of.v == lk->bucket[3].of.v))
INVARIANT(futex_attach, references, .name = "references", .meaning = "the state that a thread's slot leads to is that of its futex, and counts it",
	EACH(t, !lk->q[t].slot_of.v || (lk->bucket[lk->q[t].slot_bucket.v].of.v == lk->q[t].slot_of.v && COUNT(u, lk->q[u].slot_of.v == lk->q[t].slot_of.v) <= lk->bucket[lk->q[t].slot_bucket.v].refs.v)))
INVARIANT(futex_attach, left_behind, .name = "left behind", .meaning = "nobody waits in a private hash that is not in use, unless it is about to be moved",
	lk->resizing.v || EACH(t, !(lk->cur.v != FA_SMALL_HASH && FEATURE(futex_attach, own_hash) && IN_LIST(lk->bucket[1].chain, t))))
INVARIANT(futex_attach, at_rest, .name = "at rest", .meaning = "when all threads have finished, the locks are free, nobody is counted as a waiter, and no global state is left",
	!FINISHED() || !(lk->futex.v || lk->collides.v || lk->shared.v || lk->bucket[0].waiters.v || lk->bucket[1].waiters.v || lk->bucket[2].waiters.v || lk->bucket[3].waiters.v || lk->bucket[1].of.v || lk->bucket[2].of.v || lk->bucket[3].of.v))

/* FUTEX_ATTACH: the first to attach makes the global state of the futex. Returns its bucket */
PROC(fa_attach, struct futex_attach, u32 uaddr; u32 b; u32 of; u32 state; u32 free;)
	if (!FAULT(futex_attach, look_unlocked))
		SPIN_LOCK(lk->bucket[FA_GLOBAL].lock); /* locks the futex's bucket in the global hash | spins for the global bucket */
	for (my->b = FA_FIRST_STATE; my->b < FA_BUCKETS && !my->state; my->b++) {
		LOAD(my->of, lk->bucket[my->b].of, relaxed); /* reads whose global state this is | if NULL: finds no global state here */
		if (my->of == my->uaddr)
			my->state = my->b;
		if (my->of == 0 && my->free == 0)
			my->free = my->b;
	}
	if (FAULT(futex_attach, look_unlocked)) {
		SPIN_LOCK(lk->bucket[FA_GLOBAL].lock); /* locks the global bucket (fault: only now) | spins for the global bucket */
		my->free = me < FA_BUCKETS ? me : 0; /* memory that nobody else has */
	}
	if (my->state == 0) {
		ASSERT(my->free);
		my->state = my->free;
		STORE(lk->bucket[my->state].of, my->uaddr, relaxed); /* is the first to attach to this futex, and makes its global state, which has a bucket of its own */
	}
	ADD(lk->bucket[my->state].refs, 1, relaxed); /* takes a reference to the global state */
	SPIN_UNLOCK(lk->bucket[FA_GLOBAL].lock); /* unlocks the global bucket */
	STORE(lk->q[me].slot_bucket, my->state, relaxed); /* notes the bucket in a slot of its thread-local hash */
	STORE(lk->q[me].slot_of, my->uaddr, relaxed); /* notes the futex in that slot: it is attached */
	RETURN(my->state);
END(fa_attach)

/* FUTEX_DETACH, and what the exit of a thread does for each slot */
PROC(fa_detach, struct futex_attach, u32 b; u32 refs;)
	LOAD(my->b, lk->q[me].slot_bucket, relaxed); /* reads its slot | if 0: finds no slot in use */
	if (my->b == 0)
		RETURN(0);
	STORE(lk->q[me].slot_of, 0, relaxed); /* clears its slot: it is attached no more */
	STORE(lk->q[me].slot_bucket, 0, relaxed); /* clears the rest of the slot */
	SPIN_LOCK(lk->bucket[FA_GLOBAL].lock); /* locks the futex's bucket in the global hash | spins for the global bucket */
	ADD_RETURN(my->refs, lk->bucket[my->b].refs, -1, relaxed); /* puts its reference to the global state | if 1: puts the last reference to the global state */
	if (my->refs == 0 || FAULT(futex_attach, free_at_once))
		STORE(lk->bucket[my->b].of, 0, relaxed); /* takes the global state out of the global hash, and frees it */
	SPIN_UNLOCK(lk->bucket[FA_GLOBAL].lock); /* unlocks the global bucket */
END(fa_detach)

/*
 * __futex_pivot_hash and futex_rehash_private, with the mutex held. new takes over, or is noted for whoever finds the old
 * hash dead. Of a dead hash nobody gets a bucket any more, but its sleepers may leave it
 */
PROC(fa_pivot_to, struct futex_attach, u32 new; u32 seen; u32 this; u32 behind; u32 key;)
	LOAD(my->seen, lk->cur, relaxed); /* reads which hash is in use */
	LOAD(my->seen, lk->hash[my->seen].users, relaxed); /* finds users of the hash: they have to leave first | if 0: finds the hash dead: nobody uses it */
	if (my->seen) {
		STORE(lk->next, my->new, relaxed); /* leaves the new hash to whoever finds the old one dead */
		RETURN(0);
	}
	if (FAULT(futex_attach, publish_first))
		STORE(lk->cur, my->new, release); /* publishes the new hash (fault: while threads sleep in the old one) */
	SPIN_LOCK(lk->bucket[FA_SMALL_BUCKET].lock); /* locks the bucket of the old hash | spins for the bucket of the old hash */
	LIST_FIRST(my->this, lk->bucket[FA_SMALL_BUCKET].chain); /* reads who sleeps in the old hash | finds nobody in the old hash */
	OTHERWISE(!my->this);
	while (my->this) {
		LIST_NEXT(my->behind, lk->bucket[FA_SMALL_BUCKET].chain, my->this); /* reads who stands behind */
		LIST_DEL(lk->bucket[FA_SMALL_BUCKET].chain, my->this); /* takes the sleeper out of the old chain */
		ADD(lk->bucket[FA_SMALL_BUCKET].waiters, -1, relaxed); /* counts the sleeper out of the old bucket */
		LOAD(my->key, lk->q[my->this].key, relaxed); /* reads which word the sleeper waits for, and so into which bucket it goes */
		if (!FAULT(futex_attach, move_uncounted))
			ADD(lk->bucket[FA_BUCKET_IN(my->new, my->key)].waiters, 1, full); /* counts the sleeper in the new bucket */
		SPIN_LOCK(lk->bucket[FA_BUCKET_IN(my->new, my->key)].lock); /* locks the new bucket as well | spins for the new bucket */
		LIST_ADD(lk->bucket[FA_BUCKET_IN(my->new, my->key)].chain, my->this); /* puts the sleeper into the new chain */
		STORE(lk->q[my->this].lock_ptr, ADDRESS(lk->bucket[FA_BUCKET_IN(my->new, my->key)].lock), relaxed); /* tells the sleeper its new lock */
		SPIN_UNLOCK(lk->bucket[FA_BUCKET_IN(my->new, my->key)].lock); /* unlocks the new bucket */
		my->this = my->behind;
	}
	SPIN_UNLOCK(lk->bucket[FA_SMALL_BUCKET].lock); /* unlocks the bucket of the old hash */
	if (!FAULT(futex_attach, publish_first))
		STORE(lk->cur, my->new, release); /* publishes the new hash, to which all sleepers have been moved */
END(fa_pivot_to)

/* futex_pivot_hash: a thread found the hash dead */
PROC(fa_pivot, struct futex_attach, u32 new;)
	SPIN_LOCK(lk->resizing); /* takes the process's mutex for its hash | waits for the process's mutex for its hash */
	LOAD(my->new, lk->next, relaxed); /* finds a new hash ready | if 0: finds that another has brought the new hash in */
	if (my->new) {
		STORE(lk->next, 0, relaxed); /* takes the new hash */
		DO(fa_pivot_to, lk, .new = my->new);
	}
	SPIN_UNLOCK(lk->resizing); /* lets the process's mutex go */
END(fa_pivot)

/* futex_hash_allocate, as clone() calls it for a new thread. A hash is made for more threads once here */
PROC(fa_grow, struct futex_attach, u32 cur; u32 next;)
	SPIN_LOCK(lk->resizing); /* takes the process's mutex for its hash | waits for the process's mutex for its hash */
	LOAD(my->cur, lk->cur, relaxed); /* finds the first hash in use, which is too small | if 1: finds the larger hash in use */
	LOAD(my->next, lk->next, relaxed); /* finds that the larger hash is ready already | if 0: finds no other hash ready */
	if (my->cur == FA_SMALL_HASH && my->next == 0) {
		STORE(lk->hash[FA_LARGE_HASH].users, 1, relaxed); /* has a larger hash made, with its first reference */
		ADD(lk->hash[FA_SMALL_HASH].users, -1, release); /* puts the first reference of the old hash | if 1: puts the first reference of the old hash: it is dead */
		DO(fa_pivot_to, lk, .new = FA_LARGE_HASH);
	}
	SPIN_UNLOCK(lk->resizing); /* lets the process's mutex go */
END(fa_grow)

/* futex_private_hash_put. In the global hash and in a global state there is nothing to put */
PROC(fa_put, struct futex_attach, u32 b;)
	if (HAS(futex_attach, own_hash) && my->b != FA_GLOBAL)
		ADD(lk->hash[FA_HASH_OF(my->b)].users, -1, release); /* puts its reference to the hash | if 1: puts the last reference to the hash: it is dead */
END(fa_put)

/* The bucket in which a futex is waited for, as this scheme finds it; -EINVAL when the thread should have attached */
PROC(fa_hash_bucket, struct futex_attach, u32 uaddr; u32 attached; u32 b; u32 of; u32 users; u32 seen;)
	if (my->attached || (HAS(futex_attach, by_call) && FAULT(futex_attach, mend_plain_attaches))) {
		LOAD(my->of, lk->q[me].slot_of, relaxed); /* finds the futex in its thread-local hash | finds that it is not attached to the futex */
		OTHERWISE(my->of != my->uaddr);
		if (my->of == my->uaddr) {
			LOAD(my->b, lk->q[me].slot_bucket, relaxed); /* follows its slot to the futex's own bucket */
		} else {
			if (HAS(futex_attach, by_call) && !FAULT(futex_attach, mend_plain_attaches))
				RETURN(-FA_EINVAL);
			CALL(my->b, fa_attach, lk, .uaddr = my->uaddr);
		}
		RETURN(my->b);
	}
	if (!HAS(futex_attach, own_hash) || my->uaddr == FA_OTHER_PROCESS)
		RETURN(FA_GLOBAL);

	/* futex_private_hash, futex_private_hash_get: with a reference, so that the hash stays */
	for (;;) {
		LOAD(my->b, lk->cur, acquire); /* reads which hash the process has */
		LOAD(my->users, lk->hash[my->b].users, relaxed); /* finds the hash alive | if 0: finds the hash dead */
		while (my->users) {
			CAS(my->seen, lk->hash[my->b].users, my->users, my->users + 1, acquire); /* gets a reference to the hash, so that it stays | sees that the number of users has changed */
			if (my->seen == my->users)
				RETURN(FA_BUCKET_IN(my->b, my->uaddr));
			my->users = my->seen;
		}
		DO(fa_pivot, lk);
	}
END(fa_hash_bucket)

/* unqueue_me, futex_unqueue. 1 = it took itself out of the chain; 0 = a waker had done so */
PROC(fa_unqueue, struct futex_attach, u32 b; u32 uaddr; u32 lock_ptr; u32 now;)
	for (;;) {
		LOAD(my->lock_ptr, lk->q[me].lock_ptr, relaxed); /* finds itself in the chain still | if NULL: finds that a waker has taken it out of the chain */
		if (my->lock_ptr == 0)
			RETURN(0);
		SPIN_LOCK(AT(my->lock_ptr)); /* locks the bucket, to take itself out | spins for the bucket */
		if (FAULT(futex_attach, trust_lock_ptr))
			break;
		LOAD(my->now, lk->q[me].lock_ptr, relaxed); /* finds itself in the chain, and nobody can change that now | finds another pointer than before: it was woken or moved meanwhile */
		OTHERWISE(my->now != my->lock_ptr);
		if (my->now == my->lock_ptr)
			break;
		SPIN_UNLOCK(AT(my->lock_ptr)); /* unlocks the bucket, to look again */
	}
	if (my->lock_ptr != ADDRESS(lk->bucket[my->b].lock))
		my->b = FA_BUCKET_IN(FA_LARGE_HASH, my->uaddr);
	LIST_DEL(lk->bucket[my->b].chain, me); /* takes itself out of the chain */
	ADD(lk->bucket[my->b].waiters, -1, relaxed); /* counts itself out */
	SPIN_UNLOCK(AT(my->lock_ptr)); /* unlocks the bucket */
	RETURN(1);
END(fa_unqueue)

/* futex_wait_queue_me behind queue_me. The thread is in the chain, its state is INTERRUPTIBLE */
PROC(fa_wait_queued, struct futex_attach, u32 b; u32 uaddr; u32 queued;)
	LIST_HAS(my->queued, lk->bucket[my->b].chain, me); /* sees itself in the chain, without the bucket's lock | sees that it is not in the chain any more */
	OTHERWISE(!my->queued);
	if (!my->queued && HAS(futex_attach, own_hash) && my->b == FA_SMALL_BUCKET) {
		LIST_HAS(my->queued, lk->bucket[FA_BUCKET_IN(FA_LARGE_HASH, my->uaddr)].chain, me); /* sees itself in the chain of the larger hash | sees that it stands in no chain just now: no need to sleep */
		OTHERWISE(!my->queued);
	}
	if (my->queued && !TIMEOUT_PASSED())
		SCHEDULE(); /* sleeps until it is woken | wakes up */
	SET_STATE(RUNNING); /* marks itself as awake */
END(fa_wait_queued)

/* FUTEX_WAIT: sleeps if the word at uaddr is val */
PROC(fa_wait, struct futex_attach, u32 uaddr; u32 val; u32 timed; u32 attached; u32 b; u32 uval; u32 left;)
	STORE(lk->q[me].key, my->uaddr, relaxed); /* notes which word it waits for */
	for (;;) {
		CALL(my->b, fa_hash_bucket, lk, .uaddr = my->uaddr, .attached = my->attached);
		if (my->b >= FA_BUCKETS) {
			OUT_OF_SCOPE(lk->q[me].key);
			RETURN(my->b);
		}
		ADD(lk->bucket[my->b].waiters, 1, full); /* counts itself as a waiter of the bucket */
		if (FAULT(futex_attach, no_reference))
			DO(fa_put, lk, .b = my->b);
		STORE(lk->q[me].lock_ptr, ADDRESS(lk->bucket[my->b].lock), relaxed); /* notes the lock of that bucket */
		SPIN_LOCK(lk->bucket[my->b].lock); /* locks the bucket | spins for the bucket */
		LOAD(my->uval, AT(my->uaddr), relaxed); /* reads the word and finds it as expected | reads the word, and it has changed */
		OTHERWISE(my->uval != my->val);
		if (my->uval != my->val) {
			SPIN_UNLOCK(lk->bucket[my->b].lock); /* unlocks the bucket, for there is nothing to wait for */
			ADD(lk->bucket[my->b].waiters, -1, relaxed); /* counts itself out */
			OUT_OF_SCOPE(lk->q[me].key);
			OUT_OF_SCOPE(lk->q[me].lock_ptr);
			if (!FAULT(futex_attach, no_reference))
				DO(fa_put, lk, .b = my->b);
			TIMEOUT_STOP();
			RETURN(-FA_EAGAIN);
		}
		SET_STATE(INTERRUPTIBLE); /* marks itself as about to sleep */
		LIST_ADD(lk->bucket[my->b].chain, me); /* stands at the end of the bucket's chain */
		SPIN_UNLOCK(lk->bucket[my->b].lock); /* unlocks the bucket */
		if (!FAULT(futex_attach, no_reference))
			DO(fa_put, lk, .b = my->b);
		if (my->timed && !TIMEOUT_PASSED())
			TIMEOUT_START();
		DO(fa_wait_queued, lk, .b = my->b, .uaddr = my->uaddr);
		CALL(my->left, fa_unqueue, lk, .b = my->b, .uaddr = my->uaddr);
		if (!my->left || TIMEOUT_PASSED() || SIGNAL_PENDING(INTERRUPTIBLE))
			break;
	}
	if (my->left)
		my->left = TIMEOUT_PASSED() ? FA_ETIMEDOUT : FA_EINTR;
	TIMEOUT_STOP();
	OUT_OF_SCOPE(lk->q[me].key);
	OUT_OF_SCOPE(lk->q[me].lock_ptr);
	RETURN(-my->left);
END(fa_wait)

/* FUTEX_WAKE: wakes one thread that waits for the word at uaddr */
PROC(fa_wake, struct futex_attach, u32 uaddr; u32 attached; u32 b; u32 seen; u32 this; u32 next; u32 key; u32 ret; tasks noted; tasks wake_q;)
	if (FAULT(futex_attach, wake_looks_global) && my->attached) {
		LOAD(my->key, lk->q[me].slot_of, relaxed); /* finds the futex in its thread-local hash | if NULL: finds no slot of the futex (fault: it does not attach) */
		my->attached = my->key != 0;
	}
	CALL(my->b, fa_hash_bucket, lk, .uaddr = my->uaddr, .attached = my->attached);
	if (my->b >= FA_BUCKETS)
		RETURN(my->b);
	LOAD(my->seen, lk->bucket[my->b].waiters, full); /* finds waiters counted in the bucket | if 0: finds no waiters counted in the bucket: nobody to wake */
	if (my->seen != 0) {
		SPIN_LOCK(lk->bucket[my->b].lock); /* locks the bucket | spins for the bucket */
		LIST_FIRST(my->this, lk->bucket[my->b].chain); /* reads who stands first in the chain | finds the chain empty */
		OTHERWISE(!my->this);
		while (my->this) {
			LIST_NEXT(my->next, lk->bucket[my->b].chain, my->this); /* reads who stands behind */
			LOAD(my->key, lk->q[my->this].key, relaxed); /* finds that the thread waits for this word | finds that the thread waits for another word, and passes it by */
			OTHERWISE(my->key != my->uaddr);
			if (my->key == my->uaddr) {
				CALL(my->noted, wake_q_add, &lk->tasks, .tid = my->this);
				my->wake_q |= my->noted;
				LIST_DEL(lk->bucket[my->b].chain, my->this); /* takes the thread out of the chain */
				ADD(lk->bucket[my->b].waiters, -1, relaxed); /* counts the thread out */
				STORE(lk->q[my->this].lock_ptr, 0, release); /* ends the wait: from here on the thread may take its list entry, futex_q, away */
				my->ret = 1;
				break;
			}
			my->this = my->next;
		}
		SPIN_UNLOCK(lk->bucket[my->b].lock); /* unlocks the bucket */
		DO(wake_up_q, &lk->tasks, .wake_q = my->wake_q);
	}
	DO(fa_put, lk, .b = my->b);
	RETURN(my->ret);
END(fa_wake)

MODE(user)

PROC(fa_mutex_lock, struct futex_attach, u32 futex; u32 attached; u32 val; u32 ret;)
	CAS(my->val, AT(my->futex), 0, 1, acquire); /* takes the free lock without the kernel | finds the lock held */
	if (my->val == 0) {
		if (MY_ROLE() <= FA_GROWS)
			TAKES_WRITE();
		RETURN(0);
	}
	for (;;) {
		if (my->val != 2) {
			XCHG(my->val, AT(my->futex), 2, acquire); /* takes the free lock, with 2, for others may wait | writes 2, so that the unlock will call the kernel */
			OTHERWISE(my->val != 0);
			if (my->val == 0) {
				if (MY_ROLE() <= FA_GROWS)
					TAKES_WRITE();
				RETURN(0);
			}
		}
		SYSCALL(my->ret, fa_wait, lk, .uaddr = my->futex, .val = 2, .timed = MY_ROLE() == FA_TIMED, .attached = my->attached);
		LOAD(my->val, AT(my->futex), relaxed); /* reads the word again, back from the kernel */
	}
END(fa_mutex_lock)

PROC(fa_mutex_unlock, struct futex_attach, u32 futex; u32 attached; u32 old; u32 ret;)
	XCHG(my->old, AT(my->futex), 0, release); /* frees the lock, which no waiter has marked | frees the lock, whose 2 sends it into the kernel */
	OTHERWISE(my->old == 2);
	if (MY_ROLE() <= FA_GROWS)
		GIVES();
	if (my->old == 2)
		SYSCALL(my->ret, fa_wake, lk, .uaddr = my->futex, .attached = my->attached);
END(fa_mutex_unlock)

/* The workload. A round is the life of a thread: attach, as every thread has to; lock, one step of work, unlock; exit. */
PROC(fa_worker, struct futex_attach, u32 rounds; u32 futex; u32 attached; u32 ret;)
	my->futex = ADDRESS(lk->futex);
	if (MY_ROLE() == FA_COLLIDES)
		my->futex = ADDRESS(lk->collides);
	if (MY_ROLE() == FA_SHARED)
		my->futex = ADDRESS(lk->shared);
	while (my->rounds--) {
		my->attached = HAS(futex_attach, attached) && !(HAS(futex_attach, by_call) && MY_ROLE() == FA_LATE);
		if (HAS(futex_attach, by_call) && my->attached)
			SYSCALL(my->ret, fa_attach, lk, .uaddr = my->futex);
		if (HAS(futex_attach, own_hash) && MY_ROLE() == FA_GROWS)
			SYSCALL(my->ret, fa_grow, lk);
		DO(fa_mutex_lock, lk, .futex = my->futex, .attached = my->attached);
		if (HAS(futex_attach, by_call) && !my->attached && !FAULT(futex_attach, mend_plain_attaches)) {
			SYSCALL(my->ret, fa_attach, lk, .uaddr = my->futex);
			my->attached = 1;
		}
		if (MY_ROLE() <= FA_GROWS) {
			HOLD_WRITE();
			CRITICAL(); /* works under the lock */
			UNHOLD();
		}
		if (FAULT(futex_attach, detach_early))
			SYSCALL(my->ret, fa_detach, lk);
		DO(fa_mutex_unlock, lk, .futex = my->futex, .attached = my->attached);
		if (HAS(futex_attach, attached) && !FAULT(futex_attach, no_detach))
			SYSCALL(my->ret, fa_detach, lk);
	}
END(fa_worker)
