/* SPDX-License-Identifier: MIT */
/*
 * Process 1 of the virtual machine: does what /plan says, one line after another,
 * reports on the first serial line, and resets the machine, which QEMU takes for its end.
 * The second serial line is the kernel's console. Judging is left to the host.
 *
 *   plan   LIMIT COMMAND [ARGUMENT...]       LIMIT in seconds; COMMAND is a program, or
 *          insmod FILE [NAME=VALUE...] | rmmod NAME | show FILE | remove FILE...
 *   plan   LIMIT? COMMAND [ARGUMENT...]      only when the last command that ran has failed
 *
 *   out    @begin INDEX
 *          @out TEXT                         a line that the command printed
 *          @exit INDEX CODE SECONDS          CODE: as the shell tells it; "limit": killed
 *                                            after LIMIT; "stuck": not even that helped;
 *                                            "skipped": not run, see LIMIT?
 *          @end
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define MAX_WORDS 32
#define LINE 16384        /* longer ones are cut in two */
#define KILLED_WITHIN 3.0 /* seconds that a killed command has to be gone */

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void say(const char *format, ...)
{
	static char line[LINE + 64];
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(line, sizeof line - 1, format, args);
	va_end(args);
	if (n > (int)sizeof line - 2)
		n = (int)sizeof line - 2;
	line[n] = '\n';
	for (ssize_t done = 0, wrote; done <= n; done += wrote) {
		wrote = write(STDOUT_FILENO, line + done, (size_t)(n + 1 - done));
		if (wrote <= 0)
			reboot(RB_AUTOBOOT);
	}
}

static void mount_all(void)
{
	static const char *const places[][2] = {
	    {"devtmpfs", "/dev"},
	    {"proc", "/proc"},
	    {"sysfs", "/sys"},
	    {"debugfs", "/sys/kernel/debug"},
	    {"tracefs", "/sys/kernel/tracing"},
	};

	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		mkdir(places[i][1], 0755);
		if (mount(places[i][0], places[i][1], places[i][0], 0, NULL))
			say("cannot mount %s: %s", places[i][1], strerror(errno));
	}
}

/* --- commands of our own ------------------------------------------------------- */

static int show(const char *path)
{
	char buffer[4096];
	int fd = open(path, O_RDONLY);
	ssize_t n;

	if (fd < 0) {
		printf("%s: %s\n", path, strerror(errno));
		return 1;
	}
	while ((n = read(fd, buffer, sizeof buffer)) > 0)
		fwrite(buffer, 1, (size_t)n, stdout);
	close(fd);
	return n < 0;
}

static int insert_module(char **word)
{
	char values[1024] = "";
	int fd = open(word[1], O_RDONLY);

	for (char **w = word + 2; *w; w++) {
		strncat(values, *w, sizeof values - strlen(values) - 2);
		strcat(values, " ");
	}
	if (fd < 0 || syscall(SYS_finit_module, fd, values, 0)) {
		printf("insmod %s: %s\n", word[1], strerror(errno));
		return 1;
	}
	close(fd);
	return 0;
}

static int remove_module(const char *name)
{
	if (syscall(SYS_delete_module, name, O_NONBLOCK) == 0)
		return 0;
	printf("rmmod %s: %s\n", name, strerror(errno));
	return 1;
}

static int remove_files(char **path)
{
	int failed = 0;

	for (; *path; path++)
		failed |= unlink(*path) != 0;
	return failed;
}

static int perform(char **word)
{
	if (!strcmp(word[0], "remove"))
		return remove_files(word + 1);
	if (!strcmp(word[0], "show"))
		return show(word[1]);
	if (!strcmp(word[0], "insmod"))
		return insert_module(word);
	if (!strcmp(word[0], "rmmod"))
		return remove_module(word[1]);
	execv(word[0], word);
	printf("%s: %s\n", word[0], strerror(errno));
	return 127;
}

/* --- running one ----------------------------------------------------------------- */

struct output {
	int fd;
	size_t used;
	char line[LINE];
};

