/* SPDX-License-Identifier: MIT */
/*
 * futex_pi: the mutex over FUTEX_LOCK_PI and FUTEX_UNLOCK_PI that the TP futex was measured
 * against. Source: TP-futex series v6 of March 2017, tools/perf/bench/futex-locks.c: the lock
 * calls of its "PI" mutex; Linux 4.11, kernel/futex.c: futex_lock_pi, futex_unlock_pi and what
 * they call. P1, Q1, ... number the steps.
 *
 *   futex       0                 free: nobody holds it and nobody waits for it
 *               T                 T holds the lock and may unlock without the kernel
 *               WAITERS | T       T must unlock through the kernel
 *               OWNER_DIED        the owner has died; WAITERS is kept beside it
 *               OWNER_DIED | T    T has got a dead owner's lock and has not yet cleared the flag
 *   chain                         who is inside FUTEX_LOCK_PI and waits, or is about to leave
 *   refcount    n                 n threads of the chain need the pi_state; 0: there is none
 *   pi_owner    T                 whose lock it is, as the kernel sees it: the TID of the word
 *               0                 the owner has died, and nobody has taken its place yet
 *
 * The word is never 0 while somebody waits. An unlock writes the next owner's TID where the TP
 * futex writes 0, so nobody can come between: the lock is handed over. The new owner still has to
 * wake up, and until it does the lock is of no use to anybody.
 */
#include "futex_pi.h"

LOCK(futex_pi, struct futex_pi, .worker = pi_worker, .exit = futex17_exit_pi, .kernel = false,
	.title = "PI futex mutex", .family = "PI futex",
	.purpose = LS_TOLD("A mutex of a program that the kernel hands from thread to thread. Here all threads have the same priority; what the name promises, priority inheritance, is left out."),
	.source = "TP-futex series v6, March 2017: tools/perf/bench/futex-locks.c; kernel/futex.c and kernel/locking/rtmutex.c of Linux 4.11",
	.env = 1 << LS_ENV_PREEMPT | 1 << LS_ENV_RUN | 1 << LS_ENV_TIMEOUT | 1 << LS_ENV_SIGNAL | 1 << LS_ENV_KILL)
USES(rt_mutex)
USES(wake_q)

VARIANT(futex_pi, pi, .name = "futex-pi", .title = "FUTEX_LOCK_PI of Linux 4.11")

SWITCH(futex_pi, no_waiters, .title = "FUTEX_LOCK_PI sleeps without setting WAITERS in the word",
	.verdict = LS_VIOLATED, .invariant = "agreement", .shown_by = "futex-pi --threads 2 --rounds 1")
SWITCH(futex_pi, no_wake, .title = "the unlock hands the word over and wakes nobody",
	.verdict = LS_LOST_WAKEUP, .shown_by = "futex-pi --threads 2 --rounds 1")
SWITCH(futex_pi, no_fixup, .title = "the new owner of the rt_mutex leaves the word as it is",
	.verdict = LS_VIOLATED, .invariant = "owner", .shown_by = "futex-pi --threads RR --rounds 1 --budget k1")
SWITCH(futex_pi, no_appointed, .title = "a waiter whose time is up does not look whether it was given the lock",
	.verdict = LS_VIOLATED, .invariant = "released", .shown_by = "futex-pi --threads LT --rounds 1 --budget t1")
SWITCH(futex_pi, no_first_waiter, .title = "an unlock that finds no top waiter frees the word, though a waiter is on its way out",
	.verdict = LS_VIOLATED, .invariant = "agreement", .shown_by = "futex-pi --threads LT --rounds 1 --budget t1")
SWITCH(futex_pi, no_pi_lock, .title = "a waiter hangs the pi_state into its owner's list without the lock of that list",
	.verdict = LS_LOST_WAKEUP, .shown_by = "futex-pi --threads RR --rounds 1 --budget k1")
SWITCH(futex_pi, not_robust, .title = "the lock is in no robust list: a dying owner leaves its TID in the word",
	.verdict = LS_VIOLATED, .invariant = "agreement", .shown_by = "futex-pi --threads RR --rounds 1 --budget k1")
SWITCH(futex_pi, steal, .title = "a newcomer of the same priority takes the rt_mutex before the thread that was woken for it",
	.verdict = LS_OK, .shown_by = "futex-pi --threads 3 --rounds 1")
