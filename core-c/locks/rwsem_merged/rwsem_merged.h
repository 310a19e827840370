/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_LOCKS_RWSEM_MERGED_H
#define LOCKSTEP_LOCKS_RWSEM_MERGED_H

#include "locks/osq/osq.h"
#include "locks/wake_q/wake_q.h"
#include "lockstep.h"

/* The count word. With the 32 bits of a long on a 32-bit machine: bit 31 is READFAIL, and is never reached here. */
#define RWSEM19_WRITER_LOCKED 0x001u
#define RWSEM19_FLAG_WAITERS 0x002u
#define RWSEM19_FLAG_HANDOFF 0x004u
#define RWSEM19_RESERVED_BITS 0x0f8u
#define RWSEM19_READER_BIAS 0x100u
#define RWSEM19_READER_SHIFT 8
#define RWSEM19_READER_MASK (~(RWSEM19_READER_BIAS - 1))
#define RWSEM19_LOCK_MASK (RWSEM19_WRITER_LOCKED | RWSEM19_READER_MASK)
#define RWSEM19_FLAG_READFAIL 0x80000000u
#define RWSEM19_READ_FAILED_MASK                                                                                       \
	(RWSEM19_WRITER_LOCKED | RWSEM19_FLAG_WAITERS | RWSEM19_FLAG_HANDOFF | RWSEM19_FLAG_READFAIL)

/* The owner word: a task, and flags in the bits that its alignment leaves free. A task is a number here. */
#define RWSEM19_READER_OWNED 0x1u
#define RWSEM19_NONSPINNABLE 0x2u    /* WR_NONSPINNABLE in 5.3 */
#define RWSEM19_RD_NONSPINNABLE 0x4u /* 5.3 */
#define RWSEM19_TASK_SHIFT 4
#define RWSEM19_TASK(tid) ((u32)(tid) << RWSEM19_TASK_SHIFT)
#define RWSEM19_TASK_OF(owner) ((owner) >> RWSEM19_TASK_SHIFT)

/* In the kernel on its thread's stack. */
struct rwsem19_waiter {
	word task;        /* 0 once a reader has been granted the lock */
	word type;        /* enum rwsem19_waiter_type */
	word handoff_set; /* 6.12 */
	word last_rowner; /* 5.3 */
};

struct rwsem19 {
	word count;
	word owner;
	struct osq osq;
	word wait_lock;
	list wait_list;
	struct rwsem19_waiter waiter[NODES];
	struct wake_q tasks; /* what the kernel keeps in the task_struct */
};

enum rwsem19_waiter_type { RWSEM19_WAITING_FOR_WRITE, RWSEM19_WAITING_FOR_READ };
enum rwsem19_wake_type { RWSEM19_WAKE_ANY, RWSEM19_WAKE_READERS, RWSEM19_WAKE_READ_OWNED };
enum rwsem19_owner_state {
	RWSEM19_OWNER_NULL = 1,
	RWSEM19_OWNER_WRITER = 2,
	RWSEM19_OWNER_READER = 4,
	RWSEM19_OWNER_NONSPINNABLE = 8
};
/* What a queued writer of 5.3 knows of its place. */
enum rwsem19_writer_state { RWSEM19_NOT_FIRST, RWSEM19_FIRST, RWSEM19_HANDOFF, RWSEM19_KILLED };

/* The roles of the workload, in the order of the ROLE lines. */
enum rwsem19_role {
	RWSEM19_WRITES,
	RWSEM19_READS,
	RWSEM19_DOWNGRADES,
	RWSEM19_WRITES_KILLABLY,
	RWSEM19_READS_KILLABLY
};

#define RWSEM19_EINTR 4

#endif
