/* SPDX-License-Identifier: MIT */

#include "registry.h"
#include "repair.h"

const struct ls_repair mutex_repairs[] = {
	{
		.name = "nobody-told-it", .title = "Nobody told it", .grade = 3,
		.task = "Two threads share this mutex of Linux 3.9, and the scheduler may preempt one of them, once. The search finds a sleeper that nobody will wake. Repair the slow unlock.",
		.idea = "The waiter puts itself on the list and looks at count a last time; the unlock writes count and looks at the list. In which order must each of them do its two?",
		.hint = "In mutex_unlock_slowpath, see what T2 finds in count if it comes between the wake-up and the store.",
		.after = "Each side first says what it does and then looks at the other: the waiter stands in the list and looks at count, the unlock frees count and looks at the list. Then one of the two sees the other.",
		.text = "mutex", .proc = "mutex_unlock_slowpath", .may = "mutex_unlock_slowpath mutex13_unlock mutex_lock_common mutex13_lock",
		.plant = {
			{
				"	STORE(lk->count, 1, relaxed); /* frees the mutex for whoever comes first */\n	GIVES();\n	LIST_FIRST(my->first, lk->wait_list);",
				"	LIST_FIRST(my->first, lk->wait_list);",
			},
			{
				"which stays in the list | finds the first waiter already awake */\n	SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */\n",
				"which stays in the list | finds the first waiter already awake */\n	SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */\n	STORE(lk->count, 1, relaxed); /* frees the mutex for whoever comes first */\n	GIVES();\n",
			},
		},
		.lock = LS_LOCK_mutex, .variant = mutex_VARIANT_p0, .n = 2, .rounds = 1, .budget = {[LS_ENV_PREEMPT] = 1},
		.verdict = LS_VIOLATED, .shortest = 18,
		.demands = {
			{.fact = "inside T1, T2 asleep", .says = "T2 never sleeps while T1 has the mutex: who waits long has to give its CPU away, and not to spin."},
			{.fact = "inside T2, T1 asleep", .says = "T1 never sleeps while T2 has the mutex: who waits long has to give its CPU away, and not to spin."},
			{.fact = "T1 done", .says = "A thread that is alone no longer goes the fast path: one atomic step to lock, one to unlock, and no wait_lock.", .within = 5},
		},
		.ordered = true,
		.attempts = {
			{
				"the look and the wake-up come behind the store", NULL,
				{
					{
						"	LIST_FIRST(my->first, lk->wait_list); /* reads who has waited longest */\n	if (my->first)\n		WAKE(my->first, my->first); /* wakes the first waiter, which stays in the list | finds the first waiter already awake */\n	SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */\n	STORE(lk->count, 1, relaxed); /* frees the mutex for whoever comes first */\n	GIVES();\n",
						"	SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */\n	STORE(lk->count, 1, release); /* frees the mutex for whoever comes first */\n	GIVES();\n	SPIN_LOCK(lk->wait_lock); /* locks the wait list */\n	LIST_FIRST(my->first, lk->wait_list); /* reads who has waited longest */\n	if (my->first)\n		WAKE(my->first, my->first); /* wakes the first waiter, which stays in the list */\n	SPIN_UNLOCK(lk->wait_lock); /* unlocks the wait list */\n",
					},
				},
			},
			{
				"the waiter spins and never sleeps", "T2 never sleeps",
				{
					{"		STORE_STATE(my->state); /* marks itself as sleeping, the wait list still locked */\n", ""},
				},
			},
			{
				"the unlock wakes nobody and frees nothing", "lost wake-up",
				{
					{"	STORE(lk->count, 1, relaxed); /* frees the mutex for whoever comes first */\n	GIVES();\n", "	GIVES();\n"},
				},
			},
			{
				"every unlock goes the slow way", "no longer goes the fast path",
				{
					{
						"	LIST_FIRST(my->first, lk->wait_list); /* reads who has waited longest */\n",
						"	STORE(lk->count, 1, release); /* frees the mutex for whoever comes first */\n	GIVES();\n	LIST_FIRST(my->first, lk->wait_list); /* reads who has waited longest */\n",
					},
					{
						"	STORE(lk->count, 1, relaxed); /* frees the mutex for whoever comes first */\n	GIVES();\nEND(mutex_unlock_slowpath)",
						"END(mutex_unlock_slowpath)",
					},
					{
						"	ADD_RETURN(my->count, lk->count, 1, full); /* increments count to 1 and frees the mutex | increments count, but not to 1: it must look for sleepers */\n	OTHERWISE((s32)my->count <= 0);\n	if ((s32)my->count <= 0) {\n		DO(mutex_unlock_slowpath, lk);\n	}\n",
						"	DO(mutex_unlock_slowpath, lk);\n",
					},
				},
			},
			{
				"no lock at all", "mutual exclusion",
				{
					{"	if ((s32)my->count < 0) {\n		DO(mutex_lock_common, lk, .state = UNINTERRUPTIBLE);\n	}\n", ""},
				},
			},
			{
				"no work under the mutex", "mutex_worker stays as it is",
				{
					{"			CRITICAL(); /* works under the mutex */\n", ""},
				},
			},
		},
	},
	{.name = NULL},
};