SWITCH(futex_pi, esrch_is_a_bug, .kind = LS_SWITCH_ASSERTS, .title = "a robust user asserts that it never sees ESRCH, as glibc does",
	.verdict = LS_BUGGED, .shown_by = "futex-pi --threads RR --rounds 1 --budget k1")
SWITCH(futex_pi, mend_exit_race, .title = "fixed: a waiter that finds its owner dead reads the word again before it says so",
	.verdict = LS_OK, .shown_by = "futex-pi --threads RR --rounds 1 --budget k1 --switch esrch_is_a_bug")
SWITCH(futex_pi, mend_unlock_again, .title = "fixed: an unlock whose flags have changed begins anew",
	.verdict = LS_OK, .shown_by = "futex-pi --threads 3 --rounds 1 --budget k1")

C_NAMES(futex17_ = futex_, futex17_attach_to_pi_state = attach_to_pi_state, futex17_attach_to_pi_owner = attach_to_pi_owner,
	futex17_fixup_owner = fixup_owner, futex17_fixup_pi_state_owner = fixup_pi_state_owner, futex17_unqueue_me_pi = unqueue_me_pi,
	futex17_wake_pi = wake_futex_pi, futex17_exit_pi = exit_pi_state_list, PI_WAITERS = FUTEX_WAITERS,
	PI_OWNER_DIED = FUTEX_OWNER_DIED, PI_TID_MASK = FUTEX_TID_MASK, PI_EXITING = PF_EXITING, PI_EXITPIDONE = PF_EXITPIDONE,
	futex17_attach_to_pi_owner.LOAD = get_futex_value_locked, futex17_lock_pi_atomic.LOAD = get_futex_value_locked,
	futex17_fixup_pi_state_owner.LOAD = get_futex_value_locked)

WORD(futex_pi, futex, .kind = LS_KIND_BITS, .c_type = "u32 __user", .sign = LS_SIGN_HANDOFF, .line = "user", .meaning = "the lock word, in user memory",
	.field = { { "TID", 0, 30, LS_FIELD_TID }, { "OWNER_DIED", 30, 1, LS_FIELD_FLAG }, { "WAITERS", 31, 1, LS_FIELD_FLAG } })
WORD(futex_pi, hb_lock, .kind = LS_KIND_SPINLOCK, .c_type = "spinlock_t", .line = "bucket", .meaning = "guards the hash bucket, and with it the pi_state")
WORD(futex_pi, chain, .kind = LS_KIND_LIST, .line = "bucket", .meaning = "who waits inside FUTEX_LOCK_PI, or has not yet got round to leaving")
WORD(futex_pi, refcount, .kind = LS_KIND_COUNT, .name_only = "refcount", .line = "state", .meaning = "threads that need the pi_state; with 0 there is none")
WORD(futex_pi, pi_owner, .kind = LS_KIND_TID, .line = "state", .meaning = "pi_state->owner: whose lock it is, as the kernel sees it")
WORD(futex_pi_node, exit_flags, .kind = LS_KIND_BITS, .line = "task", .meaning = "how far the thread has got with dying",
	.field = { { "PF_EXITING", 2, 1, LS_FIELD_FLAG }, { "PF_EXITPIDONE", 26, 1, LS_FIELD_FLAG } })
WORD(futex_pi_node, pi_lock, .kind = LS_KIND_SPINLOCK, .line = "task", .meaning = "guards the thread's list of pi_states")
WORD(futex_pi_node, pi_state, .kind = LS_KIND_FLAG, .line = "task", .meaning = "1 when the pi_state hangs in the thread's list")

QUEUE(futex_pi, .kind = "list", .title = "waiting for the rt_mutex", .list = "waiters")
QUEUE(futex_pi, .kind = "owner", .title = "rt_mutex", .word = "owner")
QUEUE(futex_pi, .kind = "list", .title = "in the hash bucket", .list = "chain")

ROLE(futex_pi, PI_PLAIN, .letter = 'L', .title = "locker: locks and unlocks")
ROLE(futex_pi, PI_TIMED, .letter = 'T', .title = "timed locker: gives a timeout, and gives up when it runs out")
ROLE(futex_pi, PI_ROBUST, .letter = 'R', .title = "robust locker: clears OWNER_DIED when it got a dead owner's lock")

INVARIANT(futex_pi, exclusion, .name = "mutual exclusion", .about = "holders", .meaning = "at most one thread holds the lock",
	WRITERS() <= 1)
