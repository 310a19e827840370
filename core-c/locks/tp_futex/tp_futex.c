/* SPDX-License-Identifier: MIT */
/*
 * tp_futex: the throughput-optimized futex as an exclusive lock, user side and
 * kernel side. Never merged. Source: TP-futex series v6 of March 2017 (kernel/futex.c
 * and tools/perf/bench/futex-locks.c); the sample code from "[PATCH-tip v6 19/22] TP-futex,
 * doc: Update TP futexes document on shared locking". L1, T1, U1, ... number the steps.
 *
 *   futex       0                 free
 *               T                 T holds the lock and may unlock without the kernel
 *               WAITERS | T       T must unlock through the kernel
 *               OWNER_DIED        robust cleanup is done, the lock is free again;
 *                                 WAITERS is kept beside it
 *               OWNER_DIED | T    T stole it and has not yet cleared the flag
 *   refcount    0                 nobody waits in the kernel: there is no futex state
 *               n                 n threads are inside FUTEX_LOCK
 *   mutex       T                 T is the top waiter; all others queue for the mutex
 *   mutex_owner T                 whom an unlock wakes: T watches the lock or sleeps
 *   owner       T                 the state hangs in T's list, so that T's death wakes
 *                                 the sleeping top waiter
 *   handoff_pid T                 top waiter T has waited too long: the next unlock
 *                                 stores T into the word instead of 0
 *
 * Only the top waiter looks at the word again and again. It spins while the owner is
 * on a CPU; before it sleeps it puts WAITERS into the word and tries once more. A
 * newcomer has one try to steal, then it queues.
 */
#include "tp_futex.h"

LOCK(tp_futex, struct tp_futex, .worker = tp_futex_worker, .exit = tp_exit, .kernel = false,
	.title = "TP futex, exclusive", .family = "TP futex",
	.purpose = LS_TOLD("A lock of a program, first proposed in 2016: who waits goes to the kernel, where one spins and the others sleep."),
	.source = "TP-futex series v6, March 2017: futex_lock, futex_spin_on_owner, futex_unlock; sample code and benchmark",
	.env = 1 << LS_ENV_PREEMPT | 1 << LS_ENV_RUN | 1 << LS_ENV_THRESHOLD | 1 << LS_ENV_TIMEOUT | 1 << LS_ENV_SIGNAL | 1 << LS_ENV_KILL)
USES(wake_q)

VARIANT(tp_futex, simple, .name = "tp-futex-simple", .title = "user side: the sample code of the documentation")
VARIANT(tp_futex, bench, .name = "tp-futex", .title = "user side: the benchmark, which takes the lock itself four times",
	.has = user_side_of_bench)

SWITCH(tp_futex, no_waiters, .title = "sleep without setting WAITERS in the word",
	.verdict = LS_LOST_WAKEUP, .shown_by = "tp-futex-simple --threads 2 --rounds 1 --budget p1")
SWITCH(tp_futex, no_recheck, .title = "sleep without one more try after announcing it",
	.verdict = LS_LOST_WAKEUP, .shown_by = "tp-futex-simple --threads 2 --rounds 1 --budget p1")
SWITCH(tp_futex, unlock_no_wake, .title = "the unlock does not wake the top waiter",
	.verdict = LS_LOST_WAKEUP, .shown_by = "tp-futex-simple --threads 2 --rounds 1 --budget p1")
SWITCH(tp_futex, no_owner_link, .title = "sleep without hanging the futex state into the owner's list",
	.verdict = LS_LOST_WAKEUP, .shown_by = "tp-futex-simple --threads RR --rounds 1 --budget p1,k1")
SWITCH(tp_futex, no_handoff_clear, .title = "the top waiter leaves without withdrawing its request for handoff",
	.verdict = LS_VIOLATED, .invariant = "request", .shown_by = "tp-futex-simple --threads 2 --rounds 1 --budget x1")
SWITCH(tp_futex, drop_handoff, .title = "the unlock frees the lock although the top waiter asks for it",
	.verdict = LS_OK, .shown_by = "tp-futex-simple --threads 3 --rounds 1 --budget x1")
SWITCH(tp_futex, not_robust, .title = "the lock is in no robust list: a dying owner leaves its TID in the word",
	.verdict = LS_LOST_WAKEUP, .shown_by = "tp-futex-simple --threads RR --rounds 1 --budget k1")
SWITCH(tp_futex, owner_read_twice, .title = "the compiler reads state->owner twice in task_pi_list_del",
	.verdict = LS_BUGGED, .shown_by = "tp-futex-simple --threads RR --rounds 1 --budget p1,k1")
