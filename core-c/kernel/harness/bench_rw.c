/* SPDX-License-Identifier: MIT */
/*
 * Three user-space reader-writer locks side by side, by the method of `perf bench futex rwlock` of the TP-futex series:
 * pinned threads that start together, lock, stay inside for `load` pauses, unlock, stay outside for `delay` pauses,
 * until the time is up. Of 100 operations so many are reads; a write and a read in turn until one of the two is used
 * up. Or the threads are apart: so many of 100 only read, the others only write.
 *
 * The kinds take turns in short slices, so that what disturbs the machine disturbs all.
 *
 *   bench_rw THREADS ROUNDS SLICE_MS readers|writers READS mixed|apart [LOAD [DELAY]]
 *
 * readers, writers: who is preferred. One line of JSON for each kind in each round. What a kind cannot tell is not in
 * its line. Ends with 1 when a counter is wrong, a reader met a writer, a lock is not free in the end, or a call
 * failed.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

#include "bench_run.h"
#include "bench_rwlocks.h"

enum { BATCH = 100 };

static struct rw_thread thread[MAX_THREADS];
static u32 threads, share, load, delay;
static bool writers_first, apart;
static const struct rw_lock *lock;
static _Atomic u32 starting;
static _Atomic bool started, over;
static struct {
	u64 first, second; /* plain, the same outside a write: exact only if the lock excludes */
} counter CACHE_ALIGNED;

/* --- a thread ------------------------------------------------------------------------- */

static void write_once(struct rw_thread *self)
{
	volatile u64 *first = &counter.first, *second = &counter.second;

	lock->write(self);
	*first = *first + 1;
	pauses(load);
	*second = *second + 1;
	lock->write_done(self);
	self->writing++;
	pauses(delay);
}

static void read_once(struct rw_thread *self)
{
	volatile u64 *first = &counter.first, *second = &counter.second;
	u64 seen;

	lock->read(self);
	seen = *first;
	pauses(load);
	self->count[RW_ERRORS] += *second != seen;
	lock->read_done(self);
	self->reading++;
	pauses(delay);
}

static bool goes_on(void)
{
	return !atomic_load_explicit(&over, memory_order_relaxed);
}

static void work_in_batches(struct rw_thread *self)
{
	while (goes_on())
		for (u32 w = BATCH - share, r = share; (w || r) && goes_on();) {
			if (w) {
				write_once(self);
				w--;
			}
			if (r && goes_on()) {
				read_once(self);
				r--;
			}
		}
}

static void *work(void *arg)
{
	struct rw_thread *self = arg;
	struct rusage before;

	pin((u32)(self - thread));
	self->tid = (u32)gettid();
	atomic_fetch_sub(&starting, 1);
	while (!atomic_load_explicit(&started, memory_order_acquire))
		pauses(1);
	before = usage();
	if (self->reads && self->writes)
		work_in_batches(self);
	while (goes_on()) {
		if (self->reads)
			read_once(self);
		else
			write_once(self);
	}
	self->slept = usage().ru_nvcsw - before.ru_nvcsw;
	self->displaced = usage().ru_nivcsw - before.ru_nivcsw;
	return NULL;
}

/* --- a slice -------------------------------------------------------------------------- */

/* Threads apart: readers on every CPU, and writers too, as far as there are enough. */
static bool only_reads(u32 i)
{
	u32 readers = (share * threads + BATCH / 2) / BATCH;

	return i < readers;
}

/* Runs all threads for a while; returns how long it was. */
static double run(u32 ms)
{
	struct timespec nap = {ms / 1000, ms % 1000 * 1000000l};
	double start, length;

	rw_renew(writers_first);
	counter.first = counter.second = 0;
	atomic_store(&starting, threads);
	atomic_store(&started, false);
	atomic_store(&over, false);
	for (u32 i = 0; i < threads; i++) {
		thread[i] = (struct rw_thread){.reads = !apart || only_reads(i), .writes = !apart || !only_reads(i)};
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

static u64 sum_of(enum rw_count which)
{
	u64 sum = 0;

	for (u32 i = 0; i < threads; i++)
		sum += thread[i].count[which];
	return sum;
}

/* What is wrong with the slice that has just been, or NULL. */
static const char *wrong(u64 writes)
{
	if (counter.first != writes || counter.second != writes)
		return "the counter is not the number of writes";
	if (!rw_at_rest())
		return "the lock is not free in the end";
	return sum_of(RW_ERRORS) ? "a call failed, or a reader met a writer" : NULL;
}

static bool report(u32 round, double seconds)
{
	u64 reads = 0, writes = 0, slept = 0, displaced = 0;
	const char *why;

	for (u32 i = 0; i < threads; i++) {
		reads += thread[i].reading;
		writes += thread[i].writing;
		slept += (u64)thread[i].slept;
		displaced += (u64)thread[i].displaced;
	}
	why = wrong(writes);
	printf("{\"lock\":\"%s\",\"threads\":%u,\"round\":%u,\"seconds\":%.6f,\"reads\":%llu,\"writes\":%llu,"
	       "\"counter\":%llu,",
	       lock->name, threads, round, seconds, (unsigned long long)reads, (unsigned long long)writes,
	       (unsigned long long)counter.first);
	for (u32 c = 0; c < RW_COUNTS; c++)
		if (lock->tells >> c & 1)
			printf("\"%s\":%llu,", rw_count_names[c], (unsigned long long)sum_of(c));
	printf("\"slept\":%llu,\"displaced\":%llu,\"why\":\"%s\",\"perThread\":[", (unsigned long long)slept,
	       (unsigned long long)displaced, why ? why : "");
	for (u32 i = 0; i < threads; i++)
		printf("%s[%llu,%llu]", i ? "," : "", (unsigned long long)thread[i].reading,
		       (unsigned long long)thread[i].writing);
	printf("]}\n");
	fflush(stdout);
	return !why;
}

int main(int argc, char **argv)
{
	u32 rounds = argument(argc, argv, 2, 0), slice = argument(argc, argv, 3, 0);

	threads = argument(argc, argv, 1, 0);
	writers_first = argc > 4 && !strcmp(argv[4], "writers");
	share = argument(argc, argv, 5, 50);
	apart = argc > 6 && !strcmp(argv[6], "apart");
	load = argument(argc, argv, 7, 1);
	delay = argument(argc, argv, 8, 10);
	if (threads < 1 || threads > MAX_THREADS || !rounds || !slice || share > BATCH)
		return 2;
	if (!rw_has_tp_futex()) {
		printf("this kernel has no shared TP futex\n");
		return 1;
	}
	for (u32 round = 0; round <= rounds; round++)
		for (u32 k = 0; k < RW_LOCKS; k++) {
			/* Each round begins with another kind: none is always the one after the slowest. */
			lock = &rw_locks[writers_first][(round + k) % RW_LOCKS];
			if (!report(round, run(round ? slice : slice / WARM_UP)))
				return 1; /* what went wrong may go on */
		}
	return 0;
}
