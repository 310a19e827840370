/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_LOCKS_FUTEX_LOCK_H
#define LOCKSTEP_LOCKS_FUTEX_LOCK_H

#include "locks/futex_hash_2010/futex_hash_2010.h"
#include "lockstep.h"

/* The lock word: the owner's TID, two flags above it. */
#define FL_WAITERS 0x80000000u
#define FL_OWNER_DIED 0x40000000u
#define FL_TID_MASK 0x3fffffffu

/* Roles, in the order of the ROLE lines. */
enum { FL_LOCKS, FL_TIMED, FL_ROBUST };

struct futex_lock {
	word futex; /* in user memory */

	word spinner; /* version 2: who may spin in the kernel */
	struct futex10_hash hash;
};

#endif