SWITCH(tp_futex, exit_looks_late, .title = "a dying owner takes the futex state out of its list before it reads who is the top waiter",
	.verdict = LS_BUGGED, .shown_by = "tp-futex-simple --threads RR --rounds 1 --budget p1,k1")
SWITCH(tp_futex, panic_on_warn, .kind = LS_SWITCH_ASSERTS, .title = "a WARN_ON of the posted text is fatal",
	.verdict = LS_BUGGED, .shown_by = "tp-futex-simple --threads RRR --rounds 1 --budget p1,k1 --switch mend_no_state --switch mend_link_new_owner --switch mend_steal_of_dead")
SWITCH(tp_futex, mend_no_state, .title = "fixed: an unlock that finds no futex state frees the word all the same",
	.verdict = LS_OK, .shown_by = "tp-futex-simple --threads 2 --rounds 2 --budget x1")
SWITCH(tp_futex, mend_early_wake_list, .title = "fixed: the unlock looks for the top waiter after it has changed the word, not before",
	.verdict = LS_OK, .shown_by = "tp-futex-simple --threads 3 --rounds 1 --budget p2")
SWITCH(tp_futex, mend_late_hand_off, .title = "fixed: a top waiter that leaves checks whether it has just been handed the lock",
	.verdict = LS_OK, .shown_by = "tp-futex-simple --threads 2 --rounds 1 --budget x1,s1 --switch mend_no_state --switch mend_early_wake_list")
SWITCH(tp_futex, mend_link_new_owner, .title = "fixed: the state is hung only into the list of the owner that WAITERS was set for",
	.verdict = LS_OK, .shown_by = "tp-futex-simple --threads RRR --rounds 1 --budget k1 --switch mend_no_state --switch mend_steal_of_dead")
SWITCH(tp_futex, mend_steal_of_dead, .title = "fixed: OWNER_DIED beside a living thief's TID is no reason to take over",
	.verdict = LS_OK, .shown_by = "tp-futex-simple --threads RRR --rounds 1 --budget k1 --switch mend_no_state --switch mend_link_new_owner")

SWITCH(tp_futex, mend_list_exiting, .title = "fixed: the state is hung into no list of an owner that is dying, and the top waiter does not sleep once such an owner has taken it out",
	.verdict = LS_OK, .shown_by = "tp-futex-simple --threads RR --rounds 1 --budget p1,k1 --switch not_robust --switch mend_no_state")

C_NAMES(tp_futex_trylock = __futex_trylock, tp_futex_lock = futex_lock, tp_spin_on_owner = futex_spin_on_owner,
	tp_set_waiters_bit = futex_set_waiters_bit, tp_task_pi_list_add = task_pi_list_add, tp_task_pi_list_del = task_pi_list_del,
	tp_put_futex_state = put_futex_state, tp_futex_unlock = futex_unlock, TP_WAITERS = FUTEX_WAITERS,
	TP_OWNER_DIED = FUTEX_OWNER_DIED, TP_TID_MASK = FUTEX_TID_MASK)

WORD(tp_futex, futex, .kind = LS_KIND_BITS, .c_type = "u32 __user", .sign = LS_SIGN_HANDOFF, .line = "user", .meaning = "the lock word, in user memory",
	.field = { { "TID", 0, 29, LS_FIELD_TID }, { "SHARED", 29, 1, LS_FIELD_FLAG },
		{ "OWNER_DIED", 30, 1, LS_FIELD_FLAG }, { "WAITERS", 31, 1, LS_FIELD_FLAG } })
WORD(tp_futex, fs_lock, .kind = LS_KIND_SPINLOCK, .c_type = "spinlock_t", .line = "bucket", .meaning = "guards the list of futex states in the hash bucket")
WORD(tp_futex, refcount, .kind = LS_KIND_COUNT, .name_only = "refcount", .line = "state",
	.meaning = "threads that need the futex state; with 0 there is none")
WORD(tp_futex, mutex, .kind = LS_KIND_TID, .line = "state", .meaning = "the serialization mutex: its holder is the top waiter")
WORD(tp_futex, mutex_queue, .kind = LS_KIND_LIST, .line = "state", .meaning = "who waits to become the top waiter")
WORD(tp_futex, mutex_owner, .kind = LS_KIND_TID, .line = "state",
	.meaning = "the top waiter: who owns the mutex in the kernel, and not who owns the lock")
WORD(tp_futex, owner, .kind = LS_KIND_TID, .line = "state",
	.meaning = "the owner in whose list the state hangs while the top waiter sleeps")
