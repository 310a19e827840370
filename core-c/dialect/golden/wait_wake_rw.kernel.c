#include "wait_wake_rw.h"
void ww_write_lock(struct wait_wake_rw *lock)
{
	u32 role = role_of(current);
	u32 broken = 0, ec, val;
	if (IS_ENABLED(FAULT_NO_RECHECK))
		broken = FUTEX_NO_RECHECK;
	for (;;) {
		ec = atomic_read(&lock->write_ec);
		ec |= WWRW_CONTEND;
		val = atomic_cmpxchg_acquire(&lock->lock, 0, WWRW_WLOCKED);
		if (val == 0) {
			return;
		}
		if (IS_ENABLED(FAULT_WHOLE_FLAG))
			atomic_set_release(&lock->write_ec, ec);
		else
			smp_store_release((u8 *)&lock->write_ec, 1);
		futex_wait(&lock->hash, &lock->write_ec, ec, role >= WWRW_TIMED_WRITES, broken);
		if (!IS_ENABLED(FAULT_FORGET_OTHERS))
			WRITE_ONCE(*(u8 *)&lock->write_ec, 1);
	}
}
void ww_write_unlock(struct wait_wake_rw *lock)
{
	u32 all, contend;
	int ret;
	all = IS_ENABLED(FAULT_WAKE_ONE_READER) ? 1 : FUTEX_WAKE_ALL;
	if (IS_ENABLED(FAULT_EVENT_FIRST))
		atomic_fetch_add(IS_ENABLED(HAS_SHORT_COUNTERS) ? WWRW_EC_SHORT : WWRW_EC_INC, &lock->read_ec);
	if (IS_ENABLED(FAULT_WHOLE_UNLOCK))
		atomic_set_release(&lock->lock, 0);
	else
		smp_store_release((u8 *)&lock->lock, 0);
	if (!IS_ENABLED(FAULT_EVENT_FIRST))
		atomic_fetch_add(IS_ENABLED(HAS_SHORT_COUNTERS) ? WWRW_EC_SHORT : WWRW_EC_INC, &lock->read_ec);
	contend = xchg_relaxed((u8 *)&lock->read_ec, 0);
	if (contend) {
		ret = futex_wake(&lock->hash, &lock->read_ec, all, 0, 0);
		if ((int)ret > 0)
			return;
	}
	atomic_fetch_add_acquire(IS_ENABLED(HAS_SHORT_COUNTERS) ? WWRW_EC_SHORT : WWRW_EC_INC, &lock->write_ec);
	contend = xchg_relaxed((u8 *)&lock->write_ec, 0);
	if (contend)
		futex_wake(&lock->hash, &lock->write_ec, 1, 0, 0);
}
void ww_read_lock(struct wait_wake_rw *lock)
{
	u32 role = role_of(current);
	u32 ec = 0, broken = 0, state;
	if (IS_ENABLED(FAULT_NO_RECHECK))
		broken = FUTEX_NO_RECHECK;
	if (!IS_ENABLED(FAULT_LATE_NOTE))
		ec = atomic_read(&lock->read_ec);
	if (IS_ENABLED(FAULT_LOOK_FIRST)) {
		state = atomic_read(&lock->lock);
		atomic_fetch_add_acquire(WWRW_READER, &lock->lock);
	} else {
		state = atomic_add_return_acquire(WWRW_READER, &lock->lock);
	}
	if (IS_ENABLED(FAULT_LATE_NOTE))
		ec = atomic_read(&lock->read_ec);
	while (state & WWRW_WLOCKED) {
		smp_store_release((u8 *)&lock->read_ec, 1);
		futex_wait(&lock->hash, &lock->read_ec, ec | WWRW_CONTEND, role >= WWRW_TIMED_WRITES, broken);
		ec = atomic_read_acquire(&lock->read_ec);
		if (IS_ENABLED(FAULT_MEND_ACQUIRE))
			state = atomic_read_acquire(&lock->lock);
		else
			state = atomic_read(&lock->lock);
	}
}
void ww_read_unlock(struct wait_wake_rw *lock)
{
	u32 state, contend;
	state = atomic_add_return_release(-WWRW_READER, &lock->lock);
	if (state / WWRW_READER)
		return;
	if (!IS_ENABLED(FAULT_NO_EVENT))
		atomic_fetch_add_acquire(IS_ENABLED(HAS_SHORT_COUNTERS) ? WWRW_EC_SHORT : WWRW_EC_INC, &lock->write_ec);
	contend = xchg_relaxed((u8 *)&lock->write_ec, 0);
	if (contend)
		futex_wake(&lock->hash, &lock->write_ec, 1, 0, 0);
}
void ww2_write_unlock(struct wait_wake_rw *lock)
{
	u32 contend;
	int ret;
	smp_store_release((u8 *)&lock->lock, 0);
	atomic_fetch_add(IS_ENABLED(HAS_SHORT_COUNTERS) ? WWRW_EC_SHORT : WWRW_EC_INC, &lock->write_ec);
	contend = xchg_relaxed((u8 *)&lock->write_ec, 0);
	if (contend) {
		ret = futex_wake(&lock->hash, &lock->write_ec, 1, 0, 0);
		if ((int)ret > 0)
			return;
	}
	atomic_fetch_add_acquire(IS_ENABLED(HAS_SHORT_COUNTERS) ? WWRW_EC_SHORT : WWRW_EC_INC, &lock->read_ec);
	contend = xchg_relaxed((u8 *)&lock->read_ec, 0);
	if (contend)
		futex_wake(&lock->hash, &lock->read_ec, FUTEX_WAKE_ALL, 0, 0);
}
void ww2_read_lock(struct wait_wake_rw *lock)
{
	u32 role = role_of(current);
	u32 ec, seen, state, contend;
	for (;;) {
		ec = atomic_read(&lock->read_ec);
		ec |= WWRW_CONTEND;
		seen = atomic_read(&lock->write_ec);
		if (!(seen & WWRW_CONTEND)) {
			state = atomic_add_return_acquire(WWRW_READER, &lock->lock);
			if (!(state & WWRW_WLOCKED)) {
				return;
			}
			state = atomic_add_return_release(-WWRW_READER, &lock->lock);
			seen = IS_ENABLED(FAULT_MEND_BACK_OUT) && state == 0;
		}
		if (seen) {
			atomic_fetch_add_acquire(IS_ENABLED(HAS_SHORT_COUNTERS) ? WWRW_EC_SHORT : WWRW_EC_INC, &lock->write_ec);
			contend = xchg_relaxed((u8 *)&lock->write_ec, 0);
			if (contend) {
				futex_wake(&lock->hash, &lock->write_ec, 1, 0, 0);
				continue;
			}
		}
		smp_store_release((u8 *)&lock->read_ec, 1);
		seen = atomic_read(&lock->read_ec);
		if (seen != ec)
			continue;
		futex_wait(&lock->hash, &lock->read_ec, ec, role >= WWRW_TIMED_WRITES, 0);
	}
}
void wwrw_worker(struct wait_wake_rw *lock, u32 rounds)
{
	u32 role = role_of(current);
	while (rounds--) {
		if (role == WWRW_WRITES || role == WWRW_TIMED_WRITES) {
			ww_write_lock(lock);
			critical_section();
			if (IS_ENABLED(HAS_WRITERS_FIRST))
				ww2_write_unlock(lock);
			else
				ww_write_unlock(lock);
		} else {
			if (IS_ENABLED(HAS_WRITERS_FIRST))
				ww2_read_lock(lock);
			else
				ww_read_lock(lock);
			critical_section();
			ww_read_unlock(lock);
		}
	}
}