INVARIANT(futex_pi, owner, .name = "owner", .meaning = "while a thread holds the lock, the word has its TID",
	EACH(t, HOLDS(t) != LS_HOLDS_WRITE || (lk->futex.v & PI_TID_MASK) == t))
INVARIANT(futex_pi, released, .name = "released", .meaning = "a thread that has finished its work has left its TID in the word of no lock",
	EACH(t, (lk->futex.v & PI_TID_MASK) != t || STATUS(t) != LS_DONE))
/* With a fault planted its consequence is to be shown, not the state that leads to it. */
INVARIANT(futex_pi, kept, .name = "kept word", .meaning = "while a thread stands in the bucket, WAITERS is in the word: no thread takes the lock without the kernel",
	FAULTY() || !FIRST_OF(lk->chain) || lk->futex.v & PI_WAITERS)
INVARIANT(futex_pi, agreement, .name = "agreement", .meaning = "with the bucket unlocked, the word and the pi_state name the same owner, or the owner has died",
	lk->hb_lock.v || !lk->refcount.v || (lk->pi_owner.v && lk->pi_owner.v == (lk->futex.v & PI_TID_MASK)) || (lk->futex.v & ~PI_WAITERS) == PI_OWNER_DIED)
INVARIANT(futex_pi, clean, .name = "clean state", .meaning = "with the bucket unlocked, a pi_state without references belongs to nobody",
	lk->hb_lock.v || lk->refcount.v || !(FIRST_OF(lk->chain) || lk->pi_owner.v || lk->pi_mutex.owner.v || FIRST_OF(lk->pi_mutex.waiters)))

/* Not posted: what would fix a fault that the search found. Off unless a reader asks for it */
#define MEND(s) FAULT(futex_pi, mend_##s)

/* === FUTEX_LOCK_PI ================================================================= */

/* attach_to_pi_state (P3): a waiter has brought a pi_state already */
PROC(futex17_attach_to_pi_state, struct futex_pi, u32 uval; u32 owner;)
	LOAD(my->owner, lk->pi_owner, relaxed); /* reads whose lock it is in the kernel's eyes | if nobody: finds that the owner in the pi_state has died */
	if (my->owner == 0 && my->uval != PI_OWNER_DIED && my->uval != (PI_OWNER_DIED | PI_WAITERS))
		RETURN(-PI_EINVAL);
	if (my->owner && !(my->uval & PI_OWNER_DIED && !(my->uval & PI_TID_MASK)) && (my->uval & PI_TID_MASK) != my->owner)
		RETURN(-PI_EINVAL);
	ADD(lk->refcount, 1, relaxed); /* takes a reference to the pi_state */
	RETURN(0);
END(futex17_attach_to_pi_state)

/* attach_to_pi_owner (P5): the first waiter brings the pi_state, with an rt_mutex that the owner has already */
PROC(futex17_attach_to_pi_owner, struct futex_pi, u32 uval; u32 p; u32 flags;)
	my->p = my->uval & PI_TID_MASK;
	if (!FAULT(futex_pi, no_pi_lock))
		SPIN_LOCK(lk->node[my->p].pi_lock); /* locks the owner's list, so that it cannot die unnoticed | spins for the owner's list */
	LOAD(my->flags, lk->node[my->p].exit_flags, relaxed); /* sees that the owner is not about to die | if PF_EXITPIDONE: finds that the owner has died | if PF_EXITING: finds that the owner is dying */
	if (my->flags & PI_EXITING) {
		if (!FAULT(futex_pi, no_pi_lock))
			SPIN_UNLOCK(lk->node[my->p].pi_lock); /* unlocks the list of a thread that dies */
		if (!(my->flags & PI_EXITPIDONE))
			RETURN(-PI_EAGAIN);
		if (MEND(exit_race)) {
			LOAD(my->flags, lk->futex, relaxed); /* reads the word again, whose owner has died (fix) */
			if (my->flags != (my->uval | PI_WAITERS))
				RETURN(-PI_EAGAIN);
		}
		RETURN(-PI_ESRCH);
	}
	STORE(lk->pi_mutex.owner, my->p, relaxed); /* makes a pi_state, whose rt_mutex the owner has already */
	STORE(lk->node[my->p].pi_state, 1, relaxed); /* hangs the pi_state into the owner's list */
	STORE(lk->pi_owner, my->p, relaxed); /* notes whose lock it is */
	STORE(lk->refcount, 1, relaxed); /* has the first reference to the pi_state */
	if (!FAULT(futex_pi, no_pi_lock))
		SPIN_UNLOCK(lk->node[my->p].pi_lock); /* unlocks the owner's list */
	RETURN(0);
