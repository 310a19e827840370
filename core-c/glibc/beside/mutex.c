/* SPDX-License-Identifier: MIT */
/* pthread_mutex_t, normal and adaptive, and our text of 2.36 with its words where glibc has them, and glibc's numbers.
 */
#define _GNU_SOURCE
#include <errno.h>

#include "beside.h"
#include "locks/futex_hash_2010/futex_hash_2010.h"

/* This stands for the header of the text. */
#define LOCKSTEP_LOCKS_GLIBC_MUTEX_H
enum { GM_FIRST = 10, GM_MOST = 100, GM_LEARNS = 8, GM_BACKOFF = 16 };
enum { GM_LOCKS };

struct glibc_mutex {
	word lock, count, owner, nusers, kind;
	word spins; /* __spins and, always 0, __elision */
	word list[4];
	struct futex10_hash hash; /* the kernel's side, which the host's kernel is */
};

#include "locks/glibc_mutex/glibc_mutex.c"

static const char *misfit(void)
{
	if (offsetof(pthread_mutex_t, __data.__lock) != offsetof(struct glibc_mutex, lock))
		return "__lock";
	if (offsetof(pthread_mutex_t, __data.__owner) != offsetof(struct glibc_mutex, owner))
		return "__owner";
	if (offsetof(pthread_mutex_t, __data.__spins) != offsetof(struct glibc_mutex, spins))
		return "__spins";
	if (sizeof(pthread_mutex_t) != offsetof(struct glibc_mutex, hash))
		return "the end";
	return NULL;
}

static bool init(void *object, int kind)
{
	pthread_mutexattr_t attr;

	return !pthread_mutexattr_init(&attr) && !pthread_mutexattr_settype(&attr, kind) &&
	       !pthread_mutex_init(object, &attr);
}

static bool init_normal(void *object)
{
	return init(object, PTHREAD_MUTEX_TIMED_NP);
}

static bool init_adaptive(void *object)
{
	return init(object, PTHREAD_MUTEX_ADAPTIVE_NP);
}

static bool take_glibc(struct native_thread *self, u32 me, const struct request *r)
{
	(void)me, (void)r;
	return granted(self, pthread_mutex_lock((pthread_mutex_t *)self->run->mem), 0);
}

static void give_glibc(struct native_thread *self, u32 me, const struct request *r)
{
	(void)me, (void)r;
	granted(self, pthread_mutex_unlock((pthread_mutex_t *)self->run->mem), 0);
}

static bool take_ours(struct native_thread *self, u32 me, const struct request *r)
{
	(void)r;
	DO(gm_lock, (struct glibc_mutex *)self->run->mem);
	return true;
}

static void give_ours(struct native_thread *self, u32 me, const struct request *r)
{
	(void)r;
	DO(gm_unlock, (struct glibc_mutex *)self->run->mem);
}

static const char *rest(const void *object, const struct sums *sums)
{
	const pthread_mutex_t *mutex = object;

	if (mutex->__data.__lock)
		return "__lock";
	if (mutex->__data.__owner)
		return "__owner";
	if (mutex->__data.__nusers != (u32)(sums->locked - sums->unlocked))
		return "__nusers";
	if (mutex->__data.__elision)
		return "__elision";
	return NULL;
}

#define MUTEX(ours, theirs, begin)                                                                                     \
	{                                                                                                              \
		.variant = ours, .kind = theirs, .since = 5, .size = sizeof(struct glibc_mutex), .misfit = misfit,     \
		.init = begin, .take = {take_glibc, take_ours}, .give = {give_glibc, give_ours}, .rest = rest,         \
	}

const struct beside beside_normal = MUTEX("pthread-normal-2.36", "PTHREAD_MUTEX_TIMED_NP", init_normal);
const struct beside beside_adaptive = MUTEX("pthread-adaptive-2.36", "PTHREAD_MUTEX_ADAPTIVE_NP", init_adaptive);
