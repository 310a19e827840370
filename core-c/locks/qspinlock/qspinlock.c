/* SPDX-License-Identifier: MIT */
/*
 * qspinlock: the queued spinlock, the spinlock of most kernels of today: an MCS queue in one word of 32 bits.
 * Source: Linux 6.12, kernel/locking/qspinlock.c, include/asm-generic/qspinlock.h (in Linux since 4.2).
 *
 *   val    tail, pending, locked
 *          0     0        0        free
 *          0     0        1        held, and nobody waits
 *          0     1        1        held, and one thread waits for it at the word itself
 *          0     1        0        that thread may take it, and is about to
 *          T     x        y        a queue stands behind these: T is the last in it
 *   T.next       0 or U            U stands behind T; 0: nobody, or U has not linked itself yet
 *   T.locked     1                 T has become the head of the queue
 *
 * Only the head of the queue, the pending thread and newcomers look at the word. The head waits until it is neither
 * locked nor pending; then it takes the lock, and makes the next one the head before it works: who holds the
 * lock needs no node.
 *
 * What to watch: parts of the word are written alone, where only one thread may write them: the holder the locked byte,
 * the pending thread both lower bytes, a thread that joins the queue the tail.
 *
 * Orders are those of the source. smp_wmb() before the exchange of the tail is for the link behind it as well: the node is
 * clean before the predecessor can see it there, or its 1 in `locked` could be overwritten. On x86 each load is an acquire, so the atomic_read() behind the bit that is set is one here: with no order it would race (README.md).
 */
#include "qspinlock.h"

LOCK(qspinlock, struct qspin, .worker = qspinlock_worker, .kernel = true,
	.title = "Queued spinlock", .family = "Queued spinlock",
	.purpose = LS_TOLD("The spinlock of today’s kernel: one word, and behind it a queue of those who spin."),
	.source = "Linux 6.12.117, kernel/locking/qspinlock.c",
	.env = 1 << LS_ENV_PREEMPT | 1 << LS_ENV_RUN)

VARIANT(qspinlock, generic, .name = "qspinlock", .title = "as in asm-generic; preempt takes a virtual CPU away")
VARIANT(qspinlock, x86, .name = "qspinlock-x86", .title = "on x86: pending is set by one access, the rest read by another; preempt takes a virtual CPU away", .has = bit_test_and_set)

SWITCH(qspinlock, only_locked, .title = "the head of the queue does not wait for the pending thread",
	.verdict = LS_VIOLATED, .invariant = "mutual exclusion", .shown_by = "qspinlock --threads 3 --rounds 1")
SWITCH(qspinlock, no_undo, .title = "a thread that sets pending in vain does not take it back",
	.verdict = LS_DEADLOCK, .shown_by = "qspinlock --threads 4 --rounds 1")
SWITCH(qspinlock, whole_word, .title = "unlock clears the whole word instead of the locked byte",
	.verdict = LS_VIOLATED, .invariant = "mutual exclusion", .shown_by = "qspinlock --threads 3 --rounds 1")
SWITCH(qspinlock, blind_claim, .title = "the last in the queue clears the tail without comparing",
	.verdict = LS_DEADLOCK, .shown_by = "qspinlock --threads 4 --rounds 1")
SWITCH(qspinlock, ignores_tail, .title = "a newcomer waits as the pending thread although a queue stands",
	.verdict = LS_VIOLATED, .invariant = "mutual exclusion", .shown_by = "qspinlock --threads 4 --rounds 1")

C_NAMES(qspin = qspinlock, qspin_node = mcs_spinlock, QSPINLOCK_TAIL = encode_tail, QSPINLOCK_TAIL_OF = decode_tail,
	QSPINLOCK_LOCKED = _Q_LOCKED_VAL, QSPINLOCK_LOCKED_BYTE = _Q_LOCKED_MASK, QSPINLOCK_PENDING = _Q_PENDING_VAL,
	QSPINLOCK_LOCKED_PENDING = _Q_LOCKED_PENDING_MASK, QSPINLOCK_PENDING_LOOPS = _Q_PENDING_LOOPS,
	BIT_TEST_AND_SET = GEN_BINARY_RMWcc)

