#include "futex_hash_2010.h"
int unqueue_me(struct futex_hash *lock, u32 b)
{
	struct futex_q *waiter = futex_q_of(current);
	void *lock_ptr, *now;
	for (;;) {
		lock_ptr = READ_ONCE(waiter->lock_ptr);
		if (lock_ptr == NULL)
			return 0;
		spin_lock(lock_ptr);
		now = READ_ONCE(waiter->lock_ptr);
		if (now == lock_ptr)
			break;
		spin_unlock(lock_ptr);
	}
	list_del(&waiter->list);
	spin_unlock(lock_ptr);
	return 1;
}
int futex_wait_queue_me(struct futex_hash *lock, u32 b, bool timed)
{
	struct hrtimer_sleeper *timeout = timeout_of(current);
	struct futex_q *waiter = futex_q_of(current);
	int queued;
	set_current_state(TASK_INTERRUPTIBLE);
	list_add_tail(&waiter->list, &lock->bucket[b].chain);
	spin_unlock(&lock->bucket[b].lock);
	if (timed && timeout->task)
		hrtimer_sleeper_start_expires(timeout, HRTIMER_MODE_ABS);
	queued = !list_empty(&waiter->list);
	if (queued && timeout->task)
		schedule();
	__set_current_state(TASK_RUNNING);
	queued = unqueue_me(lock, b);
	return queued;
}
int futex_wake(struct futex_hash *lock, void *uaddr, u32 nr_wake)
{
	u32 ret = 0, b;
	struct futex_q *this, *next;
	void *key;
	b = FUTEX_BUCKET((u32)(unsigned long)uaddr);
	spin_lock(&lock->bucket[b].lock);
	this = list_first_entry_or_null(&lock->bucket[b].chain, struct futex_q, list);
	while (this) {
		next = list_is_last(&this->list, &lock->bucket[b].chain) ? NULL : list_next_entry(this, list);
		key = READ_ONCE(this->key);
		if (key == uaddr) {
			list_del(&this->list);
			smp_store_release(&this->lock_ptr, NULL);
			wake_up_process(this->task);
			if (++ret >= nr_wake)
				break;
		}
		this = next;
	}
	spin_unlock(&lock->bucket[b].lock);
	return ret;
}
int futex_wait(struct futex_hash *lock, void *uaddr, u32 val)
{
	struct hrtimer_sleeper *timeout = timeout_of(current);
	struct futex_q *waiter = futex_q_of(current);
	u32 timed = 0, b, uval;
	int left;
	b = FUTEX_BUCKET((u32)(unsigned long)uaddr);
	WRITE_ONCE(waiter->key, uaddr);
	do {
		WRITE_ONCE(waiter->lock_ptr, &lock->bucket[b].lock);
		spin_lock(&lock->bucket[b].lock);
		get_futex_value_locked(&uval, uaddr);
		if (uval != val) {
			spin_unlock(&lock->bucket[b].lock);
			left = EAGAIN;
			break;
		}
		left = futex_wait_queue_me(lock, b, timed);
		if (left && !timeout->task)
			left = ETIMEDOUT;
		else if (left && signal_pending_state(TASK_INTERRUPTIBLE, current))
			left = EINTR;
	} while (left == 1);
	hrtimer_cancel(&timeout->timer);
	return -left;
}
