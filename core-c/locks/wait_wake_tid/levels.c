/* SPDX-License-Identifier: MIT */

#include "level.h"
#include "registry.h"

const struct ls_level wait_wake_tid_levels[] = {
	{
		.name = "the-second-sleeper", .title = "The second sleeper", .grade = 4,
		.task = "Make a thread sleep for ever. No fault is planted: the text is as it was posted.",
		.goal = "verdict LOST_WAKEUP", .says = "a thread sleeps and nobody will wake it",
		.idea = "One mark in a word can stand for more than one sleeper.",
		.hint = "Two must sleep, and one unlock wakes one of them.",
		.after = "The unlock took WAITERS out of the word, and the woken thread locked without it. Its own unlock knew of nobody.",
		.lock = LS_LOCK_wait_wake_tid, .variant = wait_wake_tid_VARIANT_ww2, .n = 3, .rounds = 1,
		.shortest = 43,
	},
	{ 0 },
};
