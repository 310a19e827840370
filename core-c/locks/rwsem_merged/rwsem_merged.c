/* SPDX-License-Identifier: MIT */
/*
 * rwsem_merged: the readers-writer semaphore of mainline Linux, as released in 5.3 and as
 * in 6.12: what became of the 2017 series.
 * Source: kernel/locking/rwsem.c of Linux 5.3 and of Linux 6.12; the spinner queue is
 * kernel/locking/osq_lock.c.
 *
 *   count   bit 0      WRITER   a writer holds the lock
 *           bit 1      WAITERS  the wait list is not empty
 *           bit 2      HANDOFF  the lock is kept for a waiter that has waited too long
 *           bits 8-30  readers that hold the lock or try to (as on 32 bits; bit 31 is READFAIL)
 *   owner   0                   nobody has signed
 *           T                   writer T has signed
 *           T, READERS          readers took it last, T among them; it stays when they go
 *           NONSPINNABLE        writers must not spin, for readers have kept the lock too
 *                               long (6.12; in 5.3 the same bit is WR_NONSPINNABLE)
 *           RD_NONSPINNABLE     readers must not spin (5.3)
 *   osq     0 no spinner, else the last spinner in the queue
 *
 *   0                           free, nobody waits: the only value that the writer's
 *                               fast path takes
 *   WAITERS                     free, and yet somebody waits: a spinner may steal it, and
 *                               so may a reader
 *   WAITERS HANDOFF             free, and kept for the waiters: no thread outside the
 *                               wait list takes it
 *   WRITER [WAITERS] [HANDOFF]  a writer is in
 *   readers                     readers are in, more may join
 *   readers WAITERS [HANDOFF]   readers are in, and the fast path turns newcomers away
 *
 * wait_lock guards the wait list, the flags WAITERS and HANDOFF with it, the granting of
 * readers and the taking by queued writers. It does not guard fast paths, spinners,
 * stealing readers and owner.
 */
#include "rwsem_merged.h"

LOCK(rwsem_merged, struct rwsem19, .worker = rwsem19_worker, .kernel = true,
	.title = "rwsem of mainline (5.3, 6.12)", .family = "Readers-writer semaphore",
	.source = "Linux 6.12.117, kernel/locking/rwsem.c, and that of 5.3, by way of the file of 5.4",
	.timer = "Time passes: T%u may spin on readers no longer.",
	.env = 1 << LS_ENV_PREEMPT | 1 << LS_ENV_RUN | 1 << LS_ENV_THRESHOLD | 1 << LS_ENV_TIMEOUT | 1 << LS_ENV_KILL)
USES(osq)
USES(wake_q)

VARIANT(rwsem_merged, v5_3, .name = "rwsem-5.3", .title = "mainline 5.3: readers spin too", .has = reader_spinning)
VARIANT(rwsem_merged, v6_12, .name = "rwsem-6.12", .title = "mainline 6.12: readers steal, the first waiter owns the handoff",
	.has = reader_stealing | handoff_set | preempt_off)

SWITCH(rwsem_merged, steal_from_writer, .title = "a reader steals the lock although a writer holds it",
	.verdict = LS_VIOLATED, .invariant = "mutual exclusion", .shown_by = "rwsem-6.12 --threads WR")
SWITCH(rwsem_merged, single_pass, .title = "readers are granted the lock before they are counted in",
	.verdict = LS_VIOLATED, .invariant = "holders counted", .shown_by = "rwsem-6.12 --threads DR")
SWITCH(rwsem_merged, silent_abort, .title = "a killed first waiter leaves the list without waking the next",
	.verdict = LS_LOST_WAKEUP, .shown_by = "rwsem-6.12 --threads WKR --budget k1,p1")
SWITCH(rwsem_merged, steal_despite_handoff, .title = "a spinner steals the lock although HANDOFF is set",
	.verdict = LS_BUGGED, .shown_by = "rwsem-6.12 --threads 2 --rounds 3 --budget p1,x1")

SWITCH(rwsem_merged, mend_no_reader_spin, .with = reader_spinning, .title = "fixed as in 5.11: readers do not spin",
	.verdict = LS_OK, .shown_by = "rwsem-5.3 --threads WR --rounds 2 --budget p1,x1")
SWITCH(rwsem_merged, mend_clear_handoff, .with = reader_spinning, .title = "fixed as in 5.16: the last waiter to leave clears HANDOFF, whoever asked for it",
	.verdict = LS_OK, .shown_by = "rwsem-5.3 --threads WKQ --budget x1,k2")

C_NAMES(lk = sem, STATE = int, ASSERT = LOCKSTEP_WARN_ON, TIMEOUT = rspin_threshold, TIMEOUT_START = rwsem_rspin_threshold, THRESHOLD = timeout, THRESHOLD_START = RWSEM_WAIT_TIMEOUT, rwsem19 = rw_semaphore, rwsem19_ = rwsem_, RWSEM19_ = RWSEM_, RWSEM19_OWNER_ = OWNER_, RWSEM19_TASK_OF = rwsem_owner_task,
	RWSEM19_NOT_FIRST = WRITER_NOT_FIRST, RWSEM19_FIRST = WRITER_FIRST, RWSEM19_HANDOFF = WRITER_HANDOFF,
	rwsem19_down_read = __down_read, rwsem19_down_write = __down_write, rwsem19_up_read = __up_read, rwsem19_up_write = __up_write,
	rwsem19_downgrade_write = __downgrade_write,
	rwsem19_set_reader_owned = __rwsem_set_reader_owned, rwsem19_clear_nonspinnable = clear_nonspinnable)

WORD(rwsem19, count, .kind = LS_KIND_BITS, .c_type = "atomic_long_t", .line = "lock",
	.meaning = "who is in, and what newcomers must know of those who wait",
	.field = { { "WRITER", 0, 1, LS_FIELD_FLAG }, { "WAITERS", 1, 1, LS_FIELD_FLAG }, { "HANDOFF", 2, 1, LS_FIELD_FLAG },
		{ "reserved", 3, 5, LS_FIELD_RESERVED }, { "readers", RWSEM19_READER_SHIFT, 23, LS_FIELD_COUNT }, { "READFAIL", 31, 1, LS_FIELD_FLAG } })
