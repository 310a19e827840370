/* SPDX-License-Identifier: MIT */
/*
 * Records the life of one TP futex: every change that user space makes, with the time
 * before and after, and the kernel's trace events. Printed, a line each; times are
 * readings of the time stamp counter, the same for both sides.
 *
 *   record THREADS ROUNDS [HOLD]     HOLD: one round in so many is held for 10 ms
 *
 *   user TID BEFORE AFTER OLD NEW SEEN    a cmpxchg; it stored NEW when SEEN is OLD
 *   call TID BEFORE AFTER OP RESULT       OP: lock, unlock
 *   word TID TIME SITE OLD NEW SEEN       the same by the kernel
 *   event TID TIME NAME VALUE             what else it tells
 *   lost COUNT                            events that did not fit
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <x86intrin.h>

#include "../../backend/native_run.h"

#define TRACING "/sys/kernel/tracing/"
#define MAX_THREADS 16
#define USER_TRIES 4 /* so often the kernel only waits, as in the benchmark of the series */

enum what { USER, LOCK_CALL, UNLOCK_CALL };
struct entry {
	u64 before, after;
	u32 old, new, seen;
	s32 result;
	u8 what;
};

struct recorder {
	pthread_t thread;
	u32 tid, used, room, random;
	struct entry *entry;
};

static _Atomic u32 word;
static u32 rounds, hold_every;
static u64 counter; /* plain: only the lock keeps it exact */
static pthread_barrier_t together;

static _Noreturn void fail(const char *what)
{
	printf("%s: %s\n", what, strerror(errno));
	exit(1);
}

/* --- recording -------------------------------------------------------------------- */

static struct entry *next_entry(struct recorder *r)
{
	if (r->used == r->room) {
		printf("thread %u made more than %u entries\n", r->tid, r->room);
		exit(1);
	}
	return &r->entry[r->used++];
}

static bool compare_exchange(struct recorder *r, u32 old, u32 new)
{
	struct entry *e = next_entry(r);

	*e = (struct entry){ .what = USER, .old = old, .new = new, .seen = old };
	e->before = __rdtsc();
	atomic_compare_exchange_strong(&word, &e->seen, new);
	e->after = __rdtsc();
	return e->seen == old;
}

static s32 futex_call(struct recorder *r, enum what what, int op, u32 val)
{
	struct entry *e = next_entry(r);
	long ret;

	*e = (struct entry){ .what = (u8)what };
	e->before = __rdtsc();
	ret = syscall(SYS_futex, &word, op | FUTEX_PRIVATE_FLAG, val, NULL, NULL, 0);
	e->result = ret == -1 ? -errno : (s32)ret;
	e->after = __rdtsc();
	return e->result;
}

static void lock(struct recorder *r)
{
	for (u32 tries = USER_TRIES; !compare_exchange(r, 0, r->tid);) {
		if (futex_call(r, LOCK_CALL, NATIVE_FUTEX_LOCK, tries != 0) >= 0)
			return;
		tries -= tries > 0;
	}
}

static void unlock(struct recorder *r)
{
	if (!compare_exchange(r, r->tid, 0))
		futex_call(r, UNLOCK_CALL, NATIVE_FUTEX_UNLOCK, 0);
}

static void work(struct recorder *r)
{
	struct timespec ten_ms = { 0, 10000000 };
	volatile u64 *c = &counter;
	u64 before = *c, until = __rdtsc() + 20000;

	r->random = r->random * 1664525u + 1013904223u;
	if (hold_every && (r->random >> 8) % hold_every == 0) {
		if (r->random & 0x80000000)
			nanosleep(&ten_ms, NULL);
		else
			until += 25000000; /* about 10 ms: who spins asks for a hand-off */
	}
	while (__rdtsc() < until)
		;
	*c = before + 1;
}

static void *thread_main(void *arg)
{
	struct recorder *r = arg;

	r->tid = (u32)syscall(SYS_gettid);
	r->random = r->tid * 2654435761u;
	pthread_barrier_wait(&together);
	for (u32 i = 0; i < rounds; i++) {
		lock(r);
		work(r);
		unlock(r);
	}
	return NULL;
}

