/* SPDX-License-Identifier: MIT */
/*
 * pthread_mutex_lock.c, pthread_mutex_unlock.c and lowlevellock.c beside our pthread-normal-2.36; with
 * OWN_TEXT_ADAPTIVE, beside pthread-adaptive-2.36.
 */
#include "glibc.h"

#include <futex-internal.h>
#include <lowlevellock.h>
#include <pthread_mutex_backoff.h>

#include "nptl/futex-internal.c"
#include "nptl/lowlevellock.c"
#include "nptl/pthread_mutex_lock.c"
#include "nptl/pthread_mutex_unlock.c"

#ifdef OWN_TEXT_ADAPTIVE
#define OURS "pthread-adaptive-2.36"
#define KIND PTHREAD_MUTEX_ADAPTIVE_NP
#else
#define OURS "pthread-normal-2.36"
#define KIND PTHREAD_MUTEX_TIMED_NP
#endif

static pthread_mutex_t mutex;

/* No elision is forced. */
int __lll_lock_elision(int *futex, short *adapt_count, int private)
{
	(void)futex, (void)adapt_count, (void)private;
	abort();
}

int __lll_unlock_elision(int *lock, int private)
{
	(void)lock, (void)private;
	abort();
}

OWN_GLUE bool glibc_left_out(const volatile void *at)
{
	return at == &mutex.__data.__kind;
}

static OWN_GLUE void reset(void)
{
	__builtin_memset(&mutex, 0, sizeof mutex);
	mutex.__data.__kind = KIND;
}

static OWN_GLUE void a_round(uint32_t tid, uint32_t role)
{
	(void)tid, (void)role;
	___pthread_mutex_lock(&mutex);
	own_work();
	___pthread_mutex_unlock(&mutex);
}

static OWN_GLUE bool word_at(uintptr_t at, struct own_word *out)
{
	if (at == (uintptr_t)&mutex.__data.__lock)
		*out = (struct own_word){.name = "lock"};
	else if (at == (uintptr_t)&mutex.__data.__owner)
		*out = (struct own_word){.name = "owner"};
	else if (at == (uintptr_t)&mutex.__data.__spins)
		*out = (struct own_word){.name = "spins", .whole = true};
	else
		return false;
	return true;
}

/* What its assertions ask under the lock; they are asked here, too, and end the program when they do not hold. */
static OWN_GLUE bool only_theirs(const struct own_word *word)
{
	return !__builtin_strcmp(word->name, "owner");
}

const struct own_text own_text = {
    .ours = OURS,
    .preempts = true,
    .sleeps = true,
    .orders = true,
    .signals = true,
    .waits = "futex10_wait",
    .wakes = "futex10_wake",
    .reset = reset,
    .round = a_round,
    .word_at = word_at,
    .only_theirs = only_theirs,
};
