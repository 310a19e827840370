/* SPDX-License-Identifier: MIT */
/*
 * glibc_rwlock: the readers-writer lock of POSIX threads since glibc 2.25, in its three kinds. Source: glibc 2.36,
 * nptl/pthread_rwlock_common.c and pthread_rwlock_unlock.c: __pthread_rwlock_rdlock_full, __pthread_rwlock_rdunlock,
 * __pthread_rwlock_wrlock_full, __pthread_rwlock_wrunlock. The kernel's side is that of 4.11.
 *
 * readers: WRPHASE (P), WRLOCKED (L), RWAITING (w), and how many readers are counted (n).
 *
 *   0            idle, in a read phase
 *   n            n readers hold the lock
 *   L            a writer is primary and is about to begin a write phase
 *   L n          n readers hold the lock; the primary writer waits until the last of them hands the lock over
 *   L w n        the same, and further readers wait without being counted (PREFER_WRITER_NONRECURSIVE)
 *   P            idle, in a write phase
 *   P n          n readers are counted; one of them will begin a read phase, the others wait until it hands over
 *   P L          a writer holds the lock
 *   P L n        a writer holds the lock; n readers are counted, and its unlock hands the lock over to them
 *
 *   writers          n             n writers wait for WRLOCKED, and may be given it (PREFER_WRITER and NONRECURSIVE)
 *                    WRHANDOVER    one of them may take WRLOCKED over: it was not cleared
 *   wrphase_futex    0, 1          the phase, for who sleeps until it changes; written after WRPHASE, by who changed that
 *   writers_futex    0, 1          1 while there is a primary writer for whom others can wait
 *                    FUTEX_USED    in both: somebody may sleep here, so a change calls FUTEX_WAKE
 *   cur_writer       T             the writer inside: an unlock learns from it which unlock it is
 *
 * Two locks in one: writers settle among themselves who is primary (WRLOCKED), and the primary one and all
 * readers settle whose phase it is (WRPHASE). Who is counted when the phase changes does not take the lock: it is
 * given it, and waits for that, by wrphase_futex alone. So whoever hands the lock over makes one last change to it.
 */
#include "glibc_rwlock.h"

LOCK(glibc_rwlock, struct glibc_rwlock, .worker = gr_worker, .kernel = false,
	.title = "glibc rwlock", .family = "Wait-wake futex",
	.source = "glibc 2.36, nptl/pthread_rwlock_common.c, pthread_rwlock_unlock.c; kernel/futex.c of Linux 4.11",
	.env = 1 << LS_ENV_PREEMPT | 1 << LS_ENV_RUN | 1 << LS_ENV_TIMEOUT | 1 << LS_ENV_SIGNAL)
USES(futex_hash)

VARIANT(glibc_rwlock, reader, .name = "pthread-rwlock", .title = "PREFER_READER, the default")
VARIANT(glibc_rwlock, writer, .name = "pthread-rwlock-writer", .title = "PREFER_WRITER: from writer to writer",
	.has = prefers_writers)
VARIANT(glibc_rwlock, nonrecursive, .name = "pthread-rwlock-nonrecursive", .title = "NONRECURSIVE: holds new readers back as well",
	.has = prefers_writers | holds_back)
VARIANT(glibc_rwlock, stale, .name = "pthread-rwlock-2.28", .title = "NONRECURSIVE up to 2.28: sleeps for a value of its past",
	.has = prefers_writers | holds_back | waits_stale)

SWITCH(glibc_rwlock, one_look, .title = "who waits for the phase trusts the first 0 or 1 that it reads",
	.verdict = LS_VIOLATED, .invariant = "mutual exclusion", .shown_by = "pthread-rwlock --threads WR --rounds 1")
SWITCH(glibc_rwlock, no_phase, .title = "the last reader leaves the phase as it is",
	.verdict = LS_LOST_WAKEUP, .shown_by = "pthread-rwlock --threads WR --rounds 1")
SWITCH(glibc_rwlock, wake_one, .title = "a writer that hands over wakes one reader, not all",
	.verdict = LS_LOST_WAKEUP, .shown_by = "pthread-rwlock --threads WRR --rounds 1")
