/* SPDX-License-Identifier: MIT */

#include "level.h"
#include "registry.h"

const struct ls_level osq_levels[] = {
	{
		.name = "out-of-the-middle", .title = "Out of the middle", .grade = 2,
		.task = "Make T1 the head, with T2 behind it and T3 behind T2. Then take T2 out of the line, so that T3 stands behind T1. The scheduler may want one CPU back.",
		.goal = "inside T1, T1.next T2, T2.next T3; inside T1, T1.next T3", .says = "T1, T2 and T3 stand in line; T3 stands behind T1",
		.idea = "A place in this queue can be given up before its turn comes.",
		.hint = "Who is to leave must be preempted while it spins.",
		.after = "T2 took itself out of T1.next, T3 out of its own next, and then made the two know each other. No thread has waited for it.",
		.lock = LS_LOCK_osq, .variant = osq_VARIANT_v4_14, .n = 3, .rounds = 1, .roles = "QQQ", .budget = { [LS_ENV_PREEMPT] = 1 },
		.shortest = 22,
	},
	{
		.name = "too-late-to-leave", .title = "Too late to leave", .grade = 3,
		.task = "Let T2 spin behind T1, and let the scheduler want its CPU back. Then let T2 begin to leave, and become the head all the same.",
		.goal = "inside T1, T2.need_resched 1, T2 at load:T1.next; inside T2, T2.need_resched 1", .says = "T2 has begun to leave; T2 is the head",
		.idea = "To leave takes several steps, and the turn may come between them.",
		.hint = "T2 leaves by taking itself out of T1.next. Something else takes it out there as well.",
		.after = "The unlock of T1 took T2 out of T1.next first. So T2 could not leave any more, and found that its turn had come.",
		.lock = LS_LOCK_osq, .variant = osq_VARIANT_v4_14, .n = 2, .rounds = 1, .roles = "QQ", .budget = { [LS_ENV_PREEMPT] = 1 },
		.shortest = 16,
	},
	{ 0 },
};
