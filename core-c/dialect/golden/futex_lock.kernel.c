#include "futex_lock.h"
int fl_take(struct futex_lock *lock, u32 word, bool slept)
{
	u32 vpid = task_pid_vnr(current);
	u32 mine, cur;
	mine = (word & ~FL_TID_MASK) | vpid;
	if (slept && !IS_ENABLED(FAULT_FORGET_OTHERS))
		mine |= FL_WAITERS;
	if (IS_ENABLED(FAULT_BLIND_TAKE)) {
		put_user(mine, &lock->futex);
		cur = word;
	} else if (mine & FL_WAITERS)
		cmpxchg_futex_value_locked(&cur, &lock->futex, word, mine);
	else
		cmpxchg_futex_value_locked(&cur, &lock->futex, word, mine);
	if (cur != word)
		return cur;
	return mine;
}
int futex_spin_on_owner(struct futex_lock *lock, bool slept)
{
	u32 vpid = task_pid_vnr(current);
	u32 owner = 0, word;
	struct task_struct *cur_task;
	int cur;
	preempt_disable();
	if (IS_ENABLED(HAS_ONE_SPINNER)) {
		cur_task = cmpxchg(&lock->spinner, NULL, current);
		if (cur_task) {
			preempt_enable();
			return 0;
		}
	}
	get_user(word, &lock->futex);
	for (;;) {
		if (!(word & FL_TID_MASK)) {
			word = fl_take(lock, word, slept);
			if ((word & FL_TID_MASK) == vpid)
				break;
			continue;
		}
		if (IS_ENABLED(HAS_ONE_SPINNER) && owner && owner != (word & FL_TID_MASK))
			break;
		owner = word & FL_TID_MASK;
		if ((find_task_by_vpid(owner)->flags & PF_EXITING) || need_resched())
			break;
		cur = READ_ONCE(find_task_by_vpid(owner)->on_cpu);
		if (!cur)
			break;
		cpu_relax();
		get_user(word, &lock->futex);
	}
	if (IS_ENABLED(HAS_ONE_SPINNER) && !IS_ENABLED(FAULT_KEEP_MARK))
		smp_store_release(&lock->spinner, NULL);
	preempt_enable();
	return word;
}
int futex_lock(struct futex_lock *lock, bool timed)
{
	u32 vpid = task_pid_vnr(current);
	struct hrtimer_sleeper *timeout = timeout_of(current);
	struct futex_q *waiter = futex_q_of(current);
	bool slept = 0;
	int left = 0;
	u32 b, word, cur;
	b = FUTEX_BUCKET((u32)(unsigned long)&lock->futex);
	WRITE_ONCE(waiter->key, &lock->futex);
	for (;;) {
		if (IS_ENABLED(HAS_ADAPTIVE)) {
			word = futex_spin_on_owner(lock, slept);
			if ((word & FL_TID_MASK) == vpid)
				break;
		}
		WRITE_ONCE(waiter->lock_ptr, &lock->hash.bucket[b].lock);
		if (!IS_ENABLED(FAULT_MARK_UNLOCKED))
			spin_lock(&lock->hash.bucket[b].lock);
		get_user(word, &lock->futex);
		while ((word & FL_TID_MASK) != vpid) {
			if (!(word & FL_TID_MASK)) {
				word = fl_take(lock, word, slept);
				continue;
			}
			if (word & FL_WAITERS || IS_ENABLED(FAULT_NO_WAITERS))
				break;
			cmpxchg_futex_value_locked(&cur, &lock->futex, word, word | FL_WAITERS);
			if (cur == word)
				break;
			word = cur;
		}
		if (IS_ENABLED(FAULT_MARK_UNLOCKED))
			spin_lock(&lock->hash.bucket[b].lock);
		if ((word & FL_TID_MASK) == vpid) {
			spin_unlock(&lock->hash.bucket[b].lock);
			break;
		}
		left = futex_wait_queue_me(&lock->hash, b, timed);
		slept = 1;
		if (left && !timeout->task)
			left = ETIMEDOUT;
		else if (left && signal_pending_state(TASK_INTERRUPTIBLE, current))
			left = EINTR;
		else
			left = 0;
		if (left)
			break;
	}
	hrtimer_cancel(&timeout->timer);
	return -left;
}
void fl_exit(struct futex_lock *lock)
{
	u32 vpid = task_pid_vnr(current);
	u32 role = role_of(current);
	u32 word, cur;
	if (role != FL_ROBUST)
		return;
	for (;;) {
		get_user(word, &lock->futex);
		if ((word & FL_TID_MASK) != vpid)
			break;
		cmpxchg_futex_value_locked(&cur, &lock->futex, word, (word & FL_WAITERS) | FL_OWNER_DIED);
		if (cur == word)
			break;
	}
	if ((word & FL_TID_MASK) == vpid && word & FL_WAITERS)
		futex_wake(&lock->hash, &lock->futex, 1);
}
int fl_mutex_lock(struct futex_lock *lock)
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
		ret = futex_lock(lock, role == FL_TIMED);
	} while (ret == -EINTR);
	return ret == 0;
}
void fl_mutex_unlock(struct futex_lock *lock)
{
	u32 vpid = gettid();
	u32 old;
	old = cmpxchg_release(&lock->futex, vpid, 0);
	if (old == vpid) {
		return;
	}
	if (IS_ENABLED(FAULT_WAKE_FIRST))
		futex_wake(&lock->hash, &lock->futex, 1);
	old = xchg_release(&lock->futex, 0);
	if (!IS_ENABLED(FAULT_WAKE_FIRST) && !IS_ENABLED(FAULT_NO_WAKE))
		futex_wake(&lock->hash, &lock->futex, 1);
}
void fl_worker(struct futex_lock *lock, u32 rounds)
{
	int got;
	while (rounds--) {
		got = fl_mutex_lock(lock);
		if (!got)
			continue;
		critical_section();
		fl_mutex_unlock(lock);
	}
}
