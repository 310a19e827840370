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
	must("follow", "mcs '1*400'", 2,
	     "at character 1, \"1*400\": not possible there after 14 of 400: T1 has finished; 14 steps were taken");
	must("follow", "mcs '1+ 2>osq_lock'", 2,
	     "at character 4, \"2>osq_lock\": mcs has no procedure and no step \"osq_lock\"");
	must("follow", "mcs '1+ 2' extra", 2, "what is \"extra\" for?");
	must("follow", "--help", 0, "Usage: lockstep follow");
	return end();
}