SWITCH(glibc_rwlock, unmarked, .title = "a writer that has slept does not mark writers_futex for the others",
	.verdict = LS_LOST_WAKEUP, .shown_by = "pthread-rwlock --threads WWW --rounds 1")
SWITCH(glibc_rwlock, token_left, .title = "who takes WRLOCKED over leaves WRHANDOVER set",
	.verdict = LS_VIOLATED, .invariant = "registered", .shown_by = "pthread-rwlock-writer --threads WW --rounds 1")
SWITCH(glibc_rwlock, held_for_good, .title = "the last reader does not wake the readers that are held back",
	.verdict = LS_LOST_WAKEUP, .shown_by = "pthread-rwlock-nonrecursive --threads WRR --rounds 1")
SWITCH(glibc_rwlock, uncount_blindly, .title = "a reader whose timeout has passed takes its count back by an addition",
	.verdict = LS_LOST_WAKEUP, .shown_by = "pthread-rwlock --threads WS --rounds 2 --budget t1")
SWITCH(glibc_rwlock, token_lost, .title = "a writer whose timeout has passed leaves, though it was the last and WRLOCKED is handed over",
	.verdict = LS_VIOLATED, .invariant = "registered", .shown_by = "pthread-rwlock-writer --threads WT --rounds 1 --budget t1")
SWITCH(glibc_rwlock, twice, .title = "a reader takes the read lock once more within it, which NONRECURSIVE forbids",
	.verdict = LS_LOST_WAKEUP, .shown_by = "pthread-rwlock-nonrecursive --threads RW --rounds 1")
SWITCH(glibc_rwlock, mend_reload, .with = waits_stale, .title = "fixed: 2.28 with the load of 2.29",
	.verdict = LS_OK, .shown_by = "pthread-rwlock-2.28 --threads WRR --rounds 1")
SWITCH(glibc_rwlock, mend_await_phase, .title = "fixed: who takes WRLOCKED over in a write phase waits until wrphase_futex says so",
	.verdict = LS_OK, .shown_by = "pthread-rwlock-writer --threads TWR --rounds 1 --budget t1")

C_NAMES(gr_rdlock = __pthread_rwlock_rdlock_full, gr_wrlock = __pthread_rwlock_wrlock_full,
	gr_rdunlock = __pthread_rwlock_rdunlock, gr_wrunlock = __pthread_rwlock_wrunlock, gr_unlock = ___pthread_rwlock_unlock)

WORD(glibc_rwlock, readers, .kind = LS_KIND_BITS, .line = "user", .meaning = "whose phase it is, whether a writer is primary, and how many readers are counted",
	.field = { { "WRPHASE", 0, 1, LS_FIELD_FLAG }, { "WRLOCKED", 1, 1, LS_FIELD_FLAG }, { "RWAITING", 2, 1, LS_FIELD_FLAG }, { "readers", 3, 29, LS_FIELD_COUNT } })
WORD(glibc_rwlock, writers, .kind = LS_KIND_BITS, .line = "user", .meaning = "writers that wait for WRLOCKED, and whether one of them may take it over",
	.field = { { "registered", 0, 31, LS_FIELD_COUNT }, { "WRHANDOVER", 31, 1, LS_FIELD_FLAG } }, .with = prefers_writers)
WORD(glibc_rwlock, wrphase_futex, .kind = LS_KIND_BITS, .line = "user", .meaning = "1 in a write phase, 0 in a read phase, for who sleeps until it changes",
	.field = { { "write phase", 0, 1, LS_FIELD_FLAG }, { "FUTEX_USED", 1, 1, LS_FIELD_FLAG } })
WORD(glibc_rwlock, writers_futex, .kind = LS_KIND_BITS, .line = "user", .meaning = "1 while there is a primary writer that other writers can wait for",
	.field = { { "primary", 0, 1, LS_FIELD_FLAG }, { "FUTEX_USED", 1, 1, LS_FIELD_FLAG } })
WORD(glibc_rwlock, cur_writer, .kind = LS_KIND_TID, .line = "user", .meaning = "the writer inside: an unlock learns from it which unlock it is")

QUEUE(glibc_rwlock, .kind = "buckets", .title = "futex hash", .array = "bucket", .lock = "lock", .count = "waiters", .list = "chain", .key = "key")

