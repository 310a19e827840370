/* SPDX-License-Identifier: MIT */

#include "level.h"
#include "registry.h"

const struct ls_level futex_attach_levels[] = {
	{
		.name = "called-elsewhere", .title = "Called elsewhere", .grade = 3,
		.task = "Lose the wake-up. T1 attaches to the futex before it locks, T2 only after its first lock. No fault is planted.",
		.goal = "bucket[0].chain T2, T2 asleep; verdict LOST_WAKEUP", .says = "T2 sleeps in a bucket of the global hash; nobody will wake it",
		.idea = "A word can have two lists of sleepers, and a wake-up looks in one of them.",
		.hint = "T1 must unlock after T2 has written 2.",
		.after = "T1 is attached, so its FUTEX_WAKE looked into the futex's own bucket. T2 was not, and slept in the global one. All who share a futex must attach before they use it.",
		.lock = LS_LOCK_futex_attach, .variant = futex_attach_VARIANT_attached, .n = 2, .rounds = 1, .roles = "LA",
		.shortest = 34,
	},
	{ 0 },
};
