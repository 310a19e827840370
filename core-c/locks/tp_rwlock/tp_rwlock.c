/* SPDX-License-Identifier: MIT */
/*
 * tp_rwlock: the throughput-optimized futex as a reader-writer lock, user side and kernel
 * side. Never merged. Source: TP-futex series v6 of March 2017 (kernel/futex.c and
 * tools/perf/bench/futex-locks.c; the same sample code in "[PATCH-tip v6 19/22] TP-futex,
 * doc: Update TP futexes document on shared locking"). L1, T1, U1, R1, ... number the steps.
 *
 *   futex       0                 free
 *               T                 writer T holds the lock
 *               SHARED | n        n readers hold it, and more may join
 *               SHARED | 0        the last reader is leaving, or the lock is handed to the
 *                                 readers: any of them may count itself
 *               WAITERS | ...     the unlock must go through the kernel. A reader that comes
 *                                 now must enter the kernel, too
 *               WAITERS | SHARED | SHARED_UNLOCK
 *                                 the last reader is in FUTEX_UNLOCK_SHARED: no reader joins
 *   refcount    n                 n threads are inside FUTEX_LOCK or FUTEX_LOCK_SHARED; 0:
 *                                 there is no futex state
 *   mutex       T                 T is the top waiter; others queue for the mutex
 *   mutex_owner T                 whom an unlock wakes
 *   owner       T                 the state hangs in writer T's list
 *   handoff_pid T, SHARED         the top waiter has waited too long: the next unlock stores
 *                                 this into the word instead of 0
 *   first_reader T                T queues for the mutex in the name of a group of readers;
 *                                 the others spin in reader_osq and try to follow
 *
 * Nobody can tell whether readers run. So a top waiter spins on readers while their count
 * changes: each change starts a timer anew (50 us); when it runs out the top waiter sets
 * WAITERS and sleeps. After 5 ms as top waiter no change starts the timer any more.
 */
#include "tp_rwlock.h"

LOCK(tp_rwlock, struct tp_rwlock, .worker = tpr_worker, .exit = tpr_exit, .kernel = false,
	.title = "TP futex, shared", .family = "TP futex",
	.source = "TP-futex series v6, March 2017: futex_lock, futex_spin_on_reader, futex_spin_on_owner, futex_unlock; sample code and benchmark",
	.timer = "Time passes: the reader timer of T%u runs out.",
	.env = 1 << LS_ENV_PREEMPT | 1 << LS_ENV_RUN | 1 << LS_ENV_THRESHOLD | 1 << LS_ENV_TIMEOUT | 1 << LS_ENV_SIGNAL | 1 << LS_ENV_KILL)
USES(wake_q)
USES(osq)

VARIANT(tp_rwlock, prefer, .name = "tp-rwlock", .title = "readers ask to be preferred",
	.has = prefer_reader)
VARIANT(tp_rwlock, neutral, .name = "tp-rwlock-neutral", .title = "neutral: neither side is preferred")
VARIANT(tp_rwlock, simple, .name = "tp-rwlock-simple", .title = "readers ask to be preferred; the sample code",
	.has = prefer_reader | sample_writer)

SWITCH(tp_rwlock, blind_free, .title = "the last reader frees the word without looking again",
	.verdict = LS_VIOLATED, .invariant = "counted", .shown_by = "tp-rwlock --threads RR --rounds 1")
SWITCH(tp_rwlock, join_closed, .title = "the kernel lets a reader join although SHARED_UNLOCK is set",
	.verdict = LS_VIOLATED, .invariant = "shared unlock", .shown_by = "tp-rwlock --threads RWR --rounds 1 --budget t1")
SWITCH(tp_rwlock, no_waiters, .title = "sleep without setting WAITERS in the word",
	.verdict = LS_LOST_WAKEUP, .shown_by = "tp-rwlock --threads RW --rounds 1 --budget t1")
SWITCH(tp_rwlock, unlock_no_wake, .title = "the unlock does not wake the top waiter",
	.verdict = LS_LOST_WAKEUP, .shown_by = "tp-rwlock --threads RW --rounds 1 --budget t1")
SWITCH(tp_rwlock, mend_no_state, .title = "fixed: an unlock without a futex state frees the word",
	.verdict = LS_OK, .shown_by = "tp-rwlock --threads WR --rounds 1 --budget x1")
SWITCH(tp_rwlock, mend_early_wake_list, .title = "fixed: the unlock notes the top waiter after it has changed the word",
	.verdict = LS_OK, .shown_by = "tp-rwlock --threads RRW --rounds 1 --budget t1 --switch mend_no_state")
SWITCH(tp_rwlock, mend_take_over, .title = "fixed: a reader that takes over a dead writer's lock counts itself",
	.verdict = LS_LOST_WAKEUP, .shown_by = "tp-rwlock --threads WR --rounds 1 --budget k1")
SWITCH(tp_rwlock, mend_deadlock_test, .title = "fixed: a count of readers is not taken for the caller's TID",
	.verdict = LS_OK, .shown_by = "tp-rwlock --threads WR --rounds 2 --budget p1 --switch mend_no_state --switch mend_early_wake_list")

