/* SPDX-License-Identifier: MIT */
/*
 * rwsem: the readers-writer semaphore of the 2017 series (v6), before patch 07 and
 * with it. Source: "[PATCH v6 07/11] locking/rwsem: Implement lock handoff to prevent lock
 * starvation" of 11 October 2017 (kernel/locking/rwsem-xadd.c and .h); the lines between
 * its hunks are inferred from Linux 4.14, downgrade_write among them, and from what was merged in 2019.
 *
 *   count   bit 0      WRITER   a writer holds the lock
 *           bit 1      WAITERS  the wait list is not empty
 *           bit 2      HANDOFF  nobody but the first waiter may take it (patch 07)
 *           bits 8-31  readers that hold the lock or try to
 *   owner   0 nobody, T writer T, READERS the last to take it were readers
 *   osq     0 no spinner, else the last spinner in the queue
 *
 *   0                           free, nobody waits: the only value that the writer's
 *                               fast path takes
 *   WAITERS                     free, and yet somebody waits: whoever comes first
 *                               takes it, a spinner before the sleeper (stealing)
 *   WAITERS HANDOFF             free for the first waiter alone
 *   WRITER [WAITERS] [HANDOFF]  a writer is in
 *   readers                     readers are in, more may join
 *   readers WAITERS             readers are in, newcomers must queue. Or nobody is in,
 *                               and a reader that failed has yet to take its bias back
 *
 * wait_lock guards the wait list, both flags with it (but for one lockless OR, see
 * rwsem17_down_write_failed), the granting of readers and the taking by queued
 * writers. It does not guard fast paths, spinners and owner.
 *
 * `adjustment` is what one atomic addition does to several fields at once.
 */
#include "rwsem.h"

LOCK(rwsem, struct rwsem17, .worker = rwsem_worker, .kernel = true,
	.title = "rwsem of 2017", .family = "Readers-writer semaphore",
	.purpose = LS_TOLD("Many readers share it, a writer has it alone; those who wait sleep."),
	.source = "rwsem series v6 of October 2017, patch 07/11: kernel/locking/rwsem-xadd.c",
	.env = 1 << LS_ENV_PREEMPT | 1 << LS_ENV_RUN | 1 << LS_ENV_THRESHOLD | 1 << LS_ENV_KILL)
USES(osq)
USES(wake_q)

VARIANT(rwsem, v6, .name = "rwsem", .title = "2017 series v6, before patch 07")
VARIANT(rwsem, handoff, .name = "rwsem-handoff", .title = "2017 series v6, with patch 07: lock handoff", .has = handoff)

SWITCH(rwsem, blind_steal, .title = "a spinner writes the count without comparing it",
	.verdict = LS_VIOLATED, .invariant = "mutual exclusion", .shown_by = "rwsem --threads WWR")
SWITCH(rwsem, keep_bias, .title = "a reader that queues up leaves its bias in the count",
	.verdict = LS_LOST_WAKEUP, .shown_by = "rwsem --threads WWR")
SWITCH(rwsem, no_recheck, .title = "a queued reader checks for its grant before it marks itself as sleeping",
	.verdict = LS_LOST_WAKEUP, .shown_by = "rwsem --threads WR")
SWITCH(rwsem, waiters_stay, .title = "granting the last readers leaves WAITERS set",
	.verdict = LS_VIOLATED, .invariant = "WAITERS flag", .shown_by = "rwsem --threads WR")
SWITCH(rwsem, no_undo, .title = "a reader counted in too early is not taken out again",
	.verdict = LS_VIOLATED, .invariant = "at rest", .shown_by = "rwsem --threads WWR")
SWITCH(rwsem, silent_abort, .title = "a killed writer leaves the list without waking the next",
	.verdict = LS_LOST_WAKEUP, .shown_by = "rwsem --threads WKR --budget k1")
SWITCH(rwsem, steal_despite_handoff, .with = handoff, .title = "a spinner steals the lock although HANDOFF is set",
	.verdict = LS_BUGGED, .shown_by = "rwsem-handoff --threads 2 --rounds 3 --budget p1,x1")
SWITCH(rwsem, abort_keeps_handoff, .with = handoff, .title = "the last waiter is killed and leaves HANDOFF set",
	.verdict = LS_VIOLATED, .invariant = "HANDOFF flag", .shown_by = "rwsem-handoff --threads WK --budget p2,x1,k1")
SWITCH(rwsem, mend_grant_first, .title = "fixed as in 2019: a reader is granted the lock before it is put on the wake list",
	.verdict = LS_OK, .shown_by = "rwsem --threads WWR --rounds 2")
SWITCH(rwsem, mend_two_pass, .title = "fixed as in 2019: readers are counted first and granted after",
	.verdict = LS_OK, .shown_by = "rwsem --threads DRW")
