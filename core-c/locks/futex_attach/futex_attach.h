/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_LOCKS_FUTEX_ATTACH_H
#define LOCKSTEP_LOCKS_FUTEX_ATTACH_H

#include "locks/wake_q/wake_q.h"
#include "lockstep.h"

/*
 * Of each hash only the buckets are here that the words of this lock fall into: one of the 256 for each
 * CPU of the global hash, one of the 16 of a process's first hash, two of the 32 of its next. With
 * attached futexes, bucket 1, 2 and 3 belong to the global states of one futex each.
 */
#define FA_BUCKETS 4
#define FA_GLOBAL 0
#define FA_SMALL_BUCKET 1
#define FA_FIRST_STATE 1

/* The hashes, as cur and next name them. */
enum { FA_SMALL_HASH, FA_LARGE_HASH, FA_HASHES };
#define FA_BUCKET_IN(hash, uaddr) ((hash) == FA_LARGE_HASH ? 1 + (uaddr) : FA_SMALL_BUCKET)
#define FA_HASH_OF(bucket) ((bucket) == FA_SMALL_BUCKET ? FA_SMALL_HASH : FA_LARGE_HASH)
#define FA_OTHER_PROCESS 3 /* address of the word that is no private futex */

/* What the calls return, beside how many threads were woken. */
enum { FA_EINTR = 4, FA_EAGAIN = 11, FA_EINVAL = 22, FA_ETIMEDOUT = 110 };

struct fa_q { /* of a task that waits, on its stack; and the slot of its thread-local hash */
	word key;
	word lock_ptr;
	word slot_of;
	word slot_bucket;
};

struct fa_bucket {
	word of;
	word refs;
	word waiters;
	word lock;
	list chain;
};

struct fa_hash {
	word users;
};

struct futex_attach {
	/* in user memory: three mutexes that have nothing to do with each other. The subject is the first */
	word futex;
	word collides; /* of the same process */
	word shared;   /* between processes */

	struct fa_bucket bucket[FA_BUCKETS];

	/* of the process */
	word cur;
	word next;
	word resizing;
	struct fa_hash hash[FA_HASHES];

	struct fa_q q[NODES];
	struct wake_q tasks;
};

/* Roles, in the order of the ROLE lines. */
enum { FA_LOCKS, FA_TIMED, FA_LATE, FA_GROWS, FA_COLLIDES, FA_SHARED };

#endif
