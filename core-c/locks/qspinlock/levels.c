/* SPDX-License-Identifier: MIT */

#include "level.h"
#include "registry.h"

const struct ls_level qspinlock_levels[] = {
	{
		.name = "two-in-a-queue", .title = "A queue for two", .grade = 2,
		.task = "There are two threads, and one of them can always wait on the pending bit, without the queue. Make a tail appear in the word all the same.",
		.goal = "val.tail T1", .says = "the tail names T1",
		.idea = "A newcomer is patient only for a while.",
		.hint = "A word that is pending and not locked is one that neither of the two ways suits.",
		.after = "A newcomer waits for the pending thread for a few looks only. Then it queues, whoever else is there.",
		.lock = LS_LOCK_qspinlock, .variant = qspinlock_VARIANT_generic, .n = 2, .rounds = 2,
		.shortest = 12,
	},
	{ 0 },
};