WORD(rwsem19, owner, .kind = LS_KIND_BITS, .c_type = "atomic_long_t", .c_task = RWSEM19_TASK, .c_task_of = RWSEM19_TASK_OF, .line = "lock",
	.meaning = "the writer that holds the lock, or one of the readers that took it last; and who must not spin: a hint for spinners",
	.field = { { "task", RWSEM19_TASK_SHIFT, 7, LS_FIELD_TID }, { "READERS", 0, 1, LS_FIELD_FLAG }, { "NONSPINNABLE", 1, 1, LS_FIELD_FLAG },
		{ "RD_NONSPINNABLE", 2, 1, LS_FIELD_FLAG } })
WORD(rwsem19, wait_lock, .kind = LS_KIND_SPINLOCK, .c_irq = rwsem19_wake, .line = "lock",
	.meaning = "guards the wait list, its flags and the granting of readers")
WORD(rwsem19, wait_list, .kind = LS_KIND_LIST, .line = "lock", .meaning = "the sleepers, first come first served")
WORD(rwsem19_waiter, task, .kind = LS_KIND_TID, .sign = LS_SIGN_HANDOFF, .line = "waiter",
	.meaning = "who waits; cleared when a reader is granted the lock")
WORD(rwsem19_waiter, type, .kind = LS_KIND_FLAG, .line = "waiter", .meaning = "1 waits to read, 0 waits to write")
WORD(rwsem19_waiter, handoff_set, .kind = LS_KIND_FLAG, .line = "waiter", .meaning = "1 when HANDOFF was set for this waiter", .with = handoff_set)
WORD(rwsem19_waiter, last_rowner, .kind = LS_KIND_BITS, .c_type = "unsigned long", .line = "waiter",
	.meaning = "what a reader found in owner when it came: who read, and whether readers may spin", .with = reader_spinning,
	.field = { { "task", RWSEM19_TASK_SHIFT, 7, LS_FIELD_TID }, { "READERS", 0, 1, LS_FIELD_FLAG }, { "NONSPINNABLE", 1, 1, LS_FIELD_FLAG },
		{ "RD_NONSPINNABLE", 2, 1, LS_FIELD_FLAG } })

QUEUE(rwsem_merged, .kind = "list", .title = "wait list", .list = "wait_list")
QUEUE(rwsem_merged, .kind = "mcs", .title = "spinners", .tail = "osq", .next = "next", .ready = "locked", .prev = "prev")
QUEUE(rwsem_merged, .kind = "owner", .title = "owner", .word = "owner")

ROLE(rwsem_merged, RWSEM19_WRITES, .letter = 'W', .title = "writer")
ROLE(rwsem_merged, RWSEM19_READS, .letter = 'R', .title = "reader")
ROLE(rwsem_merged, RWSEM19_DOWNGRADES, .letter = 'D', .title = "downgrader: writes, then downgrades and reads on")
ROLE(rwsem_merged, RWSEM19_WRITES_KILLABLY, .letter = 'K', .title = "killable writer: may be killed while it waits")
ROLE(rwsem_merged, RWSEM19_READS_KILLABLY, .letter = 'Q', .title = "killable reader: may be killed while it waits")

INVARIANT(rwsem_merged, exclusion, .name = "mutual exclusion", .about = "holders", .meaning = "one writer is in, or any number of readers, never both",
	WRITERS() <= 1 && !(WRITERS() && READERS()))
INVARIANT(rwsem_merged, reserved, .name = "reserved bits", .meaning = "no addition carries into the reserved bits or READFAIL",
	!(lk->count.v & (RWSEM19_RESERVED_BITS | RWSEM19_FLAG_READFAIL)))
INVARIANT(rwsem_merged, counted, .name = "holders counted", .meaning = "whoever holds the lock is counted in, at every moment",
	WRITERS() <= (lk->count.v & RWSEM19_WRITER_LOCKED) && READERS() <= lk->count.v >> RWSEM19_READER_SHIFT)
INVARIANT(rwsem_merged, signed_owner, .name = "signed owner", .meaning = "a writer that the owner word names is in, or turns into a reader",
	!lk->owner.v || lk->owner.v & RWSEM19_READER_OWNED || ANY(t, RWSEM19_TASK_OF(lk->owner.v) == t && HOLDS(t)))
INVARIANT(rwsem_merged, one_head, .name = "one head", .meaning = "only the head of the spinner queue tries to steal for writing",
	COUNT(t, INSIDE(t, rwsem19_try_write_lock_unqueued)) <= (lk->osq.tail.v != 0))
INVARIANT(rwsem_merged, waiters_flag, .name = "WAITERS flag", .about = "flag", .flag = "count.WAITERS", .list = "wait_list",
	.meaning = "while the wait_lock is free, WAITERS is set exactly when the wait list is not empty",
	lk->wait_lock.v || !(lk->count.v & RWSEM19_FLAG_WAITERS) == !FIRST_OF(lk->wait_list))
INVARIANT(rwsem_merged, handoff_flag, .name = "HANDOFF flag", .about = "flag", .flag = "count.HANDOFF", .list = "wait_list", .meaning = "while the wait_lock is free, HANDOFF is set only when somebody waits",
	!(lk->count.v & RWSEM19_FLAG_HANDOFF) || lk->wait_lock.v || FIRST_OF(lk->wait_list))
INVARIANT(rwsem_merged, at_rest, .name = "at rest", .meaning = "when all threads have finished, the lock is free and all queues are empty",
	!FINISHED() || lk->wait_lock.v || (!lk->count.v && !lk->osq.tail.v))

/* --- owner ---------------------------------------------------------------------------- */

/* __rwsem_set_reader_owned: owner is the reader's task, in 5.3 with RD_NONSPINNABLE if it came with that. */
PROC(rwsem19_set_reader_owned, struct rwsem19, u32 owner; u32 seen;)
	LOAD(my->seen, lk->owner, relaxed); /* reads the flags of the owner word */
	my->seen &= HAS(rwsem_merged, reader_spinning) ? RWSEM19_RD_NONSPINNABLE : RWSEM19_NONSPINNABLE;
	STORE(lk->owner, my->owner | RWSEM19_READER_OWNED | my->seen, relaxed); /* marks the lock as owned by readers */
END(rwsem19_set_reader_owned)

/* rwsem_set_nonspinnable: both kinds in 5.3. */
PROC(rwsem19_set_nonspinnable, struct rwsem19, u32 owner; u32 flags; u32 old;)
	LOAD(my->owner, lk->owner, relaxed); /* checks whether readers own the lock */
	my->flags = RWSEM19_NONSPINNABLE | (HAS(rwsem_merged, reader_spinning) ? RWSEM19_RD_NONSPINNABLE : 0);
	for (;;) {
		if (!(my->owner & RWSEM19_READER_OWNED) || (my->owner & my->flags))
			RETURN(0);
		CAS(my->old, lk->owner, my->owner, my->owner | my->flags, full); /* ends all spinning on these readers | fails to end it, for the owner word has changed */
		if (my->old == my->owner)
			RETURN(0);
		my->owner = my->old;
	}
