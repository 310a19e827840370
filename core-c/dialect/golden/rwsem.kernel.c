#include "rwsem.h"
void rwsem_set_reader_owned(struct rw_semaphore *sem)
{
	struct task_struct *owner;
	owner = READ_ONCE(sem->owner);
	if (owner != RWSEM_READER_OWNED)
		WRITE_ONCE(sem->owner, RWSEM_READER_OWNED);
}
int rwsem_can_spin_on_owner(struct rw_semaphore *sem)
{
	struct task_struct *owner;
	int owner_n;
	if (need_resched())
		return 0;
	owner = READ_ONCE(sem->owner);
	if (owner == NULL || owner == RWSEM_READER_OWNED)
		return owner == NULL;
	owner_n = READ_ONCE(owner->on_cpu);
	return owner_n;
}
int rwsem_spin_on_owner(struct rw_semaphore *sem)
{
	struct task_struct *owner, *now_task;
	int now;
	owner = READ_ONCE(sem->owner);
	if (owner != NULL && owner != RWSEM_READER_OWNED) {
		for (;;) {
			now_task = READ_ONCE(sem->owner);
			if (now_task != owner)
				break;
			now = READ_ONCE(owner->on_cpu);
			if (!now || need_resched())
				return 0;
			cpu_relax();
		}
	}
	owner = READ_ONCE(sem->owner);
	return owner != RWSEM_READER_OWNED;
}
int rwsem_try_write_lock_unqueued(struct rw_semaphore *sem)
{
	int count, old;
	count = atomic_read(&sem->count);
	for (;;) {
		if (count & RWSEM_LOCK_MASK)
			return 0;
		if ((count & RWSEM_FLAG_HANDOFF) && !IS_ENABLED(FAULT_STEAL_DESPITE_HANDOFF))
			return 0;
		if (IS_ENABLED(FAULT_BLIND_STEAL)) {
			atomic_set(&sem->count, count + RWSEM_WRITER_LOCKED);
			break;
		}
		old = atomic_cmpxchg_acquire(&sem->count, count, count + RWSEM_WRITER_LOCKED);
		if (old == count)
			break;
		count = old;
		cpu_relax();
	}
	LOCKSTEP_WARN_ON(count & RWSEM_FLAG_HANDOFF);
	WRITE_ONCE(sem->owner, current);
	return 1;
}
int rwsem_try_write_lock(struct rw_semaphore *sem, int count, bool first)
{
	struct rwsem_waiter *waiter = rwsem_waiter_of(current);
	u32 waiters;
	int old;
	if (count & RWSEM_LOCK_MASK)
		return 0;
	if (IS_ENABLED(HAS_HANDOFF) && !first && (count & RWSEM_FLAG_HANDOFF))
		return 0;
	waiters = list_count_nodes(&sem->wait_list);
	waiters = waiters == 1 ? RWSEM_FLAG_WAITERS : 0;
	old = atomic_cmpxchg_acquire(&sem->count, count, count + RWSEM_WRITER_LOCKED - waiters - (count & RWSEM_FLAG_HANDOFF));
	if (old != count) {
		if (IS_ENABLED(FAULT_MEND_TRY_ASKS) && first && time_after(jiffies, waiter->timeout))
			atomic_or(RWSEM_FLAG_HANDOFF, &sem->count);
		return 0;
	}
	WRITE_ONCE(sem->owner, current);
	return 1;
}
int rwsem_optimistic_spin(struct rw_semaphore *sem)
{
	int taken;
	struct task_struct *owner;
	preempt_disable();
	taken = rwsem_can_spin_on_owner(sem);
	if (!taken)
		goto done;
	taken = osq_lock(&sem->osq);
	if (!taken)
		goto done;
	for (;;) {
		taken = rwsem_spin_on_owner(sem);
		if (!taken)
			break;
		taken = rwsem_try_write_lock_unqueued(sem);
		if (taken)
			break;
		owner = READ_ONCE(sem->owner);
		if (owner == NULL && need_resched())
			break;
		cpu_relax();
	}
	osq_unlock(&sem->osq);
done:
	preempt_enable();
	return taken;
}
void __rwsem_mark_wake(struct rw_semaphore *sem, u32 type, struct wake_q_head *wake_q)
{
	int adjustment = 0, seen;
	u32 woken = 0;
	struct rwsem_waiter *head, *seen_waiter;
	struct task_struct *seen_task, *task;
	LIST_HEAD(granted);
	head = list_first_entry_or_null(&sem->wait_list, struct rwsem_waiter, list);
	seen = READ_ONCE(head->type);
	if (seen == RWSEM_WAITING_FOR_WRITE) {
		if (type == RWSEM_WAKE_ANY) {
			seen_task = READ_ONCE(head->task);
			wake_q_add(wake_q, seen_task);
		}
		return;
	}
	if (type != RWSEM_WAKE_READ_OWNED) {
		adjustment = RWSEM_READER_BIAS;
		seen = atomic_fetch_add(adjustment, &sem->count);
		if (seen & RWSEM_WRITER_LOCKED) {
			if (IS_ENABLED(HAS_HANDOFF) && !(seen & RWSEM_FLAG_HANDOFF) && time_after(jiffies, head->timeout))
				adjustment -= RWSEM_FLAG_HANDOFF;
			if (!IS_ENABLED(FAULT_NO_UNDO))
				atomic_add(-adjustment, &sem->count);
			return;
		}
		rwsem_set_reader_owned(sem);
	}
	for (;;) {
		head = list_first_entry_or_null(&sem->wait_list, struct rwsem_waiter, list);
		if (head == NULL)
			break;
		seen = READ_ONCE(head->type);
		if (seen == RWSEM_WAITING_FOR_WRITE)
			break;
		woken++;
		if (IS_ENABLED(FAULT_MEND_TWO_PASS)) {
			list_add_tail(&head->list, &granted);
			list_del(&head->list);
			continue;
		}
		task = READ_ONCE(head->task);
		if (!IS_ENABLED(FAULT_MEND_GRANT_FIRST)) {
			wake_q_add(wake_q, task);
		}
		list_del(&head->list);
		smp_store_release(&head->task, NULL);
		if (IS_ENABLED(FAULT_MEND_GRANT_FIRST)) {
			wake_q_add(wake_q, task);
		}
	}
	adjustment = woken * RWSEM_READER_BIAS - adjustment;
	seen_waiter = list_first_entry_or_null(&sem->wait_list, struct rwsem_waiter, list);
	if (seen_waiter == NULL && !IS_ENABLED(FAULT_WAITERS_STAY))
		adjustment -= RWSEM_FLAG_WAITERS;
	if (IS_ENABLED(HAS_HANDOFF) && woken) {
		seen = atomic_read(&sem->count);
		if (seen & RWSEM_FLAG_HANDOFF)
			adjustment -= RWSEM_FLAG_HANDOFF;
	}
	if (adjustment)
		atomic_add(adjustment, &sem->count);
	while (!list_empty(&granted)) {
		head = list_first_entry(&granted, struct rwsem_waiter, list);
		list_del(granted.next);
		task = READ_ONCE(head->task);
		smp_store_release(&head->task, NULL);
		wake_q_add(wake_q, task);
	}
}
void rwsem_wake(struct rw_semaphore *sem, int count)
{
	struct osq_node *seen_node;
	bool seen;
	struct rwsem_waiter *seen_waiter;
	unsigned long flags;
	DEFINE_WAKE_Q(wake_q);
	if (IS_ENABLED(FAULT_MEND_NO_SHORTCUT))
		goto lock;
	seen_node = smp_load_acquire(&sem->osq.tail);
	if (seen_node && !(IS_ENABLED(HAS_HANDOFF) && (count & RWSEM_FLAG_HANDOFF))) {
		seen = raw_spin_trylock_irqsave(&sem->wait_lock, flags);
		if (!seen)
			return;
		goto locked;
	}
lock:
	raw_spin_lock_irqsave(&sem->wait_lock, flags);
locked:
	seen_waiter = list_first_entry_or_null(&sem->wait_list, struct rwsem_waiter, list);
	if (seen_waiter) {
		__rwsem_mark_wake(sem, RWSEM_WAKE_ANY, &wake_q);
	}
	raw_spin_unlock_irqrestore(&sem->wait_lock, flags);
	wake_up_q(&wake_q);
}
void rwsem_downgrade_wake(struct rw_semaphore *sem)
{
	struct rwsem_waiter *seen;
	unsigned long flags;
	DEFINE_WAKE_Q(wake_q);
	raw_spin_lock_irqsave(&sem->wait_lock, flags);
	seen = list_first_entry_or_null(&sem->wait_list, struct rwsem_waiter, list);
	if (seen) {
		__rwsem_mark_wake(sem, RWSEM_WAKE_READ_OWNED, &wake_q);
	}
	raw_spin_unlock_irqrestore(&sem->wait_lock, flags);
	wake_up_q(&wake_q);
}
int __rwsem_down_read_failed_common(struct rw_semaphore *sem, int state)
{
	struct rwsem_waiter *waiter = rwsem_waiter_of(current);
	int adjustment, seen_n;
	struct rwsem_waiter *seen_waiter;
	struct task_struct *seen;
	DEFINE_WAKE_Q(wake_q);
	adjustment = -RWSEM_READER_BIAS;
	WRITE_ONCE(waiter->task, current);
	WRITE_ONCE(waiter->type, RWSEM_WAITING_FOR_READ);
	if (IS_ENABLED(HAS_HANDOFF))
		waiter->timeout = jiffies + RWSEM_WAIT_TIMEOUT;
	raw_spin_lock_irq(&sem->wait_lock);
	seen_waiter = list_first_entry_or_null(&sem->wait_list, struct rwsem_waiter, list);
	if (seen_waiter == NULL)
		adjustment += RWSEM_FLAG_WAITERS;
	list_add_tail(&waiter->list, &sem->wait_list);
	if (IS_ENABLED(FAULT_KEEP_BIAS))
		adjustment += RWSEM_READER_BIAS;
	seen_n = atomic_add_return(adjustment, &sem->count);
	if (!(seen_n & RWSEM_LOCK_MASK) || (!(seen_n & RWSEM_WRITER_LOCKED) && adjustment != -RWSEM_READER_BIAS)) {
		__rwsem_mark_wake(sem, RWSEM_WAKE_ANY, &wake_q);
	}
	seen = NULL;
	raw_spin_unlock_irq(&sem->wait_lock);
	wake_up_q(&wake_q);
	for (;;) {
		if (IS_ENABLED(FAULT_NO_RECHECK))
			seen = READ_ONCE(waiter->task);
		set_current_state(state);
		if (IS_ENABLED(FAULT_MEND_ACQUIRE))
			seen = smp_load_acquire(&waiter->task);
		else if (!IS_ENABLED(FAULT_NO_RECHECK))
			seen = READ_ONCE(waiter->task);
		if (seen == NULL)
			break;
		seen = NULL;
		if (signal_pending_state(state, current)) {
			raw_spin_lock_irq(&sem->wait_lock);
			seen = READ_ONCE(waiter->task);
			if (seen)
				goto out_nolock;
			raw_spin_unlock_irq(&sem->wait_lock);
			break;
		}
		schedule();
	}
	__set_current_state(TASK_RUNNING);
	return 0;
out_nolock:
	list_del(&waiter->list);
	seen_waiter = list_first_entry_or_null(&sem->wait_list, struct rwsem_waiter, list);
	if (seen_waiter == NULL) {
		adjustment = -RWSEM_FLAG_WAITERS;
		if (IS_ENABLED(HAS_HANDOFF) && !IS_ENABLED(FAULT_ABORT_KEEPS_HANDOFF)) {
			seen_n = atomic_read(&sem->count);
			if (seen_n & RWSEM_FLAG_HANDOFF)
				adjustment -= RWSEM_FLAG_HANDOFF;
		}
		atomic_add(adjustment, &sem->count);
	}
	raw_spin_unlock_irq(&sem->wait_lock);
	__set_current_state(TASK_RUNNING);
	return -EINTR;
}
int __rwsem_down_write_failed_common(struct rw_semaphore *sem, int state)
{
	struct rwsem_waiter *waiter = rwsem_waiter_of(current);
	int seen, count;
	struct rwsem_waiter *seen_waiter;
	bool first;
	DEFINE_WAKE_Q(wake_q);
	seen = rwsem_optimistic_spin(sem);
	if (seen)
		return 0;
	WRITE_ONCE(waiter->task, current);
	WRITE_ONCE(waiter->type, RWSEM_WAITING_FOR_WRITE);
	if (IS_ENABLED(HAS_HANDOFF))
		waiter->timeout = jiffies + RWSEM_WAIT_TIMEOUT;
	raw_spin_lock_irq(&sem->wait_lock);
	seen_waiter = list_first_entry_or_null(&sem->wait_list, struct rwsem_waiter, list);
	first = seen_waiter == NULL;
	list_add_tail(&waiter->list, &sem->wait_list);
	if (!first) {
		count = atomic_read(&sem->count);
		if (!(count & RWSEM_WRITER_LOCKED) && (count & RWSEM_READER_MASK)) {
			__rwsem_mark_wake(sem, RWSEM_WAKE_READERS, &wake_q);
			wake_up_q(&wake_q);
		}
	} else {
		count = atomic_add_return(RWSEM_FLAG_WAITERS, &sem->count);
	}
	if (!IS_ENABLED(HAS_HANDOFF))
		first = 0;
	set_current_state(state);
	for (;;) {
		seen = rwsem_try_write_lock(sem, count, first);
		if (seen)
			break;
		raw_spin_unlock_irq(&sem->wait_lock);
		for (;;) {
			if (signal_pending_state(state, current))
				goto out_nolock;
			schedule();
			set_current_state(state);
			count = atomic_read(&sem->count);
			if (IS_ENABLED(HAS_HANDOFF) && !first) {
				seen_waiter = list_first_entry_or_null(&sem->wait_list, struct rwsem_waiter, list);
				first = seen_waiter == waiter;
			}
			if (!(count & RWSEM_LOCK_MASK))
				break;
			if (IS_ENABLED(HAS_HANDOFF) && first && !(count & RWSEM_FLAG_HANDOFF) && time_after(jiffies, waiter->timeout))
				atomic_or(RWSEM_FLAG_HANDOFF, &sem->count);
		}
		raw_spin_lock_irq(&sem->wait_lock);
	}
	__set_current_state(TASK_RUNNING);
	list_del(&waiter->list);
	raw_spin_unlock_irq(&sem->wait_lock);
	return 0;
out_nolock:
	__set_current_state(TASK_RUNNING);
	raw_spin_lock_irq(&sem->wait_lock);
	list_del(&waiter->list);
	seen_waiter = list_first_entry_or_null(&sem->wait_list, struct rwsem_waiter, list);
	if (seen_waiter == NULL) {
		count = -RWSEM_FLAG_WAITERS;
		if (IS_ENABLED(HAS_HANDOFF) && !IS_ENABLED(FAULT_ABORT_KEEPS_HANDOFF)) {
			seen = atomic_read(&sem->count);
			if (seen & RWSEM_FLAG_HANDOFF)
				count -= RWSEM_FLAG_HANDOFF;
		}
		wake_q_init(&wake_q);
		atomic_add(count, &sem->count);
	} else {
		wake_q_init(&wake_q);
		if (!IS_ENABLED(FAULT_SILENT_ABORT))
			__rwsem_mark_wake(sem, RWSEM_WAKE_ANY, &wake_q);
	}
	raw_spin_unlock_irq(&sem->wait_lock);
	wake_up_q(&wake_q);
	return -EINTR;
}
int __down_read(struct rw_semaphore *sem, int state)
{
	int seen;
	seen = atomic_fetch_add_acquire(RWSEM_READER_BIAS, &sem->count);
	if (seen & RWSEM_READ_FAILED_MASK) {
		seen = __rwsem_down_read_failed_common(sem, state);
		return seen;
	}
	rwsem_set_reader_owned(sem);
	return 0;
}
int __down_write(struct rw_semaphore *sem, int state)
{
	int seen;
	seen = atomic_cmpxchg_acquire(&sem->count, 0, RWSEM_WRITER_LOCKED);
	if (seen) {
		seen = __rwsem_down_write_failed_common(sem, state);
		return seen;
	}
	WRITE_ONCE(sem->owner, current);
	return 0;
}
void __up_read(struct rw_semaphore *sem)
{
	int count;
	count = atomic_add_return_release(-RWSEM_READER_BIAS, &sem->count);
	if ((count & (RWSEM_LOCK_MASK | RWSEM_FLAG_WAITERS)) == RWSEM_FLAG_WAITERS)
		rwsem_wake(sem, count);
}
void __up_write(struct rw_semaphore *sem)
{
	int count;
	WRITE_ONCE(sem->owner, NULL);
	count = atomic_fetch_add_release(-RWSEM_WRITER_LOCKED, &sem->count);
	if (count & RWSEM_FLAG_WAITERS)
		rwsem_wake(sem, count);
}
void __downgrade_write(struct rw_semaphore *sem)
{
	int count;
	rwsem_set_reader_owned(sem);
	count = atomic_fetch_add_release(RWSEM_READER_BIAS - RWSEM_WRITER_LOCKED, &sem->count);
	if (count & RWSEM_FLAG_WAITERS)
		rwsem_downgrade_wake(sem);
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
