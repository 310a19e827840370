/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_LOCKS_FUTEX_PI_H
#define LOCKSTEP_LOCKS_FUTEX_PI_H

#include "locks/rt_mutex/rt_mutex.h"
#include "lockstep.h"

#define PI_WAITERS 0x80000000u
#define PI_OWNER_DIED 0x40000000u
#define PI_TID_MASK 0x3fffffffu

/* task->flags */
#define PI_EXITING 0x00000004u
#define PI_EXITPIDONE 0x04000000u

enum { PI_EPERM = 1, PI_ESRCH = 3, PI_EINTR = 4, PI_EAGAIN = 11, PI_EINVAL = 22, PI_EDEADLK = 35, PI_ETIMEDOUT = 110 };

/* Roles, in the order of the ROLE lines. */
enum { PI_PLAIN, PI_TIMED, PI_ROBUST };

struct futex_pi_node {   /* of a task */
	word exit_flags; /* task->flags: PF_EXITING, PF_EXITPIDONE */
	word pi_lock;    /* task->pi_lock */
	word pi_state;   /* the pi_state hangs in task->pi_state_list */
};

struct futex_pi {
	word futex; /* in user memory */

	/* of the hash bucket */
	word hb_lock;
	list chain;

	/* struct futex_pi_state: exists while refcount is not 0 */
	word refcount;
	word pi_owner;
	struct rt_mutex pi_mutex;

	struct futex_pi_node node[NODES];
};

#endif
