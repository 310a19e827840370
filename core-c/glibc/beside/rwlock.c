/* SPDX-License-Identifier: MIT */
/* pthread_rwlock_t in its three kinds, and our text of 2.36 with its words where glibc has them. */
#define _GNU_SOURCE
#include <errno.h>

#include "beside.h"
#include "locks/futex_hash/futex_hash.h"

/* The header of the text, but for its structure. */
#define glibc_rwlock glibc_rwlock_of_the_model
#include "locks/glibc_rwlock/glibc_rwlock.h"
#undef glibc_rwlock

struct glibc_rwlock {
	word readers, writers, wrphase_futex, writers_futex;
	word pad3, pad4;
	word cur_writer;
	word other[7];
	struct futex_hash hash; /* the kernel's side, which the host's kernel is */
};

#include "locks/glibc_rwlock/glibc_rwlock.c"

#define AT_ITS_PLACE(member) (offsetof(pthread_rwlock_t, __data.__##member) == offsetof(struct glibc_rwlock, member))

static const char *misfit(void)
{
	if (!AT_ITS_PLACE(readers))
		return "__readers";
	if (!AT_ITS_PLACE(writers))
		return "__writers";
	if (!AT_ITS_PLACE(wrphase_futex))
		return "__wrphase_futex";
	if (!AT_ITS_PLACE(writers_futex))
		return "__writers_futex";
	if (!AT_ITS_PLACE(cur_writer))
		return "__cur_writer";
	if (sizeof(pthread_rwlock_t) != offsetof(struct glibc_rwlock, hash))
		return "the end";
	return NULL;
}

static bool init(void *object, int kind)
{
	pthread_rwlockattr_t attr;

	return !pthread_rwlockattr_init(&attr) && !pthread_rwlockattr_setkind_np(&attr, kind) &&
	       !pthread_rwlock_init(object, &attr);
}

static bool init_reader(void *object)
{
	return init(object, PTHREAD_RWLOCK_PREFER_READER_NP);
}

static bool init_writer(void *object)
{
	return init(object, PTHREAD_RWLOCK_PREFER_WRITER_NP);
}

static bool init_nonrecursive(void *object)
{
	return init(object, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
}

static bool take_glibc(struct native_thread *self, u32 me, const struct request *r)
{
	pthread_rwlock_t *lock = (pthread_rwlock_t *)self->run->mem;
	bool write = r->holds == LS_HOLDS_WRITE;
	struct timespec until;

	(void)me;
	if (!r->timed)
		return granted(self, write ? pthread_rwlock_wrlock(lock) : pthread_rwlock_rdlock(lock), 0);
	until = after_timeout(self);
	return granted(self,
		       write ? pthread_rwlock_timedwrlock(lock, &until) : pthread_rwlock_timedrdlock(lock, &until),
		       ETIMEDOUT);
}

static void give_glibc(struct native_thread *self, u32 me, const struct request *r)
{
	(void)me, (void)r;
	granted(self, pthread_rwlock_unlock((pthread_rwlock_t *)self->run->mem), 0);
}

static bool take_ours(struct native_thread *self, u32 me, const struct request *r)
{
	struct glibc_rwlock *lk = (struct glibc_rwlock *)self->run->mem;
	u32 ret;

	if (r->holds == LS_HOLDS_WRITE) {
		self->role = r->timed ? GR_TIMED_WRITES : GR_WRITES;
		CALL(ret, gr_wrlock, lk);
	} else {
		self->role = r->timed ? GR_TIMED_READS : GR_READS;
		CALL(ret, gr_rdlock, lk);
	}
	return granted(self, (int)ret, r->timed ? FUTEX_ETIMEDOUT : 0);
}

static void give_ours(struct native_thread *self, u32 me, const struct request *r)
{
	(void)r;
	DO(gr_unlock, (struct glibc_rwlock *)self->run->mem);
}

static const char *rest(const void *object, const struct sums *sums)
{
	const pthread_rwlock_t *lock = object;

	(void)sums;
	if (lock->__data.__readers & ~GR_WRPHASE)
		return "__readers";
	if (lock->__data.__writers)
		return "__writers";
	if ((lock->__data.__wrphase_futex & ~GR_FUTEX_USED) != (lock->__data.__readers & GR_WRPHASE))
		return "__wrphase_futex";
	if (lock->__data.__writers_futex)
		return "__writers_futex";
	if (lock->__data.__cur_writer)
		return "__cur_writer";
	return NULL;
}

#define RWLOCK(ours, theirs, first, timed, begin)                                                                      \
	{                                                                                                              \
		.variant = ours, .kind = theirs, .since = first, .reads = true, .times = timed,                        \
		.size = sizeof(struct glibc_rwlock), .misfit = misfit, .init = begin, .take = {take_glibc, take_ours}, \
		.give = {give_glibc, give_ours}, .rest = rest,                                                         \
	}

const struct beside beside_reader = RWLOCK("pthread-rwlock", "PREFER_READER", 25, EVERYBODY, init_reader);
/* A writer that gives up may leave a reader asleep for good (G2). */
const struct beside beside_writer = RWLOCK("pthread-rwlock-writer", "PREFER_WRITER", 25, READERS, init_writer);
/* Up to 2.28 glibc's own loses a wake-up (G1). */
const struct beside beside_nonrecursive =
    RWLOCK("pthread-rwlock-nonrecursive", "PREFER_WRITER_NONRECURSIVE", 29, READERS, init_nonrecursive);
