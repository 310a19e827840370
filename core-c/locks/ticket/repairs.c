/* SPDX-License-Identifier: MIT */

#include "registry.h"
#include "repair.h"

const struct ls_repair ticket_repairs[] = {
	{
		.name = "lost-ticket", .title = "The lost ticket", .grade = 1,
		.task = "Two threads lock and unlock twice each, and the search finds a moment at which a thread is inside and the word says that the lock is free. Repair the unlock, so that no schedule leads there.",
		.idea = "Both numbers of the lock are in one word. Who else writes that word while one thread unlocks?",
		.hint = "Between the load and the store of ticket_spin_unlock another thread can draw a ticket, and the store writes the old number back. Only the owner is the holder’s to write.",
		.after = "A store of a whole word also writes what others have written there meanwhile. Write no more than is yours, or make the change one atomic step.",
		.text = "ticket", .proc = "ticket_spin_unlock", .may = "ticket_spin_lock ticket_spin_unlock",
		.plant = {
			{
				"/* Only the holder writes the owner, so it may store it without an atomic read-modify-write: its byte alone. */\n",
				"/* The owner goes up by one, from 255 to 0, and next stays. */\n",
			},
			{
				"STORE_BYTE(lk->val, 2, my->owner, release); /* serves the next ticket */",
				"STORE(lk->val, (my->val & ~(0xff * TICKET_OWNER)) | my->owner * TICKET_OWNER, release); /* serves the next ticket */",
			},
		},
		.lock = LS_LOCK_ticket, .variant = ticket_VARIANT_generic, .n = 2, .rounds = 2,
		.verdict = LS_VIOLATED, .shortest = 6,
		.demands = {
			{.fact = "inside T1, val.owner 253, val.next 255", .says = "No ticket is drawn while another thread is inside: who comes has to draw one and wait for it, so that nobody is passed."},
			{.fact = "T1 done", .says = "A thread that is alone needs more steps than the lock allows it: two for lock and work, two for the unlock.", .within = 8},
		},
		.fair = true, .ordered = true,
		.attempts = {
			{
				"a loop of compare-and-swaps", NULL,
				{
					{
						"	LOAD(my->val, lk->val, relaxed); /* reads the ticket that it has, which is the one that is served */\n	my->owner = (u8)((my->val >> 16) + 1);\n",
						"	do {\n		LOAD(my->val, lk->val, relaxed); /* reads the ticket that it has, which is the one that is served */\n		my->owner = (u8)((my->val >> 16) + 1);\n",
					},
					{
						"	STORE(lk->val, (my->val & ~(0xff * TICKET_OWNER)) | my->owner * TICKET_OWNER, release); /* serves the next ticket */\n",
						"		CAS(my->owner, lk->val, my->val, (my->val & ~(0xff * TICKET_OWNER)) | my->owner * TICKET_OWNER, release); /* serves the next ticket, if no ticket was drawn meanwhile */\n	} while (my->owner != my->val);\n",
					},
				},
			},
			{
				"an addition, whose carry draws a ticket", "the threads are stuck",
				{
					{
						"STORE(lk->val, (my->val & ~(0xff * TICKET_OWNER)) | my->owner * TICKET_OWNER, release);",
						"ADD(lk->val, TICKET_OWNER, release);",
					},
				},
			},
			{
				"no lock at all", "mutual exclusion",
				{
					{"	FETCH_ADD(my->val, lk->val, TICKET_NEXT, full);", "	TAKES_WRITE();\n	RETURN(0);\n	FETCH_ADD(my->val, lk->val, TICKET_NEXT, full);"},
				},
			},
			{
				"nobody gets in", "the threads are stuck",
				{
					{"(u8)(VAL >> 16) == my->ticket", "VAL == 1"},
					{"	if (my->ticket == (u8)(my->val >> 16)) {\n		TAKES_WRITE();\n		RETURN(0);\n	}\n", ""},
				},
			},
			{
				"no work under the lock", "ticket_worker stays as it is",
				{
					{"			CRITICAL(); /* works under the lock */\n", ""},
				},
			},
			{
				"no queue, but a word that is tried until it is free", "No ticket is drawn",
				{
					{
						"	FETCH_ADD(my->val, lk->val, TICKET_NEXT, full); /* draws a ticket and finds that it is served already | draws a ticket and must wait */\n",
						"	for (;;) {\n		LOAD(my->val, lk->val, relaxed); /* looks whether the lock is free */\n		if (my->val >> 24 != (u8)(my->val >> 16))\n			continue;\n		CAS(my->ticket, lk->val, my->val, my->val + TICKET_NEXT, full); /* takes the free lock */\n		if (my->ticket == my->val)\n			break;\n	}\n",
					},
				},
			},
			{
				"more and more states", "did not end",
				{
					{
						"	WAIT_UNTIL(lk->val, (u8)(VAL >> 16) == my->ticket, full); /* sees its ticket served | waits for its ticket */\n",
						"	my->val = 0;\n	for (;;) {\n		LOAD(my->ticket, lk->val, full); /* looks again and counts */\n		my->val++;\n		if ((my->val >> 30) == 3)\n			break;\n	}\n",
					},
				},
			},
			{
				"an unlock that orders nothing", "Nothing orders",
				{
					{
						"STORE(lk->val, (my->val & ~(0xff * TICKET_OWNER)) | my->owner * TICKET_OWNER, release);",
						"STORE_BYTE(lk->val, 2, my->owner, relaxed);",
					},
				},
			},
		},
	},
	{.name = NULL},
};
