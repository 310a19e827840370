/* SPDX-License-Identifier: MIT */
/*
 * Work that makes the kernel take a mutex of its own from several CPUs, recorded: /watch.ko keeps what
 * kernel/locking/mutex.c does to it, and this writes the trace (docs/traces.md, "seen source").
 *
 *   stock --out FILE [--tasks N] [--log EVENTS] [--seconds S] [--jitter N] [--hogs N] [--bytes N] [--signals N]
 *
 * Processes, each on a CPU of its own, write into one pipe and read from it, up to --bytes at once. With --signals N
 * they try to trace one process instead, which takes its cred_guard_mutex interruptibly, and get N signals a second.
 * With --hogs N so many processes a CPU want it, too, at real-time priority and for less than a millisecond: tasks lose
 * their CPU in the middle of something.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "kernel/module/watch.h"

#define PARAMETERS "/sys/module/watch/parameters/"
#define LOGS "/sys/kernel/debug/lockstep_watch/"
enum { MOST_BYTES = 65536, LONGEST_LINE = 200, END_SECONDS = 20 };

static struct options {
	const char *out;
	unsigned tasks, log, seconds, jitter, hogs, bytes, signals;
} options = {.tasks = 2, .log = 1000, .seconds = 10, .bytes = 4096};

static struct shared {
	volatile int ready, go, stop, stopped;
} * shared;

static void fail(const char *what)
{
	printf("%s: %s\n", what, strerror(errno));
	exit(1);
}

static void pause_us(unsigned us)
{
	struct timespec t = {us / 1000000, us % 1000000 * 1000l};

	nanosleep(&t, NULL);
}

static unsigned next_random(unsigned *random)
{
	*random = *random * 1664525u + 1013904223u;
	return *random >> 16;
}

static void stay_on(unsigned cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof set, &set))
		fail("sched_setaffinity");
}

/* --- the work ------------------------------------------------------------------------------- */

static int ends[2];  /* of the pipe */
static pid_t victim; /* of ptrace() */

/* A full or an empty pipe is left at once: the mutex was taken all the same. */
static bool use_pipe(unsigned number, unsigned *random)
{
	static char bytes[MOST_BYTES];
	size_t n = 1 + next_random(random) % options.bytes;

	return (number & 1 ? read(ends[0], bytes, n) : write(ends[1], bytes, n)) >= 0 || errno == EAGAIN;
}

/* One has it in the end, and the others are told so when they have the mutex. */
static bool use_ptrace(void)
{
	return ptrace(PTRACE_SEIZE, victim, NULL, NULL) == 0 || errno == EPERM;
}

static void ignore(int signal)
{
	(void)signal;
}

static void work(unsigned number)
{
	unsigned random = number * 2654435761u;

	stay_on(number);
	signal(SIGUSR1, ignore);
	__sync_fetch_and_add(&shared->ready, 1);
	while (!shared->go)
		sched_yield();
	while (!shared->stop)
		if (!(options.signals ? use_ptrace() : use_pipe(number, &random)))
			_exit(1);
	__sync_fetch_and_add(&shared->stopped, 1);
	for (;;)
		pause(); /* an end would close the pipe, which takes the mutex */
}

static void hog(unsigned cpu, unsigned number)
{
	unsigned random = (cpu + 7) * (number + 3) * 2654435761u;
	struct sched_param priority = {.sched_priority = 1};
	volatile unsigned turns;

	stay_on(cpu);
	sched_setscheduler(0, SCHED_FIFO, &priority);
	for (;;) {
		pause_us(200 + next_random(&random) % 1000);
		for (turns = next_random(&random) % 20000; turns; turns--)
			;
	}
}

static pid_t child[64];
static unsigned children;

static bool is_child(void)
{
	pid_t pid = fork();

	if (pid < 0)
		fail("fork");
	if (pid)
		child[children++] = pid;
	return pid == 0;
}