END(rwsem19_set_nonspinnable)

/* clear_nonspinnable; clear_wr_nonspinnable of 5.3 */
PROC(rwsem19_clear_nonspinnable, struct rwsem19, u32 owner;)
	LOAD(my->owner, lk->owner, relaxed); /* sees that writers may spin | if NONSPINNABLE: sees that writers must not spin */
	if (my->owner & RWSEM19_NONSPINNABLE)
		FETCH_ANDNOT(my->owner, lk->owner, RWSEM19_NONSPINNABLE, relaxed); /* lets writers spin again */
END(rwsem19_clear_nonspinnable)

/* rwsem_can_spin_on_owner: readers may have gone without a word, so they are no reason not to. */
PROC(rwsem19_can_spin_on_owner, struct rwsem19, u32 nonspinnable; u32 owner;)
	if (NEED_RESCHED())
		RETURN(0);
	if (!HAS(rwsem_merged, preempt_off))
		PREEMPT_DISABLE();
	LOAD(my->owner, lk->owner, relaxed); /* reads who owns the lock */
	if (my->owner & my->nonspinnable)
		my->owner = 0;
	else if ((my->owner & RWSEM19_READER_OWNED) || !RWSEM19_TASK_OF(my->owner))
		my->owner = 1;
	else
		ON_CPU(my->owner, RWSEM19_TASK_OF(my->owner)); /* checks whether the owner is running */
	if (!HAS(rwsem_merged, preempt_off))
		PREEMPT_ENABLE();
	RETURN(my->owner);
END(rwsem19_can_spin_on_owner)

/* rwsem_spin_on_owner: waits while the same writer owns the lock and runs. Returns who owns it then. */
PROC(rwsem19_spin_on_owner, struct rwsem19, u32 nonspinnable; u32 owner; u32 now;)
	LOAD(my->owner, lk->owner, relaxed); /* reads whom to watch */
	if (!(my->owner & (my->nonspinnable | RWSEM19_READER_OWNED)) && RWSEM19_TASK_OF(my->owner)) {
		for (;;) {
			if (HAS(rwsem_merged, reader_spinning)) {
				LOAD(my->now, lk->count, relaxed); /* sees that no handoff was asked for | if HANDOFF: sees HANDOFF and stops spinning */
				if (my->now & RWSEM19_FLAG_HANDOFF)
					RETURN(RWSEM19_OWNER_NONSPINNABLE);
			}
			LOAD(my->now, lk->owner, relaxed); /* checks whether the owner is still the same */
			if (my->now != my->owner)
				break;
			if (NEED_RESCHED())
				RETURN(RWSEM19_OWNER_NONSPINNABLE);
			ON_CPU(my->now, RWSEM19_TASK_OF(my->owner)); /* checks whether the owner is running */
			if (!my->now)
				RETURN(RWSEM19_OWNER_NONSPINNABLE);
			CPU_RELAX();
		}
		my->owner = my->now;
	}
	if (my->owner & my->nonspinnable)
		RETURN(RWSEM19_OWNER_NONSPINNABLE);
	if (my->owner & RWSEM19_READER_OWNED)
		RETURN(RWSEM19_OWNER_READER);
	RETURN(RWSEM19_TASK_OF(my->owner) ? RWSEM19_OWNER_WRITER : RWSEM19_OWNER_NULL);
END(rwsem19_spin_on_owner)

/* --- ways to take the lock --------------------------------------------------------------- */

/* rwsem_try_write_lock_unqueued: lock stealing, past whoever waits in the list. */
PROC(rwsem19_try_write_lock_unqueued, struct rwsem19, u32 count; u32 old;)
	LOAD(my->count, lk->count, relaxed); /* finds the lock free | if WRITER or readers: finds the lock not free | if HANDOFF: finds HANDOFF, which keeps it out */
	for (;;) {
		if (my->count & RWSEM19_LOCK_MASK)
			RETURN(0);
		if ((my->count & RWSEM19_FLAG_HANDOFF) && !FAULT(rwsem_merged, steal_despite_handoff))
			RETURN(0);
		CAS(my->old, lk->count, my->count, my->count | RWSEM19_WRITER_LOCKED, acquire); /* takes the lock as a spinner, past whoever waits | fails to take the lock, for the count has changed */
		if (my->old == my->count)
			break;
		my->count = my->old;
	}
	TAKES_WRITE();
	/* from the flag on, no spinner overtakes the waiters */
	ASSERT(!(my->count & RWSEM19_FLAG_HANDOFF));
	STORE(lk->owner, RWSEM19_TASK(me), relaxed); /* signs as the owner */
	RETURN(1);
END(rwsem19_try_write_lock_unqueued)

/* rwsem_try_read_lock_unqueued (5.3): WAITERS does not stop it. */
PROC(rwsem19_try_read_lock_unqueued, struct rwsem19, u32 count;)
	LOAD(my->count, lk->count, relaxed); /* sees that no writer is in | if WRITER: sees that a writer is in | if HANDOFF: sees that no writer is in, but HANDOFF keeps the lock for the first in the list */
	if (my->count & (RWSEM19_WRITER_LOCKED | RWSEM19_FLAG_HANDOFF))
		RETURN(0);
	FETCH_ADD(my->count, lk->count, RWSEM19_READER_BIAS, acquire); /* adds its reader bias and has the lock | if WRITER or HANDOFF: adds its reader bias, but may not read yet */
	if (my->count & (RWSEM19_WRITER_LOCKED | RWSEM19_FLAG_HANDOFF)) {
		ADD(lk->count, -RWSEM19_READER_BIAS, relaxed); /* takes its reader bias back */
		RETURN(0);
	}
	TAKES_READ();
	DO(rwsem19_set_reader_owned, lk, .owner = RWSEM19_TASK(me));
	RETURN(1);
END(rwsem19_try_read_lock_unqueued)

