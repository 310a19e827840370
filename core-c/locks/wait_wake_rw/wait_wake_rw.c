/* SPDX-License-Identifier: MIT */
/*
 * wait_wake_rw: the reader-writer locks over FUTEX_WAIT and FUTEX_WAKE that the shared TP futex was
 * measured against. Source: TP-futex series v6 of March 2017, tools/perf/bench/futex-locks.c:
 * ww_write_lock, ww_write_unlock, ww_read_lock, ww_read_unlock, ww2_write_unlock, ww2_read_lock.
 * The first form comes from locklessinc.com, "sleeping rwlocks".
 *
 *   lock        0                 free
 *               WLOCKED           a writer holds it
 *               n readers         n readers hold it, or have counted themselves
 *               WLOCKED, readers  a writer holds it; the readers wait until it is gone (prefers
 *                                 readers), or are about to take their count back (prefers writers)
 *   write_ec    events            times that a writer may have had reason to look again
 *               contend           a writer may sleep: who counts an event calls FUTEX_WAKE
 *   read_ec     events, contend   the same for the readers
 *
 * Nobody sleeps for the lock itself. A thread notes the event count, looks at the lock, sets contend,
 * and sleeps if the count is as it was. Who frees the lock counts an event first and looks for
 * contend second. So a thread that looked too early finds another count and stays awake.
 *
 * Preferring readers: a reader counts itself and never takes that back, so a writer that waits needs
 * a moment without any reader. Preferring writers: a reader looks for a writer that waits, once. If
 * there is one it calls FUTEX_WAKE in its favour and then looks again.
 */
#include "wait_wake_rw.h"

LOCK(wait_wake_rw, struct wait_wake_rw, .worker = wwrw_worker, .kernel = false,
	.title = "Wait-wake rwlock", .family = "Wait-wake futex",
	.source = "TP-futex series v6, March 2017: tools/perf/bench/futex-locks.c; kernel/futex.c of Linux 4.11",
	.env = 1 << LS_ENV_PREEMPT | 1 << LS_ENV_RUN | 1 << LS_ENV_TIMEOUT | 1 << LS_ENV_SIGNAL)
USES(futex_hash)

VARIANT(wait_wake_rw, readers, .name = "wait-wake-rw", .title = "prefers readers")
VARIANT(wait_wake_rw, writers, .name = "wait-wake-rw-writers", .title = "prefers writers",
	.has = writers_first)
VARIANT(wait_wake_rw, short_count, .name = "wait-wake-rw-short", .title = "prefers writers, counters of 3 bits: not posted, for the search",
	.has = writers_first | short_counters, .model_only = "8 events wrap its counters, and a thread could sleep for a count that has gone round once")

SWITCH(wait_wake_rw, look_first, .title = "a reader looks for a writer first and counts itself second",
	.verdict = LS_VIOLATED, .invariant = "mutual exclusion", .shown_by = "wait-wake-rw --threads WR --rounds 1")
SWITCH(wait_wake_rw, whole_unlock, .title = "a writer frees the lock by a store of the whole word, not of its byte",
	.verdict = LS_VIOLATED, .invariant = "counted", .shown_by = "wait-wake-rw --threads WR --rounds 1")
SWITCH(wait_wake_rw, whole_flag, .title = "a writer sets contend by a store of the whole word, not of its byte",
	.verdict = LS_LOST_WAKEUP, .shown_by = "wait-wake-rw --threads WR --rounds 1")
SWITCH(wait_wake_rw, no_event, .title = "the last reader counts no event",
	.verdict = LS_LOST_WAKEUP, .shown_by = "wait-wake-rw --threads WR --rounds 1")
SWITCH(wait_wake_rw, event_first, .title = "a writer counts the event for the readers before it has freed the lock",
	.verdict = LS_LOST_WAKEUP, .shown_by = "wait-wake-rw --threads WR --rounds 1")
SWITCH(wait_wake_rw, late_note, .kind = LS_SWITCH_ORDERS, .title = "a reader notes the event count after it has looked at the lock, which the memory model allows where no order is asked for",
	.verdict = LS_LOST_WAKEUP, .shown_by = "wait-wake-rw --threads WR --rounds 1")