SWITCH(tp_rwlock, mend_late_hand_off, .title = "fixed: a top waiter that leaves withdraws its request and tries the lock once more",
	.verdict = LS_OK, .shown_by = "tp-rwlock --threads WWR --rounds 1 --budget x1,s1 --switch mend_no_state --switch mend_early_wake_list")
SWITCH(tp_rwlock, mend_link_new_owner, .title = "fixed: the state is hung only into the list of the writer that WAITERS was set for",
	.verdict = LS_OK, .shown_by = "tp-rwlock --threads WWW --rounds 1 --budget k1 --switch mend_no_state --switch mend_list_exiting")
SWITCH(tp_rwlock, mend_list_exiting, .title = "fixed: the state is hung into no list of a writer that is dying, and the top waiter does not sleep once such a writer has taken it out",
	.verdict = LS_OK, .shown_by = "tp-rwlock --threads WW --rounds 2 --budget p1,k1 --switch mend_no_state")

C_NAMES(TIMEOUT = rspin_timeout, TIMEOUT_START = TP_RSPIN_TIMEOUT, tpr_trylock = __futex_trylock, tpr_futex_lock = futex_lock, tpr_set_waiters_bit = futex_set_waiters_bit,
	tpr_spin_on_reader = futex_spin_on_reader, tpr_spin_on_owner = futex_spin_on_owner,
	tpr_put_futex_state = put_futex_state, tpr_futex_unlock = futex_unlock, TPR_WAITERS = FUTEX_WAITERS, TPR_OWNER_DIED = FUTEX_OWNER_DIED,
	TPR_SHARED = FUTEX_SHARED, TPR_SHARED_UNLOCK = FUTEX_SHARED_UNLOCK, TPR_TID_MASK = FUTEX_TID_MASK,
	TPR_SHARED_TID_MASK = FUTEX_SHARED_TID_MASK, TPR_SCNT_MASK = FUTEX_SCNT_MASK)

WORD(tp_rwlock, futex, .kind = LS_KIND_BITS, .c_type = "u32 __user", .sign = LS_SIGN_HANDOFF, .line = "user", .meaning = "the lock word, in user memory",
	.field = { { "TID", 0, 24, LS_FIELD_TID, .when = LS_WITHOUT(29) }, { "readers", 0, 24, LS_FIELD_COUNT, .when = LS_WITH(29) },
		{ "reserved", 24, 4, LS_FIELD_RESERVED }, { "SHARED_UNLOCK", 28, 1, LS_FIELD_FLAG }, { "SHARED", 29, 1, LS_FIELD_FLAG },
		{ "OWNER_DIED", 30, 1, LS_FIELD_FLAG }, { "WAITERS", 31, 1, LS_FIELD_FLAG } })
WORD(tp_rwlock, fs_lock, .kind = LS_KIND_SPINLOCK, .c_type = "spinlock_t", .line = "bucket", .meaning = "guards the list of futex states in the hash bucket")
WORD(tp_rwlock, refcount, .kind = LS_KIND_COUNT, .name_only = "refcount", .line = "state",
	.meaning = "threads that need the futex state; with 0 there is none")
WORD(tp_rwlock, mutex, .kind = LS_KIND_TID, .line = "state", .meaning = "the serialization mutex: its holder is the top waiter")
WORD(tp_rwlock, mutex_queue, .kind = LS_KIND_LIST, .line = "state", .meaning = "who waits to become the top waiter")
WORD(tp_rwlock, mutex_owner, .kind = LS_KIND_TID, .line = "state",
	.meaning = "the top waiter, as an unlock and a dying owner see it")
WORD(tp_rwlock, owner, .kind = LS_KIND_TID, .line = "state",
	.meaning = "the writer in whose list the state hangs while the top waiter sleeps")
WORD(tp_rwlock, handoff_pid, .kind = LS_KIND_BITS, .line = "state",
	.meaning = "what the next unlock is to store: the TID of the top waiter, or SHARED for the readers",
	.field = { { "TID", 0, 24, LS_FIELD_TID }, { "SHARED", 29, 1, LS_FIELD_FLAG } })
WORD(tp_rwlock, first_reader, .kind = LS_KIND_TID, .line = "state", .meaning = "the leader of the readers that wait as a group")
WORD(tp_rwlock_node, pi_lock, .kind = LS_KIND_SPINLOCK, .line = "task", .meaning = "guards the thread's list of futex states")
WORD(tp_rwlock_node, pi_state, .kind = LS_KIND_FLAG, .line = "task",
	.meaning = "1 when the futex state hangs in the thread's list")

QUEUE(tp_rwlock, .kind = "list", .title = "waiting to be the top waiter", .list = "mutex_queue")
QUEUE(tp_rwlock, .kind = "owner", .title = "top waiter", .word = "mutex_owner")
QUEUE(tp_rwlock, .kind = "owner", .title = "leader of the readers", .word = "first_reader")
QUEUE(tp_rwlock, .kind = "mcs", .title = "readers behind the leader", .tail = "reader_osq", .next = "next", .ready = "locked", .prev = "prev")