ROLE(glibc_rwlock, GR_WRITES, .letter = 'W', .title = "writer")
ROLE(glibc_rwlock, GR_READS, .letter = 'R', .title = "reader")
ROLE(glibc_rwlock, GR_TIMED_WRITES, .letter = 'T', .title = "timed writer: gives up when its timeout has passed")
ROLE(glibc_rwlock, GR_TIMED_READS, .letter = 'S', .title = "timed reader: gives up when its timeout has passed")

INVARIANT(glibc_rwlock, exclusion, .name = "mutual exclusion", .about = "holders", .meaning = "a writer holds the lock alone",
	WRITERS() <= 1 && !(WRITERS() && READERS()))
INVARIANT(glibc_rwlock, phase, .name = "phase", .meaning = "a writer holds the lock in a write phase, with WRLOCKED set, and readers hold it in a read phase",
	(!WRITERS() || (lk->readers.v & (GR_WRPHASE | GR_WRLOCKED)) == (GR_WRPHASE | GR_WRLOCKED)) && !(READERS() && lk->readers.v & GR_WRPHASE))
INVARIANT(glibc_rwlock, counted, .name = "counted", .meaning = "each reader that holds the lock is counted, and nobody more than once",
	lk->readers.v >> GR_READER_SHIFT >= READERS() && lk->readers.v >> GR_READER_SHIFT <= (FAULTY() ? 2 * m->n : m->n))
INVARIANT(glibc_rwlock, held_back, .name = "held back", .meaning = "readers are held back only while others hold the lock and a writer waits for those",
	!(lk->readers.v & GR_RWAITING) || ((lk->readers.v & (GR_WRPHASE | GR_WRLOCKED)) == GR_WRLOCKED && lk->readers.v >> GR_READER_SHIFT))
INVARIANT(glibc_rwlock, registered, .name = "registered", .meaning = "WRLOCKED is handed over only while it is set and a registered writer is there to take it",
	!(lk->writers.v & GR_WRHANDOVER) || (lk->writers.v != GR_WRHANDOVER && lk->readers.v & GR_WRLOCKED))
INVARIANT(glibc_rwlock, at_rest, .name = "at rest", .meaning = "when all threads have finished, nobody is counted or registered, there is no primary writer, and wrphase_futex tells the phase",
	!FINISHED() || !(lk->readers.v & ~GR_WRPHASE || lk->writers.v || lk->writers_futex.v || lk->cur_writer.v || (lk->wrphase_futex.v & ~GR_FUTEX_USED) != (lk->readers.v & GR_WRPHASE) ||
	lk->hash.bucket[0].waiters.v || lk->hash.bucket[1].waiters.v))

MODE(user)

/* PREFER_WRITER_NONRECURSIVE: where readers hold the lock and a writer waits, further readers stay out */
PROC(gr_hold_back, struct glibc_rwlock, u32 r; u32 seen; u32 ret;)
	LOAD(my->r, lk->readers, relaxed); /* reads whether it must let a writer go first */
	while (!(my->r & GR_WRPHASE) && my->r & GR_WRLOCKED && my->r >> GR_READER_SHIFT) {
		CAS(my->seen, lk->readers, my->r, my->r | GR_RWAITING, relaxed); /* sets RWAITING, without being counted | finds that readers has changed, and looks anew */
		if (my->seen != my->r) {
			my->r = my->seen;
			continue;
		}
		for (;;) {
			LOAD(my->seen, lk->readers, relaxed); /* sees that it need not wait any more | if RWAITING: sees that it must still wait */
			if (!HAS(glibc_rwlock, waits_stale) || FAULT(glibc_rwlock, mend_reload))
				my->r = my->seen;
			if (!(my->seen & GR_RWAITING))
				break;
			SYSCALL(my->ret, futex17_wait, &lk->hash, .uaddr = ADDRESS(lk->readers), .val = my->r, .timed = MY_ROLE() == GR_TIMED_READS);
			if (my->ret == (u32)-FUTEX_ETIMEDOUT)
				RETURN(FUTEX_ETIMEDOUT);
		}
	}
	RETURN(0);
END(gr_hold_back)