WORD(tp_futex, handoff_pid, .kind = LS_KIND_TID, .c_type = "u32", .line = "state", .meaning = "the top waiter that asks to be handed the lock")
WORD(tp_futex_node, pi_lock, .kind = LS_KIND_SPINLOCK, .line = "task", .meaning = "guards the thread's list of futex states")
WORD(tp_futex_node, pi_state, .kind = LS_KIND_FLAG, .line = "task",
	.meaning = "1 when the futex state hangs in the thread's list")

QUEUE(tp_futex, .kind = "chain", .title = "owner, top waiter, and who waits behind it", .word = "futex", .next = "mutex_owner", .list = "mutex_queue", .ready = "handoff_pid")

ROLE(tp_futex, TP_PLAIN, .letter = 'L', .title = "locker: locks and unlocks")
ROLE(tp_futex, TP_TIMED, .letter = 'T', .title = "timed locker: gives a timeout, and gives up when it runs out")
ROLE(tp_futex, TP_ROBUST, .letter = 'R', .title = "robust locker: clears OWNER_DIED when it got a dead owner's lock")

INVARIANT(tp_futex, exclusion, .name = "mutual exclusion", .about = "holders", .meaning = "at most one thread holds the lock",
	WRITERS() <= 1)
INVARIANT(tp_futex, owner, .name = "owner", .meaning = "while a thread holds the lock, the word has its TID",
	EACH(t, HOLDS(t) != LS_HOLDS_WRITE || (lk->futex.v & TP_SHARED_TID_MASK) == t))
INVARIANT(tp_futex, released, .name = "released", .meaning = "a thread that has finished its work has left its TID in the word of no lock",
	EACH(t, (lk->futex.v & TP_SHARED_TID_MASK) != t || STATUS(t) != LS_DONE))
/* With a fault planted its consequence is to be shown, not the state that leads to it. */
INVARIANT(tp_futex, covered, .name = "covered sleep", .about = "sleepers", .called = "lost wake-up",
	.meaning = "while the top waiter sleeps, WAITERS is in the word, it stands on a wake list, or an unlock is about to wake it",
	FAULTY() || lk->futex.v & TP_WAITERS || ANY(t, INSIDE(t, tp_futex_unlock)) ||
	EACH(t, t != lk->mutex_owner.v || lk->tasks.task[t].wake_q.v || STATUS(t) != LS_ASLEEP || STATE(t) == RUNNING))
INVARIANT(tp_futex, request, .name = "request", .meaning = "only the holder of the serialization mutex asks to be handed the lock",
	!lk->handoff_pid.v || lk->handoff_pid.v == lk->mutex.v)
INVARIANT(tp_futex, clean, .name = "clean state", .meaning = "a futex state without references has nobody in it",
	lk->refcount.v || !(lk->mutex.v || FIRST_OF(lk->mutex_queue) || lk->mutex_owner.v || lk->owner.v))

/*
 * The posted trylock returns a code and, through a pointer, the word. Here one number
 * does for both: the word after a failure, else an error or TP_DONE | code. TP_DONE is
 * the SHARED bit, which an exclusive lock never sets.
 */
#define TP_DONE TP_SHARED
#define TP_CODE 0xffu
#define TP_SLEPT_MAX 3 /* the model stops counting sleeps here */

/* Not posted: what would fix a fault that the search found. Off unless a reader asks for it */
#define MEND(s) FAULT(tp_futex, mend_##s)

/* === kernel side ================================================================== */

/* __futex_trylock: steal = not the top waiter; chkonly = user space will take it */
PROC(tp_futex_trylock, struct tp_futex, u32 steal; u32 chkonly; u32 uval; u32 cur;)
	LOAD(my->uval, lk->futex, relaxed); /* reads the lock word */
	if (!my->steal && (my->uval & TP_SHARED_TID_MASK) == me) {
		TAKES_WRITE();
		RETURN(TP_DONE | TP_LOCK_HANDOFF);
	}
	if (my->chkonly && my->uval == 0)
		RETURN(-TP_EAGAIN);
	if (my->uval & TP_SHARED_TID_MASK)
		RETURN(my->uval);
	if (my->steal)
		CAS(my->cur, lk->futex, my->uval, (my->uval & ~TP_SHARED_TID_MASK) | me, full); /* steals the free lock, flags and all | fails to steal the lock, for the word has changed */
	else
		CAS(my->cur, lk->futex, my->uval, me, full); /* takes the free lock as the top waiter | fails to take the lock, for the word has changed */
	if (my->cur == my->uval) {
		TAKES_WRITE();
		RETURN(TP_DONE | TP_LOCK_ACQUIRED);
	}
	RETURN(my->cur);
END(tp_futex_trylock)

