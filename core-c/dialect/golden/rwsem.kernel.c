/* SPDX-License-Identifier: MIT */
/*
 * rwsem: the readers-writer semaphore of the 2017 series (v6), before patch 07 and
 * with it. Source: seed 001, patch 07/11 "Implement lock handoff to prevent lock
 * starvation" (kernel/locking/rwsem-xadd.c and .h); the lines between its hunks
 * from sections 5 and 6 of the spec, the spinner queue (osq_lock.c) from 4.3.
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













































































/* --- owner ---------------------------------------------------------------------------- */

/* rwsem_set_reader_owned: writes only if it must, to spare the cache line. */
void rwsem17_set_reader_owned(struct rwsem17 *lock) { u32 owner;
	owner = READ_ONCE(lock->owner); /* checks whether the lock is marked as the readers' already */
	if (owner != RWSEM_READER_OWNED)
		WRITE_ONCE(lock->owner, RWSEM_READER_OWNED); /* marks the lock as the readers' */
}

/* rwsem_can_spin_on_owner */
int rwsem17_can_spin_on_owner(struct rwsem17 *lock) { u32 owner;
	if (need_resched())
		return 0;
	owner = READ_ONCE(lock->owner); /* reads who owns the lock, before it spins */
	if (owner == 0 || owner == RWSEM_READER_OWNED)
		return owner == 0;
	owner = READ_ONCE(find_task_by_vpid(owner)->on_cpu); /* checks whether the owner is running */
	return owner;
}

/* rwsem_spin_on_owner: 0 = stop spinning. */
int rwsem17_spin_on_owner(struct rwsem17 *lock) { u32 owner, now;
	owner = READ_ONCE(lock->owner); /* reads whom to watch */
	if (owner != 0 && owner != RWSEM_READER_OWNED) {
		for (;;) {
			now = READ_ONCE(lock->owner); /* checks that the owner is still the same */
			if (now != owner)
				break;
			now = READ_ONCE(find_task_by_vpid(owner)->on_cpu); /* checks that the owner is running */
			if (!now || need_resched())
				return 0;
			cpu_relax();
		}
	}
	owner = READ_ONCE(lock->owner); /* checks whether readers own the lock now */
	return owner != RWSEM_READER_OWNED;
}

/* --- two ways for a writer to take the lock --------------------------------------------- */

/* rwsem_try_write_lock_unqueued: lock stealing, past whoever waits in the list. */
int rwsem17_try_write_lock_unqueued(struct rwsem17 *lock) { u32 vpid = task_pid_vnr(current); u32 count, old;
	count = atomic_read(&lock->count); /* checks whether the lock is free */
	for (;;) {
		if (count & RWSEM_LOCK_MASK)
			return 0;
		if ((count & RWSEM_FLAG_HANDOFF) && !IS_ENABLED(FAULT_STEAL_DESPITE_HANDOFF))
			return 0;
		if (IS_ENABLED(FAULT_BLIND_STEAL)) {
			atomic_set(&lock->count, count + RWSEM_WRITER_LOCKED); /* takes the lock (fault: without comparing) */
			break;
		}
		old = atomic_cmpxchg_acquire(&lock->count, count, count + RWSEM_WRITER_LOCKED); /* takes the lock as a spinner, past the waiters, or comes too late, for the count has changed */
		if (old == count)
			break;
		count = old;
		cpu_relax();
	}
	/* has the lock from here */
	/* from the flag on, no spinner overtakes the first waiter */
	WARN_ON_ONCE(count & RWSEM_FLAG_HANDOFF);
	WRITE_ONCE(lock->owner, vpid); /* signs as the owner */
	return 1;
}

