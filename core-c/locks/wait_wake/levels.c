/* SPDX-License-Identifier: MIT */

#include "level.h"
#include "registry.h"

const struct ls_level wait_wake_levels[] = {
	{
		.name = "one-barrier-too-few", .title = "One barrier too few", .grade = 3,
		.task = "Lose the wake-up. A barrier is missing here: FUTEX_WAIT reads the word before it counts itself as a waiter.",
		.goal = "T2 asleep, verdict LOST_WAKEUP", .says = "T2 sleeps and nobody will wake it",
		.idea = "A wake-up is for those who are counted.",
		.hint = "T1 must unlock between the read of T2 and its count.",
		.after = "T2 had read 2 already, and T1 found nobody counted. Had it been counted before its read, T1 would have found it, or its read the 0.",
		.lock = LS_LOCK_wait_wake, .variant = wait_wake_VARIANT_ww, .n = 2, .rounds = 1, .switches = 1u << wait_wake_SWITCH_read_early,
		.shortest = 16,
	},
	{ 0 },
};
