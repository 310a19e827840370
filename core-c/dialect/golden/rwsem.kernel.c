#include "rwsem.h"
void rwsem17_set_reader_owned(struct rwsem17 *lock) { u32 owner;
	owner = READ_ONCE(lock->owner);
	if (owner != RWSEM_READER_OWNED)
		WRITE_ONCE(lock->owner, RWSEM_READER_OWNED);
}
int rwsem17_can_spin_on_owner(struct rwsem17 *lock) { u32 owner;
	if (need_resched())
		return 0;
	owner = READ_ONCE(lock->owner);
	if (owner == 0 || owner == RWSEM_READER_OWNED)
		return owner == 0;
	owner = READ_ONCE(find_task_by_vpid(owner)->on_cpu);
	return owner;
}
int rwsem17_spin_on_owner(struct rwsem17 *lock) { u32 owner, now;
	owner = READ_ONCE(lock->owner);
	if (owner != 0 && owner != RWSEM_READER_OWNED) {
		for (;;) {
			now = READ_ONCE(lock->owner);
			if (now != owner)
				break;
			now = READ_ONCE(find_task_by_vpid(owner)->on_cpu);
			if (!now || need_resched())
				return 0;
			cpu_relax();
		}
	}
	owner = READ_ONCE(lock->owner);
	return owner != RWSEM_READER_OWNED;
}
int rwsem17_try_write_lock_unqueued(struct rwsem17 *lock) { u32 vpid = task_pid_vnr(current); u32 count, old;
	count = atomic_read(&lock->count);
	for (;;) {
		if (count & RWSEM_LOCK_MASK)
			return 0;
		if ((count & RWSEM_FLAG_HANDOFF) && !IS_ENABLED(FAULT_STEAL_DESPITE_HANDOFF))
			return 0;
		if (IS_ENABLED(FAULT_BLIND_STEAL)) {
			atomic_set(&lock->count, count + RWSEM_WRITER_LOCKED);
			break;
		}
		old = atomic_cmpxchg_acquire(&lock->count, count, count + RWSEM_WRITER_LOCKED);
		if (old == count)
			break;
		count = old;
		cpu_relax();
	}
	WARN_ON_ONCE(count & RWSEM_FLAG_HANDOFF);
	WRITE_ONCE(lock->owner, vpid);
	return 1;
}
int rwsem17_try_write_lock(struct rwsem17 *lock, u32 count, u32 first) { u32 vpid = task_pid_vnr(current); u32 waiters, old;
	if (count & RWSEM_LOCK_MASK)
		return 0;
	if (IS_ENABLED(HAS_HANDOFF) && !first && (count & RWSEM_FLAG_HANDOFF))
		return 0;
	waiters = list_count_nodes(&lock->wait_list);
	waiters = waiters == 1 ? RWSEM_FLAG_WAITERS : 0;
	old = atomic_cmpxchg_acquire(&lock->count, count, count + RWSEM_WRITER_LOCKED - waiters - (count & RWSEM_FLAG_HANDOFF));
	if (old != count)
		return 0;
	WRITE_ONCE(lock->owner, vpid);
	return 1;
}
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
		owner = READ_ONCE(lock->owner);
		if (owner == 0 && need_resched())
			break;
		cpu_relax();
	}
	osq_unlock(&lock->osq);