SWITCH(rwsem, mend_no_shortcut, .title = "fixed as in 2019: an unlock wakes even if somebody spins",
	.verdict = LS_OK, .shown_by = "rwsem-handoff --threads WWR --rounds 2 --budget x1 --switch mend_grant_first")
SWITCH(rwsem, mend_try_asks, .with = handoff, .title = "fixed as in 2019: a failed try asks for handoff",
	.verdict = LS_OK, .shown_by = "rwsem-handoff --threads 2 --rounds 3 --budget p1,x1")
SWITCH(rwsem, mend_acquire, .title = "fixed as in 2019: a reader that waits looks for its grant with acquire",
	.verdict = LS_OK, .shown_by = "rwsem --threads WR")

C_NAMES(lk = sem, STATE = int, ASSERT = LOCKSTEP_WARN_ON, THRESHOLD = timeout, THRESHOLD_START = RWSEM_WAIT_TIMEOUT, rwsem17 = rw_semaphore, rwsem17_ = rwsem_, rwsem17_mark_wake = __rwsem_mark_wake,
	rwsem17_down_read = __down_read, rwsem17_down_write = __down_write, rwsem17_up_read = __up_read, rwsem17_up_write = __up_write,
	rwsem17_downgrade_write = __downgrade_write,
	rwsem17_down_read_failed = __rwsem_down_read_failed_common, rwsem17_down_write_failed = __rwsem_down_write_failed_common)

WORD(rwsem17, count, .kind = LS_KIND_BITS, .c_type = "atomic_t", .line = "lock",
	.meaning = "who is in, and what newcomers must know of those who wait",
	.field = { { "WRITER", 0, 1, LS_FIELD_FLAG }, { "WAITERS", 1, 1, LS_FIELD_FLAG }, { "HANDOFF", 2, 1, LS_FIELD_FLAG },
		{ "reserved", 3, 5, LS_FIELD_RESERVED }, { "readers", RWSEM_READER_SHIFT, 24, LS_FIELD_COUNT } })
WORD(rwsem17, owner, .kind = LS_KIND_BITS, .c_type = "struct task_struct *", .c_tasks = RWSEM_READER_OWNED, .line = "lock",
	.meaning = "the writer that holds the lock, or READERS: a hint for spinners, which readers leave behind",
	.field = { { "writer", 0, 5, LS_FIELD_TID }, { "READERS", 5, 1, LS_FIELD_FLAG } })
WORD(rwsem17, wait_lock, .kind = LS_KIND_SPINLOCK, .c_irq = rwsem17_wake | rwsem17_downgrade_wake, .line = "lock",
	.meaning = "guards the wait list, its flags and the granting of readers")
WORD(rwsem17, wait_list, .kind = LS_KIND_LIST, .line = "lock", .meaning = "the sleepers, first come first served")
WORD(rwsem_waiter, task, .kind = LS_KIND_TID, .sign = LS_SIGN_HANDOFF, .line = "waiter",
	.meaning = "who waits; cleared when a reader is granted the lock")
WORD(rwsem_waiter, type, .kind = LS_KIND_FLAG, .line = "waiter", .meaning = "1 waits to read, 0 waits to write")

QUEUE(rwsem, .kind = "list", .title = "wait list", .list = "wait_list")
QUEUE(rwsem, .kind = "mcs", .title = "spinners", .tail = "osq", .next = "next", .ready = "locked", .prev = "prev")
QUEUE(rwsem, .kind = "owner", .title = "owner", .word = "owner")

ROLE(rwsem, RWSEM_WRITES, .letter = 'W', .title = "writer")
ROLE(rwsem, RWSEM_READS, .letter = 'R', .title = "reader")
ROLE(rwsem, RWSEM_DOWNGRADES, .letter = 'D', .title = "downgrader: writes, then downgrades and reads on")
ROLE(rwsem, RWSEM_WRITES_KILLABLY, .letter = 'K', .title = "killable writer: may be killed while it waits")
ROLE(rwsem, RWSEM_READS_KILLABLY, .letter = 'Q', .title = "killable reader: may be killed while it waits")

INVARIANT(rwsem, exclusion, .name = "mutual exclusion", .about = "holders", .meaning = "one writer is in, or any number of readers, never both",
	WRITERS() <= 1 && !(WRITERS() && READERS()))
INVARIANT(rwsem, reserved, .name = "reserved bits", .meaning = "no addition carries into the reserved bits",
	!(lk->count.v & RWSEM_RESERVED_BITS))
INVARIANT(rwsem, one_head, .name = "one head", .meaning = "only the head of the spinner queue watches the owner or tries to steal",
	COUNT(t, INSIDE(t, rwsem17_spin_on_owner) || INSIDE(t, rwsem17_try_write_lock_unqueued)) <= (lk->osq.tail.v != 0))
