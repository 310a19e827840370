/* SPDX-License-Identifier: MIT */

#include "registry.h"
#include "scenario.h"

const struct ls_scenario mcs_scenarios[] = {
	{
		.name = "mcs", .title = "MCS queue, free play", .sandbox = 1,
		.lock = LS_LOCK_mcs, .variant = mcs_VARIANT_posted, .n = 3, .rounds = 2,
		.verdict = LS_OK, .lesson = "Free play: choose every step yourself.", .story = "",
	},
	{
		.name = "mcs-queue", .title = "Three spinners stand in line",
		.lock = LS_LOCK_mcs, .variant = mcs_VARIANT_posted, .n = 3, .rounds = 1,
		.verdict = LS_OK,
		.lesson = "Each spinner waits on a word of its own. Passing the lock on touches one word, and only the next thread hears of it.",
		.story = "1+ 2! 3! 2 3 1@end 2@mspin_unlock 3 2@end 3@end",
	},
	{
		.name = "mcs-gap", .title = "The gap between the swap and the link",
		.lock = LS_LOCK_mcs, .variant = mcs_VARIANT_posted, .n = 2, .rounds = 1,
		.verdict = LS_OK,
		.lesson = "T2 is already the tail, but T1's next is still NULL. An unlock that falls into this gap must wait for the link.",
		.story = "1+ 2>xchg:tail 1! 1*2 2 2 1@end 2@end",
	},
	{
		.name = "mcs-torn-swap", .title = "Fault: the swap in two steps",
		.lock = LS_LOCK_mcs, .variant = mcs_VARIANT_posted, .n = 2, .rounds = 1, .switches = 1u << mcs_SWITCH_torn_swap,
		.verdict = LS_VIOLATED, .what = "mutual exclusion",
		.lesson = "Read the tail, then write it: between the two another thread reads the same tail, and both believe to be the head.",
		.story = "1@store:tail 2@store:tail 1 2 1 2",
	},
	{
		.name = "mcs-no-wait", .title = "Fault: leaving without waiting for the link",
		.lock = LS_LOCK_mcs, .variant = mcs_VARIANT_posted, .n = 2, .rounds = 1, .switches = 1u << mcs_SWITCH_no_wait_for_link,
		.verdict = LS_DEADLOCK,
		.lesson = "T1 sees next NULL and leaves, although T2 has swapped itself in. Nobody will ever pass the turn to T2.",
		.story = "1@mspin_unlock 2>xchg:tail 1@end 2 2*2",
	},
	{ 0 },
};