/* A reader whose timeout has passed: 0 = it has been handed the lock nevertheless, or will be at once */
PROC(gr_uncount, struct glibc_rwlock, u32 r; u32 seen; u32 wpf;)
	LOAD(my->r, lk->readers, relaxed); /* finds that a read phase has begun: it must take what it is given | if WRPHASE: finds a write phase, so it may give up */
	while (my->r & GR_WRPHASE) {
		if (FAULT(glibc_rwlock, uncount_blindly)) {
			ADD(lk->readers, -GR_READER, relaxed); /* takes its count back (fault: whatever readers says now) */
			RETURN(FUTEX_ETIMEDOUT);
		}
		CAS(my->seen, lk->readers, my->r, my->r - GR_READER, relaxed); /* takes its count back | finds that readers has changed */
		if (my->seen == my->r)
			RETURN(FUTEX_ETIMEDOUT);
		my->r = my->seen;
	}
	/* atomic_thread_fence_acquire() stands before this load */
	LOAD(my->wpf, lk->wrphase_futex, full); /* sees that the lock has been handed over | if write phase: sees that the lock has not been handed over yet */
	if ((my->wpf | GR_FUTEX_USED) == (1 | GR_FUTEX_USED))
		WAIT_UNTIL(lk->wrphase_futex, (VAL | GR_FUTEX_USED) != (1 | GR_FUTEX_USED), relaxed); /* sees that the lock has been handed over | spins until the lock is handed over */
	TAKES_READ();
	RETURN(0);
END(gr_uncount)

/* A reader that is counted waits for explicit handoff: a read phase, and then wrphase_futex once more */
PROC(gr_wait_read_phase, struct glibc_rwlock, u32 r; u32 seen; u32 wpf; u32 ready; u32 ret;)
	my->ready = FAULT(glibc_rwlock, one_look);
	for (;;) {
		for (;;) {
			LOAD(my->wpf, lk->wrphase_futex, relaxed); /* reads 0 in the futex word of the phase | if write phase: reads 1, a write phase, in the futex word of the phase */
			if ((my->wpf | GR_FUTEX_USED) != (1 | GR_FUTEX_USED))
				break;
			if (!(my->wpf & GR_FUTEX_USED)) {
				CAS(my->seen, lk->wrphase_futex, my->wpf, my->wpf | GR_FUTEX_USED, relaxed); /* sets FUTEX_USED, so that the handoff will call the kernel | finds that wrphase_futex has changed */
				if (my->seen != my->wpf)
					continue;
			}
			SYSCALL(my->ret, futex17_wait, &lk->hash, .uaddr = ADDRESS(lk->wrphase_futex), .val = 1 | GR_FUTEX_USED, .timed = MY_ROLE() == GR_TIMED_READS);
			if (my->ret == (u32)-FUTEX_ETIMEDOUT) {
				CALL(my->ret, gr_uncount, lk);
				RETURN(my->ret);
			}
		}
		if (my->ready)
			break;
		LOAD(my->r, lk->readers, acquire); /* finds that a read phase has begun, and will read the futex word once more | if WRPHASE: finds the write phase not over */
		my->ready = !(my->r & GR_WRPHASE);
	}
	TAKES_READ();
	RETURN(0);
END(gr_wait_read_phase)

/* __pthread_rwlock_rdlock_full */
PROC(gr_rdlock, struct glibc_rwlock, u32 r; u32 seen; u32 ret;)
	LOAD(my->seen, lk->cur_writer, relaxed); /* sees that it is not the writer itself */
	if (my->seen == me)
		RETURN(GR_EDEADLK);
	if (HAS(glibc_rwlock, holds_back)) {
		CALL(my->ret, gr_hold_back, lk);
		if (my->ret)
			RETURN(my->ret);
	}
	ADD_RETURN(my->r, lk->readers, GR_READER, acquire); /* counts itself, in a read phase, and has the lock | if WRPHASE: counts itself, in a write phase */
	if (!(my->r & GR_WRPHASE)) {
		TAKES_READ();
		RETURN(0);
	}
	while (my->r & GR_WRPHASE && !(my->r & GR_WRLOCKED)) {
		CAS(my->seen, lk->readers, my->r, my->r ^ GR_WRPHASE, acquire); /* ends the write phase, for no writer is inside | finds that readers has changed */
		if (my->seen == my->r) {
			TAKES_READ();
			XCHG(my->seen, lk->wrphase_futex, 0, relaxed); /* tells the futex word that it is a read phase */
			if (my->seen & GR_FUTEX_USED)
				SYSCALL(my->ret, futex17_wake, &lk->hash, .uaddr = ADDRESS(lk->wrphase_futex), .nr_wake = FUTEX_WAKE_ALL);
			RETURN(0);
		}
		my->r = my->seen;
	}
	CALL(my->ret, gr_wait_read_phase, lk);
	RETURN(my->ret);