/* futex_set_waiters_bit */
PROC(tp_set_waiters_bit, struct tp_futex, u32 uval; u32 cur;)
	while (!(my->uval & TP_WAITERS)) {
		CAS(my->cur, lk->futex, my->uval, my->uval | TP_WAITERS, full); /* sets WAITERS, so that the unlock comes through the kernel | sees that the word has changed */
		if (my->cur == my->uval)
			RETURN(my->uval | TP_WAITERS);
		my->uval = my->cur;
	}
	RETURN(my->uval);
END(tp_set_waiters_bit)

/* task_pi_list_add */
PROC(tp_task_pi_list_add, struct tp_futex, u32 task;)
	SPIN_LOCK(lk->node[my->task].pi_lock); /* locks the owner's list | spins for the owner's list */
	if (FAULT(tp_futex, mend_list_exiting) && TASK_EXITING(my->task)) {
		SPIN_UNLOCK(lk->node[my->task].pi_lock); /* unlocks the list of an owner that is dying, and hangs nothing into it (fix) */
		RETURN(0);
	}
	STORE(lk->node[my->task].pi_state, 1, relaxed); /* hangs the futex state into the owner's list */
	STORE(lk->owner, my->task, relaxed); /* notes whose list that is */
	ALIVE(lk->refcount);
	SPIN_UNLOCK(lk->node[my->task].pi_lock); /* unlocks the owner's list */
END(tp_task_pi_list_add)

/* task_pi_list_del: the caller has just read state->owner as task */
PROC(tp_task_pi_list_del, struct tp_futex, u32 task; u32 warn; u32 linked;)
	if (FAULT(tp_futex, owner_read_twice)) {
		LOAD(my->task, lk->owner, relaxed); /* reads whose list it is again (fault: may be gone by now) */
		ASSERT(my->task != 0);
	}
	SPIN_LOCK(lk->node[my->task].pi_lock); /* locks the owner's list | spins for the owner's list */
	if (my->warn && FAULT(tp_futex, panic_on_warn)) {
		LOAD(my->linked, lk->node[my->task].pi_state, relaxed); /* checks that the state hangs in the list (WARN_ON) */
		ASSERT(my->linked);
	}
	STORE(lk->node[my->task].pi_state, 0, relaxed); /* takes the futex state out of the list */
	STORE(lk->owner, 0, relaxed); /* notes that it hangs in no list */
	ALIVE(lk->refcount);
	SPIN_UNLOCK(lk->node[my->task].pi_lock); /* unlocks the owner's list */
END(tp_task_pi_list_del)

/* put_futex_state_unlocked, then put_futex_state (L13) */
PROC(tp_put_futex_state, struct tp_futex, u32 refs; u32 old;)
	LOAD(my->refs, lk->refcount, relaxed); /* finds that others need the futex state | if 1: finds that nobody else needs the futex state */
	ALIVE(lk->refcount);
	while (my->refs != 1) {
		CAS(my->old, lk->refcount, my->refs, my->refs - 1, full); /* drops its reference, others keep the state | sees the references change */
		ALIVE(lk->refcount);
		if (my->old == my->refs)
			RETURN(0);
		my->refs = my->old;
	}
	SPIN_LOCK(lk->fs_lock); /* locks the bucket to drop the last reference | spins for the bucket */
	ALIVE(lk->refcount);
	ADD_RETURN(my->refs, lk->refcount, -1, full); /* drops the last reference, and the state is freed | drops its reference, others keep the state */
	OTHERWISE(my->refs != 0);
	if (my->refs == 0) {
		LOAD(my->old, lk->owner, relaxed); /* makes sure that the state hangs in no list */
		ASSERT(my->old == 0);
	}
	SPIN_UNLOCK(lk->fs_lock); /* unlocks the bucket */
END(tp_put_futex_state)

