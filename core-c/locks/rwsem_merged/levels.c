/* SPDX-License-Identifier: MIT */

#include "level.h"
#include "registry.h"

const struct ls_level rwsem_merged_levels[] = {
	{
		.name = "past-the-sleeping-writer", .title = "Past the sleeping writer", .grade = 3,
		.task = "Send the writer T2 to sleep while T1 is in. Then let T1 leave and the reader T3 in before T2.",
		.goal = "T2 asleep, inside T1; T2 asleep, inside T3", .says = "T2 sleeps while T1 reads; only T3 reads, and T2 sleeps still",
		.idea = "A place in the list says whom to wake. It does not say who may enter.",
		.hint = "T2 sleeps once its time for spinning on readers is over. A reader may pass it when nobody is in.",
		.after = "T3 found WAITERS, but nobody inside and no HANDOFF, so it kept the lock. T2 was woken too late.",
		.lock = LS_LOCK_rwsem_merged, .variant = rwsem_merged_VARIANT_v6_12, .n = 3, .rounds = 1, .roles = "RWR", .budget = { [LS_ENV_TIMEOUT] = 1 },
		.shortest = 35,
	},
	{
		.name = "not-yet-signed", .title = "Not yet signed", .grade = 4,
		.task = "Send the writer T2 to sleep while the reader T1 is in. Then let the reader T3 in beside T1. The scheduler may want one CPU back.",
		.goal = "T2 asleep, inside T1; T2 asleep, inside T1 T3", .says = "T2 sleeps while T1 reads; T1 and T3 read, and T2 sleeps still",
		.idea = "The word decides who is in. The owner word follows some steps later.",
		.hint = "T1 has the lock when it is counted. It signs the owner word two steps later.",
		.after = "Readers must not pass a writer that sleeps while readers own the lock. T3 asked the owner word, and T1 had not signed it yet.",
		.lock = LS_LOCK_rwsem_merged, .variant = rwsem_merged_VARIANT_v6_12, .n = 3, .rounds = 1, .roles = "RWR", .budget = { [LS_ENV_PREEMPT] = 1 },
		.shortest = 25,
	},
	{ 0 },
};
