/* SPDX-License-Identifier: MIT */
/* Native backend: the checks. Who is inside, and a counter that only exclusion keeps correct. */
#define _GNU_SOURCE
#include <time.h>

#include "native.h"

static u32 weight(u32 holds)
{
	return holds == LS_HOLDS_WRITE ? WRITER_INSIDE : holds == LS_HOLDS_READ;
}

static void count_acquisition(struct native_thread *self, u32 holds)
{
	_Atomic u64 *count = holds == LS_HOLDS_WRITE ? &self->writes : &self->reads;

	atomic_fetch_add_explicit(count, 1, memory_order_relaxed);
}

/* Relaxed: the lock, not this word, must order what the holders do. */
void native_hold(struct native_thread *self, u32 holds)
{
	u32 change = weight(holds) - weight(self->holds);
	u32 inside = change + atomic_fetch_add_explicit(&self->run->inside, change, memory_order_relaxed);

	if (holds == LS_HOLDS_WRITE && inside != WRITER_INSIDE)
		native_fail(self, "mutual exclusion: a writer is not alone");
	if (holds == LS_HOLDS_READ && inside >= WRITER_INSIDE)
		native_fail(self, "mutual exclusion: a reader is in together with a writer");
	if (holds && !self->holds)
		count_acquisition(self, holds);
	self->holds = holds;
}

#define LONG_HOLD 10000000 /* ns */

static void sleep_off_cpu(struct native_thread *self, long ns)
{
	struct timespec t = {0, ns};

	atomic_store_explicit(&self->on_cpu, 0, memory_order_relaxed);
	nanosleep(&t, NULL);
	atomic_store_explicit(&self->on_cpu, 1, memory_order_relaxed);
}

/* The holder goes to sleep now and then: the others see an owner off its CPU. */
static void nap(struct native_thread *self)
{
	u32 every = self->run->config.nap_every;
	long ns = 20000 + (long)(self->random % 100000);

	if (every && native_random(self) % every == 0)
		sleep_off_cpu(self, ns);
}

/* Longer than any handoff threshold, or nearly: busy, so that who waits spins; or asleep. */
static void hold_on(struct native_thread *self)
{
	u32 every = self->run->config.hold_every;
	u64 until;

	if (!every || native_random(self) % every)
		return;
	if (self->random & 0x10000) {
		sleep_off_cpu(self, LONG_HOLD);
		return;
	}
	for (until = native_now() + LONG_HOLD; native_now() < until && !native_abandoned(self->run);)
		native_relax(self);
}

void native_critical(struct native_thread *self)
{
	volatile u64 *counter = &self->run->counter;
	u64 before = *counter;

	nap(self);
	hold_on(self);
	if (self->holds == LS_HOLDS_WRITE) {
		*counter = before + 1;
		self->criticals++;
	} else if (self->holds != LS_HOLDS_READ) {
		native_fail(self, "entered the critical section without the lock");
	} else if (*counter != before) {
		native_fail(self, "mutual exclusion: the counter changed under a reader");
	}
	native_die_if_killed(self);
}
