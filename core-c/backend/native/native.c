/* SPDX-License-Identifier: MIT */
/* Native backend: time, failure, jitter, spin locks, lists. */
#define _GNU_SOURCE
#include "native.h"

#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

u64 native_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * 1000000000ull + (u64)t.tv_nsec;
}

/* --- the end of a run that has failed ----------------------------------------------- */

void native_fail(struct native_thread *self, const char *reason)
{
	const char *none = NULL;

	if (atomic_compare_exchange_strong(&self->run->reason, &none, reason))
		atomic_store(&self->run->failed_by, self->slot);
	if (!self->run->gate) /* a forced schedule goes on: the model may say the same */
		atomic_fetch_or(&self->run->attention, ATTENTION_ABANDON);
}

void native_leave(struct native_thread *self)
{
	longjmp(self->leave, NATIVE_ABANDONED);
}

/* --- waiting ---------------------------------------------------------------------------- */

static void pause_cpu(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield");
#endif
}

/* Threads may outnumber CPUs: the one waited for may need this one. */
void native_relax(struct native_thread *self)
{
	if (++self->spins % self->run->patience == 0)
		sched_yield();
	else
		pause_cpu();
}

void native_futex_wait(_Atomic u32 *w, u32 seen, u64 ns)
{
	struct timespec t = {(time_t)(ns / 1000000000ull), (long)(ns % 1000000000ull)};

	syscall(SYS_futex, w, FUTEX_WAIT_PRIVATE, seen, &t, NULL, 0);
}

void native_futex_wake(_Atomic u32 *w, u32 count)
{
	syscall(SYS_futex, w, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0);
}

u32 native_random(struct native_thread *self)
{
	self->random ^= self->random << 13;
	self->random ^= self->random >> 17;
	self->random ^= self->random << 5;
	return self->random;
}

/* Loses up to a few microseconds, or the CPU, between two accesses. */
static void lose_time(struct native_thread *self)
{
	u32 random = native_random(self);

	if (random % 8 == 0)
		sched_yield();
	for (u32 i = 0; i < (random >> 8) % 128; i++)
		pause_cpu();
}

/*
 * Waits until another thread, any, has made some accesses more, mostly few, so that orders come up for which time alone
 * is too even. Not for one that sleeps. Not for longer than STALL_LOOKS
 * either: the other may be spinning until this one moves, and then it is not waited for again before it has moved.
 */
static void stall(struct native_thread *self)
{
	enum { DOUBLINGS = 7, STALL_LOOKS = 20000 };
	u32 ahead = 1 + native_random(self) % (self->run->n - 1), slot = (self->slot + ahead - 1) % self->run->n + 1;
	_Atomic u32 *accesses = &self->run->thread[slot].accesses;
	u32 from = atomic_load_explicit(accesses, memory_order_relaxed);
	u32 until;

	if (self->vain_slot == slot && self->vain_at == from)
		return;
	until = 1 + native_random(self) % (1u << native_random(self) % DOUBLINGS);
	for (u32 i = 0; i < STALL_LOOKS; i++) {
		if (atomic_load_explicit(accesses, memory_order_relaxed) - from >= until ||
		    !atomic_load_explicit(&self->run->thread[slot].on_cpu, memory_order_relaxed))
			return;
		if (i % 64 == 63)
			sched_yield(); /* it may want this very CPU */
		pause_cpu();
	}
	self->vain_slot = slot;
	self->vain_at = atomic_load_explicit(accesses, memory_order_relaxed);
}

static bool one_in(struct native_thread *self, u32 n)
{
	return n && native_random(self) % n == 0;
}

/* Each thread by itself is even for a while, then slow: of a few thousand accesses one order in many comes up. */
static u32 stalls_now(struct native_thread *self)
{
	enum { RATES = 7 };

	if (atomic_load_explicit(&self->accesses, memory_order_relaxed) % self->run->config.stalls == 0)
		self->stall_rate = native_random(self) % RATES;
	return self->stall_rate ? 1u << self->stall_rate : 0;
}

void native_attend(struct native_thread *self)
{
	const struct native_config *config = &self->run->config;
	u32 attention = atomic_load_explicit(&self->run->attention, memory_order_relaxed);

	if (attention & ATTENTION_ABANDON)
		native_leave(self);
	atomic_fetch_add_explicit(&self->accesses, 1, memory_order_relaxed);
	if (attention & ATTENTION_STALLS && self->run->n > 1 && one_in(self, stalls_now(self)))
		stall(self);
	if (attention & ATTENTION_JITTER && one_in(self, config->jitter))
		lose_time(self);
}

/* --- spin locks and lists ------------------------------------------------------------------ */

void native_spin_unlock(struct native_thread *self, _Atomic u32 *w)
{
	if (atomic_load_explicit(w, memory_order_relaxed) != self->slot)
		native_fail(self, "unlocked a lock that it does not hold");
	atomic_store_explicit(w, 0, memory_order_release);
}

static void list_set(list *l, u32 i, u32 tid)
{
	atomic_store_explicit(&l->t[i], (u8)tid, memory_order_relaxed);
}

static u32 list_find(const list *l, u32 tid)
{
	u32 i = 0;

	while (i < LS_MAX_THREADS && native_list_at(l, i) && native_list_at(l, i) != tid)
		i++;
	return i;
}

void native_list_add(struct native_thread *self, list *l, u32 tid)
{
	u32 i = list_find(l, tid);

	if (tid < 1 || tid > self->run->n)
		native_fail(self, "used a node or a task that does not exist");
	else if (i == LS_MAX_THREADS || native_list_at(l, i))
		native_fail(self, "put a thread on a list twice");
	else
		list_set(l, i, tid);
}

void native_list_del(struct native_thread *self, list *l, u32 tid)
{
	u32 i = list_find(l, tid);

	if (!tid || i == LS_MAX_THREADS || !native_list_at(l, i)) {
		native_fail(self, "removed a thread from a list that it was not on");
		return;
	}
	for (; i + 1 < LS_MAX_THREADS; i++)
		list_set(l, i, native_list_at(l, i + 1));
	list_set(l, LS_MAX_THREADS - 1, 0);
}

u32 native_list_first(const list *l)
{
	return native_list_at(l, 0);
}

u32 native_list_count(const list *l)
{
	return list_find(l, 0);
}

u32 native_list_has(const list *l, u32 tid)
{
	u32 i = list_find(l, tid);

	return tid && i < LS_MAX_THREADS && native_list_at(l, i) == tid;
}

u32 native_list_next(struct native_thread *self, const list *l, u32 tid)
{
	u32 i = list_find(l, tid);

	if (!native_list_has(l, tid))
		native_fail(self, "looked behind a thread that is not on the list");
	return i + 1 < LS_MAX_THREADS ? native_list_at(l, i + 1) : 0;
}
