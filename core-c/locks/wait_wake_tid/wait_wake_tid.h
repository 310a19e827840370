/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_LOCKS_WAIT_WAKE_TID_H
#define LOCKSTEP_LOCKS_WAIT_WAKE_TID_H

#include "locks/futex_hash/futex_hash.h"
#include "lockstep.h"

#define WW2_WAITERS 0x80000000u
#define WW2_TID_MASK 0x3fffffffu

struct wait_wake_tid {
	word futex; /* in user memory */

	struct futex_hash hash;
};

/* Roles, in the order of the ROLE lines. */
enum { WW2_LOCKS, WW2_TIMED };

#endif
