/* SPDX-License-Identifier: MIT */

#include "level.h"
#include "registry.h"

const struct ls_level mutex_levels[] = {
	{
		.name = "two-inside", .title = "Two threads inside", .grade = 1,
		.task = "Make two threads enter. The fault planted here: a spinner takes its compare-and-swap for a success, whatever it answers.",
		.goal = "inside T1 T2", .says = "T1 and T2 are both inside",
		.hint = "T2 needs only a compare-and-swap that fails.",
		.after = "A failed compare-and-swap writes nothing. Code that does not look at its answer has locked nothing.",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p0, .n = 2, .rounds = 1, .switches = 1u << mutex_SWITCH_unchecked_spinner,
		.shortest = 4,
	},
	{
		.name = "go-to-sleep", .title = "Send T2 to sleep", .grade = 1,
		.task = "Make T2 go to sleep. You may take a CPU away once.",
		.goal = "T2 asleep", .says = "T2 sleeps",
		.hint = "While the owner runs, a waiter spins. Take the owner's CPU away.",
		.after = "A thread spins as long as the owner runs, for then the mutex may soon be free. An owner without a CPU cannot unlock.",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p0, .n = 2, .rounds = 1, .budget = {[LS_ENV_PREEMPT] = 1},
		.shortest = 12,
	},
	{
		.name = "lose-the-wake-up", .title = "Lose the wake-up", .grade = 3,
		.task = "Find the schedule that loses the wake-up. The fault planted here: a waiter goes to sleep without a last look at count.",
		.goal = "T2 asleep, verdict LOST_WAKEUP", .says = "T2 sleeps and nobody will wake it",
		.hint = "T1 must look at the wait list before T2 stands in it.",
		.after = "The unlock found no sleeper, and T2 lay down after it. A wake-up is not kept for later: hence the last look.",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p0, .n = 2, .rounds = 1, .switches = 1u << mutex_SWITCH_blind_sleep,
		.budget = {[LS_ENV_PREEMPT] = 1},
		.shortest = 18,
	},
	{
		.name = "freed-too-late", .title = "Freed too late", .grade = 3,
		.task = "Lose the wake-up once more. The fault planted here: the unlock looks for sleepers first and frees the mutex after.",
		.goal = "T2 asleep, verdict LOST_WAKEUP", .says = "T2 sleeps and nobody will wake it",
		.hint = "T1 must free the mutex only after the last look of T2.",
		.after = "T1 looked for sleepers, T2 looked at the count, and only then was the mutex freed. Free first, look for sleepers second.",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p0, .n = 2, .rounds = 1, .switches = 1u << mutex_SWITCH_freed_late,
		.budget = {[LS_ENV_PREEMPT] = 1},
		.shortest = 20,
	},
	{
		.name = "woken-in-vain", .title = "Woken in vain", .grade = 4,
		.task = "Make T2 sleep twice in one call of mutex_lock.",
		.goal = "T2 asleep; T2 ready; T2 asleep", .says = "T2 sleeps; it is woken; it sleeps again",
		.hint = "T3 has to be faster than the woken T2.",
		.after = "A wake-up is no turn. T3 took the free mutex while T2 was still waking, and T2 found it taken.",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p2, .n = 3, .rounds = 1, .budget = {[LS_ENV_PREEMPT] = 1},
		.shortest = 29,
	},
	{ 0 },
};
