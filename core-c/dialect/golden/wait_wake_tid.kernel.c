#include "wait_wake_tid.h"
void ww2_mutex_lock(struct wait_wake_tid *lock)
{
	u32 vpid = gettid();
	u32 role = role_of(current);
	u32 broken = 0, val, mine, cur;
	if (IS_ENABLED(FAULT_NO_RECHECK))
		broken = FUTEX_NO_RECHECK;
	val = cmpxchg_acquire(&lock->futex, 0, vpid);
	if (val == 0) {
		return;
	}
	mine = vpid;
	for (;;) {
		while (!(val & WW2_WAITERS)) {
			if (val == 0) {
				val = cmpxchg_acquire(&lock->futex, 0, mine);
				if (val == 0) {
					return;
				}
				continue;
			}
			if (IS_ENABLED(FAULT_NO_WAITERS))
				break;
			if (IS_ENABLED(FAULT_BLIND_WAITERS)) {
				WRITE_ONCE(lock->futex, val | WW2_WAITERS);
				cur = val;
			} else {
				cur = cmpxchg_acquire(&lock->futex, val, val | WW2_WAITERS);
			}
			if (cur == val)
				val |= WW2_WAITERS;
			else
				val = cur;
		}
		if (IS_ENABLED(FAULT_MEND_KEEP_WAITERS))
			mine = vpid | WW2_WAITERS;
		futex_wait(&lock->hash, &lock->futex, val, role == WW2_TIMED, broken);
		val = READ_ONCE(lock->futex);
	}
}
void ww2_mutex_unlock(struct wait_wake_tid *lock)
{
	u32 old;
	old = xchg_release(&lock->futex, 0);
	if (old & WW2_WAITERS)
		futex_wake(&lock->hash, &lock->futex, 1, 0, 0);
}
void ww2_worker(struct wait_wake_tid *lock, u32 rounds)
{
	while (rounds--) {
		ww2_mutex_lock(lock);
		critical_section();
		ww2_mutex_unlock(lock);
	}
}
