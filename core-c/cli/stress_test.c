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
	must("stress", "mutex-3.9 --threads 2 --seconds 1 --switch never_freed --hang 0.5 --json", 1,
	     "\"verdict\":\"hang\"");
	must("stress", "", 2, "Usage: lockstep stress [OPTION...] NAME");
	must("stress", "--help", 0, "--futex-ops=L,U");
	must("stress", "no-such-lock", 2, "there is no lock or scenario \"no-such-lock\"");
	must("stress", "mcs --threads 17", 2, "--threads takes a whole number from 1 to 16, not \"17\"");
	must("stress", "mcs --threads X", 2, "mcs has no role 'X'; it has L (locker: locks and unlocks)");
	must("stress", "mcs --switch nothing", 2, "mcs has no switch \"nothing\"; it has torn_swap");
	must("stress", "mcs --seconds", 2, "--seconds is without its value: --seconds S");
	must("stress", "mcs --seconds -1", 2, "--seconds takes a number from 0.01 to 86400, not \"-1\"");
	must("stress", "mcs --kernel real", 2, "--kernel takes only \"text\", not \"real\"");
	must("stress", "tp-futex --futex-ops 6", 2, "--futex-ops takes the numbers of two calls");
	must("stress", "mcs --naps x", 2, "--naps takes a whole number from 0 to 1000000000, not \"x\"");
	must("stress", "mcs --timeout 0", 2, "--timeout takes a number from 0.001 to 60000, not \"0\"");
	/* with FUTEX operations that no kernel has, on every host */
	must("stress", "tp-futex --threads 2 --seconds 0.2 --futex-ops 126,127", 77, "--kernel text");
	if (run("stress", "tp-futex --threads 2 --seconds 0.2") == 77)
		printf("skip the real calls: %s", out);
	return end();
}