SWITCH(wait_wake_rw, no_recheck, .title = "FUTEX_WAIT sleeps without comparing the word",
	.verdict = LS_LOST_WAKEUP, .shown_by = "wait-wake-rw --threads WR --rounds 1")
SWITCH(wait_wake_rw, wake_one_reader, .title = "a writer wakes one reader, not all",
	.verdict = LS_LOST_WAKEUP, .shown_by = "wait-wake-rw --threads WRR --rounds 1")
SWITCH(wait_wake_rw, forget_others, .title = "a woken writer does not set contend again for those who still sleep",
	.verdict = LS_LOST_WAKEUP, .shown_by = "wait-wake-rw --threads WWW --rounds 1")
SWITCH(wait_wake_rw, mend_back_out, .title = "fixed: a reader that takes its count back as the last tells the writers",
	.verdict = LS_OK, .shown_by = "wait-wake-rw-short --threads WWR --rounds 1")
SWITCH(wait_wake_rw, mend_acquire, .title = "fixed: a reader back from the kernel looks at the lock with acquire",
	.verdict = LS_OK, .shown_by = "wait-wake-rw --threads WR --rounds 2")

WORD(wait_wake_rw, lock, .kind = LS_KIND_BITS, .line = "user", .meaning = "who holds the lock: a writer in the lowest byte, readers counted above it",
	.field = { { "WLOCKED", 0, 1, LS_FIELD_FLAG }, { "writer's byte", 1, 7, LS_FIELD_RESERVED }, { "readers", 8, 24, LS_FIELD_COUNT } })
WORD(wait_wake_rw, write_ec, .kind = LS_KIND_BITS, .name_only = "contend", .line = "user", .meaning = "events for the writers, and whether a writer may sleep",
	.field = { { "contend", 0, 1, LS_FIELD_FLAG }, { "contend's byte", 1, 7, LS_FIELD_RESERVED }, { "events", 8, 21, LS_FIELD_COUNT },
		{ "events (short)", 29, 3, LS_FIELD_COUNT } })
WORD(wait_wake_rw, read_ec, .kind = LS_KIND_BITS, .name_only = "contend", .line = "user", .meaning = "events for the readers, and whether a reader may sleep",
	.field = { { "contend", 0, 1, LS_FIELD_FLAG }, { "contend's byte", 1, 7, LS_FIELD_RESERVED }, { "events", 8, 21, LS_FIELD_COUNT },
		{ "events (short)", 29, 3, LS_FIELD_COUNT } })

QUEUE(wait_wake_rw, .kind = "buckets", .title = "futex hash", .array = "bucket", .lock = "lock", .count = "waiters", .list = "chain", .key = "key")

ROLE(wait_wake_rw, WWRW_WRITES, .letter = 'W', .title = "writer")
ROLE(wait_wake_rw, WWRW_READS, .letter = 'R', .title = "reader")
ROLE(wait_wake_rw, WWRW_TIMED_WRITES, .letter = 'T', .title = "timed writer: gives each FUTEX_WAIT a timeout, and tries again when it runs out")
ROLE(wait_wake_rw, WWRW_TIMED_READS, .letter = 'S', .title = "timed reader: gives each FUTEX_WAIT a timeout, and tries again when it runs out")

INVARIANT(wait_wake_rw, exclusion, .name = "mutual exclusion", .about = "holders", .meaning = "a writer holds the lock alone",
	WRITERS() <= 1 && !(WRITERS() && READERS()))
INVARIANT(wait_wake_rw, writer, .name = "writer", .meaning = "the writer's bit is set just while a writer holds the lock",
	!(lk->lock.v & WWRW_WLOCKED) == !WRITERS())
INVARIANT(wait_wake_rw, counted, .name = "counted", .meaning = "each reader that holds the lock is counted; where readers are preferred, each that sleeps is, too",
	lk->lock.v / WWRW_READER >= COUNT(t, HOLDS(t) == LS_HOLDS_READ || (!FEATURE(wait_wake_rw, writers_first) && IN_LIST(lk->hash.bucket[0].chain, t))) &&
	lk->lock.v / WWRW_READER <= m->n)
