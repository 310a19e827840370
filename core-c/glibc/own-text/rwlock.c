/* SPDX-License-Identifier: MIT */
/*
 * pthread_rwlock_common.c and pthread_rwlock_unlock.c beside our pthread-rwlock; with OWN_TEXT_WRITER or
 * OWN_TEXT_NONRECURSIVE, beside the variant of that kind.
 */
#include "glibc.h"

#include "nptl/futex-internal.c"
#include "nptl/pthread_rwlock_unlock.c"

#ifdef OWN_TEXT_WRITER
#define OURS "pthread-rwlock-writer"
#define KIND PTHREAD_RWLOCK_PREFER_WRITER_NP
#elif defined OWN_TEXT_NONRECURSIVE
#define OURS "pthread-rwlock-nonrecursive"
#define KIND PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP
#else
#define OURS "pthread-rwlock"
#define KIND PTHREAD_RWLOCK_PREFER_READER_NP
#endif

enum { WRITES, READS, WRITES_FOR_A_TIME, READS_FOR_A_TIME, ROLES }; /* as our text numbers them */

static pthread_rwlock_t lock;
static const struct timespec later = {.tv_sec = 1}; /* it passes when ours does */

OWN_GLUE bool glibc_left_out(const volatile void *at)
{
	(void)at;
	return false;
}

static OWN_GLUE void reset(void)
{
	__builtin_memset(&lock, 0, sizeof lock);
	lock.__data.__flags = KIND;
}

static OWN_GLUE int take(uint32_t role)
{
	const struct timespec *limit = role == WRITES_FOR_A_TIME || role == READS_FOR_A_TIME ? &later : NULL;

	if (role == WRITES || role == WRITES_FOR_A_TIME)
		return __pthread_rwlock_wrlock_full64(&lock, CLOCK_REALTIME, limit);
	return __pthread_rwlock_rdlock_full64(&lock, CLOCK_REALTIME, limit);
}

static OWN_GLUE void a_round(uint32_t tid, uint32_t role)
{
	(void)tid;
	if (take(role) != 0)
		return;
	own_work();
	___pthread_rwlock_unlock(&lock);
}

static OWN_GLUE bool word_at(uintptr_t at, struct own_word *out)
{
	if (at == (uintptr_t)&lock.__data.__readers)
		*out = (struct own_word){.name = "readers"};
	else if (at == (uintptr_t)&lock.__data.__writers)
		*out = (struct own_word){.name = "writers"};
	else if (at == (uintptr_t)&lock.__data.__wrphase_futex)
		*out = (struct own_word){.name = "wrphase_futex"};
	else if (at == (uintptr_t)&lock.__data.__writers_futex)
		*out = (struct own_word){.name = "writers_futex"};
	else if (at == (uintptr_t)&lock.__data.__cur_writer)
		*out = (struct own_word){.name = "cur_writer"};
	else
		return false;
	return true;
}

const struct own_text own_text = {
    .ours = OURS,
    .preempts = true,
    .sleeps = true,
    .orders = true,
    .signals = true,
    .timeouts = true,
    .roles = ROLES,
    .waits = "futex17_wait",
    .wakes = "futex17_wake",
    .reset = reset,
    .round = a_round,
    .word_at = word_at,
};