/* rwsem_try_write_lock: a queued writer, under the wait_lock. Takes the lock, or asks for handoff. */
PROC(rwsem19_try_write_lock, struct rwsem19, u32 wstate; u32 first; u32 count; u32 seen; u32 old;)
	if (HAS(rwsem_merged, handoff_set))
		LIST_FIRST(my->first, lk->wait_list); /* reads who waits first */
	LOAD(my->count, lk->count, relaxed); /* finds the lock free | if WRITER or readers: finds the lock not free */
	for (;;) {
		if (!HAS(rwsem_merged, handoff_set) && (my->count & RWSEM19_FLAG_HANDOFF) && my->wstate == RWSEM19_NOT_FIRST)
			RETURN(0);
		if (HAS(rwsem_merged, handoff_set) && (my->count & RWSEM19_FLAG_HANDOFF)) {
			LOAD(my->seen, lk->waiter[my->first].handoff_set, relaxed); /* sees that HANDOFF is the first waiter's | if 0: sees that HANDOFF is nobody's */
			if (my->seen && my->first != me)
				RETURN(0);
		}
		if (my->count & RWSEM19_LOCK_MASK) {
			if (my->count & RWSEM19_FLAG_HANDOFF)
				RETURN(0);
			if (!(HAS(rwsem_merged, handoff_set) ? THRESHOLD_PASSED(me) : my->wstate == RWSEM19_HANDOFF))
				RETURN(0);
			CAS(my->old, lk->count, my->count, my->count | RWSEM19_FLAG_HANDOFF, acquire); /* asks for handoff, having waited past its threshold | fails to ask for handoff, for the count has changed */
			if (my->old == my->count) {
				if (HAS(rwsem_merged, handoff_set))
					STORE(lk->waiter[my->first].handoff_set, 1, relaxed); /* notes for whom HANDOFF is set */
				RETURN(0);
			}
		} else {
			LIST_COUNT(my->seen, lk->wait_list); /* checks whether it waits alone */
			my->seen = RWSEM19_FLAG_HANDOFF | (my->seen == 1 ? RWSEM19_FLAG_WAITERS : 0);
			CAS(my->old, lk->count, my->count, (my->count | RWSEM19_WRITER_LOCKED) & ~my->seen, acquire); /* takes the lock from its place in the list | fails to take the lock, for the count has changed */
			if (my->old == my->count)
				break;
		}
		my->count = my->old;
	}
	TAKES_WRITE();
	if (HAS(rwsem_merged, handoff_set))
		LIST_DEL(lk->wait_list, me); /* leaves the list, for the lock is its own */
	STORE(lk->owner, RWSEM19_TASK(me), relaxed); /* signs as the owner */
	RETURN(1);
END(rwsem19_try_write_lock)

/* rwsem_optimistic_spin: 1 = got the lock. Readers do it in 5.3 only. */
PROC(rwsem19_optimistic_spin, struct rwsem19, u32 writes; u32 taken; u32 state; u32 before; u32 seen;)
	if (!HAS(rwsem_merged, preempt_off))
		PREEMPT_DISABLE();
	my->before = RWSEM19_OWNER_NULL;
	CALL(my->taken, osq_lock, &lk->osq);
	if (!my->taken)
		goto done;
	for (;;) {
		my->taken = 0;
		CALL(my->state, rwsem19_spin_on_owner, lk, .nonspinnable = my->writes ? RWSEM19_NONSPINNABLE : RWSEM19_RD_NONSPINNABLE);
		if (my->state == RWSEM19_OWNER_NONSPINNABLE)
			break;
		if (my->writes) {
			CALL(my->taken, rwsem19_try_write_lock_unqueued, lk);
		} else {
			CALL(my->taken, rwsem19_try_read_lock_unqueued, lk);
		}
		if (my->taken)
			break;
		/* the time limit for spinning on readers: set when their phase begins, looked at now and then */
		if (my->writes && my->state == RWSEM19_OWNER_READER && my->before != RWSEM19_OWNER_READER) {
			LOAD(my->seen, lk->owner, relaxed); /* checks whether writers may spin */
			if (my->seen & RWSEM19_NONSPINNABLE)
				break;
			LOAD(my->seen, lk->count, relaxed); /* counts the readers and sets its time limit */
			TIMEOUT_START();
		} else if (my->writes && my->state == RWSEM19_OWNER_READER && TIMEOUT_PASSED()) {
			DO(rwsem19_set_nonspinnable, lk);
			break;
		}
		/* a real-time task would leave here too */
		if (my->state != RWSEM19_OWNER_WRITER && NEED_RESCHED())
			break;
		my->before = my->state;
		CPU_RELAX();
	}
	TIMEOUT_STOP();
	DO(osq_unlock, &lk->osq);
done:
	if (!HAS(rwsem_merged, preempt_off))
		PREEMPT_ENABLE();
	RETURN(my->taken);
END(rwsem19_optimistic_spin)

/* --- waking, under the wait_lock and after it --------------------------------------------- */