ROLE(tp_rwlock, TPR_WRITES, .letter = 'W', .title = "writer")
ROLE(tp_rwlock, TPR_READS, .letter = 'R', .title = "reader")

/* Who has died may have left its count behind. */
#define TPR_DEAD(t) (STATUS(t) == LS_DEAD || INSIDE(t, tpr_exit))

INVARIANT(tp_rwlock, exclusion, .name = "mutual exclusion", .about = "holders", .meaning = "a writer holds the lock alone",
	WRITERS() <= 1 && !(WRITERS() && READERS()))
INVARIANT(tp_rwlock, owner, .name = "owner", .meaning = "while a writer holds the lock, the word has its TID",
	EACH(t, HOLDS(t) != LS_HOLDS_WRITE || (lk->futex.v & TPR_SHARED_TID_MASK) == t))
INVARIANT(tp_rwlock, counted, .name = "counted", .meaning = "each reader that holds the lock is counted in the word, and nobody else but the dead",
	lk->futex.v & TPR_SHARED ? (lk->futex.v & TPR_SCNT_MASK) >= READERS() && (lk->futex.v & TPR_SCNT_MASK) <= READERS() + COUNT(t, TPR_DEAD(t))
				 : !READERS())
INVARIANT(tp_rwlock, shared_unlock, .name = "shared unlock",
	.meaning = "SHARED_UNLOCK is in the word only while a thread is in FUTEX_UNLOCK_SHARED",
	!(lk->futex.v & TPR_SHARED && lk->futex.v & TPR_SHARED_UNLOCK) || ANY(t, INSIDE(t, tpr_futex_unlock)))
INVARIANT(tp_rwlock, released, .name = "released", .meaning = "a thread that has finished its work has left its TID in the word of no lock; when all have, the lock is free",
	EACH(t, (lk->futex.v & TPR_SHARED_TID_MASK) != t || STATUS(t) != LS_DONE) &&
	(!FINISHED() || !(lk->futex.v & TPR_SHARED_TID_MASK) || ANY(t, TPR_DEAD(t))))
/* With a fault planted its consequence is to be shown, not the state that leads to it. */
INVARIANT(tp_rwlock, covered, .name = "covered sleep", .about = "sleepers", .called = "lost wake-up",
	.meaning = "while the top waiter sleeps, WAITERS is in the word, it stands on a wake list, or an unlock is about to wake it",
	FAULTY() || lk->futex.v & TPR_WAITERS || ANY(t, INSIDE(t, tpr_futex_unlock)) ||
	EACH(t, t != lk->mutex_owner.v || lk->tasks.task[t].wake_q.v || STATUS(t) != LS_ASLEEP || STATE(t) == RUNNING))
INVARIANT(tp_rwlock, request, .name = "request", .meaning = "only the holder of the serialization mutex asks for the lock",
	!lk->handoff_pid.v || (lk->handoff_pid.v == TPR_SHARED ? lk->mutex.v && m->thread[lk->mutex.v - 1].role == TPR_READS : lk->handoff_pid.v == lk->mutex.v))
INVARIANT(tp_rwlock, clean, .name = "clean state", .meaning = "a futex state without references has nobody in it",
	lk->refcount.v || !(lk->mutex.v || FIRST_OF(lk->mutex_queue) || lk->mutex_owner.v || lk->owner.v || lk->first_reader.v || lk->reader_osq.tail.v))

/*
 * The posted trylock returns a code and, through a pointer, the word. Here one number does for
 * both: the word after a failure, else an error or TPR_DONE | code. TPR_DONE is one of the bits
 * that are free for user space, which never sets it here.
 */
#define TPR_DONE 0x01000000u
#define TPR_CODE 0xffu

/* Not posted: what would fix a fault that the search found. Off unless a reader asks for it */
#define MEND(s) FAULT(tp_rwlock, mend_##s)

/* === kernel side ================================================================== */

/* __futex_trylock: vpid = its TID, or SHARED for a reader; steal = not the top waiter */
PROC(tpr_trylock, struct tp_rwlock, u32 vpid; u32 steal; u32 uval; u32 cur;)
	LOAD(my->uval, lk->futex, relaxed); /* reads the lock word */
	if (my->vpid == TPR_SHARED)
		goto shared;
	if (!my->steal && (my->uval & TPR_SHARED_TID_MASK) == me) {
		TAKES_WRITE();
		RETURN(TPR_DONE | TPR_LOCK_HANDOFF);
	}
	if (my->uval & TPR_SHARED_TID_MASK)
		RETURN(my->uval);
	if (my->steal)
		CAS(my->cur, lk->futex, my->uval, my->uval | me, full); /* steals the free lock, flags and all | fails to steal the lock, for the word has changed */
	else
		CAS(my->cur, lk->futex, my->uval, me, full); /* takes the free lock as the top waiter | fails to take the lock, for the word has changed */
	if (my->cur == my->uval) {
		TAKES_WRITE();
		RETURN(TPR_DONE | TPR_LOCK_ACQUIRED);
	}
	RETURN(my->cur);
