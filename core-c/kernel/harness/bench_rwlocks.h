/* SPDX-License-Identifier: MIT */
/* The reader-writer locks that bench_rw.c compares: their user side, and what each can count of itself. */
#ifndef LOCKSTEP_HARNESS_BENCH_RWLOCKS_H
#define LOCKSTEP_HARNESS_BENCH_RWLOCKS_H

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "backend/native/native_run.h"

#define CACHE_ALIGNED __attribute__((aligned(128)))

enum rw_count {
	RW_WRITE_SLOW,        /* the first try failed */
	RW_WRITE_UNLOCK_SLOW, /* the unlock had to enter the kernel */
	RW_READ_SLOW,
	RW_READ_UNLOCK_SLOW,
	RW_SLEEPS, /* TP: as the lock calls return it. Wait-wake: waits that ended with a wake-up */
	RW_HANDOFFS,
	RW_STEALS,
	RW_ERRORS,
	RW_COUNTS
};
static const char *const rw_count_names[RW_COUNTS] = {
    "writeSlow", "writeUnlockSlow", "readSlow", "readUnlockSlow", "sleeps", "handoffs", "steals", "errors",
};
#define RW_ALL ((1u << RW_COUNTS) - 1)

struct rw_thread {
	pthread_t pthread;
	u32 tid;
	bool reads, writes; /* threads of a kind of their own do one of the two */
	u64 reading, writing;
	long slept, displaced; /* switches to another thread, by its own will and not */
	u64 count[RW_COUNTS];
} CACHE_ALIGNED;

/* preferred: NULL where it makes no difference to the function. */
struct rw_lock {
	const char *name;
	u32 tells; /* bit per enum rw_count */
	void (*read)(struct rw_thread *self), (*read_done)(struct rw_thread *self);
	void (*write)(struct rw_thread *self), (*write_done)(struct rw_thread *self);
};

static struct {
	_Atomic u32 word; /* of TP, and the lock of wait-wake */
	_Atomic u32 write_ec, read_ec;
	pthread_rwlock_t glibc CACHE_ALIGNED;
} rw CACHE_ALIGNED;

static long rw_call(_Atomic u32 *word, int op, u32 val)
{
	long ret = syscall(SYS_futex, word, op | FUTEX_PRIVATE_FLAG, val, NULL, NULL, 0);

	return ret == -1 ? -errno : ret;
}

/* --- TP: the sample code of the series, the results of the calls looked at ----------------------- */

enum { TP_LOCK = NATIVE_FUTEX_LOCK, TP_UNLOCK = NATIVE_FUTEX_UNLOCK, TP_SHARED_BEHIND = 2 };
#define TP_SHARED 0x20000000u
#define TP_LEAVING 0x10000000u
#define TP_READERS 0x00ffffffu
#define TP_FLAGS (FUTEX_WAITERS | FUTEX_OWNER_DIED | TP_LEAVING)

static void tp_wait(struct rw_thread *self, int op, u32 how)
{
	long ret;

	while ((ret = rw_call(&rw.word, op, how)) < 0)
		self->count[RW_ERRORS]++;
	self->count[RW_SLEEPS] += (u64)ret >> 16;
	self->count[RW_STEALS] += (ret & 0xff) == 0;
	self->count[RW_HANDOFFS] += (ret & 0xff) == 2;
}

static void tp_read(struct rw_thread *self, u32 prefers)
{
	u32 seen = 0, wanted = TP_SHARED + 1;

	while (!atomic_compare_exchange_strong_explicit(&rw.word, &seen, wanted, memory_order_acquire,
							memory_order_relaxed)) {
		if (seen && (!(seen & TP_SHARED) || seen & TP_FLAGS)) {
			self->count[RW_READ_SLOW]++;
			return tp_wait(self, TP_LOCK + TP_SHARED_BEHIND, prefers);
		}
		wanted = seen ? seen + 1 : TP_SHARED + 1;
	}
}

static void tp_read_preferred(struct rw_thread *self)
{
	tp_read(self, 1);
}

static void tp_read_neutral(struct rw_thread *self)
{
	tp_read(self, 0);
}

