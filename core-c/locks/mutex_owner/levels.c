/* SPDX-License-Identifier: MIT */

#include "level.h"
#include "registry.h"

const struct ls_level mutex_owner_levels[] = {
	{
		.name = "given-not-taken", .title = "Given, not taken", .grade = 3,
		.task = "Send T2 to sleep. Then make the word name T2 as the one that the mutex is given to.",
		.goal = "T2 asleep; owner.task T2, owner has PICKUP", .says = "T2 sleeps; the word names T2, to pick the mutex up",
		.idea = "A waiter that is passed over may ask, and an unlock that is asked gives.",
		.hint = "T2 asks for that only when it has been woken in vain once.",
		.after = "T2 had come too late once and set HANDOFF. So the unlock did not free the mutex: it wrote T2 and PICKUP, and nobody else may take it.",
		.lock = LS_LOCK_mutex_owner, .variant = mutex_owner_VARIANT_v6_12, .n = 3, .rounds = 1, .budget = { [LS_ENV_PREEMPT] = 1 },
		.shortest = 42,
	},
	{
		.name = "a-wiped-flag", .title = "A flag wiped out", .grade = 3,
		.task = "Lose the wake-up. The fault planted here: the fast unlock looks at the word and then stores 0, in two steps.",
		.goal = "T2 asleep, verdict LOST_WAKEUP", .says = "T2 sleeps and nobody will wake it",
		.idea = "A store that does not compare takes whatever came in between with it.",
		.hint = "T2 must set WAITERS between the two steps of the unlock.",
		.after = "The store took WAITERS away, which had come after the look. Hence one compare-and-swap, which fails when a flag has come.",
		.lock = LS_LOCK_mutex_owner, .variant = mutex_owner_VARIANT_v6_12, .n = 2, .rounds = 1, .switches = 1u << mutex_owner_SWITCH_plain_unlock, .budget = { [LS_ENV_PREEMPT] = 1 },
		.shortest = 19,
	},
	{ 0 },
};