/* rwsem_try_write_lock: a queued writer, under the wait_lock. A stale count just fails. */
int rwsem17_try_write_lock(struct rwsem17 *lock, u32 count, u32 first) { u32 vpid = task_pid_vnr(current); u32 waiters, old;
	if (count & RWSEM_LOCK_MASK)
		return 0;
	if (IS_ENABLED(HAS_HANDOFF) && !first && (count & RWSEM_FLAG_HANDOFF))
		return 0;
	waiters = list_count_nodes(&lock->wait_list); /* checks whether it waits alone */
	waiters = waiters == 1 ? RWSEM_FLAG_WAITERS : 0;
	old = atomic_cmpxchg_acquire(&lock->count, count, count + RWSEM_WRITER_LOCKED - waiters - (count & RWSEM_FLAG_HANDOFF)); /* takes the lock from its place in the list, or comes too late, for the count has changed */
	if (old != count)
		return 0;
	/* has the lock from here */
	WRITE_ONCE(lock->owner, vpid); /* signs as the owner */
	return 1;
}

/* rwsem_optimistic_spin: 1 = got the lock. */
int rwsem17_optimistic_spin(struct rwsem17 *lock) { u32 taken, owner;
	preempt_disable();
	taken = rwsem17_can_spin_on_owner(lock);
	if (!taken)
		goto done;
	taken = osq_lock(&lock->osq);
	if (!taken)
		goto done;
	for (;;) {
		taken = rwsem17_spin_on_owner(lock);
		if (!taken)
			break;
		taken = rwsem17_try_write_lock_unqueued(lock);
		if (taken)
			break;
		/* a real-time task would leave here too */
		owner = READ_ONCE(lock->owner); /* checks whether anybody has signed as the owner */
		if (owner == 0 && need_resched())
			break;
		cpu_relax();
	}
	osq_unlock(&lock->osq);
done:
	preempt_enable();
	return taken;
}

/* --- waking, under the wait_lock and after it --------------------------------------------- */

/* __rwsem_mark_wake: picks whom to wake and grants readers the lock. Returns the wake_q. */
int rwsem17_mark_wake(struct rwsem17 *lock, u32 type) { u32 adjustment = 0, woken = 0, head_n; unsigned long wake_q = 0, granted = 0, seen; struct rwsem_waiter *head, *seen_waiter; struct task_struct *seen_task, *task;
	head = list_first_entry_or_null(&lock->wait_list, struct rwsem_waiter, list); /* reads who waits first */
	seen = READ_ONCE(head->type); /* sees that the first is a reader, or sees that the first is a writer */

	if (seen == RWSEM_WAITING_FOR_WRITE) {
		if (type == RWSEM_WAKE_ANY) {
			seen_task = READ_ONCE(head->task); /* picks the first writer, who must compete for the lock */
			wake_q = wake_q_add(&lock->tasks, seen_task);
		}
		return wake_q;
	}

	/* grant the first reader early: then no writer can steal the lock any more */
	if (type != RWSEM_WAKE_READ_OWNED) {
		adjustment = RWSEM_READER_BIAS;
		seen = atomic_fetch_add(adjustment, &lock->count); /* counts the first reader in, before a writer can steal */
		if (seen & RWSEM_WRITER_LOCKED) {
			if (IS_ENABLED(HAS_HANDOFF) && !(seen & RWSEM_FLAG_HANDOFF) && time_after(jiffies, head->deadline))
				adjustment -= RWSEM_FLAG_HANDOFF;
			if (!IS_ENABLED(FAULT_NO_UNDO))
				atomic_add(-adjustment, &lock->count); /* takes the reader back out, for a writer stole the lock; asks for handoff if it has waited too long */
			return 0;
		}
		rwsem17_set_reader_owned(lock);
	}

	/* the group of readers up to the first writer. One pass, as posted: the store to
	 * task is the grant, but the count follows only after the loop */
	for (;;) {
		head = list_first_entry_or_null(&lock->wait_list, struct rwsem_waiter, list); /* reads who is next in the list */
		if (head == NULL)
			break;
		seen = READ_ONCE(head->type); /* checks whether it reads too */
		if (seen == RWSEM_WAITING_FOR_WRITE)
			break;
		woken++;
		if (IS_ENABLED(FAULT_MEND_TWO_PASS)) {
			granted |= (unsigned long)1 << task_pid_vnr(head->task);
			list_del(&head->list); /* takes the reader off the list (mended: grants later) */
			continue;
		}
		task = READ_ONCE(head->task); /* picks the reader to be woken */
		if (IS_ENABLED(FAULT_WAKE_Q_FIRST)) {
			seen = wake_q_add(&lock->tasks, task);
			wake_q |= seen;
		}
		list_del(&head->list); /* takes the reader off the list */
		smp_store_release(&head->task, NULL); /* grants the reader the lock */
		if (!IS_ENABLED(FAULT_WAKE_Q_FIRST)) {
			seen = wake_q_add(&lock->tasks, task);
			wake_q |= seen;
		}
	}

	adjustment = woken * RWSEM_READER_BIAS - adjustment;
	seen_waiter = list_first_entry_or_null(&lock->wait_list, struct rwsem_waiter, list); /* checks whether anybody still waits */
	if (seen_waiter == NULL && !IS_ENABLED(FAULT_WAITERS_STAY))
		adjustment -= RWSEM_FLAG_WAITERS;
	if (IS_ENABLED(HAS_HANDOFF) && woken) {
		seen = atomic_read(&lock->count); /* checks whether a handoff was asked for */
		if (seen & RWSEM_FLAG_HANDOFF)
			adjustment -= RWSEM_FLAG_HANDOFF;
	}
	if (adjustment)
		atomic_add(adjustment, &lock->count); /* counts the other readers in and settles the flags */

	/* the second pass of a later kernel, only with the switch mend_two_pass */
	while (granted) {
		head_n = LOWEST(granted);
		granted &= granted - 1;
		task = READ_ONCE(rwsem_waiter_of(find_task_by_vpid(head_n))->task); /* picks the reader to be woken */
		smp_store_release(&rwsem_waiter_of(find_task_by_vpid(head_n))->task, NULL); /* grants the reader the lock */
		seen = wake_q_add(&lock->tasks, task);
		wake_q |= seen;
	}
	return wake_q;
}

