/* SPDX-License-Identifier: MIT */
/*
 * Work that makes the kernel take a mutex or a rwsem of its own from several CPUs, recorded: /watch.ko keeps what
 * kernel/locking/mutex.c or rwsem.c does to it, and this writes the trace (docs/traces.md, "seen source").
 *
 *   stock --out FILE [--tasks N] [--log EVENTS] [--seconds S] [--jitter N] [--hogs N] [--bytes N] [--signals N]
 *   stock --out FILE --folder ROLES | --memory ROLES [--kills N] [the same but for --tasks, --bytes, --signals]
 *
 * Processes, each on a CPU of its own, write into one pipe and read from it, up to --bytes at once. With --signals N
 * they try to trace one process instead, which takes its cred_guard_mutex interruptibly, and get N signals a second.
 * With --folder they use one directory, which takes its i_rwsem: W makes and removes names in it, R looks up a name
 * that is not there, Q reads it and can be killed, as happens to one of them N times a second. With --memory they are
 * threads of one process, which take its mmap_lock: K changes the protection of pages, R brings pages in and takes
 * them away, Q reads /proc/self/maps.
 * With --hogs N so many processes a CPU want it, too, at real-time priority and for less than a millisecond: tasks lose
 * their CPU in the middle of something.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
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

#include "stock_rwsem.h"
#include "stock_trace.h"

#define PARAMETERS "/sys/module/watch/parameters/"
enum { MOST_BYTES = 65536, END_SECONDS = 20 };

static struct options {
	const char *out;
	const char *folder, *memory; /* roles */
	unsigned tasks, log, seconds, jitter, hogs, bytes, signals, kills;
} options = {.tasks = 2, .log = 1000, .seconds = 10, .bytes = 4096};