INVARIANT(rwsem, reader_count, .name = "reader count", .meaning = "while the wait_lock is free, the number of readers is not below 0",
	lk->wait_lock.v || (s32)lk->count.v >= 0)
INVARIANT(rwsem, counted, .name = "holders counted", .meaning = "while the wait_lock is free, whoever holds the lock is counted in",
	lk->wait_lock.v || (WRITERS() <= (lk->count.v & RWSEM_WRITER_LOCKED) && READERS() <= lk->count.v >> RWSEM_READER_SHIFT))
INVARIANT(rwsem, waiters_flag, .name = "WAITERS flag", .about = "flag", .flag = "count.WAITERS", .list = "wait_list",
	.meaning = "while the wait_lock is free, WAITERS is set exactly when the wait list is not empty",
	lk->wait_lock.v || !(lk->count.v & RWSEM_FLAG_WAITERS) == !FIRST_OF(lk->wait_list))
INVARIANT(rwsem, handoff_flag, .name = "HANDOFF flag", .about = "flag", .flag = "count.HANDOFF", .list = "wait_list",
	.meaning = "while the wait_lock is free, HANDOFF is set only when somebody waits; never before patch 07",
	!(lk->count.v & RWSEM_FLAG_HANDOFF) || (FEATURE(rwsem, handoff) && (lk->wait_lock.v || FIRST_OF(lk->wait_list))))
INVARIANT(rwsem, at_rest, .name = "at rest", .meaning = "when all threads have finished, the lock is free and all queues are empty",
	!FINISHED() || lk->wait_lock.v || (!lk->count.v && !lk->osq.tail.v))

/* --- owner ---------------------------------------------------------------------------- */

/* rwsem_set_reader_owned: writes only if it must, to spare the cache line. */
PROC(rwsem17_set_reader_owned, struct rwsem17, u32 owner;)
	LOAD(my->owner, lk->owner, relaxed); /* finds the lock not yet marked as owned by readers | if READERS: finds the lock already marked as owned by readers */
	if (my->owner != RWSEM_READER_OWNED)
		STORE(lk->owner, RWSEM_READER_OWNED, relaxed); /* marks the lock as owned by readers */
END(rwsem17_set_reader_owned)

/* rwsem_can_spin_on_owner */
PROC(rwsem17_can_spin_on_owner, struct rwsem17, u32 owner;)
	if (NEED_RESCHED())
		RETURN(0);
	LOAD(my->owner, lk->owner, relaxed); /* reads who owns the lock, before it spins */
	if (my->owner == 0 || my->owner == RWSEM_READER_OWNED)
		RETURN(my->owner == 0);
	ON_CPU(my->owner, my->owner); /* checks whether the owner is running */
	RETURN(my->owner);
END(rwsem17_can_spin_on_owner)

/* rwsem_spin_on_owner: 0 = stop spinning. */
PROC(rwsem17_spin_on_owner, struct rwsem17, u32 owner; u32 now;)
	LOAD(my->owner, lk->owner, relaxed); /* reads whom to watch */
	if (my->owner != 0 && my->owner != RWSEM_READER_OWNED) {
		for (;;) {
			LOAD(my->now, lk->owner, relaxed); /* checks whether the owner is still the same */
			if (my->now != my->owner)
				break;
			ON_CPU(my->now, my->owner); /* checks whether the owner is running */
			if (!my->now || NEED_RESCHED())
				RETURN(0);
			CPU_RELAX();
		}
	}
	LOAD(my->owner, lk->owner, relaxed); /* sees that readers do not own the lock | if READERS: sees that readers own the lock now */
	RETURN(my->owner != RWSEM_READER_OWNED);
END(rwsem17_spin_on_owner)

/* --- two ways for a writer to take the lock --------------------------------------------- */

/* rwsem_try_write_lock_unqueued: lock stealing, past whoever waits in the list. */
PROC(rwsem17_try_write_lock_unqueued, struct rwsem17, u32 count; u32 old;)
	LOAD(my->count, lk->count, relaxed); /* finds the lock free | if WRITER or readers: finds the lock not free | if HANDOFF: finds the lock free, but HANDOFF keeps it for the first in the list */
	for (;;) {
		if (my->count & RWSEM_LOCK_MASK)
			RETURN(0);
		if ((my->count & RWSEM_FLAG_HANDOFF) && !FAULT(rwsem, steal_despite_handoff))
			RETURN(0);
		if (FAULT(rwsem, blind_steal)) {
			STORE(lk->count, my->count + RWSEM_WRITER_LOCKED, relaxed); /* takes the lock (fault: without comparing) */
			break;
		}
		CAS(my->old, lk->count, my->count, my->count + RWSEM_WRITER_LOCKED, acquire); /* takes the lock as a spinner, ahead of any waiter | fails to take the lock, for the count has changed */
		if (my->old == my->count)
			break;
		my->count = my->old;
		CPU_RELAX();
	}
	TAKES_WRITE();
	/* from the flag on, no spinner overtakes the first waiter */
	ASSERT(!(my->count & RWSEM_FLAG_HANDOFF));
	STORE(lk->owner, me, relaxed); /* signs as the owner */
	RETURN(1);