/* rwsem_mark_wake: picks whom to wake and grants readers the lock. Returns the wake_q. */
PROC(rwsem19_mark_wake, struct rwsem19, u32 type; u32 head; tasks seen; u32 adjustment; u32 woken; u32 next; tasks wake_q; tasks granted;)
	LIST_FIRST(my->head, lk->wait_list); /* reads who waits first */
	LOAD(my->seen, lk->waiter[my->head].type, relaxed); /* sees that the first is a reader | if 0: sees that the first is a writer */
	if (my->seen == RWSEM19_WAITING_FOR_WRITE) {
		if (my->type == RWSEM19_WAKE_ANY) {
			CALL(my->wake_q, wake_q_add, &lk->tasks, .tid = my->head);
		}
		RETURN(my->wake_q);
	}

	/* count the first reader early: then no writer can steal the lock any more */
	if (my->type != RWSEM19_WAKE_READ_OWNED) {
		my->adjustment = RWSEM19_READER_BIAS;
		FETCH_ADD(my->seen, lk->count, my->adjustment, full); /* counts the first reader in | if WRITER: counts the first reader in, but a writer has the lock */
		if (my->seen & RWSEM19_WRITER_LOCKED) {
			if (THRESHOLD_PASSED(my->head)) {
				if (!(my->seen & RWSEM19_FLAG_HANDOFF))
					my->adjustment -= RWSEM19_FLAG_HANDOFF;
				if (HAS(rwsem_merged, handoff_set))
					STORE(lk->waiter[my->head].handoff_set, 1, relaxed); /* notes for whom HANDOFF is set */
			}
			ADD(lk->count, -my->adjustment, relaxed); /* takes the reader back out | takes the reader back out and asks for handoff */
			OTHERWISE(my->adjustment != RWSEM19_READER_BIAS);
			RETURN(0);
		}
		my->next = 0;
		if (HAS(rwsem_merged, reader_spinning))
			LOAD(my->next, lk->waiter[my->head].last_rowner, relaxed); /* reads what the reader found in owner */
		DO(rwsem19_set_reader_owned, lk, .owner = RWSEM19_TASK(my->head) | (my->next & RWSEM19_RD_NONSPINNABLE));
	}

	/* first pass: every reader of the whole list, past the writers (phase-fair) */
	while (my->head) {
		LIST_NEXT(my->next, lk->wait_list, my->head); /* reads who is next in the list */
		LOAD(my->seen, lk->waiter[my->head].type, relaxed); /* sees that this waiter reads | if 0: sees that this waiter writes */
		if (my->seen == RWSEM19_WAITING_FOR_READ) {
			my->woken++;
			LIST_DEL(lk->wait_list, my->head); /* takes the reader off the list */
			my->granted |= (tasks)1 << my->head;
		}
		my->head = my->next;
	}

	my->adjustment = my->woken * RWSEM19_READER_BIAS - my->adjustment;
	LOAD(my->seen, lk->count, relaxed); /* sees that no handoff was asked for | if HANDOFF: sees that a handoff was asked for */
	if (my->seen & RWSEM19_FLAG_HANDOFF)
		my->adjustment -= RWSEM19_FLAG_HANDOFF;
	LIST_FIRST(my->seen, lk->wait_list); /* checks whether anybody waits */
	if (my->seen == 0)
		my->adjustment -= RWSEM19_FLAG_WAITERS;
	if (my->adjustment && !FAULT(rwsem_merged, single_pass))
		ADD(lk->count, my->adjustment, relaxed); /* counts {readers} more in and {flags} | if readers stay: counts no other reader in and {flags} */

	/* second pass: all are counted, so they may come and go */
	while (my->granted) {
		my->head = LOWEST(my->granted);
		my->granted &= ~((tasks)1 << my->head);
		STORE(lk->waiter[my->head].task, 0, release); /* grants the reader the lock */
		CALL(my->seen, wake_q_add, &lk->tasks, .tid = my->head);
		my->wake_q |= my->seen;
	}
	if (my->adjustment && FAULT(rwsem_merged, single_pass))
		ADD(lk->count, my->adjustment, relaxed); /* counts {readers} more in and {flags} (fault: after their grant) */
	RETURN(my->wake_q);
END(rwsem19_mark_wake)

/* rwsem_wake; with READ_OWNED rwsem_downgrade_wake, and what a reader does that stole the lock. */
PROC(rwsem19_wake, struct rwsem19, u32 type; u32 seen; tasks wake_q;)
	SPIN_LOCK(lk->wait_lock); /* locks the wait list | spins for the wait list */
	LIST_FIRST(my->seen, lk->wait_list); /* checks whether anybody waits */
	if (my->seen) {
		CALL(my->wake_q, rwsem19_mark_wake, lk, .type = my->type);
	}
	SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */
	DO(wake_up_q, &lk->tasks, .wake_q = my->wake_q);
END(rwsem19_wake)

/* rwsem_cond_wake_waiter: what a thread does that has just queued up. Returns the wake_q. In 5.3 it stands in
 * both slow paths, and only a reader clears the flag. */
PROC(rwsem19_cond_wake_waiter, struct rwsem19, u32 count; u32 clear; u32 type; tasks wake_q;)
	if (my->count & RWSEM19_WRITER_LOCKED)
		RETURN(0);
	my->type = my->count & RWSEM19_READER_MASK ? RWSEM19_WAKE_READERS : RWSEM19_WAKE_ANY;
	if (my->type == RWSEM19_WAKE_ANY && my->clear)
		DO(rwsem19_clear_nonspinnable, lk);
	CALL(my->wake_q, rwsem19_mark_wake, lk, .type = my->type);
	RETURN(my->wake_q);
END(rwsem19_cond_wake_waiter)

/* rwsem_del_wake_waiter: a killed waiter leaves, and lets the wait_lock go. In 5.3 it stands in both slow paths:
 * a reader wakes nobody, and a writer always; wstate is the writer's. */
PROC(rwsem19_del_wake_waiter, struct rwsem19, u32 wstate; u32 reads; u32 first; u32 seen; tasks wake_q;)
	my->first = !my->reads;
	if (HAS(rwsem_merged, handoff_set)) {
		LIST_FIRST(my->seen, lk->wait_list); /* checks whether it waits first */
		my->first = my->seen == me && !FAULT(rwsem_merged, silent_abort);
	}
	LIST_DEL(lk->wait_list, me); /* gives up and leaves the list */
	if (!HAS(rwsem_merged, handoff_set) && my->wstate == RWSEM19_HANDOFF)
		ADD(lk->count, -RWSEM19_FLAG_HANDOFF, relaxed); /* takes its request for handoff back */
	LIST_FIRST(my->seen, lk->wait_list); /* checks whether anybody waits */
	if (my->seen == 0) {
		my->seen = RWSEM19_FLAG_WAITERS | RWSEM19_FLAG_HANDOFF;
		if (!HAS(rwsem_merged, handoff_set) && !my->reads && !FAULT(rwsem_merged, mend_clear_handoff))
			my->seen = RWSEM19_FLAG_WAITERS;
		FETCH_ANDNOT(my->seen, lk->count, my->seen, relaxed); /* {flags}, for the list is empty */
	} else if (my->first) {
		CALL(my->wake_q, rwsem19_mark_wake, lk, .type = RWSEM19_WAKE_ANY);
	}
	SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */
	DO(wake_up_q, &lk->tasks, .wake_q = my->wake_q);
END(rwsem19_del_wake_waiter)

/* What each slow path writes on its waiter, which nobody else sees yet. */
PROC(rwsem19_fill_waiter, struct rwsem19, u32 type; u32 last;)
	STORE(lk->waiter[me].task, me, relaxed); /* writes its name on its waiter */
	STORE(lk->waiter[me].type, my->type, relaxed); /* notes what it waits for */
	if (HAS(rwsem_merged, handoff_set))
		STORE(lk->waiter[me].handoff_set, 0, relaxed); /* notes that HANDOFF is not set for it */
	else
		STORE(lk->waiter[me].last_rowner, my->last, relaxed); /* notes whom it found as the owner */
	THRESHOLD_START();
END(rwsem19_fill_waiter)

