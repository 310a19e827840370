/* SPDX-License-Identifier: MIT */
/* For whoever records accesses in the kernel: the times round one, and time that is lost before it. */
#ifndef LOCKSTEP_BACKEND_KERNEL_TICKS_H
#define LOCKSTEP_BACKEND_KERNEL_TICKS_H

#include <linux/compiler.h>
#include <linux/processor.h>
#include <linux/types.h>

#include <asm/barrier.h>
#include <asm/msr.h>

/* The time, read before anything behind this is done. */
static __always_inline u64 ticks_before(void)
{
	u64 now;

	barrier();
	now = rdtsc_ordered();
	rmb(); /* an lfence: nothing behind it begins before the clock was read */
	return now;
}

/* The time, read when everything before this has been done and every CPU can see it. */
static __always_inline u64 ticks_behind(void)
{
	mb(); /* see above */
	return rdtsc_ordered();
}

/* Sixteen bits; *state is any number, another for each thread. */
static inline u32 next_random(u32 *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 16;
}

/* One time in so many, up to some microseconds, busy: the caller may hold a spin lock or be about to sleep. */
static inline void lose_time(u32 *random, u32 one_in)
{
	if (next_random(random) % one_in)
		return;
	for (u32 i = next_random(random) % 256; i; i--)
		cpu_relax();
}

#endif
