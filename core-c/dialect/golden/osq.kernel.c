#include "osq.h"
struct osq_node *osq_wait_next(struct osq *lock, struct osq_node *prev)
{
	struct osq_node *node = osq_node_of(current);
	struct osq_node *seen, *next;
	for (;;) {
		seen = READ_ONCE(lock->tail);
		if (seen == node) {
			seen = cmpxchg_acquire(&lock->tail, node, prev);
			if (seen == node)
				return NULL;
		}
		next = READ_ONCE(node->next);
		if (next && !IS_ENABLED(FAULT_KEEPS_NEXT))
			next = xchg(&node->next, NULL);
		if (next)
			return next;
		cpu_relax();
	}
}
int osq_lock(struct osq *lock)
{
	struct osq_node *node = osq_node_of(current);
	u32 vpid = task_pid_vnr(current);
	struct osq_node *prev, *next;
	u32 seen;
	WRITE_ONCE(node->locked, 0);
	WRITE_ONCE(node->next, NULL);
	prev = xchg(&lock->tail, node);
	if (prev == NULL)
		return 1;
	WRITE_ONCE(node->prev, prev);
	smp_wmb();
	WRITE_ONCE(prev->next, node);
	seen = smp_cond_load_relaxed(&node->locked, VAL || need_resched());
	if (seen)
		goto head;
	for (;;) {
		seen = task_pid_vnr(osq_node_task(READ_ONCE(prev->next)));
		if (seen == vpid)
			seen = task_pid_vnr(osq_node_task(cmpxchg(&prev->next, node, NULL)));
		if (seen == vpid)
			break;
		if (!IS_ENABLED(FAULT_DEAF_LEAVER))
			seen = smp_load_acquire(&node->locked);
		if (seen && !IS_ENABLED(FAULT_DEAF_LEAVER))
			goto head;
		cpu_relax();
		prev = READ_ONCE(node->prev);
	}
	next = osq_wait_next(lock, prev);
	if (next) {
		WRITE_ONCE(next->prev, prev);
		WRITE_ONCE(prev->next, next);
	}
	return 0;
head:
	return 1;
}
void osq_unlock(struct osq *lock)
{
	struct osq_node *node = osq_node_of(current);
	struct osq_node *next;
	next = cmpxchg_release(&lock->tail, node, NULL);
	if (next != node && !IS_ENABLED(FAULT_CALLS_THE_LAST))
		next = xchg(&node->next, NULL);
	if (next == NULL && !IS_ENABLED(FAULT_NO_WAIT_FOR_LINK))
		next = osq_wait_next(lock, NULL);
	if (next && next != node)
		WRITE_ONCE(next->locked, 1);
}
void osq_worker(struct osq *lock, u32 rounds)
{
	u32 role = role_of(current);
	int head;
	while (rounds--) {
		do {
			preempt_disable();
			head = osq_lock(lock);
			if (head) {
				critical_section();
				osq_unlock(lock);
			}
			preempt_enable();
		} while (!head && role == OSQ_QUEUES_AGAIN);
	}
}