/* Its waiter lived on the stack. */
PROC(rwsem19_drop_waiter, struct rwsem19,)
	THRESHOLD_STOP();
	OUT_OF_SCOPE(lk->waiter[me].task);
	OUT_OF_SCOPE(lk->waiter[me].type);
	OUT_OF_SCOPE(lk->waiter[me].handoff_set);
	OUT_OF_SCOPE(lk->waiter[me].last_rowner);
END(rwsem19_drop_waiter)

/* --- the slow path of readers ---------------------------------------------------------------- */

/* How a reader of 5.3 tries before it queues up: 0 = in vain, its bias is taken back; 1 = it has the lock;
 * 2 = it must not spin, its bias is still in the count. */
PROC(rwsem19_spin_to_read, struct rwsem19, u32 last; u32 seen;)
	CALL(my->seen, rwsem19_can_spin_on_owner, lk, .nonspinnable = RWSEM19_RD_NONSPINNABLE);
	if (!my->seen || FAULT(rwsem_merged, mend_no_reader_spin))
		RETURN(2);
	ADD(lk->count, -RWSEM19_READER_BIAS, relaxed); /* takes its reader bias back */
	CALL(my->seen, rwsem19_optimistic_spin, lk, .writes = 0);
	if (my->seen) {
		LOAD(my->seen, lk->count, relaxed); /* sees that nobody waits | if WAITERS: sees that others wait */
		if (my->seen & RWSEM19_FLAG_WAITERS)
			DO(rwsem19_wake, lk, .type = RWSEM19_WAKE_READ_OWNED);
		RETURN(1);
	}
	/* rwsem_reader_phase_trylock: other readers have taken the lock since it came, so it may join them */
	LOAD(my->seen, lk->owner, relaxed); /* checks whether readers own the lock */
	if (!(my->seen & RWSEM19_READER_OWNED) || RWSEM19_TASK_OF(my->seen) == RWSEM19_TASK_OF(my->last))
		RETURN(0);
	CALL(my->seen, rwsem19_try_read_lock_unqueued, lk);
	RETURN(my->seen);
END(rwsem19_spin_to_read)

/* How a reader of 6.12 tries: 1 = the bias of its fast path has become the lock. count is what that left. */
PROC(rwsem19_steal_to_read, struct rwsem19, u32 count; u32 owner;)
	LOAD(my->owner, lk->owner, relaxed); /* checks whether readers own the lock */
	if ((my->owner & RWSEM19_READER_OWNED) && my->count >> RWSEM19_READER_SHIFT > 1 && !(my->count & RWSEM19_WRITER_LOCKED))
		RETURN(0);
	if ((my->count & RWSEM19_WRITER_LOCKED) && !FAULT(rwsem_merged, steal_from_writer))
		RETURN(0);
	if (my->count & RWSEM19_FLAG_HANDOFF)
		RETURN(0);
	TAKES_READ();
	DO(rwsem19_set_reader_owned, lk, .owner = RWSEM19_TASK(me));
	if (my->count >> RWSEM19_READER_SHIFT == 1 && (my->count & RWSEM19_FLAG_WAITERS))
		DO(rwsem19_wake, lk, .type = RWSEM19_WAKE_READ_OWNED);
	RETURN(1);
END(rwsem19_steal_to_read)

/* The wait of a queued reader: until it is granted the lock, or killed. Then the wait_lock is locked. */
PROC(rwsem19_await_grant, struct rwsem19, u32 state; u32 seen;)
	for (;;) {
		SET_STATE(my->state); /* marks itself as sleeping */
		LOAD(my->seen, lk->waiter[me].task, acquire); /* sees that it has not been granted the lock yet | if nobody: sees that it has been granted the lock */
		if (my->seen == 0)
			break;
		if (SIGNAL_PENDING(my->state)) {
			SPIN_LOCK(lk->wait_lock); /* locks the wait list | spins for the wait list */
			LOAD(my->seen, lk->waiter[me].task, relaxed); /* checks whether it has been granted the lock */
			if (my->seen)
				RETURN(-RWSEM19_EINTR);
			TAKES_READ();
			SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */
			break;
		}
		if (HAS(rwsem_merged, preempt_off))
			PREEMPT_ENABLE_NO_RESCHED();
		SCHEDULE(); /* sleeps until it is granted the lock | wakes up */
		if (HAS(rwsem_merged, preempt_off))
			PREEMPT_DISABLE();
	}
	TAKES_READ();
	SET_STATE(RUNNING); /* marks itself as awake and reads */
END(rwsem19_await_grant)

/* rwsem_down_read_slowpath. The bias of the fast path is still in the count, which it left as count. */
PROC(rwsem19_down_read_slowpath, struct rwsem19, u32 state; u32 count; u32 adjustment; u32 last; u32 killed; tasks seen;)
	my->adjustment = -RWSEM19_READER_BIAS;
	if (HAS(rwsem_merged, reader_spinning)) {
		LOAD(my->last, lk->owner, relaxed); /* reads who owns the lock */
		if (!(my->last & RWSEM19_READER_OWNED))
			my->last &= RWSEM19_RD_NONSPINNABLE;
		CALL(my->seen, rwsem19_spin_to_read, lk, .last = my->last);
		if (my->seen == 0)
			my->adjustment = 0;
	}
	if (HAS(rwsem_merged, reader_stealing))
		CALL(my->seen, rwsem19_steal_to_read, lk, .count = my->count);
	if (my->seen == 1)
		goto out;

	DO(rwsem19_fill_waiter, lk, .type = RWSEM19_WAITING_FOR_READ, .last = my->last);
	SPIN_LOCK(lk->wait_lock); /* locks the wait list | spins for the wait list */
	LIST_FIRST(my->seen, lk->wait_list); /* checks whether anybody waits */
	if (my->seen == 0) {
		if (my->adjustment) {
			LOAD(my->seen, lk->count, acquire); /* sees that no writer is in | if WRITER: sees that a writer is in */
			if (!(my->seen & (RWSEM19_WRITER_LOCKED | (HAS(rwsem_merged, reader_spinning) ? RWSEM19_FLAG_HANDOFF : 0)))) {
				TAKES_READ();
				SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */
				DO(rwsem19_set_reader_owned, lk, .owner = RWSEM19_TASK(me));
				goto out;
			}
		}
		my->adjustment += RWSEM19_FLAG_WAITERS;
	}
	LIST_ADD(lk->wait_list, me); /* stands last in the wait list */
	if (my->adjustment)
		ADD_RETURN(my->count, lk->count, my->adjustment, full); /* takes its reader bias back and {flags} | if readers stay: {flags} */
	else
		LOAD(my->count, lk->count, relaxed); /* checks who holds the lock */
	/* a reader of 5.3 joins other readers only if it is the first to wait */
	my->seen = 0;
	if (HAS(rwsem_merged, handoff_set) || !(my->count & RWSEM19_READER_MASK) || (my->adjustment & RWSEM19_FLAG_WAITERS))
		CALL(my->seen, rwsem19_cond_wake_waiter, lk, .count = my->count, .clear = 1);
	SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */
	DO(wake_up_q, &lk->tasks, .wake_q = my->seen);

	CALL(my->seen, rwsem19_await_grant, lk, .state = my->state);
	if (my->seen) {
		DO(rwsem19_del_wake_waiter, lk, .reads = 1);
		SET_STATE(RUNNING); /* marks itself as awake, on its way out, for it has been killed */
		my->killed = -RWSEM19_EINTR;
	}
