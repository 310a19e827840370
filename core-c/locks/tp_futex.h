/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_LOCKS_TP_FUTEX_H
#define LOCKSTEP_LOCKS_TP_FUTEX_H

#include "../lockstep.h"

/* The lock word: owner's TID in 29 bits, three flags above it. */
#define TP_WAITERS 0x80000000u
#define TP_OWNER_DIED 0x40000000u
#define TP_SHARED 0x20000000u
#define TP_TID_MASK 0x1fffffffu
#define TP_SHARED_TID_MASK 0x3fffffffu

/* What FUTEX_LOCK returns: how it got the lock, sleeps from bit 16 up; or an error below 0. */
enum { TP_LOCK_STOLEN, TP_LOCK_ACQUIRED, TP_LOCK_HANDOFF };
enum { TP_EPERM = 1, TP_EINTR = 4, TP_EAGAIN = 11, TP_EINVAL = 22, TP_EDEADLK = 35, TP_ETIMEDOUT = 110 };

/* Roles, in the order of the letters in facts/tp_futex.c. */
enum { TP_PLAIN, TP_TIMED, TP_ROBUST };

struct tp_futex_node { /* of a task */
	word pi_lock;  /* task->pi_lock */
	word pi_state; /* the futex state hangs in task->pi_state_list */
	word wake_q;   /* task->wake_q.next: the thread on whose wake list it stands */
};

struct tp_futex {
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

	struct tp_futex_node node[NODES];
};

#endif
