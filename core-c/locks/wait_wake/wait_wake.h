/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_LOCKS_WAIT_WAKE_H
#define LOCKSTEP_LOCKS_WAIT_WAKE_H

#include "locks/futex_hash/futex_hash.h"
#include "lockstep.h"

struct wait_wake {
	/* in user memory: three mutexes that have nothing to do with each other. The subject is the first */
	word futex;
	word apart;    /* falls into the other bucket */
	word collides; /* falls into the same bucket */

	struct futex_hash hash;
};

/* Roles, in the order of the ROLE lines. */
enum { WW_LOCKS, WW_TIMED, WW_LOCKS_APART, WW_COLLIDES };

#endif