/* futex_spin_on_owner: the top waiter. uval = the word last seen, or why the loop ended */
PROC(tp_spin_on_owner, struct tp_futex, u32 chkonly; u32 uval; u32 cur; u32 owner; u32 handoff_set; u32 nsleep;)
	THRESHOLD_START(); /* handoff_time = now + 5 ms */
	PREEMPT_DISABLE();
	STORE(lk->mutex_owner, me, relaxed); /* writes its name as the top waiter */
	ALIVE(lk->refcount);
	for (;;) {
		/* T1 */
		CALL(my->uval, tp_futex_trylock, lk, .chkonly = my->chkonly);
		if (my->uval & TP_DONE)
			break;

		/* T2: another owner; futex_find_get_task() finds every task of the model */
		if ((my->uval & TP_TID_MASK) != my->owner) {
			if (my->owner) {
				LOAD(my->cur, lk->owner, relaxed); /* finds that the futex state hangs in the old owner's list | if nobody: finds that the futex state hangs in no owner's list */
				ALIVE(lk->refcount);
				if (FAULT(tp_futex, panic_on_warn))
					ASSERT(my->cur == 0 || my->cur == my->owner);
				if (my->cur)
					DO(tp_task_pi_list_del, lk, .task = my->cur, .warn = 1);
			}
			my->owner = my->uval & TP_TID_MASK;
		}

		/* T3: PF_EXITING, no such task, or the robust list said so */
		if (TASK_EXITING(my->owner) || (my->uval & TP_OWNER_DIED && !MEND(steal_of_dead))) {
			CAS(my->cur, lk->futex, my->uval, me, full); /* takes over the lock of a dead owner | sees that the word has changed */
			if (my->cur != my->uval) {
				continue;
			}
			TAKES_WRITE();
			my->uval = TP_DONE | TP_LOCK_STOLEN;
			break;
		}

		/* T4 */
		if (NEED_RESCHED()) {
			SET_STATE(RUNNING); /* stays runnable, though it must let others run */
			PREEMPT_ENABLE_NO_RESCHED();
			SCHEDULE(); /* gives its CPU away, still the top waiter */
			PREEMPT_DISABLE();
			if (HAS(tp_futex, user_side_of_bench) && my->nsleep < TP_SLEPT_MAX)
				my->nsleep++;
			continue;
		}

		/* T5 */
		if (TIMEOUT_PASSED()) {
			my->uval = (u32)-TP_ETIMEDOUT;
			break;
		}
		if (SIGNAL_PENDING(INTERRUPTIBLE)) {
			my->uval = (u32)-TP_EINTR;
			break;
		}

		/* T6: the environment decides in which pass the clock has moved on */
		if (!my->handoff_set && THRESHOLD_PASSED(me)) {
			if (FAULT(tp_futex, panic_on_warn)) {
				LOAD(my->cur, lk->handoff_pid, relaxed); /* checks that nobody asks for the lock yet (WARN_ON) */
				ASSERT(my->cur == 0);
			}
			STORE(lk->handoff_pid, me, relaxed); /* asks for handoff, for it has waited past its threshold */
			ALIVE(lk->refcount);
			my->handoff_set = 1;
		}

		/* T7 */
		if (my->handoff_set && !(my->uval & TP_WAITERS)) {
			CALL(my->uval, tp_set_waiters_bit, lk, .uval = my->uval);
			LOAD(my->cur, lk->handoff_pid, relaxed); /* sees that its request still stands | if nobody: sees that its request has been answered */
			if (my->cur == 0)
				STORE(lk->handoff_pid, me, relaxed); /* asks for handoff once more */
		}

		/* T8 */
		ON_CPU(my->cur, my->owner); /* checks whether the owner is running */
		if (my->cur) {
			CPU_RELAX();
			continue;
		}

		/* T9 */
		if (!FAULT(tp_futex, no_waiters))
			CALL(my->uval, tp_set_waiters_bit, lk, .uval = my->uval);
		if (MEND(link_new_owner) && (my->uval & TP_TID_MASK) != my->owner)
			continue;
		LOAD(my->cur, lk->owner, relaxed); /* finds that the futex state hangs in an owner's list already | if nobody: finds that the futex state hangs in no owner's list yet */
		ALIVE(lk->refcount);
		if (!my->cur && !FAULT(tp_futex, no_owner_link))
			DO(tp_task_pi_list_add, lk, .task = my->owner);

		/* T10 */
		SET_STATE(INTERRUPTIBLE); /* marks itself as about to sleep */
		if (!FAULT(tp_futex, no_recheck)) {
			CALL(my->uval, tp_futex_trylock, lk, .chkonly = my->chkonly);
			if (my->uval & TP_DONE) {
				SET_STATE(RUNNING); /* stays awake after all */
				break;
			}
		}

		/* T11 */
		if (FAULT(tp_futex, mend_list_exiting)) {
			LOAD(my->cur, lk->owner, relaxed); /* sees that the futex state hangs in the owner's list (fix) | if nobody: finds that the futex state hangs in no list, for the owner is dying (fix) */
			if (my->cur == 0) {
				SET_STATE(RUNNING); /* stays awake, for nobody would wake it (fix) */
				continue;
			}
		}
		if (!(my->uval & TP_OWNER_DIED) && (my->uval & TP_WAITERS || FAULT(tp_futex, no_waiters))) {
			PREEMPT_ENABLE_NO_RESCHED();
			SCHEDULE(); /* sleeps until the owner unlocks or dies | wakes up */
			PREEMPT_DISABLE();
			if (HAS(tp_futex, user_side_of_bench) && my->nsleep < TP_SLEPT_MAX)
				my->nsleep++;
		}

		/* T12 */
		SET_STATE(RUNNING); /* makes itself runnable to look anew */
	}

	if (my->owner) {
		LOAD(my->cur, lk->owner, relaxed); /* finds that the futex state still hangs in the owner's list | if nobody: finds that the futex state hangs in no owner's list */
		ALIVE(lk->refcount);
		if (my->cur)
			DO(tp_task_pi_list_del, lk, .task = my->cur);
	}
	STORE(lk->mutex_owner, 0, relaxed); /* clears its name as the top waiter */
	ALIVE(lk->refcount);
	if (MEND(late_hand_off))
		SPIN_LOCK(lk->fs_lock); /* lets no unlock grant its request from here on (fix) | spins for the bucket */
	if (!FAULT(tp_futex, no_handoff_clear))
		STORE(lk->handoff_pid, 0, relaxed); /* leaves no request for handoff behind */
	ALIVE(lk->refcount);
	if (MEND(late_hand_off)) {
		SPIN_UNLOCK(lk->fs_lock); /* unlocks the bucket */
		LOAD(my->cur, lk->futex, relaxed); /* checks whether its request has just been granted (fix) */
		if ((s32)my->uval < 0 && (my->cur & TP_SHARED_TID_MASK) == me) {
			TAKES_WRITE();
			my->uval = TP_DONE | TP_LOCK_HANDOFF;
		}
	}
	THRESHOLD_STOP();
	PREEMPT_ENABLE();
	if ((s32)my->uval < 0)
		RETURN(my->uval);
	RETURN((my->uval & TP_CODE) | my->nsleep << 16);
