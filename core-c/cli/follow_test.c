/* SPDX-License-Identifier: MIT */
/* `lockstep follow` as a person runs it: exit codes, and what it says. $LOCKSTEP is the program. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static int failures;
static const char *program;

static void must(const char *args, int code, const char *says)
{
	static char out[65536];
	char command[600];
	FILE *p;
	int status;

	snprintf(command, sizeof command, "'%s' follow %s 2>&1", program, args);
	p = popen(command, "r");
	if (!p)
		exit(77);
	out[fread(out, 1, sizeof out - 1, p)] = 0;
	status = pclose(p);
	status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	if (status == code && strstr(out, says)) {
		printf("ok   follow %s: %d\n", args, status);
		return;
	}
	printf("FAIL follow %s: %d\n--- wanted %d and \"%s\"\n%s---\n", args, status, code, says, out);
	failures++;
}

int main(void)
{
	program = getenv("LOCKSTEP");
	if (!program) {
		printf("skip LOCKSTEP does not name the program\n");
		return 77;
	}
	must("mcs-queue", 0, "26 steps on real threads: the same values line by line");
	must("tp-sleep-wake", 0, "sleeps in futex(2)");
	must("mcs '1*4 2*3' --threads 2", 0, "   7 ✓ T2");
	must("mutex-wake --json", 0, "\"verdict\":\"agrees\",\"steps\":33,\"agreed\":33,\"values\":1");
	must("mutex-wake --json", 0, ",\"sleeps\":1,\"url\":\"mutex-wake?");
	must("'#/mcs-gap?v=1'", 0, "0 steps");
	must("'#/mcs-gap?v=1&n=99'", 1, "note:");
	must("", 2, "follow what?");
	must("no-such-lock", 2, "no lock or scenario");
	must("mcs '1*400'", 2, "not possible there");
	printf("%d failed\n", failures);
	return failures != 0;
}
