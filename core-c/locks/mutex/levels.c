/* SPDX-License-Identifier: MIT */

#include "level.h"
#include "registry.h"

const struct ls_level mutex_levels[] = {
	{
		.name = "both-find-it-free", .title = "Both find it free", .grade = 1,
		.task = "Let both threads into the mutex at once. As in the lesson, this mutex reads count in one step and writes one less in its next; whoever writes 0 is in.",
		.goal = "inside T1 T2", .says = "T1 and T2 are both inside",
		.idea = "Between two steps of one thread there is room for a step of another.",
		.hint = "Both threads must read before either of them writes.",
		.after = "Both read 1, so both wrote 0, and 0 means in. As one atomic step the second subtraction would have found the 0 and led to -1.",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p0, .n = 2, .rounds = 1, .switches = 1u << mutex_SWITCH_torn_count,
		.shortest = 4,
	},
	{
		.name = "two-inside", .title = "Two threads inside", .grade = 1,
		.task = "Make two threads enter. The fault planted here: a spinner takes its compare-and-swap for a success, whatever it answers.",
		.goal = "inside T1 T2", .says = "T1 and T2 are both inside",
		.idea = "The word can be right and the lock broken, if nobody uses what the word answers.",
		.hint = "T2 needs only a compare-and-swap that fails.",
		.after = "A failed compare-and-swap writes nothing. Code that does not look at its answer has locked nothing.",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p0, .n = 2, .rounds = 1, .switches = 1u << mutex_SWITCH_unchecked_spinner,
		.shortest = 4,
	},
	{
		.name = "go-to-sleep", .title = "Send T2 to sleep", .grade = 1,
		.task = "Make T2 sleep while T1 has the mutex. To sleep, T2 has to give its CPU away by steps of its own; a thread that is preempted does not sleep. The scheduler may preempt one thread, once.",
		.goal = "inside T1, T1 preempted; inside T1, T2 asleep", .says = "T2 has a reason to sleep; T2 sleeps while T1 has the mutex",
		.idea = "A thread spins as long as the owner may be done soon. When may it not?",
		.hint = "While T1 runs, T2 spins. So let the scheduler preempt T1 when it has the mutex.",
		.after = "A thread spins as long as the owner runs, for then the mutex may soon be free. An owner without a CPU cannot unlock. A spinner also gives up when the scheduler wants its own CPU.",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p0, .n = 2, .rounds = 1, .budget = {[LS_ENV_PREEMPT] = 1},
		.shortest = 15,
	},
	{
		.name = "lose-the-wake-up", .title = "Lose the wake-up", .grade = 3,
		.task = "Find the schedule that loses the wake-up. The fault planted here: a waiter goes to sleep without a last look at count.",
		.goal = "T2 asleep, verdict LOST_WAKEUP", .says = "T2 sleeps and nobody will wake it",
		.idea = "A wake-up is not kept. An unlock that finds no sleeper wakes nobody later.",
		.hint = "Let the scheduler preempt T1 when it has the mutex, or T2 while it spins: either makes T2 stop spinning. Then T1 must look at the wait list before T2 stands in it.",
		.after = "The unlock found no sleeper, and T2 went to sleep after that. A wake-up is not kept for later: hence the last look.",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p0, .n = 2, .rounds = 1, .switches = 1u << mutex_SWITCH_blind_sleep,
		.budget = {[LS_ENV_PREEMPT] = 1},
		.shortest = 18,
	},
	{
		.name = "freed-too-late", .title = "Freed too late", .grade = 3,
		.task = "Find the schedule that loses the wake-up. The fault planted here: the unlock looks for sleepers first and frees the mutex after.",
		.goal = "T2 asleep, verdict LOST_WAKEUP", .says = "T2 sleeps and nobody will wake it",
		.idea = "A look that comes too early sees a mutex that is still taken.",
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
		.idea = "To be woken is not to have the mutex.",
		.hint = "T3 has to be faster than the woken T2.",
		.after = "A wake-up is no turn. T3 took the free mutex while T2 was still waking, and T2 found it taken.",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p2, .n = 3, .rounds = 1, .budget = {[LS_ENV_PREEMPT] = 1},
		.shortest = 29,
	},
	{
		.name = "explain-a-trace", .title = "Explain this kernel trace", .grade = 3,
		.task = "This text ran as a module on a real kernel, which logged this of T3 and of T4, here without times. Find an order in which each step is the next of its log.",
		.recording = "mutex-sleep-wake",
		.goal = "3 mutex13_lock#1 add word=0 old=1 new=0; "
			"4 mutex13_lock#1 add word=0 old=0 new=0xffffffff; "
			"3 mutex13_lock#4 store word=6 new=3; "
			"4 mutex_can_spin_on_owner#1 load word=6 old=3; "
			"3 mutex_worker#1 critical; "
			"4 mutex_can_spin_on_owner#3 on_cpu target=3 old=1; "
			"3 mutex13_unlock#1 store word=6 new=0; "
			"4 mspin_lock#1 store word=0x11 new=0; "
			"3 mutex13_unlock#2 add word=0 old=0xffffffff new=0; "
			"4 mspin_lock#2 store word=0x10 new=0; "
			"4 mspin_lock#3 xchg word=7 old=0 new=4; "
			"3 mutex_unlock_slowpath#1 spin_lock word=1; "
			"4 mspin_lock#8 store word=0x11 new=1; "
			"3 mutex_unlock_slowpath#2 store word=0 new=1; "
			"4 mutex_lock_common#1 load word=6 old=0; "
			"3 mutex_unlock_slowpath#3 list_first word=2 target=0; "
			"4 mutex_lock_common#2 load word=0 old=1; "
			"3 mutex_unlock_slowpath#5 spin_unlock word=1; "
			"4 mutex_lock_common#3 cas word=0 arg=1 old=1 new=0 ok=1; "
			"4 mutex_lock_common#4 store word=6 new=4",
		.says = "T3 count 1 → 0; T4 count 0 → -1; T3 owner = T3; T4 owner is T3; T3 inside; "
			"T4 T3 on a CPU; T3 owner = nobody; T4 locked = 0; T3 count -1 → 0; T4 next = NULL; "
			"T4 spin_mlock NULL → T4; T3 takes wait_lock; T4 locked = 1; T3 count = 1; T4 owner is nobody; "
			"T3 wait_list is empty; T4 count is 1; T3 frees wait_lock; T4 count 1 → 0; T4 owner = T4",
		.idea = "What a step reads, another has written before. So a value in a line tells what came earlier.",
		.hint = "T3 finds -1 when it unlocks, so T4 has been there before; and T4 has read an owner, so T3 had written it.",
		.after = "One order explains all that was logged, so the model allows what this kernel did. That is no proof that the lock is right: it is one schedule of very many.",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p3, .n = 4, .rounds = 1,
		.shortest = 20,
	},
	{ 0 },
};
