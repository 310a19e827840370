/* SPDX-License-Identifier: MIT */
/* `lockstep follow` as a person runs it: exit codes, and what it says. $LOCKSTEP is the program. */
#include "program_test.h"

int main(void)
{
	must("follow", "mcs-queue", 0, "26 steps on real threads: the same values line by line");
	must("follow", "tp-sleep-wake", 0, "sleeps in futex(2)");
	must("follow", "mcs '1*4 2*3' --threads 2", 0, "   7 ✓ T2");
	must("follow", "mutex-wake --json", 0, "\"verdict\":\"agrees\",\"steps\":33,\"agreed\":33,\"values\":1");
	must("follow", "mutex-wake --json", 0, ",\"sleeps\":1,\"url\":\"mutex-wake?");
	must("follow", "'#/mcs-gap?v=1'", 0, "0 steps");
	must("follow", "'#/mcs-gap?v=1&n=99'", 1, "note:");
	must("follow", "", 2, "follow what?");
	must("follow", "no-such-lock", 2, "no lock or scenario");
	must("follow", "mcs '1*400'", 2, "not possible there");
	return end();
}
