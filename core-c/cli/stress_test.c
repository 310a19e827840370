/* SPDX-License-Identifier: MIT */
/* `lockstep stress` as a person runs it: exit codes, and what it says. $LOCKSTEP is the program. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static int failures;
static const char *program;

/* Exit code of `lockstep stress ARGS`, its output in out. */
static int stress(const char *args, char *out, size_t size)
{
	char command[600];
	FILE *p;
	size_t n;
	int status;

	snprintf(command, sizeof command, "'%s' stress %s 2>&1", program, args);
	p = popen(command, "r");
	if (!p)
		exit(77);
	n = fread(out, 1, size - 1, p);
	out[n] = 0;
	status = pclose(p);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void must(const char *args, int code, const char *says)
{
	static char out[65536];
	int got = stress(args, out, sizeof out);
	bool ok = got == code && strstr(out, says);

	printf("%s stress %s: %d\n", ok ? "ok  " : "FAIL", args, got);
	if (!ok)
		printf("--- wanted %d and \"%s\"\n%s---\n", code, says, out);
	failures += !ok;
}

int main(void)
{
	static char out[65536];

	program = getenv("LOCKSTEP");
	if (!program) {
		printf("skip LOCKSTEP does not name the program\n");
		return 77;
	}
	must("mcs --threads 2 --seconds 0.2", 0, "pass: the counter is exactly");
	must("mutex-mcs --threads LIL --seconds 0.2 --signals 500", 0, "signals");
	must("rwsem --threads RR --seconds 0.2", 0, "for reading");
	must("tp-futex --threads 2 --seconds 0.2 --kernel text", 0, "pass");
	must("mutex-3.9 --threads 3 --seconds 0.2 --json", 0, "\"verdict\":\"pass\"");
	must("mutex-3.9 --threads 2 --seconds 1 --switch never_freed --hang 0.5", 1, "mutex_lock_common");
	must("mutex-3.9 --threads 2 --seconds 1 --switch never_freed --hang 0.5 --json", 1, "\"verdict\":\"hang\"");
	must("", 2, "usage");
	must("no-such-lock", 2, "no such lock");
	must("mcs --threads 17", 2, "--threads");
	must("mcs --threads X", 2, "no role");
	must("mcs --switch nothing", 2, "no switch");
	must("mcs --seconds", 2, "--seconds");
	must("mcs --seconds -1", 2, "--seconds");
	/* with FUTEX operations that no kernel has, on every host */
	must("tp-futex --threads 2 --seconds 0.2 --futex-ops 126,127", 77, "--kernel text");
	if (stress("tp-futex --threads 2 --seconds 0.2", out, sizeof out) == 77)
		printf("skip the real calls: %s", out);
	printf("%d failed\n", failures);
	return failures != 0;
}
