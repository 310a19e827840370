/* SPDX-License-Identifier: MIT */
/*
 * A thread above the others, which sleeps until a point of the plan, or until one of them has run for too long. RT
 * throttling stays as the host has it, one CPU is left free where there are several, and who watches the run is
 * above its threads, too: so a run in which everybody spins ends as any other that hangs does.
 */
#define _GNU_SOURCE
#include "priorities.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "log_words.h"

#define STANDS 5000000ull /* ns: so long nobody stays the highest that runs */

struct log_priorities {
	struct native_run *run;
	struct log_plan plan;
	pthread_t mover;
	cpu_set_t cpus; /* of the threads */
	struct member {
		pid_t tid;
		clockid_t clock; /* of the CPU time that it has used */
		_Atomic bool here;
	} member[LS_MAX_THREADS + 1];
	u64 used[LS_MAX_THREADS + 1]; /* when the order last changed, or a change was due */
	u32 planned, forced;
	_Atomic u32 ready, started, ended;
	_Alignas(64) _Atomic u32 rounds; /* of all threads */
	_Atomic u32 wanted;              /* that many are to wake the mover */
};

/* --- priorities ---------------------------------------------------------------------------- */

/* The threads have 1 to n, who watches the run n + 1, the mover n + 2. What they start has none. */
static int raise_to(pid_t tid, u32 priority)
{
	struct sched_param param = {.sched_priority = (int)priority};

	return sched_setscheduler(tid, SCHED_FIFO | SCHED_RESET_ON_FORK, &param);
}

static void lower_to_none(pid_t tid)
{
	struct sched_param param = {0};

	sched_setscheduler(tid, SCHED_OTHER, &param);
}

static void put_in_order(struct log_priorities *p)
{
	u32 n = p->run->n;

	for (u32 i = 0; i < n; i++) {
		const struct member *m = &p->member[p->plan.order[i]];

		if (atomic_load(&m->here))
			raise_to(m->tid, n - i);
	}
}

static void start_threads(struct log_priorities *p)
{
	for (u32 slot = 1; slot <= p->run->n; slot++)
		sched_setaffinity(p->member[slot].tid, sizeof p->cpus, &p->cpus);
	put_in_order(p);
	atomic_store(&p->started, 1);
	native_futex_wake(&p->started, p->run->n);
}

/* --- the mover ------------------------------------------------------------------------------- */

static void read_clocks(const struct log_priorities *p, u64 *used)
{
	for (u32 slot = 1; slot <= p->run->n; slot++) {
		struct timespec t = {0};

		if (atomic_load(&p->member[slot].here))
			clock_gettime(p->member[slot].clock, &t);
		used[slot] = (u64)t.tv_sec * 1000000000ull + (u64)t.tv_nsec;
	}
}

/* Whoever has run since the clocks were read last. */
static bool lower_who_runs(struct log_priorities *p)
{
	u64 now[LS_MAX_THREADS + 1];
	u32 thread;

	read_clocks(p, now);
	thread = log_busiest(p->used, now, p->run->n);
	memcpy(p->used, now, sizeof now);
	if (thread) {
		log_lower(p->plan.order, p->run->n, thread);
		put_in_order(p);
	}
	return thread;
}

/* A point of the plan has been reached. */
static void change(struct log_priorities *p, const struct log_change *c)
{
	struct timespec delay = {0, (long)c->delay_us * 1000};

	read_clocks(p, p->used);
	nanosleep(&delay, NULL);
	p->planned += lower_who_runs(p);
}

static void follow_plan(struct log_priorities *p)
{
	u64 since = native_now();

	for (u32 at = 0; !atomic_load(&p->ended);) {
		u32 next = at < p->plan.changes ? p->plan.change[at].rounds : UINT32_MAX, rounds;

		atomic_store(&p->wanted, next);
		rounds = atomic_load(&p->rounds);
		if (rounds >= next) {
			change(p, &p->plan.change[at++]);
			since = native_now();
		} else if (native_now() - since >= STANDS) {
			p->forced += lower_who_runs(p);
			since = native_now();
		} else {
			native_futex_wait(&p->rounds, rounds, STANDS);
		}
	}
}