/* rwsem_wake: after an unlock that saw waiters. count is what the unlock saw (patch 07). */
void rwsem17_wake(struct rwsem17 *lock, u32 count) { unsigned long wake_q = 0; struct osq_node *seen_node; u32 seen; struct rwsem_waiter *seen_waiter;
	if (IS_ENABLED(FAULT_MEND_NO_SHORTCUT))
		goto lock;
	seen_node = smp_load_acquire(&lock->osq.tail); /* checks whether somebody spins for the lock */
	if (seen_node && !(IS_ENABLED(HAS_HANDOFF) && (count & RWSEM_FLAG_HANDOFF))) {
		seen = raw_spin_trylock(&lock->wait_lock); /* locks the wait list, or wakes nobody: the list is busy and a spinner will take the lock */
		if (!seen)
			return;
		goto locked;
	}
lock:
	raw_spin_lock(&lock->wait_lock); /* locks the wait list, or spins for the wait list */
locked:
	seen_waiter = list_first_entry_or_null(&lock->wait_list, struct rwsem_waiter, list); /* checks whether anybody waits */
	if (seen_waiter) {
		wake_q = rwsem17_mark_wake(lock, RWSEM_WAKE_ANY);
	}
	raw_spin_unlock(&lock->wait_lock); /* unlocks the wait list */
	wake_up_q(&lock->tasks, wake_q);
}

/* rwsem_downgrade_wake */
void rwsem17_downgrade_wake(struct rwsem17 *lock) { unsigned long wake_q = 0; struct rwsem_waiter *seen;
	raw_spin_lock(&lock->wait_lock); /* locks the wait list, or spins for the wait list */
	seen = list_first_entry_or_null(&lock->wait_list, struct rwsem_waiter, list); /* checks whether anybody waits */
	if (seen) {
		wake_q = rwsem17_mark_wake(lock, RWSEM_WAKE_READ_OWNED);
	}
	raw_spin_unlock(&lock->wait_lock); /* unlocks the wait list */
	wake_up_q(&lock->tasks, wake_q);
}

/* --- the slow paths ------------------------------------------------------------------------ */

