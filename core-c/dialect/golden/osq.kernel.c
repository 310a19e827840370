#include "osq.h"
struct osq_node *osq_wait_next(struct osq *lock, struct osq_node *prev) { struct osq_node *node = osq_node_of(current); struct osq_node *seen, *next;
	for (;;) {
		seen = READ_ONCE(lock->tail);
		if (seen == node) {
			seen = cmpxchg_acquire(&lock->tail, node, prev);
			if (seen == node)
				return NULL;
		}
		next = READ_ONCE(node->next);
		if (next) {
			next = xchg(&node->next, NULL);
			if (next)
				return next;
		}
		cpu_relax();
	}
}
int osq_lock(struct osq *lock) { struct osq_node *node = osq_node_of(current); struct osq_node *prev, *seen_node, *next; u32 seen;
	WRITE_ONCE(node->locked, 0);
	WRITE_ONCE(node->next, NULL);
	prev = xchg(&lock->tail, node);
	if (prev == NULL)
		return 1;
	WRITE_ONCE(node->prev, prev);
	smp_store_release(&prev->next, node);
	seen = smp_cond_load_relaxed(&node->locked, VAL || need_resched());
	if (seen) {
		return 1;
	}
	for (;;) {
		seen_node = READ_ONCE(prev->next);
		if (seen_node == node) {
			seen_node = cmpxchg(&prev->next, node, NULL);
			if (seen_node == node)
				break;
		}
		seen = smp_load_acquire(&node->locked);
		if (seen) {
			return 1;
		}
		cpu_relax();
		prev = READ_ONCE(node->prev);
	}
	next = osq_wait_next(lock, prev);
	if (next) {
		WRITE_ONCE(next->prev, prev);
		WRITE_ONCE(prev->next, next);
	}
	return 0;
}
void osq_unlock(struct osq *lock) { struct osq_node *node = osq_node_of(current); struct osq_node *next;
	next = cmpxchg_release(&lock->tail, node, NULL);
	if (next != node) {
		next = xchg(&node->next, NULL);
		if (next == NULL)
			next = osq_wait_next(lock, NULL);
		if (next)
			WRITE_ONCE(next->locked, 1);
	}
}
