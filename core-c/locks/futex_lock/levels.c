/* SPDX-License-Identifier: MIT */

#include "level.h"
#include "registry.h"

const struct ls_level futex_lock_levels[] = {
	{
		.name = "before-its-eyes", .title = "Twice before its eyes", .grade = 2,
		.task = "Let T2 spin in the kernel while T1 has the lock. Then let T3, which comes later, have it before T2, and T1 once more.",
		.goal = "T2 at on_cpu, inside T1, T3 at cas:futex; T2 at on_cpu, inside T3; T2 at on_cpu, inside T1", .says = "T2 spins while T1 has the lock, and T3 has not come yet; T3 has the lock, and T2 spins; T1 has it again, and T2 spins still",
		.idea = "A spinner has no place that others must respect.",
		.hint = "Who finds 0 in the word needs no kernel.",
		.after = "A free word belongs to whoever is first. A spinner has no place in a line, so nothing bounds how often it comes too late.",
		.lock = LS_LOCK_futex_lock, .variant = futex_lock_VARIANT_many, .n = 3, .rounds = 2,
		.shortest = 10,
	},
	{ 0 },
};
