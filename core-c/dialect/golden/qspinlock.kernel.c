#include "qspinlock.h"
int queued_spin_trylock(struct qspinlock *lock)
{
	u32 val;
	val = atomic_read(&lock->val);
	if (val)
		return 0;
	val = atomic_cmpxchg_acquire(&lock->val, 0, _Q_LOCKED_VAL);
	if (val)
		return 0;
	return 1;
}
void queued_spin_lock_slowpath(struct qspinlock *lock, u32 val)
{
	struct mcs_spinlock *node = mcs_spinlock_of(current);
	struct mcs_spinlock *next = NULL, *prev;
	u32 again, seen, prev_n;
	if (val == _Q_PENDING_VAL) {
		again = _Q_PENDING_LOOPS;
		do {
			val = atomic_read(&lock->val);
		} while (val == _Q_PENDING_VAL && again--);
	}
	if (val & ~_Q_LOCKED_MASK)
		goto queue;
	if (!IS_ENABLED(HAS_BIT_TEST_AND_SET)) {
		val = atomic_fetch_or_acquire(_Q_PENDING_VAL, &lock->val);
	} else {
		val = GEN_BINARY_RMWcc(LOCK_PREFIX "btsl", lock->val.counter, c, "I", __ffs(_Q_PENDING_VAL)) * _Q_PENDING_VAL;
		seen = atomic_read_acquire(&lock->val);
		val = (val & _Q_PENDING_VAL) | (seen & ~_Q_PENDING_VAL);
	}
	if (val & (IS_ENABLED(FAULT_IGNORES_TAIL) ? _Q_PENDING_VAL : ~_Q_LOCKED_MASK)) {
		if (!(val & _Q_PENDING_VAL) && !IS_ENABLED(FAULT_NO_UNDO))
			WRITE_ONCE(lock->pending, 0);
		goto queue;
	}
	if (val & _Q_LOCKED_MASK)
		atomic_cond_read_acquire(&lock->val, !(VAL & _Q_LOCKED_MASK));
	WRITE_ONCE(lock->locked_pending, _Q_LOCKED_VAL);
	return;
queue:
	WRITE_ONCE(node->locked, 0);
	WRITE_ONCE(node->next, NULL);
	seen = queued_spin_trylock(lock);
	if (seen)
		return;
	smp_wmb();
	prev_n = xchg_relaxed(&lock->tail, encode_tail(node) >> 16);
	prev = decode_tail(prev_n << 16);
	if (prev) {
		WRITE_ONCE(prev->next, node);
		smp_cond_load_acquire(&node->locked, VAL);
		next = READ_ONCE(node->next);
	}
	if (IS_ENABLED(FAULT_ONLY_LOCKED))
		val = atomic_cond_read_acquire(&lock->val, !(VAL & _Q_LOCKED_MASK));
	else
		val = atomic_cond_read_acquire(&lock->val, !(VAL & _Q_LOCKED_PENDING_MASK));
	if (decode_tail(val) == node) {
		if (IS_ENABLED(FAULT_BLIND_CLAIM)) {
			atomic_set(&lock->val, _Q_LOCKED_VAL);
			goto release;
		}
		seen = atomic_cmpxchg_relaxed(&lock->val, val, _Q_LOCKED_VAL);
		if (seen == val) {
			goto release;
		}
	}
	WRITE_ONCE(lock->locked, _Q_LOCKED_VAL);
	if (next == NULL)
		next = smp_cond_load_relaxed(&node->next, VAL);
	smp_store_release(&next->locked, 1);
release: ;
}
void queued_spin_lock(struct qspinlock *lock)
{
	u32 val;
	val = atomic_cmpxchg_acquire(&lock->val, 0, _Q_LOCKED_VAL);
	if (val == 0) {
		return;
	}
	queued_spin_lock_slowpath(lock, val);
}
void queued_spin_unlock(struct qspinlock *lock)
{
	if (IS_ENABLED(FAULT_WHOLE_WORD))
		atomic_set_release(&lock->val, 0);
	else
		smp_store_release(&lock->locked, 0);
}
void qspinlock_worker(struct qspinlock *lock, u32 rounds)
{
	u32 role = role_of(current);
	int got;
	while (rounds--) {
		got = 1;
		if (role == QSPINLOCK_TRIES)
			got = queued_spin_trylock(lock);
		else
			queued_spin_lock(lock);
		if (got) {
			critical_section();
			queued_spin_unlock(lock);
		}
	}
}
