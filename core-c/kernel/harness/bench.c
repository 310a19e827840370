/* SPDX-License-Identifier: MIT */
/*
 * Four user-space mutexes side by side, and the same loop without any, by the method of `perf bench futex mutex` of the
 * TP-futex series: pinned threads that start together, lock, stay inside for `load`
 * pauses, unlock, stay outside for `delay` pauses, until the time is up.
 *
 * The kinds take turns in short slices, so that what disturbs the machine disturbs all.
 *
 *   bench THREADS ROUNDS SLICE_MS [LOAD [DELAY]]
 *
 * One line of JSON for each kind in each round. What a kind cannot tell is not in its line.
 * Ends with 1 when a counter is wrong, a lock is not free in the end, or a call failed.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

#include "bench_locks.h"
#include "bench_run.h"

static struct bench_thread thread[MAX_THREADS];
static u32 threads, load, delay;
static const struct bench_lock *lock;
static _Atomic u32 starting;
static _Atomic bool started, over;
static u64 counter CACHE_ALIGNED; /* plain: exact only if the lock excludes */

/* --- a thread ------------------------------------------------------------------------- */

static void inside(void)
{
	volatile u64 *c = &counter;
	u64 before = *c;

	pauses(load);
	*c = before + 1;
}

static void *work(void *arg)
{
	struct bench_thread *self = arg;
	struct rusage before;

	pin((u32)(self - thread));
	self->tid = (u32)gettid();
	atomic_fetch_sub(&starting, 1);
	while (!atomic_load_explicit(&started, memory_order_acquire))
		pauses(1);
	before = usage();
	while (!atomic_load_explicit(&over, memory_order_relaxed)) {
		lock->take(self);
		inside();
		lock->give(self);
		self->ops++;
		pauses(delay);
	}
	self->slept = usage().ru_nvcsw - before.ru_nvcsw;
	self->displaced = usage().ru_nivcsw - before.ru_nivcsw;
	return NULL;
}

/* --- a slice -------------------------------------------------------------------------- */

/* Runs all threads for a while; returns how long it was. */
static double run(u32 ms)
{
	struct timespec nap = {ms / 1000, ms % 1000 * 1000000l};
	double start, length;

	atomic_store(&starting, threads);
	atomic_store(&started, false);
	atomic_store(&over, false);
	for (u32 i = 0; i < threads; i++) {
		thread[i] = (struct bench_thread){0};
		if (pthread_create(&thread[i].pthread, NULL, work, &thread[i]))
			exit(1);
	}
	while (atomic_load(&starting))
		usleep(100);
	start = now();
	atomic_store(&started, true);
	nanosleep(&nap, NULL);
	length = now() - start;
	atomic_store(&over, true);
	for (u32 i = 0; i < threads; i++)
		pthread_join(thread[i].pthread, NULL);
	return length;
}

/* What is wrong with the slice that has just been, or NULL. */
static const char *wrong(u64 ops)
{
	if (bench_excludes(lock) && counter != ops)
		return "the counter is not the number of critical sections";
	if (!bench_at_rest(lock))
		return "the lock is not free in the end";
	for (u32 i = 0; i < threads; i++)
		if (thread[i].count[BENCH_ERRORS])
			return "a call failed";
	return NULL;
}

static void print_counts(void)
{
	for (u32 c = 0; c < BENCH_COUNTS; c++) {
		u64 sum = 0;

		for (u32 i = 0; i < threads; i++)
			sum += thread[i].count[c];
		if (lock->tells >> c & 1)
			printf("\"%s\":%llu,", bench_count_names[c], (unsigned long long)sum);
	}
}

static bool report(u32 round, double seconds)
{
	u64 ops = 0, slept = 0, displaced = 0;
	const char *why;

	for (u32 i = 0; i < threads; i++) {
		ops += thread[i].ops;
		slept += thread[i].slept;
		displaced += thread[i].displaced;
	}
	why = wrong(ops);
	printf("{\"lock\":\"%s\",\"threads\":%u,\"round\":%u,\"seconds\":%.6f,\"ops\":%llu,\"counter\":%llu,",
	       lock->name, threads, round, seconds, (unsigned long long)ops, (unsigned long long)counter);
	print_counts();
	printf("\"slept\":%llu,\"displaced\":%llu,\"why\":\"%s\",\"perThread\":[", (unsigned long long)slept,
	       (unsigned long long)displaced, why ? why : "");
	for (u32 i = 0; i < threads; i++)
		printf("%s%llu", i ? "," : "", (unsigned long long)thread[i].ops);
	printf("]}\n");
	fflush(stdout);
	return !why;
}

int main(int argc, char **argv)
{
	u32 rounds = argument(argc, argv, 2, 0), slice = argument(argc, argv, 3, 0);

	threads = argument(argc, argv, 1, 0);
	load = argument(argc, argv, 4, 1);
	delay = argument(argc, argv, 5, 10);
	if (threads < 1 || threads > MAX_THREADS || !rounds || !slice)
		return 2;
	if (!bench_has_tp_futex()) {
		printf("this kernel has no TP futex\n");
		return 1;
	}
	for (u32 round = 0; round <= rounds; round++)
		for (u32 k = 0; k < BENCH_LOCKS; k++) {
			/* Each round begins with another kind: none is always the one after the slowest. */
			lock = &bench_locks[(round + k) % BENCH_LOCKS];
			counter = 0;
			if (!report(round, run(round ? slice : slice / WARM_UP)))
				return 1; /* the next would start with what this one left */
		}
	return 0;
}