END(futex17_attach_to_pi_owner)

/* futex_lock_pi_atomic, with the bucket locked: 1 = has the lock, 0 = is to wait, else an error */
PROC(futex17_lock_pi_atomic, struct futex_pi, u32 uval; u32 cur; u32 ret;)
	/* P2 */
	LOAD(my->uval, lk->futex, relaxed); /* reads the lock word */
	if ((my->uval & PI_TID_MASK) == me)
		RETURN(-PI_EDEADLK);

	/* P3 */
	LIST_FIRST(my->cur, lk->chain); /* finds a waiter in the bucket | finds no waiter in the bucket */
	OTHERWISE(!my->cur);
	if (my->cur) {
		CALL(my->ret, futex17_attach_to_pi_state, lk, .uval = my->uval);
		RETURN(my->ret);
	}

	/* P4 */
	if (!(my->uval & PI_TID_MASK)) {
		CAS(my->cur, lk->futex, my->uval, me | (my->uval & PI_OWNER_DIED), full); /* takes the lock that has no owner | sees that the word has changed */
		if (my->cur != my->uval)
			RETURN(-PI_EAGAIN);
		TAKES_WRITE();
		RETURN(1);
	}

	/* P5 */
	if (!FAULT(futex_pi, no_waiters)) {
		CAS(my->cur, lk->futex, my->uval, my->uval | PI_WAITERS, full); /* sets WAITERS, so that the unlock comes through the kernel | sees that the word has changed */
		if (my->cur != my->uval)
			RETURN(-PI_EAGAIN);
	}
	CALL(my->ret, futex17_attach_to_pi_owner, lk, .uval = my->uval);
	RETURN(my->ret);
END(futex17_lock_pi_atomic)

/* the pi_state changes hands: out of the old owner's list (0: it has died), into the new one's. With the bucket locked */
PROC(futex17_change_owner, struct futex_pi, u32 newowner; u32 old;)
	LOAD(my->old, lk->pi_owner, relaxed); /* reads in whose list the pi_state hangs | if nobody: finds the pi_state in no list, for its owner has died */
	if (my->old) {
		SPIN_LOCK(lk->node[my->old].pi_lock); /* locks the old owner's list | spins for the old owner's list */
		STORE(lk->node[my->old].pi_state, 0, relaxed); /* takes the pi_state out of the old owner's list */
		SPIN_UNLOCK(lk->node[my->old].pi_lock); /* unlocks the old owner's list */
	}
	SPIN_LOCK(lk->node[my->newowner].pi_lock); /* locks the new owner's list | spins for the new owner's list */
	STORE(lk->node[my->newowner].pi_state, 1, relaxed); /* hangs the pi_state into the new owner's list */
	STORE(lk->pi_owner, my->newowner, relaxed); /* notes whose lock it is from now on */
	SPIN_UNLOCK(lk->node[my->newowner].pi_lock); /* unlocks the new owner's list */
END(futex17_change_owner)

/* fixup_pi_state_owner: the word first, for the kernel has to be able to give up there */
PROC(futex17_fixup_pi_state_owner, struct futex_pi, u32 newowner; u32 newtid; u32 uval; u32 cur;)
	LOAD(my->cur, lk->pi_owner, relaxed); /* sees whom the lock was meant for | if nobody: sees that the owner has died */
	my->newtid = my->newowner | PI_WAITERS | (my->cur ? 0 : PI_OWNER_DIED);
	LOAD(my->uval, lk->futex, relaxed); /* reads the word that is to be put right */
	for (;;) {
		CAS(my->cur, lk->futex, my->uval, my->newtid | (my->uval & PI_OWNER_DIED), full); /* writes the new owner's TID into the word | sees that the word has changed */
		if (my->cur == my->uval)
			break;
		my->uval = my->cur;
	}
	if (my->newowner == me)
		TAKES_WRITE();
	DO(futex17_change_owner, lk, .newowner = my->newowner);
END(futex17_fixup_pi_state_owner)

