/* SPDX-License-Identifier: MIT */

#include "level.h"
#include "registry.h"

const struct ls_level futex_pi_levels[] = {
	{
		.name = "owner-in-its-sleep", .title = "Owner in its sleep", .grade = 2,
		.task = "The unlock of this lock hands it over. Let T2 sleep while T1 has the lock. Then make the lock word name T2 as the owner while T2 is still asleep.",
		.goal = "futex 0x80000002, T2 asleep", .says = "the word names T2, and T2 sleeps",
		.idea = "To be given a lock, a thread need not be awake.",
		.hint = "T2 must be asleep in the kernel before T1 unlocks.",
		.after = "The lock was never free, so nobody could come between. Nobody can use it either before T2 is awake.",
		.lock = LS_LOCK_futex_pi, .variant = futex_pi_VARIANT_pi, .n = 2, .rounds = 1,
		.shortest = 31,
	},
	{
		.name = "given-to-a-leaver", .title = "Given to one who leaves", .grade = 3,
		.task = "Let T2 wait and give up waiting. Then let T1 hand it the lock all the same.",
		.goal = "T2.timeout passed, waiters empty, chain T2, futex 0x80000001; futex 0x80000002", .says = "T2 has left the rt_mutex's line, its time being up; the word names T2 all the same",
		.idea = "To give up takes several steps, and an unlock may come between them.",
		.hint = "T2 leaves the rt_mutex's line first, and the bucket later.",
		.after = "An unlock that finds a thread in the bucket gives it the lock, whatever that thread was about to do. So T2 must look before it goes home.",
		.lock = LS_LOCK_futex_pi, .variant = futex_pi_VARIANT_pi, .n = 2, .rounds = 1, .roles = "LT",
		.budget = {[LS_ENV_TIMEOUT] = 1},
		.shortest = 33,
	},
	{ 0 },
};
