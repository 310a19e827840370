/* SPDX-License-Identifier: MIT */

#include "level.h"
#include "registry.h"

const struct ls_level glibc_mutex_levels[] = {
	{
		.name = "a-call-for-nobody", .title = "A call for nobody", .grade = 2,
		.task = "Let T1 lock, unlock and be done. Then make the unlock of T2 call FUTEX_WAKE, although nobody sleeps.",
		.goal = "T1 done, inside T2; T2 in futex10_wake", .says = "T1 has gone, and T2 is in; the unlock of T2 calls the kernel",
		.idea = "A word can say that somebody may sleep, though nobody does.",
		.hint = "T2 must find the lock held once, and free when it looks again.",
		.after = "T2 took the slow path, and there a thread locks with 2: it cannot know whether others sleep. To call for nobody is dear; to call nobody would lose a wake-up.",
		.lock = LS_LOCK_glibc_mutex, .variant = glibc_mutex_VARIANT_normal, .n = 2, .rounds = 1,
		.shortest = 12,
	},
	{ 0 },
};