/* fixup_owner (P8, P9), with the bucket locked: 1 = has the lock */
PROC(futex17_fixup_owner, struct futex_pi, u32 locked; u32 owner;)
	LOAD(my->owner, lk->pi_owner, relaxed); /* finds that the lock is meant for it | finds that the lock is not meant for it */
	OTHERWISE(my->owner != me);
	if (my->locked) {
		/* P8: normal is that the unlock has chosen this thread */
		if (my->owner == me)
			TAKES_WRITE();
		else if (!FAULT(futex_pi, no_fixup))
			DO(futex17_fixup_pi_state_owner, lk, .newowner = me);
		else
			TAKES_WRITE();
		RETURN(1);
	}

	/* P9: it gave up, and an unlock chose it all the same */
	if (my->owner == me && !FAULT(futex_pi, no_appointed)) {
		CALL(my->locked, rt17_slowtrylock, &lk->pi_mutex);
		if (my->locked) {
			TAKES_WRITE();
			RETURN(1);
		}
		CALL(my->owner, rt17_next_owner, &lk->pi_mutex);
		DO(futex17_fixup_pi_state_owner, lk, .newowner = my->owner);
	}
	RETURN(0);
END(futex17_fixup_owner)

/* unqueue_me_pi (P10) with put_pi_state */
PROC(futex17_unqueue_me_pi, struct futex_pi, u32 refs; u32 owner;)
	LIST_DEL(lk->chain, me); /* leaves the bucket */
	ADD_RETURN(my->refs, lk->refcount, -1, full); /* drops the last reference to the pi_state | drops its reference, others keep the pi_state */
	OTHERWISE(my->refs != 0);
	if (my->refs == 0) {
		LOAD(my->owner, lk->pi_owner, relaxed); /* reads in whose list the pi_state hangs | if nobody: finds the pi_state in no list, for its owner has died */
		if (my->owner) {
			SPIN_LOCK(lk->node[my->owner].pi_lock); /* locks the owner's list | spins for the owner's list */
			STORE(lk->node[my->owner].pi_state, 0, relaxed); /* takes the pi_state out of the owner's list */
			SPIN_UNLOCK(lk->node[my->owner].pi_lock); /* unlocks the owner's list */
			STORE(lk->pi_mutex.owner, 0, relaxed); /* frees the rt_mutex, which goes with the pi_state */
			OUT_OF_SCOPE(lk->pi_owner);
		}
	}
	SPIN_UNLOCK(lk->hb_lock); /* unlocks the bucket */
END(futex17_unqueue_me_pi)

/* FUTEX_LOCK_PI: futex_lock_pi */
PROC(futex17_lock_pi, struct futex_pi, u32 timed; u32 ret; u32 locked;)
	/* P1 */
	for (;;) {
		SPIN_LOCK(lk->hb_lock); /* locks the bucket | spins for the bucket */
		CALL(my->ret, futex17_lock_pi_atomic, lk);
		if (my->ret == 0)
			break;
		SPIN_UNLOCK(lk->hb_lock); /* unlocks the bucket */
		if (my->ret != (u32)-PI_EAGAIN)
			RETURN(my->ret == 1 ? 0 : my->ret);
	}

	/* P6 */
	LIST_ADD(lk->chain, me); /* stands in the bucket, so that an unlock finds it */
	SPIN_UNLOCK(lk->hb_lock); /* unlocks the bucket */

	/* P7 */
	CALL(my->ret, rt17_slowlock, &lk->pi_mutex, .timed = my->timed, .steal = FAULT(futex_pi, steal));

	/* P8 to P10 */
	SPIN_LOCK(lk->hb_lock); /* locks the bucket, to see what has become of the lock | spins for the bucket */
	CALL(my->locked, futex17_fixup_owner, lk, .locked = my->ret == 0);
	DO(futex17_unqueue_me_pi, lk);
	RETURN(my->locked ? 0 : my->ret);
END(futex17_lock_pi)

/* === FUTEX_UNLOCK_PI =============================================================== */

