#include "rt_mutex.h"
int try_to_take_rt_mutex(struct rt_mutex *lock, bool waiter_, bool steal)
{
	struct rt_mutex_waiter *waiter = rt_mutex_waiter_of(current);
	struct task_struct *owner;
	struct rt_mutex_waiter *top;
	owner = READ_ONCE(lock->owner);
	if (owner)
		return 0;
	top = list_first_entry_or_null(&lock->waiters, struct rt_mutex_waiter, list);
	if (waiter_) {
		if (top != waiter)
			return 0;
		list_del(&waiter->list);
	} else if (top && !steal) {
		return 0;
	}
	WRITE_ONCE(lock->owner, current);
	return 1;
}
int rt_mutex_slowlock(struct rt_mutex *lock, bool timed, bool steal)
{
	struct hrtimer_sleeper *timeout = timeout_of(current);
	struct rt_mutex_waiter *waiter = rt_mutex_waiter_of(current);
	int ret = 0, taken;
	unsigned long flags;
	raw_spin_lock_irqsave(&lock->wait_lock, flags);
	taken = try_to_take_rt_mutex(lock, 0, steal);
	if (taken) {
		raw_spin_unlock_irqrestore(&lock->wait_lock, flags);
		return 0;
	}
	set_current_state(TASK_INTERRUPTIBLE);
	if (timed)
		hrtimer_sleeper_start_expires(timeout, HRTIMER_MODE_ABS);
	list_add_tail(&waiter->list, &lock->waiters);
	for (;;) {
		taken = try_to_take_rt_mutex(lock, 1, 0);
		if (taken)
			break;
		if (signal_pending_state(TASK_INTERRUPTIBLE, current))
			ret = -EINTR;
		if (!timeout->task)
			ret = -ETIMEDOUT;
		if (ret)
			break;
		raw_spin_unlock_irqrestore(&lock->wait_lock, flags);
		schedule();
		raw_spin_lock_irqsave(&lock->wait_lock, flags);
		set_current_state(TASK_INTERRUPTIBLE);
	}
	__set_current_state(TASK_RUNNING);
	if (ret)
		list_del(&waiter->list);
	raw_spin_unlock_irqrestore(&lock->wait_lock, flags);
	hrtimer_cancel(&timeout->timer);
	return ret;
}
int rt_mutex_slowtrylock(struct rt_mutex *lock)
{
	struct task_struct *owner;
	int taken;
	unsigned long flags;
	owner = READ_ONCE(lock->owner);
	if (owner)
		return 0;
	raw_spin_lock_irqsave(&lock->wait_lock, flags);
	taken = try_to_take_rt_mutex(lock, 0, 0);
	raw_spin_unlock_irqrestore(&lock->wait_lock, flags);
	return taken;
}
void rt_mutex_slowunlock(struct rt_mutex *lock, struct wake_q_head *wake_q)
{
	struct rt_mutex_waiter *top;
	unsigned long flags;
	raw_spin_lock_irqsave(&lock->wait_lock, flags);
	top = list_first_entry_or_null(&lock->waiters, struct rt_mutex_waiter, list);
	WRITE_ONCE(lock->owner, NULL);
	if (top)
		wake_q_add(wake_q, top->task);
	raw_spin_unlock_irqrestore(&lock->wait_lock, flags);
}
struct task_struct *rt_mutex_next_owner(struct rt_mutex *lock)
{
	struct task_struct *owner;
	raw_spin_lock_irq(&lock->wait_lock);
	owner = READ_ONCE(lock->owner);
	if (owner == NULL)
		owner = rt_mutex_waiter_task(list_first_entry_or_null(&lock->waiters, struct rt_mutex_waiter, list));
	raw_spin_unlock_irq(&lock->wait_lock);
	return owner;
}
