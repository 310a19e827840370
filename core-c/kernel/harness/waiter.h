/* SPDX-License-Identifier: MIT */
/* What the cases of paths.c and deaths.c are made of: the calls, the checks, and threads that wait. */
#ifndef LOCKSTEP_HARNESS_WAITER_H
#define LOCKSTEP_HARNESS_WAITER_H

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "backend/native/native_run.h"

#define LOCK_OP NATIVE_FUTEX_LOCK
#define UNLOCK_OP NATIVE_FUTEX_UNLOCK
#define LOCK_SHARED_OP (LOCK_OP + 2)
#define UNLOCK_SHARED_OP (UNLOCK_OP + 2)
enum { STOLEN, ACQUIRED, HANDOFF }; /* the low byte of what FUTEX_LOCK returns */
#define OWNER_DIED 0x100            /* beside it: the word does not tell any more */
enum { KERNEL_TAKES, USER_TAKES };  /* its argument */
enum { NEUTRAL, PREFERRED };        /* that of FUTEX_LOCK_SHARED */
typedef _Atomic u32 futex_word;

/* --- calls: the result, or -errno ---------------------------------------------------- */

static long call(void *word, int op, u32 val, const void *timeout)
{
	long ret = syscall(SYS_futex, word, op, val, timeout, NULL, 0);

	return ret == -1 ? -errno : ret;
}

static inline long lock(futex_word *word)
{
	return call(word, LOCK_OP | FUTEX_PRIVATE_FLAG, KERNEL_TAKES, NULL);
}

static inline long unlock(futex_word *word)
{
	return call(word, UNLOCK_OP | FUTEX_PRIVATE_FLAG, 0, NULL);
}

static u32 tid(void)
{
	return (u32)syscall(SYS_gettid);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* --- checks ------------------------------------------------------------------------------ */

static const char *result_name(long value)
{
	static char text[4][24];
	static int next;
	char *out = text[next++ % 4];

	if (value < 0 && strerrorname_np((int)-value))
		return strerrorname_np((int)-value);
	snprintf(out, sizeof text[0], "0x%lx", value);
	return out;
}

static void expect(const char *what, int line, long got, long wanted)
{
	if (got == wanted)
		return;
	printf("line %d: %s is %s, not %s\n", line, what, result_name(got), result_name(wanted));
	fflush(stdout);
	_exit(1);
}
#define EXPECT(got, wanted) expect(#got, __LINE__, (long)(got), (long)(wanted))

/* --- a thread that waits in FUTEX_LOCK, or in FUTEX_LOCK_SHARED ----------------------------- */

struct waiter {
	futex_word *word;
	int op; /* 0 = LOCK_OP */
	u32 how;
	double timeout; /* seconds; 0 = none */
	int cpu;
	pthread_t thread;
	_Atomic u32 tid;
	_Atomic bool done;
	long ret;
	double seconds;
};

static inline void pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	EXPECT(sched_setaffinity(0, sizeof set, &set), 0);
}

static void *wait_for_lock(void *arg)
{
	struct waiter *w = arg;
	struct timespec t = {(time_t)w->timeout, (long)((w->timeout - (time_t)w->timeout) * 1e9)};
	double start = now();

	pin(w->cpu);
	w->tid = tid();
	w->ret = call(w->word, (w->op ? w->op : LOCK_OP) | FUTEX_PRIVATE_FLAG, w->how, w->timeout > 0 ? &t : NULL);
	w->seconds = now() - start;
	w->done = true;
	return NULL;
}

static inline void start(struct waiter *w)
{
	EXPECT(pthread_create(&w->thread, NULL, wait_for_lock, w), 0);
	while (!w->tid)
		usleep(100);
}

/* Stays on its CPU: a top waiter on another one finds the owner running. */
static inline void start_at_work(struct waiter *w)
{
	EXPECT(pthread_create(&w->thread, NULL, wait_for_lock, w), 0);
	while (!w->tid)
		;
}

static inline long finish(struct waiter *w)
{
	pthread_join(w->thread, NULL);
	return w->ret;
}

/* A task's state as that file of /proc shows it: R S D ... */
static char state_in(const char *path)
{
	char text[256], state = '?';
	FILE *f = fopen(path, "r");

	if (f && fgets(text, sizeof text, f) && strrchr(text, ')'))
		state = strrchr(text, ')')[2];
	if (f)
		fclose(f);
	return state;
}

static inline char state_of(u32 task)
{
	char path[64];

	snprintf(path, sizeof path, "/proc/self/task/%u/stat", task);
	return state_in(path);
}

/* Waits until the thread has been asleep for a while. */
static inline void until_asleep(const struct waiter *w)
{
	for (int seen = 0; seen < 5; usleep(2000)) {
		EXPECT(w->done, false);
		seen = state_of(w->tid) == 'S' ? seen + 1 : 0;
	}
}

/* Keeps the CPU busy, so that a top waiter on another one spins. */
static inline void busy(double seconds)
{
	for (double end = now() + seconds; now() < end;)
		;
}

static void on_signal(int signal)
{
	(void)signal;
}

static inline void catch_signal(void)
{
	struct sigaction action = {.sa_handler = on_signal}; /* no SA_RESTART */

	EXPECT(sigaction(SIGUSR1, &action, NULL), 0);
}

#endif