WORD(qspin, val, .kind = LS_KIND_BITS, .name_only = "val", .c_node = QSPINLOCK_TAIL, .c_node_of = QSPINLOCK_TAIL_OF, .c_bytes = locked | pending, .c_halves = locked_pending | tail, .line = "lock", .meaning = "locked, pending, and the last in the queue",
	.field = { { "locked", 0, 1, LS_FIELD_FLAG }, { "pending", 8, 1, LS_FIELD_FLAG }, { "index", 16, 2, LS_FIELD_COUNT },
		{ "tail", 18, 14, LS_FIELD_TID } })
WORD(qspin_node, next, .kind = LS_KIND_NODE, .sign = LS_SIGN_LINK, .line = "node", .meaning = "the thread behind this one")
WORD(qspin_node, locked, .kind = LS_KIND_FLAG, .sign = LS_SIGN_HANDOFF, .line = "node", .meaning = "1 when this thread has become the head of the queue")

QUEUE(qspinlock, .kind = "mcs", .title = "queue", .tail = "val.tail", .next = "next", .ready = "locked", .prev = "prev")
ROLE(qspinlock, QSPINLOCK_LOCKS, .letter = 'L', .title = "locker: locks and unlocks")
ROLE(qspinlock, QSPINLOCK_TRIES, .letter = 'T', .title = "trylock: tries once, and goes away when the lock is not free")

INVARIANT(qspinlock, exclusion, .name = "mutual exclusion", .about = "holders", .meaning = "at most one thread holds the lock",
	WRITERS() <= 1)
INVARIANT(qspinlock, locked_byte, .name = "locked byte", .meaning = "the word says locked whenever a thread holds the lock",
	!WRITERS() || lk->val.v & QSPINLOCK_LOCKED_BYTE)
INVARIANT(qspinlock, last_in_line, .name = "last in line", .meaning = "the tail names a thread that waits, or has not left the queue yet",
	QSPINLOCK_TAIL_OF(lk->val.v) == 0 || INSIDE(QSPINLOCK_TAIL_OF(lk->val.v), queued_spin_lock_slowpath))
INVARIANT(qspinlock, at_rest, .name = "at rest", .meaning = "the word is 0 when all threads have finished",
	!FINISHED() || lk->val.v == 0)

/* 1 = it holds the lock. */
PROC(queued_spin_trylock, struct qspin, u32 val;)
	LOAD(my->val, lk->val, relaxed); /* reads the word and finds the lock free | reads the word and finds the lock not free */
	OTHERWISE(my->val != 0);
	if (my->val)
		RETURN(0);
	CAS(my->val, lk->val, 0, QSPINLOCK_LOCKED, acquire); /* takes the free lock | finds the lock free no more */
	if (my->val)
		RETURN(0);
	TAKES_WRITE();
	RETURN(1);
END(queued_spin_trylock)

/* val: the word as the thread found it. */
PROC(queued_spin_lock_slowpath, struct qspin, u32 val; u32 again; u32 prev; u32 next; u32 seen;)
	/* (0,1,0): the pending thread is about to take the lock; so (0,0,1) comes next */
	if (my->val == QSPINLOCK_PENDING) {
		my->again = QSPINLOCK_PENDING_LOOPS;
		do {
			LOAD(my->val, lk->val, relaxed); /* reads the word again, for the pending thread is about to take the lock */
		} while (my->val == QSPINLOCK_PENDING && my->again--);
	}
	if (my->val & ~QSPINLOCK_LOCKED_BYTE)
		goto queue;

	if (!HAS(qspinlock, bit_test_and_set)) {
		FETCH_OR(my->val, lk->val, QSPINLOCK_PENDING, acquire); /* sets pending and will be the next | sets pending, and finds that another thread waits */
		OTHERWISE(my->val & ~QSPINLOCK_LOCKED_BYTE);
	} else {
		FETCH_OR(my->val, lk->val, QSPINLOCK_PENDING, full); /* sets pending, and learns only whether it was set */
		/* the source has atomic_read(): on x86 every load is an acquire */
		LOAD(my->seen, lk->val, acquire); /* reads the rest of the word */
		my->val = (my->val & QSPINLOCK_PENDING) | (my->seen & ~QSPINLOCK_PENDING);
	}
	if (my->val & (FAULT(qspinlock, ignores_tail) ? QSPINLOCK_PENDING : ~QSPINLOCK_LOCKED_BYTE)) {
		if (!(my->val & QSPINLOCK_PENDING) && !FAULT(qspinlock, no_undo))
			STORE_BYTE(lk->val, 1, 0, relaxed); /* takes pending back, and will join the queue */
		goto queue;
	}
	if (my->val & QSPINLOCK_LOCKED_BYTE)
		WAIT_UNTIL(lk->val, !(VAL & QSPINLOCK_LOCKED_BYTE), acquire); /* sees that the holder has left | spins on the lock word */
	STORE_HALF(lk->val, 0, QSPINLOCK_LOCKED, relaxed); /* clears pending and takes the lock, with one store */
	TAKES_WRITE();
	RETURN(0);