out:
	DO(rwsem19_drop_waiter, lk);
	RETURN(my->killed);
END(rwsem19_down_read_slowpath)

/* --- the slow path of writers ---------------------------------------------------------------- */

/* The inner loop of a queued writer of 5.3: until it is worth while to try again, or it is killed.
 * Returns its state, which it notes without the wait_lock. */
PROC(rwsem19_await_turn, struct rwsem19, u32 state; u32 wstate; u32 seen;)
	for (;;) {
		if (SIGNAL_PENDING(my->state))
			RETURN(RWSEM19_KILLED);
		SCHEDULE(); /* sleeps until an unlock wakes it | wakes up */
		SET_STATE(my->state); /* marks itself as sleeping */
		if (my->wstate == RWSEM19_HANDOFF)
			RETURN(RWSEM19_HANDOFF);
		if (my->wstate == RWSEM19_NOT_FIRST) {
			LIST_FIRST(my->seen, lk->wait_list); /* checks whether it waits first */
			if (my->seen == me)
				my->wstate = RWSEM19_FIRST;
		}
		LOAD(my->seen, lk->count, relaxed); /* finds the lock free | if WRITER or readers: finds the lock not free */
		if (!(my->seen & RWSEM19_LOCK_MASK))
			RETURN(my->wstate);
		if (my->wstate == RWSEM19_FIRST && THRESHOLD_PASSED(me))
			RETURN(RWSEM19_HANDOFF);
	}
END(rwsem19_await_turn)

/* A queued writer of 6.12 waits once. Whoever HANDOFF is set for watches the owner first. */
PROC(rwsem19_await_once, struct rwsem19, u32 state; u32 seen;)
	if (SIGNAL_PENDING(my->state))
		RETURN(RWSEM19_KILLED);
	LOAD(my->seen, lk->waiter[me].handoff_set, relaxed); /* sees that HANDOFF is set for it | if 0: sees that HANDOFF is not set for it */
	if (my->seen) {
		CALL(my->seen, rwsem19_spin_on_owner, lk, .nonspinnable = RWSEM19_NONSPINNABLE);
		if (my->seen == RWSEM19_OWNER_NULL)
			RETURN(0);
	}
	PREEMPT_ENABLE_NO_RESCHED();
	SCHEDULE(); /* sleeps until an unlock wakes it | wakes up */
	PREEMPT_DISABLE();
	SET_STATE(my->state); /* marks itself as sleeping */
END(rwsem19_await_once)

/* rwsem_down_write_slowpath. Nothing is to be undone: the fast path left no trace. */
PROC(rwsem19_down_write_slowpath, struct rwsem19, u32 state; u32 wstate; u32 disable; tasks seen;)
	CALL(my->seen, rwsem19_can_spin_on_owner, lk, .nonspinnable = RWSEM19_NONSPINNABLE);
	if (my->seen)
		CALL(my->seen, rwsem19_optimistic_spin, lk, .writes = 1);
	if (my->seen)
		RETURN(0);

	if (HAS(rwsem_merged, reader_spinning)) {
		LOAD(my->disable, lk->owner, relaxed); /* sees that spinning is allowed | if NONSPINNABLE or RD_NONSPINNABLE: sees that spinning is forbidden */
		my->disable &= RWSEM19_NONSPINNABLE | RWSEM19_RD_NONSPINNABLE;
	}
	DO(rwsem19_fill_waiter, lk, .type = RWSEM19_WAITING_FOR_WRITE);
	SPIN_LOCK(lk->wait_lock); /* locks the wait list | spins for the wait list */
	LIST_ADD(lk->wait_list, me); /* stands last in the wait list */
	LIST_FIRST(my->seen, lk->wait_list); /* checks whether it waits first */
	my->wstate = my->seen == me ? RWSEM19_FIRST : RWSEM19_NOT_FIRST;
	if (my->seen == me) {
		FETCH_OR(my->seen, lk->count, RWSEM19_FLAG_WAITERS, relaxed); /* sets the WAITERS flag, for it is the first in the list */
	} else {
		LOAD(my->seen, lk->count, relaxed); /* checks who holds the lock */
		CALL(my->seen, rwsem19_cond_wake_waiter, lk, .count = (u32)my->seen, .clear = HAS(rwsem_merged, handoff_set));
		if (my->seen) {
			SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */
			DO(wake_up_q, &lk->tasks, .wake_q = my->seen);
			SPIN_LOCK(lk->wait_lock); /* locks the wait list | spins for the wait list */
		}
	}

	if (HAS(rwsem_merged, handoff_set))
		my->wstate = 0;
	SET_STATE(my->state); /* marks itself as sleeping */
	for (;;) {
		CALL(my->seen, rwsem19_try_write_lock, lk, .wstate = my->wstate);
		if (my->seen)
			break;
		SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */
		if (HAS(rwsem_merged, handoff_set))
			CALL(my->seen, rwsem19_await_once, lk, .state = my->state);
		else
			CALL(my->seen, rwsem19_await_turn, lk, .state = my->state, .wstate = my->wstate);
		if (my->seen == RWSEM19_KILLED)
			goto out_nolock;
		my->wstate = (u32)my->seen;
		SPIN_LOCK(lk->wait_lock); /* locks the wait list | spins for the wait list */
	}
	SET_STATE(RUNNING); /* marks itself as awake and writes */
	if (!HAS(rwsem_merged, handoff_set))
		LIST_DEL(lk->wait_list, me); /* leaves the list, for the lock is its own */
	if (my->disable)
		FETCH_OR(my->seen, lk->owner, RWSEM19_RD_NONSPINNABLE, relaxed); /* keeps readers from spinning on it */
	SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */
	my->seen = 0;
	goto left;