INVARIANT(wait_wake_rw, right_bucket, .name = "right bucket", .meaning = "writers sleep in the bucket of write_ec and readers in that of read_ec",
	EACH(t, (!IN_LIST(lk->hash.bucket[0].chain, t) || lk->hash.q[t].key.v == ADDRESS(lk->read_ec)) && (!IN_LIST(lk->hash.bucket[1].chain, t) || lk->hash.q[t].key.v == ADDRESS(lk->write_ec))))
INVARIANT(wait_wake_rw, at_rest, .name = "at rest", .meaning = "when all threads have finished, the lock is free and nobody is counted as a waiter",
	!FINISHED() || !(lk->lock.v || lk->hash.bucket[0].waiters.v || lk->hash.bucket[1].waiters.v))

MODE(user)

PROC(ww_write_lock, struct wait_wake_rw, u32 ec; u32 val; u32 ret; u32 broken;)
	if (FAULT(wait_wake_rw, no_recheck))
		my->broken = FUTEX_NO_RECHECK;
	for (;;) {
		LOAD(my->ec, lk->write_ec, relaxed); /* notes the event count of the writers */
		my->ec |= WWRW_CONTEND;
		CAS(my->val, lk->lock, 0, WWRW_WLOCKED, acquire); /* takes the free lock | finds the lock not free */
		if (my->val == 0) {
			TAKES_WRITE();
			RETURN(0);
		}
		if (FAULT(wait_wake_rw, whole_flag))
			STORE(lk->write_ec, my->ec, release); /* sets contend (fault: with the event count that it has noted) */
		else
			STORE_BYTE(lk->write_ec, 0, 1, release); /* sets contend: a writer is about to sleep */
		SYSCALL(my->ret, futex17_wait, &lk->hash, .uaddr = ADDRESS(lk->write_ec), .val = my->ec, .timed = MY_ROLE() >= WWRW_TIMED_WRITES, .broken = my->broken);
		if (!FAULT(wait_wake_rw, forget_others))
			STORE_BYTE(lk->write_ec, 0, 1, relaxed); /* sets contend again, for other writers may still sleep */
	}
END(ww_write_lock)

PROC(ww_write_unlock, struct wait_wake_rw, u32 contend; u32 ret; u32 all;)
	my->all = FAULT(wait_wake_rw, wake_one_reader) ? 1 : FUTEX_WAKE_ALL;
	if (FAULT(wait_wake_rw, event_first))
		ADD(lk->read_ec, HAS(wait_wake_rw, short_counters) ? WWRW_EC_SHORT : WWRW_EC_INC, full); /* counts an event for the readers (fault: the lock is not free yet) */
	if (FAULT(wait_wake_rw, whole_unlock))
		STORE(lk->lock, 0, release); /* frees the lock (fault: with it the counts of the readers) */
	else
		STORE_BYTE(lk->lock, 0, 0, release); /* frees the lock */
	GIVES();
	if (!FAULT(wait_wake_rw, event_first))
		ADD(lk->read_ec, HAS(wait_wake_rw, short_counters) ? WWRW_EC_SHORT : WWRW_EC_INC, full); /* counts an event for the readers */
	XCHG_BYTE(my->contend, lk->read_ec, 0, 0, relaxed); /* finds contend clear, and wakes nobody | clears contend, for readers may sleep */
	OTHERWISE(my->contend);
	if (my->contend) {
		SYSCALL(my->ret, futex17_wake, &lk->hash, .uaddr = ADDRESS(lk->read_ec), .nr_wake = my->all);
		if ((s32)my->ret > 0)
			RETURN(0);
	}
	ADD(lk->write_ec, HAS(wait_wake_rw, short_counters) ? WWRW_EC_SHORT : WWRW_EC_INC, acquire); /* counts an event for the writers */
	XCHG_BYTE(my->contend, lk->write_ec, 0, 0, relaxed); /* finds contend clear, and wakes nobody | clears contend, for a writer may sleep */
	OTHERWISE(my->contend);
	if (my->contend)
		SYSCALL(my->ret, futex17_wake, &lk->hash, .uaddr = ADDRESS(lk->write_ec), .nr_wake = 1);
