/* SPDX-License-Identifier: MIT */
/* For tests that run the program as a person does: exit codes, and what it says. $LOCKSTEP is the program. */
#ifndef LOCKSTEP_CLI_PROGRAM_TEST_H
#define LOCKSTEP_CLI_PROGRAM_TEST_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static int failures;
static char out[1 << 26]; /* what it said last, on both channels */

/* Runs `lockstep COMMAND ARGS` in a shell. Returns its exit code; 77 ends the test when it cannot be run at all. */
static int run(const char *command, const char *args)
{
	const char *program = getenv("LOCKSTEP");
	char line[700];
	int status;
	FILE *p;

	if (!program) {
		printf("skip LOCKSTEP does not name the program\n");
		exit(77);
	}
	snprintf(line, sizeof line, "'%s' %s %s 2>&1", program, command, args);
	p = popen(line, "r");
	if (!p)
		exit(77);
	out[fread(out, 1, sizeof out - 1, p)] = 0;
	status = pclose(p);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void expect(bool ok, const char *what)
{
	printf("%s %s\n", ok ? "ok  " : "FAIL", what);
	if (!ok)
		printf("---\n%.2000s\n---\n", out);
	failures += !ok;
}

/* It ends with that code and says that. */
static void must(const char *command, const char *args, int code, const char *says)
{
	char what[900];
	int got = run(command, args);

	snprintf(what, sizeof what, "%s %s: %d, wanted %d and \"%s\"", command, args, got, code, says);
	expect(got == code && strstr(out, says), what);
}

static int end(void)
{
	printf("%d failed\n", failures);
	return failures != 0;
}

#endif
