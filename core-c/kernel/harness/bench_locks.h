/* SPDX-License-Identifier: MIT */
/* The mutexes that bench.c compares: their user side, and what each can count of itself. */
#ifndef LOCKSTEP_HARNESS_BENCH_LOCKS_H
#define LOCKSTEP_HARNESS_BENCH_LOCKS_H

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "backend/native/native_run.h"

#define CACHE_ALIGNED __attribute__((aligned(128)))

enum bench_count {
	BENCH_LOCK_SLOW,   /* the first try failed */
	BENCH_LOCK_CALLS,  /* system calls for the lock */
	BENCH_UNLOCK_SLOW, /* the unlock had to enter the kernel */
	BENCH_SLEEPS,      /* TP: as FUTEX_LOCK returns it. Wait-wake: waits that ended with a wake-up */
	BENCH_EAGAINS,     /* the word had changed before the kernel looked; TP: user space is to take it */
	BENCH_WAKEUPS,     /* threads that unlocks woke */
	BENCH_HANDOFFS,
	BENCH_STEALS,
	BENCH_ERRORS,
	BENCH_COUNTS
};
static const char *const bench_count_names[BENCH_COUNTS] = {
    "lockSlow", "lockCalls", "unlockSlow", "sleeps", "eagains", "wakeups", "handoffs", "steals", "errors",
};
#define BENCH_ALL ((1u << BENCH_COUNTS) - 1)

struct bench_thread {
	pthread_t pthread;
	u32 tid;
	u64 ops;
	long slept, displaced; /* switches to another thread, by its own will and not */
	u64 count[BENCH_COUNTS];
} CACHE_ALIGNED;

struct bench_lock {
	const char *name;
	u32 tells; /* bit per enum bench_count */
	void (*take)(struct bench_thread *self);
	void (*give)(struct bench_thread *self);
};

static _Atomic u32 bench_word CACHE_ALIGNED; /* of all kinds but glibc's */
static pthread_mutex_t bench_mutex CACHE_ALIGNED = PTHREAD_MUTEX_INITIALIZER;

static long bench_call(int op, u32 val)
{
	long ret = syscall(SYS_futex, &bench_word, op | FUTEX_PRIVATE_FLAG, val, NULL, NULL, 0);

	return ret == -1 ? -errno : ret;
}

/* Stores `to` if the word is `from`; returns what the word was. */
static u32 bench_exchange_if(u32 from, u32 to, memory_order order)
{
	atomic_compare_exchange_strong_explicit(&bench_word, &from, to, order, memory_order_relaxed);
	return from;
}

/* --- TP: tp_mutex_lock and tp_mutex_unlock of locks/tp_futex.c ------------------------------ */

#define TP_USER_TRIES 4 /* so often the kernel only waits, and user space takes the lock */
#define TP_OWNER 0x3fffffffu

static void tp_won(struct bench_thread *self, u32 status)
{
	self->count[BENCH_SLEEPS] += status >> 16;
	self->count[BENCH_STEALS] += (status & 0xff) == 0;
	self->count[BENCH_HANDOFFS] += (status & 0xff) == 2;
}

static void tp_take(struct bench_thread *self)
{
	if (bench_exchange_if(0, self->tid, memory_order_acquire) == 0)
		return;
	self->count[BENCH_LOCK_SLOW]++;
	for (u32 tries = TP_USER_TRIES;;) {
		long ret = bench_call(NATIVE_FUTEX_LOCK, tries != 0);

		self->count[BENCH_LOCK_CALLS]++;
		tries -= tries != 0;
		if (ret >= 0)
			return tp_won(self, (u32)ret);
		if (ret == -EAGAIN) {
			self->count[BENCH_EAGAINS]++;
			if (bench_exchange_if(0, self->tid, memory_order_acquire) == 0)
				return;
			continue;
		}
		self->count[BENCH_ERRORS]++;
		if ((atomic_load(&bench_word) & TP_OWNER) == self->tid)
			return;
	}
}

static void tp_give(struct bench_thread *self)
{
	long ret;

	if (bench_exchange_if(self->tid, 0, memory_order_release) == self->tid)
		return;
	self->count[BENCH_UNLOCK_SLOW]++;
	ret = bench_call(NATIVE_FUTEX_UNLOCK, 0);
	self->count[ret < 0 ? BENCH_ERRORS : BENCH_WAKEUPS] += ret < 0 ? 1 : (u64)ret;
}

