/* SPDX-License-Identifier: MIT */
/* What the cases of shared.c and readers.c are made of, beside cases.h: the word and the calls of readers. */
#ifndef LOCKSTEP_HARNESS_SHARED_H
#define LOCKSTEP_HARNESS_SHARED_H

#include "cases.h"

#define CASE_LIMIT 30       /* seconds; a busy machine is not a failure */
#define SHARED 0x20000000u  /* beside the number of readers */
#define LEAVING 0x10000000u /* SHARED_UNLOCK: the last reader is in FUTEX_UNLOCK_SHARED */
#define MOST 0x00ffffffu    /* readers */
#define OF_USERS 0x05000000u

static inline long read_lock(futex_word *word, u32 how)
{
	return call(word, LOCK_SHARED_OP | FUTEX_PRIVATE_FLAG, how, NULL);
}

static inline long read_unlock(futex_word *word)
{
	return call(word, UNLOCK_SHARED_OP | FUTEX_PRIVATE_FLAG, 0, NULL);
}

/* As a program does it: the last reader frees the word, or has the kernel do so; then what that returned. */
static inline long leave(futex_word *word)
{
	u32 seen = atomic_fetch_sub(word, 1) - 1;

	for (;;) {
		u32 wanted = seen & FUTEX_WAITERS ? seen | LEAVING : 0;

		if (!(seen & SHARED) || seen & (LEAVING | MOST))
			return 0;
		if (atomic_compare_exchange_weak(word, &seen, wanted))
			return wanted ? read_unlock(word) : 0;
	}
}

#endif
