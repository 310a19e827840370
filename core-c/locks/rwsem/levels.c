/* SPDX-License-Identifier: MIT */

#include "level.h"
#include "registry.h"

const struct ls_level rwsem_levels[] = {
	{
		.name = "reader-sleeps-behind-readers", .title = "A reader that sleeps behind a reader", .grade = 3,
		.task = "Send the reader T3 to sleep while only the reader T1 is in.",
		.goal = "T3 asleep, inside T1", .says = "T3 sleeps while only T1 reads",
		.idea = "A reader that comes asks whether somebody waits, and not only who is in.",
		.hint = "Let the writer T2 queue first.",
		.after = "Only readers are in, and T3 must queue all the same. Otherwise readers could pass a waiting writer for ever.",
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_v6, .n = 3, .rounds = 1, .roles = "RWR",
		.shortest = 24,
	},
	{
		.name = "starve", .title = "Make T2 starve", .grade = 3,
		.task = "Bring T2 to the head of the wait list while T1 is in. Then let T1 take the lock twice before it.",
		.goal = "wait_list T2, inside T1; wait_list T2, inside nobody; wait_list T2, inside T1; wait_list T2, inside nobody; wait_list T2, inside T1",
		.says = "T2 is in the list, T1 inside; T1 has unlocked; T1 is in again; T1 has unlocked again; T1 is in once more",
		.idea = "A writer that wants in spins as long as the owner runs. What if the owner does not run?",
		.hint = "Preempt T1 while it is inside, and let T2 queue. Then T1 gets its CPU back, unlocks, and is quicker than a thread that has to wake up first.",
		.after = "First in the list is a place, not a claim. Whoever runs and finds the count free takes the lock, as often as it likes.",
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_v6, .n = 2, .rounds = 3, .roles = "WW", .budget = {[LS_ENV_PREEMPT] = 1},
		.shortest = 21,
	},
	{
		.name = "past-handoff", .title = "Past the handoff", .grade = 4,
		.task = "Two writers at the rwsem with the handoff patch. Bring T2 to the head of the wait list, let it set HANDOFF, and let T1 unlock. Then let T1 take the lock before T2, if any schedule does that.",
		.goal = "count has HANDOFF, wait_list T2, inside nobody; count has HANDOFF, wait_list T2, inside T1", .says = "the lock is free and HANDOFF is set; T1 is in, before T2",
		.idea = "Ask who tries to take the lock while HANDOFF is set.",
		.hint = "No schedule may do it. Then say so.",
		.after = "One bit in the count ends all stealing: once HANDOFF is set, whoever is not first in the list leaves the free lock alone.",
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_handoff, .n = 2, .rounds = 3, .roles = "WW",
		.budget = {[LS_ENV_PREEMPT] = 1, [LS_ENV_THRESHOLD] = 1},
		.shortest = 0,
		.reasons = {
			{"HANDOFF marks the lock as taken, so it is never free", "It does get free: with 0x6 in the count nobody is inside, and HANDOFF is set. The first half of the goal can be reached.", 0},
			{"T2 is woken before T1 can come back, and is quicker", "Nothing bounds how long a woken thread takes. You decide who moves, and may let T1 spin as long as you like before T2 moves.", 0},
			{"Each way in begins with a look at the count, and with HANDOFF there only the first in the list tries", "The first quick try of T1 wants 0 and finds HANDOFF. Its spinner sees HANDOFF and does not try. In the list T1 stands behind T2.", 1},
		},
	},
	{
		.name = "past-handoff-fault", .title = "Past the handoff, with a fault", .grade = 5,
		.task = "Two writers at the rwsem with the handoff patch. The fault planted here: a spinner steals the lock although HANDOFF is set. Bring T2 to the head of the wait list, let it set HANDOFF, and let T1 unlock. Then let T1 take the lock before T2.",
		.goal = "count has HANDOFF, wait_list T2, inside nobody; count has HANDOFF, wait_list T2, inside T1", .says = "the lock is free and HANDOFF is set; T1 is in, before T2",
		.idea = "The bit alone keeps nobody out. Whoever does not look at it goes in.",
		.hint = "T1 must be about to look at the count as a spinner when T2 sets HANDOFF.",
		.after = "A proof that can find nothing proves nothing: with the fault the same search finds a way.",
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_handoff, .n = 2, .rounds = 3, .roles = "WW", .switches = 1u << rwsem_SWITCH_steal_despite_handoff,
		.budget = {[LS_ENV_PREEMPT] = 1, [LS_ENV_THRESHOLD] = 1},
		.shortest = 66,
	},
	{
		.name = "read-and-write", .title = "One reads, one writes", .grade = 5,
		.task = "Let one thread read while another writes. No fault is planted: the text is as it was posted.",
		.goal = "verdict VIOLATED mutual exclusion", .says = "one reads and one writes",
		.idea = "A thread can be granted the lock before the word says so.",
		.hint = "T2 has to leave before it is counted in.",
		.after = "The reader is granted the lock before it is counted. It leaves with a count that was another's, and the word says free.",
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_v6, .n = 3, .rounds = 1, .roles = "DRW",
		.shortest = 38,
	},
	{ 0 },
};
