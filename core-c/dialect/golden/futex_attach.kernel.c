#include "futex_attach.h"
int fa_attach(struct futex_attach *lock, void *uaddr)
{
	struct fa_q *node = fa_q_of(current);
	u32 vpid = task_pid_vnr(current);
	u32 state = 0, free = 0, b;
	void *of;
	if (!IS_ENABLED(FAULT_LOOK_UNLOCKED))
		spin_lock(&lock->bucket[FA_GLOBAL].lock);
	for (b = FA_FIRST_STATE; b < FA_BUCKETS && !state; b++) {
		of = READ_ONCE(lock->bucket[b].of);
		if (of == uaddr)
			state = b;
		if (of == NULL && free == 0)
			free = b;
	}
	if (IS_ENABLED(FAULT_LOOK_UNLOCKED)) {
		spin_lock(&lock->bucket[FA_GLOBAL].lock);
		free = vpid < FA_BUCKETS ? vpid : 0;
	}
	if (state == 0) {
		WARN_ON_ONCE(!free);
		state = free;
		WRITE_ONCE(lock->bucket[state].of, uaddr);
	}
	atomic_add(1, &lock->bucket[state].refs);
	spin_unlock(&lock->bucket[FA_GLOBAL].lock);
	WRITE_ONCE(node->slot_bucket, state);
	WRITE_ONCE(node->slot_of, uaddr);
	return state;
}
int fa_detach(struct futex_attach *lock)
{
	struct fa_q *node = fa_q_of(current);
	u32 b, refs;
	b = READ_ONCE(node->slot_bucket);
	if (b == 0)
		return 0;
	WRITE_ONCE(node->slot_of, NULL);
	WRITE_ONCE(node->slot_bucket, 0);
	spin_lock(&lock->bucket[FA_GLOBAL].lock);
	refs = atomic_add_return_relaxed(-1, &lock->bucket[b].refs);
	if (refs == 0 || IS_ENABLED(FAULT_FREE_AT_ONCE))
		WRITE_ONCE(lock->bucket[b].of, NULL);
	spin_unlock(&lock->bucket[FA_GLOBAL].lock);
	return 0;
}
void fa_pivot_to(struct futex_attach *lock, u32 new)
{
	u32 seen;
	struct futex_attach_waiter *this, *behind;
	void *key;
	seen = READ_ONCE(lock->cur);
	seen = atomic_read(&lock->hash[seen].users);
	if (seen) {
		WRITE_ONCE(lock->next, new);
		return;
	}
	if (IS_ENABLED(FAULT_PUBLISH_FIRST))
		smp_store_release(&lock->cur, new);
	spin_lock(&lock->bucket[FA_SMALL_BUCKET].lock);
	this = list_first_entry_or_null(&lock->bucket[FA_SMALL_BUCKET].chain, struct futex_attach_waiter, list);
	while (this) {
		behind = list_is_last(&this->list, &lock->bucket[FA_SMALL_BUCKET].chain) ? NULL : list_next_entry(this, list);
		list_del(&this->list);
		atomic_add(-1, &lock->bucket[FA_SMALL_BUCKET].waiters);
		key = READ_ONCE(this->key);
		if (!IS_ENABLED(FAULT_MOVE_UNCOUNTED))
			atomic_fetch_add(1, &lock->bucket[FA_BUCKET_IN(new, (u32)(unsigned long)key)].waiters);
		spin_lock(&lock->bucket[FA_BUCKET_IN(new, (u32)(unsigned long)key)].lock);
		list_add_tail(&this->list, &lock->bucket[FA_BUCKET_IN(new, (u32)(unsigned long)key)].chain);
		WRITE_ONCE(this->lock_ptr, &lock->bucket[FA_BUCKET_IN(new, (u32)(unsigned long)key)].lock);
		spin_unlock(&lock->bucket[FA_BUCKET_IN(new, (u32)(unsigned long)key)].lock);
		this = behind;
	}
	spin_unlock(&lock->bucket[FA_SMALL_BUCKET].lock);
	if (!IS_ENABLED(FAULT_PUBLISH_FIRST))
		smp_store_release(&lock->cur, new);
}
void fa_pivot(struct futex_attach *lock)
{
	u32 new;
	mutex_lock(&lock->resizing);
	new = READ_ONCE(lock->next);
	if (new) {
		WRITE_ONCE(lock->next, 0);
		fa_pivot_to(lock, new);
	}
	mutex_unlock(&lock->resizing);
}
int fa_grow(struct futex_attach *lock)
{
	u32 cur, next;
	mutex_lock(&lock->resizing);
	cur = READ_ONCE(lock->cur);
	next = READ_ONCE(lock->next);
	if (cur == FA_SMALL_HASH && next == 0) {
		atomic_set(&lock->hash[FA_LARGE_HASH].users, 1);
		atomic_fetch_add_release(-1, &lock->hash[FA_SMALL_HASH].users);
		fa_pivot_to(lock, FA_LARGE_HASH);
	}
	mutex_unlock(&lock->resizing);
	return 0;
}
void fa_put(struct futex_attach *lock, int b)
{
	if (IS_ENABLED(HAS_OWN_HASH) && b != FA_GLOBAL)
		atomic_fetch_add_release(-1, &lock->hash[FA_HASH_OF(b)].users);
}
int fa_hash_bucket(struct futex_attach *lock, void *uaddr, bool attached)
{
	struct fa_q *node = fa_q_of(current);
	void *of;
	u32 b, users, seen;
	if (attached || (IS_ENABLED(HAS_BY_CALL) && IS_ENABLED(FAULT_MEND_PLAIN_ATTACHES))) {
		of = READ_ONCE(node->slot_of);
		if (of == uaddr) {
			b = READ_ONCE(node->slot_bucket);
		} else {
			if (IS_ENABLED(HAS_BY_CALL) && !IS_ENABLED(FAULT_MEND_PLAIN_ATTACHES))
				return -EINVAL;
			b = fa_attach(lock, uaddr);
		}
		return b;
	}
	if (!IS_ENABLED(HAS_OWN_HASH) || (u32)(unsigned long)uaddr == FA_OTHER_PROCESS)
		return FA_GLOBAL;
	for (;;) {
		b = smp_load_acquire(&lock->cur);
		users = atomic_read(&lock->hash[b].users);
		while (users) {
			seen = atomic_cmpxchg_acquire(&lock->hash[b].users, users, users + 1);
			if (seen == users)
				return FA_BUCKET_IN(b, (u32)(unsigned long)uaddr);
			users = seen;
		}
		fa_pivot(lock);
	}
}
int fa_unqueue(struct futex_attach *lock, u32 b, void *uaddr)
{
	struct futex_attach_waiter *waiter = futex_attach_waiter_of(current);
	void *lock_ptr, *now;
	for (;;) {
		lock_ptr = READ_ONCE(waiter->lock_ptr);
		if (lock_ptr == NULL)
			return 0;
		spin_lock(lock_ptr);
		if (IS_ENABLED(FAULT_TRUST_LOCK_PTR))
			break;
		now = READ_ONCE(waiter->lock_ptr);
		if (now == lock_ptr)
			break;
		spin_unlock(lock_ptr);
	}
	if (lock_ptr != &lock->bucket[b].lock)
		b = FA_BUCKET_IN(FA_LARGE_HASH, (u32)(unsigned long)uaddr);
	list_del(&waiter->list);
	atomic_add(-1, &lock->bucket[b].waiters);
	spin_unlock(lock_ptr);
	return 1;
}
void fa_wait_queued(struct futex_attach *lock, int b, void *uaddr)
{
	struct hrtimer_sleeper *timeout = timeout_of(current);
	struct futex_attach_waiter *waiter = futex_attach_waiter_of(current);
	bool queued;
	queued = !list_empty(&waiter->list);
	if (!queued && IS_ENABLED(HAS_OWN_HASH) && b == FA_SMALL_BUCKET) {
		queued = !list_empty(&waiter->list);
	}
	if (queued && timeout->task)
		schedule();
	__set_current_state(TASK_RUNNING);
}
int fa_wait(struct futex_attach *lock, void *uaddr, u32 val, bool timed, bool attached)
{
	struct hrtimer_sleeper *timeout = timeout_of(current);
	struct futex_attach_waiter *waiter = futex_attach_waiter_of(current);
	u32 b, uval;
	int left;
	WRITE_ONCE(waiter->key, uaddr);
	for (;;) {
		b = fa_hash_bucket(lock, uaddr, attached);
		if (b >= FA_BUCKETS) {
			return b;
		}
		atomic_fetch_add(1, &lock->bucket[b].waiters);
		if (IS_ENABLED(FAULT_NO_REFERENCE))
			fa_put(lock, b);
		WRITE_ONCE(waiter->lock_ptr, &lock->bucket[b].lock);
		spin_lock(&lock->bucket[b].lock);
		get_futex_value_locked(&uval, uaddr);
		if (uval != val) {
			spin_unlock(&lock->bucket[b].lock);
			atomic_add(-1, &lock->bucket[b].waiters);
			if (!IS_ENABLED(FAULT_NO_REFERENCE))
				fa_put(lock, b);
			hrtimer_cancel(&timeout->timer);
			return -EAGAIN;
		}
		set_current_state(TASK_INTERRUPTIBLE);
		list_add_tail(&waiter->list, &lock->bucket[b].chain);
		spin_unlock(&lock->bucket[b].lock);
		if (!IS_ENABLED(FAULT_NO_REFERENCE))
			fa_put(lock, b);
		if (timed && timeout->task)
			hrtimer_sleeper_start_expires(timeout, HRTIMER_MODE_ABS);
		fa_wait_queued(lock, b, uaddr);
		left = fa_unqueue(lock, b, uaddr);
		if (!left || !timeout->task || signal_pending_state(TASK_INTERRUPTIBLE, current))
			break;
	}
	if (left)
		left = !timeout->task ? ETIMEDOUT : EINTR;
	hrtimer_cancel(&timeout->timer);
	return -left;
}
int fa_wake(struct futex_attach *lock, void *uaddr, bool attached)
{
	struct fa_q *node = fa_q_of(current);
	bool ret = 0;
	void *key;
	u32 b, seen;
	struct futex_attach_waiter *this, *next;
	DEFINE_WAKE_Q(wake_q);
	if (IS_ENABLED(FAULT_WAKE_LOOKS_GLOBAL) && attached) {
		key = READ_ONCE(node->slot_of);
		attached = key != NULL;
	}
	b = fa_hash_bucket(lock, uaddr, attached);
	if (b >= FA_BUCKETS)
		return b;
	smp_mb();
	seen = atomic_read(&lock->bucket[b].waiters);
	if (seen != 0) {
		spin_lock(&lock->bucket[b].lock);
		this = list_first_entry_or_null(&lock->bucket[b].chain, struct futex_attach_waiter, list);
		while (this) {
			next = list_is_last(&this->list, &lock->bucket[b].chain) ? NULL : list_next_entry(this, list);
			key = READ_ONCE(this->key);
			if (key == uaddr) {
				wake_q_add(&wake_q, this->task);
				list_del(&this->list);
				atomic_add(-1, &lock->bucket[b].waiters);
				smp_store_release(&this->lock_ptr, NULL);
				ret = 1;
				break;
			}
			this = next;
		}
		spin_unlock(&lock->bucket[b].lock);
		wake_up_q(&wake_q);
	}
	fa_put(lock, b);
	return ret;
}
void fa_mutex_lock(struct futex_attach *lock, void *futex, bool attached)
{
	u32 role = role_of(current);
	u32 val;
	val = cmpxchg_acquire((u32 *)futex, 0, 1);
	if (val == 0) {
		if (role <= FA_GROWS)
			{  }
		return;
	}
	for (;;) {
		if (val != 2) {
			val = xchg_acquire((u32 *)futex, 2);
			if (val == 0) {
				if (role <= FA_GROWS)
					{  }
				return;
			}
		}
		fa_wait(lock, futex, 2, role == FA_TIMED, attached);
		val = READ_ONCE(*(u32 *)futex);
	}
}
void fa_mutex_unlock(struct futex_attach *lock, void *futex, bool attached)
{
	u32 role = role_of(current);
	u32 old;
	old = xchg_release((u32 *)futex, 0);
	if (role <= FA_GROWS)
		{  }
	if (old == 2)
		fa_wake(lock, futex, attached);
}
void fa_worker(struct futex_attach *lock, u32 rounds)
{
	u32 role = role_of(current);
	void *futex;
	bool attached;
	futex = &lock->futex;
	if (role == FA_COLLIDES)
		futex = &lock->collides;
	if (role == FA_SHARED)
		futex = &lock->shared;
	while (rounds--) {
		attached = IS_ENABLED(HAS_ATTACHED) && !(IS_ENABLED(HAS_BY_CALL) && role == FA_LATE);
		if (IS_ENABLED(HAS_BY_CALL) && attached)
			fa_attach(lock, futex);
		if (IS_ENABLED(HAS_OWN_HASH) && role == FA_GROWS)
			fa_grow(lock);
		fa_mutex_lock(lock, futex, attached);
		if (IS_ENABLED(HAS_BY_CALL) && !attached && !IS_ENABLED(FAULT_MEND_PLAIN_ATTACHES)) {
			fa_attach(lock, futex);
			attached = 1;
		}
		if (role <= FA_GROWS) {
			critical_section();
		}
		if (IS_ENABLED(FAULT_DETACH_EARLY))
			fa_detach(lock);
		fa_mutex_unlock(lock, futex, attached);
		if (IS_ENABLED(HAS_ATTACHED) && !IS_ENABLED(FAULT_NO_DETACH))
			fa_detach(lock);
	}
}