END(rwsem17_try_write_lock_unqueued)

/* rwsem_try_write_lock: a queued writer, under the wait_lock. A stale count just fails. */
PROC(rwsem17_try_write_lock, struct rwsem17, u32 count; u32 first; u32 waiters; u32 old;)
	if (my->count & RWSEM_LOCK_MASK)
		RETURN(0);
	if (HAS(rwsem, handoff) && !my->first && (my->count & RWSEM_FLAG_HANDOFF))
		RETURN(0);
	LIST_COUNT(my->waiters, lk->wait_list); /* checks whether it waits alone */
	my->waiters = my->waiters == 1 ? RWSEM_FLAG_WAITERS : 0;
	CAS(my->old, lk->count, my->count, my->count + RWSEM_WRITER_LOCKED - my->waiters - (my->count & RWSEM_FLAG_HANDOFF), acquire); /* takes the lock from its place in the list | fails to take the lock, for the count has changed */
	if (my->old != my->count) {
		if (FAULT(rwsem, mend_try_asks) && my->first && THRESHOLD_PASSED(me))
			FETCH_OR(my->old, lk->count, RWSEM_FLAG_HANDOFF, relaxed); /* asks for handoff (fix) */
		RETURN(0);
	}
	TAKES_WRITE();
	STORE(lk->owner, me, relaxed); /* signs as the owner */
	RETURN(1);
END(rwsem17_try_write_lock)

/* rwsem_optimistic_spin: 1 = got the lock. */
PROC(rwsem17_optimistic_spin, struct rwsem17, u32 taken; u32 owner;)
	PREEMPT_DISABLE();
	CALL(my->taken, rwsem17_can_spin_on_owner, lk);
	if (!my->taken)
		goto done;
	CALL(my->taken, osq_lock, &lk->osq);
	if (!my->taken)
		goto done;
	for (;;) {
		CALL(my->taken, rwsem17_spin_on_owner, lk);
		if (!my->taken)
			break;
		CALL(my->taken, rwsem17_try_write_lock_unqueued, lk);
		if (my->taken)
			break;
		/* a real-time task would leave here too */
		LOAD(my->owner, lk->owner, relaxed); /* checks whether anybody has signed as the owner */
		if (my->owner == 0 && NEED_RESCHED())
			break;
		CPU_RELAX();
	}
	DO(osq_unlock, &lk->osq);
done:
	PREEMPT_ENABLE();
	RETURN(my->taken);
END(rwsem17_optimistic_spin)

/* --- waking, under the wait_lock and after it --------------------------------------------- */

