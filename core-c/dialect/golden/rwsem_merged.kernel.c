#include "rwsem_merged.h"
void rwsem19_set_reader_owned(struct rwsem19 *lock, u32 owner) { u32 seen;
	seen = atomic_read(&lock->owner);
	seen &= IS_ENABLED(HAS_READER_SPINNING) ? RWSEM19_RD_NONSPINNABLE : RWSEM19_NONSPINNABLE;
	atomic_set(&lock->owner, owner | RWSEM19_READER_OWNED | seen);
}
void rwsem19_set_nonspinnable(struct rwsem19 *lock) { u32 owner, flags, old;
	owner = atomic_read(&lock->owner);
	flags = RWSEM19_NONSPINNABLE | (IS_ENABLED(HAS_READER_SPINNING) ? RWSEM19_RD_NONSPINNABLE : 0);
	for (;;) {
		if (!(owner & RWSEM19_READER_OWNED) || (owner & flags))
			return;
		old = atomic_cmpxchg(&lock->owner, owner, owner | flags);
		if (old == owner)
			return;
		owner = old;
	}
}
void rwsem19_clear_nonspinnable(struct rwsem19 *lock) { u32 owner;
	owner = atomic_read(&lock->owner);
	if (owner & RWSEM19_NONSPINNABLE)
		owner = atomic_fetch_andnot_relaxed(RWSEM19_NONSPINNABLE, &lock->owner);
}
int rwsem19_can_spin_on_owner(struct rwsem19 *lock, u32 nonspinnable) { u32 owner;
	if (need_resched())
		return 0;
	if (!IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_disable();
	owner = atomic_read(&lock->owner);
	if (owner & nonspinnable)
		owner = 0;
	else if ((owner & RWSEM19_READER_OWNED) || !(owner >> RWSEM19_TASK_SHIFT))
		owner = 1;
	else
		owner = READ_ONCE(find_task_by_vpid(owner >> RWSEM19_TASK_SHIFT)->on_cpu);
	if (!IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_enable();
	return owner;
}
int rwsem19_spin_on_owner(struct rwsem19 *lock, u32 nonspinnable) { u32 owner, now;
	owner = atomic_read(&lock->owner);
	if (!(owner & (nonspinnable | RWSEM19_READER_OWNED)) && owner >> RWSEM19_TASK_SHIFT) {
		for (;;) {
			if (IS_ENABLED(HAS_READER_SPINNING)) {
				now = atomic_read(&lock->count);
				if (now & RWSEM19_FLAG_HANDOFF)
					return RWSEM19_OWNER_NONSPINNABLE;
			}
			now = atomic_read(&lock->owner);
			if (now != owner)
				break;
			if (need_resched())
				return RWSEM19_OWNER_NONSPINNABLE;
			now = READ_ONCE(find_task_by_vpid(owner >> RWSEM19_TASK_SHIFT)->on_cpu);
			if (!now)
				return RWSEM19_OWNER_NONSPINNABLE;
			cpu_relax();
		}
		owner = now;
	}
	if (owner & nonspinnable)
		return RWSEM19_OWNER_NONSPINNABLE;
	if (owner & RWSEM19_READER_OWNED)
		return RWSEM19_OWNER_READER;
	return owner >> RWSEM19_TASK_SHIFT ? RWSEM19_OWNER_WRITER : RWSEM19_OWNER_NULL;
}
int rwsem19_try_write_lock_unqueued(struct rwsem19 *lock) { u32 vpid = task_pid_vnr(current); u32 count, old;
	count = atomic_read(&lock->count);
	for (;;) {
		if (count & RWSEM19_LOCK_MASK)
			return 0;
		if ((count & RWSEM19_FLAG_HANDOFF) && !IS_ENABLED(FAULT_STEAL_DESPITE_HANDOFF))
			return 0;
		old = atomic_cmpxchg_acquire(&lock->count, count, count | RWSEM19_WRITER_LOCKED);
		if (old == count)
			break;
		count = old;
	}
	WARN_ON_ONCE(count & RWSEM19_FLAG_HANDOFF);
	atomic_set(&lock->owner, RWSEM19_TASK(vpid));
	return 1;
}
int rwsem19_try_read_lock_unqueued(struct rwsem19 *lock) { u32 vpid = task_pid_vnr(current); u32 count;
	count = atomic_read(&lock->count);
	if (count & (RWSEM19_WRITER_LOCKED | RWSEM19_FLAG_HANDOFF))
		return 0;
	count = atomic_fetch_add_acquire(RWSEM19_READER_BIAS, &lock->count);
	if (count & (RWSEM19_WRITER_LOCKED | RWSEM19_FLAG_HANDOFF)) {
		atomic_add(-RWSEM19_READER_BIAS, &lock->count);
		return 0;
	}
	rwsem19_set_reader_owned(lock, RWSEM19_TASK(vpid));
	return 1;
}
int rwsem19_try_write_lock(struct rwsem19 *lock, u32 wstate) { u32 vpid = task_pid_vnr(current); struct rwsem19_waiter *waiter = rwsem19_waiter_of(current); struct rwsem19_waiter *first = NULL; u32 count, seen, old;
	if (IS_ENABLED(HAS_HANDOFF_SET))
		first = list_first_entry_or_null(&lock->wait_list, struct rwsem19_waiter, list);
	count = atomic_read(&lock->count);
	for (;;) {
		if (!IS_ENABLED(HAS_HANDOFF_SET) && (count & RWSEM19_FLAG_HANDOFF) && wstate == RWSEM19_NOT_FIRST)
			return 0;
		if (IS_ENABLED(HAS_HANDOFF_SET) && (count & RWSEM19_FLAG_HANDOFF)) {
			seen = READ_ONCE(first->handoff_set);
			if (seen && first != waiter)
				return 0;
		}
		if (count & RWSEM19_LOCK_MASK) {
			if (count & RWSEM19_FLAG_HANDOFF)
				return 0;
			if (!(IS_ENABLED(HAS_HANDOFF_SET) ? time_after(jiffies, waiter->deadline) : wstate == RWSEM19_HANDOFF))
				return 0;
			old = atomic_cmpxchg_acquire(&lock->count, count, count | RWSEM19_FLAG_HANDOFF);
			if (old == count) {
				if (IS_ENABLED(HAS_HANDOFF_SET))
					WRITE_ONCE(first->handoff_set, 1);
				return 0;
			}
		} else {
			seen = list_count_nodes(&lock->wait_list);
			seen = RWSEM19_FLAG_HANDOFF | (seen == 1 ? RWSEM19_FLAG_WAITERS : 0);
			old = atomic_cmpxchg_acquire(&lock->count, count, (count | RWSEM19_WRITER_LOCKED) & ~seen);
			if (old == count)
				break;
		}
		count = old;
	}
	if (IS_ENABLED(HAS_HANDOFF_SET))
		list_del(&waiter->list);
	atomic_set(&lock->owner, RWSEM19_TASK(vpid));
	return 1;
}
int rwsem19_optimistic_spin(struct rwsem19 *lock, u32 writes) { struct hrtimer_sleeper *timeout = timeout_of(current); u32 before, taken, state, seen;
	if (!IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_disable();
	before = RWSEM19_OWNER_NULL;
	taken = osq_lock(&lock->osq);
	if (!taken)
		goto done;
	for (;;) {
		taken = 0;
		state = rwsem19_spin_on_owner(lock, writes ? RWSEM19_NONSPINNABLE : RWSEM19_RD_NONSPINNABLE);
		if (state == RWSEM19_OWNER_NONSPINNABLE)
			break;
		if (writes) {
			taken = rwsem19_try_write_lock_unqueued(lock);
		} else {
			taken = rwsem19_try_read_lock_unqueued(lock);
		}
		if (taken)
			break;
		if (writes && state == RWSEM19_OWNER_READER && before != RWSEM19_OWNER_READER) {
			seen = atomic_read(&lock->owner);
			if (seen & RWSEM19_NONSPINNABLE)
				break;
			seen = atomic_read(&lock->count);
			hrtimer_sleeper_start_expires(timeout, HRTIMER_MODE_ABS);
		} else if (writes && state == RWSEM19_OWNER_READER && !timeout->task) {
			rwsem19_set_nonspinnable(lock);
			break;
		}
		if (state != RWSEM19_OWNER_WRITER && need_resched())
			break;
		before = state;
		cpu_relax();
	}
	hrtimer_cancel(&timeout->timer);
	osq_unlock(&lock->osq);
done:
	if (!IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_enable();
	return taken;
}
int rwsem19_mark_wake(struct rwsem19 *lock, u32 type) { u32 adjustment = 0, woken = 0, next, head_n; unsigned long wake_q = 0, granted = 0, seen; struct rwsem19_waiter *head, *next_waiter, *seen_waiter;
	head = list_first_entry_or_null(&lock->wait_list, struct rwsem19_waiter, list);
	seen = READ_ONCE(head->type);
	if (seen == RWSEM19_WAITING_FOR_WRITE) {
		if (type == RWSEM19_WAKE_ANY) {
			wake_q = wake_q_add(&lock->tasks, head->task);
		}
		return wake_q;
	}
	if (type != RWSEM19_WAKE_READ_OWNED) {
		adjustment = RWSEM19_READER_BIAS;
		seen = atomic_fetch_add(adjustment, &lock->count);
		if (seen & RWSEM19_WRITER_LOCKED) {
			if (time_after(jiffies, head->deadline)) {
				if (!(seen & RWSEM19_FLAG_HANDOFF))
					adjustment -= RWSEM19_FLAG_HANDOFF;
				if (IS_ENABLED(HAS_HANDOFF_SET))
					WRITE_ONCE(head->handoff_set, 1);
			}
			atomic_add(-adjustment, &lock->count);
			return 0;
		}
		next = 0;
		if (IS_ENABLED(HAS_READER_SPINNING))
			next = READ_ONCE(head->last_rowner);
		rwsem19_set_reader_owned(lock, RWSEM19_TASK(task_pid_vnr(head->task)) | (next & RWSEM19_RD_NONSPINNABLE));
	}
	while (head) {
		next_waiter = list_is_last(&head->list, &lock->wait_list) ? NULL : list_next_entry(head, list);
		seen = READ_ONCE(head->type);
		if (seen == RWSEM19_WAITING_FOR_READ) {
			woken++;
			list_del(&head->list);
			granted |= (unsigned long)1 << task_pid_vnr(head->task);
		}
		head = next_waiter;
	}
	adjustment = woken * RWSEM19_READER_BIAS - adjustment;
	seen = atomic_read(&lock->count);
	if (seen & RWSEM19_FLAG_HANDOFF)
		adjustment -= RWSEM19_FLAG_HANDOFF;
	seen_waiter = list_first_entry_or_null(&lock->wait_list, struct rwsem19_waiter, list);
	if (seen_waiter == NULL)
		adjustment -= RWSEM19_FLAG_WAITERS;
	if (adjustment && !IS_ENABLED(FAULT_SINGLE_PASS))
		atomic_add(adjustment, &lock->count);
	while (granted) {
		head_n = LOWEST(granted);
		granted &= granted - 1;
		smp_store_release(&rwsem19_waiter_of(find_task_by_vpid(head_n))->task, NULL);
		seen = wake_q_add(&lock->tasks, find_task_by_vpid(head_n));
		wake_q |= seen;
	}
	if (adjustment && IS_ENABLED(FAULT_SINGLE_PASS))
		atomic_add(adjustment, &lock->count);
	return wake_q;
}
void rwsem19_wake(struct rwsem19 *lock, u32 type) { unsigned long wake_q = 0; struct rwsem19_waiter *seen;
	raw_spin_lock(&lock->wait_lock);
	seen = list_first_entry_or_null(&lock->wait_list, struct rwsem19_waiter, list);
	if (seen) {
		wake_q = rwsem19_mark_wake(lock, type);
	}
	raw_spin_unlock(&lock->wait_lock);
	wake_up_q(&lock->tasks, wake_q);
}
int rwsem19_cond_wake_waiter(struct rwsem19 *lock, u32 count, u32 clear) { u32 type; unsigned long wake_q;
	if (count & RWSEM19_WRITER_LOCKED)
		return 0;
	type = count & RWSEM19_READER_MASK ? RWSEM19_WAKE_READERS : RWSEM19_WAKE_ANY;
	if (type == RWSEM19_WAKE_ANY && clear)
		rwsem19_clear_nonspinnable(lock);
	wake_q = rwsem19_mark_wake(lock, type);
	return wake_q;
}
void rwsem19_del_wake_waiter(struct rwsem19 *lock, u32 wstate, u32 reads) { struct rwsem19_waiter *waiter = rwsem19_waiter_of(current); unsigned long wake_q = 0; u32 first, seen; struct rwsem19_waiter *seen_waiter;
	first = !reads;
	if (IS_ENABLED(HAS_HANDOFF_SET)) {
		seen_waiter = list_first_entry_or_null(&lock->wait_list, struct rwsem19_waiter, list);
		first = seen_waiter == waiter && !IS_ENABLED(FAULT_SILENT_ABORT);
	}
	list_del(&waiter->list);
	if (!IS_ENABLED(HAS_HANDOFF_SET) && wstate == RWSEM19_HANDOFF)
		atomic_add(-RWSEM19_FLAG_HANDOFF, &lock->count);
	seen_waiter = list_first_entry_or_null(&lock->wait_list, struct rwsem19_waiter, list);
	if (seen_waiter == NULL) {
		seen = RWSEM19_FLAG_WAITERS | RWSEM19_FLAG_HANDOFF;
		if (!IS_ENABLED(HAS_HANDOFF_SET) && !reads && !IS_ENABLED(FAULT_MEND_CLEAR_HANDOFF))
			seen = RWSEM19_FLAG_WAITERS;
		seen = atomic_fetch_andnot_relaxed(seen, &lock->count);
	} else if (first) {
		wake_q = rwsem19_mark_wake(lock, RWSEM19_WAKE_ANY);
	}
	raw_spin_unlock(&lock->wait_lock);
	wake_up_q(&lock->tasks, wake_q);
}
void rwsem19_fill_waiter(struct rwsem19 *lock, u32 type, u32 last) { struct rwsem19_waiter *waiter = rwsem19_waiter_of(current);
	WRITE_ONCE(waiter->task, current);
	WRITE_ONCE(waiter->type, type);
	if (IS_ENABLED(HAS_HANDOFF_SET))
		WRITE_ONCE(waiter->handoff_set, 0);
	else
		WRITE_ONCE(waiter->last_rowner, last);
	waiter->deadline = jiffies + HANDOFF_DELAY;
}
void rwsem19_drop_waiter(struct rwsem19 *lock) { struct rwsem19_waiter *waiter = rwsem19_waiter_of(current);
	waiter->deadline = 0;
}
int rwsem19_spin_to_read(struct rwsem19 *lock, u32 last) { u32 seen;
	seen = rwsem19_can_spin_on_owner(lock, RWSEM19_RD_NONSPINNABLE);
	if (!seen || IS_ENABLED(FAULT_MEND_NO_READER_SPIN))
		return 2;
	atomic_add(-RWSEM19_READER_BIAS, &lock->count);
	seen = rwsem19_optimistic_spin(lock, 0);
	if (seen) {
		seen = atomic_read(&lock->count);
		if (seen & RWSEM19_FLAG_WAITERS)
			rwsem19_wake(lock, RWSEM19_WAKE_READ_OWNED);
		return 1;
	}
	seen = atomic_read(&lock->owner);
	if (!(seen & RWSEM19_READER_OWNED) || seen >> RWSEM19_TASK_SHIFT == last >> RWSEM19_TASK_SHIFT)
		return 0;
	seen = rwsem19_try_read_lock_unqueued(lock);
	return seen;
}
int rwsem19_steal_to_read(struct rwsem19 *lock, u32 count) { u32 vpid = task_pid_vnr(current); u32 owner;
	owner = atomic_read(&lock->owner);
	if ((owner & RWSEM19_READER_OWNED) && count >> RWSEM19_READER_SHIFT > 1 && !(count & RWSEM19_WRITER_LOCKED))
		return 0;
	if ((count & RWSEM19_WRITER_LOCKED) && !IS_ENABLED(FAULT_STEAL_FROM_WRITER))
		return 0;
	if (count & RWSEM19_FLAG_HANDOFF)
		return 0;
	rwsem19_set_reader_owned(lock, RWSEM19_TASK(vpid));
	if (count >> RWSEM19_READER_SHIFT == 1 && (count & RWSEM19_FLAG_WAITERS))
		rwsem19_wake(lock, RWSEM19_WAKE_READ_OWNED);
	return 1;
}
int rwsem19_await_grant(struct rwsem19 *lock, u32 state) { struct rwsem19_waiter *waiter = rwsem19_waiter_of(current); struct task_struct *seen;
	for (;;) {
		set_current_state(state);
		seen = smp_load_acquire(&waiter->task);
		if (seen == NULL)
			break;
		if (signal_pending_state(state, current)) {
			raw_spin_lock(&lock->wait_lock);
			seen = READ_ONCE(waiter->task);
			if (seen)
				return -EINTR;
			raw_spin_unlock(&lock->wait_lock);
			break;
		}
		if (IS_ENABLED(HAS_PREEMPT_OFF))
			preempt_enable_no_resched();
		schedule();
		if (IS_ENABLED(HAS_PREEMPT_OFF))
			preempt_disable();
	}
	set_current_state(TASK_RUNNING);
return 0; }
int rwsem19_down_read_slowpath(struct rwsem19 *lock, u32 state, u32 count) { u32 vpid = task_pid_vnr(current); struct rwsem19_waiter *waiter = rwsem19_waiter_of(current); u32 last = 0, adjustment; int killed = 0; unsigned long seen = 0; struct rwsem19_waiter *seen_waiter;
	adjustment = -RWSEM19_READER_BIAS;
	if (IS_ENABLED(HAS_READER_SPINNING)) {
		last = atomic_read(&lock->owner);
		if (!(last & RWSEM19_READER_OWNED))
			last &= RWSEM19_RD_NONSPINNABLE;
		seen = rwsem19_spin_to_read(lock, last);
		if (seen == 0)
			adjustment = 0;
	}
	if (IS_ENABLED(HAS_READER_STEALING))
		seen = rwsem19_steal_to_read(lock, count);
	if (seen == 1)
		goto out;
	rwsem19_fill_waiter(lock, RWSEM19_WAITING_FOR_READ, last);
	raw_spin_lock(&lock->wait_lock);
	seen_waiter = list_first_entry_or_null(&lock->wait_list, struct rwsem19_waiter, list);
	if (seen_waiter == NULL) {
		if (adjustment) {
			seen = atomic_read_acquire(&lock->count);
			if (!(seen & (RWSEM19_WRITER_LOCKED | (IS_ENABLED(HAS_READER_SPINNING) ? RWSEM19_FLAG_HANDOFF : 0)))) {
				raw_spin_unlock(&lock->wait_lock);
				rwsem19_set_reader_owned(lock, RWSEM19_TASK(vpid));
				goto out;
			}
		}
		adjustment += RWSEM19_FLAG_WAITERS;
	}
	list_add_tail(&waiter->list, &lock->wait_list);
	if (adjustment)
		count = atomic_add_return(adjustment, &lock->count);
	else
		count = atomic_read(&lock->count);
	seen = 0;
	if (IS_ENABLED(HAS_HANDOFF_SET) || !(count & RWSEM19_READER_MASK) || (adjustment & RWSEM19_FLAG_WAITERS))
		seen = rwsem19_cond_wake_waiter(lock, count, 1);
	raw_spin_unlock(&lock->wait_lock);
	wake_up_q(&lock->tasks, seen);
	seen = rwsem19_await_grant(lock, state);
	if (seen) {
		rwsem19_del_wake_waiter(lock, 0, 1);
		set_current_state(TASK_RUNNING);
		killed = -EINTR;
	}
out:
	rwsem19_drop_waiter(lock);
	return killed;
}
int rwsem19_await_turn(struct rwsem19 *lock, u32 state, u32 wstate) { struct rwsem19_waiter *waiter = rwsem19_waiter_of(current); struct rwsem19_waiter *seen_waiter; u32 seen;
	for (;;) {
		if (signal_pending_state(state, current))
			return RWSEM19_KILLED;
		schedule();
		set_current_state(state);
		if (wstate == RWSEM19_HANDOFF)
			return RWSEM19_HANDOFF;
		if (wstate == RWSEM19_NOT_FIRST) {
			seen_waiter = list_first_entry_or_null(&lock->wait_list, struct rwsem19_waiter, list);
			if (seen_waiter == waiter)
				wstate = RWSEM19_FIRST;
		}
		seen = atomic_read(&lock->count);
		if (!(seen & RWSEM19_LOCK_MASK))
			return wstate;
		if (wstate == RWSEM19_FIRST && time_after(jiffies, waiter->deadline))
			return RWSEM19_HANDOFF;
	}
}
int rwsem19_await_once(struct rwsem19 *lock, u32 state) { struct rwsem19_waiter *waiter = rwsem19_waiter_of(current); u32 seen;
	if (signal_pending_state(state, current))
		return RWSEM19_KILLED;
	seen = READ_ONCE(waiter->handoff_set);
	if (seen) {
		seen = rwsem19_spin_on_owner(lock, RWSEM19_NONSPINNABLE);
		if (seen == RWSEM19_OWNER_NULL)
			return 0;
	}
	preempt_enable_no_resched();
	schedule();
	preempt_disable();
	set_current_state(state);
return 0; }
int rwsem19_down_write_slowpath(struct rwsem19 *lock, u32 state) { struct rwsem19_waiter *waiter = rwsem19_waiter_of(current); u32 disable = 0, wstate; unsigned long seen; struct rwsem19_waiter *seen_waiter;
	seen = rwsem19_can_spin_on_owner(lock, RWSEM19_NONSPINNABLE);
	if (seen)
		seen = rwsem19_optimistic_spin(lock, 1);
	if (seen)
		return 0;
	if (IS_ENABLED(HAS_READER_SPINNING)) {
		disable = atomic_read(&lock->owner);
		disable &= RWSEM19_NONSPINNABLE | RWSEM19_RD_NONSPINNABLE;
	}
	rwsem19_fill_waiter(lock, RWSEM19_WAITING_FOR_WRITE, 0);
	raw_spin_lock(&lock->wait_lock);
	list_add_tail(&waiter->list, &lock->wait_list);
	seen_waiter = list_first_entry_or_null(&lock->wait_list, struct rwsem19_waiter, list);
	wstate = seen_waiter == waiter ? RWSEM19_FIRST : RWSEM19_NOT_FIRST;
	if (wstate == RWSEM19_FIRST) {
		seen = atomic_fetch_or_relaxed(RWSEM19_FLAG_WAITERS, &lock->count);
	} else {
		seen = atomic_read(&lock->count);
		seen = rwsem19_cond_wake_waiter(lock, (u32)seen, IS_ENABLED(HAS_HANDOFF_SET));
		if (seen) {
			raw_spin_unlock(&lock->wait_lock);
			wake_up_q(&lock->tasks, seen);
			raw_spin_lock(&lock->wait_lock);
		}
	}
	if (IS_ENABLED(HAS_HANDOFF_SET))
		wstate = 0;
	set_current_state(state);
	for (;;) {
		seen = rwsem19_try_write_lock(lock, wstate);
		if (seen)
			break;
		raw_spin_unlock(&lock->wait_lock);
		if (IS_ENABLED(HAS_HANDOFF_SET))
			seen = rwsem19_await_once(lock, state);
		else
			seen = rwsem19_await_turn(lock, state, wstate);
		if (seen == RWSEM19_KILLED)
			goto out_nolock;
		wstate = (u32)seen;
		raw_spin_lock(&lock->wait_lock);
	}
	set_current_state(TASK_RUNNING);
	if (!IS_ENABLED(HAS_HANDOFF_SET))
		list_del(&waiter->list);
	if (disable)
		seen = atomic_fetch_or_relaxed(RWSEM19_RD_NONSPINNABLE, &lock->owner);
	raw_spin_unlock(&lock->wait_lock);
	seen = 0;
	goto left;
out_nolock:
	set_current_state(TASK_RUNNING);
	raw_spin_lock(&lock->wait_lock);
	rwsem19_del_wake_waiter(lock, wstate, 0);
	seen = -EINTR;
left:
	rwsem19_drop_waiter(lock);
	return seen;
}
int rwsem19_down_read(struct rwsem19 *lock, u32 state) { u32 vpid = task_pid_vnr(current); u32 count;
	count = atomic_add_return_acquire(RWSEM19_READER_BIAS, &lock->count);
	if (IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_disable();
	if (count & RWSEM19_READ_FAILED_MASK) {
		count = rwsem19_down_read_slowpath(lock, state, count);
	} else {
		rwsem19_set_reader_owned(lock, RWSEM19_TASK(vpid));
		count = 0;
	}
	if (IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_enable();
	return count;
}
int rwsem19_down_write(struct rwsem19 *lock, u32 state) { u32 vpid = task_pid_vnr(current); u32 seen;
	seen = atomic_cmpxchg_acquire(&lock->count, 0, RWSEM19_WRITER_LOCKED);
	if (IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_disable();
	if (seen) {
		seen = rwsem19_down_write_slowpath(lock, state);
	} else {
		atomic_set(&lock->owner, RWSEM19_TASK(vpid));
	}
	if (IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_enable();
	return seen;
}
void rwsem19_up_read(struct rwsem19 *lock) { u32 count;
	count = atomic_add_return_release(-RWSEM19_READER_BIAS, &lock->count);
	if (IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_disable();
	if ((count & (RWSEM19_LOCK_MASK | RWSEM19_FLAG_WAITERS)) == RWSEM19_FLAG_WAITERS) {
		rwsem19_clear_nonspinnable(lock);
		rwsem19_wake(lock, RWSEM19_WAKE_ANY);
	}
	if (IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_enable();
}
void rwsem19_up_write(struct rwsem19 *lock) { u32 count;
	atomic_set(&lock->owner, 0);
	if (IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_disable();
	count = atomic_fetch_add_release(-RWSEM19_WRITER_LOCKED, &lock->count);
	if (count & RWSEM19_FLAG_WAITERS)
		rwsem19_wake(lock, RWSEM19_WAKE_ANY);
	if (IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_enable();
}
void rwsem19_downgrade_write(struct rwsem19 *lock) { u32 vpid = task_pid_vnr(current); u32 count;
	count = atomic_fetch_add_release(RWSEM19_READER_BIAS - RWSEM19_WRITER_LOCKED, &lock->count);
	if (IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_disable();
	rwsem19_set_reader_owned(lock, RWSEM19_TASK(vpid));
	if (count & RWSEM19_FLAG_WAITERS)
		rwsem19_wake(lock, RWSEM19_WAKE_READ_OWNED);
	if (IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_enable();
}
void rwsem19_worker(struct rwsem19 *lock, u32 rounds) { u32 role = role_of(current); u32 ret;
	while (rounds && !fatal_signal_pending(current)) {
		rounds--;
		if (role == RWSEM19_READS || role == RWSEM19_READS_KILLABLY) {
			ret = rwsem19_down_read(lock, role == RWSEM19_READS ? TASK_UNINTERRUPTIBLE : TASK_KILLABLE);
			if (ret)
				break;
			critical_section();
			rwsem19_up_read(lock);
			continue;
		}
		ret = rwsem19_down_write(lock, role == RWSEM19_WRITES_KILLABLY ? TASK_KILLABLE : TASK_UNINTERRUPTIBLE);
		if (ret)
			break;
		critical_section();
		if (role == RWSEM19_DOWNGRADES) {
			rwsem19_downgrade_write(lock);
			critical_section();
			rwsem19_up_read(lock);
			continue;
		}
		rwsem19_up_write(lock);
	}
}