END(gr_rdlock)

/* __pthread_rwlock_rdunlock */
PROC(gr_rdunlock, struct glibc_rwlock, u32 inner; u32 r; u32 rnew; u32 seen; u32 ret;)
	LOAD(my->r, lk->readers, relaxed); /* reads who else is counted, and whether a writer waits */
	for (;;) {
		my->rnew = my->r - GR_READER;
		if (my->rnew >> GR_READER_SHIFT == 0) {
			if (my->rnew & GR_WRLOCKED && !FAULT(glibc_rwlock, no_phase))
				my->rnew |= GR_WRPHASE;
			my->rnew &= ~GR_RWAITING;
		}
		CAS(my->seen, lk->readers, my->r, my->rnew, release); /* takes its count back and {flags} | finds that readers has changed */
		if (my->seen == my->r)
			break;
		my->r = my->seen;
	}
	if (!my->inner)
		GIVES();
	if (my->rnew & GR_WRPHASE) {
		/* atomic_thread_fence_acquire() stands before this exchange */
		XCHG(my->seen, lk->wrphase_futex, 1, full); /* hands the lock over to the writer, which does not sleep | if FUTEX_USED: hands the lock over to the writer, which may sleep */
		if (my->seen & GR_FUTEX_USED)
			SYSCALL(my->ret, futex17_wake, &lk->hash, .uaddr = ADDRESS(lk->wrphase_futex), .nr_wake = FUTEX_WAKE_ALL);
	}
	if ((my->r ^ my->rnew) & GR_RWAITING && !FAULT(glibc_rwlock, held_for_good))
		SYSCALL(my->ret, futex17_wake, &lk->hash, .uaddr = ADDRESS(lk->readers), .nr_wake = FUTEX_WAKE_ALL);
END(gr_rdunlock)

/* A registered writer whose timeout has passed: 0 = it was the last, and WRLOCKED had been handed over */
PROC(gr_unregister, struct glibc_rwlock, u32 w; u32 seen;)
	LOAD(my->w, lk->writers, relaxed); /* reads how many writers are registered, and whether one may take over */
	for (;;) {
		CAS(my->seen, lk->writers, my->w, my->w == GR_WRHANDOVER + 1 && !FAULT(glibc_rwlock, token_lost) ? 0 : my->w - 1, acquire); /* is registered no more and {flags} | finds that writers has changed */
		if (my->seen == my->w)
			break;
		my->w = my->seen;
	}
	RETURN(my->w == GR_WRHANDOVER + 1 && !FAULT(glibc_rwlock, token_lost) ? 0 : FUTEX_ETIMEDOUT);
END(gr_unregister)