shared:
	for (;;) {
		if (my->steal && my->uval & ~TPR_SHARED_TID_MASK)
			RETURN(my->uval);
		if ((my->uval & TPR_SHARED_TID_MASK) == 0)
			CAS(my->cur, lk->futex, my->uval, my->uval | (TPR_SHARED + 1), full); /* takes the free lock as its first reader | sees that the word has changed */
		else if (my->uval & TPR_SHARED && (!(my->uval & TPR_SHARED_UNLOCK) || FAULT(tp_rwlock, join_closed)))
			CAS(my->cur, lk->futex, my->uval, my->uval + 1, full); /* counts itself as one more reader | sees that the word has changed */
		else
			RETURN(my->uval);
		if (my->cur == my->uval)
			break;
		my->uval = my->cur;
	}
	TAKES_READ();
	RETURN(TPR_DONE | ((my->uval & TPR_SHARED_TID_MASK) == TPR_SHARED ? TPR_LOCK_HANDOFF : TPR_LOCK_ACQUIRED));
END(tpr_trylock)

/* futex_set_waiters_bit */
PROC(tpr_set_waiters_bit, struct tp_rwlock, u32 uval; u32 cur;)
	while (!(my->uval & TPR_WAITERS)) {
		CAS(my->cur, lk->futex, my->uval, my->uval | TPR_WAITERS, full); /* sets WAITERS, so that the unlock comes through the kernel | sees that the word has changed */
		if (my->cur == my->uval)
			RETURN(my->uval | TPR_WAITERS);
		my->uval = my->cur;
	}
	RETURN(my->uval);
END(tpr_set_waiters_bit)

/* task_pi_list_add; or task_pi_list_del, for which the caller has just read state->owner as task */
PROC(tpr_task_pi_list, struct tp_rwlock, u32 task; u32 add;)
	SPIN_LOCK(lk->node[my->task].pi_lock); /* locks the writer's list | spins for the writer's list */
	if (MEND(list_exiting) && my->add && TASK_EXITING(my->task)) {
		SPIN_UNLOCK(lk->node[my->task].pi_lock); /* unlocks the list of a writer that is dying, and hangs nothing into it (fix) */
		RETURN(0);
	}
	STORE(lk->node[my->task].pi_state, my->add, relaxed); /* hangs the futex state into the writer's list | takes the futex state out of its list */
	OTHERWISE(!my->add);
	STORE(lk->owner, my->add ? my->task : 0, relaxed); /* notes whose list that is | notes that it hangs in no list */
	OTHERWISE(!my->add);
	SPIN_UNLOCK(lk->node[my->task].pi_lock); /* unlocks the writer's list */
END(tpr_task_pi_list)

/* put_futex_state_unlocked, then put_futex_state (L13) */
PROC(tpr_put_futex_state, struct tp_rwlock, u32 refs; u32 old;)
	LOAD(my->refs, lk->refcount, relaxed); /* finds that others need the futex state | if 1: finds that nobody else needs the futex state */
	while (my->refs != 1) {
		CAS(my->old, lk->refcount, my->refs, my->refs - 1, full); /* drops its reference, others keep the state | sees the references change */
		if (my->old == my->refs)
			RETURN(0);
		my->refs = my->old;
	}
	SPIN_LOCK(lk->fs_lock); /* locks the bucket to drop the last reference | spins for the bucket */
	ADD_RETURN(my->refs, lk->refcount, -1, full); /* drops the last reference, and the state is freed | drops its reference, others keep the state */
	OTHERWISE(my->refs != 0);
	SPIN_UNLOCK(lk->fs_lock); /* unlocks the bucket */
END(tpr_put_futex_state)

