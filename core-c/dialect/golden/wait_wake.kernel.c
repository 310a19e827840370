#include "wait_wake.h"
void ww_mutex_lock(struct wait_wake *lock, void *futex)
{
	u32 role = role_of(current);
	u32 broken = 0, val;
	if (IS_ENABLED(FAULT_READ_EARLY))
		broken = FUTEX_READS_EARLY;
	if (IS_ENABLED(FAULT_NO_RECHECK))
		broken = FUTEX_NO_RECHECK;
	if (IS_ENABLED(FAULT_READ_UNLOCKED))
		broken = FUTEX_READS_UNLOCKED;
	val = cmpxchg_acquire((u32 *)futex, 0, 1);
	if (val == 0) {
		if (role <= WW_TIMED)
			{  }
		return;
	}
	for (;;) {
		if (val != 2) {
			if (IS_ENABLED(FAULT_RELOCK_AS_1) && val == 0) {
				val = cmpxchg_acquire((u32 *)futex, 0, 1);
			} else {
				val = xchg_acquire((u32 *)futex, 2);
			}
			if (val == 0) {
				if (role <= WW_TIMED)
					{  }
				return;
			}
		}
		futex_wait(&lock->hash, futex, 2, role == WW_TIMED, broken);
		val = READ_ONCE(*(u32 *)futex);
	}
}
void ww_mutex_unlock(struct wait_wake *lock, void *futex)
{
	u32 role = role_of(current);
	int pending = 0;
	u32 broken = 0, old;
	if (IS_ENABLED(FAULT_FIRST_ONLY))
		broken = FUTEX_FIRST_ONLY;
	if (IS_ENABLED(FAULT_LOOK_EARLY)) {
		broken = FUTEX_LOOKED_EARLY;
		pending = hb_waiters_pending(&lock->hash, futex);
	}
	old = xchg_release((u32 *)futex, 0);
	if (role <= WW_TIMED)
		{  }
	if (old == 2 && !IS_ENABLED(FAULT_NO_WAKE))
		futex_wake(&lock->hash, futex, 1, broken, pending);
}
void ww_worker(struct wait_wake *lock, u32 rounds)
{
	u32 role = role_of(current);
	void *futex;
	futex = &lock->futex;
	if (role == WW_LOCKS_APART)
		futex = &lock->apart;
	if (role == WW_COLLIDES)
		futex = &lock->collides;
	while (rounds--) {
		ww_mutex_lock(lock, futex);
		if (role <= WW_TIMED) {
			critical_section();
		}
		ww_mutex_unlock(lock, futex);
	}
}
