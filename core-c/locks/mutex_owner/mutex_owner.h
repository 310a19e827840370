/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_LOCKS_MUTEX_OWNER_H
#define LOCKSTEP_LOCKS_MUTEX_OWNER_H

#include "locks/osq/osq.h"
#include "locks/wake_q/wake_q.h"
#include "lockstep.h"

/* The owner word. The kernel has a task's address above the flags; here it is a thread's number. */
#define MUTEX_FLAG_WAITERS 1u
#define MUTEX_FLAG_HANDOFF 2u
#define MUTEX_FLAG_PICKUP 4u
#define MUTEX_FLAGS 7u
#define MUTEX_TASK_SHIFT 3
#define MUTEX_TASK(tid) ((u32)(tid) << MUTEX_TASK_SHIFT)
#define MUTEX_TASK_OF(owner) ((owner) >> MUTEX_TASK_SHIFT)

struct mutex612 {
	word owner;
	word wait_lock;
	struct osq osq;
	list wait_list;
	struct wake_q tasks; /* what the kernel keeps in the task_struct */
};

/* The roles of the workload, in the order of the ROLE lines. */
enum mutex612_role { MUTEX612_LOCKS, MUTEX612_LOCKS_INTERRUPTIBLY, MUTEX612_TRIES, MUTEX612_TRIES_INSIDE };

#define MUTEX612_EINTR 4

#endif
