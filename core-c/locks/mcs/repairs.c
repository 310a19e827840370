/* SPDX-License-Identifier: MIT */

#include "registry.h"
#include "repair.h"

const struct ls_repair mcs_repairs[] = {
	{
		.name = "cut-off", .title = "Cut off", .grade = 2,
		.task = "Two threads go through the queue twice each, and the search finds a schedule behind which threads spin for ever. Repair the unlock, so that everybody gets through.",
		.idea = "A thread joins this queue in two steps: it swaps itself in as the tail, then it links itself to the one before it. What does an unlock see between the two?",
		.hint = "next is still NULL and the tail is another thread already. The compare-and-swap of mspin_unlock answers whom it found, and nobody looks at the answer.",
		.after = "An empty link is no empty queue. A failed compare-and-swap says that somebody has come, and the link will follow: wait for it.",
		.text = "mcs", .proc = "mspin_unlock", .may = "mspin_lock mspin_unlock",
		.plant = {
			{
				"finds that another thread has swapped itself in */\n		if (my->old == me) {\n			GIVES();\n			RETURN(0);\n		}\n		AWAIT(my->next, lk->node[me].next, VAL != 0, relaxed); /* sees its successor linked | waits for its successor to link itself */\n",
				"leaves the tail as it is */\n		GIVES();\n		RETURN(0);\n",
			},
		},
		.lock = LS_LOCK_mcs, .variant = mcs_VARIANT_posted, .n = 2, .rounds = 2,
		.verdict = LS_DEADLOCK, .shortest = 15,
		.demands = {
			{.fact = "T1 done", .says = "A thread that is alone needs more steps than the queue allows it: four to lock, one for its work, two to unlock.", .within = 14},
		},
		.fair = true,
		.attempts = {
			{
				"a loop that looks at the link again", NULL,
				{
					{
						"		GIVES();\n		RETURN(0);\n",
						"		if (my->old == me) {\n			GIVES();\n			RETURN(0);\n		}\n		while (my->next == 0)\n			LOAD(my->next, lk->node[me].next, relaxed); /* looks again for its successor */\n",
					},
				},
			},
			{
				"the queue is left alone: one word is tried until it is free", "may be passed without bound",
				{
					{
						"	XCHG(my->prev, lk->tail, me, full); /* swaps itself in as the tail */\n",
						"	do {\n		CAS(my->prev, lk->tail, 0, me, full); /* takes the empty queue */\n	} while (my->prev != 0);\n",
					},
				},
			},
			{
				"the unlock does nothing", "the threads are stuck",
				{
					{"	LOAD(my->next, lk->node[me].next, relaxed); /* reads who stands behind it */\n", "	GIVES();\n	RETURN(0);\n	LOAD(my->next, lk->node[me].next, relaxed); /* reads who stands behind it */\n"},
				},
			},
			{
				"no waiting", "mutual exclusion",
				{
					{"	WAIT_UNTIL(lk->node[me].locked, VAL != 0, relaxed); /* sees that its turn has come | spins on its own node */\n", ""},
				},
			},
			{
				"no work in the worker", "mcs_worker stays as it is",
				{
					{"		HOLD_WRITE();\n		CRITICAL(); /* works as the head of the queue */\n		UNHOLD();\n", ""},
				},
			},
			{
				"each thread looks at the link twice", "needs more steps",
				{
					{"	LOAD(my->next, lk->node[me].next, relaxed); /* reads who stands behind it */\n", "	LOAD(my->next, lk->node[me].next, relaxed); /* reads who stands behind it */\n	LOAD(my->next, lk->node[me].next, relaxed); /* looks again */\n"},
					{"		GIVES();\n		RETURN(0);\n", "		if (my->old == me) {\n			GIVES();\n			RETURN(0);\n		}\n		AWAIT(my->next, lk->node[me].next, VAL != 0, relaxed); /* waits for its successor */\n"},
				},
			},
		},
	},
	{.name = NULL},
};
