#include "qspinlock.h"
int queued_spin_trylock(struct qspin *lock)
{
	u32 val;
	val = atomic_read(&lock->val);
	if (val)
		return 0;
	val = atomic_cmpxchg_acquire(&lock->val, 0, QSPINLOCK_LOCKED);
	if (val)
		return 0;
	return 1;
}
void queued_spin_lock_slowpath(struct qspin *lock, u32 val)
{
	struct qspin_node *node = qspin_node_of(current);
	u32 vpid = task_pid_vnr(current);
	struct qspin_node *next = NULL;
	u32 again, seen, prev;
	if (val == QSPINLOCK_PENDING) {
		again = QSPINLOCK_PENDING_LOOPS;
		do {
			val = atomic_read(&lock->val);
		} while (val == QSPINLOCK_PENDING && again--);
	}
	if (val & ~QSPINLOCK_LOCKED_BYTE)
		goto queue;
	if (!IS_ENABLED(HAS_BIT_TEST_AND_SET)) {
		val = atomic_fetch_or_acquire(QSPINLOCK_PENDING, &lock->val);
	} else {
		val = atomic_fetch_or(QSPINLOCK_PENDING, &lock->val);
		seen = atomic_read_acquire(&lock->val);
		val = (val & QSPINLOCK_PENDING) | (seen & ~QSPINLOCK_PENDING);
	}
	if (val & (IS_ENABLED(FAULT_IGNORES_TAIL) ? QSPINLOCK_PENDING : ~QSPINLOCK_LOCKED_BYTE)) {
		if (!(val & QSPINLOCK_PENDING) && !IS_ENABLED(FAULT_NO_UNDO))
			WRITE_ONCE(((u8 *)&lock->val)[1], 0);
		goto queue;
	}
	if (val & QSPINLOCK_LOCKED_BYTE)
		atomic_cond_read_acquire(&lock->val, !(VAL & QSPINLOCK_LOCKED_BYTE));
	WRITE_ONCE(*(u16 *)&lock->val, QSPINLOCK_LOCKED);
	return;
queue:
	WRITE_ONCE(node->locked, 0);
	WRITE_ONCE(node->next, NULL);
	seen = queued_spin_trylock(lock);
	if (seen)
		return;
	prev = xchg_release(&((u16 *)&lock->val)[1], vpid << (QSPINLOCK_TAIL_SHIFT - 16));
	prev >>= QSPINLOCK_TAIL_SHIFT - 16;
	if (prev) {
		WRITE_ONCE(qspin_node_of(find_task_by_vpid(prev))->next, node);
		smp_cond_load_acquire(&node->locked, VAL);
		next = READ_ONCE(node->next);
	}
	if (IS_ENABLED(FAULT_ONLY_LOCKED))
		val = atomic_cond_read_acquire(&lock->val, !(VAL & QSPINLOCK_LOCKED_BYTE));
	else
		val = atomic_cond_read_acquire(&lock->val, !(VAL & QSPINLOCK_LOCKED_PENDING));
	if (val >> QSPINLOCK_TAIL_SHIFT == vpid) {
		if (IS_ENABLED(FAULT_BLIND_CLAIM)) {
			atomic_set(&lock->val, QSPINLOCK_LOCKED);
			goto release;
		}
		seen = atomic_cmpxchg_relaxed(&lock->val, val, QSPINLOCK_LOCKED);
		if (seen == val) {
			goto release;
		}
	}
	WRITE_ONCE(*(u8 *)&lock->val, QSPINLOCK_LOCKED);
	if (next == NULL)
		next = smp_cond_load_relaxed(&node->next, VAL);
	smp_store_release(&next->locked, 1);
release: ;
}
void queued_spin_lock(struct qspin *lock)
{
	u32 val;
	val = atomic_cmpxchg_acquire(&lock->val, 0, QSPINLOCK_LOCKED);
	if (val == 0) {
		return;
	}
	queued_spin_lock_slowpath(lock, val);
}
void queued_spin_unlock(struct qspin *lock)
{
	if (IS_ENABLED(FAULT_WHOLE_WORD))
		atomic_set_release(&lock->val, 0);
	else
		smp_store_release((u8 *)&lock->val, 0);
}
void qspinlock_worker(struct qspin *lock, u32 rounds)
{
	u32 role = role_of(current);
	u32 got;
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