queue:
	STORE(lk->node[me].locked, 0, relaxed); /* clears its turn flag */
	STORE(lk->node[me].next, 0, relaxed); /* clears its link */
	CALL(my->seen, queued_spin_trylock, lk);
	if (my->seen)
		RETURN(0);
	XCHG_HALF(my->prev, lk->val, 1, QSPINLOCK_TAIL(me) >> 16, wmb); /* swaps itself in as the tail, and is the head of the queue | swaps itself in as the tail, behind another thread */
	my->prev = QSPINLOCK_TAIL_OF(my->prev << 16);
	OTHERWISE(my->prev != 0);
	if (my->prev) {
		STORE(lk->node[my->prev].next, me, relaxed); /* links itself behind its predecessor */
		WAIT_UNTIL(lk->node[me].locked, VAL != 0, acquire); /* sees that it is the head of the queue | spins on its own node */
		LOAD(my->next, lk->node[me].next, relaxed); /* reads its link and finds its successor | reads its link and finds nobody */
		OTHERWISE(my->next == 0);
	}

	if (FAULT(qspinlock, only_locked))
		AWAIT(my->val, lk->val, !(VAL & QSPINLOCK_LOCKED_BYTE), acquire); /* sees the lock not locked (fault: it may be pending) | spins on the lock word until it is not locked */
	else
		AWAIT(my->val, lk->val, !(VAL & QSPINLOCK_LOCKED_PENDING), acquire); /* sees the lock neither locked nor pending | spins on the lock word until it is neither locked nor pending */
	if (QSPINLOCK_TAIL_OF(my->val) == me) {
		if (FAULT(qspinlock, blind_claim)) {
			STORE(lk->val, QSPINLOCK_LOCKED, relaxed); /* takes the lock and clears the tail (fault: another thread may have joined) */
			TAKES_WRITE();
			goto release;
		}
		CAS(my->seen, lk->val, my->val, QSPINLOCK_LOCKED, relaxed); /* takes the lock and clears the tail, for it is the last in the queue | finds the word changed by another thread */
		if (my->seen == my->val) {
			TAKES_WRITE();
			goto release;
		}
	}
	STORE_BYTE(lk->val, 0, QSPINLOCK_LOCKED, relaxed); /* takes the lock and leaves the queue in the word */
	TAKES_WRITE();
	if (my->next == 0)
		AWAIT(my->next, lk->node[me].next, VAL != 0, relaxed); /* sees its successor linked | waits for its successor to link itself */
	STORE(lk->node[my->next].locked, 1, release); /* makes its successor the head of the queue */
release:
	OUT_OF_SCOPE(lk->node[me].locked);
	OUT_OF_SCOPE(lk->node[me].next);
END(queued_spin_lock_slowpath)

PROC(queued_spin_lock, struct qspin, u32 val;)
	CAS(my->val, lk->val, 0, QSPINLOCK_LOCKED, acquire); /* takes the free lock, with one access | finds the lock not free */
	if (my->val == 0) {
		TAKES_WRITE();
		RETURN(0);
	}
	DO(queued_spin_lock_slowpath, lk, .val = my->val);
END(queued_spin_lock)

PROC(queued_spin_unlock, struct qspin)
	if (FAULT(qspinlock, whole_word))
		STORE(lk->val, 0, release); /* clears the whole word (fault: who waits stood in it) */
	else
		STORE_BYTE(lk->val, 0, 0, release); /* clears the locked byte */
	GIVES();
END(queued_spin_unlock)

/* The workload: lock or try, one step of work, unlock. */
PROC(qspinlock_worker, struct qspin, u32 rounds; u32 got;)
	while (my->rounds--) {
		my->got = 1;
		if (MY_ROLE() == QSPINLOCK_TRIES)
			CALL(my->got, queued_spin_trylock, lk);
		else
			DO(queued_spin_lock, lk);
		if (my->got) {
			HOLD_WRITE();
			CRITICAL(); /* works under the lock */
			UNHOLD();
			DO(queued_spin_unlock, lk);
		}
	}
END(qspinlock_worker)