/* __rwsem_down_read_failed_common. The bias of the fast path is still in the count. */
int rwsem17_down_read_failed(struct rwsem17 *lock, u32 state) { struct rwsem_waiter *waiter = rwsem_waiter_of(current); unsigned long wake_q = 0; u32 adjustment, seen_n; struct rwsem_waiter *seen_waiter; struct task_struct *seen;
	adjustment = -RWSEM_READER_BIAS;
	WRITE_ONCE(waiter->task, current); /* writes its name on its waiter */
	WRITE_ONCE(waiter->type, RWSEM_WAITING_FOR_READ); /* notes that it waits to read */
	if (IS_ENABLED(HAS_HANDOFF))
		waiter->deadline = jiffies + HANDOFF_DELAY;
	raw_spin_lock(&lock->wait_lock); /* locks the wait list, or spins for the wait list */
	seen_waiter = list_first_entry_or_null(&lock->wait_list, struct rwsem_waiter, list); /* checks whether anybody waits already */
	if (seen_waiter == NULL)
		adjustment += RWSEM_FLAG_WAITERS;
	list_add_tail(&waiter->list, &lock->wait_list); /* stands last in the wait list */
	if (IS_ENABLED(FAULT_KEEP_BIAS))
		adjustment += RWSEM_READER_BIAS;
	seen_n = atomic_add_return(adjustment, &lock->count); /* takes its reader bias back and sees to the WAITERS flag */
	/* nobody is in; or no writer is, and nobody waits before it */
	if (!(seen_n & RWSEM_LOCK_MASK) || (!(seen_n & RWSEM_WRITER_LOCKED) && adjustment != -RWSEM_READER_BIAS)) {
		wake_q = rwsem17_mark_wake(lock, RWSEM_WAKE_ANY);
	}
	seen = NULL;
	raw_spin_unlock(&lock->wait_lock); /* unlocks the wait list */
	wake_up_q(&lock->tasks, wake_q);

	for (;;) {
		if (IS_ENABLED(FAULT_NO_RECHECK))
			seen = READ_ONCE(waiter->task); /* checks for its grant (fault: before it marks itself as sleeping) */
		set_current_state(state); /* marks itself as sleeping */
		if (!IS_ENABLED(FAULT_NO_RECHECK))
			seen = READ_ONCE(waiter->task); /* checks whether it has been granted the lock */
		if (seen == NULL)
			break;
		seen = NULL;
		if (signal_pending_state(state, current)) {
			raw_spin_lock(&lock->wait_lock); /* has been killed and locks the wait list, or spins for the wait list */
			seen = READ_ONCE(waiter->task); /* checks whether the grant came before the kill */
			if (seen)
				goto out_nolock;
			/* has the lock from here, as a reader */
			raw_spin_unlock(&lock->wait_lock); /* unlocks the wait list, for the lock is its own */
			break;
		}
		schedule(); /* sleeps until it is granted the lock, or wakes up */
	}
	/* has the lock from here, as a reader */
	set_current_state(TASK_RUNNING); /* is awake and reads */
	waiter->deadline = 0;

	return 0;

out_nolock:
	list_del(&waiter->list); /* gives up and leaves the list */
	seen_waiter = list_first_entry_or_null(&lock->wait_list, struct rwsem_waiter, list); /* checks whether anybody still waits */
	if (seen_waiter == NULL) {
		adjustment = -RWSEM_FLAG_WAITERS;
		if (IS_ENABLED(HAS_HANDOFF) && !IS_ENABLED(FAULT_ABORT_KEEPS_HANDOFF)) {
			seen_n = atomic_read(&lock->count); /* checks whether a handoff was asked for */
			if (seen_n & RWSEM_FLAG_HANDOFF)
				adjustment -= RWSEM_FLAG_HANDOFF;
		}
		atomic_add(adjustment, &lock->count); /* clears the flags of the empty list */
	}
	raw_spin_unlock(&lock->wait_lock); /* unlocks the wait list, and wakes nobody */
	set_current_state(TASK_RUNNING); /* is awake and on its way out */
	waiter->deadline = 0;


	return EINTR;
}

