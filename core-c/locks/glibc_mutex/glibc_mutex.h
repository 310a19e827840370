/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_LOCKS_GLIBC_MUTEX_H
#define LOCKSTEP_LOCKS_GLIBC_MUTEX_H

#include "locks/futex_hash_2010/futex_hash_2010.h"
#include "lockstep.h"

/* glibc spins 10 times at first and 100 times at most, learns by eighths and backs off up to 16 pauses. Here: */
enum { GM_FIRST = 3, GM_MOST = 5, GM_LEARNS = 2, GM_BACKOFF = 2 };

struct glibc_mutex { /* struct __pthread_mutex_s, in user memory */
	word lock;
	word owner;
	word spins;

	struct futex10_hash hash;
};

enum { GM_LOCKS };

#endif