/* A primary writer whose timeout has passed: 0 = the write phase has begun, so it has been handed the lock */
PROC(gr_resign, struct glibc_rwlock, u32 r; u32 w; u32 wf; u32 seen; u32 ret;)
	if (HAS(glibc_rwlock, prefers_writers)) {
		LOAD(my->w, lk->writers, relaxed); /* finds no writer registered | if registered: finds a writer that could take over */
		if (my->w) {
			XCHG(my->wf, lk->writers_futex, 0, relaxed); /* lets nobody else wait for it */
			while (my->w) {
				CAS(my->seen, lk->writers, my->w, my->w | GR_WRHANDOVER, release); /* hands WRLOCKED over | finds that writers has changed */
				if (my->seen == my->w) {
					if (my->wf & GR_FUTEX_USED)
						SYSCALL(my->ret, futex17_wake, &lk->hash, .uaddr = ADDRESS(lk->writers_futex), .nr_wake = 1);
					RETURN(FUTEX_ETIMEDOUT);
				}
				my->w = my->seen;
			}
			STORE(lk->writers_futex, my->wf, relaxed); /* lets others wait for it again */
		}
	}
	LOAD(my->r, lk->readers, relaxed); /* finds the read phase not over | if WRPHASE: finds that its write phase has begun */
	if (!(my->r & GR_WRPHASE)) {
		XCHG(my->wf, lk->writers_futex, 0, relaxed); /* lets nobody else wait for it */
		while (!(my->r & GR_WRPHASE)) {
			CAS(my->seen, lk->readers, my->r, (my->r ^ GR_WRLOCKED) & ~GR_RWAITING, release); /* is primary no more and {flags} | finds that readers has changed */
			if (my->seen == my->r) {
				if (my->wf & GR_FUTEX_USED)
					SYSCALL(my->ret, futex17_wake, &lk->hash, .uaddr = ADDRESS(lk->writers_futex), .nr_wake = 1);
				if (my->r & GR_RWAITING)
					SYSCALL(my->ret, futex17_wake, &lk->hash, .uaddr = ADDRESS(lk->readers), .nr_wake = FUTEX_WAKE_ALL);
				RETURN(FUTEX_ETIMEDOUT);
			}
			my->r = my->seen;
		}
		STORE(lk->writers_futex, my->wf, relaxed); /* lets others wait for it again */
	}
	/* atomic_thread_fence_acquire() stands before this load */
	LOAD(my->w, lk->wrphase_futex, full); /* sees that the lock has not been handed over yet | if write phase: sees that the lock has been handed over */
	if ((my->w | GR_FUTEX_USED) == GR_FUTEX_USED)
		WAIT_UNTIL(lk->wrphase_futex, (VAL | GR_FUTEX_USED) != GR_FUTEX_USED, relaxed); /* sees that the lock has been handed over | spins until the lock is handed over */
	TAKES_WRITE();
	RETURN(0);
END(gr_resign)

/* The primary writer, in a read phase, waits for explicit handoff by the last reader */
PROC(gr_wait_write_phase, struct glibc_rwlock, u32 r; u32 seen; u32 wpf; u32 ready; u32 ret;)
	my->ready = FAULT(glibc_rwlock, one_look);
	for (;;) {
		for (;;) {
			LOAD(my->wpf, lk->wrphase_futex, relaxed); /* reads 0, a read phase, in the futex word of the phase | if write phase: reads 1 in the futex word of the phase */
			if ((my->wpf | GR_FUTEX_USED) != GR_FUTEX_USED)
				break;
			if (!(my->wpf & GR_FUTEX_USED)) {
				CAS(my->seen, lk->wrphase_futex, my->wpf, GR_FUTEX_USED, relaxed); /* sets FUTEX_USED, so that the handoff will call the kernel | finds that wrphase_futex has changed */
				if (my->seen != my->wpf)
					continue;
			}
			SYSCALL(my->ret, futex17_wait, &lk->hash, .uaddr = ADDRESS(lk->wrphase_futex), .val = GR_FUTEX_USED, .timed = MY_ROLE() == GR_TIMED_WRITES);
			if (my->ret == (u32)-FUTEX_ETIMEDOUT)
				RETURN(FUTEX_ETIMEDOUT);
		}
		if (my->ready)
			break;
		LOAD(my->r, lk->readers, acquire); /* finds the read phase not over | if WRPHASE: finds that a write phase has begun, and will read the futex word once more */
		my->ready = !!(my->r & GR_WRPHASE);
	}
	TAKES_WRITE();
	RETURN(0);
END(gr_wait_write_phase)

