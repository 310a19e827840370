#include "glibc_rwlock.h"
int gr_hold_back(struct glibc_rwlock *lock)
{
	u32 role = role_of(current);
	u32 r, seen;
	int ret;
	r = atomic_read(&lock->readers);
	while (!(r & GR_WRPHASE) && r & GR_WRLOCKED && r >> GR_READER_SHIFT) {
		seen = atomic_cmpxchg_relaxed(&lock->readers, r, r | GR_RWAITING);
		if (seen != r) {
			r = seen;
			continue;
		}
		for (;;) {
			seen = atomic_read(&lock->readers);
			if (!IS_ENABLED(HAS_WAITS_STALE) || IS_ENABLED(FAULT_MEND_RELOAD))
				r = seen;
			if (!(seen & GR_RWAITING))
				break;
			ret = futex_wait(&lock->hash, &lock->readers, r, role == GR_TIMED_READS, 0);
			if (ret == -ETIMEDOUT)
				return ETIMEDOUT;
		}
	}
	return 0;
}
int gr_uncount(struct glibc_rwlock *lock)
{
	u32 r, seen, wpf;
	r = atomic_read(&lock->readers);
	while (r & GR_WRPHASE) {
		if (IS_ENABLED(FAULT_UNCOUNT_BLINDLY)) {
			atomic_add(-GR_READER, &lock->readers);
			return ETIMEDOUT;
		}
		seen = atomic_cmpxchg_relaxed(&lock->readers, r, r - GR_READER);
		if (seen == r)
			return ETIMEDOUT;
		r = seen;
	}
	smp_mb();
	wpf = READ_ONCE(lock->wrphase_futex);
	if ((wpf | GR_FUTEX_USED) == (1 | GR_FUTEX_USED))
		smp_cond_load_relaxed(&lock->wrphase_futex, (VAL | GR_FUTEX_USED) != (1 | GR_FUTEX_USED));
	return 0;
}
int gr_wait_read_phase(struct glibc_rwlock *lock)
{
	u32 role = role_of(current);
	bool ready;
	u32 wpf, seen, r;
	int ret;
	ready = IS_ENABLED(FAULT_ONE_LOOK);
	for (;;) {
		for (;;) {
			wpf = READ_ONCE(lock->wrphase_futex);
			if ((wpf | GR_FUTEX_USED) != (1 | GR_FUTEX_USED))
				break;
			if (!(wpf & GR_FUTEX_USED)) {
				seen = cmpxchg_relaxed(&lock->wrphase_futex, wpf, wpf | GR_FUTEX_USED);
				if (seen != wpf)
					continue;
			}
			ret = futex_wait(&lock->hash, &lock->wrphase_futex, 1 | GR_FUTEX_USED, role == GR_TIMED_READS, 0);
			if (ret == -ETIMEDOUT) {
				ret = gr_uncount(lock);
				return ret;
			}
		}
		if (ready)
			break;
		r = atomic_read_acquire(&lock->readers);
		ready = !(r & GR_WRPHASE);
	}
	return 0;
}
int __pthread_rwlock_rdlock_full(struct glibc_rwlock *lock)
{
	struct task_struct *seen_task;
	int ret;
	u32 r, seen;
	seen_task = READ_ONCE(lock->cur_writer);
	if (seen_task == current)
		return EDEADLK;
	if (IS_ENABLED(HAS_HOLDS_BACK)) {
		ret = gr_hold_back(lock);
		if (ret)
			return ret;
	}
	r = atomic_add_return_acquire(GR_READER, &lock->readers);
	if (!(r & GR_WRPHASE)) {
		return 0;
	}
	while (r & GR_WRPHASE && !(r & GR_WRLOCKED)) {
		seen = atomic_cmpxchg_acquire(&lock->readers, r, r ^ GR_WRPHASE);
		if (seen == r) {
			seen = xchg_relaxed(&lock->wrphase_futex, 0);
			if (seen & GR_FUTEX_USED)
				futex_wake(&lock->hash, &lock->wrphase_futex, FUTEX_WAKE_ALL, 0, 0);
			return 0;
		}
		r = seen;
	}
	ret = gr_wait_read_phase(lock);
	return ret;
}
void __pthread_rwlock_rdunlock(struct glibc_rwlock *lock, bool inner)
{
	u32 r, rnew, seen;
	r = atomic_read(&lock->readers);
	for (;;) {
		rnew = r - GR_READER;
		if (rnew >> GR_READER_SHIFT == 0) {
			if (rnew & GR_WRLOCKED && !IS_ENABLED(FAULT_NO_PHASE))
				rnew |= GR_WRPHASE;
			rnew &= ~GR_RWAITING;
		}
		seen = atomic_cmpxchg_release(&lock->readers, r, rnew);
		if (seen == r)
			break;
		r = seen;
	}
	if (!inner)
		{  }
	if (rnew & GR_WRPHASE) {
		seen = xchg(&lock->wrphase_futex, 1);
		if (seen & GR_FUTEX_USED)
			futex_wake(&lock->hash, &lock->wrphase_futex, FUTEX_WAKE_ALL, 0, 0);
	}
	if ((r ^ rnew) & GR_RWAITING && !IS_ENABLED(FAULT_HELD_FOR_GOOD))
		futex_wake(&lock->hash, &lock->readers, FUTEX_WAKE_ALL, 0, 0);
}
int gr_unregister(struct glibc_rwlock *lock)
{
	u32 w, seen;
	w = atomic_read(&lock->writers);
	for (;;) {
		seen = atomic_cmpxchg_acquire(&lock->writers, w, w == GR_WRHANDOVER + 1 && !IS_ENABLED(FAULT_TOKEN_LOST) ? 0 : w - 1);
		if (seen == w)
			break;
		w = seen;
	}
	return w == GR_WRHANDOVER + 1 && !IS_ENABLED(FAULT_TOKEN_LOST) ? 0 : ETIMEDOUT;
}
int gr_resign(struct glibc_rwlock *lock)
{
	u32 w, wf, seen, r;
	if (IS_ENABLED(HAS_PREFERS_WRITERS)) {
		w = atomic_read(&lock->writers);
		if (w) {
			wf = xchg_relaxed(&lock->writers_futex, 0);
			while (w) {
				seen = atomic_cmpxchg_release(&lock->writers, w, w | GR_WRHANDOVER);
				if (seen == w) {
					if (wf & GR_FUTEX_USED)
						futex_wake(&lock->hash, &lock->writers_futex, 1, 0, 0);
					return ETIMEDOUT;
				}
				w = seen;
			}
			WRITE_ONCE(lock->writers_futex, wf);
		}
	}
	r = atomic_read(&lock->readers);
	if (!(r & GR_WRPHASE)) {
		wf = xchg_relaxed(&lock->writers_futex, 0);
		while (!(r & GR_WRPHASE)) {
			seen = atomic_cmpxchg_release(&lock->readers, r, (r ^ GR_WRLOCKED) & ~GR_RWAITING);
			if (seen == r) {
				if (wf & GR_FUTEX_USED)
					futex_wake(&lock->hash, &lock->writers_futex, 1, 0, 0);
				if (r & GR_RWAITING)
					futex_wake(&lock->hash, &lock->readers, FUTEX_WAKE_ALL, 0, 0);
				return ETIMEDOUT;
			}
			r = seen;
		}
		WRITE_ONCE(lock->writers_futex, wf);
	}
	smp_mb();
	w = READ_ONCE(lock->wrphase_futex);
	if ((w | GR_FUTEX_USED) == GR_FUTEX_USED)
		smp_cond_load_relaxed(&lock->wrphase_futex, (VAL | GR_FUTEX_USED) != GR_FUTEX_USED);
	return 0;
}
int gr_wait_write_phase(struct glibc_rwlock *lock)
{
	u32 role = role_of(current);
	bool ready;
	u32 wpf, seen, r;
	int ret;
	ready = IS_ENABLED(FAULT_ONE_LOOK);
	for (;;) {
		for (;;) {
			wpf = READ_ONCE(lock->wrphase_futex);
			if ((wpf | GR_FUTEX_USED) != GR_FUTEX_USED)
				break;
			if (!(wpf & GR_FUTEX_USED)) {
				seen = cmpxchg_relaxed(&lock->wrphase_futex, wpf, GR_FUTEX_USED);
				if (seen != wpf)
					continue;
			}
			ret = futex_wait(&lock->hash, &lock->wrphase_futex, GR_FUTEX_USED, role == GR_TIMED_WRITES, 0);
			if (ret == -ETIMEDOUT)
				return ETIMEDOUT;
		}
		if (ready)
			break;
		r = atomic_read_acquire(&lock->readers);
		ready = (r & GR_WRPHASE);
	}
	return 0;
}
int __pthread_rwlock_wrlock_full(struct glibc_rwlock *lock)
{
	u32 role = role_of(current);
	bool shared = 0;
	struct task_struct *seen_task;
	u32 r, seen, w, wf;
	int ret;
	seen_task = READ_ONCE(lock->cur_writer);
	if (seen_task == current)
		return EDEADLK;
	r = atomic_fetch_or_acquire(GR_WRLOCKED, &lock->readers);
	if (r & GR_WRLOCKED) {
		if (IS_ENABLED(HAS_PREFERS_WRITERS))
			atomic_add(1, &lock->writers);
		for (;;) {
			if (!(r & GR_WRLOCKED)) {
				seen = atomic_cmpxchg_acquire(&lock->readers, r, r | GR_WRLOCKED);
				if (seen != r) {
					r = seen;
					continue;
				}
				if (r & GR_WRPHASE)
					{  }
				if (IS_ENABLED(HAS_PREFERS_WRITERS))
					atomic_add(-1, &lock->writers);
				break;
			}
			if (IS_ENABLED(HAS_PREFERS_WRITERS)) {
				w = atomic_read(&lock->writers);
				if (w & GR_WRHANDOVER) {
					seen = atomic_cmpxchg_acquire(&lock->writers, w, IS_ENABLED(FAULT_TOKEN_LEFT) ? w - 1 : w - GR_WRHANDOVER - 1);
					if (seen != w)
						continue;
					r = atomic_read(&lock->readers);
					if (r & GR_WRPHASE) {
						if (IS_ENABLED(FAULT_MEND_AWAIT_PHASE))
							smp_cond_load_relaxed(&lock->wrphase_futex, (VAL | GR_FUTEX_USED) == (1 | GR_FUTEX_USED));
					}
					break;
				}
			}
			wf = READ_ONCE(lock->writers_futex);
			seen = wf;
			if (wf == 1)
				seen = cmpxchg_relaxed(&lock->writers_futex, wf, 1 | GR_FUTEX_USED);
			if ((wf & ~GR_FUTEX_USED) == 1 && seen == wf) {
				shared = !IS_ENABLED(FAULT_UNMARKED);
				ret = futex_wait(&lock->hash, &lock->writers_futex, 1 | GR_FUTEX_USED, role == GR_TIMED_WRITES, 0);
				if (ret == -ETIMEDOUT) {
					if (!IS_ENABLED(HAS_PREFERS_WRITERS))
						return ETIMEDOUT;
					ret = gr_unregister(lock);
					if (ret)
						return ret;
					r = atomic_read(&lock->readers);
					if (r & GR_WRPHASE) {
						if (IS_ENABLED(FAULT_MEND_AWAIT_PHASE))
							smp_cond_load_relaxed(&lock->wrphase_futex, (VAL | GR_FUTEX_USED) == (1 | GR_FUTEX_USED));
					}
					break;
				}
			}
			r = atomic_read(&lock->readers);
		}
		r |= GR_WRLOCKED;
	} else if (r & GR_WRPHASE) {
	}
	WRITE_ONCE(lock->writers_futex, 1 | (shared ? GR_FUTEX_USED : 0));
	if (r & GR_WRPHASE)
		goto done;
	while (!(r & GR_WRPHASE) && r >> GR_READER_SHIFT == 0) {
		seen = atomic_cmpxchg_acquire(&lock->readers, r, r | GR_WRPHASE);
		if (seen == r) {
			WRITE_ONCE(lock->wrphase_futex, 1);
			goto done;
		}
		r = seen;
	}
	ret = gr_wait_write_phase(lock);
	if (ret)
		ret = gr_resign(lock);
	if (ret)
		return ret;
done:
	WRITE_ONCE(lock->cur_writer, current);
	return 0;
}
void __pthread_rwlock_wrunlock(struct glibc_rwlock *lock)
{
	u32 wf, w, seen, r;
	WRITE_ONCE(lock->cur_writer, NULL);
	wf = xchg_relaxed(&lock->writers_futex, 0);
	if (IS_ENABLED(HAS_PREFERS_WRITERS)) {
		w = atomic_read(&lock->writers);
		while (w) {
			seen = atomic_cmpxchg_release(&lock->writers, w, w | GR_WRHANDOVER);
			if (seen == w) {
				goto done;
			}
			w = seen;
		}
	}
	r = atomic_read(&lock->readers);
	for (;;) {
		seen = atomic_cmpxchg_release(&lock->readers, r, r ^ GR_WRLOCKED ^ (r >> GR_READER_SHIFT ? GR_WRPHASE : 0));
		if (seen == r)
			break;
		r = seen;
	}
	if (r >> GR_READER_SHIFT) {
		seen = xchg_relaxed(&lock->wrphase_futex, 0);
		if (seen & GR_FUTEX_USED)
			futex_wake(&lock->hash, &lock->wrphase_futex, IS_ENABLED(FAULT_WAKE_ONE) ? 1 : FUTEX_WAKE_ALL, 0, 0);
	}
done:
	if (wf & GR_FUTEX_USED)
		futex_wake(&lock->hash, &lock->writers_futex, 1, 0, 0);
}
void ___pthread_rwlock_unlock(struct glibc_rwlock *lock, bool inner)
{
	struct task_struct *seen;
	seen = READ_ONCE(lock->cur_writer);
	if (seen == current)
		__pthread_rwlock_wrunlock(lock);
	else
		__pthread_rwlock_rdunlock(lock, inner);
}
void gr_worker(struct glibc_rwlock *lock, u32 rounds)
{
	u32 role = role_of(current);
	int ret;
	while (rounds--) {
		if (role == GR_WRITES || role == GR_TIMED_WRITES) {
			ret = __pthread_rwlock_wrlock_full(lock);
			if (ret)
				continue;
			critical_section();
		} else {
			ret = __pthread_rwlock_rdlock_full(lock);
			if (ret)
				continue;
			critical_section();
			if (IS_ENABLED(FAULT_TWICE)) {
				__pthread_rwlock_rdlock_full(lock);
				___pthread_rwlock_unlock(lock, 1);
			}
		}
		___pthread_rwlock_unlock(lock, 0);
	}
}