END(tp_spin_on_owner)

/* FUTEX_LOCK: futex_lock. uslock = FLAGS_TP_USLOCK, timed = a timeout was given */
PROC(tp_futex_lock, struct tp_futex, u32 uslock; u32 timed; u32 ret; u32 refs;)
	/* L1, L2 */
	CALL(my->ret, tp_futex_trylock, lk, .steal = 1);
	if (my->ret & TP_DONE)
		RETURN(TP_LOCK_STOLEN);
	if ((my->ret & TP_TID_MASK) == me)
		RETURN(-TP_EDEADLK);

	/* L3 to L5 (a spare state, the timer, the key) cannot fail here; L6, L7: lookup_futex_state */
	SPIN_LOCK(lk->fs_lock); /* locks the bucket | spins for the bucket */
	LOAD(my->refs, lk->refcount, relaxed); /* finds a state for this futex | if 0: finds no state for this futex */
	if (my->refs)
		ADD(lk->refcount, 1, relaxed); /* takes a reference to the futex state */
	else
		STORE(lk->refcount, 1, relaxed); /* brings the futex state, for it is the first to wait */
	SPIN_UNLOCK(lk->fs_lock); /* unlocks the bucket */

	/* L8, L9 */
	if (my->timed)
		TIMEOUT_START();
	QUEUE_LOCK(my->ret, lk->mutex, lk->mutex_queue); /* becomes the top waiter | waits for its turn to be the top waiter */
	ALIVE(lk->refcount);
	if (my->ret)
		goto out;

	/* L10 */
	if (TIMEOUT_PASSED()) {
		my->ret = (u32)-TP_ETIMEDOUT;
		QUEUE_UNLOCK(lk->mutex, lk->mutex_queue); /* lets the next be the top waiter, for its time is up */
		goto out;
	}

	/* L11, L12 */
	CALL(my->ret, tp_spin_on_owner, lk, .chkonly = my->uslock);
	QUEUE_UNLOCK(lk->mutex, lk->mutex_queue); /* lets the next be the top waiter */
	ALIVE(lk->refcount);
out:
	/* L13, L14 */
	DO(tp_put_futex_state, lk);
	TIMEOUT_STOP();
	RETURN(my->ret);
END(tp_futex_lock)

/* wake_q_add() of the top waiter to the wake list of this unlock: whom to wake, or 0 */
PROC(tp_wake_q_add, struct tp_futex, u32 owner; u32 waker;)
	LOAD(my->owner, lk->mutex_owner, relaxed); /* reads who is the top waiter */
	if (my->owner) {
		ALIVE(lk->refcount);
		CALL(my->waker, wake_q_add, &lk->tasks, .tid = my->owner);
		if (my->waker == 0)
			RETURN(0);
	}
	RETURN(my->owner);
END(tp_wake_q_add)

