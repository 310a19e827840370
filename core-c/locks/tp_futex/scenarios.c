/* SPDX-License-Identifier: MIT */

#include "registry.h"
#include "scenario.h"

const struct ls_scenario tp_futex_scenarios[] = {
	{
		.name = "tp-futex-simple", .title = "TP futex, the sample code, free play", .sandbox = 1,
		.lock = LS_LOCK_tp_futex, .variant = tp_futex_VARIANT_simple, .n = 3, .rounds = 2, .roles = "LLL", .budget = { [LS_ENV_PREEMPT] = 2, [LS_ENV_THRESHOLD] = 1, [LS_ENV_SIGNAL] = 1 },
		.verdict = LS_OK, .lesson = "Free play: choose every step yourself.", .story = "",
	},
	{
		.name = "tp-futex", .title = "TP futex, the benchmark, free play", .sandbox = 1,
		.lock = LS_LOCK_tp_futex, .variant = tp_futex_VARIANT_bench, .n = 3, .rounds = 2, .roles = "LLT", .budget = { [LS_ENV_PREEMPT] = 2, [LS_ENV_THRESHOLD] = 1, [LS_ENV_TIMEOUT] = 1, [LS_ENV_KILL] = 1 },
		.verdict = LS_OK, .lesson = "Free play: choose every step yourself.", .story = "",
	},

	/* What the lock does when all goes well. */
	{
		.name = "tp-sleep-wake", .title = "The owner loses its CPU and the top waiter goes to sleep",
		.lock = LS_LOCK_tp_futex, .variant = tp_futex_VARIANT_simple, .n = 2, .rounds = 1, .budget = { [LS_ENV_PREEMPT] = 1 },
		.verdict = LS_OK,
		.lesson = "Spinning pays only while the owner runs. WAITERS in the word sends the unlock into the kernel, where it finds whom to wake.",
		.story = "1@tp_mutex_unlock 2@on_cpu p1 2! r1 1@end 2@tp_mutex_unlock",
	},
	{
		.name = "tp-steal", .title = "A newcomer steals before the woken top waiter is back",
		.lock = LS_LOCK_tp_futex, .variant = tp_futex_VARIANT_simple, .n = 3, .rounds = 1, .budget = { [LS_ENV_PREEMPT] = 1 },
		.verdict = LS_OK,
		.lesson = "An unlock frees the word first and wakes later, so a thread that is on a CPU anyway gets the lock. That is where the throughput comes from.",
		.story = "1@tp_mutex_unlock 2@on_cpu p1 2! r1 1@store:wake_q 3 1@end 2>tp_futex_trylock",
	},
	{
		.name = "tp-handoff", .title = "After 5 ms the lock is handed to the top waiter",
		.lock = LS_LOCK_tp_futex, .variant = tp_futex_VARIANT_bench, .n = 3, .rounds = 1, .budget = { [LS_ENV_THRESHOLD] = 1 },
		.verdict = LS_OK,
		.lesson = "The unlock writes the top waiter's TID into the word in place of 0, so the newcomer finds nothing to steal. This bounds how long a top waiter can starve.",
		.story = "1@tp_mutex_unlock 2@on_cpu x2 2@on_cpu 3 1@store:wake_q 3 1@end 2@tp_mutex_unlock",
	},
	{
		.name = "tp-timeout", .title = "The timeout runs out while the top waiter spins",
		.lock = LS_LOCK_tp_futex, .variant = tp_futex_VARIANT_bench, .n = 2, .rounds = 1, .roles = "LT", .budget = { [LS_ENV_TIMEOUT] = 1 },
		.verdict = LS_OK,
		.lesson = "Only the top waiter looks at its timer. Before it gives up it looks at the word once more: it might have been handed the lock this very moment.",
		.story = "1@tp_mutex_unlock 2>on_cpu 2 t2 2@end 1",
	},
	{
		.name = "tp-signal", .title = "A signal sends the top waiter back to user space",
		.lock = LS_LOCK_tp_futex, .variant = tp_futex_VARIANT_bench, .n = 2, .rounds = 1, .budget = { [LS_ENV_SIGNAL] = 1 },
		.verdict = LS_OK,
		.lesson = "The call ends with EINTR, its state is taken down with the last reference, and the user side calls again and builds a new one.",
		.story = "1@tp_mutex_unlock 2>on_cpu 2 s2 2@tp_spin_on_owner 1 2@tp_mutex_unlock",
	},
	{
		.name = "tp-dying-owner", .title = "The owner dies while the top waiter sleeps",
		.lock = LS_LOCK_tp_futex, .variant = tp_futex_VARIANT_simple, .n = 2, .rounds = 1, .roles = "RR", .switches = 1u << tp_futex_SWITCH_mend_no_state, .budget = { [LS_ENV_PREEMPT] = 1, [LS_ENV_KILL] = 1 },
		.verdict = LS_OK,
		.lesson = "Before it sleeps the top waiter hangs the futex state into the owner's list, so that a death wakes it as an unlock would. One fault of the posted unlock is mended here; scenario tp-leaked-lock shows it.",
		.story = "1+ 2@on_cpu p1 2! r1 k1 1@end 2@end",
	},

	/* What the search found in the posted text. */
	{
		.name = "tp-leaked-lock", .title = "Finding: a lock that nobody can free any more",
		.lock = LS_LOCK_tp_futex, .variant = tp_futex_VARIANT_bench, .n = 2, .rounds = 1, .roles = "LT", .budget = { [LS_ENV_THRESHOLD] = 1, [LS_ENV_TIMEOUT] = 1 },
		.verdict = LS_VIOLATED, .what = "released",
		.lesson = "The top waiter sets WAITERS, times out and takes the futex state with it. The unlock then finds WAITERS but no state, reports EINVAL and leaves the word as it was.",
		.story = "1@tp_mutex_unlock 2>store:mutex_owner x2 2>tp_set_waiters_bit 1@spin_lock:fs_lock 2@tp_futex_trylock t2 2>tp_put_futex_state 1@end",
	},
	{
		.name = "tp-own-waiters", .title = "Finding: a thread that locks itself out",
		.lock = LS_LOCK_tp_futex, .variant = tp_futex_VARIANT_simple, .n = 2, .rounds = 2, .budget = { [LS_ENV_THRESHOLD] = 1 },
		.verdict = LS_VIOLATED, .what = "released",
		.lesson = "The handoff arrives between the top waiter's look and its compare-and-swap. It takes itself for the owner, sets WAITERS on its own lock, and can never unlock it.",
		.story = "1@tp_sample_lock 2 1>store:mutex_owner 2 x1 1@tp_set_waiters_bit 2 1>load:futex 2@store:wake_q 1@end",
	},
	{
		.name = "tp-early-wake-list", .title = "Finding: the wake-up is spent before the word changes",
		.lock = LS_LOCK_tp_futex, .variant = tp_futex_VARIANT_simple, .n = 3, .rounds = 1, .budget = { [LS_ENV_PREEMPT] = 2 },
		.verdict = LS_VIOLATED, .what = "covered sleep",
		.lesson = "T3 relies on the wake-up that T1 owes the top waiter, but T1 pays it before T3 has freed the word. The top waiter sees the lock still taken and sleeps for good.",
		.story = "1@tp_mutex_unlock 2@on_cpu p1 2@tp_futex_trylock r1 1@store:wake_q 3 2>tp_task_pi_list_del 3 p3 2>tp_task_pi_list_add r3 3>tp_wake_q_add 1@end 2! 3@end",
	},
	{
		.name = "tp-late-hand-off", .title = "Finding: the lock is handed to a thread that has left",
		.lock = LS_LOCK_tp_futex, .variant = tp_futex_VARIANT_simple, .n = 2, .rounds = 1, .switches = 1u << tp_futex_SWITCH_mend_no_state, .budget = { [LS_ENV_THRESHOLD] = 1, [LS_ENV_SIGNAL] = 1 },
		.verdict = LS_NO_PROGRESS,
		.lesson = "The unlock has read the request when a signal makes the top waiter leave. It owns the lock now without knowing; the sample code calls FUTEX_LOCK again and gets EDEADLK for ever.",
		.story = "1@tp_mutex_unlock 2>store:mutex_owner x2 2>tp_set_waiters_bit 1@store:handoff_pid 2 1@cas:futex 2 s2 2 1 2@tp_futex_trylock*4 1@end",
	},
	{
		.name = "tp-two-owners", .title = "Finding: two threads under one lock",
		.lock = LS_LOCK_tp_futex, .variant = tp_futex_VARIANT_bench, .n = 3, .rounds = 1, .roles = "RRR", .budget = { [LS_ENV_KILL] = 1 },
		.verdict = LS_VIOLATED, .what = "mutual exclusion",
		.lesson = "A thief of a dead owner's lock keeps OWNER_DIED so that it can repair the data. The top waiter takes that flag for the thief's own death and takes the lock from it.",
		.story = "1 2>store:mutex_owner 3 k1 1@load:pi_state 3@tp_mutex_recover 2+",
	},
	{
		.name = "tp-wrong-list", .title = "Finding: the top waiter sleeps in the wrong list",
		.lock = LS_LOCK_tp_futex, .variant = tp_futex_VARIANT_simple, .n = 3, .rounds = 1, .roles = "RRR", .switches = 1u << tp_futex_SWITCH_mend_steal_of_dead, .budget = { [LS_ENV_KILL] = 1 },
		.verdict = LS_LOST_WAKEUP,
		.lesson = "While the top waiter sets WAITERS the lock changes hands. It hangs its state into the list of the owner before, so the death of the new one wakes nobody.",
		.story = "1@tp_mutex_unlock 2@on_cpu 1 2 3 2! k3 3@end",
	},
	{
		.name = "tp-stale-flag", .title = "OWNER_DIED must be cleared by the user",
		.lock = LS_LOCK_tp_futex, .variant = tp_futex_VARIANT_simple, .n = 2, .rounds = 1, .budget = { [LS_ENV_KILL] = 1 },
		.verdict = LS_VIOLATED, .what = "released",
		.lesson = "The sample code knows nothing of dead owners. It unlocks through the kernel because of the flag, gets EINVAL because nobody waits, and the lock stays taken.",
		.story = "1 2 k1 1@load:pi_state 2@end",
	},

	/* Planted faults. */
	{
		.name = "tp-no-waiters", .title = "Fault: sleep without WAITERS",
		.lock = LS_LOCK_tp_futex, .variant = tp_futex_VARIANT_simple, .n = 2, .rounds = 1, .switches = 1u << tp_futex_SWITCH_no_waiters, .budget = { [LS_ENV_PREEMPT] = 1 },
		.verdict = LS_LOST_WAKEUP,
		.lesson = "Without the flag the owner frees the word in user space and never hears of the sleeper.",
		.story = "1@tp_mutex_unlock 2@on_cpu p1 2! r1 1",
	},
	{
		.name = "tp-no-recheck", .title = "Fault: sleep without a last try",
		.lock = LS_LOCK_tp_futex, .variant = tp_futex_VARIANT_simple, .n = 2, .rounds = 1, .switches = 1u << tp_futex_SWITCH_no_recheck, .budget = { [LS_ENV_PREEMPT] = 1 },
		.verdict = LS_LOST_WAKEUP,
		.lesson = "The unlock comes before the state is set, so its wake-up finds the top waiter awake. Only a try after setting the state would have seen the free lock.",
		.story = "1@tp_mutex_unlock 2@on_cpu p1 2>tp_task_pi_list_add r1 1@end 2!",
	},
	{
		.name = "tp-unlock-no-wake", .title = "Fault: the unlock wakes nobody",
		.lock = LS_LOCK_tp_futex, .variant = tp_futex_VARIANT_simple, .n = 2, .rounds = 1, .switches = 1u << tp_futex_SWITCH_unlock_no_wake, .budget = { [LS_ENV_PREEMPT] = 1 },
		.verdict = LS_LOST_WAKEUP,
		.lesson = "The lock is free, and the one thread that wants it sleeps.",
		.story = "1@tp_mutex_unlock 2@on_cpu p1 2! r1 1@end",
	},
	{
		.name = "tp-no-owner-link", .title = "Fault: the state hangs in nobody's list",
		.lock = LS_LOCK_tp_futex, .variant = tp_futex_VARIANT_simple, .n = 2, .rounds = 1, .roles = "RR", .switches = 1u << tp_futex_SWITCH_no_owner_link, .budget = { [LS_ENV_PREEMPT] = 1, [LS_ENV_KILL] = 1 },
		.verdict = LS_LOST_WAKEUP,
		.lesson = "The dying owner marks the word, but it cannot know who sleeps because of it.",
		.story = "1 2@on_cpu p1 2! r1 k1 1@end",
	},
	{ 0 },
};