/* futex_spin_on_owner: the top waiter. uval = the word last seen, or why the loop ended */
PROC(tpr_spin_on_owner, struct tp_rwlock, u32 vpid; u32 uval; u32 cur; u32 owner; u32 handoff_set; s32 reader_value;)
	THRESHOLD_START(); /* handoff_time = now + 5 ms */
	PREEMPT_DISABLE();
	STORE(lk->mutex_owner, me, relaxed); /* signs as the top waiter */
	for (;;) {
		/* T1 */
		CALL(my->uval, tpr_trylock, lk, .vpid = my->vpid);
		if (my->uval & TPR_DONE)
			break;

		/* T2: another owner; futex_find_get_task() finds every task of the model */
		if ((my->uval & TPR_SHARED ? TPR_SHARED : my->uval & TPR_TID_MASK) != my->owner) {
			if (my->owner != 0 && my->owner != TPR_SHARED) {
				LOAD(my->cur, lk->owner, relaxed); /* finds that the futex state hangs in the owner's list | if nobody: finds that the futex state hangs in no owner's list */
				if (my->cur)
					DO(tpr_task_pi_list, lk, .task = my->cur);
			}
			my->reader_value = my->uval & TPR_SHARED ? 0 : my->reader_value;
			my->owner = my->uval & TPR_SHARED ? TPR_SHARED : my->uval & TPR_TID_MASK;
			TIMEOUT_STOP(); /* what it was started for is over */
		}

		/* T3: no such task, or PF_EXITING, or OWNER_DIED */
		if (my->owner != TPR_SHARED && (TASK_EXITING(my->owner) || my->uval & TPR_OWNER_DIED)) {
			CAS(my->cur, lk->futex, my->uval, MEND(take_over) && my->vpid == TPR_SHARED ? TPR_SHARED + 1 : my->vpid, full); /* takes over the lock of a dead owner | sees that the word has changed */
			if (my->cur != my->uval)
				continue;
			if (my->vpid == TPR_SHARED)
				TAKES_READ();
			else
				TAKES_WRITE();
			my->uval = TPR_DONE | TPR_LOCK_STOLEN;
			break;
		}

		/* T4 */
		if (NEED_RESCHED()) {
			SET_STATE(RUNNING); /* stays runnable, though it must let others run */
			PREEMPT_ENABLE_NO_RESCHED();
			SCHEDULE(); /* gives its CPU away */
			PREEMPT_DISABLE();
			continue;
		}

		/* T5: no timeout is given here */
		if (SIGNAL_PENDING(INTERRUPTIBLE)) {
			my->uval = (u32)-TPR_EINTR;
			break;
		}

		/* T6: the clock is read in each pass; the environment decides in which it has moved on */
		if (my->owner == TPR_SHARED && my->reader_value >= 0) {
			my->cur = (u32)my->reader_value;
			my->reader_value = (s32)(my->uval & TPR_TID_MASK);
			if (my->cur == 0 || (!my->handoff_set && my->cur != (u32)my->reader_value)) {
				TIMEOUT_START(); /* rspin_timeout = now + 50 us */
			} else if (TIMEOUT_PASSED()) {
				my->reader_value = -1;
				TIMEOUT_STOP();
			}
		}
		if (!my->handoff_set && THRESHOLD_PASSED(me)) {
			STORE(lk->handoff_pid, my->vpid, relaxed); /* asks for handoff, having waited past its threshold */
			my->handoff_set = 1;
		}

		/* T7 */
		if (my->handoff_set && !(my->uval & TPR_WAITERS)) {
			CALL(my->uval, tpr_set_waiters_bit, lk, .uval = my->uval);
			LOAD(my->cur, lk->handoff_pid, relaxed); /* sees that its request still stands | if 0x0: sees that its request has been answered */
			if (my->cur == 0)
				STORE(lk->handoff_pid, my->vpid, relaxed); /* asks for handoff once more */
		}

		/* T8 */
		if (my->owner == TPR_SHARED) {
			if (my->reader_value >= 0) {
				CPU_RELAX();
				continue;
			}
		} else {
			ON_CPU(my->cur, my->owner); /* checks whether the writer is running */
			if (my->cur) {
				CPU_RELAX();
				continue;
			}
		}

		/* T9 */
		if (!FAULT(tp_rwlock, no_waiters))
			CALL(my->uval, tpr_set_waiters_bit, lk, .uval = my->uval);
		if (MEND(link_new_owner) && (my->uval & TPR_SHARED ? TPR_SHARED : my->uval & TPR_TID_MASK) != my->owner)
			continue;
		if (my->owner != TPR_SHARED) {
			LOAD(my->cur, lk->owner, relaxed); /* finds that the futex state hangs in the owner's list | if nobody: finds that the futex state hangs in no owner's list */
			if (!my->cur)
				DO(tpr_task_pi_list, lk, .task = my->owner, .add = 1);
		}

		/* T10 */
		SET_STATE(INTERRUPTIBLE); /* marks itself as about to sleep */
		CALL(my->uval, tpr_trylock, lk, .vpid = my->vpid);
		if (my->uval & TPR_DONE) {
			SET_STATE(RUNNING); /* stays awake after all */
			break;
		}

		/* T11 */
		if (MEND(list_exiting) && my->owner != TPR_SHARED) {
			LOAD(my->cur, lk->owner, relaxed); /* checks whether the futex state still hangs in the writer's list (fix) */
			if (my->cur == 0) {
				SET_STATE(RUNNING); /* stays awake, for nobody would wake it (fix) */
				continue;
			}
		}
		if (!(my->uval & TPR_OWNER_DIED) && (my->uval & TPR_WAITERS || FAULT(tp_rwlock, no_waiters))) {
			PREEMPT_ENABLE_NO_RESCHED();
			SCHEDULE(); /* sleeps until an unlock or a dying writer wakes it | wakes up */
			PREEMPT_DISABLE();
		}

		/* T12 */
		SET_STATE(RUNNING); /* makes itself runnable to look anew */
	}

	if (my->owner != 0 && my->owner != TPR_SHARED) {
		LOAD(my->cur, lk->owner, relaxed); /* finds that the futex state hangs in the owner's list | if nobody: finds that the futex state hangs in no owner's list */
		if (my->cur)
			DO(tpr_task_pi_list, lk, .task = my->cur);
	}
	STORE(lk->mutex_owner, 0, relaxed); /* signs off as the top waiter */
	if (MEND(late_hand_off))
		SPIN_LOCK(lk->fs_lock); /* lets no unlock grant its request from here on (fix) | spins for the bucket */
	STORE(lk->handoff_pid, 0, relaxed); /* leaves no request for handoff behind */
	if (MEND(late_hand_off)) {
		SPIN_UNLOCK(lk->fs_lock); /* unlocks the bucket */
		if ((s32)my->uval < 0) {
			CALL(my->cur, tpr_trylock, lk, .vpid = my->vpid);
			if (my->cur & TPR_DONE)
				my->uval = my->cur;
		}
	}
	THRESHOLD_STOP();
	TIMEOUT_STOP();
	PREEMPT_ENABLE();
	if ((s32)my->uval < 0)
		RETURN(my->uval);
	RETURN(my->uval & TPR_CODE);