/* __rwsem_down_write_failed_common. Nothing is to be undone: the fast path left no trace. */
int rwsem17_down_write_failed(struct rwsem17 *lock, u32 state) { struct rwsem_waiter *waiter = rwsem_waiter_of(current); unsigned long seen; struct rwsem_waiter *seen_waiter; u32 first, count;
	seen = rwsem17_optimistic_spin(lock);
	if (seen)
		return 0;

	WRITE_ONCE(waiter->task, current); /* writes its name on its waiter */
	WRITE_ONCE(waiter->type, RWSEM_WAITING_FOR_WRITE); /* notes that it waits to write */
	if (IS_ENABLED(HAS_HANDOFF))
		waiter->deadline = jiffies + HANDOFF_DELAY;
	raw_spin_lock(&lock->wait_lock); /* locks the wait list, or spins for the wait list */
	seen_waiter = list_first_entry_or_null(&lock->wait_list, struct rwsem_waiter, list); /* checks whether anybody waits already */
	first = seen_waiter == NULL; /* before patch 07: waiting = !first */
	list_add_tail(&waiter->list, &lock->wait_list); /* stands last in the wait list */
	if (!first) {
		count = atomic_read(&lock->count); /* checks whether readers hold the lock */
		if (!(count & RWSEM_WRITER_LOCKED) && (count & RWSEM_READER_MASK)) {
			seen = rwsem17_mark_wake(lock, RWSEM_WAKE_READERS);
			wake_up_q(&lock->tasks, seen);
		}
	} else {
		count = atomic_add_return(RWSEM_FLAG_WAITERS, &lock->count); /* sets the WAITERS flag, for it is the first in the list */
	}
	if (!IS_ENABLED(HAS_HANDOFF))
		first = 0;

	set_current_state(state); /* marks itself as sleeping, the wait list still locked */
	for (;;) {
		seen = rwsem17_try_write_lock(lock, count, first);
		if (seen)
			break;
		raw_spin_unlock(&lock->wait_lock); /* unlocks the wait list */
		for (;;) {
			if (signal_pending_state(state, current))
				goto out_nolock;
			schedule(); /* sleeps until an unlock wakes it, or wakes up */
			set_current_state(state); /* marks itself as sleeping again, before it reads the count */
			count = atomic_read(&lock->count); /* checks whether the lock is free */
			/* rwsem_waiter_is_first, without the wait_lock: once the first, always the first */
			if (IS_ENABLED(HAS_HANDOFF) && !first) {
				seen_waiter = list_first_entry_or_null(&lock->wait_list, struct rwsem_waiter, list); /* checks whether it waits first by now */
				first = seen_waiter == waiter;
			}
			if (!(count & RWSEM_LOCK_MASK))
				break;
			if (IS_ENABLED(HAS_HANDOFF) && first && !(count & RWSEM_FLAG_HANDOFF) && time_after(jiffies, waiter->deadline))
				seen = atomic_fetch_or_relaxed(RWSEM_FLAG_HANDOFF, &lock->count); /* asks for handoff, having waited too long, without the wait_lock */
		}
		raw_spin_lock(&lock->wait_lock); /* locks the wait list, for the lock was free, or spins for the wait list */
	}
	set_current_state(TASK_RUNNING); /* is awake and writes */
	list_del(&waiter->list); /* leaves the list, for the lock is its own */
	raw_spin_unlock(&lock->wait_lock); /* unlocks the wait list */
	waiter->deadline = 0;

	return 0;

out_nolock:
	set_current_state(TASK_RUNNING); /* has been killed and is on its way out */
	raw_spin_lock(&lock->wait_lock); /* locks the wait list, or spins for the wait list */
	list_del(&waiter->list); /* gives up and leaves the list */
	seen_waiter = list_first_entry_or_null(&lock->wait_list, struct rwsem_waiter, list); /* checks whether anybody still waits */
	if (seen_waiter == NULL) {
		count = -RWSEM_FLAG_WAITERS; /* adjustment */
		if (IS_ENABLED(HAS_HANDOFF) && !IS_ENABLED(FAULT_ABORT_KEEPS_HANDOFF)) {
			seen = atomic_read(&lock->count); /* checks whether a handoff was asked for */
			if (seen & RWSEM_FLAG_HANDOFF)
				count -= RWSEM_FLAG_HANDOFF;
		}
		seen = 0;
		atomic_add(count, &lock->count); /* clears the flags of the empty list */
	} else {
		seen = 0;
		if (!IS_ENABLED(FAULT_SILENT_ABORT))
			seen = rwsem17_mark_wake(lock, RWSEM_WAKE_ANY);
	}
	raw_spin_unlock(&lock->wait_lock); /* unlocks the wait list */
	wake_up_q(&lock->tasks, seen);
	waiter->deadline = 0;

	return EINTR;
}