/* wake_futex_pi (Q2 to Q4), with the bucket locked: 0, and the bucket is unlocked; or an error */
PROC(futex17_wake_pi, struct futex_pi, u32 uval; u32 first; u32 next; u32 cur; tasks wake_q;)
	LOAD(my->cur, lk->pi_owner, relaxed); /* makes sure that the lock is its own in the kernel's eyes */
	if (my->cur != me)
		RETURN(-PI_EINVAL);
	SPIN_LOCK(lk->pi_mutex.wait_lock); /* locks the rt_mutex's line | spins for the rt_mutex's line */
	LIST_FIRST(my->next, lk->pi_mutex.waiters); /* takes the top waiter as the next owner | finds no top waiter, though a thread stands in the bucket */
	OTHERWISE(!my->next);
	if (my->next == 0)
		my->next = FAULT(futex_pi, no_first_waiter) ? 0 : my->first;
	CAS(my->cur, lk->futex, my->uval, my->next ? my->next | PI_WAITERS : 0, full); /* hands the lock over: writes the next owner's TID into the word | sees that the word has changed */
	if (my->cur != my->uval) {
		SPIN_UNLOCK(lk->pi_mutex.wait_lock); /* unlocks the line, having handed over nothing */
		RETURN((my->cur & PI_TID_MASK) == my->uval || MEND(unlock_again) ? -PI_EAGAIN : -PI_EINVAL);
	}
	GIVES();
	if (my->next)
		DO(futex17_change_owner, lk, .newowner = my->next);
	SPIN_UNLOCK(lk->pi_mutex.wait_lock); /* unlocks the line */
	CALL(my->wake_q, rt17_slowunlock, &lk->pi_mutex);
	SPIN_UNLOCK(lk->hb_lock); /* unlocks the bucket, so that the next owner need not spin for it */
	if (!FAULT(futex_pi, no_wake))
		DO(wake_up_q, &lk->pi_mutex.tasks, .wake_q = my->wake_q);
	RETURN(0);
END(futex17_wake_pi)

/* FUTEX_UNLOCK_PI: futex_unlock_pi */
PROC(futex17_unlock_pi, struct futex_pi, u32 uval; u32 cur; u32 ret; u32 again;)
	do {
		/* Q1 */
		LOAD(my->uval, lk->futex, relaxed); /* reads the word that it is to unlock */
		if ((my->uval & PI_TID_MASK) != me)
			RETURN(-PI_EPERM);
		SPIN_LOCK(lk->hb_lock); /* locks the bucket | spins for the bucket */

		/* Q2 to Q4 */
		LIST_FIRST(my->cur, lk->chain); /* finds a waiter in the bucket | finds nobody in the bucket */
		OTHERWISE(!my->cur);
		if (my->cur) {
			CALL(my->ret, futex17_wake_pi, lk, .uval = my->uval, .first = my->cur);
			if (my->ret == 0)
				RETURN(0);
			my->again = my->ret == (u32)-PI_EAGAIN;
		} else {
			/* Q5: whoever is about to wait spins for the bucket */
			CAS(my->cur, lk->futex, my->uval, 0, full); /* frees the lock, for which nobody waits | sees that a flag has changed */
			my->ret = my->cur == my->uval ? 0 : -PI_EAGAIN;
			my->again = my->ret && MEND(unlock_again);
			if (my->ret == 0)
				GIVES();
		}
		SPIN_UNLOCK(lk->hb_lock); /* unlocks the bucket */
	} while (my->again);
	RETURN(my->ret);
END(futex17_unlock_pi)

/* === a thread dies ================================================================= */