END(tpr_spin_on_owner)

/*
 * futex_spin_on_reader: TPR_DONE with the lock; 0 when it leads its group and is to queue for
 * it; else the leader, which sleeps, so that it is to queue for itself alone.
 */
PROC(tpr_spin_on_reader, struct tp_rwlock, u32 prefer; u32 leader; u32 seen;)
	PREEMPT_DISABLE();
retry:
	LOAD(my->leader, lk->first_reader, relaxed); /* finds a group of readers to join | if nobody: finds no group of readers */
	if (my->leader == 0)
		CAS(my->leader, lk->first_reader, 0, me, full); /* becomes the leader of the readers that wait | finds that another has become the leader */
	if (my->leader == 0)
		goto out;
	CALL(my->seen, osq_lock, &lk->reader_osq);
	if (my->seen == 0)
		goto reschedule;
	for (;;) {
		LOAD(my->seen, lk->handoff_pid, relaxed); /* sees a request for handoff | if 0x0: sees no request for handoff */
		if (my->seen == 0 && !my->prefer) {
			LOAD(my->seen, lk->mutex_owner, relaxed); /* checks whether its leader is the top waiter */
			my->seen = my->seen != my->leader;
		}
		if (my->seen == 0) {
			CALL(my->seen, tpr_trylock, lk, .vpid = TPR_SHARED);
			if (my->seen & TPR_DONE) {
				my->leader = TPR_DONE;
				break;
			}
		}
		LOAD(my->leader, lk->first_reader, relaxed); /* reads again who leads | if nobody: finds that nobody leads any more */
		if (my->leader == 0)
			CAS(my->leader, lk->first_reader, 0, me, full); /* becomes the leader of the readers that wait | finds that another has become the leader */
		if (my->leader == 0)
			break;
		ON_CPU(my->seen, my->leader); /* checks whether its leader is running */
		if (!my->seen)
			break;
		if (NEED_RESCHED()) {
			DO(osq_unlock, &lk->reader_osq);
			goto reschedule;
		}
		CPU_RELAX();
	}
	DO(osq_unlock, &lk->reader_osq);
out:
	PREEMPT_ENABLE();
	RETURN(my->leader);
reschedule:
	PREEMPT_ENABLE_NO_RESCHED();
	SCHEDULE(); /* gives its CPU away */
	PREEMPT_DISABLE();
	goto retry;
END(tpr_spin_on_reader)

/* FUTEX_LOCK, FUTEX_LOCK_SHARED: futex_lock. prefer = FLAGS_TP_PREADER */
PROC(tpr_futex_lock, struct tp_rwlock, u32 shared; u32 prefer; u32 ret; u32 refs; u32 leader;)
	/* L1, L2 */
	CALL(my->ret, tpr_trylock, lk, .vpid = my->shared ? TPR_SHARED : me, .steal = 1);
	if (my->ret & TPR_DONE)
		RETURN(TPR_LOCK_STOLEN);
	if (!my->shared && (my->ret & (MEND(deadlock_test) ? TPR_SHARED_TID_MASK : TPR_TID_MASK)) == me)
		RETURN(-TPR_EDEADLK);

	/* L3 to L5 (a spare state, the timer, the key) cannot fail here; L6, L7: lookup_futex_state */
	SPIN_LOCK(lk->fs_lock); /* locks the bucket | spins for the bucket */
	LOAD(my->refs, lk->refcount, relaxed); /* finds a state for this futex | if 0: finds no state for this futex */
	if (my->refs)
		ADD(lk->refcount, 1, relaxed); /* takes a reference to the futex state */
	else
		STORE(lk->refcount, 1, relaxed); /* brings the futex state, for it is the first to wait */
	SPIN_UNLOCK(lk->fs_lock); /* unlocks the bucket */

	/* R1 */
	if (my->prefer) {
		LOAD(my->refs, lk->handoff_pid, relaxed); /* sees a request for handoff | if 0x0: sees no request for handoff */
		if (my->refs == 0) {
			CALL(my->ret, tpr_trylock, lk, .vpid = TPR_SHARED);
			if (my->ret & TPR_DONE) {
				my->ret = TPR_LOCK_STOLEN;
				goto out;
			}
		}
	}

	/* R3, R4 */
	if (my->shared) {
		CALL(my->leader, tpr_spin_on_reader, lk, .prefer = my->prefer);
		my->ret = TPR_LOCK_STOLEN;
		if (my->leader & TPR_DONE)
			goto out;
	}

	/* L9 to L12, R5: the timer's L8 and L10 are left out */
	QUEUE_LOCK(my->ret, lk->mutex, lk->mutex_queue); /* becomes the top waiter | waits for its turn to be the top waiter */
	if (my->ret)
		goto out;
	CALL(my->ret, tpr_spin_on_owner, lk, .vpid = my->shared ? TPR_SHARED : me);
	QUEUE_UNLOCK(lk->mutex, lk->mutex_queue); /* lets the next be the top waiter */
