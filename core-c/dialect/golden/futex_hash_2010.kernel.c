#include "futex_hash_2010.h"
int futex10_unqueue_me(struct futex10_hash *lock, u32 b) { struct futex10_q *waiter = futex10_q_of(current); void *lock_ptr, *now;
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
int futex10_wait_queue_me(struct futex10_hash *lock, u32 b, u32 timed) { struct hrtimer_sleeper *timeout = timeout_of(current); struct futex10_q *waiter = futex10_q_of(current); u32 queued;
	set_current_state(TASK_INTERRUPTIBLE);
	list_add_tail(&waiter->list, &lock->bucket[b].chain);
	spin_unlock(&lock->bucket[b].lock);
	if (timed && timeout->task)
		hrtimer_sleeper_start_expires(timeout, HRTIMER_MODE_ABS);
	queued = !list_empty(&waiter->list);
	if (queued && timeout->task)
		schedule();
	set_current_state(TASK_RUNNING);
	queued = futex10_unqueue_me(lock, b);
	return queued;
}
int futex10_wake(struct futex10_hash *lock, void *uaddr, u32 nr_wake) { u32 ret = 0, b; struct futex10_q *this, *next; void *key;
	b = FUTEX10_BUCKET((u32)(unsigned long)uaddr);
	spin_lock(&lock->bucket[b].lock);
	this = list_first_entry_or_null(&lock->bucket[b].chain, struct futex10_q, list);
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
int futex10_wait(struct futex10_hash *lock, void *uaddr, u32 val) { struct hrtimer_sleeper *timeout = timeout_of(current); struct futex10_q *waiter = futex10_q_of(current); u32 timed = 0, b, uval; int left;
	b = FUTEX10_BUCKET((u32)(unsigned long)uaddr);
	WRITE_ONCE(waiter->key, uaddr);
	do {
		WRITE_ONCE(waiter->lock_ptr, &lock->bucket[b].lock);
		spin_lock(&lock->bucket[b].lock);
		uval = READ_ONCE(*(u32 *)uaddr);
		if (uval != val) {
			spin_unlock(&lock->bucket[b].lock);
			left = EAGAIN;
			break;
		}
		left = futex10_wait_queue_me(lock, b, timed);
		if (left && !timeout->task)
			left = ETIMEDOUT;
		else if (left && signal_pending_state(TASK_INTERRUPTIBLE, current))
			left = EINTR;
	} while (left == 1);
	hrtimer_cancel(&timeout->timer);
	return -left;
}
