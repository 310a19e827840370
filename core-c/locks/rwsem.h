/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_LOCKS_RWSEM_H
#define LOCKSTEP_LOCKS_RWSEM_H

#include "../lockstep.h"

/* The count word. */
#define RWSEM_WRITER_LOCKED 0x001u
#define RWSEM_FLAG_WAITERS 0x002u
#define RWSEM_FLAG_HANDOFF 0x004u /* from patch 07 on */
#define RWSEM_READER_BIAS 0x100u
#define RWSEM_READER_SHIFT 8
#define RWSEM_READER_MASK (~(RWSEM_READER_BIAS - 1))
#define RWSEM_LOCK_MASK (RWSEM_WRITER_LOCKED | RWSEM_READER_MASK)
/* HANDOFF is never set before patch 07, so the mask of 07 serves both variants. */
#define RWSEM_READ_FAILED_MASK (RWSEM_WRITER_LOCKED | RWSEM_FLAG_WAITERS | RWSEM_FLAG_HANDOFF)

/* The owner word: 0, a writer's number, or this. 1 in the kernel; here a bit above the numbers. */
#define RWSEM_READER_OWNED (LS_MAX_THREADS < 0x20 ? 0x20u : 0x40u)
_Static_assert(LS_MAX_THREADS < RWSEM_READER_OWNED, "no writer has the readers' number");
_Static_assert(LS_MAX_THREADS < 8 * sizeof(tasks), "a bit for each thread");

/* Three things that the kernel keeps elsewhere: the waiter on its thread's stack, the
 * place in a wake list in the task, the spinner's node one per CPU (a thread here is
 * its own CPU). */
struct rwsem_node {
	word task; /* of the waiter: 0 once a reader has been granted the lock */
	word type; /* of the waiter: enum rwsem_waiter_type */
	word wake_q; /* of the task: who has it on the wake list, 0 = nobody */
	word next; /* of the spinner */
	word prev;
	word locked;
};

struct rwsem17 {
	word count;
	list wait_list;
	word wait_lock;
	word osq;
	word owner;
	struct rwsem_node node[NODES];
};

enum rwsem_waiter_type { RWSEM_WAITING_FOR_WRITE, RWSEM_WAITING_FOR_READ };
enum rwsem_wake_type { RWSEM_WAKE_ANY, RWSEM_WAKE_READERS, RWSEM_WAKE_READ_OWNED };

/* The roles of the workload, in the order of facts/rwsem.c. */
enum rwsem_role { RWSEM_WRITES, RWSEM_READS, RWSEM_DOWNGRADES, RWSEM_WRITES_KILLABLY, RWSEM_READS_KILLABLY };

#define RWSEM_EINTR 4

#endif
