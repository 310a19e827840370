#include "mutex.h"
int owner_running(struct mutex *lock, struct task_struct *owner)
{
	struct task_struct *now_task;
	int now;
	now_task = lock->owner;
	if (now_task != owner)
		return 0;
	now = owner->on_cpu;
	return now;
}
int mutex_spin_on_owner(struct mutex *lock, struct task_struct *owner)
{
	int now;
	struct task_struct *now_task;
	for (;;) {
		now = owner_running(lock, owner);
		if (!now)
			break;
		if (need_resched())
			break;
		arch_mutex_cpu_relax();
	}
	now_task = lock->owner;
	return now_task == NULL;
}
int mutex_can_spin_on_owner(struct mutex *lock)
{
	int retval;
	struct task_struct *owner;
	retval = 1;
	owner = lock->owner;
	if (owner) {
		if (IS_ENABLED(FAULT_OWNER_READ_TWICE))
			owner = lock->owner;
		retval = owner->on_cpu;
	}
	return retval;
}
int __mutex_lock_common(struct mutex *lock, long state)
{
	struct mutex_waiter *waiter = mutex_waiter_of(current);
	int seen;
	struct task_struct *owner;
	struct mutex_waiter *seen_waiter;
	preempt_disable();
	if (IS_ENABLED(HAS_SPINNER_QUEUE)) {
		seen = mutex_can_spin_on_owner(lock);
		if (!seen)
			goto slowpath;
	}
	for (;;) {
		if (IS_ENABLED(HAS_SPINNER_QUEUE))
			mspin_lock(&lock->spin_mlock);
		owner = ACCESS_ONCE(lock->owner);
		if (owner) {
			seen = mutex_spin_on_owner(lock, owner);
			if (!seen) {
				if (IS_ENABLED(HAS_SPINNER_QUEUE) && !IS_ENABLED(FAULT_SLEEPING_HEAD)) {
					mspin_unlock(&lock->spin_mlock);
				}
				break;
			}
		}
		seen = 1;
		if (IS_ENABLED(HAS_LOOK_FIRST))
			seen = atomic_read(&lock->count);
		if (seen == 1)
			seen = atomic_cmpxchg(&lock->count, 1, 0);
		if (seen == 1 || IS_ENABLED(FAULT_UNCHECKED_SPINNER)) {
			lock->owner = current;
			if (IS_ENABLED(HAS_SPINNER_QUEUE)) {
				mspin_unlock(&lock->spin_mlock);
			}
			preempt_enable();
			return 0;
		}
		if (IS_ENABLED(HAS_SPINNER_QUEUE)) {
			mspin_unlock(&lock->spin_mlock);
		}
		if (!owner && need_resched())
			break;
		arch_mutex_cpu_relax();
	}
slowpath:
	spin_lock(&lock->wait_lock);
	list_add_tail(&waiter->list, &lock->wait_list);
	seen = 0;
	if (IS_ENABLED(FAULT_BLIND_SLEEP))
		goto go_to_sleep;
	if (IS_ENABLED(HAS_LOOK_FIRST))
		seen = atomic_read(&lock->count);
	if ((IS_ENABLED(HAS_MINUS_ONE) ? seen != -1 : seen >= 0) && IS_ENABLED(FAULT_WAITER_LEAVES_ZERO)) {
		seen = atomic_cmpxchg(&lock->count, 1, -1);
	} else if (IS_ENABLED(HAS_MINUS_ONE) ? seen != -1 : seen >= 0) {
		seen = atomic_xchg(&lock->count, -1);
	}
	if (seen == 1)
		goto done;
	for (;;) {
		seen = 0;
		if (IS_ENABLED(FAULT_SIGNAL_FIRST) && signal_pending_state(state, current))
			goto interrupted;
		if (IS_ENABLED(HAS_LOOK_FIRST))
			seen = atomic_read(&lock->count);
		if ((IS_ENABLED(HAS_MINUS_ONE) ? seen != -1 : seen >= 0) && IS_ENABLED(FAULT_WAITER_LEAVES_ZERO)) {
			seen = atomic_cmpxchg(&lock->count, 1, -1);
		} else if (IS_ENABLED(HAS_MINUS_ONE) ? seen != -1 : seen >= 0) {
			seen = atomic_xchg(&lock->count, -1);
		}
		if (seen == 1)
			break;
		if (signal_pending_state(state, current)) {
		interrupted:
			list_del(&waiter->list);
			spin_unlock(&lock->wait_lock);
			preempt_enable();
			return -EINTR;
		}
	go_to_sleep:
		__set_current_state(state);
		spin_unlock(&lock->wait_lock);
		preempt_enable_no_resched();
		schedule();
		preempt_disable();
		spin_lock(&lock->wait_lock);
	}
done:
	list_del(&waiter->list);
	lock->owner = current;
	seen_waiter = list_first_entry_or_null(&lock->wait_list, struct mutex_waiter, list);
	if (seen_waiter == NULL || IS_ENABLED(FAULT_ZERO_WITH_WAITERS))
		atomic_set(&lock->count, 0);
	spin_unlock(&lock->wait_lock);
	preempt_enable();
	return 0;
}
void mutex_lock(struct mutex *lock)
{
	int count;
	if (!IS_ENABLED(FAULT_TORN_COUNT)) {
		count = atomic_add_return(-1, &lock->count);
	} else {
		count = atomic_read(&lock->count);
		count--;
		atomic_set(&lock->count, count);
	}
	if (count < 0) {
		__mutex_lock_common(lock, TASK_UNINTERRUPTIBLE);
	}
	lock->owner = current;
}
int mutex_lock_interruptible(struct mutex *lock)
{
	int ret = 0, count;
	count = atomic_add_return(-1, &lock->count);
	if (count < 0) {
		ret = __mutex_lock_common(lock, TASK_INTERRUPTIBLE);
	}
	if (ret == 0) {
		lock->owner = current;
	}
	return ret;
}
void __mutex_unlock_common_slowpath(struct mutex *lock)
{
	struct mutex_waiter *first;
	spin_lock(&lock->wait_lock);
	if (!IS_ENABLED(FAULT_NEVER_FREED) && !IS_ENABLED(FAULT_FREED_LATE))
		atomic_set(&lock->count, 1);
	if (!IS_ENABLED(FAULT_FREED_LATE))
		{  }
	first = list_first_entry_or_null(&lock->wait_list, struct mutex_waiter, list);
	if (first)
		wake_up_process(first->task);
	spin_unlock(&lock->wait_lock);
	if (IS_ENABLED(FAULT_FREED_LATE)) {
		atomic_set(&lock->count, 1);
	}
}
void mutex_unlock(struct mutex *lock)
{
	int count;
	lock->owner = NULL;
	count = atomic_add_return(1, &lock->count);
	if (count <= 0) {
		__mutex_unlock_common_slowpath(lock);
	}
}
void mutex_worker(struct mutex *lock, u32 rounds)
{
	u32 role = role_of(current);
	int ret = 0;
	while (rounds--) {
		if (role == MUTEX_LOCKS)
			mutex_lock(lock);
		else
			ret = mutex_lock_interruptible(lock);
		if (ret == 0) {
			critical_section();
			mutex_unlock(lock);
		}
		ret = 0;
		clear_thread_flag(TIF_SIGPENDING);
	}
}