/* Passes whole lines on; false at the end of the output. */
static int pass_on(struct output *o)
{
	ssize_t n = read(o->fd, o->line + o->used, sizeof o->line - 1 - o->used);
	char *start = o->line, *end;

	if (n <= 0)
		return 0;
	o->used += (size_t)n;
	o->line[o->used] = 0;
	while ((end = strchr(start, '\n'))) {
		*end = 0;
		say("@out %s", start);
		start = end + 1;
	}
	o->used = strlen(start);
	memmove(o->line, start, o->used + 1);
	if (o->used == sizeof o->line - 1) {
		say("@out %s", o->line);
		o->used = 0;
	}
	return 1;
}

/* Passes output on until the process has ended; false when `limit` seconds are over first. */
static int follow(struct output *o, pid_t pid, double limit, int *status)
{
	double end = now() + limit;

	for (;;) {
		struct pollfd p = {o->fd, POLLIN, 0};

		if (poll(&p, 1, 50) > 0 && !pass_on(o))
			usleep(20000);
		if (waitpid(pid, status, WNOHANG) == pid)
			break;
		if (now() > end)
			return 0;
	}
	while (pass_on(o)) /* what is left in the pipe; it does not block */
		;
	if (o->used)
		say("@out %s", o->line);
	return 1;
}

/* True when the command ended with 0. */
static bool run(int index, double limit, char **word)
{
	static struct output o;
	double start = now();
	int status = 0, limited, pipe_fd[2];
	char code[16];
	pid_t pid;

	o.used = 0;
	say("@begin %d", index);
	if (pipe2(pipe_fd, O_CLOEXEC) || (pid = fork()) < 0) {
		say("@exit %d 126 0", index);
		return false;
	}
	if (pid == 0) {
		setpgid(0, 0);
		dup2(pipe_fd[1], STDOUT_FILENO);
		dup2(pipe_fd[1], STDERR_FILENO);
		status = perform(word);
		fflush(stdout);
		_exit(status);
	}
	close(pipe_fd[1]);
	o.fd = pipe_fd[0];
	fcntl(o.fd, F_SETFL, O_NONBLOCK);
	limited = !follow(&o, pid, limit, &status);
	if (limited) {
		kill(-pid, SIGKILL);
		kill(pid, SIGKILL);
	}
	if (limited)
		strcpy(code, follow(&o, pid, KILLED_WITHIN, &status) ? "limit" : "stuck");
	else
		snprintf(code, sizeof code, "%d", WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
	close(o.fd);
	say("@exit %d %s %.2f", index, code, now() - start);
	return !strcmp(code, "0");
}

static int split(char *line, char **word)
{
	int n = 0;

	for (char *w = strtok(line, " \n"); w && n < MAX_WORDS - 1; w = strtok(NULL, " \n"))
		word[n++] = w;
	word[n] = NULL;
	return n;
}

static void follow_plan(void)
{
	FILE *plan = fopen("/plan", "re");
	char line[1024], *word[MAX_WORDS];
	bool well = true;

	for (int index = 0; plan && fgets(line, sizeof line, plan); index++) {
		if (split(line, word) < 2)
			continue;
		if (!well || !strchr(word[0], '?')) {
			well = run(index, atof(word[0]), word + 1);
			continue;
		}
		say("@begin %d", index);
		say("@exit %d skipped 0", index);
	}
}

/* Raw: the host reads lines that end as they were written. */
static void open_line(void)
{
	int fd = open("/dev/ttyS0", O_RDWR | O_NOCTTY);
	struct termios settings;

	if (fd < 0 || tcgetattr(fd, &settings))
		return; /* what is said goes to the console then, and the host misses it */
	cfmakeraw(&settings);
	tcsetattr(fd, TCSANOW, &settings);
	dup2(fd, STDOUT_FILENO);
	dup2(fd, STDERR_FILENO);
}

int main(void)
{
	mount_all();
	open_line();
	follow_plan();
	say("@end");
	tcdrain(STDOUT_FILENO);
	sync();
	reboot(RB_AUTOBOOT);
	return 0;
}
