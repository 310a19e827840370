/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_LOCKS_FUTEX_HASH_H
#define LOCKSTEP_LOCKS_FUTEX_HASH_H

#include "locks/wake_q/wake_q.h"
#include "lockstep.h"

/*
 * The kernel hashes the address and has 256 buckets for each CPU. Here are so few that words of one
 * lock collide when somebody wants to see that: the words with odd addresses, and those with even ones.
 */
#define FUTEX_BUCKETS 2
#define FUTEX_BUCKET(uaddr) (((uaddr)-1) % FUTEX_BUCKETS)

/* What the calls return, beside how many threads were woken. */
enum { FUTEX_EINTR = 4, FUTEX_EAGAIN = 11, FUTEX_ETIMEDOUT = 110 };
#define FUTEX_WAKE_ALL 0x7fffffffu

/* What a caller may break, as the fault that its lock plants; 0 leaves the call whole. */
enum {
	FUTEX_READS_EARLY = 1,    /* FUTEX_WAIT reads the word before it counts itself as a waiter */
	FUTEX_NO_RECHECK = 2,     /* FUTEX_WAIT does not compare the word at all */
	FUTEX_READS_UNLOCKED = 4, /* FUTEX_WAIT compares the word before it has the bucket's lock */
	FUTEX_LOOKED_EARLY = 8, /* FUTEX_WAKE relies on a look at the count that was made before the word was written */
	FUTEX_FIRST_ONLY = 16,  /* FUTEX_WAKE looks at the first of the chain alone */
};

struct futex_q { /* of a task that waits, on its stack */
	word key;
	word lock_ptr;
};

struct futex_bucket {
	word waiters;
	word lock;
	list chain;
};

struct futex_hash {
	struct futex_bucket bucket[FUTEX_BUCKETS];
	struct futex_q q[NODES];
	struct wake_q tasks;
};

#endif