/* do_exit of a killed thread, as far as this lock goes: exit_robust_list, exit_pi_state_list */
PROC(futex17_exit_pi, struct futex_pi, u32 uval; u32 cur; tasks wake_q;)
	STORE(lk->node[me].exit_flags, PI_EXITING, full); /* says that it is about to die */
	SPIN_LOCK(lk->node[me].pi_lock); /* locks its list once: nobody is hanging a pi_state into it now | spins for one who is hanging a pi_state into its list */
	SPIN_UNLOCK(lk->node[me].pi_lock); /* unlocks its list: whoever comes now finds that it dies */
	while (!FAULT(futex_pi, not_robust)) {
		LOAD(my->uval, lk->futex, relaxed); /* checks, as it dies, whether it holds the lock */
		if ((my->uval & PI_TID_MASK) != me)
			break;
		CAS(my->cur, lk->futex, my->uval, (my->uval & PI_WAITERS) | PI_OWNER_DIED, full); /* sets OWNER_DIED in the lock word as it dies | sees that the word has changed */
		if (my->cur == my->uval)
			break;
	}
	SPIN_LOCK(lk->node[me].pi_lock); /* locks its list | spins for its list */
	for (;;) {
		LOAD(my->cur, lk->node[me].pi_state, relaxed); /* finds a pi_state in its list | if 0: finds no pi_state in its list */
		if (my->cur == 0)
			break;
		SPIN_UNLOCK(lk->node[me].pi_lock); /* unlocks its list, for the bucket comes first */
		SPIN_LOCK(lk->hb_lock); /* locks the bucket | spins for the bucket */
		SPIN_LOCK(lk->node[me].pi_lock); /* locks its list again | spins for its list */
		LOAD(my->cur, lk->node[me].pi_state, relaxed); /* finds the pi_state in its list still | if 0: finds that the pi_state has left its list meanwhile */
		if (my->cur == 0) {
			SPIN_UNLOCK(lk->hb_lock); /* unlocks the bucket */
			continue;
		}
		STORE(lk->node[me].pi_state, 0, relaxed); /* takes the pi_state out of its list */
		STORE(lk->pi_owner, 0, relaxed); /* notes that the owner has died */
		SPIN_UNLOCK(lk->node[me].pi_lock); /* unlocks its list */
		CALL(my->wake_q, rt17_slowunlock, &lk->pi_mutex);
		DO(wake_up_q, &lk->pi_mutex.tasks, .wake_q = my->wake_q);
		SPIN_UNLOCK(lk->hb_lock); /* unlocks the bucket */
		SPIN_LOCK(lk->node[me].pi_lock); /* locks its list, to look for another pi_state | spins for its list */
	}
	SPIN_UNLOCK(lk->node[me].pi_lock); /* unlocks its list */
	STORE(lk->node[me].exit_flags, PI_EXITING | PI_EXITPIDONE, relaxed); /* says that it has died, as far as futexes go */
END(futex17_exit_pi)

MODE(user)

/* The benchmark: 1 = has the lock, 0 = its time was up. It tries again then; here it gives up */
PROC(pi_mutex_lock, struct futex_pi, u32 old; u32 ret;)
	CAS(my->old, lk->futex, 0, me, acquire); /* takes the free lock without the kernel | fails to take the lock without the kernel, for the word is not 0 */
	if (my->old == 0) {
		TAKES_WRITE();
		RETURN(1);
	}
	do {
		SYSCALL(my->ret, futex17_lock_pi, lk, .timed = MY_ROLE() == PI_TIMED);
		if (my->ret == (u32)-PI_ETIMEDOUT)
			RETURN(0);
		if (FAULT(futex_pi, esrch_is_a_bug) && my->ret == (u32)-PI_ESRCH) {
			LOAD(my->old, lk->futex, relaxed); /* reads the word whose owner the kernel cannot find (fault: and gives up) */
			ASSERT(my->ret != (u32)-PI_ESRCH);
		}
	} while ((s32)my->ret < 0);
	RETURN(1);
END(pi_mutex_lock)

PROC(pi_mutex_unlock, struct futex_pi, u32 old; u32 ret;)
	CAS(my->old, lk->futex, me, 0, release); /* frees the lock without the kernel | fails to free the lock without the kernel, for the word is not its TID alone */
	if (my->old != me)
		SYSCALL(my->ret, futex17_unlock_pi, lk); /* an error is only counted: the thread is through with the lock */
	GIVES();
END(pi_mutex_unlock)

/* What a robust user must do after it got a dead owner's lock: repair the data, clear the flag */
PROC(pi_mutex_recover, struct futex_pi, u32 val;)
	LOAD(my->val, lk->futex, relaxed); /* finds no OWNER_DIED in the word | if OWNER_DIED: finds OWNER_DIED in the word, for the last owner died */
	if (my->val & PI_OWNER_DIED)
		FETCH_ANDNOT(my->val, lk->futex, PI_OWNER_DIED, full); /* clears OWNER_DIED, having repaired the data */
END(pi_mutex_recover)

/* The workload: lock, one step of work, unlock. */
PROC(pi_worker, struct futex_pi, u32 rounds; u32 got;)
	while (my->rounds--) {
		CALL(my->got, pi_mutex_lock, lk);
		if (!my->got)
			continue;
		HOLD_WRITE();
		if (MY_ROLE() == PI_ROBUST)
			DO(pi_mutex_recover, lk);
		CRITICAL(); /* works under the lock */
		UNHOLD();
		DO(pi_mutex_unlock, lk);
	}
END(pi_worker)
