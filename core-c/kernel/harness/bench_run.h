/* SPDX-License-Identifier: MIT */
/* What the benchmarks of this folder have in common: clock, pauses, CPUs, arguments. */
#ifndef LOCKSTEP_HARNESS_BENCH_RUN_H
#define LOCKSTEP_HARNESS_BENCH_RUN_H

#include <sched.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "backend/native/native_run.h"

#define MAX_THREADS 64
#define WARM_UP 4 /* slices of round 0 are so many times shorter, and no figures */

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void pauses(u32 n)
{
	while (n--)
		__builtin_ia32_pause();
}

static struct rusage usage(void)
{
	struct rusage use;

	getrusage(RUSAGE_THREAD, &use);
	return use;
}

static void pin(u32 index)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(index % (u32)sysconf(_SC_NPROCESSORS_ONLN), &set);
	if (sched_setaffinity(0, sizeof set, &set))
		exit(1);
}

static u32 argument(int argc, char **argv, int i, u32 otherwise)
{
	return i < argc ? (u32)atoi(argv[i]) : otherwise;
}

#endif
