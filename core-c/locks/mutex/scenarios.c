/* SPDX-License-Identifier: MIT */

#include "registry.h"
#include "scenario.h"

const struct ls_scenario mutex_scenarios[] = {
	{
		.name = "mutex-3.9", .title = "Mutex of Linux 3.9, free play", .sandbox = 1,
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p0, .n = 3, .rounds = 2, .roles = "LLI", .budget = { [LS_ENV_PREEMPT] = 2, [LS_ENV_SIGNAL] = 1 },
		.verdict = LS_OK, .lesson = "Free play: choose every step yourself.", .story = "",
	},
	{
		.name = "mutex-fewer-atomics", .title = "Mutex with patch 2, free play", .sandbox = 1,
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p2, .n = 3, .rounds = 2, .roles = "LLI", .budget = { [LS_ENV_PREEMPT] = 2, [LS_ENV_SIGNAL] = 1 },
		.verdict = LS_OK, .lesson = "Free play: choose every step yourself.", .story = "",
	},
	{
		.name = "mutex-mcs", .title = "Mutex with the queue of spinners, free play", .sandbox = 1,
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p3, .n = 3, .rounds = 2, .roles = "LLI", .budget = { [LS_ENV_PREEMPT] = 2, [LS_ENV_SIGNAL] = 1 },
		.verdict = LS_OK, .lesson = "Free play: choose every step yourself.", .story = "",
	},

	/* The same workload twice, to be shown side by side. */
	{
		.name = "mutex-stampede", .title = "The stampede: all spinners run for one word",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p0, .n = 4, .rounds = 1,
		.verdict = LS_OK,
		.lesson = "All spinners watch owner, so all hear of the release at once, and all try to swap count. One wins; the others have only moved about the cache line that both words share.",
		.story = "1+ 2>mutex_owner_running 3>mutex_owner_running 4>mutex_owner_running 1@mutex_unlock_slowpath 2>mutex_spin_on_owner 3>mutex_spin_on_owner 4>mutex_spin_on_owner 1@list_first:wait_list 2 3 4",
	},
	{
		.name = "mutex-mcs-queue", .title = "The same four threads in a queue",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p3, .n = 4, .rounds = 1,
		.verdict = LS_OK,
		.lesson = "Only the head of the queue watches the mutex; the others each wait on a word of their own. The release is heard by one, who takes the mutex and then calls the next.",
		.story = "1+ 2>mutex_owner_running 3! 4! 3 4 1@mutex_unlock_slowpath 2>mutex_spin_on_owner 1@list_first:wait_list 2+ 3",
	},

	/* The same workload twice: what a contended entry costs. */
	{
		.name = "mutex-three-atomics", .title = "A contended entry with three atomics",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p0, .n = 2, .rounds = 1, .budget = { [LS_ENV_PREEMPT] = 1 },
		.verdict = LS_OK,
		.lesson = "In 3.9 a thread that must sleep changes the count three times on its way: the fast path, then an xchg, then the same xchg again.",
		.story = "1+ p1 2@set_state",
	},
	{
		.name = "mutex-one-atomic", .title = "The same entry with one atomic",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p2, .n = 2, .rounds = 1, .budget = { [LS_ENV_PREEMPT] = 1 },
		.verdict = LS_OK,
		.lesson = "With patch 2 the thread looks first. Its own fast path has made the count negative, so both times there is nothing to write.",
		.story = "1+ p1 2@set_state",
	},
	{
		.name = "mutex-owner-preempted", .title = "The owner loses its CPU and the spinners go to sleep",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p3, .n = 3, .rounds = 1, .budget = { [LS_ENV_PREEMPT] = 1 },
		.verdict = LS_OK,
		.lesson = "It is worth spinning only while the owner runs. Each spinner learns that the owner is off its CPU only when it is the head of the queue, so the queue is emptied one by one.",
		.story = "1+ 2>mutex_owner_running 3! p1 2! 3!",
	},
	{
		.name = "mutex-wake", .title = "To sleep and to be woken",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p0, .n = 2, .rounds = 1, .budget = { [LS_ENV_PREEMPT] = 1 },
		.verdict = LS_OK,
		.lesson = "The negative count sends the unlock into its slow path, which frees the mutex and wakes the first sleeper. The sleeper is given nothing: it must take the mutex itself.",
		.story = "1+ p1 2! r1 1@end 2+",
	},
	{
		.name = "mutex-thief", .title = "A thief, and why the sleeper is still safe",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p2, .n = 3, .rounds = 1, .budget = { [LS_ENV_PREEMPT] = 1 },
		.verdict = LS_OK,
		.lesson = "T3 takes the freed mutex before the woken T2 gets there, and leaves 0 in the count although T2 waits. T2 puts the -1 back before it sleeps again, so the unlock of T3 cannot miss it.",
		.story = "1+ p1 2! r1 1@end 3+ 2! 3@spin_unlock:wait_lock",
	},
	{
		.name = "mutex-signal", .title = "A signal wakes the sleeper",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p0, .n = 2, .rounds = 1, .roles = "LI", .budget = { [LS_ENV_PREEMPT] = 1, [LS_ENV_SIGNAL] = 1 },
		.verdict = LS_OK,
		.lesson = "An interruptible waiter leaves the wait list with EINTR. The count stays negative, so the next unlock looks for sleepers and finds none.",
		.story = "1+ p1 2! s2 2@end r1 1@end",
	},
	{
		.name = "mutex-lost-place", .title = "The head of the queue loses its place",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p3, .n = 4, .rounds = 1,
		.verdict = LS_OK,
		.lesson = "The queue orders only the spinners. A newcomer on the fast path takes the mutex before the head does, and after one failed try the head stands last.",
		.story = "1+ 2>mutex_owner_running 3! 1@mutex_unlock_slowpath 2>mutex_spin_on_owner 1@list_first:wait_list 4 2!",
	},
	{
		.name = "mutex-deaf-spinner", .title = "A queued spinner cannot be called away",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p3, .n = 3, .rounds = 1, .budget = { [LS_ENV_PREEMPT] = 1 },
		.verdict = LS_OK,
		.lesson = "A thread in the queue looks at nothing but its own node. The scheduler wants its CPU, and must wait until everybody before it is done.",
		.story = "1+ 2>mutex_owner_running 3! 3 p3 3*3 1@mutex_unlock_slowpath 2 3",
	},

	/* The faults. */
	{
		.name = "mutex-fault-unchecked-spinner", .title = "Fault: a spinner does not check its cmpxchg",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p0, .n = 2, .rounds = 1, .switches = 1u << mutex_SWITCH_unchecked_spinner,
		.verdict = LS_VIOLATED, .what = "mutual exclusion",
		.lesson = "A cmpxchg may fail. A thread that does not look at what it returned believes that it has the lock.",
		.story = "1 2@cas:count 1 2+",
	},
	{
		.name = "mutex-fault-blind-sleep", .title = "Fault: to sleep without a last look",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p0, .n = 2, .rounds = 1, .switches = 1u << mutex_SWITCH_blind_sleep, .budget = { [LS_ENV_PREEMPT] = 1 },
		.verdict = LS_VIOLATED, .what = "wake token",
		.lesson = "The mutex is freed after the spinner has given up and before it is in the list. Only the xchg under the wait_lock would have told it so.",
		.story = "1@add:count 2 1 2 p2 2 1@end 2!",
	},
	{
		.name = "mutex-fault-waiter-leaves-zero", .title = "Fault: the woken waiter does not put -1 back",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p0, .n = 3, .rounds = 1, .switches = 1u << mutex_SWITCH_waiter_leaves_zero, .budget = { [LS_ENV_PREEMPT] = 1 },
		.verdict = LS_VIOLATED, .what = "wake token",
		.lesson = "A thief has taken the mutex and left 0. If the waiter goes back to sleep without the xchg to -1, the unlock of the thief takes the fast path and wakes nobody.",
		.story = "1@add:count 2 1 2 p2 2@schedule 1@end 2 3 r2 2! 3@end",
	},
	{
		.name = "mutex-fault-zero-with-waiters", .title = "Fault: the count is cleared although others sleep",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p0, .n = 3, .rounds = 1, .switches = 1u << mutex_SWITCH_zero_with_waiters, .budget = { [LS_ENV_PREEMPT] = 1 },
		.verdict = LS_VIOLATED, .what = "wake token",
		.lesson = "The new owner may clear the -1 only when the list is empty. Otherwise its own unlock is a fast one and the next sleeper is forgotten.",
		.story = "1+ p1 2! 3! r1 1@end 2@end",
	},
	{
		.name = "mutex-fault-signal-first", .title = "Fault: the signal is looked at before the mutex",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p0, .n = 3, .rounds = 1, .roles = "LIL", .switches = 1u << mutex_SWITCH_signal_first, .budget = { [LS_ENV_PREEMPT] = 1, [LS_ENV_SIGNAL] = 1 },
		.verdict = LS_VIOLATED, .what = "wake token",
		.lesson = "T2 was woken because the mutex is free, and leaves because of a signal. It takes the only wake-up with it: the mutex is free and T3 sleeps.",
		.story = "1+ p1 2! 3! r1 1@end s2 2@end",
	},
	{
		.name = "mutex-fault-never-freed", .title = "Fault: the slow unlock does not store 1",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p0, .n = 2, .rounds = 1, .switches = 1u << mutex_SWITCH_never_freed, .budget = { [LS_ENV_PREEMPT] = 1 },
		.verdict = LS_LOST_WAKEUP,
		.lesson = "On x86 the failed fast path leaves the mutex locked. The slow path must free it itself, or the woken waiter finds it locked and sleeps for ever.",
		.story = "1+ p1 2! r1 1@end 2!",
	},
	{
		.name = "mutex-fault-freed-late", .title = "Fault: to wake first and free afterwards",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p0, .n = 2, .rounds = 1, .switches = 1u << mutex_SWITCH_freed_late, .budget = { [LS_ENV_PREEMPT] = 1 },
		.verdict = LS_VIOLATED, .what = "wake token",
		.lesson = "The woken waiter is faster than the unlock: it finds the mutex still locked and goes back to sleep. Then the mutex becomes free, and nobody is left to say so.",
		.story = "1+ p1 2! r1 1@store:count 2! 1",
	},
	{
		.name = "mutex-fault-sleeping-head", .title = "Fault: the head sleeps and keeps its place",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p3, .n = 3, .rounds = 1, .switches = 1u << mutex_SWITCH_sleeping_head, .budget = { [LS_ENV_PREEMPT] = 1 },
		.verdict = LS_VIOLATED, .what = "spinner queue",
		.lesson = "The head must hand the queue on before it goes to sleep. Otherwise those behind it spin, unable to sleep, until it is woken, and even then nobody calls them.",
		.story = "1+ 2>mutex_owner_running 3! p1 2! 3 r1 1@end 2@end 3",
	},
	{
		.name = "mutex-fault-owner-read-twice", .title = "Fault: the owner is read twice",
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p3, .n = 2, .rounds = 1, .switches = 1u << mutex_SWITCH_owner_read_twice,
		.verdict = LS_BUGGED,
		.lesson = "The posted text reads lock->owner once to test it and once to follow it. A compiler may do just that, and between the two the owner may be gone: a NULL pointer.",
		.story = "1@mutex13_unlock 2>load:owner 1 2!",
	},
	{ 0 },
};
