#include "futex_pi.h"
#define MEND(s) IS_ENABLED(FAULT_mend_##s)
int attach_to_pi_state(struct futex_pi *lock, u32 uval)
{
	struct task_struct *owner;
	owner = READ_ONCE(lock->pi_owner);
	if (owner == NULL && uval != FUTEX_OWNER_DIED && uval != (FUTEX_OWNER_DIED | FUTEX_WAITERS))
		return -EINVAL;
	if (owner && !(uval & FUTEX_OWNER_DIED && !(uval & FUTEX_TID_MASK)) && (uval & FUTEX_TID_MASK) != task_pid_vnr(owner))
		return -EINVAL;
	atomic_add(1, &lock->refcount);
	return 0;
}
int attach_to_pi_owner(struct futex_pi *lock, u32 uval)
{
	u32 p, flags;
	p = uval & FUTEX_TID_MASK;
	if (!IS_ENABLED(FAULT_NO_PI_LOCK))
		raw_spin_lock(&find_task_by_vpid(p)->pi_lock);
	flags = READ_ONCE(find_task_by_vpid(p)->exit_flags);
	if (flags & PF_EXITING) {
		if (!IS_ENABLED(FAULT_NO_PI_LOCK))
			raw_spin_unlock(&find_task_by_vpid(p)->pi_lock);
		if (!(flags & PF_EXITPIDONE))
			return -EAGAIN;
		if (MEND(exit_race)) {
			get_futex_value_locked(&flags, &lock->futex);
			if (flags != (uval | FUTEX_WAITERS))
				return -EAGAIN;
		}
		return -ESRCH;
	}
	WRITE_ONCE(lock->pi_mutex.owner, find_task_by_vpid(p));
	WRITE_ONCE(find_task_by_vpid(p)->pi_state, 1);
	WRITE_ONCE(lock->pi_owner, find_task_by_vpid(p));
	atomic_set(&lock->refcount, 1);
	if (!IS_ENABLED(FAULT_NO_PI_LOCK))
		raw_spin_unlock(&find_task_by_vpid(p)->pi_lock);
	return 0;
}
int futex_lock_pi_atomic(struct futex_pi *lock)
{
	u32 vpid = task_pid_vnr(current);
	u32 uval, cur;
	struct futex_pi_waiter *cur_waiter;
	int ret;
	get_futex_value_locked(&uval, &lock->futex);
	if ((uval & FUTEX_TID_MASK) == vpid)
		return -EDEADLK;
	cur_waiter = list_first_entry_or_null(&lock->chain, struct futex_pi_waiter, list);
	if (cur_waiter) {
		ret = attach_to_pi_state(lock, uval);
		return ret;
	}
	if (!(uval & FUTEX_TID_MASK)) {
		cmpxchg_futex_value_locked(&cur, &lock->futex, uval, vpid | (uval & FUTEX_OWNER_DIED));
		if (cur != uval)
			return -EAGAIN;
		return 1;
	}
	if (!IS_ENABLED(FAULT_NO_WAITERS)) {
		cmpxchg_futex_value_locked(&cur, &lock->futex, uval, uval | FUTEX_WAITERS);
		if (cur != uval)
			return -EAGAIN;
	}
	ret = attach_to_pi_owner(lock, uval);
	return ret;
}
void futex_change_owner(struct futex_pi *lock, struct task_struct *newowner)
{
	struct task_struct *old;
	old = READ_ONCE(lock->pi_owner);
	if (old) {
		raw_spin_lock(&old->pi_lock);
		WRITE_ONCE(old->pi_state, 0);
		raw_spin_unlock(&old->pi_lock);
	}
	raw_spin_lock(&newowner->pi_lock);
	WRITE_ONCE(newowner->pi_state, 1);
	WRITE_ONCE(lock->pi_owner, newowner);
	raw_spin_unlock(&newowner->pi_lock);
}
void fixup_pi_state_owner(struct futex_pi *lock, struct task_struct *newowner)
{
	struct task_struct *cur_task;
	u32 newtid, uval, cur;
	cur_task = READ_ONCE(lock->pi_owner);
	newtid = task_pid_vnr(newowner) | FUTEX_WAITERS | (cur_task ? 0 : FUTEX_OWNER_DIED);
	get_futex_value_locked(&uval, &lock->futex);
	for (;;) {
		cmpxchg_futex_value_locked(&cur, &lock->futex, uval, newtid | (uval & FUTEX_OWNER_DIED));
		if (cur == uval)
			break;
		uval = cur;
	}
	if (newowner == current)
		{  }
	futex_change_owner(lock, newowner);
}
int fixup_owner(struct futex_pi *lock, int locked)
{
	struct task_struct *owner;
	owner = READ_ONCE(lock->pi_owner);
	if (locked) {
		if (owner == current)
			{  }
		else if (!IS_ENABLED(FAULT_NO_FIXUP))
			fixup_pi_state_owner(lock, current);
		else
			{  }
		return 1;
	}
	if (owner == current && !IS_ENABLED(FAULT_NO_APPOINTED)) {
		locked = rt_mutex_slowtrylock(&lock->pi_mutex);
		if (locked) {
			return 1;
		}
		owner = rt_mutex_next_owner(&lock->pi_mutex);
		fixup_pi_state_owner(lock, owner);
	}
	return 0;
}
void unqueue_me_pi(struct futex_pi *lock)
{
	struct futex_pi_waiter *waiter = futex_pi_waiter_of(current);
	u32 refs;
	struct task_struct *owner;
	list_del(&waiter->list);
	refs = atomic_add_return(-1, &lock->refcount);
	if (refs == 0) {
		owner = READ_ONCE(lock->pi_owner);
		if (owner) {
			raw_spin_lock(&owner->pi_lock);
			WRITE_ONCE(owner->pi_state, 0);
			raw_spin_unlock(&owner->pi_lock);
			WRITE_ONCE(lock->pi_mutex.owner, NULL);
		}
	}
	spin_unlock(&lock->hb_lock);
}
int futex_lock_pi(struct futex_pi *lock, bool timed)
{
	struct futex_pi_waiter *waiter = futex_pi_waiter_of(current);
	int ret, locked;
	for (;;) {
		spin_lock(&lock->hb_lock);
		ret = futex_lock_pi_atomic(lock);
		if (ret == 0)
			break;
		spin_unlock(&lock->hb_lock);
		if (ret != -EAGAIN)
			return ret == 1 ? 0 : ret;
	}
	list_add_tail(&waiter->list, &lock->chain);
	spin_unlock(&lock->hb_lock);
	ret = rt_mutex_slowlock(&lock->pi_mutex, timed, IS_ENABLED(FAULT_STEAL));
	spin_lock(&lock->hb_lock);
	locked = fixup_owner(lock, ret == 0);
	unqueue_me_pi(lock);
	return locked ? 0 : ret;
}
int wake_futex_pi(struct futex_pi *lock, u32 uval, struct futex_pi_waiter *first)
{
	struct task_struct *cur_task, *next;
	u32 cur;
	DEFINE_WAKE_Q(wake_q);
	cur_task = READ_ONCE(lock->pi_owner);
	if (cur_task != current)
		return -EINVAL;
	raw_spin_lock_irq(&lock->pi_mutex.wait_lock);
	next = rt_mutex_waiter_task(list_first_entry_or_null(&lock->pi_mutex.waiters, struct rt_mutex_waiter, list));
	if (next == NULL)
		next = IS_ENABLED(FAULT_NO_FIRST_WAITER) ? NULL : first->task;
	cmpxchg_futex_value_locked(&cur, &lock->futex, uval, next ? task_pid_vnr(next) | FUTEX_WAITERS : 0);
	if (cur != uval) {
		raw_spin_unlock_irq(&lock->pi_mutex.wait_lock);
		return (cur & FUTEX_TID_MASK) == uval || MEND(unlock_again) ? -EAGAIN : -EINVAL;
	}
	if (next)
		futex_change_owner(lock, next);
	raw_spin_unlock_irq(&lock->pi_mutex.wait_lock);
	rt_mutex_slowunlock(&lock->pi_mutex, &wake_q);
	spin_unlock(&lock->hb_lock);
	if (!IS_ENABLED(FAULT_NO_WAKE))
		wake_up_q(&wake_q);
	return 0;
}
int futex_unlock_pi(struct futex_pi *lock)
{
	u32 vpid = task_pid_vnr(current);
	u32 uval, cur_n;
	struct futex_pi_waiter *cur;
	int ret;
	bool again;
	do {
		get_user(uval, &lock->futex);
		if ((uval & FUTEX_TID_MASK) != vpid)
			return -EPERM;
		spin_lock(&lock->hb_lock);
		cur = list_first_entry_or_null(&lock->chain, struct futex_pi_waiter, list);
		if (cur) {
			ret = wake_futex_pi(lock, uval, cur);
			if (ret == 0)
				return 0;
			again = ret == -EAGAIN;
		} else {
			cmpxchg_futex_value_locked(&cur_n, &lock->futex, uval, 0);
			ret = cur_n == uval ? 0 : -EAGAIN;
			again = ret && MEND(unlock_again);
			if (ret == 0)
				{  }
		}
		spin_unlock(&lock->hb_lock);
	} while (again);
	return ret;
}
void exit_pi_state_list(struct futex_pi *lock)
{
	u32 vpid = task_pid_vnr(current);
	u32 uval, cur;
	DEFINE_WAKE_Q(wake_q);
	smp_store_mb(current->exit_flags, PF_EXITING);
	raw_spin_lock(&current->pi_lock);
	raw_spin_unlock(&current->pi_lock);
	while (!IS_ENABLED(FAULT_NOT_ROBUST)) {
		get_user(uval, &lock->futex);
		if ((uval & FUTEX_TID_MASK) != vpid)
			break;
		cmpxchg_futex_value_locked(&cur, &lock->futex, uval, (uval & FUTEX_WAITERS) | FUTEX_OWNER_DIED);
		if (cur == uval)
			break;
	}
	raw_spin_lock(&current->pi_lock);
	for (;;) {
		cur = READ_ONCE(current->pi_state);
		if (cur == 0)
			break;
		raw_spin_unlock(&current->pi_lock);
		spin_lock(&lock->hb_lock);
		raw_spin_lock(&current->pi_lock);
		cur = READ_ONCE(current->pi_state);
		if (cur == 0) {
			spin_unlock(&lock->hb_lock);
			continue;
		}
		WRITE_ONCE(current->pi_state, 0);
		WRITE_ONCE(lock->pi_owner, NULL);
		raw_spin_unlock(&current->pi_lock);
		rt_mutex_slowunlock(&lock->pi_mutex, &wake_q);
		wake_up_q(&wake_q);
		spin_unlock(&lock->hb_lock);
		raw_spin_lock(&current->pi_lock);
	}
	raw_spin_unlock(&current->pi_lock);
	WRITE_ONCE(current->exit_flags, PF_EXITING | PF_EXITPIDONE);
}
int pi_mutex_lock(struct futex_pi *lock)
{
	u32 vpid = gettid();
	u32 role = role_of(current);
	u32 old;
	int ret;
	old = cmpxchg_acquire(&lock->futex, 0, vpid);
	if (old == 0) {
		return 1;
	}
	do {
		ret = futex_lock_pi(lock, role == PI_TIMED);
		if (ret == -ETIMEDOUT)
			return 0;
		if (IS_ENABLED(FAULT_ESRCH_IS_A_BUG) && ret == -ESRCH) {
			old = READ_ONCE(lock->futex);
			WARN_ON_ONCE(ret == -ESRCH);
		}
	} while (ret < 0);
	return 1;
}
void pi_mutex_unlock(struct futex_pi *lock)
{
	u32 vpid = gettid();
	u32 old;
	old = cmpxchg_release(&lock->futex, vpid, 0);
	if (old != vpid)
		futex_unlock_pi(lock);
}
void pi_mutex_recover(struct futex_pi *lock)
{
	u32 val;
	val = READ_ONCE(lock->futex);
	if (val & FUTEX_OWNER_DIED)
		val = atomic_fetch_andnot(FUTEX_OWNER_DIED, (atomic_t *)&lock->futex);
}
void pi_worker(struct futex_pi *lock, u32 rounds)
{
	u32 role = role_of(current);
	int got;
	while (rounds--) {
		got = pi_mutex_lock(lock);
		if (!got)
			continue;
		if (role == PI_ROBUST)
			pi_mutex_recover(lock);
		critical_section();
		pi_mutex_unlock(lock);
	}
}