/* __pthread_rwlock_wrlock_full */
PROC(gr_wrlock, struct glibc_rwlock, u32 r; u32 seen; u32 w; u32 wf; u32 shared; u32 ret;)
	LOAD(my->seen, lk->cur_writer, relaxed); /* sees that it is not the writer itself */
	if (my->seen == me)
		RETURN(GR_EDEADLK);
	FETCH_OR(my->r, lk->readers, GR_WRLOCKED, acquire); /* becomes the primary writer | if WRLOCKED: finds another primary writer */
	if (my->r & GR_WRLOCKED) {
		if (HAS(glibc_rwlock, prefers_writers))
			ADD(lk->writers, 1, relaxed); /* counts itself as a writer that WRLOCKED may be handed over to */
		for (;;) {
			if (!(my->r & GR_WRLOCKED)) {
				CAS(my->seen, lk->readers, my->r, my->r | GR_WRLOCKED, acquire); /* becomes the primary writer | finds that readers has changed */
				if (my->seen != my->r) {
					my->r = my->seen;
					continue;
				}
				if (my->r & GR_WRPHASE)
					TAKES_WRITE();
				if (HAS(glibc_rwlock, prefers_writers))
					ADD(lk->writers, -1, relaxed); /* is registered no more */
				break;
			}
			if (HAS(glibc_rwlock, prefers_writers)) {
				LOAD(my->w, lk->writers, relaxed); /* finds nothing handed over | if WRHANDOVER: finds WRLOCKED handed over */
				if (my->w & GR_WRHANDOVER) {
					CAS(my->seen, lk->writers, my->w, FAULT(glibc_rwlock, token_left) ? my->w - 1 : my->w - GR_WRHANDOVER - 1, acquire); /* takes WRLOCKED over, and is the primary writer | finds that writers has changed */
					if (my->seen != my->w)
						continue;
					LOAD(my->r, lk->readers, relaxed); /* reads whose phase it has taken over */
					if (my->r & GR_WRPHASE) {
						if (FAULT(glibc_rwlock, mend_await_phase))
							WAIT_UNTIL(lk->wrphase_futex, (VAL | GR_FUTEX_USED) == (1 | GR_FUTEX_USED), relaxed); /* sees that the last reader has written the phase | spins until the last reader has written the phase */
						TAKES_WRITE();
					}
					break;
				}
			}
			LOAD(my->wf, lk->writers_futex, relaxed); /* sees that it cannot wait here, for the primary writer is about to change | if primary: sees that it can wait here */
			my->seen = my->wf;
			if (my->wf == 1)
				CAS(my->seen, lk->writers_futex, my->wf, 1 | GR_FUTEX_USED, relaxed); /* sets FUTEX_USED, so that the unlock will call the kernel | finds that writers_futex has changed */
			if ((my->wf & ~GR_FUTEX_USED) == 1 && my->seen == my->wf) {
				my->shared = !FAULT(glibc_rwlock, unmarked);
				SYSCALL(my->ret, futex17_wait, &lk->hash, .uaddr = ADDRESS(lk->writers_futex), .val = 1 | GR_FUTEX_USED, .timed = MY_ROLE() == GR_TIMED_WRITES);
				if (my->ret == (u32)-FUTEX_ETIMEDOUT) {
					if (!HAS(glibc_rwlock, prefers_writers))
						RETURN(FUTEX_ETIMEDOUT);
					CALL(my->ret, gr_unregister, lk);
					if (my->ret)
						RETURN(my->ret);
					LOAD(my->r, lk->readers, relaxed); /* reads whose phase it has taken over, for it must go on as the primary writer */
					if (my->r & GR_WRPHASE) {
						if (FAULT(glibc_rwlock, mend_await_phase))
							WAIT_UNTIL(lk->wrphase_futex, (VAL | GR_FUTEX_USED) == (1 | GR_FUTEX_USED), relaxed); /* sees that the last reader has written the phase | spins until the last reader has written the phase */
						TAKES_WRITE();
					}
					break;
				}
			}
			LOAD(my->r, lk->readers, relaxed); /* sees that there is no primary writer | if WRLOCKED: sees that there is a primary writer still */
		}
		my->r |= GR_WRLOCKED;
	} else if (my->r & GR_WRPHASE) {
		TAKES_WRITE();
	}
	STORE(lk->writers_futex, 1 | (my->shared ? GR_FUTEX_USED : 0), relaxed); /* lets other writers wait for it */
	if (my->r & GR_WRPHASE)
		goto done;
	while (!(my->r & GR_WRPHASE) && my->r >> GR_READER_SHIFT == 0) {
		CAS(my->seen, lk->readers, my->r, my->r | GR_WRPHASE, acquire); /* ends the read phase, for no reader is counted | finds that readers has changed */
		if (my->seen == my->r) {
			TAKES_WRITE();
			STORE(lk->wrphase_futex, 1, relaxed); /* lets readers wait for the end of its phase */
			goto done;
		}
		my->r = my->seen;
	}
	CALL(my->ret, gr_wait_write_phase, lk);
	if (my->ret)
		CALL(my->ret, gr_resign, lk);
	if (my->ret)
		RETURN(my->ret);
