#include "mcs.h"
void mspin_lock(struct mcs *lock)
{
	struct mcs_node *node = mcs_node_of(current);
	struct mcs_node *prev;
	if (!IS_ENABLED(FAULT_LATE_INIT)) {
		node->locked = 0;
		node->next = NULL;
	}
	if (!IS_ENABLED(FAULT_TORN_SWAP)) {
		prev = xchg(&lock->tail, node);
	} else {
		prev = ACCESS_ONCE(lock->tail);
		ACCESS_ONCE(lock->tail) = node;
	}
	if (IS_ENABLED(FAULT_LATE_INIT)) {
		node->locked = 0;
		node->next = NULL;
	}
	if (prev == NULL) {
		node->locked = 1;
		return;
	}
	ACCESS_ONCE(prev->next) = node;
	smp_wmb();
	if (IS_ENABLED(FAULT_MEND_ORDERS))
		smp_cond_load_acquire(&node->locked, VAL);
	else
		while (!ACCESS_ONCE(node->locked))
			arch_mutex_cpu_relax();
}
void mspin_unlock(struct mcs *lock)
{
	struct mcs_node *node = mcs_node_of(current);
	struct mcs_node *next, *old;
	next = ACCESS_ONCE(node->next);
	if (next == NULL) {
		old = cmpxchg(&lock->tail, node, NULL);
		if (old == node || IS_ENABLED(FAULT_NO_WAIT_FOR_LINK)) {
			return;
		}
		while (!(next = ACCESS_ONCE(node->next)))
			arch_mutex_cpu_relax();
	}
	if (IS_ENABLED(FAULT_MEND_ORDERS))
		smp_store_release(&next->locked, 1);
	else
		{ ACCESS_ONCE(next->locked) = 1; smp_wmb(); }
}
void mcs_worker(struct mcs *lock, u32 rounds)
{
	while (rounds--) {
		mspin_lock(lock);
		critical_section();
		mspin_unlock(lock);
	}
}