/* --- wait-wake: 0 free, 1 locked, 2 locked and somebody may wait ----------------------------- */

static void ww_take(struct bench_thread *self)
{
	u32 seen = bench_exchange_if(0, 1, memory_order_acquire);

	if (seen == 0)
		return;
	self->count[BENCH_LOCK_SLOW]++;
	for (;;) {
		long ret;

		if (seen != 2 && atomic_exchange_explicit(&bench_word, 2, memory_order_acquire) == 0)
			return;
		ret = bench_call(FUTEX_WAIT, 2);
		self->count[BENCH_LOCK_CALLS]++;
		self->count[ret == 0 ? BENCH_SLEEPS : ret == -EAGAIN ? BENCH_EAGAINS : BENCH_ERRORS]++;
		seen = atomic_load_explicit(&bench_word, memory_order_relaxed);
	}
}

static void ww_give(struct bench_thread *self)
{
	long ret;

	if (atomic_exchange_explicit(&bench_word, 0, memory_order_release) != 2)
		return;
	self->count[BENCH_UNLOCK_SLOW]++;
	ret = bench_call(FUTEX_WAKE, 1);
	self->count[ret < 0 ? BENCH_ERRORS : BENCH_WAKEUPS] += ret < 0 ? 1 : (u64)ret;
}

/* --- PI: 0 free, else the owner's TID and flags -------------------------------------------------- */

static void pi_take(struct bench_thread *self)
{
	if (bench_exchange_if(0, self->tid, memory_order_acquire) == 0)
		return;
	self->count[BENCH_LOCK_SLOW]++;
	for (;;) {
		long ret = bench_call(FUTEX_LOCK_PI, 0);

		self->count[BENCH_LOCK_CALLS]++;
		if (ret >= 0)
			return;
		self->count[ret == -EAGAIN ? BENCH_EAGAINS : BENCH_ERRORS]++;
	}
}

static void pi_give(struct bench_thread *self)
{
	if (bench_exchange_if(self->tid, 0, memory_order_release) == self->tid)
		return;
	self->count[BENCH_UNLOCK_SLOW]++;
	if (bench_call(FUTEX_UNLOCK_PI, 0) < 0)
		self->count[BENCH_ERRORS]++;
}

/* --- glibc: says nothing of its ways ----------------------------------------------------------------- */

static void glibc_take(struct bench_thread *self)
{
	self->count[BENCH_ERRORS] += pthread_mutex_lock(&bench_mutex) != 0;
}

static void glibc_give(struct bench_thread *self)
{
	self->count[BENCH_ERRORS] += pthread_mutex_unlock(&bench_mutex) != 0;
}

/* --- none: how fast the loop is, and that the counter tells when nothing excludes ------------------ */

static void no_lock(struct bench_thread *self)
{
	(void)self;
}

#define PI_TELLS                                                                                                       \
	(1u << BENCH_LOCK_SLOW | 1u << BENCH_LOCK_CALLS | 1u << BENCH_UNLOCK_SLOW | 1u << BENCH_EAGAINS |              \
	 1u << BENCH_ERRORS)

static const struct bench_lock bench_locks[] = {
    {"tp", BENCH_ALL, tp_take, tp_give},
    {"wait-wake", BENCH_ALL & ~(1u << BENCH_HANDOFFS | 1u << BENCH_STEALS), ww_take, ww_give},
    {"pi", PI_TELLS, pi_take, pi_give},
    {"glibc", 1u << BENCH_ERRORS, glibc_take, glibc_give},
    {"none", 0, no_lock, no_lock},
};
#define BENCH_LOCKS (sizeof bench_locks / sizeof *bench_locks)

static bool bench_excludes(const struct bench_lock *lock)
{
	return lock->take != no_lock;
}

static bool bench_at_rest(const struct bench_lock *lock)
{
	if (lock->take == glibc_take)
		return pthread_mutex_trylock(&bench_mutex) == 0 && pthread_mutex_unlock(&bench_mutex) == 0;
	return atomic_load(&bench_word) == 0;
}

/* An unlock of a free word is refused, by a kernel that knows the call. */
static bool bench_has_tp_futex(void)
{
	return bench_call(NATIVE_FUTEX_UNLOCK, 0) == -EPERM;
}

#endif