static void *move(void *priorities)
{
	struct log_priorities *p = priorities;

	raise_to(0, p->run->n + 2);
	while (atomic_load(&p->ready) < p->run->n && !atomic_load(&p->ended))
		usleep(200);
	if (!atomic_load(&p->ended))
		start_threads(p);
	follow_plan(p);
	return NULL;
}

/* --- the threads ------------------------------------------------------------------------------- */

void log_priorities_join(struct log_priorities *p, struct native_thread *self)
{
	struct member *m = &p->member[self->slot];

	m->tid = gettid();
	pthread_getcpuclockid(pthread_self(), &m->clock);
	atomic_store(&m->here, true);
	atomic_fetch_add(&p->ready, 1);
	while (!atomic_load(&p->started) && !native_abandoned(p->run))
		native_futex_wait(&p->started, 0, NATIVE_SLEEP_SLICE);
}

void log_priorities_round(struct log_priorities *p)
{
	if (atomic_fetch_add(&p->rounds, 1) + 1 == atomic_load(&p->wanted))
		native_futex_wake(&p->rounds, 1);
}

void log_priorities_leave(struct log_priorities *p, struct native_thread *self)
{
	atomic_store(&p->member[self->slot].here, false);
	lower_to_none(0);
}

/* --- begin and end ------------------------------------------------------------------------------- */

/* The last ones: the first has the host's interrupts, mostly. */
static void choose_cpus(struct log_priorities *p)
{
	cpu_set_t all;
	u32 wanted = p->plan.cpus;

	CPU_ZERO(&all);
	sched_getaffinity(0, sizeof all, &all);
	CPU_ZERO(&p->cpus);
	for (int cpu = CPU_SETSIZE - 1; cpu >= 0 && wanted; cpu--)
		if (CPU_ISSET(cpu, &all)) {
			CPU_SET(cpu, &p->cpus);
			wanted--;
		}
}

#define WHAT_THEY_TAKE                                                                                                 \
	" (they take CAP_SYS_NICE, or a limit of real-time priorities, `ulimit -r`, above the number of threads)"

static struct log_priorities *fail(struct log_priorities *p, char *why, u32 size, const char *what, int error)
{
	snprintf(why, size, "%s: %s%s", what, strerror(error), error == EPERM ? WHAT_THEY_TAKE : "");
	if (p)
		free(p->plan.change);
	free(p);
	return NULL;
}

struct log_priorities *log_priorities_begin(struct native_run *run, const struct log_plan *plan, char *why, u32 size)
{
	struct log_priorities *p = aligned_alloc(64, (sizeof *p + 63) / 64 * 64);
	int error;

	if (!p)
		return fail(p, why, size, "priorities", ENOMEM);
	memset(p, 0, sizeof *p);
	p->run = run;
	p->plan = *plan;
	choose_cpus(p);
	if (raise_to(0, run->n + 2) != 0 || raise_to(0, run->n + 1) != 0)
		return fail(p, why, size, "real-time priorities cannot be had", errno);
	error = pthread_create(&p->mover, NULL, move, p);
	if (error) {
		lower_to_none(0);
		return fail(p, why, size, "the thread that changes priorities does not start", error);
	}
	return p;
}

void log_priorities_end(struct log_priorities *p, u32 *planned, u32 *forced)
{
	atomic_store(&p->ended, 1);
	pthread_join(p->mover, NULL);
	for (u32 slot = 1; slot <= p->run->n; slot++) /* of a run that hangs they are still there */
		if (atomic_load(&p->member[slot].here))
			lower_to_none(p->member[slot].tid);
	lower_to_none(0);
	*planned = p->planned;
	*forced = p->forced;
	free(p->plan.change);
	free(p);
}