out:
	/* R6: posted so, also for a reader that has stolen the lock in R1 and never led */
	if (my->shared && my->leader == 0)
		STORE(lk->first_reader, 0, relaxed); /* says that nobody leads the readers */
	/* L13, L14 */
	DO(tpr_put_futex_state, lk);
	RETURN(my->ret);
END(tpr_futex_lock)

/* wake_q_add() of the top waiter to the wake list of this unlock: who stands on that, as a set */
PROC(tpr_wake_q_add, struct tp_rwlock, u32 owner; tasks wake_q;)
	LOAD(my->owner, lk->mutex_owner, relaxed); /* reads who is the top waiter */
	if (my->owner)
		CALL(my->wake_q, wake_q_add, &lk->tasks, .tid = my->owner);
	RETURN(my->wake_q);
END(tpr_wake_q_add)

/* FUTEX_UNLOCK, FUTEX_UNLOCK_SHARED: futex_unlock */
PROC(tpr_futex_unlock, struct tp_rwlock, u32 shared; u32 uval; u32 newpid; tasks wake_q; u32 cur; u32 ret;)
	/* U1, U2 */
	LOAD(my->uval, lk->futex, relaxed); /* reads the word that it is to unlock */
	if ((my->uval & (my->shared ? TPR_SHARED_SCNT_MASK : TPR_SHARED_TID_MASK)) != (my->shared ? TPR_SHARED : me))
		RETURN(-TPR_EPERM);
	if (!(my->uval & TPR_WAITERS))
		RETURN(-TPR_EINVAL);

	/* U3 */
	SPIN_LOCK(lk->fs_lock); /* locks the bucket | spins for the bucket */
	LOAD(my->cur, lk->refcount, relaxed); /* finds a state for this futex | if 0: finds no state for this futex */
	if (my->cur == 0 && !MEND(no_state)) {
		SPIN_UNLOCK(lk->fs_lock); /* unlocks the bucket and gives up, for there is no futex state */
		RETURN(-TPR_EINVAL);
	}

	/* U4 */
	if (my->cur)
		LOAD(my->newpid, lk->handoff_pid, relaxed); /* sees that the top waiter asks for handoff | if 0x0: sees that the top waiter asks for no handoff */
	if (my->newpid)
		STORE(lk->handoff_pid, 0, relaxed); /* grants the request, once */
	if (my->cur && !MEND(early_wake_list))
		CALL(my->wake_q, tpr_wake_q_add, lk);
	if (!MEND(early_wake_list))
		SPIN_UNLOCK(lk->fs_lock); /* unlocks the bucket */

	/* U5 */
	for (;;) {
		if (my->newpid == TPR_SHARED)
			CAS(my->cur, lk->futex, my->uval, TPR_SHARED, full); /* hands the lock to the readers | finds that a flag has changed */
		else
			CAS(my->cur, lk->futex, my->uval, my->newpid, full); /* frees the lock | finds that a flag has changed | hands the lock to the top waiter */
		if (my->cur == my->uval) {
			GIVES();
			break;
		}
		my->uval = my->cur;
		if ((my->uval & (my->shared ? TPR_SHARED_SCNT_MASK : TPR_TID_MASK)) != (my->shared ? TPR_SHARED : me)) {
			my->ret = (u32)-TPR_EINVAL;
			break;
		}
	}
	if (MEND(early_wake_list)) {
		CALL(my->wake_q, tpr_wake_q_add, lk);
		SPIN_UNLOCK(lk->fs_lock); /* unlocks the bucket, the lock being free (fix) */
	}

	/* U6; nobody looks at how many were woken */
	if (!FAULT(tp_rwlock, unlock_no_wake))
		DO(wake_up_q, &lk->tasks, .wake_q = my->wake_q);
	RETURN(my->ret);
END(tpr_futex_unlock)

/* do_exit of a killed thread: exit_pi_state_list. Shared futexes cannot be robust, so no list of those */
PROC(tpr_exit, struct tp_rwlock, u32 top; u32 cur;)
	if (!MEND(list_exiting)) {
		LOAD(my->cur, lk->node[me].pi_state, relaxed); /* finds a futex state in its list | if 0: finds no futex state in its list */
		if (my->cur == 0)
			RETURN(0);
	}
	SPIN_LOCK(lk->node[me].pi_lock); /* locks its list | spins for its list */
	for (;;) {
		LOAD(my->cur, lk->node[me].pi_state, relaxed); /* finds the futex state still there | if 0: finds the futex state gone */
		if (my->cur == 0)
			break;
		LOAD(my->top, lk->mutex_owner, relaxed); /* reads who is the top waiter */
		STORE(lk->node[me].pi_state, 0, relaxed); /* takes the futex state out of its list */
		STORE(lk->owner, 0, relaxed); /* notes that it hangs in no list */
		if (my->top)
			WAKE(my->cur, my->top); /* wakes the top waiter, for it cannot unlock any more | finds the top waiter awake */
	}
	SPIN_UNLOCK(lk->node[me].pi_lock); /* unlocks its list, its last act */
