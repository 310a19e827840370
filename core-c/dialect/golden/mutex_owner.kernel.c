#include "mutex_owner.h"
int mutex612_trylock_common(struct mutex612 *lock, u32 handoff) { u32 vpid = task_pid_vnr(current); u32 owner, flags, seen;
	owner = atomic_read(&lock->owner);
	for (;;) {
		flags = owner & MUTEX_FLAGS;
		if (MUTEX_TASK_OF(owner)) {
			if (flags & MUTEX_FLAG_PICKUP || (IS_ENABLED(FAULT_ONE_BIT) && flags & MUTEX_FLAG_HANDOFF && MUTEX_TASK_OF(owner) == vpid)) {
				if (MUTEX_TASK_OF(owner) != vpid && !IS_ENABLED(FAULT_ANYONE_PICKS_UP))
					break;
				flags &= MUTEX_FLAG_WAITERS;
			} else if (handoff) {
				if (flags & MUTEX_FLAG_HANDOFF || IS_ENABLED(FAULT_NO_HANDOFF))
					break;
				if (IS_ENABLED(FAULT_BLIND_HANDOFF)) {
					seen = atomic_fetch_or_relaxed(MUTEX_FLAG_HANDOFF, &lock->owner);
					break;
				}
				seen = atomic_cmpxchg_acquire(&lock->owner, owner, owner | MUTEX_FLAG_HANDOFF);
				if (seen == owner)
					break;
				owner = seen;
				continue;
			} else {
				break;
			}
		}
		WARN_ON_ONCE(!(MUTEX_TASK_OF(owner) || !(flags & (MUTEX_FLAG_HANDOFF | MUTEX_FLAG_PICKUP))));
		if (IS_ENABLED(FAULT_TORN_TRY)) {
			atomic_set(&lock->owner, MUTEX_TASK(vpid) | flags);
			return 0;
		}
		seen = atomic_cmpxchg_acquire(&lock->owner, owner, MUTEX_TASK(vpid) | flags);
		if (seen == owner) {
			return 0;
		}
		owner = seen;
	}
	return MUTEX_TASK_OF(owner);
}
int mutex612_spin_on_owner(struct mutex612 *lock, struct task_struct *owner) { u32 now;
	for (;;) {
		now = atomic_read(&lock->owner);
		if (MUTEX_TASK_OF(now) != task_pid_vnr(owner))
			return 1;
		now = READ_ONCE(owner->on_cpu);
		if (!now || need_resched())
			return 0;
		cpu_relax();
	}
}
int mutex612_can_spin_on_owner(struct mutex612 *lock) { u32 owner;
	if (need_resched())
		return 0;
	owner = atomic_read(&lock->owner);
	owner = MUTEX_TASK_OF(owner);
	if (!owner)
		return 1;
	owner = READ_ONCE(find_task_by_vpid(owner)->on_cpu);
	return owner;
}
int mutex612_optimistic_spin(struct mutex612 *lock, u32 waiter_) { u32 seen;
	if (!waiter_) {
		seen = mutex612_can_spin_on_owner(lock);
		if (!seen)
			goto fail;
		seen = osq_lock(&lock->osq);
		if (!seen)
			goto fail;
	}
	for (;;) {
		seen = mutex612_trylock_common(lock, 0);
		if (!seen)
			break;
		seen = mutex612_spin_on_owner(lock, find_task_by_vpid(seen));
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
		set_current_state(TASK_RUNNING);
		preempt_enable_no_resched();
		schedule();
		preempt_disable();
	}
	return 0;
}
int mutex612_lock_common(struct mutex612 *lock, u32 state) { struct mutex_owner_waiter *waiter = mutex_owner_waiter_of(current); u32 seen, first; struct mutex_owner_waiter *seen_waiter, *first_waiter;
	preempt_disable();
	seen = mutex612_trylock_common(lock, 0);
	if (seen) {
		seen = mutex612_optimistic_spin(lock, 0);
		seen = !seen;
	}
	if (!seen) {
		preempt_enable();
		return 0;
	}
	raw_spin_lock(&lock->wait_lock);
	seen = mutex612_trylock_common(lock, 0);
	if (!seen)
		goto skip_wait;
	list_add_tail(&waiter->list, &lock->wait_list);
	seen_waiter = list_first_entry_or_null(&lock->wait_list, struct mutex_owner_waiter, list);
	if (seen_waiter == waiter)
		seen = atomic_fetch_or_relaxed(MUTEX_FLAG_WAITERS, &lock->owner);
	if (!IS_ENABLED(FAULT_LATE_STATE))
		set_current_state(state);
	if (IS_ENABLED(FAULT_BLIND_SLEEP))
		goto go_to_sleep;
	for (;;) {
		seen = mutex612_trylock_common(lock, 0);
		if (!seen)
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
		first_waiter = list_first_entry_or_null(&lock->wait_list, struct mutex_owner_waiter, list);
		first = first_waiter == waiter;
		if (!IS_ENABLED(FAULT_LATE_STATE))
			set_current_state(state);
		seen = mutex612_trylock_common(lock, first);
		if (!seen)
			break;
		if (first) {
			seen = mutex612_optimistic_spin(lock, 1);
			if (seen)
				break;
		}
		raw_spin_lock(&lock->wait_lock);
	}
	raw_spin_lock(&lock->wait_lock);
acquired:
	set_current_state(TASK_RUNNING);
	list_del(&waiter->list);
	seen_waiter = list_first_entry_or_null(&lock->wait_list, struct mutex_owner_waiter, list);
	if (seen_waiter == NULL && !IS_ENABLED(FAULT_WAITERS_STAY))
		seen = atomic_fetch_andnot_relaxed(IS_ENABLED(FAULT_REQUEST_STAYS) ? MUTEX_FLAG_WAITERS : MUTEX_FLAGS, &lock->owner);
skip_wait:
	raw_spin_unlock(&lock->wait_lock);
	preempt_enable();
	return 0;
err:
	set_current_state(TASK_RUNNING);
	list_del(&waiter->list);
	seen_waiter = list_first_entry_or_null(&lock->wait_list, struct mutex_owner_waiter, list);
	if (seen_waiter == NULL && !IS_ENABLED(FAULT_WAITERS_STAY))
		seen = atomic_fetch_andnot_relaxed(IS_ENABLED(FAULT_REQUEST_STAYS) ? MUTEX_FLAG_WAITERS : MUTEX_FLAGS, &lock->owner);
	raw_spin_unlock(&lock->wait_lock);
	preempt_enable();
	return -EINTR;
}
int mutex612_lock(struct mutex612 *lock, u32 state) { u32 vpid = task_pid_vnr(current); u32 seen;
	seen = atomic_cmpxchg_acquire(&lock->owner, 0, MUTEX_TASK(vpid));
	if (seen == 0) {
		return 0;
	}
	seen = mutex612_lock_common(lock, state);
	return seen;
}
void mutex612_handoff(struct mutex612 *lock, struct mutex_owner_waiter *task) { u32 vpid = task_pid_vnr(current); u32 owner, seen;
	owner = atomic_read(&lock->owner);
	for (;;) {
		WARN_ON_ONCE(!(MUTEX_TASK_OF(owner) == vpid && !(owner & MUTEX_FLAG_PICKUP)));
		if (task)
			seen = atomic_cmpxchg_release(&lock->owner, owner, (owner & MUTEX_FLAG_WAITERS) | MUTEX_TASK(task_pid_vnr(task->task)) | (IS_ENABLED(FAULT_ONE_BIT) ? MUTEX_FLAG_HANDOFF : MUTEX_FLAG_PICKUP));
		else
			seen = atomic_cmpxchg_release(&lock->owner, owner, owner & MUTEX_FLAG_WAITERS);
		if (seen == owner)
			break;
		owner = seen;
	}
}
void mutex612_unlock_slowpath(struct mutex612 *lock) { u32 vpid = task_pid_vnr(current); unsigned long wake_q = 0; u32 owner, seen; struct mutex_owner_waiter *next;
	owner = atomic_read(&lock->owner);
	for (;;) {
		WARN_ON_ONCE(!(MUTEX_TASK_OF(owner) == vpid && !(owner & MUTEX_FLAG_PICKUP)));
		if (owner & MUTEX_FLAG_HANDOFF)
			break;
		seen = atomic_cmpxchg_release(&lock->owner, owner, owner & MUTEX_FLAGS);
		if (seen == owner) {
			if (owner & MUTEX_FLAG_WAITERS)
				break;
			return;
		}
		owner = seen;
	}
	raw_spin_lock(&lock->wait_lock);
	next = list_first_entry_or_null(&lock->wait_list, struct mutex_owner_waiter, list);
	if (next)
		wake_q = wake_q_add(&lock->tasks, next->task);
	if (owner & MUTEX_FLAG_HANDOFF)
		mutex612_handoff(lock, next);
	preempt_disable();
	raw_spin_unlock(&lock->wait_lock);
	wake_up_q(&lock->tasks, wake_q);
	preempt_enable();
}
void mutex612_unlock(struct mutex612 *lock) { u32 vpid = task_pid_vnr(current); u32 seen;
	if (IS_ENABLED(FAULT_PLAIN_UNLOCK)) {
		seen = atomic_read(&lock->owner);
		if (seen == MUTEX_TASK(vpid))
			atomic_set_release(&lock->owner, 0);
	} else {
		seen = atomic_cmpxchg_release(&lock->owner, MUTEX_TASK(vpid), 0);
	}
	if (seen == MUTEX_TASK(vpid)) {
		return;
	}
	mutex612_unlock_slowpath(lock);
}
void mutex_owner_worker(struct mutex612 *lock, u32 rounds) { u32 role = role_of(current); u32 ret;
	while (rounds--) {
		if (role == MUTEX612_TRIES)
			ret = mutex612_trylock_common(lock, 0);
		else
			ret = mutex612_lock(lock, role == MUTEX612_LOCKS_INTERRUPTIBLY ? TASK_INTERRUPTIBLE : TASK_UNINTERRUPTIBLE);
		if (ret == 0) {
			critical_section();
			if (role == MUTEX612_TRIES_INSIDE) {
				ret = mutex612_trylock_common(lock, 0);
				WARN_ON_ONCE(!(ret != 0));
			}
			mutex612_unlock(lock);
		}
		ret = 0;
		clear_thread_flag(TIF_SIGPENDING);
	}
}
