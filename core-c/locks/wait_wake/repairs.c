/* SPDX-License-Identifier: MIT */

#include "registry.h"
#include "repair.h"

const struct ls_repair wait_wake_repairs[] = {
	{
		.name = "one-too-few", .title = "One too few", .grade = 5,
		.task = "Three threads share a mutex over FUTEX_WAIT and FUTEX_WAKE: 0 is free, 1 locked, 2 locked and somebody may wait. With two threads the search finds nothing; with three a sleeper is forgotten. Repair the lock.",
		.idea = "The unlock goes into the kernel when it finds 2. Who is to write that 2, if the one who wrote it has been woken?",
		.hint = "A thread comes back from the kernel, finds 0 and takes the lock with 1. Who else may still sleep then?",
		.after = "Who has slept cannot know whether others still do, so it has to take the lock with 2. The price is one call too many at the end; with 1 the price is a sleeper that nobody wakes.",
		.text = "wait_wake", .proc = "ww_mutex_lock", .may = "ww_mutex_lock ww_mutex_unlock",
		.plant = {
			{
				"			XCHG(my->val, AT(my->futex), 2, acquire); /* takes the free lock, with 2, for others may wait | writes 2, so that the unlock will call the kernel */\n			OTHERWISE(my->val != 0);\n",
				"			if (my->val == 0) {\n				CAS(my->val, AT(my->futex), 0, 1, acquire); /* takes the free lock | fails to take the lock, for it is free no more */\n			} else {\n				XCHG(my->val, AT(my->futex), 2, acquire); /* takes the free lock with 2 | writes 2, so that the unlock will call the kernel */\n				OTHERWISE(my->val != 0);\n			}\n",
			},
		},
		.lock = LS_LOCK_wait_wake, .variant = wait_wake_VARIANT_ww, .n = 3, .rounds = 1,
		.verdict = LS_LOST_WAKEUP, .shortest = 43,
		.demands = {
			{.fact = "inside T1, T2 asleep", .says = "T2 never sleeps while T1 has the lock: a waiter has to sleep in the kernel."},
			{.fact = "inside T3, T1 asleep", .says = "T1 never sleeps while T3 has the lock: a waiter has to sleep in the kernel."},
			{.fact = "T1 done", .says = "A thread that is alone no longer stays out of the kernel: one atomic step to lock, one to unlock.", .within = 3},
		},
		.ordered = true,
		.attempts = {
			{
				"the compare-and-swap takes the lock with 2", NULL,
				{
					{"CAS(my->val, AT(my->futex), 0, 1, acquire); /* takes the free lock |", "CAS(my->val, AT(my->futex), 0, 2, acquire); /* takes the free lock |"},
				},
			},
			{
				"the unlock calls the kernel whatever it finds", "no longer stays out of the kernel",
				{
					{"	if (my->old == 2)\n", "	if (my->old != 0)\n"},
				},
			},
			{
				"the waiter spins", "T2 never sleeps",
				{
					{"		SYSCALL(my->ret, futex17_wait, &lk->hash, .uaddr = my->futex, .val = 2, .timed = MY_ROLE() == WW_TIMED, .broken = my->broken);\n", ""},
				},
			},
			{
				"the kernel wakes nobody", "lost wake-up",
				{
					{".nr_wake = 1", ".nr_wake = 0"},
				},
			},
			{
				"no work under the lock", "ww_worker stays as it is",
				{
					{"			CRITICAL(); /* works under the lock */\n", ""},
				},
			},
		},
	},
	{.name = NULL},
};