/* __rwsem_mark_wake: picks whom to wake and grants readers the lock. Returns the wake_q. */
PROC(rwsem17_mark_wake, struct rwsem17, u32 type; u32 head; u32 task; tasks seen; u32 adjustment; u32 woken; tasks wake_q; tasks granted;)
	LIST_FIRST(my->head, lk->wait_list); /* reads who waits first */
	LOAD(my->seen, lk->waiter[my->head].type, relaxed); /* sees that the first is a reader | sees that the first is a writer */
	OTHERWISE(my->seen == RWSEM_WAITING_FOR_WRITE);
	if (my->seen == RWSEM_WAITING_FOR_WRITE) {
		if (my->type == RWSEM_WAKE_ANY) {
			LOAD(my->seen, lk->waiter[my->head].task, relaxed); /* picks the first writer, which must take the lock itself */
			CALL(my->wake_q, wake_q_add, &lk->tasks, .tid = my->seen);
		}
		RETURN(my->wake_q);
	}

	/* grant the first reader early: then no writer can steal the lock any more */
	if (my->type != RWSEM_WAKE_READ_OWNED) {
		my->adjustment = RWSEM_READER_BIAS;
		FETCH_ADD(my->seen, lk->count, my->adjustment, full); /* counts the first reader in, before a writer can steal | if WRITER: counts the first reader in, but a writer has the lock{no_undo ? , and leaves it counted (fault) : } */
		if (my->seen & RWSEM_WRITER_LOCKED) {
			if (HAS(rwsem, handoff) && !(my->seen & RWSEM_FLAG_HANDOFF) && THRESHOLD_PASSED(my->head))
				my->adjustment -= RWSEM_FLAG_HANDOFF;
			if (!FAULT(rwsem, no_undo))
				ADD(lk->count, -my->adjustment, relaxed); /* takes the reader back out, for a writer had the lock when the reader was counted in | takes the reader back out, for a writer had the lock when the reader was counted in, and asks for handoff */
			OTHERWISE(my->adjustment != RWSEM_READER_BIAS);
			RETURN(0);
		}
		DO(rwsem17_set_reader_owned, lk);
	}
	/* the group of readers up to the first writer. One pass, as posted: the store to task
	 * is the grant; the wake list comes before it, and the count only after the loop */
	for (;;) {
		LIST_FIRST(my->head, lk->wait_list); /* reads who is next in the list */
		if (my->head == 0)
			break;
		LOAD(my->seen, lk->waiter[my->head].type, relaxed); /* sees that the next reads too | if 0: sees that the next writes, which ends the group */
		if (my->seen == RWSEM_WAITING_FOR_WRITE)
			break;
		my->woken++;
		if (FAULT(rwsem, mend_two_pass)) {
			my->granted |= (tasks)1 << my->head;
			LIST_DEL(lk->wait_list, my->head); /* takes the reader off the list (fixed: grants later) */
			continue;
		}
		LOAD(my->task, lk->waiter[my->head].task, relaxed); /* picks the reader to be woken */
		if (!FAULT(rwsem, mend_grant_first)) {
			CALL(my->seen, wake_q_add, &lk->tasks, .tid = my->task);
			my->wake_q |= my->seen;
		}
		LIST_DEL(lk->wait_list, my->head); /* takes the reader off the list */
		STORE(lk->waiter[my->head].task, 0, release); /* grants the reader the lock */
		if (FAULT(rwsem, mend_grant_first)) {
			CALL(my->seen, wake_q_add, &lk->tasks, .tid = my->task);
			my->wake_q |= my->seen;
		}
	}

	my->adjustment = my->woken * RWSEM_READER_BIAS - my->adjustment;
	LIST_FIRST(my->seen, lk->wait_list); /* checks whether anybody still waits */
	if (my->seen == 0 && !FAULT(rwsem, waiters_stay))
		my->adjustment -= RWSEM_FLAG_WAITERS;
	if (HAS(rwsem, handoff) && my->woken) {
		LOAD(my->seen, lk->count, relaxed); /* sees that no handoff was asked for | if HANDOFF: sees that a handoff was asked for */
		if (my->seen & RWSEM_FLAG_HANDOFF)
			my->adjustment -= RWSEM_FLAG_HANDOFF;
	}
	if (my->adjustment)
		ADD(lk->count, my->adjustment, relaxed); /* counts {readers} more in and {flags} | if readers stay: counts no other reader in and {flags} */

	/* the second pass of a later kernel, only with mend_two_pass: it grants first in any case */
	while (my->granted) {
		my->head = LOWEST(my->granted);
		my->granted &= ~((tasks)1 << my->head);
		LOAD(my->task, lk->waiter[my->head].task, relaxed); /* picks the reader to be woken */
		STORE(lk->waiter[my->head].task, 0, release); /* grants the reader the lock */
		CALL(my->seen, wake_q_add, &lk->tasks, .tid = my->task);
		my->wake_q |= my->seen;
	}
	RETURN(my->wake_q);
END(rwsem17_mark_wake)

/* rwsem_wake: after an unlock that saw waiters. count is what the unlock saw (patch 07). */
PROC(rwsem17_wake, struct rwsem17, u32 count; u32 seen; tasks wake_q;)
	if (FAULT(rwsem, mend_no_shortcut))
		goto lock;
	LOAD(my->seen, lk->osq.tail, acquire); /* sees that another thread spins for the lock | if NULL: sees that no other thread spins for the lock */
	if (my->seen && !(HAS(rwsem, handoff) && (my->count & RWSEM_FLAG_HANDOFF))) {
		SPIN_TRYLOCK(my->seen, lk->wait_lock); /* locks the wait list | wakes nobody, for the list is locked and a spinner is there for the lock */
		if (!my->seen)
			RETURN(0);
		goto locked;
	}
lock:
	SPIN_LOCK(lk->wait_lock); /* locks the wait list | spins for the wait list */
locked:
	LIST_FIRST(my->seen, lk->wait_list); /* checks whether anybody waits */
	if (my->seen) {
		CALL(my->wake_q, rwsem17_mark_wake, lk, .type = RWSEM_WAKE_ANY);
	}
	SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */
	DO(wake_up_q, &lk->tasks, .wake_q = my->wake_q);
END(rwsem17_wake)

/* rwsem_downgrade_wake */
PROC(rwsem17_downgrade_wake, struct rwsem17, u32 seen; tasks wake_q;)
	SPIN_LOCK(lk->wait_lock); /* locks the wait list | spins for the wait list */
	LIST_FIRST(my->seen, lk->wait_list); /* checks whether anybody waits */
	if (my->seen) {
		CALL(my->wake_q, rwsem17_mark_wake, lk, .type = RWSEM_WAKE_READ_OWNED);
	}
	SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */
	DO(wake_up_q, &lk->tasks, .wake_q = my->wake_q);
