#include "tp_futex.h"
#define TP_DONE TP_SHARED
#define TP_CODE 0xffu
#define TP_SLEPT_MAX 3
#define MEND(s) IS_ENABLED(FAULT_mend_##s)
int __futex_trylock(struct tp_futex *lock, bool steal, bool chkonly)
{
	u32 vpid = task_pid_vnr(current);
	u32 uval, cur;
	get_user(uval, &lock->futex);
	if (!steal && (uval & TP_SHARED_TID_MASK) == vpid) {
		return TP_DONE | TP_LOCK_HANDOFF;
	}
	if (chkonly && uval == 0)
		return -EAGAIN;
	if (uval & TP_SHARED_TID_MASK)
		return uval;
	if (steal)
		cmpxchg_futex_value_locked(&cur, &lock->futex, uval, (uval & ~TP_SHARED_TID_MASK) | vpid);
	else
		cmpxchg_futex_value_locked(&cur, &lock->futex, uval, vpid);
	if (cur == uval) {
		return TP_DONE | TP_LOCK_ACQUIRED;
	}
	return cur;
}
int futex_set_waiters_bit(struct tp_futex *lock, u32 uval)
{
	u32 cur;
	while (!(uval & FUTEX_WAITERS)) {
		cmpxchg_futex_value_locked(&cur, &lock->futex, uval, uval | FUTEX_WAITERS);
		if (cur == uval)
			return uval | FUTEX_WAITERS;
		uval = cur;
	}
	return uval;
}
void task_pi_list_add(struct tp_futex *lock, struct task_struct *task)
{
	raw_spin_lock(&task->pi_lock);
	if (IS_ENABLED(FAULT_MEND_LIST_EXITING) && (task->flags & PF_EXITING)) {
		raw_spin_unlock(&task->pi_lock);
		return;
	}
	WRITE_ONCE(task->pi_state, 1);
	WRITE_ONCE(lock->owner, task);
	raw_spin_unlock(&task->pi_lock);
}
void task_pi_list_del(struct tp_futex *lock, struct task_struct *task, bool warn)
{
	u32 linked;
	if (IS_ENABLED(FAULT_OWNER_READ_TWICE)) {
		task = READ_ONCE(lock->owner);
		WARN_ON_ONCE(task == NULL);
	}
	raw_spin_lock(&task->pi_lock);
	if (warn && IS_ENABLED(FAULT_PANIC_ON_WARN)) {
		linked = READ_ONCE(task->pi_state);
		WARN_ON_ONCE(!linked);
	}
	WRITE_ONCE(task->pi_state, 0);
	WRITE_ONCE(lock->owner, NULL);
	raw_spin_unlock(&task->pi_lock);
}
void put_futex_state(struct tp_futex *lock)
{
	u32 refs, old;
	struct task_struct *old_task;
	refs = atomic_read(&lock->refcount);
	while (refs != 1) {
		old = atomic_cmpxchg(&lock->refcount, refs, refs - 1);
		if (old == refs)
			return;
		refs = old;
	}
	spin_lock(&lock->fs_lock);
	refs = atomic_add_return(-1, &lock->refcount);
	if (refs == 0) {
		old_task = READ_ONCE(lock->owner);
		WARN_ON_ONCE(old_task != NULL);
	}
	spin_unlock(&lock->fs_lock);
}
int futex_spin_on_owner(struct tp_futex *lock, bool chkonly)
{
	u32 vpid = task_pid_vnr(current);
	struct hrtimer_sleeper *timeout = timeout_of(current);
	struct tp_futex_waiter *waiter = tp_futex_waiter_of(current);
	u32 owner = 0, nsleep = 0, uval, cur_n;
	bool handoff_set = 0;
	struct task_struct *cur;
	waiter->deadline = jiffies + HANDOFF_DELAY;
	preempt_disable();
	WRITE_ONCE(lock->mutex_owner, current);
	for (;;) {
		uval = __futex_trylock(lock, 0, chkonly);
		if (uval & TP_DONE)
			break;
		if ((uval & FUTEX_TID_MASK) != owner) {
			if (owner) {
				cur = READ_ONCE(lock->owner);
				if (IS_ENABLED(FAULT_PANIC_ON_WARN))
					WARN_ON_ONCE(cur != NULL && task_pid_vnr(cur) != owner);
				if (cur)
					task_pi_list_del(lock, cur, 1);
			}
			owner = uval & FUTEX_TID_MASK;
		}
		if ((find_task_by_vpid(owner)->flags & PF_EXITING) || (uval & FUTEX_OWNER_DIED && !MEND(steal_of_dead))) {
			cmpxchg_futex_value_locked(&cur_n, &lock->futex, uval, vpid);
			if (cur_n != uval) {
				continue;
			}
			uval = TP_DONE | TP_LOCK_STOLEN;
			break;
		}
		if (need_resched()) {
			__set_current_state(TASK_RUNNING);
			preempt_enable_no_resched();
			schedule();
			preempt_disable();
			if (IS_ENABLED(HAS_USER_SIDE_OF_BENCH) && nsleep < TP_SLEPT_MAX)
				nsleep++;
			continue;
		}
		if (!timeout->task) {
			uval = (u32)-ETIMEDOUT;
			break;
		}
		if (signal_pending_state(TASK_INTERRUPTIBLE, current)) {
			uval = (u32)-EINTR;
			break;
		}
		if (!handoff_set && time_after(jiffies, waiter->deadline)) {
			if (IS_ENABLED(FAULT_PANIC_ON_WARN)) {
				cur_n = READ_ONCE(lock->handoff_pid);
				WARN_ON_ONCE(cur_n != 0);
			}
			WRITE_ONCE(lock->handoff_pid, vpid);
			handoff_set = 1;
		}
		if (handoff_set && !(uval & FUTEX_WAITERS)) {
			uval = futex_set_waiters_bit(lock, uval);
			cur_n = READ_ONCE(lock->handoff_pid);
			if (cur_n == 0)
				WRITE_ONCE(lock->handoff_pid, vpid);
		}
		cur_n = READ_ONCE(find_task_by_vpid(owner)->on_cpu);
		if (cur_n) {
			cpu_relax();
			continue;
		}
		if (!IS_ENABLED(FAULT_NO_WAITERS))
			uval = futex_set_waiters_bit(lock, uval);
		if (MEND(link_new_owner) && (uval & FUTEX_TID_MASK) != owner)
			continue;
		cur = READ_ONCE(lock->owner);
		if (!cur && !IS_ENABLED(FAULT_NO_OWNER_LINK))
			task_pi_list_add(lock, find_task_by_vpid(owner));
		set_current_state(TASK_INTERRUPTIBLE);
		if (!IS_ENABLED(FAULT_NO_RECHECK)) {
			uval = __futex_trylock(lock, 0, chkonly);
			if (uval & TP_DONE) {
				__set_current_state(TASK_RUNNING);
				break;
			}
		}
		if (IS_ENABLED(FAULT_MEND_LIST_EXITING)) {
			cur = READ_ONCE(lock->owner);
			if (cur == NULL) {
				__set_current_state(TASK_RUNNING);
				continue;
			}
		}
		if (!(uval & FUTEX_OWNER_DIED) && (uval & FUTEX_WAITERS || IS_ENABLED(FAULT_NO_WAITERS))) {
			preempt_enable_no_resched();
			schedule();
			preempt_disable();
			if (IS_ENABLED(HAS_USER_SIDE_OF_BENCH) && nsleep < TP_SLEPT_MAX)
				nsleep++;
		}
		__set_current_state(TASK_RUNNING);
	}
	if (owner) {
		cur = READ_ONCE(lock->owner);
		if (cur)
			task_pi_list_del(lock, cur, 0);
	}
	WRITE_ONCE(lock->mutex_owner, NULL);
	if (MEND(late_hand_off))
		spin_lock(&lock->fs_lock);
	if (!IS_ENABLED(FAULT_NO_HANDOFF_CLEAR))
		WRITE_ONCE(lock->handoff_pid, 0);
	if (MEND(late_hand_off)) {
		spin_unlock(&lock->fs_lock);
		get_user(cur_n, &lock->futex);
		if ((int)uval < 0 && (cur_n & TP_SHARED_TID_MASK) == vpid) {
			uval = TP_DONE | TP_LOCK_HANDOFF;
		}
	}
	waiter->deadline = 0;
	preempt_enable();
	if ((int)uval < 0)
		return uval;
	return (uval & TP_CODE) | nsleep << 16;
}
int futex_lock(struct tp_futex *lock, bool uslock, bool timed)
{
	u32 vpid = task_pid_vnr(current);
	struct hrtimer_sleeper *timeout = timeout_of(current);
	u32 ret, refs;
	ret = __futex_trylock(lock, 1, 0);
	if (ret & TP_DONE)
		return TP_LOCK_STOLEN;
	if ((ret & FUTEX_TID_MASK) == vpid)
		return -EDEADLK;
	spin_lock(&lock->fs_lock);
	refs = atomic_read(&lock->refcount);
	if (refs)
		atomic_add(1, &lock->refcount);
	else
		atomic_set(&lock->refcount, 1);
	spin_unlock(&lock->fs_lock);
	if (timed)
		hrtimer_sleeper_start_expires(timeout, HRTIMER_MODE_ABS);
	ret = mutex_lock_interruptible(&lock->mutex);
	if (ret)
		goto out;
	if (!timeout->task) {
		ret = (u32)-ETIMEDOUT;
		mutex_unlock(&lock->mutex);
		goto out;
	}
	ret = futex_spin_on_owner(lock, uslock);
	mutex_unlock(&lock->mutex);
out:
	put_futex_state(lock);
	hrtimer_cancel(&timeout->timer);
	return ret;
}
struct task_struct *tp_wake_q_add(struct tp_futex *lock)
{
	struct task_struct *owner;
	DEFINE_WAKE_Q(wake_q);
	owner = READ_ONCE(lock->mutex_owner);
	if (owner) {
		wake_q_add(&wake_q, owner);
		if (wake_q_empty(&wake_q))
			return NULL;
	}
	return owner;
}
int futex_unlock(struct tp_futex *lock)
{
	u32 vpid = task_pid_vnr(current);
	u32 newpid = 0, uval, cur;
	struct task_struct *owner = NULL;
	int ret = 0;
	get_user(uval, &lock->futex);
	if (uval & TP_SHARED || (uval & FUTEX_TID_MASK) != vpid)
		return -EPERM;
	if (!(uval & FUTEX_WAITERS))
		return -EINVAL;
	spin_lock(&lock->fs_lock);
	cur = atomic_read(&lock->refcount);
	if (cur == 0 && !MEND(no_state)) {
		spin_unlock(&lock->fs_lock);
		return -EINVAL;
	}
	if (cur) {
		newpid = READ_ONCE(lock->handoff_pid);
	}
	if (newpid)
		WRITE_ONCE(lock->handoff_pid, 0);
	if (IS_ENABLED(FAULT_DROP_HANDOFF))
		newpid = 0;
	if (cur && !MEND(early_wake_list))
		owner = tp_wake_q_add(lock);
	if (!MEND(early_wake_list))
		spin_unlock(&lock->fs_lock);
	for (;;) {
		cmpxchg_futex_value_locked(&cur, &lock->futex, uval, newpid);
		if (cur == uval) {
			break;
		}
		uval = cur;
		if ((uval & FUTEX_TID_MASK) != vpid) {
			ret = -EINVAL;
			break;
		}
	}
	cur = 0;
	if (MEND(early_wake_list)) {
		owner = tp_wake_q_add(lock);
		spin_unlock(&lock->fs_lock);
	}
	if (owner) {
		WRITE_ONCE(owner->wake_q, NULL);
		if (!IS_ENABLED(FAULT_UNLOCK_NO_WAKE))
			cur = wake_up_process(owner);
	}
	return ret ? ret : cur;
}
void tp_exit(struct tp_futex *lock)
{
	u32 vpid = task_pid_vnr(current);
	u32 uval, cur;
	struct task_struct *uval_task;
	while (!IS_ENABLED(FAULT_NOT_ROBUST)) {
		get_user(uval, &lock->futex);
		if ((uval & TP_SHARED_TID_MASK) != vpid)
			break;
		cmpxchg_futex_value_locked(&cur, &lock->futex, uval, (uval & FUTEX_WAITERS) | FUTEX_OWNER_DIED);
		if (cur == uval)
			break;
	}
	if (!IS_ENABLED(FAULT_MEND_LIST_EXITING)) {
		cur = READ_ONCE(current->pi_state);
		if (cur == 0)
			return;
	}
	raw_spin_lock(&current->pi_lock);
	for (;;) {
		cur = READ_ONCE(current->pi_state);
		if (cur == 0)
			break;
		uval_task = NULL;
		if (!IS_ENABLED(FAULT_EXIT_LOOKS_LATE)) {
			uval_task = READ_ONCE(lock->mutex_owner);
		}
		WRITE_ONCE(current->pi_state, 0);
		WRITE_ONCE(lock->owner, NULL);
		if (IS_ENABLED(FAULT_EXIT_LOOKS_LATE)) {
			uval_task = READ_ONCE(lock->mutex_owner);
		}
		if (uval_task)
			wake_up_process(uval_task);
	}
	raw_spin_unlock(&current->pi_lock);
}
int tp_sample_lock(struct tp_futex *lock)
{
	u32 vpid = gettid();
	u32 role = role_of(current);
	u32 old;
	int ret;
	old = cmpxchg(&lock->futex, 0, vpid);
	if (old == 0) {
		return 1;
	}
	do {
		ret = futex_lock(lock, 0, role == TP_TIMED);
		if (ret == -ETIMEDOUT) {
			old = READ_ONCE(lock->futex);
			if ((old & TP_SHARED_TID_MASK) != vpid)
				return 0;
			return 1;
		}
	} while (ret < 0);
	return 1;
}
int tp_mutex_lock(struct tp_futex *lock)
{
	u32 vpid = gettid();
	u32 role = role_of(current);
	u32 old, uscnt;
	int ret;
	old = cmpxchg_acquire(&lock->futex, 0, vpid);
	if (old == 0) {
		return 1;
	}
	uscnt = 4;
	for (;;) {
		ret = futex_lock(lock, uscnt != 0, role == TP_TIMED);
		if (uscnt)
			uscnt--;
		if (ret >= 0)
			return 1;
		if (ret == -EAGAIN) {
			old = cmpxchg_acquire(&lock->futex, 0, vpid);
			if (old == 0) {
				return 1;
			}
			continue;
		}
		old = READ_ONCE(lock->futex);
		if ((old & TP_SHARED_TID_MASK) == vpid) {
			return 1;
		}
		if (ret == -ETIMEDOUT)
			return 0;
	}
}
void tp_mutex_unlock(struct tp_futex *lock)
{
	u32 vpid = gettid();
	u32 old;
	old = cmpxchg_release(&lock->futex, vpid, 0);
	if (old != vpid)
		futex_unlock(lock);
}
void tp_mutex_recover(struct tp_futex *lock)
{
	u32 val, cur;
	val = READ_ONCE(lock->futex);
	while (val & FUTEX_OWNER_DIED) {
		cur = cmpxchg(&lock->futex, val, val & ~FUTEX_OWNER_DIED);
		if (cur == val)
			return;
		val = cur;
	}
}
void tp_futex_worker(struct tp_futex *lock, u32 rounds)
{
	u32 role = role_of(current);
	int got;
	while (rounds--) {
		if (IS_ENABLED(HAS_USER_SIDE_OF_BENCH))
			got = tp_mutex_lock(lock);
		else
			got = tp_sample_lock(lock);
		if (!got)
			continue;
		if (role == TP_ROBUST)
			tp_mutex_recover(lock);
		critical_section();
		tp_mutex_unlock(lock);
	}
}
