/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_LOCKS_FUTEX_HASH_2010_H
#define LOCKSTEP_LOCKS_FUTEX_HASH_2010_H

#include "lockstep.h"

/* The kernel hashes the key and has 256 buckets in all. Here: the words with odd addresses, and those with even ones.
 */
#define FUTEX10_BUCKETS 2
#define FUTEX10_BUCKET(uaddr) (((uaddr)-1) % FUTEX10_BUCKETS)

/* What the calls return, beside how many threads were woken. */
enum { FUTEX10_EINTR = 4, FUTEX10_EAGAIN = 11, FUTEX10_ETIMEDOUT = 110 };

struct futex10_q { /* of a task that waits, on its stack */
	word key;
	word lock_ptr;
};

struct futex10_bucket {
	word lock;
	list chain;
};

struct futex10_hash {
	struct futex10_bucket bucket[FUTEX10_BUCKETS];
	struct futex10_q q[NODES];
};

#endif