END(rwsem17_downgrade_wake)

/* --- the slow paths ------------------------------------------------------------------------ */

/* __rwsem_down_read_failed_common. The bias of the fast path is still in the count. */
PROC(rwsem17_down_read_failed, struct rwsem17, u32 state; u32 adjustment; u32 seen; tasks wake_q;)
	my->adjustment = -RWSEM_READER_BIAS;
	STORE(lk->waiter[me].task, me, relaxed); /* writes its name on its waiter */
	STORE(lk->waiter[me].type, RWSEM_WAITING_FOR_READ, relaxed); /* notes that it waits to read */
	if (HAS(rwsem, handoff))
		THRESHOLD_START();
	SPIN_LOCK(lk->wait_lock); /* locks the wait list | spins for the wait list */
	LIST_FIRST(my->seen, lk->wait_list); /* checks whether anybody waits already */
	if (my->seen == 0)
		my->adjustment += RWSEM_FLAG_WAITERS;
	LIST_ADD(lk->wait_list, me); /* stands last in the wait list */
	if (FAULT(rwsem, keep_bias))
		my->adjustment += RWSEM_READER_BIAS;
	ADD_RETURN(my->seen, lk->count, my->adjustment, full); /* takes its reader bias back and {flags} | if readers stay: leaves its reader bias in (fault) and {flags} */
	/* nobody is in; or no writer is, and nobody waits before it */
	if (!(my->seen & RWSEM_LOCK_MASK) || (!(my->seen & RWSEM_WRITER_LOCKED) && my->adjustment != -RWSEM_READER_BIAS)) {
		CALL(my->wake_q, rwsem17_mark_wake, lk, .type = RWSEM_WAKE_ANY);
	}
	my->seen = 0;
	SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */
	DO(wake_up_q, &lk->tasks, .wake_q = my->wake_q);

	for (;;) {
		if (FAULT(rwsem, no_recheck))
			LOAD(my->seen, lk->waiter[me].task, relaxed); /* checks for its grant (fault: before it marks itself as sleeping) */
		SET_STATE(my->state); /* marks itself as sleeping */
		if (FAULT(rwsem, mend_acquire))
			LOAD(my->seen, lk->waiter[me].task, acquire); /* sees that it has not been granted the lock yet | if nobody: sees that it has been granted the lock */
		else if (!FAULT(rwsem, no_recheck))
			LOAD(my->seen, lk->waiter[me].task, relaxed); /* sees that it has not been granted the lock yet | if nobody: sees that it has been granted the lock */
		if (my->seen == 0)
			break;
		my->seen = 0;
		if (SIGNAL_PENDING(my->state)) {
			SPIN_LOCK(lk->wait_lock); /* locks the wait list, for it has been killed | spins for the wait list */
			LOAD(my->seen, lk->waiter[me].task, relaxed); /* checks whether the grant came before the kill */
			if (my->seen)
				goto out_nolock;
			TAKES_READ();
			SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list, for the lock is its own */
			break;
		}
		SCHEDULE(); /* sleeps until it is granted the lock | wakes up */
	}
	TAKES_READ();
	SET_STATE(RUNNING); /* marks itself as awake and reads */
	THRESHOLD_STOP();
	OUT_OF_SCOPE(lk->waiter[me].type);
	RETURN(0);

out_nolock:
	LIST_DEL(lk->wait_list, me); /* gives up and leaves the list */
	LIST_FIRST(my->seen, lk->wait_list); /* checks whether anybody still waits */
	if (my->seen == 0) {
		my->adjustment = -RWSEM_FLAG_WAITERS;
		if (HAS(rwsem, handoff) && !FAULT(rwsem, abort_keeps_handoff)) {
			LOAD(my->seen, lk->count, relaxed); /* sees that no handoff was asked for | if HANDOFF: sees that a handoff was asked for */
			if (my->seen & RWSEM_FLAG_HANDOFF)
				my->adjustment -= RWSEM_FLAG_HANDOFF;
		}
		ADD(lk->count, my->adjustment, relaxed); /* {flags}, for the list is empty */
	}
	SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list, and wakes nobody */
	SET_STATE(RUNNING); /* marks itself as awake, on its way out */
	THRESHOLD_STOP();
	OUT_OF_SCOPE(lk->waiter[me].task);
	OUT_OF_SCOPE(lk->waiter[me].type);
	RETURN(-RWSEM_EINTR);
END(rwsem17_down_read_failed)

