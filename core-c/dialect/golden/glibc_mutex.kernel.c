#include "glibc_mutex.h"
void __lll_lock_wait(struct glibc_mutex *lock, u32 found)
{
	if (!IS_ENABLED(HAS_COUNTS_DOWN))
		found = atomic_read(&lock->lock);
	if (found == 2)
		futex_wait(&lock->hash, &lock->lock, 2);
	for (;;) {
		if (IS_ENABLED(FAULT_RELOCK_AS_1)) {
			found = atomic_cmpxchg_acquire(&lock->lock, 0, 1);
			if (found == 0)
				break;
		}
		if (IS_ENABLED(FAULT_SLEEP_AS_1)) {
			found = atomic_cmpxchg_acquire(&lock->lock, 0, 1);
		} else {
			found = atomic_xchg_acquire(&lock->lock, 2);
		}
		if (found == 0)
			break;
		futex_wait(&lock->hash, &lock->lock, IS_ENABLED(FAULT_SLEEP_AS_1) ? found : 2);
	}
}
void gm_lll_lock(struct glibc_mutex *lock)
{
	u32 old;
	old = atomic_cmpxchg_acquire(&lock->lock, 0, 1);
	if (old == 0) {
		return;
	}
	__lll_lock_wait(lock, old);
}
int gm_trylock(struct glibc_mutex *lock)
{
	u32 old;
	if (IS_ENABLED(HAS_BACKS_OFF)) {
		old = atomic_read(&lock->lock);
		if (old)
			return old;
		if (IS_ENABLED(FAULT_TORN_TRY)) {
			atomic_set(&lock->lock, 1);
			return 0;
		}
	}
	old = atomic_cmpxchg_acquire(&lock->lock, 0, 1);
	if (old == 0)
		{  }
	return old;
}
void gm_spin(struct glibc_mutex *lock)
{
	u32 vpid = gettid();
	u32 cnt = 0, spins, max, backoff;
	int held;
	spins = READ_ONCE(lock->spins);
	max = 2 * spins + GM_FIRST < GM_MOST ? 2 * spins + GM_FIRST : GM_MOST;
	backoff = 1;
	do {
		if (IS_ENABLED(HAS_BACKS_OFF)) {
			cnt += backoff + (vpid & (backoff - 1));
			if (cnt >= max) {
				gm_lll_lock(lock);
				break;
			}
			if (backoff < GM_BACKOFF)
				backoff *= 2;
		} else if (cnt++ >= max) {
			gm_lll_lock(lock);
			break;
		}
		cpu_relax();
		held = gm_trylock(lock);
	} while (held);
	spins = READ_ONCE(lock->spins);
	spins += (u32)((int)(cnt - spins) / GM_LEARNS);
	WRITE_ONCE(lock->spins, spins);
}
void __pthread_mutex_lock(struct glibc_mutex *lock)
{
	u32 old;
	if (IS_ENABLED(HAS_ADAPTIVE)) {
		old = atomic_cmpxchg_acquire(&lock->lock, 0, 1);
		if (old == 0)
			{  }
		else
			gm_spin(lock);
	} else {
		gm_lll_lock(lock);
	}
	WRITE_ONCE(lock->owner, current);
}
void __pthread_mutex_unlock(struct glibc_mutex *lock)
{
	u32 old;
	WRITE_ONCE(lock->owner, NULL);
	if (IS_ENABLED(HAS_COUNTS_DOWN)) {
		old = atomic_add_return(-1, &lock->lock);
		if (old == 0) {
			return;
		}
		if (IS_ENABLED(FAULT_WAKE_FIRST))
			futex_wake(&lock->hash, &lock->lock, 1);
		if (!IS_ENABLED(FAULT_NO_STORE))
			atomic_set(&lock->lock, 0);
		if (IS_ENABLED(FAULT_WAKE_FIRST))
			return;
	} else {
		old = atomic_xchg_release(&lock->lock, 0);
		if (old != 2)
			return;
	}
	if (!IS_ENABLED(FAULT_NO_WAKE))
		futex_wake(&lock->hash, &lock->lock, 1);
}
void gm_worker(struct glibc_mutex *lock, u32 rounds)
{
	while (rounds--) {
		__pthread_mutex_lock(lock);
		critical_section();
		__pthread_mutex_unlock(lock);
	}
}
