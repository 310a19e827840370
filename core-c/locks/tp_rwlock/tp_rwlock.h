/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_LOCKS_TP_RWLOCK_H
#define LOCKSTEP_LOCKS_TP_RWLOCK_H

#include "locks/osq/osq.h"
#include "locks/wake_q/wake_q.h"
#include "lockstep.h"

/*
 * The lock word: a writer's TID in 29 bits, or SHARED and a count of readers in 24; bits 24 to 27
 * are free for user space. Two flags above it.
 */
#define TPR_WAITERS 0x80000000u
#define TPR_OWNER_DIED 0x40000000u
#define TPR_SHARED 0x20000000u
#define TPR_SHARED_UNLOCK 0x10000000u
#define TPR_TID_MASK 0x1fffffffu
#define TPR_SHARED_TID_MASK 0x3fffffffu
#define TPR_SCNT_MASK 0x00ffffffu
#define TPR_SHARED_SCNT_MASK 0x20ffffffu

/* What the lock calls return: how the lock was got, or an error below 0. */
enum { TPR_LOCK_STOLEN, TPR_LOCK_ACQUIRED, TPR_LOCK_HANDOFF };
enum { TPR_EPERM = 1, TPR_EINTR = 4, TPR_EINVAL = 22, TPR_EDEADLK = 35 };

/* Roles, in the order of the ROLE lines. */
enum { TPR_WRITES, TPR_READS };

struct tp_rwlock_node { /* of a task */
	word pi_lock;   /* task->pi_lock */
	word pi_state;  /* the futex state hangs in task->pi_state_list */
};

struct tp_rwlock {
	word futex; /* in user memory */

	/* of the hash bucket */
	word fs_lock;

	/* struct futex_state: exists while refcount is not 0 */
	word refcount;
	word mutex;
	list mutex_queue;
	word mutex_owner;
	word owner;
	word handoff_pid;
	word first_reader;
	struct osq reader_osq;

	struct tp_rwlock_node node[NODES];
	struct wake_q tasks; /* what the kernel keeps in the task_struct as well */
};

#endif
