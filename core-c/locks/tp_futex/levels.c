/* SPDX-License-Identifier: MIT */

#include "level.h"
#include "registry.h"

const struct ls_level tp_futex_levels[] = {
	{
		.name = "without-the-kernel", .title = "Unlock without the kernel", .grade = 2,
		.task = "Let T2 wait in the kernel, as the top waiter, while T1 has the lock. Then let T1 free the lock without entering the kernel: by its own compare-and-swap.",
		.goal = "mutex T2, inside T1; futex 0x0, not T1 in tp_futex_unlock", .says = "T1 has the lock, and T2 is the top waiter, in the kernel; T1 has freed the lock and has not entered the kernel",
		.idea = "An unlock knows only what the word says, and not who waits.",
		.hint = "T1 must be faster than the flag that T2 is about to set.",
		.after = "Only WAITERS in the word sends an unlock into the kernel. T2 waits in the kernel already, and T1 could not know it.",
		.lock = LS_LOCK_tp_futex, .variant = tp_futex_VARIANT_bench, .n = 2, .rounds = 1,
		.shortest = 10,
	},
	{
		.name = "silent-sleeper", .title = "The sleeper that said nothing", .grade = 3,
		.task = "Lose the wake-up. The fault planted here: a waiter sleeps without setting WAITERS in the word.",
		.goal = "T2 asleep, verdict LOST_WAKEUP", .says = "T2 sleeps and nobody will wake it",
		.idea = "The owner asks the word, and nothing else, whether somebody sleeps.",
		.hint = "T2 sleeps only while the owner has no CPU.",
		.after = "T1 found only its own number in the word and unlocked without the kernel. The flag is how a waiter tells the owner.",
		.lock = LS_LOCK_tp_futex, .variant = tp_futex_VARIANT_simple, .n = 2, .rounds = 1, .switches = 1u << tp_futex_SWITCH_no_waiters,
		.budget = {[LS_ENV_PREEMPT] = 1},
		.shortest = 23,
	},
	{
		.name = "past-the-top-waiter", .title = "Past the top waiter, twice", .grade = 2,
		.task = "Make T2 the top waiter, whom mutex_owner names, while T1 has the lock. Then let T1 take the lock twice past T2, which stays the top waiter.",
		.goal = "mutex_owner T2, inside T1; mutex_owner T2, inside nobody; mutex_owner T2, inside T1; mutex_owner T2, inside nobody; mutex_owner T2, inside T1", .says = "T2 is the top waiter, T1 inside; T1 has unlocked; T1 is in again; T1 has unlocked again; T1 is in once more",
		.idea = "The top waiter stands in front, but whoever finds the word 0 has the lock.",
		.hint = "As long as T2 has set no flag, T1 needs no kernel to unlock and to lock again.",
		.after = "Whoever runs and finds the word 0 takes it. That is good for throughput, and bad for the top waiter.",
		.lock = LS_LOCK_tp_futex, .variant = tp_futex_VARIANT_simple, .n = 2, .rounds = 3,
		.shortest = 15,
	},
	{
		.name = "hand-it-over", .title = "Hand it over", .grade = 3,
		.task = "Make T1 hand the lock to T2: the word names T2 although T2 has not taken it.",
		.goal = "handoff_pid T2, inside T1; futex T2, not inside has T2", .says = "T2 asks to be handed the lock; the word names T2, and T2 has not looked yet",
		.idea = "A handoff must be asked for, and only who has waited long asks.",
		.hint = "The threshold of T2 has to pass before T1 unlocks.",
		.after = "T1 wrote T2's number where 0 would stand. The word was never free, so nobody could steal it.",
		.lock = LS_LOCK_tp_futex, .variant = tp_futex_VARIANT_bench, .n = 3, .rounds = 1, .budget = {[LS_ENV_THRESHOLD] = 1},
		.shortest = 24,
	},
	{
		.name = "two-owners", .title = "Two owners", .grade = 4,
		.task = "Make two threads hold the lock at once. You may kill one thread. No fault is planted.",
		.goal = "verdict VIOLATED mutual exclusion", .says = "two threads hold the lock",
		.idea = "A sign that an owner has died can stand in the word for too long.",
		.hint = "Kill T1 while it holds the lock, and let T3 steal it.",
		.after = "OWNER_DIED stays in the word beside the thief's number, and T2 takes it for the sign of a dead owner.",
		.lock = LS_LOCK_tp_futex, .variant = tp_futex_VARIANT_bench, .n = 3, .rounds = 1, .roles = "RRR", .budget = {[LS_ENV_KILL] = 1},
		.shortest = 17,
	},
	{ 0 },
};