END(tpr_exit)

MODE(user)

/* === user side: the benchmark and the sample code of the documentation =================== */

/* read_lock() */
PROC(tpr_read_lock, struct tp_rwlock, u32 val; u32 old; u32 ret;)
	CAS(my->val, lk->futex, 0, TPR_SHARED + 1, acquire); /* takes the free lock as its first reader | finds that the word is not 0 */
	while (my->val != my->old) {
		my->old = my->val;
		if (my->old && (!(my->old & TPR_SHARED) || my->old & (~TPR_SHARED_TID_MASK | TPR_SHARED_UNLOCK)))
			goto kernel;
		CAS(my->val, lk->futex, my->old, my->old ? my->old + 1 : TPR_SHARED + 1, acquire); /* counts itself as one more reader | sees that the word has changed */
	}
	TAKES_READ();
	RETURN(0);
kernel:
	do {
		SYSCALL(my->ret, tpr_futex_lock, lk, .shared = 1, .prefer = HAS(tp_rwlock, prefer_reader));
	} while ((s32)my->ret < 0);
END(tpr_read_lock)

/* read_unlock(): one of those that leave 0 readers behind frees the lock, in the kernel if a flag is set */
PROC(tpr_read_unlock, struct tp_rwlock, u32 val; u32 old;)
	ADD_RETURN(my->val, lk->futex, -1, release); /* takes itself out of the count of readers */
	GIVES();
	for (;;) {
		if (!(my->val & TPR_SHARED) || my->val & (TPR_SHARED_UNLOCK | TPR_SCNT_MASK))
			RETURN(0);
		if (my->val & ~TPR_SHARED_TID_MASK) {
			CAS(my->old, lk->futex, my->val, my->val | TPR_SHARED_UNLOCK, relaxed); /* sets SHARED_UNLOCK: it alone unlocks, through the kernel | sees that the word has changed */
			if (my->old == my->val)
				break;
		} else if (FAULT(tp_rwlock, blind_free)) {
			STORE(lk->futex, 0, release); /* frees the lock (fault: a reader may have come) */
			RETURN(0);
		} else {
			CAS(my->old, lk->futex, my->val, 0, release); /* frees the lock without the kernel | sees that the word has changed */
			if (my->old == my->val)
				RETURN(0);
		}
		my->val = my->old;
	}
	SYSCALL(my->old, tpr_futex_unlock, lk, .shared = 1); /* an error is ignored: the reader is through with the lock */
END(tpr_read_unlock)

/*
 * write_lock(); here the kernel takes the lock in the first call, not in the fifth (tp_futex has both). After an error
 * the benchmark looks at the word, and the document's code does not.
 */
PROC(tpr_write_lock, struct tp_rwlock, u32 old; u32 ret;)
	CAS(my->old, lk->futex, 0, me, acquire); /* takes the free lock without the kernel | fails to take the lock without the kernel, for the word is not 0 */
	if (my->old == 0) {
		TAKES_WRITE();
		RETURN(0);
	}
	for (;;) {
		SYSCALL(my->ret, tpr_futex_lock, lk, .shared = 0);
		if ((s32)my->ret >= 0)
			RETURN(0);
		if (HAS(tp_rwlock, sample_writer))
			continue;
		LOAD(my->old, lk->futex, relaxed); /* checks, after the error, whether it was handed the lock meanwhile */
		if ((my->old & TPR_SHARED_TID_MASK) == me) {
			TAKES_WRITE();
			RETURN(0);
		}
	}
END(tpr_write_lock)

/* write_unlock() */
PROC(tpr_write_unlock, struct tp_rwlock, u32 old;)
	CAS(my->old, lk->futex, me, 0, release); /* frees the lock without the kernel | fails to free the lock without the kernel, for the word is not its TID alone */
	if (my->old != me)
		SYSCALL(my->old, tpr_futex_unlock, lk, .shared = 0); /* an error is ignored: the writer is through with the lock */
	GIVES();
END(tpr_write_unlock)

/* The workload: lock, one step of work, unlock. */
PROC(tpr_worker, struct tp_rwlock, u32 rounds;)
	while (my->rounds--) {
		if (MY_ROLE() == TPR_READS) {
			DO(tpr_read_lock, lk);
			HOLD_READ();
			CRITICAL(); /* reads under the lock */
			UNHOLD();
			DO(tpr_read_unlock, lk);
		} else {
			DO(tpr_write_lock, lk);
			HOLD_WRITE();
			CRITICAL(); /* writes under the lock */
			UNHOLD();
			DO(tpr_write_unlock, lk);
		}
	}
END(tpr_worker)
