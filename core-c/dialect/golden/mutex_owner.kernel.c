#include "mutex_owner.h"
struct task_struct *__mutex_trylock_common(struct mutex *lock, bool handoff)
{
	unsigned long owner, flags, seen;
	owner = atomic_long_read(&lock->owner);
	for (;;) {
		flags = owner & MUTEX_FLAGS;
		if (__owner_task(owner)) {
			if (flags & MUTEX_FLAG_PICKUP || (IS_ENABLED(FAULT_ONE_BIT) && flags & MUTEX_FLAG_HANDOFF && __owner_task(owner) == current)) {
				if (__owner_task(owner) != current && !IS_ENABLED(FAULT_ANYONE_PICKS_UP))
					break;
				flags &= IS_ENABLED(FAULT_ONE_BIT) || IS_ENABLED(FAULT_BLIND_HANDOFF) ? MUTEX_FLAG_WAITERS : ~MUTEX_FLAG_PICKUP;
			} else if (handoff) {
				if (flags & MUTEX_FLAG_HANDOFF || IS_ENABLED(FAULT_NO_HANDOFF))
					break;
				if (IS_ENABLED(FAULT_BLIND_HANDOFF)) {
					atomic_long_or(MUTEX_FLAG_HANDOFF, &lock->owner);
					break;
				}
				seen = atomic_long_cmpxchg_acquire(&lock->owner, owner, owner | MUTEX_FLAG_HANDOFF);
				if (seen == owner)
					break;
				owner = seen;
				continue;
			} else {
				break;
			}
		}
		MUTEX_WARN_ON(!__owner_task(owner) && (flags & (MUTEX_FLAG_HANDOFF | MUTEX_FLAG_PICKUP)));
		if (IS_ENABLED(FAULT_TORN_TRY)) {
			atomic_long_set(&lock->owner, (unsigned long)current | flags);
			return NULL;
		}
		seen = atomic_long_cmpxchg_acquire(&lock->owner, owner, (unsigned long)current | flags);
		if (seen == owner) {
			return NULL;
		}
		owner = seen;
	}
	return __owner_task(owner);
}
int mutex_spin_on_owner(struct mutex *lock, struct task_struct *owner)
{
	unsigned long now;
	for (;;) {
		now = atomic_long_read(&lock->owner);
		if (__owner_task(now) != owner)
			return 1;
		now = READ_ONCE(owner->on_cpu);
		if (!now || need_resched())
			return 0;
		cpu_relax();
	}
}
int mutex_can_spin_on_owner(struct mutex *lock)
{
	unsigned long owner;
	struct task_struct *owner_task;
	if (need_resched())
		return 0;
	owner = atomic_long_read(&lock->owner);
	owner_task = __owner_task(owner);
	if (!owner_task)
		return 1;
	owner = READ_ONCE(owner_task->on_cpu);
	return owner;
}
int mutex_optimistic_spin(struct mutex *lock, bool waiter_)
{
	int seen;
	struct task_struct *seen_task;
	if (!waiter_) {
		seen = mutex_can_spin_on_owner(lock);
		if (!seen)
			goto fail;
		seen = osq_lock(&lock->osq);
		if (!seen)
			goto fail;
	}
	for (;;) {
		seen_task = __mutex_trylock_common(lock, 0);
		if (!seen_task)
			break;
		seen = mutex_spin_on_owner(lock, seen_task);
		if (!seen)
			goto fail_unlock;
		cpu_relax();
	}
	if (!waiter_)
		osq_unlock(&lock->osq);
	return 1;
fail_unlock:
	if (!waiter_)
		osq_unlock(&lock->osq);
fail:
	if (need_resched()) {
		__set_current_state(TASK_RUNNING);
		preempt_enable_no_resched();
		schedule();
		preempt_disable();
	}
	return 0;
}
int __mutex_lock_common(struct mutex *lock, unsigned int state)
{
	struct mutex_waiter *waiter = mutex_waiter_of(current);
	unsigned long seen;
	struct task_struct *seen_task;
	struct mutex_waiter *seen_waiter, *first_waiter;
	bool first;
	preempt_disable();
	seen = __mutex_trylock_common(lock, 0) != NULL;
	if (seen) {
		seen = mutex_optimistic_spin(lock, 0);
		seen = !seen;
	}
	if (!seen) {
		preempt_enable();
		return 0;
	}
	raw_spin_lock(&lock->wait_lock);
	seen_task = __mutex_trylock_common(lock, 0);
	if (!seen_task)
		goto skip_wait;
	list_add_tail(&waiter->list, &lock->wait_list);
	seen_waiter = list_first_entry_or_null(&lock->wait_list, struct mutex_waiter, list);
	if (seen_waiter == waiter)
		atomic_long_or(MUTEX_FLAG_WAITERS, &lock->owner);
	if (!IS_ENABLED(FAULT_LATE_STATE))
		set_current_state(state);
	if (IS_ENABLED(FAULT_BLIND_SLEEP))
		goto go_to_sleep;
	for (;;) {
		seen_task = __mutex_trylock_common(lock, 0);
		if (!seen_task)
			goto acquired;
		if (signal_pending_state(state, current))
			goto err;
go_to_sleep:
		raw_spin_unlock(&lock->wait_lock);
		if (IS_ENABLED(FAULT_LATE_STATE))
			set_current_state(state);
		preempt_enable_no_resched();
		schedule();
		preempt_disable();
		first_waiter = list_first_entry_or_null(&lock->wait_list, struct mutex_waiter, list);
		first = first_waiter == waiter;
		if (!IS_ENABLED(FAULT_LATE_STATE))
			set_current_state(state);
		seen_task = __mutex_trylock_common(lock, first);
		if (!seen_task)
			break;
		if (first) {
			seen = mutex_optimistic_spin(lock, 1);
			if (seen)
				break;
		}
		raw_spin_lock(&lock->wait_lock);
	}
	raw_spin_lock(&lock->wait_lock);
acquired:
	__set_current_state(TASK_RUNNING);
	list_del(&waiter->list);
	seen_waiter = list_first_entry_or_null(&lock->wait_list, struct mutex_waiter, list);
	if (seen_waiter == NULL && !IS_ENABLED(FAULT_WAITERS_STAY))
		atomic_long_andnot(IS_ENABLED(FAULT_REQUEST_STAYS) ? MUTEX_FLAG_WAITERS : MUTEX_FLAGS, &lock->owner);
skip_wait:
	raw_spin_unlock(&lock->wait_lock);
	preempt_enable();
	return 0;
err:
	__set_current_state(TASK_RUNNING);
	list_del(&waiter->list);
	seen_waiter = list_first_entry_or_null(&lock->wait_list, struct mutex_waiter, list);
	if (seen_waiter == NULL && !IS_ENABLED(FAULT_WAITERS_STAY))
		atomic_long_andnot(IS_ENABLED(FAULT_REQUEST_STAYS) ? MUTEX_FLAG_WAITERS : MUTEX_FLAGS, &lock->owner);
	raw_spin_unlock(&lock->wait_lock);
	preempt_enable();
	return -EINTR;
}
int mutex_lock(struct mutex *lock, unsigned int state)
{
	unsigned long seen;
	seen = atomic_long_cmpxchg_acquire(&lock->owner, 0, (unsigned long)current);
	if (seen == 0) {
		return 0;
	}
	seen = __mutex_lock_common(lock, state);
	return seen;
}
void __mutex_handoff(struct mutex *lock, struct mutex_waiter *task)
{
	unsigned long owner, seen;
	owner = atomic_long_read(&lock->owner);
	for (;;) {
		MUTEX_WARN_ON(__owner_task(owner) != current);
		MUTEX_WARN_ON(owner & MUTEX_FLAG_PICKUP);
		if (task)
			seen = atomic_long_cmpxchg_release(&lock->owner, owner, (owner & MUTEX_FLAG_WAITERS) | (unsigned long)task->task | (IS_ENABLED(FAULT_ONE_BIT) ? MUTEX_FLAG_HANDOFF : MUTEX_FLAG_PICKUP));
		else
			seen = atomic_long_cmpxchg_release(&lock->owner, owner, owner & MUTEX_FLAG_WAITERS);
		if (seen == owner || IS_ENABLED(FAULT_NO_RETRY))
			break;
		owner = seen;
	}
}
void __mutex_unlock_slowpath(struct mutex *lock)
{
	unsigned long owner, seen;
	struct mutex_waiter *next;
	DEFINE_WAKE_Q(wake_q);
	owner = atomic_long_read(&lock->owner);
	for (;;) {
		MUTEX_WARN_ON(__owner_task(owner) != current);
		MUTEX_WARN_ON(owner & MUTEX_FLAG_PICKUP);
		if (owner & MUTEX_FLAG_HANDOFF)
			break;
		seen = atomic_long_cmpxchg_release(&lock->owner, owner, owner & MUTEX_FLAGS);
		if (seen == owner) {
			if (owner & MUTEX_FLAG_WAITERS)
				break;
			return;
		}
		owner = seen;
	}
	raw_spin_lock(&lock->wait_lock);
	next = list_first_entry_or_null(&lock->wait_list, struct mutex_waiter, list);
	if (next)
		wake_q_add(&wake_q, next->task);
	if (owner & MUTEX_FLAG_HANDOFF)
		__mutex_handoff(lock, next);
	preempt_disable();
	raw_spin_unlock(&lock->wait_lock);
	wake_up_q(&wake_q);
	preempt_enable();
}
void mutex_unlock(struct mutex *lock)
{
	unsigned long seen;
	if (IS_ENABLED(FAULT_PLAIN_UNLOCK)) {
		seen = atomic_long_read(&lock->owner);
		if (seen == (unsigned long)current)
			atomic_long_set_release(&lock->owner, 0);
	} else {
		seen = atomic_long_cmpxchg_release(&lock->owner, (unsigned long)current, 0);
	}
	if (seen == (unsigned long)current) {
		return;
	}
	__mutex_unlock_slowpath(lock);
}
void mutex_owner_worker(struct mutex *lock, u32 rounds)
{
	u32 role = role_of(current);
	u32 ret;
	struct task_struct *ret_task;
	while (rounds--) {
		if (role == MUTEX_TRIES)
			ret = __mutex_trylock_common(lock, 0) != NULL;
		else
			ret = mutex_lock(lock, role == MUTEX_LOCKS_INTERRUPTIBLY ? TASK_INTERRUPTIBLE : TASK_UNINTERRUPTIBLE);
		if (ret == 0) {
			critical_section();
			if (role == MUTEX_TRIES_INSIDE) {
				ret_task = __mutex_trylock_common(lock, 0);
				MUTEX_WARN_ON(ret_task == NULL);
			}
			mutex_unlock(lock);
		}
		ret = 0;
		clear_thread_flag(TIF_SIGPENDING);
	}
}