/* --- the entries: rwsem-xadd.h --------------------------------------------------------------- */

/* __down_read, __down_read_killable */
int rwsem17_down_read(struct rwsem17 *lock, u32 state) { u32 seen;
	seen = atomic_fetch_add_acquire(RWSEM_READER_BIAS, &lock->count); /* adds its reader bias and has the lock, or adds its reader bias, but must not read yet */

	if (seen & RWSEM_READ_FAILED_MASK) {
		seen = rwsem17_down_read_failed(lock, state);
		return seen;
	}
	/* has the lock from here, as a reader */
	rwsem17_set_reader_owned(lock);
return 0; }

/* __down_write, __down_write_killable */
int rwsem17_down_write(struct rwsem17 *lock, u32 state) { u32 vpid = task_pid_vnr(current); u32 seen;
	seen = atomic_cmpxchg_acquire(&lock->count, 0, RWSEM_WRITER_LOCKED); /* takes the free lock at once, or finds the lock taken or waited for */
	if (seen) {
		seen = rwsem17_down_write_failed(lock, state);
		return seen;
	}
	/* has the lock from here */
	WRITE_ONCE(lock->owner, vpid); /* signs as the owner */
return 0; }

/* __up_read */
void rwsem17_up_read(struct rwsem17 *lock) { u32 count;
	count = atomic_add_return_release(-RWSEM_READER_BIAS, &lock->count); /* takes its reader bias out, or takes its reader bias out as the last, and others wait */

	/* has the lock no longer */
	if ((count & (RWSEM_LOCK_MASK | RWSEM_FLAG_WAITERS)) == RWSEM_FLAG_WAITERS)
		rwsem17_wake(lock, count);
}

/* __up_write */
void rwsem17_up_write(struct rwsem17 *lock) { u32 count;
	WRITE_ONCE(lock->owner, 0); /* signs off, still holding the lock */
	count = atomic_fetch_add_release(-RWSEM_WRITER_LOCKED, &lock->count); /* frees the lock, and nobody waits, or frees the lock for whoever comes first */

	/* has the lock no longer */
	if (count & RWSEM_FLAG_WAITERS)
		rwsem17_wake(lock, count);
}

/* __downgrade_write */
void rwsem17_downgrade_write(struct rwsem17 *lock) { u32 count;
	count = atomic_fetch_add_release(RWSEM_READER_BIAS - RWSEM_WRITER_LOCKED, &lock->count); /* turns from the writer into a reader */
	/* has the lock from here, as a reader */
	rwsem17_set_reader_owned(lock);
	if (count & RWSEM_FLAG_WAITERS)
		rwsem17_downgrade_wake(lock);
}

/* The workload. A killed thread ends after the call that it is in, or after its round. */
void rwsem_worker(struct rwsem17 *lock, u32 rounds) { u32 ret;
	while (rounds && !fatal_signal_pending(current)) {
		rounds--;
		if (role == RWSEM_READS || role == RWSEM_READS_KILLABLY) {
			ret = rwsem17_down_read(lock, role == RWSEM_READS ? TASK_UNINTERRUPTIBLE : TASK_KILLABLE);
			if (ret)
				break;
			/* holds the lock, as a reader */
			critical_section(); /* reads under the lock */
			/* holds it no longer */
			rwsem17_up_read(lock);
			continue;
		}
		ret = rwsem17_down_write(lock, role == RWSEM_WRITES_KILLABLY ? TASK_KILLABLE : TASK_UNINTERRUPTIBLE);
		if (ret)
			break;
		/* holds the lock */
		critical_section(); /* writes under the lock */
		if (role == RWSEM_DOWNGRADES) {
			/* has the lock as a reader from here */
			rwsem17_downgrade_write(lock);
			/* holds the lock, as a reader */
			critical_section(); /* goes on as a reader */
			/* holds it no longer */
			rwsem17_up_read(lock);
			continue;
		}
		/* holds it no longer */
		rwsem17_up_write(lock);
	}
}