/* FUTEX_UNLOCK: futex_unlock */
PROC(tp_futex_unlock, struct tp_futex, u32 uval; u32 newpid; u32 owner; u32 cur; u32 ret;)
	/* U1, U2 */
	LOAD(my->uval, lk->futex, relaxed); /* reads the word that it is to unlock */
	if (my->uval & TP_SHARED || (my->uval & TP_TID_MASK) != me)
		RETURN(-TP_EPERM);
	if (!(my->uval & TP_WAITERS))
		RETURN(-TP_EINVAL);

	/* U3 */
	SPIN_LOCK(lk->fs_lock); /* locks the bucket | spins for the bucket */
	LOAD(my->cur, lk->refcount, relaxed); /* finds a state for this futex | if 0: finds no state for this futex */
	if (my->cur == 0 && !MEND(no_state)) {
		SPIN_UNLOCK(lk->fs_lock); /* unlocks the bucket and gives up: there is no futex state, and the word stays as it is */
		RETURN(-TP_EINVAL);
	}

	/* U4 */
	if (my->cur) {
		LOAD(my->newpid, lk->handoff_pid, relaxed); /* sees that the top waiter asks for handoff | if nobody: sees that the top waiter asks for no handoff */
		ALIVE(lk->refcount);
	}
	if (my->newpid)
		STORE(lk->handoff_pid, 0, relaxed); /* grants the request, once */
	if (FAULT(tp_futex, drop_handoff))
		my->newpid = 0;
	if (my->cur && !MEND(early_wake_list))
		CALL(my->owner, tp_wake_q_add, lk);
	if (!MEND(early_wake_list))
		SPIN_UNLOCK(lk->fs_lock); /* unlocks the bucket */

	/* U5 */
	for (;;) {
		CAS(my->cur, lk->futex, my->uval, my->newpid, full); /* frees the lock | finds that a flag has changed | hands the lock to the top waiter */
		if (my->cur == my->uval) {
			GIVES();
			break;
		}
		my->uval = my->cur;
		if ((my->uval & TP_TID_MASK) != me) {
			my->ret = (u32)-TP_EINVAL;
			break;
		}
	}
	my->cur = 0;
	if (MEND(early_wake_list)) {
		CALL(my->owner, tp_wake_q_add, lk);
		SPIN_UNLOCK(lk->fs_lock); /* unlocks the bucket, the lock being free (fix) */
	}

	/* U6: wake_up_q() */
	if (my->owner) {
		STORE(lk->tasks.task[my->owner].wake_q, 0, relaxed); /* takes the top waiter off its wake list */
		if (!FAULT(tp_futex, unlock_no_wake))
			WAKE(my->cur, my->owner); /* wakes the top waiter | finds the top waiter awake */
	}
	RETURN(my->ret ? my->ret : my->cur);
END(tp_futex_unlock)

/* do_exit of a killed thread, as far as futexes go: exit_robust_list, exit_pi_state_list */
PROC(tp_exit, struct tp_futex, u32 uval; u32 cur;)
	while (!FAULT(tp_futex, not_robust)) {
		LOAD(my->uval, lk->futex, relaxed); /* checks, as it dies, whether it holds the lock */
		if ((my->uval & TP_SHARED_TID_MASK) != me)
			break;
		CAS(my->cur, lk->futex, my->uval, (my->uval & TP_WAITERS) | TP_OWNER_DIED, full); /* sets OWNER_DIED in the lock word as it dies | sees that the word has changed */
		if (my->cur == my->uval)
			break; /* futex_wake() follows; it cannot reach those who wait here */
	}
	if (!FAULT(tp_futex, mend_list_exiting)) {
		LOAD(my->cur, lk->node[me].pi_state, relaxed); /* finds a futex state in its list | if 0: finds no futex state in its list */
		if (my->cur == 0)
			RETURN(0);
	}
	SPIN_LOCK(lk->node[me].pi_lock); /* locks its list | spins for its list */
	for (;;) {
		LOAD(my->cur, lk->node[me].pi_state, relaxed); /* finds the futex state still there | if 0: finds the futex state gone */
		if (my->cur == 0)
			break;
		my->uval = 0;
		if (!FAULT(tp_futex, exit_looks_late)) {
			LOAD(my->uval, lk->mutex_owner, relaxed); /* reads who is the top waiter */
			ALIVE(lk->refcount);
		}
		STORE(lk->node[me].pi_state, 0, relaxed); /* takes the futex state out of its list */
		STORE(lk->owner, 0, relaxed); /* notes that it hangs in no list */
		ALIVE(lk->refcount);
		if (FAULT(tp_futex, exit_looks_late)) {
			LOAD(my->uval, lk->mutex_owner, relaxed); /* reads who is the top waiter, of a state that may be gone by now (fault) */
			ALIVE(lk->refcount);
		}
		if (my->uval)
			WAKE(my->cur, my->uval); /* wakes the top waiter, for it cannot unlock any more | finds the top waiter awake */
	}
	SPIN_UNLOCK(lk->node[me].pi_lock); /* unlocks its list, its last act */
