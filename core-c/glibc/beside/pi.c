/* SPDX-License-Identifier: MIT */
/* pthread_mutex_t with PTHREAD_PRIO_INHERIT, and our futex_pi: in both the lock word comes first, and is the kernel's.
 */
#define _GNU_SOURCE
#include <errno.h>

#include "beside.h"
#include "locks/futex_pi/futex_pi.h"

_Static_assert(sizeof(pthread_mutex_t) <= sizeof(struct futex_pi), "room for glibc's words");

static const char *misfit(void)
{
	return offsetof(pthread_mutex_t, __data.__lock) != offsetof(struct futex_pi, futex) ? "__lock" : NULL;
}

static bool init(void *object)
{
	pthread_mutexattr_t attr;

	return !pthread_mutexattr_init(&attr) && !pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_INHERIT) &&
	       !pthread_mutex_init(object, &attr);
}

static bool take_glibc(struct native_thread *self, u32 me, const struct request *r)
{
	pthread_mutex_t *mutex = (pthread_mutex_t *)self->run->mem;
	struct timespec until;

	(void)me;
	if (!r->timed)
		return granted(self, pthread_mutex_lock(mutex), 0);
	until = after_timeout(self);
	return granted(self, pthread_mutex_timedlock(mutex, &until), ETIMEDOUT);
}

static void give_glibc(struct native_thread *self, u32 me, const struct request *r)
{
	(void)me, (void)r;
	granted(self, pthread_mutex_unlock((pthread_mutex_t *)self->run->mem), 0);
}

static bool take_ours(struct native_thread *self, u32 me, const struct request *r)
{
	u32 got;

	self->role = r->timed ? PI_TIMED : PI_PLAIN;
	CALL(got, pi_mutex_lock, (struct futex_pi *)self->run->mem);
	return got;
}

/* The switches of futex_pi are of the kernel's side, which the host's kernel is: this fault is of the user's. */
static void give_ours(struct native_thread *self, u32 me, const struct request *r)
{
	struct futex_pi *lk = (struct futex_pi *)self->run->mem;

	(void)r;
	if (self->run->switches & PLANTED_IN_GLUE)
		atomic_store(&lk->futex.v, 0);
	else
		DO(pi_mutex_unlock, lk);
}

static const char *rest(const void *object, const struct sums *sums)
{
	const pthread_mutex_t *mutex = object;

	if (mutex->__data.__lock)
		return "__lock";
	if (mutex->__data.__owner && !sums->crossed)
		return "__owner";
	if (mutex->__data.__nusers != (u32)(sums->locked - sums->unlocked))
		return "__nusers";
	return NULL;
}

const struct beside beside_pi = {
    .variant = "futex-pi",
    .kind = "PTHREAD_PRIO_INHERIT",
    .since = 5,
    .times = EVERYBODY,
    .size = sizeof(struct futex_pi),
    .misfit = misfit,
    .init = init,
    .take = {take_glibc, take_ours},
    .give = {give_glibc, give_ours},
    .rest = rest,
};
