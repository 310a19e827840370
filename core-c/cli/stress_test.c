/* SPDX-License-Identifier: MIT */
/* `lockstep stress` as a person runs it: exit codes, and what it says. $LOCKSTEP is the program. */
#include "program_test.h"

int main(void)
{
	must("stress", "mcs --threads 2 --seconds 0.2", 0, "pass: the counter is exactly");
	must("stress", "mutex-mcs --threads LIL --seconds 0.2 --signals 500", 0, "signals");
	must("stress", "rwsem --threads RR --seconds 0.2", 0, "for reading");
	must("stress", "tp-futex --threads 2 --seconds 0.2 --kernel text", 0, "pass");
	must("stress", "mutex-3.9 --threads 3 --seconds 0.2 --json", 0, "\"verdict\":\"pass\"");
	must("stress", "mutex-3.9 --threads 2 --seconds 1 --switch never_freed --hang 0.5", 1, "mutex_lock_common");
	must("stress", "mutex-3.9 --threads 2 --seconds 1 --switch never_freed --hang 0.5 --json", 1, "\"verdict\":\"hang\"");
	must("stress", "", 2, "usage");
	must("stress", "no-such-lock", 2, "no such lock");
	must("stress", "mcs --threads 17", 2, "--threads");
	must("stress", "mcs --threads X", 2, "no role");
	must("stress", "mcs --switch nothing", 2, "no switch");
	must("stress", "mcs --seconds", 2, "--seconds");
	must("stress", "mcs --seconds -1", 2, "--seconds");
	/* with FUTEX operations that no kernel has, on every host */
	must("stress", "tp-futex --threads 2 --seconds 0.2 --futex-ops 126,127", 77, "--kernel text");
	if (run("stress", "tp-futex --threads 2 --seconds 0.2") == 77)
		printf("skip the real calls: %s", out);
	return end();
}