END(ww_write_unlock)

PROC(ww_read_lock, struct wait_wake_rw, u32 ec; u32 state; u32 ret; u32 broken;)
	if (FAULT(wait_wake_rw, no_recheck))
		my->broken = FUTEX_NO_RECHECK;
	if (!FAULT(wait_wake_rw, late_note))
		LOAD(my->ec, lk->read_ec, relaxed); /* notes the event count of the readers */
	if (FAULT(wait_wake_rw, look_first)) {
		LOAD(my->state, lk->lock, relaxed); /* finds no writer (fault: and is not counted yet) | finds a writer inside */
		OTHERWISE(my->state & WWRW_WLOCKED);
		ADD(lk->lock, WWRW_READER, acquire); /* counts itself as a reader (fault: without looking again) */
	} else {
		ADD_RETURN(my->state, lk->lock, WWRW_READER, acquire); /* counts itself as a reader and has the lock | if WLOCKED: counts itself as a reader, and a writer is inside */
	}
	if (FAULT(wait_wake_rw, late_note))
		LOAD(my->ec, lk->read_ec, relaxed); /* notes the event count of the readers (fault: after its look at the lock) */
	while (my->state & WWRW_WLOCKED) {
		STORE_BYTE(lk->read_ec, 0, 1, release); /* sets contend: a reader is about to sleep */
		SYSCALL(my->ret, futex17_wait, &lk->hash, .uaddr = ADDRESS(lk->read_ec), .val = my->ec | WWRW_CONTEND, .timed = MY_ROLE() >= WWRW_TIMED_WRITES, .broken = my->broken);
		LOAD(my->ec, lk->read_ec, acquire); /* notes the event count of the readers again */
		if (FAULT(wait_wake_rw, mend_acquire))
			LOAD(my->state, lk->lock, acquire); /* finds the writer gone and has the lock | if WLOCKED: finds a writer still inside */
		else
			LOAD(my->state, lk->lock, relaxed); /* finds the writer gone and has the lock | if WLOCKED: finds a writer still inside */
	}
	TAKES_READ();
END(ww_read_lock)

PROC(ww_read_unlock, struct wait_wake_rw, u32 state; u32 contend; u32 ret;)
	ADD_RETURN(my->state, lk->lock, -WWRW_READER, release); /* takes its count back as the last reader | takes its count back, and others are still counted */
	OTHERWISE(my->state / WWRW_READER);
	GIVES();
	if (my->state / WWRW_READER)
		RETURN(0);
	if (!FAULT(wait_wake_rw, no_event))
		ADD(lk->write_ec, HAS(wait_wake_rw, short_counters) ? WWRW_EC_SHORT : WWRW_EC_INC, acquire); /* counts an event for the writers */
	XCHG_BYTE(my->contend, lk->write_ec, 0, 0, relaxed); /* finds contend clear, and wakes nobody | clears contend, for a writer may sleep */
	OTHERWISE(my->contend);
	if (my->contend)
		SYSCALL(my->ret, futex17_wake, &lk->hash, .uaddr = ADDRESS(lk->write_ec), .nr_wake = 1);
END(ww_read_unlock)

