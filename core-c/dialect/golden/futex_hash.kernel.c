#include "futex_hash.h"
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
	atomic_add(-1, &lock->bucket[b].waiters);
	spin_unlock(lock_ptr);
	return 1;
}
void futex_wait_queue_me(struct futex_hash *lock, u32 b)
{
	struct hrtimer_sleeper *timeout = timeout_of(current);
	struct futex_q *waiter = futex_q_of(current);
	bool queued;
	queued = !list_empty(&waiter->list);
	if (queued && timeout->task)
		schedule();
	__set_current_state(TASK_RUNNING);
}
int futex_wait(struct futex_hash *lock, void *uaddr, u32 val, bool timed, u32 broken)
{
	struct hrtimer_sleeper *timeout = timeout_of(current);
	struct futex_q *waiter = futex_q_of(current);
	u32 uval = 0, b;
	int left;
	b = FUTEX_BUCKET((u32)(unsigned long)uaddr);
	WRITE_ONCE(waiter->key, uaddr);
	for (;;) {
		if (broken & FUTEX_READS_EARLY)
			get_futex_value_locked(&uval, uaddr);
		atomic_fetch_add(1, &lock->bucket[b].waiters);
		WRITE_ONCE(waiter->lock_ptr, &lock->bucket[b].lock);
		if (broken & FUTEX_READS_UNLOCKED)
			get_futex_value_locked(&uval, uaddr);
		spin_lock(&lock->bucket[b].lock);
		if (!(broken & (FUTEX_READS_EARLY | FUTEX_READS_UNLOCKED))) {
			get_futex_value_locked(&uval, uaddr);
		}
		if (uval != val && !(broken & FUTEX_NO_RECHECK)) {
			spin_unlock(&lock->bucket[b].lock);
			atomic_add(-1, &lock->bucket[b].waiters);
			hrtimer_cancel(&timeout->timer);
			return -EAGAIN;
		}
		set_current_state(TASK_INTERRUPTIBLE);
		list_add_tail(&waiter->list, &lock->bucket[b].chain);
		spin_unlock(&lock->bucket[b].lock);
		if (timed && timeout->task)
			hrtimer_sleeper_start_expires(timeout, HRTIMER_MODE_ABS);
		futex_wait_queue_me(lock, b);
		left = unqueue_me(lock, b);
		if (!left || !timeout->task || signal_pending_state(TASK_INTERRUPTIBLE, current))
			break;
	}
	if (left)
		left = !timeout->task ? ETIMEDOUT : EINTR;
	hrtimer_cancel(&timeout->timer);
	return -left;
}
int hb_waiters_pending(struct futex_hash *lock, void *uaddr)
{
	u32 pending;
	pending = atomic_read(&lock->bucket[FUTEX_BUCKET((u32)(unsigned long)uaddr)].waiters);
	return pending;
}
int futex_wake(struct futex_hash *lock, void *uaddr, u32 nr_wake, u32 broken, u32 pending)
{
	u32 ret = 0, b;
	struct futex_q *this, *next;
	void *key;
	DEFINE_WAKE_Q(wake_q);
	b = FUTEX_BUCKET((u32)(unsigned long)uaddr);
	if (!(broken & FUTEX_LOOKED_EARLY))
		{ smp_mb(); pending = atomic_read(&lock->bucket[b].waiters); }
	if (pending == 0)
		return 0;
	spin_lock(&lock->bucket[b].lock);
	this = list_first_entry_or_null(&lock->bucket[b].chain, struct futex_q, list);
	while (this) {
		next = list_is_last(&this->list, &lock->bucket[b].chain) ? NULL : list_next_entry(this, list);
		key = READ_ONCE(this->key);
		if (key == uaddr) {
			wake_q_add(&wake_q, this->task);
			list_del(&this->list);
			atomic_add(-1, &lock->bucket[b].waiters);
			smp_store_release(&this->lock_ptr, NULL);
			if (++ret >= nr_wake)
				break;
		}
		this = broken & FUTEX_FIRST_ONLY ? NULL : next;
	}
	spin_unlock(&lock->bucket[b].lock);
	wake_up_q(&wake_q);
	return ret;
}
