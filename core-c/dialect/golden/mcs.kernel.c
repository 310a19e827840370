#include "mcs.h"
void mspin_lock(struct mcs *lock)
{
	struct mcs_node *node = mcs_node_of(current);
	struct mcs_node *prev;
	if (!IS_ENABLED(FAULT_LATE_INIT)) {
		WRITE_ONCE(node->locked, 0);
		WRITE_ONCE(node->next, NULL);
	}
	if (!IS_ENABLED(FAULT_TORN_SWAP)) {
		prev = xchg(&lock->tail, node);
	} else {
		prev = READ_ONCE(lock->tail);
		WRITE_ONCE(lock->tail, node);
	}
	if (IS_ENABLED(FAULT_LATE_INIT)) {
		WRITE_ONCE(node->locked, 0);
		WRITE_ONCE(node->next, NULL);
	}
	if (prev == NULL) {
		WRITE_ONCE(node->locked, 1);
		return;
	}
	WRITE_ONCE(prev->next, node);
	if (IS_ENABLED(FAULT_MEND_ORDERS))
		smp_cond_load_acquire(&node->locked, VAL);
	else
		smp_cond_load_relaxed(&node->locked, VAL);
}
void mspin_unlock(struct mcs *lock)
{
	struct mcs_node *node = mcs_node_of(current);
	struct mcs_node *next, *old;
	next = READ_ONCE(node->next);
	if (next == NULL) {
		old = cmpxchg(&lock->tail, node, NULL);
		if (old == node || IS_ENABLED(FAULT_NO_WAIT_FOR_LINK)) {
			return;
		}
		next = smp_cond_load_relaxed(&node->next, VAL);
	}
	if (IS_ENABLED(FAULT_MEND_ORDERS))
		smp_store_release(&next->locked, 1);
	else
		WRITE_ONCE(next->locked, 1);
}
void mcs_worker(struct mcs *lock, u32 rounds)
{
	while (rounds--) {
		mspin_lock(lock);
		critical_section();
		mspin_unlock(lock);
	}
}