/* --- the kernel's events -------------------------------------------------------------- */

static void set_up(const char *file, const char *value)
{
	char path[256];
	int fd;

	snprintf(path, sizeof path, TRACING "%s", file);
	fd = open(path, O_WRONLY | O_TRUNC);
	if (fd < 0 || write(fd, value, strlen(value)) < 0)
		fail(path);
	close(fd);
}

/* "  record-123   [000] .....  456789: futex_tp_word: uaddr=... ..." */
static void print_event(const char *line)
{
	const char *name = strstr(line, ": futex_tp_"), *time = name, *pid = strstr(line, "record-");
	unsigned long uaddr;
	u32 old, new, seen, value;
	char site[16];
	int slept;

	if (!name || !pid)
		return;
	while (time > line && time[-1] != ' ')
		time--;
	name += strlen(": futex_tp_");
	if (sscanf(name, "word: uaddr=%lx site=%15s old=%x new=%x seen=%x", &uaddr, site, &old, &new, &seen) == 5)
		printf("word %u %llu %s %u %u %u\n", atoi(pid + 7), strtoull(time, NULL, 10), site, old, new, seen);
	else if (sscanf(name, "wake: uaddr=%lx pid=%u slept=%d", &uaddr, &value, &slept) == 3)
		printf("event %u %llu %s %u\n", atoi(pid + 7), strtoull(time, NULL, 10), slept ? "wake" : "no_wake", value);
	else if (sscanf(name, "%15[a-z]: uaddr=%lx value=%x", site, &uaddr, &value) == 3)
		printf("event %u %llu %s %u\n", atoi(pid + 7), strtoull(time, NULL, 10), site, value);
}

static void print_events(void)
{
	FILE *f = fopen(TRACING "trace", "re");
	unsigned long present = 0, written = 0;
	char line[512];

	if (!f)
		fail(TRACING "trace");
	while (fgets(line, sizeof line, f)) {
		const char *entries = strstr(line, "entries-in-buffer/entries-written:");

		if (entries)
			sscanf(entries, "entries-in-buffer/entries-written: %lu/%lu", &present, &written);
		if (line[0] != '#')
			print_event(line);
	}
	fclose(f);
	printf("lost %lu\n", written - present);
}

static void print_entry(const struct recorder *r, const struct entry *e)
{
	unsigned long long before = e->before, after = e->after;

	if (e->what == USER)
		printf("user %u %llu %llu %u %u %u\n", r->tid, before, after, e->old, e->new, e->seen);
	else
		printf("call %u %llu %llu %s %d\n", r->tid, before, after,
		       e->what == LOCK_CALL ? "lock" : "unlock", e->result);
}

int main(int argc, char **argv)
{
	static struct recorder recorder[MAX_THREADS];
	u32 n = argc > 2 ? (u32)atoi(argv[1]) : 0;

	rounds = argc > 2 ? (u32)atoi(argv[2]) : 0;
	hold_every = argc > 3 ? (u32)atoi(argv[3]) : 0;
	if (n < 1 || n > MAX_THREADS || !rounds)
		return 2;
	prctl(PR_SET_NAME, "record");
	set_up("trace_clock", "x86-tsc");
	set_up("buffer_size_kb", "16384");
	set_up("trace", "");
	set_up("events/futex_tp/enable", "1");
	pthread_barrier_init(&together, NULL, n);
	for (u32 i = 0; i < n; i++) {
		recorder[i].room = rounds * 64 + 1024;
		recorder[i].entry = calloc(recorder[i].room, sizeof *recorder[i].entry);
		if (!recorder[i].entry || pthread_create(&recorder[i].thread, NULL, thread_main, &recorder[i]))
			fail("starting a thread");
	}
	for (u32 i = 0; i < n; i++)
		pthread_join(recorder[i].thread, NULL);
	set_up("events/futex_tp/enable", "0");
	for (u32 i = 0; i < n; i++)
		for (u32 k = 0; k < recorder[i].used; k++)
			print_entry(&recorder[i], &recorder[i].entry[k]);
	print_events();
	printf("end %u %llu %llu\n", word, (unsigned long long)counter, (unsigned long long)n * rounds);
	return 0;
}