static void start(void)
{
	if (options.signals && is_child())
		for (;;)
			pause();
	victim = options.signals ? child[0] : 0;
	for (unsigned i = 0; i < options.tasks; i++)
		if (is_child())
			work(i);
	for (unsigned i = 0; i < options.tasks * options.hogs && children < sizeof child / sizeof *child; i++)
		if (is_child())
			hog(i % options.tasks, i / options.tasks);
}

static void end_all(void)
{
	for (unsigned i = 0; i < children; i++)
		kill(child[i], SIGKILL);
	while (wait(NULL) > 0)
		;
}

/* --- the module -------------------------------------------------------------------------------- */

static void load(void)
{
	char values[200];
	int fd = open("/watch.ko", O_RDONLY);

	snprintf(values, sizeof values, "%s=%d tasks=%u log=%u jitter=%u", options.signals ? "pid" : "pipe",
		 options.signals ? victim : ends[0], options.tasks, options.log, options.jitter);
	if (fd < 0 || syscall(SYS_finit_module, fd, values, 0))
		fail("watch.ko");
	close(fd);
}

static unsigned long parameter(const char *name)
{
	char path[80], value[24] = "";
	int fd;

	snprintf(path, sizeof path, PARAMETERS "%s", name);
	fd = open(path, O_RDONLY);
	if (fd < 0 || read(fd, value, sizeof value - 1) < 0)
		fail(path);
	close(fd);
	return strtoul(value, NULL, 10);
}

static void stop_telling(void)
{
	int fd = open(PARAMETERS "stop", O_WRONLY);

	if (fd < 0 || write(fd, "1", 1) != 1)
		fail("stop");
	close(fd);
}

/* Until a log is full or the time is over; then until each task has ended what it does. False: one does not. */
static bool let_work(void)
{
	double pause_ms = options.signals ? 1000.0 / options.signals : 5;
	unsigned random = 1;

	while (shared->ready < (int)options.tasks)
		pause_us(1000);
	shared->go = 1;
	for (double ms = 0; ms < options.seconds * 1000 && !parameter("full"); ms += pause_ms) {
		pause_us((unsigned)(pause_ms * 1000));
		if (options.signals)
			kill(child[1 + next_random(&random) % options.tasks], SIGUSR1);
	}
	shared->stop = 1;
	for (unsigned ms = 0; shared->stopped < (int)options.tasks; ms++) {
		if (ms == END_SECONDS * 1000)
			return false;
		pause_us(1000);
	}
	return true;
}

/* --- the trace ---------------------------------------------------------------------------------- */

static struct rec_event *event;
static size_t events;

/* Nothing that ended until then is missing. */
static uint64_t cut = UINT64_MAX;

static void read_log(unsigned tid, bool full)
{
	char path[80];
	size_t size = options.log * sizeof *event, got = 0;
	char *at = (char *)(event + events);
	ssize_t n;
	int fd;

	snprintf(path, sizeof path, LOGS "%02u", tid);
	fd = open(path, O_RDONLY);
	if (fd < 0)
		fail(path);
	while (got < size && (n = read(fd, at + got, size - got)) > 0)
		got += (size_t)n;
	close(fd);
	events += got / sizeof *event;
	if (full && event[events - 1].after < cut)
		cut = event[events - 1].after;
}

static int by_time(const void *a, const void *b)
{
	const struct rec_event *first = a, *second = b;

	if (first->before != second->before)
		return first->before < second->before ? -1 : 1;
	return first->after < second->after ? -1 : first->after > second->after;
}

static void print_word(FILE *out, const struct rec_event *e)
{
	static const char *const names[WATCH_WORDS] = {
	    [WATCH_OWNER] = "owner",   [WATCH_WAIT_LOCK] = "wait_lock", [WATCH_WAIT_LIST] = "wait_list",
	    [WATCH_OSQ] = "osq",       [WATCH_NEXT] = "next",           [WATCH_PREV] = "prev",
	    [WATCH_LOCKED] = "locked", [WATCH_WAKE_Q] = "wake_q",
	};

	if (!(e->has & REC_WORD))
		return;
	fprintf(out, " word=%s", names[e->word & 0xff]);
	if (e->word >> 8)
		fprintf(out, ":%u", e->word >> 8);
}