out_nolock:
	SET_STATE(RUNNING); /* marks itself as awake, on its way out, for it has been killed */
	SPIN_LOCK(lk->wait_lock); /* locks the wait list | spins for the wait list */
	DO(rwsem19_del_wake_waiter, lk, .wstate = my->wstate);
	my->seen = -RWSEM19_EINTR;
left:
	DO(rwsem19_drop_waiter, lk);
	RETURN(my->seen);
END(rwsem19_down_write_slowpath)

/* --- the entries --------------------------------------------------------------------------------- */

/* __down_read, __down_read_killable. In 6.12 each entry runs with preemption off, but for
 * the sleep. It is turned off behind the first access here, which is the same: nothing comes between the two. */
PROC(rwsem19_down_read, struct rwsem19, u32 state; u32 count;)
	ADD_RETURN(my->count, lk->count, RWSEM19_READER_BIAS, acquire); /* adds its reader bias and has the lock | adds its reader bias, but may not read yet */
	OTHERWISE(my->count & RWSEM19_READ_FAILED_MASK);
	if (HAS(rwsem_merged, preempt_off))
		PREEMPT_DISABLE();
	if (my->count & RWSEM19_READ_FAILED_MASK) {
		CALL(my->count, rwsem19_down_read_slowpath, lk, .state = my->state, .count = my->count);
	} else {
		TAKES_READ();
		DO(rwsem19_set_reader_owned, lk, .owner = RWSEM19_TASK(me));
		my->count = 0;
	}
	if (HAS(rwsem_merged, preempt_off))
		PREEMPT_ENABLE();
	RETURN(my->count);
END(rwsem19_down_read)

/* __down_write, __down_write_killable */
PROC(rwsem19_down_write, struct rwsem19, u32 state; u32 seen;)
	CAS(my->seen, lk->count, 0, RWSEM19_WRITER_LOCKED, acquire); /* takes the free lock at once | fails to take the lock at once */
	if (HAS(rwsem_merged, preempt_off))
		PREEMPT_DISABLE();
	if (my->seen) {
		CALL(my->seen, rwsem19_down_write_slowpath, lk, .state = my->state);
	} else {
		TAKES_WRITE();
		STORE(lk->owner, RWSEM19_TASK(me), relaxed); /* signs as the owner */
	}
	if (HAS(rwsem_merged, preempt_off))
		PREEMPT_ENABLE();
	RETURN(my->seen);
END(rwsem19_down_write)

/* __up_read */
PROC(rwsem19_up_read, struct rwsem19, u32 count;)
	ADD_RETURN(my->count, lk->count, -RWSEM19_READER_BIAS, release); /* takes its reader bias out | takes its reader bias out as the last, and others wait */
	OTHERWISE((my->count & (RWSEM19_LOCK_MASK | RWSEM19_FLAG_WAITERS)) == RWSEM19_FLAG_WAITERS);
	if (HAS(rwsem_merged, preempt_off))
		PREEMPT_DISABLE();
	GIVES();
	if ((my->count & (RWSEM19_LOCK_MASK | RWSEM19_FLAG_WAITERS)) == RWSEM19_FLAG_WAITERS) {
		DO(rwsem19_clear_nonspinnable, lk);
		DO(rwsem19_wake, lk, .type = RWSEM19_WAKE_ANY);
	}
	if (HAS(rwsem_merged, preempt_off))
		PREEMPT_ENABLE();
END(rwsem19_up_read)

/* __up_write */
PROC(rwsem19_up_write, struct rwsem19, u32 count;)
	STORE(lk->owner, 0, relaxed); /* signs off, still holding the lock */
	if (HAS(rwsem_merged, preempt_off))
		PREEMPT_DISABLE();
	FETCH_ADD(my->count, lk->count, -RWSEM19_WRITER_LOCKED, release); /* frees the lock, and nobody waits | frees the lock, and others wait */
	OTHERWISE(my->count & RWSEM19_FLAG_WAITERS);
	GIVES();
	if (my->count & RWSEM19_FLAG_WAITERS)
		DO(rwsem19_wake, lk, .type = RWSEM19_WAKE_ANY);
	if (HAS(rwsem_merged, preempt_off))
		PREEMPT_ENABLE();
END(rwsem19_up_write)

/* __downgrade_write */
PROC(rwsem19_downgrade_write, struct rwsem19, u32 count;)
	FETCH_ADD(my->count, lk->count, RWSEM19_READER_BIAS - RWSEM19_WRITER_LOCKED, release); /* turns from the writer into a reader */
	if (HAS(rwsem_merged, preempt_off))
		PREEMPT_DISABLE();
	TAKES_READ();
	DO(rwsem19_set_reader_owned, lk, .owner = RWSEM19_TASK(me));
	if (my->count & RWSEM19_FLAG_WAITERS)
		DO(rwsem19_wake, lk, .type = RWSEM19_WAKE_READ_OWNED);
	if (HAS(rwsem_merged, preempt_off))
		PREEMPT_ENABLE();
END(rwsem19_downgrade_write)

/* The workload. A killed thread ends after the call that it is in, or after its round. */
PROC(rwsem19_worker, struct rwsem19, u32 rounds; u32 ret;)
	while (my->rounds && !FATAL_SIGNAL()) {
		my->rounds--;
		if (MY_ROLE() == RWSEM19_READS || MY_ROLE() == RWSEM19_READS_KILLABLY) {
			CALL(my->ret, rwsem19_down_read, lk, .state = MY_ROLE() == RWSEM19_READS ? UNINTERRUPTIBLE : KILLABLE);
			if (my->ret)
				break;
			HOLD_READ();
			CRITICAL(); /* reads under the lock */
			UNHOLD();
			DO(rwsem19_up_read, lk);
			continue;
		}
		CALL(my->ret, rwsem19_down_write, lk, .state = MY_ROLE() == RWSEM19_WRITES_KILLABLY ? KILLABLE : UNINTERRUPTIBLE);
		if (my->ret)
			break;
		HOLD_WRITE();
		CRITICAL(); /* writes under the lock */
		if (MY_ROLE() == RWSEM19_DOWNGRADES) {
			DOWNGRADE();
			DO(rwsem19_downgrade_write, lk);
			HOLD_READ();
			CRITICAL(); /* goes on as a reader */
			UNHOLD();
			DO(rwsem19_up_read, lk);
			continue;
		}
		UNHOLD();
		DO(rwsem19_up_write, lk);
	}
END(rwsem19_worker)