static void tp_read_done(struct rw_thread *self)
{
	u32 seen = atomic_fetch_sub_explicit(&rw.word, 1, memory_order_release) - 1, wanted;

	do {
		if (!(seen & TP_SHARED) || seen & (TP_LEAVING | TP_READERS))
			return;
		wanted = seen & FUTEX_WAITERS ? seen | TP_LEAVING : 0;
	} while (!atomic_compare_exchange_strong_explicit(&rw.word, &seen, wanted, memory_order_release,
							  memory_order_relaxed));
	if (!wanted)
		return;
	self->count[RW_READ_UNLOCK_SLOW]++;
	self->count[RW_ERRORS] += rw_call(&rw.word, TP_UNLOCK + TP_SHARED_BEHIND, 0) < 0;
}

static void tp_write(struct rw_thread *self)
{
	u32 expected = 0;

	if (atomic_compare_exchange_strong_explicit(&rw.word, &expected, self->tid, memory_order_acquire,
						    memory_order_relaxed))
		return;
	self->count[RW_WRITE_SLOW]++;
	tp_wait(self, TP_LOCK, 0);
}

static void tp_write_done(struct rw_thread *self)
{
	u32 expected = self->tid;

	if (atomic_compare_exchange_strong_explicit(&rw.word, &expected, 0, memory_order_release, memory_order_relaxed))
		return;
	self->count[RW_WRITE_UNLOCK_SLOW]++;
	self->count[RW_ERRORS] += rw_call(&rw.word, TP_UNLOCK, 0) < 0;
}

/* --- wait-wake: a writer's byte and readers above it; event counts ---------------------------------- */

enum { WW_WRITER = 1, WW_READER = 0x100, WW_EVENT = 0x100, WW_CONTEND = 1 };

/* The lowest byte alone, as the series has it. */
static _Atomic unsigned char *ww_byte(_Atomic u32 *word)
{
	return (_Atomic unsigned char *)word;
}

static void ww_sleep(struct rw_thread *self, _Atomic u32 *ec, u32 seen)
{
	long ret = rw_call(ec, FUTEX_WAIT, seen | WW_CONTEND);

	self->count[RW_SLEEPS] += ret == 0;
	self->count[RW_ERRORS] += ret < 0 && ret != -EAGAIN;
}

/* Counts an event; returns how many that has woken. */
static long ww_event(struct rw_thread *self, _Atomic u32 *ec, int most, bool *called)
{
	long ret;

	atomic_fetch_add(ec, WW_EVENT);
	if (!atomic_exchange(ww_byte(ec), 0))
		return 0;
	*called = true;
	ret = rw_call(ec, FUTEX_WAKE, (u32)most);
	self->count[RW_ERRORS] += ret < 0;
	return ret;
}

static void ww_write(struct rw_thread *self)
{
	bool slow = false;

	for (;;) {
		u32 seen = atomic_load_explicit(&rw.write_ec, memory_order_relaxed), expected = 0;

		if (atomic_compare_exchange_strong_explicit(&rw.word, &expected, WW_WRITER, memory_order_acquire,
							    memory_order_relaxed))
			break;
		slow = true;
		atomic_store_explicit(ww_byte(&rw.write_ec), 1, memory_order_release);
		ww_sleep(self, &rw.write_ec, seen);
		atomic_store_explicit(ww_byte(&rw.write_ec), 1, memory_order_relaxed); /* others may sleep */
	}
	self->count[RW_WRITE_SLOW] += slow;
}

static void ww_write_done(struct rw_thread *self)
{
	bool called = false;

	atomic_store_explicit(ww_byte(&rw.word), 0, memory_order_release);
	if (ww_event(self, &rw.read_ec, INT32_MAX, &called) <= 0)
		ww_event(self, &rw.write_ec, 1, &called);
	self->count[RW_WRITE_UNLOCK_SLOW] += called;
}

static void ww_read(struct rw_thread *self)
{
	u32 seen = atomic_load_explicit(&rw.read_ec, memory_order_relaxed);
	u32 state = atomic_fetch_add_explicit(&rw.word, WW_READER, memory_order_acquire);

	self->count[RW_READ_SLOW] += state & WW_WRITER;
	while (state & WW_WRITER) {
		atomic_store_explicit(ww_byte(&rw.read_ec), 1, memory_order_release);
		ww_sleep(self, &rw.read_ec, seen);
		seen = atomic_load_explicit(&rw.read_ec, memory_order_acquire);
		state = atomic_load_explicit(&rw.word, memory_order_acquire);
	}
}

