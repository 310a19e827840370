/* SPDX-License-Identifier: MIT */

#include "registry.h"
#include "repair.h"

const struct ls_repair rwsem_repairs[] = {
	{
		.name = "counted-in-and-asleep", .title = "Counted in, and asleep", .grade = 4,
		.task = "A writer and two readers. The search finds a reader that has been taken off the wait list and counted in, and sleeps for ever. Repair what wakes the readers.",
		.idea = "A queued reader does not take the lock itself, and to be awake is not enough for it. It looks for something that somebody else has done. For what?",
		.hint = "The reader waits in rwsem17_down_read_failed until its waiter.task is nobody. In rwsem17_mark_wake, who clears it?",
		.after = "To be woken is not to have the lock: the one that wakes a reader first gives it the lock, in a word that the reader looks at. A wake-up without a grant is slept over.",
		.text = "rwsem", .proc = "rwsem17_mark_wake", .may = "rwsem17_mark_wake rwsem17_wake",
		.plant = {
			{
				"	/* the group of readers up to the first writer. One pass, as posted: the store to task\n	 * is the grant; the wake list comes before it, and the count only after the loop */\n",
				"	/* the group of readers up to the first writer; the count only after the loop */\n",
			},
			{
				"		LIST_DEL(lk->wait_list, my->head); /* takes the reader off the list */\n		STORE(lk->waiter[my->head].task, 0, release); /* grants the reader the lock */\n	}\n\n	my->adjustment",
				"		LIST_DEL(lk->wait_list, my->head); /* takes the reader off the list */\n	}\n\n	my->adjustment",
			},
			{
				"	/* the second pass of a later kernel, only with mend_two_pass: it grants first in any case */\n	while (my->granted) {\n		my->head = LOWEST(my->granted);\n		my->granted &= ~((tasks)1 << my->head);\n		LOAD(my->task, lk->waiter[my->head].task, relaxed); /* picks the reader to be woken */\n		STORE(lk->waiter[my->head].task, 0, release); /* grants the reader the lock */\n		CALL(my->seen, wake_q_add, &lk->tasks, .tid = my->task);\n		my->wake_q |= my->seen;\n	}\n",
				"",
			},
		},
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_v6, .n = 3, .rounds = 1, .roles = "WRR",
		.verdict = LS_LOST_WAKEUP, .shortest = 35,
		.demands = {
			{.fact = "inside T1, T2 asleep", .says = "T2 never sleeps while the writer is in: a reader that waits has to sleep."},
			{.fact = "inside T2 T3", .says = "The two readers are never in together: readers share the lock."},
			{.fact = "inside T1, T2 asleep, T3 asleep; inside T2 T3", .says = "Two readers that sleep behind the writer are never in together afterwards: one wake-up is for both."},
		},
		.attempts = {
			{
				"the grant comes before the wake list, as in 2019", NULL,
				{
					{
						"		CALL(my->seen, wake_q_add, &lk->tasks, .tid = my->task);\n		my->wake_q |= my->seen;\n		LIST_DEL(lk->wait_list, my->head); /* takes the reader off the list */\n",
						"		LIST_DEL(lk->wait_list, my->head); /* takes the reader off the list */\n		STORE(lk->waiter[my->head].task, 0, release); /* grants the reader the lock */\n		CALL(my->seen, wake_q_add, &lk->tasks, .tid = my->task);\n		my->wake_q |= my->seen;\n",
					},
				},
			},
			{
				"the grant comes before the reader is read", "runs into a BUG",
				{
					{
						"		LOAD(my->task, lk->waiter[my->head].task, relaxed); /* picks the reader to be woken */\n",
						"		STORE(lk->waiter[my->head].task, 0, release); /* grants the reader the lock */\n		LOAD(my->task, lk->waiter[my->head].task, relaxed); /* picks the reader to be woken */\n",
					},
				},
			},
			{
				"only the first reader is granted", "lost wake-up",
				{
					{
						"		LIST_DEL(lk->wait_list, my->head); /* takes the reader off the list */\n",
						"		LIST_DEL(lk->wait_list, my->head); /* takes the reader off the list */\n		if (my->woken == 1)\n			STORE(lk->waiter[my->head].task, 0, release); /* grants the reader the lock */\n",
					},
				},
			},
			{
				"the readers are let in one by one", "one wake-up is for both",
				{
					{
						"		if (my->head == 0)\n			break;\n",
						"		if (my->head == 0 || my->woken == 1)\n			break;\n",
					},
					{
						"		LIST_DEL(lk->wait_list, my->head); /* takes the reader off the list */\n",
						"		LIST_DEL(lk->wait_list, my->head); /* takes the reader off the list */\n		STORE(lk->waiter[my->head].task, 0, release); /* grants the reader the lock */\n",
					},
				},
			},
			{
				"the reader takes the lock without a grant", "rwsem17_down_read_failed stays as it is",
				{
					{"		SCHEDULE(); /* sleeps until it is granted the lock | wakes up */\n	}\n	TAKES_READ();", "		SCHEDULE(); /* sleeps until it is granted the lock | wakes up */\n		break;\n	}\n	TAKES_READ();"},
				},
			},
		},
	},
	{.name = NULL},
};