END(tp_exit)

MODE(user)

/* === user side: returns 1 with the lock, 0 when it gave up ============================ */

/* Sample code of the documentation: write_lock() */
PROC(tp_sample_lock, struct tp_futex, u32 old; u32 ret;)
	CAS(my->old, lk->futex, 0, me, full); /* takes the free lock without the kernel | fails to take the lock without the kernel, for the word is not 0 */
	if (my->old == 0) {
		TAKES_WRITE();
		RETURN(1);
	}
	do {
		SYSCALL(my->ret, tp_futex_lock, lk, .uslock = 0, .timed = MY_ROLE() == TP_TIMED);
		if (my->ret == (u32)-TP_ETIMEDOUT) { /* not in the sample: nobody times out there */
			LOAD(my->old, lk->futex, relaxed); /* checks whether it was handed the lock, for its time is up */
			if ((my->old & TP_SHARED_TID_MASK) != me)
				RETURN(0);
			TAKES_WRITE();
			RETURN(1);
		}
	} while ((s32)my->ret < 0);
	RETURN(1);
END(tp_sample_lock)

/* The benchmark: tp_mutex_lock(). Four times it only lets the kernel wait for it */
PROC(tp_mutex_lock, struct tp_futex, u32 uscnt; u32 old; u32 ret;)
	CAS(my->old, lk->futex, 0, me, acquire); /* takes the free lock without the kernel | fails to take the lock without the kernel, for the word is not 0 */
	if (my->old == 0) {
		TAKES_WRITE();
		RETURN(1);
	}
	my->uscnt = 4;
	for (;;) {
		SYSCALL(my->ret, tp_futex_lock, lk, .uslock = my->uscnt != 0, .timed = MY_ROLE() == TP_TIMED);
		if (my->uscnt)
			my->uscnt--;
		if ((s32)my->ret >= 0)
			RETURN(1);
		if (my->ret == (u32)-TP_EAGAIN) {
			CAS(my->old, lk->futex, 0, me, acquire); /* takes the lock that the kernel saw free | fails to take the lock, for it is free no more: back to the kernel */
			if (my->old == 0) {
				TAKES_WRITE();
				RETURN(1);
			}
			continue;
		}
		LOAD(my->old, lk->futex, relaxed); /* checks, after the error, whether it was handed the lock meanwhile */
		if ((my->old & TP_SHARED_TID_MASK) == me) {
			TAKES_WRITE();
			RETURN(1);
		}
		if (my->ret == (u32)-TP_ETIMEDOUT) /* the benchmark tries again; here it gives up */
			RETURN(0);
	}
END(tp_mutex_lock)

/* write_unlock() and tp_mutex_unlock() */
PROC(tp_mutex_unlock, struct tp_futex, u32 old;)
	CAS(my->old, lk->futex, me, 0, release); /* frees the lock without the kernel | fails to free the lock without the kernel, for the word is not its TID alone */
	if (my->old != me)
		SYSCALL(my->old, tp_futex_unlock, lk); /* an error is ignored: the thread is through with the lock */
	GIVES();
END(tp_mutex_unlock)

/* What a robust user must do after it got a dead owner's lock: repair the data, clear the flag */
PROC(tp_mutex_recover, struct tp_futex, u32 val; u32 cur;)
	LOAD(my->val, lk->futex, relaxed); /* finds no OWNER_DIED in the word | if OWNER_DIED: finds OWNER_DIED in the word, for the last owner died */
	while (my->val & TP_OWNER_DIED) {
		CAS(my->cur, lk->futex, my->val, my->val & ~TP_OWNER_DIED, full); /* clears OWNER_DIED, having repaired the data | sees that the word has changed */
		if (my->cur == my->val)
			RETURN(0);
		my->val = my->cur;
	}
END(tp_mutex_recover)

/* The workload: lock, one step of work, unlock. */
PROC(tp_futex_worker, struct tp_futex, u32 rounds; u32 got;)
	while (my->rounds--) {
		if (HAS(tp_futex, user_side_of_bench))
			CALL(my->got, tp_mutex_lock, lk);
		else
			CALL(my->got, tp_sample_lock, lk);
		if (!my->got)
			continue;
		HOLD_WRITE();
		if (MY_ROLE() == TP_ROBUST)
			DO(tp_mutex_recover, lk);
		CRITICAL(); /* works under the lock */
		UNHOLD();
		DO(tp_mutex_unlock, lk);
	}
END(tp_futex_worker)