static void ww_read_done(struct rw_thread *self)
{
	u32 state = atomic_fetch_sub_explicit(&rw.word, WW_READER, memory_order_release) - WW_READER;
	bool called = false;

	if (state / WW_READER)
		return;
	ww_event(self, &rw.write_ec, 1, &called);
	self->count[RW_READ_UNLOCK_SLOW] += called;
}

/* --- the same, writers preferred ---------------------------------------------------------------------- */

static void ww2_write_done(struct rw_thread *self)
{
	bool called = false;

	atomic_store_explicit(ww_byte(&rw.word), 0, memory_order_release);
	if (ww_event(self, &rw.write_ec, 1, &called) <= 0)
		ww_event(self, &rw.read_ec, INT32_MAX, &called);
	self->count[RW_WRITE_UNLOCK_SLOW] += called;
}

/* Counts itself if there is no writer. As posted it takes the count back in silence, and both may sleep (finding W2).
 */
static bool ww2_counted(struct rw_thread *self)
{
	if (!(atomic_fetch_add_explicit(&rw.word, WW_READER, memory_order_acquire) & WW_WRITER))
		return true;
	ww_read_done(self);
	return false;
}

static void ww2_read(struct rw_thread *self)
{
	bool slow = false, called;

	for (;; slow = true) {
		u32 seen = atomic_load_explicit(&rw.read_ec, memory_order_relaxed) | WW_CONTEND;

		called = false;
		if (!(atomic_load_explicit(&rw.write_ec, memory_order_relaxed) & WW_CONTEND)) {
			if (ww2_counted(self))
				break;
		} else {
			ww_event(self, &rw.write_ec, 1, &called);
			if (called)
				continue;
		}
		atomic_store_explicit(ww_byte(&rw.read_ec), 1, memory_order_release);
		if (atomic_load_explicit(&rw.read_ec, memory_order_relaxed) == seen)
			ww_sleep(self, &rw.read_ec, seen);
	}
	self->count[RW_READ_SLOW] += slow;
}

/* --- glibc: says nothing of its ways ----------------------------------------------------------------------- */

static void glibc_read(struct rw_thread *self)
{
	self->count[RW_ERRORS] += pthread_rwlock_rdlock(&rw.glibc) != 0;
}

static void glibc_write(struct rw_thread *self)
{
	self->count[RW_ERRORS] += pthread_rwlock_wrlock(&rw.glibc) != 0;
}

static void glibc_done(struct rw_thread *self)
{
	self->count[RW_ERRORS] += pthread_rwlock_unlock(&rw.glibc) != 0;
}

#define WW_TELLS (RW_ALL & ~(1u << RW_HANDOFFS | 1u << RW_STEALS))
#define GLIBC_TELLS (1u << RW_ERRORS)
enum { RW_LOCKS = 3 };

/* By preference: of readers, of writers. TP has none of writers; it is neutral then. */
static const struct rw_lock rw_locks[2][RW_LOCKS] = {
    {{"tp", RW_ALL, tp_read_preferred, tp_read_done, tp_write, tp_write_done},
     {"wait-wake", WW_TELLS, ww_read, ww_read_done, ww_write, ww_write_done},
     {"glibc", GLIBC_TELLS, glibc_read, glibc_done, glibc_write, glibc_done}},
    {{"tp", RW_ALL, tp_read_neutral, tp_read_done, tp_write, tp_write_done},
     {"wait-wake", WW_TELLS, ww2_read, ww_read_done, ww_write, ww2_write_done},
     {"glibc", GLIBC_TELLS, glibc_read, glibc_done, glibc_write, glibc_done}},
};

static void rw_renew(bool writers_first)
{
	pthread_rwlockattr_t kind;

	pthread_rwlockattr_init(&kind);
	pthread_rwlockattr_setkind_np(&kind, writers_first ? PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP
							   : PTHREAD_RWLOCK_PREFER_READER_NP);
	memset(&rw, 0, sizeof rw);
	pthread_rwlock_init(&rw.glibc, &kind);
	pthread_rwlockattr_destroy(&kind);
}

static bool rw_at_rest(void)
{
	return atomic_load(&rw.word) == 0 && pthread_rwlock_trywrlock(&rw.glibc) == 0 &&
	       pthread_rwlock_unlock(&rw.glibc) == 0;
}

/* An unlock of a free word is refused, by a kernel that knows the call. */
static bool rw_has_tp_futex(void)
{
	return rw_call(&rw.word, TP_UNLOCK + TP_SHARED_BEHIND, 0) == -EPERM;
}

#endif
