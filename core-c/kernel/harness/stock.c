/* SPDX-License-Identifier: MIT */
/*
 * Work that makes the kernel take a lock of its own from several CPUs, recorded: /watch.ko keeps what the lock's source
 * does to it, and this writes the trace (docs/traces.md, "seen source"). Which work there is, and its options, stands
 * in the folders of the locks: locks/<lock>/work_kernel.c.
 *
 *   stock --out FILE [--tasks N] [--log EVENTS] [--seconds S] [--jitter N] [--hogs N] [options of a work]
 *
 * Where a work gives each task a role, by a letter, there are as many tasks as letters. A work may have its tasks get
 * signals, or be killed in their wait, so many times a second. With --hogs N so many processes a CPU want it, too, at
 * real-time priority and for less than a millisecond: tasks lose their CPU in the middle of something.
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
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "stock_options.h"
#include "stock_trace.h"

#define PARAMETERS "/sys/module/watch/parameters/"
enum { END_SECONDS = 20 };

pid_t stock_process;

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

static void stay_on(unsigned cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof set, &set))
		fail("sched_setaffinity");
}

/* --- the work ------------------------------------------------------------------------------- */

static void ignore(int signal)
{
	(void)signal;
}

/* The kind of number that is asked for, or 0. */
static unsigned number_of(enum stock_number kind)
{
	return options.work->number_is == kind ? stock_number : 0;
}

static char role_of(unsigned number)
{
	return options.roles && number < options.tasks ? options.roles[number] : options.work->role;
}

static bool enter_work(struct stock_task *task)
{
	return !options.work->enter || options.work->enter(task);
}

static void do_once(struct stock_task *task)
{
	if (!options.work->use(task))
		_exit(1);
	task->turn++;
}

static void work(unsigned number)
{
	enum { BEFORE = 100 };
	struct stock_task task = {.number = number, .role = role_of(number), .random = number * 2654435761u};

	stay_on(number);
	signal(SIGUSR1, ignore);
	if (!enter_work(&task))
		_exit(1);
	while (task.turn < BEFORE && options.work->warm_up)
		do_once(&task);
	__sync_fetch_and_add(&shared->ready, 1);
	while (!shared->go)
		sched_yield();
	while (!shared->stop)
		do_once(&task);
	__sync_fetch_and_add(&shared->stopped, 1);
	for (;;)
		pause(); /* an end would close files or leave the memory, which takes the lock */
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

/* As one task more. */
static bool calm_down(void)
{
	struct stock_task task = {.number = options.tasks};

	await_tasks();
	return !options.work->calm || (enter_work(&task) && options.work->calm(&task));
}

static void lead_threads(void)
{
	pthread_t thread;

	for (unsigned i = 0; i < options.tasks; i++)
		if (pthread_create(&thread, NULL, work_as_thread, (void *)(size_t)i))
			_exit(1);
	if (!calm_down())
		_exit(1);
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
		pause_us(200 + stock_random(&random) % 1000);
		for (turns = stock_random(&random) % 20000; turns; turns--)
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
	const struct stock_work *of = options.work;

	if (of->prepare && !of->prepare())
		fail(of->object);
	if (of->idle && is_child())
		for (;;)
			pause();
	if (of->threads && is_child())
		lead_threads();
	stock_process = children ? child[0] : 0;
	for (unsigned i = 0; i < options.tasks && !of->threads; i++)
		if (is_child())
			work(i);
	for (unsigned i = 0; i < options.tasks * options.hogs && children < sizeof child / sizeof *child; i++)
		if (is_child())
			hog(i % options.tasks, i / options.tasks);
}

/* All are ready, and nobody is in the lock. */
static void settle(void)
{
	if (!options.work->threads && !calm_down())
		fail(options.work->object);
	while (options.work->threads && !shared->calm)
		pause_us(1000);
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

	snprintf(values, sizeof values, "%s=%d tasks=%u log=%u jitter=%u", options.work->object,
		 options.work->which ? options.work->which() : stock_process, options.tasks, options.log,
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

		if (role_of(number) != options.work->killable || !child[number])
			continue;
		kill_task(number);
		return;
	}
}

/* Until a log is full or the time is over; then until each task has ended what it does. False: one does not. */
static bool let_work(void)
{
	unsigned signals = number_of(STOCK_SIGNALS), deaths = number_of(STOCK_KILLS);
	unsigned rate = signals + deaths, first = options.work->idle;
	double pause_ms = rate ? 1000.0 / rate : 5;
	unsigned random = 1;

	shared->go = 1;
	for (double ms = 0; ms < options.seconds * 1000 && !parameter("full"); ms += pause_ms) {
		pause_us((unsigned)(pause_ms * 1000));
		if (signals)
			kill(child[first + stock_random(&random) % options.tasks], SIGUSR1);
		if (deaths)
			kill_one(stock_random(&random));
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
	fprintf(out, "lockstep-trace 1\nlock %s\nthreads ", trace.names.lock[0]);
	for (unsigned i = 0; i < options.tasks; i++)
		fputc(role_of(i), out);
	fputs("\nseen source\n", out);
	if (options.work->number_is != STOCK_SIGNALS) /* else they are not events */
		fputs("signals traced\n", out);
	fprintf(out, "ticks %lu.%03lu\nabout kernel %s\nabout work ", khz / 1000, khz % 1000, release);
	fprintf(out, options.work->about, stock_number);
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

int main(int argc, char **argv)
{
	unsigned long strange;
	bool ended;

	(void)argc;
	read_options(argv + 1);
	shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		fail("memory");
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