/* __rwsem_down_write_failed_common. Nothing is to be undone: the fast path left no trace. */
PROC(rwsem17_down_write_failed, struct rwsem17, u32 state; u32 first; u32 count; tasks seen;)
	CALL(my->seen, rwsem17_optimistic_spin, lk);
	if (my->seen)
		RETURN(0);

	STORE(lk->waiter[me].task, me, relaxed); /* writes its name on its waiter */
	STORE(lk->waiter[me].type, RWSEM_WAITING_FOR_WRITE, relaxed); /* notes that it waits to write */
	if (HAS(rwsem, handoff))
		THRESHOLD_START();
	SPIN_LOCK(lk->wait_lock); /* locks the wait list | spins for the wait list */
	LIST_FIRST(my->seen, lk->wait_list); /* checks whether anybody waits already */
	my->first = my->seen == 0; /* before patch 07: waiting = !first */
	LIST_ADD(lk->wait_list, me); /* stands last in the wait list */
	if (!my->first) {
		LOAD(my->count, lk->count, relaxed); /* checks whether readers hold the lock */
		if (!(my->count & RWSEM_WRITER_LOCKED) && (my->count & RWSEM_READER_MASK)) {
			CALL(my->seen, rwsem17_mark_wake, lk, .type = RWSEM_WAKE_READERS);
			DO(wake_up_q, &lk->tasks, .wake_q = my->seen);
		}
	} else {
		ADD_RETURN(my->count, lk->count, RWSEM_FLAG_WAITERS, full); /* sets the WAITERS flag, for it is the first in the list */
	}
	if (!HAS(rwsem, handoff))
		my->first = 0;

	SET_STATE(my->state); /* marks itself as sleeping, the wait list still locked */
	for (;;) {
		CALL(my->seen, rwsem17_try_write_lock, lk, .count = my->count, .first = my->first);
		if (my->seen)
			break;
		SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */
		for (;;) {
			if (SIGNAL_PENDING(my->state))
				goto out_nolock;
			SCHEDULE(); /* sleeps until an unlock wakes it | wakes up */
			SET_STATE(my->state); /* marks itself as sleeping again, before it reads the count */
			LOAD(my->count, lk->count, relaxed); /* finds the lock free | if WRITER or readers: finds the lock not free */
			/* rwsem_waiter_is_first, without the wait_lock: once the first, always the first */
			if (HAS(rwsem, handoff) && !my->first) {
				LIST_FIRST(my->seen, lk->wait_list); /* checks whether it waits first by now */
				my->first = my->seen == me;
			}
			if (!(my->count & RWSEM_LOCK_MASK))
				break;
			if (HAS(rwsem, handoff) && my->first && !(my->count & RWSEM_FLAG_HANDOFF) && THRESHOLD_PASSED(me))
				FETCH_OR(my->seen, lk->count, RWSEM_FLAG_HANDOFF, relaxed); /* asks for handoff, having waited past its threshold, without the wait_lock */
		}
		SPIN_LOCK(lk->wait_lock); /* locks the wait list, for the lock was free | spins for the wait list */
	}
	SET_STATE(RUNNING); /* marks itself as awake and writes */
	LIST_DEL(lk->wait_list, me); /* leaves the list, for the lock is its own */
	SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */
	THRESHOLD_STOP();
	OUT_OF_SCOPE(lk->waiter[me].task);
	RETURN(0);

out_nolock:
	SET_STATE(RUNNING); /* marks itself as awake, on its way out, for it has been killed */
	SPIN_LOCK(lk->wait_lock); /* locks the wait list | spins for the wait list */
	LIST_DEL(lk->wait_list, me); /* gives up and leaves the list */
	LIST_FIRST(my->seen, lk->wait_list); /* checks whether anybody still waits */
	if (my->seen == 0) {
		my->count = -RWSEM_FLAG_WAITERS; /* adjustment */
		if (HAS(rwsem, handoff) && !FAULT(rwsem, abort_keeps_handoff)) {
			LOAD(my->seen, lk->count, relaxed); /* sees that no handoff was asked for | if HANDOFF: sees that a handoff was asked for */
			if (my->seen & RWSEM_FLAG_HANDOFF)
				my->count -= RWSEM_FLAG_HANDOFF;
		}
		my->seen = 0;
		ADD(lk->count, my->count, relaxed); /* {flags}, for the list is empty */
	} else {
		my->seen = 0;
		if (!FAULT(rwsem, silent_abort))
			CALL(my->seen, rwsem17_mark_wake, lk, .type = RWSEM_WAKE_ANY);
	}
	SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list{silent_abort ? , and wakes nobody (fault) : } */
	DO(wake_up_q, &lk->tasks, .wake_q = my->seen);
	THRESHOLD_STOP();
	OUT_OF_SCOPE(lk->waiter[me].task);
	RETURN(-RWSEM_EINTR);