PROC(ww2_write_unlock, struct wait_wake_rw, u32 contend; u32 ret;)
	STORE_BYTE(lk->lock, 0, 0, release); /* frees the lock */
	GIVES();
	ADD(lk->write_ec, HAS(wait_wake_rw, short_counters) ? WWRW_EC_SHORT : WWRW_EC_INC, full); /* counts an event for the writers */
	XCHG_BYTE(my->contend, lk->write_ec, 0, 0, relaxed); /* finds contend clear, and wakes nobody | clears contend, for a writer may sleep */
	OTHERWISE(my->contend);
	if (my->contend) {
		SYSCALL(my->ret, futex17_wake, &lk->hash, .uaddr = ADDRESS(lk->write_ec), .nr_wake = 1);
		if ((s32)my->ret > 0)
			RETURN(0);
	}
	ADD(lk->read_ec, HAS(wait_wake_rw, short_counters) ? WWRW_EC_SHORT : WWRW_EC_INC, acquire); /* counts an event for the readers */
	XCHG_BYTE(my->contend, lk->read_ec, 0, 0, relaxed); /* finds contend clear, and wakes nobody | clears contend, for readers may sleep */
	OTHERWISE(my->contend);
	if (my->contend)
		SYSCALL(my->ret, futex17_wake, &lk->hash, .uaddr = ADDRESS(lk->read_ec), .nr_wake = FUTEX_WAKE_ALL);
END(ww2_write_unlock)

PROC(ww2_read_lock, struct wait_wake_rw, u32 ec; u32 seen; u32 state; u32 contend; u32 ret;)
	for (;;) {
		LOAD(my->ec, lk->read_ec, relaxed); /* notes the event count of the readers */
		my->ec |= WWRW_CONTEND;
		LOAD(my->seen, lk->write_ec, relaxed); /* sees that no writer asks to be preferred | if contend: sees that a writer asks to be preferred */
		if (!(my->seen & WWRW_CONTEND)) {
			ADD_RETURN(my->state, lk->lock, WWRW_READER, acquire); /* counts itself as a reader and has the lock | if WLOCKED: counts itself as a reader, and a writer is inside */
			if (!(my->state & WWRW_WLOCKED)) {
				TAKES_READ();
				RETURN(0);
			}
			ADD_RETURN(my->state, lk->lock, -WWRW_READER, release); /* takes its count back */
			/* Not posted: the writer that was inside may have gone, and another have seen the count */
			my->seen = FAULT(wait_wake_rw, mend_back_out) && my->state == 0;
		}
		if (my->seen) {
			ADD(lk->write_ec, HAS(wait_wake_rw, short_counters) ? WWRW_EC_SHORT : WWRW_EC_INC, acquire); /* counts an event for the writers */
			XCHG_BYTE(my->contend, lk->write_ec, 0, 0, relaxed); /* finds contend clear, for somebody was faster | clears contend, for a writer may sleep */
			OTHERWISE(my->contend);
			if (my->contend) {
				SYSCALL(my->ret, futex17_wake, &lk->hash, .uaddr = ADDRESS(lk->write_ec), .nr_wake = 1);
				continue;
			}
		}
		STORE_BYTE(lk->read_ec, 0, 1, release); /* sets contend: a reader is about to sleep */
		LOAD(my->seen, lk->read_ec, relaxed); /* finds the event count as it was | finds another event count: it must begin again */
		OTHERWISE(my->seen != my->ec);
		if (my->seen != my->ec)
			continue;
		SYSCALL(my->ret, futex17_wait, &lk->hash, .uaddr = ADDRESS(lk->read_ec), .val = my->ec, .timed = MY_ROLE() >= WWRW_TIMED_WRITES);
	}
END(ww2_read_lock)

/* The workload: lock, one step of work, unlock. The benchmark counts what the kernel returns; nothing else is done with it. */
PROC(wwrw_worker, struct wait_wake_rw, u32 rounds;)
	while (my->rounds--) {
		if (MY_ROLE() == WWRW_WRITES || MY_ROLE() == WWRW_TIMED_WRITES) {
			DO(ww_write_lock, lk);
			HOLD_WRITE();
			CRITICAL(); /* writes under the lock */
			UNHOLD();
			if (HAS(wait_wake_rw, writers_first))
				DO(ww2_write_unlock, lk);
			else
				DO(ww_write_unlock, lk);
		} else {
			if (HAS(wait_wake_rw, writers_first))
				DO(ww2_read_lock, lk);
			else
				DO(ww_read_lock, lk);
			HOLD_READ();
			CRITICAL(); /* reads under the lock */
			UNHOLD();
			DO(ww_read_unlock, lk);
		}
	}
END(wwrw_worker)