static struct shared {
	volatile int ready, calm, go, stop, stopped;
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

static bool do_once(unsigned number, const struct stock_room *room, unsigned turn, unsigned *random)
{
	if (options.folder)
		return use_folder(options.folder[number], number, turn);
	if (options.memory)
		return use_memory(room, options.memory[number], turn);
	return options.signals ? use_ptrace() : use_pipe(number, random);
}

static void work(unsigned number)
{
	enum { BEFORE = 100 }; /* so often that nothing is done for the first time when it is watched */
	unsigned random = number * 2654435761u, turn = 0;
	struct stock_room room = {0};

	stay_on(number);
	signal(SIGUSR1, ignore);
	if (options.memory && !make_room(&room))
		_exit(1);
	while (turn < BEFORE && (options.folder || options.memory))
		if (!do_once(number, &room, turn++, &random))
			_exit(1);
	__sync_fetch_and_add(&shared->ready, 1);
	while (!shared->go)
		sched_yield();
	while (!shared->stop)
		if (!do_once(number, &room, turn++, &random))
			_exit(1);
	__sync_fetch_and_add(&shared->stopped, 1);
	for (;;)
		pause(); /* an end would close the pipe or leave the memory, which takes the lock */
}

static void *work_as_thread(void *number)
{
	work((unsigned)(size_t)number);
	return NULL;
}

static void await_tasks(void)
{
	while (shared->ready < (int)options.tasks)
		pause_us(1000);
}

/* The last that took the rwsem wrote: then nobody's name is left in it. */
static void lead_threads(void)
{
	struct stock_room room;
	pthread_t thread;

	if (!make_room(&room))
		_exit(1);
	for (unsigned i = 0; i < options.tasks; i++)
		if (pthread_create(&thread, NULL, work_as_thread, (void *)(size_t)i))
			_exit(1);
	await_tasks();
	use_memory(&room, 'K', 0);
	shared->calm = 1;
	for (;;)
		pause();
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
	if (options.memory && is_child())
		lead_threads();
	if (options.folder && ((mkdir(STOCK_FOLDER, 0700) && errno != EEXIST) || chdir(STOCK_FOLDER)))
		fail(STOCK_FOLDER);
	for (unsigned i = 0; i < options.tasks && !options.memory; i++)
		if (is_child())
			work(i);
	for (unsigned i = 0; i < options.tasks * options.hogs && children < sizeof child / sizeof *child; i++)
		if (is_child())
			hog(i % options.tasks, i / options.tasks);
}

/* All are ready, and nobody is in the lock. */
static void settle(void)
{
	await_tasks();
	while (options.memory && !shared->calm)
		pause_us(1000);
	if (options.folder && (!make_and_remove(options.tasks, 0) || !make_and_remove(options.tasks, 1)))
		fail(STOCK_FOLDER);
}

static void end_all(void)
{
	for (unsigned i = 0; i < children; i++)
		if (child[i])
			kill(child[i], SIGKILL);
	while (wait(NULL) > 0)
		;
}

/* --- the module -------------------------------------------------------------------------------- */

static void load(void)
{
	char values[200];
	int fd = open("/watch.ko", O_RDONLY);
	const char *of = options.folder ? "dir" : options.memory ? "mm" : options.signals ? "pid" : "pipe";
	int which = options.folder    ? open(".", O_RDONLY | O_DIRECTORY)
		    : options.memory  ? child[0]
		    : options.signals ? victim
				      : ends[0];

	snprintf(values, sizeof values, "%s=%d tasks=%u log=%u jitter=%u", of, which, options.tasks, options.log,
		 options.jitter);
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

static struct stock_trace trace = {.cut = UINT64_MAX};
static struct rec_event killed[LS_MAX_THREADS]; /* each of them once */
static unsigned kills;

/* As /proc has it: D, where nothing but SIGKILL can end its wait, if anything can. */
static char state_of(pid_t pid)
{
	char path[40], text[200] = "", *name_end;
	int fd;

	snprintf(path, sizeof path, "/proc/%d/stat", pid);
	fd = open(path, O_RDONLY);
	if (fd < 0 || read(fd, text, sizeof text - 1) < 0)
		fail(path);
	close(fd);
	name_end = strrchr(text, ')');
	return name_end && name_end[1] ? name_end[2] : '?';
}

/* In its wait, if it soon comes to one. It is gone behind that, and had its signal some time in between. */
static void kill_task(unsigned number)
{
	enum { LOOKS = 300 };
	struct rec_event *e = &killed[kills++];

	for (unsigned i = 0; i < LOOKS && state_of(child[number]) != 'D'; i++)
		;
	*e = (struct rec_event){.op = LS_OP_KILL, .has = REC_TARGET, .target = (u8)(number + 1)};
	e->before = stock_now();
	kill(child[number], SIGKILL);
	waitpid(child[number], NULL, 0);
	e->after = stock_now();
	child[number] = 0;
	shared->stopped++;
}

/* Kills one that can be killed in its wait, if there is one left. */
static void kill_one(unsigned random)
{
	for (unsigned i = 0; i < options.tasks; i++) {
		unsigned number = (random + i) % options.tasks;

		if (options.folder[number] != 'Q' || !child[number])
			continue;
		kill_task(number);
		return;
	}
}

/* Until a log is full or the time is over; then until each task has ended what it does. False: one does not. */
static bool let_work(void)
{
	unsigned rate = options.signals + options.kills;
	double pause_ms = rate ? 1000.0 / rate : 5;
	unsigned random = 1;

	shared->go = 1;
	for (double ms = 0; ms < options.seconds * 1000 && !parameter("full"); ms += pause_ms) {
		pause_us((unsigned)(pause_ms * 1000));
		if (options.signals)
			kill(child[1 + next_random(&random) % options.tasks], SIGUSR1);
		if (options.kills)
			kill_one(next_random(&random));
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

static void write_head(FILE *out, unsigned long khz, const char *release)
{
	const char *roles = options.folder    ? options.folder
			    : options.memory  ? options.memory
			    : options.signals ? "IIIIIIIIIIIIIIII"
					      : "LLLLLLLLLLLLLLLL";

	fprintf(out, "lockstep-trace 1\nlock %s\nthreads %.*s\nseen source\n", trace.names.lock[0], (int)options.tasks,
		roles);
	if (!options.signals) /* else they are not events */
		fputs("signals traced\n", out);
	fprintf(out, "ticks %lu.%03lu\nabout kernel %s\n", khz / 1000, khz % 1000, release);
	if (options.folder)
		fprintf(out, "about work a directory, %u killed a second", options.kills);
	else if (options.memory)
		fprintf(out, "about work the memory of a process");
	else if (options.signals)
		fprintf(out, "about work ptrace() of one process, %u signals a second", options.signals);
	else
		fprintf(out, "about work a pipe, up to %u bytes at once", options.bytes);
	fprintf(out, ", jitter %u, %u hogs a CPU\n", options.jitter, options.hogs);
}

static void write_trace(void)
{
	FILE *out = fopen(options.out, "w");
	uint64_t from = trace.events ? trace.event[0].before : 0;
	struct utsname system;
	unsigned long khz = parameter("khz");

	if (!out || uname(&system))
		fail(options.out);
	write_head(out, khz, system.release);
	if (trace.cut != UINT64_MAX)
		fprintf(out, "cut %llu\n", (unsigned long long)(trace.cut - from));
	fputs("events\n", out);
	for (size_t i = 0; i < trace.events; i++)
		stock_print_event(out, &trace.names, &trace.event[i], from);
	if (fclose(out))
		fail(options.out);
}

static void collect(void)
{
	unsigned long full = parameter("full");

	trace.event = calloc((size_t)options.tasks * (options.log + 1), sizeof *trace.event);
	if (!trace.event)
		fail("memory");
	if (!stock_read_names(&trace.names))
		fail(STOCK_LOGS WATCH_NAMES);
	for (unsigned tid = 1; tid <= options.tasks; tid++)
		if (!stock_read_log(&trace, tid, options.log, full >> tid & 1))
			fail(STOCK_LOGS);
	memcpy(trace.event + trace.events, killed, kills * sizeof *killed);
	trace.events += kills;
	stock_sort(&trace);
}

/* --- main ------------------------------------------------------------------------------------------ */

static void read_options(char **word)
{
	static const struct {
		const char *name;
		unsigned *value;
	} numbers[] = {
	    {"--tasks", &options.tasks},     {"--log", &options.log},     {"--seconds", &options.seconds},
	    {"--jitter", &options.jitter},   {"--hogs", &options.hogs},   {"--bytes", &options.bytes},
	    {"--signals", &options.signals}, {"--kills", &options.kills},
	};
	static const struct {
		const char *name, **value;
	} texts[] = {{"--out", &options.out}, {"--folder", &options.folder}, {"--memory", &options.memory}};

	for (; word[0] && word[1]; word += 2) {
		bool known = false;

		for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
			if (strcmp(word[0], texts[i].name))
				continue;
			*texts[i].value = word[1];
			known = true;
		}
		for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
			if (strcmp(word[0], numbers[i].name))
				continue;
			*numbers[i].value = (unsigned)strtoul(word[1], NULL, 10);
			known = true;
		}
		if (!known)
			break;
	}
	if (options.folder || options.memory)
		options.tasks = (unsigned)strlen(options.folder ? options.folder : options.memory);
	if (*word || !options.out || (options.kills && !options.folder) || !options.tasks ||
	    options.tasks > LS_MAX_THREADS || !options.bytes || options.bytes > MOST_BYTES) {
		printf("stock --out FILE [--tasks|--log|--seconds|--jitter|--hogs|--bytes|--signals|--kills N]... "
		       "[--folder|--memory ROLES]\n");
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
	settle();
	load();
	ended = let_work();
	stop_telling();
	collect();
	write_trace();
	strange = parameter("strange");
	end_all();
	if (syscall(SYS_delete_module, "watch", O_NONBLOCK))
		fail("rmmod watch");
	printf("%u tasks, %zu events%s\n", options.tasks, trace.events, ended ? "" : "; one of them hangs");
	if (strange)
		printf("%lu accesses of others\n", strange);
	return !ended || strange;
}