done:
	STORE(lk->cur_writer, me, relaxed); /* notes that it is the writer */
	RETURN(0);
END(gr_wrlock)

/* __pthread_rwlock_wrunlock */
PROC(gr_wrunlock, struct glibc_rwlock, u32 r; u32 w; u32 wf; u32 seen; u32 ret;)
	STORE(lk->cur_writer, 0, relaxed); /* is the writer no more */
	XCHG(my->wf, lk->writers_futex, 0, relaxed); /* lets nobody else wait for it | if FUTEX_USED: lets nobody else wait for it, and will wake one that may sleep */
	if (HAS(glibc_rwlock, prefers_writers)) {
		LOAD(my->w, lk->writers, relaxed); /* finds no writer registered | if registered: finds a writer that can take over */
		while (my->w) {
			CAS(my->seen, lk->writers, my->w, my->w | GR_WRHANDOVER, release); /* hands the lock over to a writer, past all readers | finds that writers has changed */
			if (my->seen == my->w) {
				GIVES();
				goto done;
			}
			my->w = my->seen;
		}
	}
	LOAD(my->r, lk->readers, relaxed); /* finds no reader counted | if readers: finds readers that wait to be handed the lock */
	for (;;) {
		CAS(my->seen, lk->readers, my->r, my->r ^ GR_WRLOCKED ^ (my->r >> GR_READER_SHIFT ? GR_WRPHASE : 0), release); /* leaves and {flags} | finds that readers has changed */
		if (my->seen == my->r)
			break;
		my->r = my->seen;
	}
	GIVES();
	if (my->r >> GR_READER_SHIFT) {
		XCHG(my->seen, lk->wrphase_futex, 0, relaxed); /* hands the lock over to the readers, of whom none sleeps | if FUTEX_USED: hands the lock over to the readers, of whom some may sleep */
		if (my->seen & GR_FUTEX_USED)
			SYSCALL(my->ret, futex17_wake, &lk->hash, .uaddr = ADDRESS(lk->wrphase_futex), .nr_wake = FAULT(glibc_rwlock, wake_one) ? 1 : FUTEX_WAKE_ALL);
	}
done:
	if (my->wf & GR_FUTEX_USED)
		SYSCALL(my->ret, futex17_wake, &lk->hash, .uaddr = ADDRESS(lk->writers_futex), .nr_wake = 1);
END(gr_wrunlock)

/* pthread_rwlock_unlock */
PROC(gr_unlock, struct glibc_rwlock, u32 inner; u32 seen;)
	LOAD(my->seen, lk->cur_writer, relaxed); /* is the writer, so it is a write lock that it gives up | is not the writer, so it is a read lock that it gives up */
	OTHERWISE(my->seen != me);
	if (my->seen == me)
		DO(gr_wrunlock, lk);
	else
		DO(gr_rdunlock, lk, .inner = my->inner);
END(gr_unlock)

/* The workload: lock, one step of work, unlock. Who has given up goes on to its next round. */
PROC(gr_worker, struct glibc_rwlock, u32 rounds; u32 ret;)
	while (my->rounds--) {
		if (MY_ROLE() == GR_WRITES || MY_ROLE() == GR_TIMED_WRITES) {
			CALL(my->ret, gr_wrlock, lk);
			if (my->ret)
				continue;
			HOLD_WRITE();
			CRITICAL(); /* writes under the lock */
		} else {
			CALL(my->ret, gr_rdlock, lk);
			if (my->ret)
				continue;
			HOLD_READ();
			CRITICAL(); /* reads under the lock */
			if (FAULT(glibc_rwlock, twice)) {
				DO(gr_rdlock, lk);
				DO(gr_unlock, lk, .inner = 1);
			}
		}
		UNHOLD();
		DO(gr_unlock, lk);
	}
END(gr_worker)
