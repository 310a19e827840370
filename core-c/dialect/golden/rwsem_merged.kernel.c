#include "rwsem_merged.h"
void __rwsem_set_reader_owned(struct rw_semaphore *sem, unsigned long owner)
{
	unsigned long seen;
	seen = atomic_long_read(&sem->owner);
	seen &= IS_ENABLED(HAS_READER_SPINNING) ? RWSEM_RD_NONSPINNABLE : RWSEM_NONSPINNABLE;
	atomic_long_set(&sem->owner, owner | RWSEM_READER_OWNED | seen);
}
void rwsem_set_nonspinnable(struct rw_semaphore *sem)
{
	unsigned long owner, old;
	u32 flags;
	owner = atomic_long_read(&sem->owner);
	flags = RWSEM_NONSPINNABLE | (IS_ENABLED(HAS_READER_SPINNING) ? RWSEM_RD_NONSPINNABLE : 0);
	for (;;) {
		if (!(owner & RWSEM_READER_OWNED) || (owner & flags))
			return;
		old = atomic_long_cmpxchg(&sem->owner, owner, owner | flags);
		if (old == owner)
			return;
		owner = old;
	}
}
void clear_nonspinnable(struct rw_semaphore *sem)
{
	unsigned long owner;
	owner = atomic_long_read(&sem->owner);
	if (owner & RWSEM_NONSPINNABLE)
		atomic_long_andnot(RWSEM_NONSPINNABLE, &sem->owner);
}
int rwsem_can_spin_on_owner(struct rw_semaphore *sem, u32 nonspinnable)
{
	unsigned long owner;
	if (need_resched())
		return 0;
	if (!IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_disable();
	owner = atomic_long_read(&sem->owner);
	if (owner & nonspinnable)
		owner = 0;
	else if ((owner & RWSEM_READER_OWNED) || !rwsem_owner_task(owner))
		owner = 1;
	else
		owner = READ_ONCE(rwsem_owner_task(owner)->on_cpu);
	if (!IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_enable();
	return owner;
}
int rwsem_spin_on_owner(struct rw_semaphore *sem, u32 nonspinnable)
{
	unsigned long owner, now;
	owner = atomic_long_read(&sem->owner);
	if (!(owner & (nonspinnable | RWSEM_READER_OWNED)) && rwsem_owner_task(owner)) {
		for (;;) {
			if (IS_ENABLED(HAS_READER_SPINNING)) {
				now = atomic_long_read(&sem->count);
				if (now & RWSEM_FLAG_HANDOFF)
					return OWNER_NONSPINNABLE;
			}
			now = atomic_long_read(&sem->owner);
			if (now != owner)
				break;
			if (need_resched())
				return OWNER_NONSPINNABLE;
			now = READ_ONCE(rwsem_owner_task(owner)->on_cpu);
			if (!now)
				return OWNER_NONSPINNABLE;
			cpu_relax();
		}
		owner = now;
	}
	if (owner & nonspinnable)
		return OWNER_NONSPINNABLE;
	if (owner & RWSEM_READER_OWNED)
		return OWNER_READER;
	return rwsem_owner_task(owner) ? OWNER_WRITER : OWNER_NULL;
}
int rwsem_try_write_lock_unqueued(struct rw_semaphore *sem)
{
	long count, old;
	count = atomic_long_read(&sem->count);
	for (;;) {
		if (count & RWSEM_LOCK_MASK)
			return 0;
		if ((count & RWSEM_FLAG_HANDOFF) && !IS_ENABLED(FAULT_STEAL_DESPITE_HANDOFF))
			return 0;
		old = atomic_long_cmpxchg_acquire(&sem->count, count, count | RWSEM_WRITER_LOCKED);
		if (old == count)
			break;
		count = old;
	}
	LOCKSTEP_WARN_ON(count & RWSEM_FLAG_HANDOFF);
	atomic_long_set(&sem->owner, (unsigned long)current);
	return 1;
}
int rwsem_try_read_lock_unqueued(struct rw_semaphore *sem)
{
	long count;
	count = atomic_long_read(&sem->count);
	if (count & (RWSEM_WRITER_LOCKED | RWSEM_FLAG_HANDOFF))
		return 0;
	count = atomic_long_fetch_add_acquire(RWSEM_READER_BIAS, &sem->count);
	if (count & (RWSEM_WRITER_LOCKED | RWSEM_FLAG_HANDOFF)) {
		atomic_long_add(-RWSEM_READER_BIAS, &sem->count);
		return 0;
	}
	__rwsem_set_reader_owned(sem, (unsigned long)current);
	return 1;
}
int rwsem_try_write_lock(struct rw_semaphore *sem, u32 wstate)
{
	struct rwsem_waiter *waiter = rwsem_waiter_of(current);
	struct rwsem_waiter *first = NULL;
	long count, old;
	u32 seen;
	if (IS_ENABLED(HAS_HANDOFF_SET))
		first = list_first_entry_or_null(&sem->wait_list, struct rwsem_waiter, list);
	count = atomic_long_read(&sem->count);
	for (;;) {
		if (!IS_ENABLED(HAS_HANDOFF_SET) && (count & RWSEM_FLAG_HANDOFF) && wstate == WRITER_NOT_FIRST)
			return 0;
		if (IS_ENABLED(HAS_HANDOFF_SET) && (count & RWSEM_FLAG_HANDOFF)) {
			seen = READ_ONCE(first->handoff_set);
			if (seen && first != waiter)
				return 0;
		}
		if (count & RWSEM_LOCK_MASK) {
			if (count & RWSEM_FLAG_HANDOFF)
				return 0;
			if (!(IS_ENABLED(HAS_HANDOFF_SET) ? time_after(jiffies, waiter->timeout) : wstate == WRITER_HANDOFF))
				return 0;
			old = atomic_long_cmpxchg_acquire(&sem->count, count, count | RWSEM_FLAG_HANDOFF);
			if (old == count) {
				if (IS_ENABLED(HAS_HANDOFF_SET))
					WRITE_ONCE(first->handoff_set, 1);
				return 0;
			}
		} else {
			seen = list_count_nodes(&sem->wait_list);
			seen = RWSEM_FLAG_HANDOFF | (seen == 1 ? RWSEM_FLAG_WAITERS : 0);
			old = atomic_long_cmpxchg_acquire(&sem->count, count, (count | RWSEM_WRITER_LOCKED) & ~seen);
			if (old == count)
				break;
		}
		count = old;
	}
	if (IS_ENABLED(HAS_HANDOFF_SET))
		list_del(&waiter->list);
	atomic_long_set(&sem->owner, (unsigned long)current);
	return 1;
}
int rwsem_optimistic_spin(struct rw_semaphore *sem, bool writes)
{
	u32 before;
	int taken, state;
	unsigned long seen;
	u64 rspin_threshold = 0;
	if (!IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_disable();
	before = OWNER_NULL;
	taken = osq_lock(&sem->osq);
	if (!taken)
		goto done;
	for (;;) {
		taken = 0;
		state = rwsem_spin_on_owner(sem, writes ? RWSEM_NONSPINNABLE : RWSEM_RD_NONSPINNABLE);
		if (state == OWNER_NONSPINNABLE)
			break;
		if (writes) {
			taken = rwsem_try_write_lock_unqueued(sem);
		} else {
			taken = rwsem_try_read_lock_unqueued(sem);
		}
		if (taken)
			break;
		if (writes && state == OWNER_READER && before != OWNER_READER) {
			seen = atomic_long_read(&sem->owner);
			if (seen & RWSEM_NONSPINNABLE)
				break;
			seen = atomic_long_read(&sem->count);
			rspin_threshold = rwsem_rspin_threshold(sem);
		} else if (writes && state == OWNER_READER && sched_clock() > rspin_threshold) {
			rwsem_set_nonspinnable(sem);
			break;
		}
		if (state != OWNER_WRITER && need_resched())
			break;
		before = state;
		cpu_relax();
	}
	osq_unlock(&sem->osq);
done:
	if (!IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_enable();
	return taken;
}
void rwsem_mark_wake(struct rw_semaphore *sem, u32 type, struct wake_q_head *wake_q)
{
	long adjustment = 0, seen;
	u32 woken = 0;
	struct rwsem_waiter *head, *next_waiter, *seen_waiter;
	unsigned long next;
	struct task_struct *tsk;
	LIST_HEAD(granted);
	head = list_first_entry_or_null(&sem->wait_list, struct rwsem_waiter, list);
	seen = READ_ONCE(head->type);
	if (seen == RWSEM_WAITING_FOR_WRITE) {
		if (type == RWSEM_WAKE_ANY) {
			wake_q_add(wake_q, head->task);
		}
		return;
	}
	if (type != RWSEM_WAKE_READ_OWNED) {
		adjustment = RWSEM_READER_BIAS;
		seen = atomic_long_fetch_add(adjustment, &sem->count);
		if (seen & RWSEM_WRITER_LOCKED) {
			if (time_after(jiffies, head->timeout)) {
				if (!(seen & RWSEM_FLAG_HANDOFF))
					adjustment -= RWSEM_FLAG_HANDOFF;
				if (IS_ENABLED(HAS_HANDOFF_SET))
					WRITE_ONCE(head->handoff_set, 1);
			}
			atomic_long_add(-adjustment, &sem->count);
			return;
		}
		next = 0;
		if (IS_ENABLED(HAS_READER_SPINNING))
			next = READ_ONCE(head->last_rowner);
		__rwsem_set_reader_owned(sem, (unsigned long)head->task | (next & RWSEM_RD_NONSPINNABLE));
	}
	while (head) {
		next_waiter = list_is_last(&head->list, &sem->wait_list) ? NULL : list_next_entry(head, list);
		seen = READ_ONCE(head->type);
		if (seen == RWSEM_WAITING_FOR_READ) {
			woken++;
			list_del(&head->list);
			list_add_tail(&head->list, &granted);
		}
		head = next_waiter;
	}
	adjustment = woken * RWSEM_READER_BIAS - adjustment;
	seen = atomic_long_read(&sem->count);
	if (seen & RWSEM_FLAG_HANDOFF)
		adjustment -= RWSEM_FLAG_HANDOFF;
	seen_waiter = list_first_entry_or_null(&sem->wait_list, struct rwsem_waiter, list);
	if (seen_waiter == NULL)
		adjustment -= RWSEM_FLAG_WAITERS;
	if (adjustment && !IS_ENABLED(FAULT_SINGLE_PASS))
		atomic_long_add(adjustment, &sem->count);
	while (!list_empty(&granted)) {
		head = list_first_entry(&granted, struct rwsem_waiter, list);
		list_del(granted.next);
		tsk = head->task;
		smp_store_release(&head->task, NULL);
		wake_q_add(wake_q, tsk);
	}
	if (adjustment && IS_ENABLED(FAULT_SINGLE_PASS))
		atomic_long_add(adjustment, &sem->count);
}
void rwsem_wake(struct rw_semaphore *sem, u32 type)
{
	struct rwsem_waiter *seen;
	unsigned long flags;
	DEFINE_WAKE_Q(wake_q);
	raw_spin_lock_irqsave(&sem->wait_lock, flags);
	seen = list_first_entry_or_null(&sem->wait_list, struct rwsem_waiter, list);
	if (seen) {
		rwsem_mark_wake(sem, type, &wake_q);
	}
	raw_spin_unlock_irqrestore(&sem->wait_lock, flags);
	wake_up_q(&wake_q);
}
void rwsem_cond_wake_waiter(struct rw_semaphore *sem, long count, bool clear, struct wake_q_head *wake_q)
{
	u32 type;
	if (count & RWSEM_WRITER_LOCKED)
		return;
	type = count & RWSEM_READER_MASK ? RWSEM_WAKE_READERS : RWSEM_WAKE_ANY;
	if (type == RWSEM_WAKE_ANY && clear)
		clear_nonspinnable(sem);
	rwsem_mark_wake(sem, type, wake_q);
}
void rwsem_del_wake_waiter(struct rw_semaphore *sem, u32 wstate, bool reads)
{
	struct rwsem_waiter *waiter = rwsem_waiter_of(current);
	bool first;
	struct rwsem_waiter *seen_waiter;
	long seen;
	DEFINE_WAKE_Q(wake_q);
	first = !reads;
	if (IS_ENABLED(HAS_HANDOFF_SET)) {
		seen_waiter = list_first_entry_or_null(&sem->wait_list, struct rwsem_waiter, list);
		first = seen_waiter == waiter && !IS_ENABLED(FAULT_SILENT_ABORT);
	}
	list_del(&waiter->list);
	if (!IS_ENABLED(HAS_HANDOFF_SET) && wstate == WRITER_HANDOFF)
		atomic_long_add(-RWSEM_FLAG_HANDOFF, &sem->count);
	seen_waiter = list_first_entry_or_null(&sem->wait_list, struct rwsem_waiter, list);
	if (seen_waiter == NULL) {
		seen = RWSEM_FLAG_WAITERS | RWSEM_FLAG_HANDOFF;
		if (!IS_ENABLED(HAS_HANDOFF_SET) && !reads && !IS_ENABLED(FAULT_MEND_CLEAR_HANDOFF))
			seen = RWSEM_FLAG_WAITERS;
		atomic_long_andnot(seen, &sem->count);
	} else if (first) {
		rwsem_mark_wake(sem, RWSEM_WAKE_ANY, &wake_q);
	}
	raw_spin_unlock_irq(&sem->wait_lock);
	wake_up_q(&wake_q);
}
void rwsem_fill_waiter(struct rw_semaphore *sem, u32 type, unsigned long last)
{
	struct rwsem_waiter *waiter = rwsem_waiter_of(current);
	WRITE_ONCE(waiter->task, current);
	WRITE_ONCE(waiter->type, type);
	if (IS_ENABLED(HAS_HANDOFF_SET))
		WRITE_ONCE(waiter->handoff_set, 0);
	else
		WRITE_ONCE(waiter->last_rowner, last);
	waiter->timeout = jiffies + RWSEM_WAIT_TIMEOUT;
}
void rwsem_drop_waiter(struct rw_semaphore *sem)
{
}
int rwsem_spin_to_read(struct rw_semaphore *sem, unsigned long last)
{
	unsigned long seen;
	seen = rwsem_can_spin_on_owner(sem, RWSEM_RD_NONSPINNABLE);
	if (!seen || IS_ENABLED(FAULT_MEND_NO_READER_SPIN))
		return 2;
	atomic_long_add(-RWSEM_READER_BIAS, &sem->count);
	seen = rwsem_optimistic_spin(sem, 0);
	if (seen) {
		seen = atomic_long_read(&sem->count);
		if (seen & RWSEM_FLAG_WAITERS)
			rwsem_wake(sem, RWSEM_WAKE_READ_OWNED);
		return 1;
	}
	seen = atomic_long_read(&sem->owner);
	if (!(seen & RWSEM_READER_OWNED) || rwsem_owner_task(seen) == rwsem_owner_task(last))
		return 0;
	seen = rwsem_try_read_lock_unqueued(sem);
	return seen;
}
int rwsem_steal_to_read(struct rw_semaphore *sem, long count)
{
	unsigned long owner;
	owner = atomic_long_read(&sem->owner);
	if ((owner & RWSEM_READER_OWNED) && count >> RWSEM_READER_SHIFT > 1 && !(count & RWSEM_WRITER_LOCKED))
		return 0;
	if ((count & RWSEM_WRITER_LOCKED) && !IS_ENABLED(FAULT_STEAL_FROM_WRITER))
		return 0;
	if (count & RWSEM_FLAG_HANDOFF)
		return 0;
	__rwsem_set_reader_owned(sem, (unsigned long)current);
	if (count >> RWSEM_READER_SHIFT == 1 && (count & RWSEM_FLAG_WAITERS))
		rwsem_wake(sem, RWSEM_WAKE_READ_OWNED);
	return 1;
}
int rwsem_await_grant(struct rw_semaphore *sem, int state)
{
	struct rwsem_waiter *waiter = rwsem_waiter_of(current);
	struct task_struct *seen;
	for (;;) {
		set_current_state(state);
		seen = smp_load_acquire(&waiter->task);
		if (seen == NULL)
			break;
		if (signal_pending_state(state, current)) {
			raw_spin_lock_irq(&sem->wait_lock);
			seen = READ_ONCE(waiter->task);
			if (seen)
				return -EINTR;
			raw_spin_unlock_irq(&sem->wait_lock);
			break;
		}
		if (IS_ENABLED(HAS_PREEMPT_OFF))
			preempt_enable_no_resched();
		schedule();
		if (IS_ENABLED(HAS_PREEMPT_OFF))
			preempt_disable();
	}
	__set_current_state(TASK_RUNNING);
	return 0;
}
int rwsem_down_read_slowpath(struct rw_semaphore *sem, int state, long count)
{
	struct rwsem_waiter *waiter = rwsem_waiter_of(current);
	unsigned long last = 0;
	int killed = 0;
	long seen = 0, adjustment;
	struct rwsem_waiter *seen_waiter;
	DEFINE_WAKE_Q(wake_q);
	adjustment = -RWSEM_READER_BIAS;
	if (IS_ENABLED(HAS_READER_SPINNING)) {
		last = atomic_long_read(&sem->owner);
		if (!(last & RWSEM_READER_OWNED))
			last &= RWSEM_RD_NONSPINNABLE;
		seen = rwsem_spin_to_read(sem, last);
		if (seen == 0)
			adjustment = 0;
	}
	if (IS_ENABLED(HAS_READER_STEALING))
		seen = rwsem_steal_to_read(sem, count);
	if (seen == 1)
		goto out;
	rwsem_fill_waiter(sem, RWSEM_WAITING_FOR_READ, last);
	raw_spin_lock_irq(&sem->wait_lock);
	seen_waiter = list_first_entry_or_null(&sem->wait_list, struct rwsem_waiter, list);
	if (seen_waiter == NULL) {
		if (adjustment) {
			seen = atomic_long_read_acquire(&sem->count);
			if (!(seen & (RWSEM_WRITER_LOCKED | (IS_ENABLED(HAS_READER_SPINNING) ? RWSEM_FLAG_HANDOFF : 0)))) {
				raw_spin_unlock_irq(&sem->wait_lock);
				__rwsem_set_reader_owned(sem, (unsigned long)current);
				goto out;
			}
		}
		adjustment += RWSEM_FLAG_WAITERS;
	}
	list_add_tail(&waiter->list, &sem->wait_list);
	if (adjustment)
		count = atomic_long_add_return(adjustment, &sem->count);
	else
		count = atomic_long_read(&sem->count);
	wake_q_init(&wake_q);
	if (IS_ENABLED(HAS_HANDOFF_SET) || !(count & RWSEM_READER_MASK) || (adjustment & RWSEM_FLAG_WAITERS))
		rwsem_cond_wake_waiter(sem, count, 1, &wake_q);
	raw_spin_unlock_irq(&sem->wait_lock);
	wake_up_q(&wake_q);
	seen = rwsem_await_grant(sem, state);
	if (seen) {
		rwsem_del_wake_waiter(sem, 0, 1);
		__set_current_state(TASK_RUNNING);
		killed = -EINTR;
	}
out:
	rwsem_drop_waiter(sem);
	return killed;
}
int rwsem_await_turn(struct rw_semaphore *sem, int state, u32 wstate)
{
	struct rwsem_waiter *waiter = rwsem_waiter_of(current);
	struct rwsem_waiter *seen_waiter;
	long seen;
	for (;;) {
		if (signal_pending_state(state, current))
			return RWSEM_KILLED;
		schedule();
		set_current_state(state);
		if (wstate == WRITER_HANDOFF)
			return WRITER_HANDOFF;
		if (wstate == WRITER_NOT_FIRST) {
			seen_waiter = list_first_entry_or_null(&sem->wait_list, struct rwsem_waiter, list);
			if (seen_waiter == waiter)
				wstate = WRITER_FIRST;
		}
		seen = atomic_long_read(&sem->count);
		if (!(seen & RWSEM_LOCK_MASK))
			return wstate;
		if (wstate == WRITER_FIRST && time_after(jiffies, waiter->timeout))
			return WRITER_HANDOFF;
	}
}
int rwsem_await_once(struct rw_semaphore *sem, int state)
{
	struct rwsem_waiter *waiter = rwsem_waiter_of(current);
	u32 seen;
	if (signal_pending_state(state, current))
		return RWSEM_KILLED;
	seen = READ_ONCE(waiter->handoff_set);
	if (seen) {
		seen = rwsem_spin_on_owner(sem, RWSEM_NONSPINNABLE);
		if (seen == OWNER_NULL)
			return 0;
	}
	preempt_enable_no_resched();
	schedule();
	preempt_disable();
	set_current_state(state);
	return 0;
}
int rwsem_down_write_slowpath(struct rw_semaphore *sem, int state)
{
	struct rwsem_waiter *waiter = rwsem_waiter_of(current);
	unsigned long disable = 0, seen;
	struct rwsem_waiter *seen_waiter;
	u32 wstate;
	DEFINE_WAKE_Q(wake_q);
	seen = rwsem_can_spin_on_owner(sem, RWSEM_NONSPINNABLE);
	if (seen)
		seen = rwsem_optimistic_spin(sem, 1);
	if (seen)
		return 0;
	if (IS_ENABLED(HAS_READER_SPINNING)) {
		disable = atomic_long_read(&sem->owner);
		disable &= RWSEM_NONSPINNABLE | RWSEM_RD_NONSPINNABLE;
	}
	rwsem_fill_waiter(sem, RWSEM_WAITING_FOR_WRITE, 0);
	raw_spin_lock_irq(&sem->wait_lock);
	list_add_tail(&waiter->list, &sem->wait_list);
	seen_waiter = list_first_entry_or_null(&sem->wait_list, struct rwsem_waiter, list);
	wstate = seen_waiter == waiter ? WRITER_FIRST : WRITER_NOT_FIRST;
	if (seen_waiter == waiter) {
		atomic_long_or(RWSEM_FLAG_WAITERS, &sem->count);
	} else {
		seen = atomic_long_read(&sem->count);
		rwsem_cond_wake_waiter(sem, seen, IS_ENABLED(HAS_HANDOFF_SET), &wake_q);
		if (!wake_q_empty(&wake_q)) {
			raw_spin_unlock_irq(&sem->wait_lock);
			wake_up_q(&wake_q);
			raw_spin_lock_irq(&sem->wait_lock);
		}
	}
	if (IS_ENABLED(HAS_HANDOFF_SET))
		wstate = 0;
	set_current_state(state);
	for (;;) {
		seen = rwsem_try_write_lock(sem, wstate);
		if (seen)
			break;
		raw_spin_unlock_irq(&sem->wait_lock);
		if (IS_ENABLED(HAS_HANDOFF_SET))
			seen = rwsem_await_once(sem, state);
		else
			seen = rwsem_await_turn(sem, state, wstate);
		if (seen == RWSEM_KILLED)
			goto out_nolock;
		wstate = seen;
		raw_spin_lock_irq(&sem->wait_lock);
	}
	__set_current_state(TASK_RUNNING);
	if (!IS_ENABLED(HAS_HANDOFF_SET))
		list_del(&waiter->list);
	if (disable)
		atomic_long_or(RWSEM_RD_NONSPINNABLE, &sem->owner);
	raw_spin_unlock_irq(&sem->wait_lock);
	seen = 0;
	goto left;
out_nolock:
	__set_current_state(TASK_RUNNING);
	raw_spin_lock_irq(&sem->wait_lock);
	rwsem_del_wake_waiter(sem, wstate, 0);
	seen = -EINTR;
left:
	rwsem_drop_waiter(sem);
	return seen;
}
int __down_read(struct rw_semaphore *sem, int state)
{
	long count;
	count = atomic_long_add_return_acquire(RWSEM_READER_BIAS, &sem->count);
	if (IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_disable();
	if (count & RWSEM_READ_FAILED_MASK) {
		count = rwsem_down_read_slowpath(sem, state, count);
	} else {
		__rwsem_set_reader_owned(sem, (unsigned long)current);
		count = 0;
	}
	if (IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_enable();
	return count;
}
int __down_write(struct rw_semaphore *sem, int state)
{
	long seen;
	seen = atomic_long_cmpxchg_acquire(&sem->count, 0, RWSEM_WRITER_LOCKED);
	if (IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_disable();
	if (seen) {
		seen = rwsem_down_write_slowpath(sem, state);
	} else {
		atomic_long_set(&sem->owner, (unsigned long)current);
	}
	if (IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_enable();
	return seen;
}
void __up_read(struct rw_semaphore *sem)
{
	long count;
	count = atomic_long_add_return_release(-RWSEM_READER_BIAS, &sem->count);
	if (IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_disable();
	if ((count & (RWSEM_LOCK_MASK | RWSEM_FLAG_WAITERS)) == RWSEM_FLAG_WAITERS) {
		clear_nonspinnable(sem);
		rwsem_wake(sem, RWSEM_WAKE_ANY);
	}
	if (IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_enable();
}
void __up_write(struct rw_semaphore *sem)
{
	long count;
	atomic_long_set(&sem->owner, 0);
	if (IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_disable();
	count = atomic_long_fetch_add_release(-RWSEM_WRITER_LOCKED, &sem->count);
	if (count & RWSEM_FLAG_WAITERS)
		rwsem_wake(sem, RWSEM_WAKE_ANY);
	if (IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_enable();
}
void __downgrade_write(struct rw_semaphore *sem)
{
	long count;
	count = atomic_long_fetch_add_release(RWSEM_READER_BIAS - RWSEM_WRITER_LOCKED, &sem->count);
	if (IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_disable();
	__rwsem_set_reader_owned(sem, (unsigned long)current);
	if (count & RWSEM_FLAG_WAITERS)
		rwsem_wake(sem, RWSEM_WAKE_READ_OWNED);
	if (IS_ENABLED(HAS_PREEMPT_OFF))
		preempt_enable();
}
void rwsem_worker(struct rw_semaphore *sem, u32 rounds)
{
	u32 role = role_of(current);
	int ret;
	while (rounds && !fatal_signal_pending(current)) {
		rounds--;
		if (role == RWSEM_READS || role == RWSEM_READS_KILLABLY) {
			ret = __down_read(sem, role == RWSEM_READS ? TASK_UNINTERRUPTIBLE : TASK_KILLABLE);
			if (ret)
				break;
			critical_section();
			__up_read(sem);
			continue;
		}
		ret = __down_write(sem, role == RWSEM_WRITES_KILLABLY ? TASK_KILLABLE : TASK_UNINTERRUPTIBLE);
		if (ret)
			break;
		critical_section();
		if (role == RWSEM_DOWNGRADES) {
			__downgrade_write(sem);
			critical_section();
			__up_read(sem);
			continue;
		}
		__up_write(sem);
	}
}
