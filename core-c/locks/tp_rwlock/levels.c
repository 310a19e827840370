/* SPDX-License-Identifier: MIT */

#include "level.h"
#include "registry.h"

const struct ls_level tp_rwlock_levels[] = {
	{
		.name = "past-the-waiting-writer", .title = "Past the waiting writer", .grade = 3,
		.task = "This kind prefers readers. Send the writer T2 to sleep while T1 reads. Then let T3 join T1.",
		.goal = "T2 asleep, inside T1; T2 asleep, inside T1 T3", .says = "T2 sleeps while T1 reads; T1 and T3 read, and T2 sleeps still",
		.idea = "Only a flag in the word makes a reader ask the kernel, and the kernel may let it in.",
		.hint = "With WAITERS in the word a reader has to enter the kernel.",
		.after = "In the kernel a preferred reader does not look at WAITERS. It counted itself although a writer waited, and so may the next.",
		.lock = LS_LOCK_tp_rwlock, .variant = tp_rwlock_VARIANT_prefer, .n = 3, .rounds = 1, .roles = "RWR", .switches = 1u << tp_rwlock_SWITCH_mend_no_state | 1u << tp_rwlock_SWITCH_mend_early_wake_list, .budget = { [LS_ENV_TIMEOUT] = 1 },
		.shortest = 25,
	},
	{ 0 },
};