static void print_event(FILE *out, const struct rec_event *e, uint64_t from)
{
	struct rec_event but_word = *e;
	char values[LONGEST_LINE];

	but_word.has &= (u8)~REC_WORD; /* which has a name here, and comes first */
	values[0] = '\0';
	rec_values(values, sizeof values, &but_word);
	fprintf(out, "%u %llu %llu source %s", e->tid, (unsigned long long)(e->before - from),
		(unsigned long long)(e->after - from), rec_op_name(e->op));
	print_word(out, e);
	fprintf(out, "%s\n", values);
}

static void write_trace(void)
{
	FILE *out = fopen(options.out, "w");
	uint64_t from = events ? event[0].before : 0;
	struct utsname system;
	unsigned long khz = parameter("khz");

	if (!out || uname(&system))
		fail(options.out);
	fprintf(out, "lockstep-trace 1\nlock mutex-6.12\nthreads %.*s\nseen source\nticks %lu.%03lu\nabout kernel %s\n",
		(int)options.tasks, options.signals ? "IIIIIIIIIIIIIIII" : "LLLLLLLLLLLLLLLL", khz / 1000, khz % 1000,
		system.release);
	if (options.signals)
		fprintf(out, "about work ptrace() of one process, %u signals a second", options.signals);
	else
		fprintf(out, "about work a pipe, up to %u bytes at once", options.bytes);
	fprintf(out, ", jitter %u, %u hogs a CPU\n", options.jitter, options.hogs);
	if (cut != UINT64_MAX)
		fprintf(out, "cut %llu\n", (unsigned long long)(cut - from));
	fputs("events\n", out);
	for (size_t i = 0; i < events; i++)
		print_event(out, &event[i], from);
	if (fclose(out))
		fail(options.out);
}

static void collect(void)
{
	unsigned long full = parameter("full");

	event = calloc((size_t)options.tasks * options.log, sizeof *event);
	if (!event)
		fail("memory");
	for (unsigned tid = 1; tid <= options.tasks; tid++)
		read_log(tid, full >> tid & 1);
	qsort(event, events, sizeof *event, by_time);
	while (events && event[events - 1].before > cut) /* nothing that is judged can have seen it */
		events--;
}

/* --- main ------------------------------------------------------------------------------------------ */

static void read_options(char **word)
{
	static const struct {
		const char *name;
		unsigned *value;
	} numbers[] = {
	    {"--tasks", &options.tasks},     {"--log", &options.log},   {"--seconds", &options.seconds},
	    {"--jitter", &options.jitter},   {"--hogs", &options.hogs}, {"--bytes", &options.bytes},
	    {"--signals", &options.signals},
	};

	for (; word[0] && word[1]; word += 2) {
		bool known = !strcmp(word[0], "--out");

		if (known)
			options.out = word[1];
		for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
			if (strcmp(word[0], numbers[i].name))
				continue;
			*numbers[i].value = (unsigned)strtoul(word[1], NULL, 10);
			known = true;
		}
		if (!known)
			break;
	}
	if (*word || !options.out || !options.tasks || options.tasks > LS_MAX_THREADS || !options.bytes ||
	    options.bytes > MOST_BYTES) {
		printf("stock --out FILE [--tasks|--log|--seconds|--jitter|--hogs|--bytes|--signals N]...\n");
		exit(2);
	}
}

int main(int argc, char **argv)
{
	unsigned long strange;
	bool ended;

	(void)argc;
	read_options(argv + 1);
	shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED || pipe2(ends, O_NONBLOCK))
		fail("pipe");
	start();
	load();
	ended = let_work();
	stop_telling();
	collect();
	write_trace();
	strange = parameter("strange");
	end_all();
	if (syscall(SYS_delete_module, "watch", O_NONBLOCK))
		fail("rmmod watch");
	printf("%u tasks, %zu events%s\n", options.tasks, events, ended ? "" : "; one of them hangs");
	if (strange)
		printf("%lu accesses of others\n", strange);
	return !ended || strange;
}