END(rwsem17_down_write_failed)

/* --- the entries: rwsem-xadd.h --------------------------------------------------------------- */

/* __down_read, __down_read_killable */
PROC(rwsem17_down_read, struct rwsem17, u32 state; u32 seen;)
	FETCH_ADD(my->seen, lk->count, RWSEM_READER_BIAS, acquire); /* adds its reader bias and has the lock | adds its reader bias, but may not read yet */
	OTHERWISE(my->seen & RWSEM_READ_FAILED_MASK);
	if (my->seen & RWSEM_READ_FAILED_MASK) {
		CALL(my->seen, rwsem17_down_read_failed, lk, .state = my->state);
		RETURN(my->seen);
	}
	TAKES_READ();
	DO(rwsem17_set_reader_owned, lk);
END(rwsem17_down_read)

/* __down_write, __down_write_killable */
PROC(rwsem17_down_write, struct rwsem17, u32 state; u32 seen;)
	CAS(my->seen, lk->count, 0, RWSEM_WRITER_LOCKED, acquire); /* takes the free lock at once | fails to take the lock at once */
	if (my->seen) {
		CALL(my->seen, rwsem17_down_write_failed, lk, .state = my->state);
		RETURN(my->seen);
	}
	TAKES_WRITE();
	STORE(lk->owner, me, relaxed); /* signs as the owner */
END(rwsem17_down_write)

/* __up_read */
PROC(rwsem17_up_read, struct rwsem17, u32 count;)
	ADD_RETURN(my->count, lk->count, -RWSEM_READER_BIAS, release); /* takes its reader bias out | takes its reader bias out as the last, and WAITERS is still set */
	OTHERWISE((my->count & (RWSEM_LOCK_MASK | RWSEM_FLAG_WAITERS)) == RWSEM_FLAG_WAITERS);
	GIVES();
	if ((my->count & (RWSEM_LOCK_MASK | RWSEM_FLAG_WAITERS)) == RWSEM_FLAG_WAITERS)
		DO(rwsem17_wake, lk, .count = my->count);
END(rwsem17_up_read)

/* __up_write */
PROC(rwsem17_up_write, struct rwsem17, u32 count;)
	STORE(lk->owner, 0, relaxed); /* signs off, still holding the lock */
	FETCH_ADD(my->count, lk->count, -RWSEM_WRITER_LOCKED, release); /* frees the lock and wakes nobody, for WAITERS is not set | frees the lock and turns to the waiters, for WAITERS is set */
	OTHERWISE(my->count & RWSEM_FLAG_WAITERS);
	GIVES();
	if (my->count & RWSEM_FLAG_WAITERS)
		DO(rwsem17_wake, lk, .count = my->count);
END(rwsem17_up_write)

/* __downgrade_write. The owner first, as in downgrade_write of Linux 4.11 to 4.14; the rework of 2019 has the count first. */
PROC(rwsem17_downgrade_write, struct rwsem17, u32 count;)
	DO(rwsem17_set_reader_owned, lk);
	FETCH_ADD(my->count, lk->count, RWSEM_READER_BIAS - RWSEM_WRITER_LOCKED, release); /* turns from the writer into a reader */
	TAKES_READ();
	if (my->count & RWSEM_FLAG_WAITERS)
		DO(rwsem17_downgrade_wake, lk);
END(rwsem17_downgrade_write)

/* The workload. A killed thread ends after the call that it is in, or after its round. */
PROC(rwsem_worker, struct rwsem17, u32 rounds; u32 ret;)
	while (my->rounds && !FATAL_SIGNAL()) {
		my->rounds--;
		if (MY_ROLE() == RWSEM_READS || MY_ROLE() == RWSEM_READS_KILLABLY) {
			CALL(my->ret, rwsem17_down_read, lk, .state = MY_ROLE() == RWSEM_READS ? UNINTERRUPTIBLE : KILLABLE);
			if (my->ret)
				break;
			HOLD_READ();
			CRITICAL(); /* reads under the lock */
			UNHOLD();
			DO(rwsem17_up_read, lk);
			continue;
		}
		CALL(my->ret, rwsem17_down_write, lk, .state = MY_ROLE() == RWSEM_WRITES_KILLABLY ? KILLABLE : UNINTERRUPTIBLE);
		if (my->ret)
			break;
		HOLD_WRITE();
		CRITICAL(); /* writes under the lock */
		if (MY_ROLE() == RWSEM_DOWNGRADES) {
			DOWNGRADE();
			DO(rwsem17_downgrade_write, lk);
			HOLD_READ();
			CRITICAL(); /* goes on as a reader */
			UNHOLD();
			DO(rwsem17_up_read, lk);
			continue;
		}
		UNHOLD();
		DO(rwsem17_up_write, lk);
	}
END(rwsem_worker)
