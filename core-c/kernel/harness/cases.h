/* SPDX-License-Identifier: MIT */
/* Runs cases one at a time, each a process of its own: one that hangs or crashes is one that fails. */
#ifndef LOCKSTEP_HARNESS_CASES_H
#define LOCKSTEP_HARNESS_CASES_H

#include <dirent.h>
#include <sys/wait.h>

#include "waiter.h"

struct test {
	const char *name;
	void (*body)(void);
};
#define TEST(name)                                                                                                     \
	{                                                                                                              \
#name, name                                                                                            \
	}

/* What its tasks do: on a slow machine one that works is told apart from all that sleep. */
static void tell_tasks(pid_t pid)
{
	char path[320];
	const struct dirent *entry;
	DIR *tasks;

	snprintf(path, sizeof path, "/proc/%d/task", pid);
	tasks = opendir(path);
	while (tasks && (entry = readdir(tasks))) {
		if (entry->d_name[0] == '.')
			continue;
		snprintf(path, sizeof path, "/proc/%d/task/%s/stat", pid, entry->d_name);
		printf("  task %s: %c\n", entry->d_name, state_in(path));
	}
	if (tasks)
		closedir(tasks);
}

static bool passes(const struct test *t, int limit)
{
	double end = now() + limit;
	int status = 0;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		t->body();
		fflush(stdout);
		_exit(0);
	}
	while (waitpid(pid, &status, WNOHANG) != pid) {
		usleep(5000);
		if (now() < end)
			continue;
		printf("failed %s: not over after %d s\n", t->name, limit);
		tell_tasks(pid);
		kill(pid, SIGKILL);
		return false;
	}
	if (status == 0)
		printf("passed %s\n", t->name);
	else if (WIFSIGNALED(status))
		printf("failed %s: signal %d\n", t->name, WTERMSIG(status));
	else
		printf("failed %s\n", t->name);
	return status == 0;
}

static bool wanted(const char *name, int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], name))
			return true;
	return argc < 2;
}

/*
 * The cases that argv names, or all; limit: seconds for each, and behind --slow N that times N, for a kernel that
 * checks itself. Returns the exit code: 77 without the calls.
 */
static inline int run_cases(const struct test *tests, size_t count, int limit, int argc, char **argv)
{
	futex_word free_word = 0;
	int failed = 0, run = 0;

	if (argc > 2 && !strcmp(argv[1], "--slow")) {
		limit *= atoi(argv[2]);
		argv += 2;
		argc -= 2;
	}
	if (call(&free_word, UNLOCK_OP, 0, NULL) == -ENOSYS) {
		printf("this kernel has no FUTEX_LOCK\n");
		return 77;
	}
	for (size_t i = 0; i < count; i++) {
		if (!wanted(tests[i].name, argc, argv))
			continue;
		run++;
		failed += !passes(&tests[i], limit);
	}
	printf("%d of %d passed\n", run - failed, run);
	return failed || !run;
}

#endif
