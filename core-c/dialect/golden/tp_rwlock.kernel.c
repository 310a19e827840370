#include "tp_rwlock.h"
#define TPR_DEAD(t) (STATUS(t) == LS_DEAD || INSIDE(t, tpr_exit))
#define TPR_DONE 0x01000000u
#define TPR_CODE 0xffu
#define MEND(s) IS_ENABLED(FAULT_mend_##s)
int __futex_trylock(struct tp_rwlock *lock, u32 vpid_, bool steal)
{
	u32 vpid = task_pid_vnr(current);
	u32 uval, cur;
	get_user(uval, &lock->futex);
	if (vpid_ == FUTEX_SHARED)
		goto shared;
	if (!steal && (uval & FUTEX_SHARED_TID_MASK) == vpid) {
		return TPR_DONE | TPR_LOCK_HANDOFF;
	}
	if (uval & FUTEX_SHARED_TID_MASK)
		return uval;
	if (steal)
		cmpxchg_futex_value_locked(&cur, &lock->futex, uval, uval | vpid);
	else
		cmpxchg_futex_value_locked(&cur, &lock->futex, uval, vpid);
	if (cur == uval) {
		return TPR_DONE | TPR_LOCK_ACQUIRED;
	}
	return cur;
shared:
	for (;;) {
		if (steal && uval & ~FUTEX_SHARED_TID_MASK)
			return uval;
		if ((uval & FUTEX_SHARED_TID_MASK) == 0)
			cmpxchg_futex_value_locked(&cur, &lock->futex, uval, uval | (FUTEX_SHARED + 1));
		else if (uval & FUTEX_SHARED && (!(uval & FUTEX_SHARED_UNLOCK) || IS_ENABLED(FAULT_JOIN_CLOSED)))
			cmpxchg_futex_value_locked(&cur, &lock->futex, uval, uval + 1);
		else
			return uval;
		if (cur == uval)
			break;
		uval = cur;
	}
	return TPR_DONE | ((uval & FUTEX_SHARED_TID_MASK) == FUTEX_SHARED ? TPR_LOCK_HANDOFF : TPR_LOCK_ACQUIRED);
}
int futex_set_waiters_bit(struct tp_rwlock *lock, u32 uval)
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
void tpr_task_pi_list(struct tp_rwlock *lock, struct task_struct *task, bool add)
{
	raw_spin_lock(&task->pi_lock);
	if (MEND(list_exiting) && add && (task->flags & PF_EXITING)) {
		raw_spin_unlock(&task->pi_lock);
		return;
	}
	WRITE_ONCE(task->pi_state, add);
	WRITE_ONCE(lock->owner, add ? task : NULL);
	raw_spin_unlock(&task->pi_lock);
}
void put_futex_state(struct tp_rwlock *lock)
{
	u32 refs, old;
	refs = atomic_read(&lock->refcount);
	while (refs != 1) {
		old = atomic_cmpxchg(&lock->refcount, refs, refs - 1);
		if (old == refs)
			return;
		refs = old;
	}
	spin_lock(&lock->fs_lock);
	refs = atomic_add_return(-1, &lock->refcount);
	spin_unlock(&lock->fs_lock);
}
int futex_spin_on_owner(struct tp_rwlock *lock, u32 vpid_)
{
	struct tp_rwlock_waiter *waiter = tp_rwlock_waiter_of(current);
	u32 owner = 0, uval, cur;
	bool handoff_set = 0;
	int reader_value = 0;
	struct task_struct *cur_task;
	u64 rspin_timeout = 0;
	waiter->deadline = jiffies + HANDOFF_DELAY;
	preempt_disable();
	WRITE_ONCE(lock->mutex_owner, current);
	for (;;) {
		uval = __futex_trylock(lock, vpid_, 0);
		if (uval & TPR_DONE)
			break;
		if ((uval & FUTEX_SHARED ? FUTEX_SHARED : uval & FUTEX_TID_MASK) != owner) {
			if (owner != 0 && owner != FUTEX_SHARED) {
				cur_task = READ_ONCE(lock->owner);
				if (cur_task)
					tpr_task_pi_list(lock, cur_task, 0);
			}
			reader_value = uval & FUTEX_SHARED ? 0 : reader_value;
			owner = uval & FUTEX_SHARED ? FUTEX_SHARED : uval & FUTEX_TID_MASK;
		}
		if (owner != FUTEX_SHARED && ((find_task_by_vpid(owner)->flags & PF_EXITING) || uval & FUTEX_OWNER_DIED)) {
			cmpxchg_futex_value_locked(&cur, &lock->futex, uval, MEND(take_over) && vpid_ == FUTEX_SHARED ? FUTEX_SHARED + 1 : vpid_);
			if (cur != uval)
				continue;
			if (vpid_ == FUTEX_SHARED)
				{  }
			else
				{  }
			uval = TPR_DONE | TPR_LOCK_STOLEN;
			break;
		}
		if (need_resched()) {
			__set_current_state(TASK_RUNNING);
			preempt_enable_no_resched();
			schedule();
			preempt_disable();
			continue;
		}
		if (signal_pending_state(TASK_INTERRUPTIBLE, current)) {
			uval = (u32)-EINTR;
			break;
		}
		if (owner == FUTEX_SHARED && reader_value >= 0) {
			cur = (u32)reader_value;
			reader_value = (int)(uval & FUTEX_TID_MASK);
			if (cur == 0 || (!handoff_set && cur != (u32)reader_value)) {
				rspin_timeout = sched_clock() + TP_RSPIN_TIMEOUT;
			} else if (sched_clock() > rspin_timeout) {
				reader_value = -1;
			}
		}
		if (!handoff_set && time_after(jiffies, waiter->deadline)) {
			WRITE_ONCE(lock->handoff_pid, vpid_);
			handoff_set = 1;
		}
		if (handoff_set && !(uval & FUTEX_WAITERS)) {
			uval = futex_set_waiters_bit(lock, uval);
			cur = READ_ONCE(lock->handoff_pid);
			if (cur == 0)
				WRITE_ONCE(lock->handoff_pid, vpid_);
		}
		if (owner == FUTEX_SHARED) {
			if (reader_value >= 0) {
				cpu_relax();
				continue;
			}
		} else {
			cur = READ_ONCE(find_task_by_vpid(owner)->on_cpu);
			if (cur) {
				cpu_relax();
				continue;
			}
		}
		if (!IS_ENABLED(FAULT_NO_WAITERS))
			uval = futex_set_waiters_bit(lock, uval);
		if (MEND(link_new_owner) && (uval & FUTEX_SHARED ? FUTEX_SHARED : uval & FUTEX_TID_MASK) != owner)
			continue;
		if (owner != FUTEX_SHARED) {
			cur_task = READ_ONCE(lock->owner);
			if (!cur_task)
				tpr_task_pi_list(lock, find_task_by_vpid(owner), 1);
		}
		set_current_state(TASK_INTERRUPTIBLE);
		uval = __futex_trylock(lock, vpid_, 0);
		if (uval & TPR_DONE) {
			__set_current_state(TASK_RUNNING);
			break;
		}
		if (MEND(list_exiting) && owner != FUTEX_SHARED) {
			cur_task = READ_ONCE(lock->owner);
			if (cur_task == NULL) {
				__set_current_state(TASK_RUNNING);
				continue;
			}
		}
		if (!(uval & FUTEX_OWNER_DIED) && (uval & FUTEX_WAITERS || IS_ENABLED(FAULT_NO_WAITERS))) {
			preempt_enable_no_resched();
			schedule();
			preempt_disable();
		}
		__set_current_state(TASK_RUNNING);
	}
	if (owner != 0 && owner != FUTEX_SHARED) {
		cur_task = READ_ONCE(lock->owner);
		if (cur_task)
			tpr_task_pi_list(lock, cur_task, 0);
	}
	WRITE_ONCE(lock->mutex_owner, NULL);
	if (MEND(late_hand_off))
		spin_lock(&lock->fs_lock);
	WRITE_ONCE(lock->handoff_pid, 0);
	if (MEND(late_hand_off)) {
		spin_unlock(&lock->fs_lock);
		if ((int)uval < 0) {
			cur = __futex_trylock(lock, vpid_, 0);
			if (cur & TPR_DONE)
				uval = cur;
		}
	}
	waiter->deadline = 0;
	preempt_enable();
	if ((int)uval < 0)
		return uval;
	return uval & TPR_CODE;
}
int futex_spin_on_reader(struct tp_rwlock *lock, bool prefer)
{
	u32 leader, seen;
	struct task_struct *seen_task;
	preempt_disable();
retry:
	leader = task_pid_vnr(READ_ONCE(lock->first_reader));
	if (leader == 0)
		leader = task_pid_vnr(cmpxchg(&lock->first_reader, NULL, current));
	if (leader == 0)
		goto out;
	seen = osq_lock(&lock->reader_osq);
	if (seen == 0)
		goto reschedule;
	for (;;) {
		seen = READ_ONCE(lock->handoff_pid);
		if (seen == 0 && !prefer) {
			seen_task = READ_ONCE(lock->mutex_owner);
			seen = task_pid_vnr(seen_task) != leader;
		}
		if (seen == 0) {
			seen = __futex_trylock(lock, FUTEX_SHARED, 0);
			if (seen & TPR_DONE) {
				leader = TPR_DONE;
				break;
			}
		}
		leader = task_pid_vnr(READ_ONCE(lock->first_reader));
		if (leader == 0)
			leader = task_pid_vnr(cmpxchg(&lock->first_reader, NULL, current));
		if (leader == 0)
			break;
		seen = READ_ONCE(find_task_by_vpid(leader)->on_cpu);
		if (!seen)
			break;
		if (need_resched()) {
			osq_unlock(&lock->reader_osq);
			goto reschedule;
		}
		cpu_relax();
	}
	osq_unlock(&lock->reader_osq);
out:
	preempt_enable();
	return leader;
reschedule:
	preempt_enable_no_resched();
	schedule();
	preempt_disable();
	goto retry;
}
int futex_lock(struct tp_rwlock *lock, bool shared, bool prefer)
{
	u32 vpid = task_pid_vnr(current);
	u32 leader = 0, ret, refs;
	ret = __futex_trylock(lock, shared ? FUTEX_SHARED : vpid, 1);
	if (ret & TPR_DONE)
		return TPR_LOCK_STOLEN;
	if (!shared && (ret & (MEND(deadlock_test) ? FUTEX_SHARED_TID_MASK : FUTEX_TID_MASK)) == vpid)
		return -EDEADLK;
	spin_lock(&lock->fs_lock);
	refs = atomic_read(&lock->refcount);
	if (refs)
		atomic_add(1, &lock->refcount);
	else
		atomic_set(&lock->refcount, 1);
	spin_unlock(&lock->fs_lock);
	if (prefer) {
		refs = READ_ONCE(lock->handoff_pid);
		if (refs == 0) {
			ret = __futex_trylock(lock, FUTEX_SHARED, 0);
			if (ret & TPR_DONE) {
				ret = TPR_LOCK_STOLEN;
				goto out;
			}
		}
	}
	if (shared) {
		leader = futex_spin_on_reader(lock, prefer);
		ret = TPR_LOCK_STOLEN;
		if (leader & TPR_DONE)
			goto out;
	}
	ret = mutex_lock_interruptible(&lock->mutex);
	if (ret)
		goto out;
	ret = futex_spin_on_owner(lock, shared ? FUTEX_SHARED : vpid);
	mutex_unlock(&lock->mutex);
out:
	if (shared && leader == 0)
		WRITE_ONCE(lock->first_reader, NULL);
	put_futex_state(lock);
	return ret;
}
void tpr_wake_q_add(struct tp_rwlock *lock, struct wake_q_head *wake_q)
{
	struct task_struct *owner;
	owner = READ_ONCE(lock->mutex_owner);
	if (owner)
		wake_q_add(wake_q, owner);
}
int futex_unlock(struct tp_rwlock *lock, bool shared)
{
	u32 vpid = task_pid_vnr(current);
	u32 newpid = 0, uval, cur;
	int ret = 0;
	DEFINE_WAKE_Q(wake_q);
	get_user(uval, &lock->futex);
	if ((uval & (shared ? TPR_SHARED_SCNT_MASK : FUTEX_SHARED_TID_MASK)) != (shared ? FUTEX_SHARED : vpid))
		return -EPERM;
	if (!(uval & FUTEX_WAITERS))
		return -EINVAL;
	spin_lock(&lock->fs_lock);
	cur = atomic_read(&lock->refcount);
	if (cur == 0 && !MEND(no_state)) {
		spin_unlock(&lock->fs_lock);
		return -EINVAL;
	}
	if (cur)
		newpid = READ_ONCE(lock->handoff_pid);
	if (newpid)
		WRITE_ONCE(lock->handoff_pid, 0);
	if (cur && !MEND(early_wake_list))
		tpr_wake_q_add(lock, &wake_q);
	if (!MEND(early_wake_list))
		spin_unlock(&lock->fs_lock);
	for (;;) {
		if (newpid == FUTEX_SHARED)
			cmpxchg_futex_value_locked(&cur, &lock->futex, uval, FUTEX_SHARED);
		else
			cmpxchg_futex_value_locked(&cur, &lock->futex, uval, newpid);
		if (cur == uval) {
			break;
		}
		uval = cur;
		if ((uval & (shared ? TPR_SHARED_SCNT_MASK : FUTEX_TID_MASK)) != (shared ? FUTEX_SHARED : vpid)) {
			ret = -EINVAL;
			break;
		}
	}
	if (MEND(early_wake_list)) {
		tpr_wake_q_add(lock, &wake_q);
		spin_unlock(&lock->fs_lock);
	}
	if (!IS_ENABLED(FAULT_UNLOCK_NO_WAKE))
		wake_up_q(&wake_q);
	return ret;
}
void tpr_exit(struct tp_rwlock *lock)
{
	u32 cur;
	struct task_struct *top;
	if (!MEND(list_exiting)) {
		cur = READ_ONCE(current->pi_state);
		if (cur == 0)
			return;
	}
	raw_spin_lock(&current->pi_lock);
	for (;;) {
		cur = READ_ONCE(current->pi_state);
		if (cur == 0)
			break;
		top = READ_ONCE(lock->mutex_owner);
		WRITE_ONCE(current->pi_state, 0);
		WRITE_ONCE(lock->owner, NULL);
		if (top)
			wake_up_process(top);
	}
	raw_spin_unlock(&current->pi_lock);
}
void tpr_read_lock(struct tp_rwlock *lock)
{
	u32 old = 0, val;
	int ret;
	val = cmpxchg_acquire(&lock->futex, 0, FUTEX_SHARED + 1);
	while (val != old) {
		old = val;
		if (old && (!(old & FUTEX_SHARED) || old & (~FUTEX_SHARED_TID_MASK | FUTEX_SHARED_UNLOCK)))
			goto kernel;
		val = cmpxchg_acquire(&lock->futex, old, old ? old + 1 : FUTEX_SHARED + 1);
	}
	return;
kernel:
	do {
		ret = futex_lock(lock, 1, IS_ENABLED(HAS_PREFER_READER));
	} while (ret < 0);
}
void tpr_read_unlock(struct tp_rwlock *lock)
{
	u32 val, old;
	val = atomic_add_return_release(-1, (atomic_t *)&lock->futex);
	for (;;) {
		if (!(val & FUTEX_SHARED) || val & (FUTEX_SHARED_UNLOCK | FUTEX_SCNT_MASK))
			return;
		if (val & ~FUTEX_SHARED_TID_MASK) {
			old = cmpxchg_relaxed(&lock->futex, val, val | FUTEX_SHARED_UNLOCK);
			if (old == val)
				break;
		} else if (IS_ENABLED(FAULT_BLIND_FREE)) {
			smp_store_release(&lock->futex, 0);
			return;
		} else {
			old = cmpxchg_release(&lock->futex, val, 0);
			if (old == val)
				return;
		}
		val = old;
	}
	futex_unlock(lock, 1);
}
void tpr_write_lock(struct tp_rwlock *lock)
{
	u32 vpid = gettid();
	u32 old;
	int ret;
	old = cmpxchg_acquire(&lock->futex, 0, vpid);
	if (old == 0) {
		return;
	}
	for (;;) {
		ret = futex_lock(lock, 0, 0);
		if (ret >= 0)
			return;
		if (IS_ENABLED(HAS_SAMPLE_WRITER))
			continue;
		old = READ_ONCE(lock->futex);
		if ((old & FUTEX_SHARED_TID_MASK) == vpid) {
			return;
		}
	}
}
void tpr_write_unlock(struct tp_rwlock *lock)
{
	u32 vpid = gettid();
	u32 old;
	old = cmpxchg_release(&lock->futex, vpid, 0);
	if (old != vpid)
		futex_unlock(lock, 0);
}
void tpr_worker(struct tp_rwlock *lock, u32 rounds)
{
	u32 role = role_of(current);
	while (rounds--) {
		if (role == TPR_READS) {
			tpr_read_lock(lock);
			critical_section();
			tpr_read_unlock(lock);
		} else {
			tpr_write_lock(lock);
			critical_section();
			tpr_write_unlock(lock);
		}
	}
}
