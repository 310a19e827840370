/* SPDX-License-Identifier: MIT */

#include "level.h"
#include "registry.h"

const struct ls_level wait_wake_rw_levels[] = {
	{
		.name = "keep-the-writer-out", .title = "Keep the writer out", .grade = 2,
		.task = "Send the writer T2 to sleep while T1 reads. Then let T3 take over from T1, and T1 from T3, and let T2 sleep on.",
		.goal = "T2 asleep, inside T1; T2 asleep, inside T3; T2 asleep, inside T1", .says = "T1 reads, and T2 sleeps; only T3 reads; only T1 reads, and T2 sleeps still",
		.idea = "Readers ask who is in, and not who waits.",
		.hint = "The lock must never be free between two readers.",
		.after = "A reader looks for a writer inside, not for one that waits. As long as readers overlap nobody even wakes the writer.",
		.lock = LS_LOCK_wait_wake_rw, .variant = wait_wake_rw_VARIANT_readers, .n = 3, .rounds = 2, .roles = "RWR",
		.shortest = 23,
	},
	{ 0 },
};
