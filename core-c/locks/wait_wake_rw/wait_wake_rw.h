/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_LOCKS_WAIT_WAKE_RW_H
#define LOCKSTEP_LOCKS_WAIT_WAKE_RW_H

#include "locks/futex_hash/futex_hash.h"
#include "lockstep.h"

/* struct rwlock of the benchmark: three words, of which the lowest byte is also written alone. */
#define WWRW_WLOCKED 1u
#define WWRW_READER 0x100u
#define WWRW_CONTEND 1u
#define WWRW_EC_INC 0x100u
#define WWRW_EC_SHORT 0x20000000u /* instead, so that 8 events make a counter 0 again */

struct wait_wake_rw {
	/* in user memory */
	word lock;
	word write_ec;
	word read_ec;

	struct futex_hash hash;
};

/* Roles, in the order of the ROLE lines. */
enum { WWRW_WRITES, WWRW_READS, WWRW_TIMED_WRITES, WWRW_TIMED_READS };

#endif