done:
	preempt_enable();
	return taken;
}
int rwsem17_mark_wake(struct rwsem17 *lock, u32 type) { u32 adjustment = 0, woken = 0, head_n; unsigned long wake_q = 0, granted = 0, seen; struct rwsem_waiter *head, *seen_waiter; struct task_struct *seen_task, *task;
	head = list_first_entry_or_null(&lock->wait_list, struct rwsem_waiter, list);
	seen = READ_ONCE(head->type);
	if (seen == RWSEM_WAITING_FOR_WRITE) {
		if (type == RWSEM_WAKE_ANY) {
			seen_task = READ_ONCE(head->task);
			wake_q = wake_q_add(&lock->tasks, seen_task);
		}
		return wake_q;
	}
	if (type != RWSEM_WAKE_READ_OWNED) {
		adjustment = RWSEM_READER_BIAS;
		seen = atomic_fetch_add(adjustment, &lock->count);
		if (seen & RWSEM_WRITER_LOCKED) {
			if (IS_ENABLED(HAS_HANDOFF) && !(seen & RWSEM_FLAG_HANDOFF) && time_after(jiffies, head->deadline))
				adjustment -= RWSEM_FLAG_HANDOFF;
			if (!IS_ENABLED(FAULT_NO_UNDO))
				atomic_add(-adjustment, &lock->count);
			return 0;
		}
		rwsem17_set_reader_owned(lock);
	}
	for (;;) {
		head = list_first_entry_or_null(&lock->wait_list, struct rwsem_waiter, list);
		if (head == NULL)
			break;
		seen = READ_ONCE(head->type);
		if (seen == RWSEM_WAITING_FOR_WRITE)
			break;
		woken++;
		if (IS_ENABLED(FAULT_MEND_TWO_PASS)) {
			granted |= (unsigned long)1 << task_pid_vnr(head->task);
			list_del(&head->list);
			continue;
		}
		task = READ_ONCE(head->task);
		if (!IS_ENABLED(FAULT_MEND_GRANT_FIRST)) {
			seen = wake_q_add(&lock->tasks, task);
			wake_q |= seen;
		}
		list_del(&head->list);
		smp_store_release(&head->task, NULL);
		if (IS_ENABLED(FAULT_MEND_GRANT_FIRST)) {
			seen = wake_q_add(&lock->tasks, task);
			wake_q |= seen;
		}
	}
	adjustment = woken * RWSEM_READER_BIAS - adjustment;
	seen_waiter = list_first_entry_or_null(&lock->wait_list, struct rwsem_waiter, list);
	if (seen_waiter == NULL && !IS_ENABLED(FAULT_WAITERS_STAY))
		adjustment -= RWSEM_FLAG_WAITERS;
	if (IS_ENABLED(HAS_HANDOFF) && woken) {
		seen = atomic_read(&lock->count);
		if (seen & RWSEM_FLAG_HANDOFF)
			adjustment -= RWSEM_FLAG_HANDOFF;
	}
	if (adjustment)
		atomic_add(adjustment, &lock->count);
	while (granted) {
		head_n = LOWEST(granted);
		granted &= granted - 1;
		task = READ_ONCE(rwsem_waiter_of(find_task_by_vpid(head_n))->task);
		smp_store_release(&rwsem_waiter_of(find_task_by_vpid(head_n))->task, NULL);
		seen = wake_q_add(&lock->tasks, task);
		wake_q |= seen;
	}
	return wake_q;
}
void rwsem17_wake(struct rwsem17 *lock, u32 count) { unsigned long wake_q = 0; struct osq_node *seen_node; u32 seen; struct rwsem_waiter *seen_waiter;
	if (IS_ENABLED(FAULT_MEND_NO_SHORTCUT))
		goto lock;
	seen_node = smp_load_acquire(&lock->osq.tail);
	if (seen_node && !(IS_ENABLED(HAS_HANDOFF) && (count & RWSEM_FLAG_HANDOFF))) {
		seen = raw_spin_trylock(&lock->wait_lock);
		if (!seen)
			return;
		goto locked;
	}
lock:
	raw_spin_lock(&lock->wait_lock);
locked:
	seen_waiter = list_first_entry_or_null(&lock->wait_list, struct rwsem_waiter, list);
	if (seen_waiter) {
		wake_q = rwsem17_mark_wake(lock, RWSEM_WAKE_ANY);
	}
	raw_spin_unlock(&lock->wait_lock);
	wake_up_q(&lock->tasks, wake_q);
}
void rwsem17_downgrade_wake(struct rwsem17 *lock) { unsigned long wake_q = 0; struct rwsem_waiter *seen;
	raw_spin_lock(&lock->wait_lock);
	seen = list_first_entry_or_null(&lock->wait_list, struct rwsem_waiter, list);
	if (seen) {
		wake_q = rwsem17_mark_wake(lock, RWSEM_WAKE_READ_OWNED);
	}
	raw_spin_unlock(&lock->wait_lock);
	wake_up_q(&lock->tasks, wake_q);
}
int rwsem17_down_read_failed(struct rwsem17 *lock, u32 state) { struct rwsem_waiter *waiter = rwsem_waiter_of(current); unsigned long wake_q = 0; u32 adjustment, seen_n; struct rwsem_waiter *seen_waiter; struct task_struct *seen;
	adjustment = -RWSEM_READER_BIAS;
	WRITE_ONCE(waiter->task, current);
	WRITE_ONCE(waiter->type, RWSEM_WAITING_FOR_READ);
	if (IS_ENABLED(HAS_HANDOFF))
		waiter->deadline = jiffies + HANDOFF_DELAY;
	raw_spin_lock(&lock->wait_lock);
	seen_waiter = list_first_entry_or_null(&lock->wait_list, struct rwsem_waiter, list);
	if (seen_waiter == NULL)
		adjustment += RWSEM_FLAG_WAITERS;
	list_add_tail(&waiter->list, &lock->wait_list);
	if (IS_ENABLED(FAULT_KEEP_BIAS))
		adjustment += RWSEM_READER_BIAS;
	seen_n = atomic_add_return(adjustment, &lock->count);
	if (!(seen_n & RWSEM_LOCK_MASK) || (!(seen_n & RWSEM_WRITER_LOCKED) && adjustment != -RWSEM_READER_BIAS)) {
		wake_q = rwsem17_mark_wake(lock, RWSEM_WAKE_ANY);
	}
	seen = NULL;
	raw_spin_unlock(&lock->wait_lock);
	wake_up_q(&lock->tasks, wake_q);
	for (;;) {
		if (IS_ENABLED(FAULT_NO_RECHECK))
			seen = READ_ONCE(waiter->task);
		set_current_state(state);
		if (!IS_ENABLED(FAULT_NO_RECHECK))
			seen = READ_ONCE(waiter->task);
		if (seen == NULL)
			break;
		seen = NULL;
		if (signal_pending_state(state, current)) {
			raw_spin_lock(&lock->wait_lock);
			seen = READ_ONCE(waiter->task);
			if (seen)
				goto out_nolock;
			raw_spin_unlock(&lock->wait_lock);
			break;
		}
		schedule();
	}
	set_current_state(TASK_RUNNING);
	waiter->deadline = 0;
	return 0;
out_nolock:
	list_del(&waiter->list);
	seen_waiter = list_first_entry_or_null(&lock->wait_list, struct rwsem_waiter, list);
	if (seen_waiter == NULL) {
		adjustment = -RWSEM_FLAG_WAITERS;
		if (IS_ENABLED(HAS_HANDOFF) && !IS_ENABLED(FAULT_ABORT_KEEPS_HANDOFF)) {
			seen_n = atomic_read(&lock->count);
			if (seen_n & RWSEM_FLAG_HANDOFF)
				adjustment -= RWSEM_FLAG_HANDOFF;
		}
		atomic_add(adjustment, &lock->count);
	}
	raw_spin_unlock(&lock->wait_lock);
	set_current_state(TASK_RUNNING);
	waiter->deadline = 0;
	return -EINTR;
}
int rwsem17_down_write_failed(struct rwsem17 *lock, u32 state) { struct rwsem_waiter *waiter = rwsem_waiter_of(current); unsigned long seen; struct rwsem_waiter *seen_waiter; u32 first, count;
	seen = rwsem17_optimistic_spin(lock);
	if (seen)
		return 0;
	WRITE_ONCE(waiter->task, current);
	WRITE_ONCE(waiter->type, RWSEM_WAITING_FOR_WRITE);
	if (IS_ENABLED(HAS_HANDOFF))
		waiter->deadline = jiffies + HANDOFF_DELAY;
	raw_spin_lock(&lock->wait_lock);
	seen_waiter = list_first_entry_or_null(&lock->wait_list, struct rwsem_waiter, list);
	first = seen_waiter == NULL;
	list_add_tail(&waiter->list, &lock->wait_list);
	if (!first) {
		count = atomic_read(&lock->count);
		if (!(count & RWSEM_WRITER_LOCKED) && (count & RWSEM_READER_MASK)) {
			seen = rwsem17_mark_wake(lock, RWSEM_WAKE_READERS);
			wake_up_q(&lock->tasks, seen);
		}
	} else {
		count = atomic_add_return(RWSEM_FLAG_WAITERS, &lock->count);
	}
	if (!IS_ENABLED(HAS_HANDOFF))
		first = 0;
	set_current_state(state);
	for (;;) {
		seen = rwsem17_try_write_lock(lock, count, first);
		if (seen)
			break;
		raw_spin_unlock(&lock->wait_lock);
		for (;;) {
			if (signal_pending_state(state, current))
				goto out_nolock;
			schedule();
			set_current_state(state);
			count = atomic_read(&lock->count);
			if (IS_ENABLED(HAS_HANDOFF) && !first) {
				seen_waiter = list_first_entry_or_null(&lock->wait_list, struct rwsem_waiter, list);
				first = seen_waiter == waiter;
			}
			if (!(count & RWSEM_LOCK_MASK))
				break;
			if (IS_ENABLED(HAS_HANDOFF) && first && !(count & RWSEM_FLAG_HANDOFF) && time_after(jiffies, waiter->deadline))
				seen = atomic_fetch_or_relaxed(RWSEM_FLAG_HANDOFF, &lock->count);
		}
		raw_spin_lock(&lock->wait_lock);
	}
	set_current_state(TASK_RUNNING);
	list_del(&waiter->list);
	raw_spin_unlock(&lock->wait_lock);
	waiter->deadline = 0;
	return 0;
out_nolock:
	set_current_state(TASK_RUNNING);
	raw_spin_lock(&lock->wait_lock);
	list_del(&waiter->list);
	seen_waiter = list_first_entry_or_null(&lock->wait_list, struct rwsem_waiter, list);
	if (seen_waiter == NULL) {
		count = -RWSEM_FLAG_WAITERS;
		if (IS_ENABLED(HAS_HANDOFF) && !IS_ENABLED(FAULT_ABORT_KEEPS_HANDOFF)) {
			seen = atomic_read(&lock->count);
			if (seen & RWSEM_FLAG_HANDOFF)
				count -= RWSEM_FLAG_HANDOFF;
		}
		seen = 0;
		atomic_add(count, &lock->count);
	} else {
		seen = 0;
		if (!IS_ENABLED(FAULT_SILENT_ABORT))
			seen = rwsem17_mark_wake(lock, RWSEM_WAKE_ANY);
	}
	raw_spin_unlock(&lock->wait_lock);
	wake_up_q(&lock->tasks, seen);
	waiter->deadline = 0;
	return -EINTR;
}
int rwsem17_down_read(struct rwsem17 *lock, u32 state) { u32 seen;
	seen = atomic_fetch_add_acquire(RWSEM_READER_BIAS, &lock->count);
	if (seen & RWSEM_READ_FAILED_MASK) {
		seen = rwsem17_down_read_failed(lock, state);
		return seen;
	}
	rwsem17_set_reader_owned(lock);
return 0; }
int rwsem17_down_write(struct rwsem17 *lock, u32 state) { u32 vpid = task_pid_vnr(current); u32 seen;
	seen = atomic_cmpxchg_acquire(&lock->count, 0, RWSEM_WRITER_LOCKED);
	if (seen) {
		seen = rwsem17_down_write_failed(lock, state);
		return seen;
	}
	WRITE_ONCE(lock->owner, vpid);
return 0; }
void rwsem17_up_read(struct rwsem17 *lock) { u32 count;
	count = atomic_add_return_release(-RWSEM_READER_BIAS, &lock->count);
	if ((count & (RWSEM_LOCK_MASK | RWSEM_FLAG_WAITERS)) == RWSEM_FLAG_WAITERS)
		rwsem17_wake(lock, count);
}
void rwsem17_up_write(struct rwsem17 *lock) { u32 count;
	WRITE_ONCE(lock->owner, 0);
	count = atomic_fetch_add_release(-RWSEM_WRITER_LOCKED, &lock->count);
	if (count & RWSEM_FLAG_WAITERS)
		rwsem17_wake(lock, count);
}
void rwsem17_downgrade_write(struct rwsem17 *lock) { u32 count;
	count = atomic_fetch_add_release(RWSEM_READER_BIAS - RWSEM_WRITER_LOCKED, &lock->count);
	rwsem17_set_reader_owned(lock);
	if (count & RWSEM_FLAG_WAITERS)
		rwsem17_downgrade_wake(lock);
}
void rwsem_worker(struct rwsem17 *lock, u32 rounds) { u32 role = role_of(current); u32 ret;
	while (rounds && !fatal_signal_pending(current)) {
		rounds--;
		if (role == RWSEM_READS || role == RWSEM_READS_KILLABLY) {
			ret = rwsem17_down_read(lock, role == RWSEM_READS ? TASK_UNINTERRUPTIBLE : TASK_KILLABLE);
			if (ret)
				break;
			critical_section();
			rwsem17_up_read(lock);
			continue;
		}
		ret = rwsem17_down_write(lock, role == RWSEM_WRITES_KILLABLY ? TASK_KILLABLE : TASK_UNINTERRUPTIBLE);
		if (ret)
			break;
		critical_section();
		if (role == RWSEM_DOWNGRADES) {
			rwsem17_downgrade_write(lock);
			critical_section();
			rwsem17_up_read(lock);
			continue;
		}
		rwsem17_up_write(lock);
	}
}
