/* SPDX-License-Identifier: MIT */

#include "level.h"
#include "registry.h"

const struct ls_level mcs_levels[] = {
	{
		.name = "two-heads", .title = "Two heads", .grade = 1,
		.task = "Make two threads the head of the queue at once. As in the lesson, this lock reads the tail in one step and writes it in another. The first two steps of each thread only prepare its own words: T1.locked and T2.locked become 1 when it is that thread’s turn (read “locked”, the kernel’s name, as “your turn”).",
		.goal = "inside T1 T2", .says = "T1 and T2 are both head",
		.idea = "What a thread has read may be old when it writes.",
		.hint = "Stop T1 between its read of the tail and its write.",
		.after = "Both threads found the queue empty, and each decides by what it has read: so both are the head, and mutual exclusion is broken. When the read and the write are two steps, what was read may be old.",
		.lock = LS_LOCK_mcs, .variant = mcs_VARIANT_posted, .n = 2, .rounds = 1, .switches = 1u << mcs_SWITCH_torn_swap,
		.shortest = 8,
	},
	{
		.name = "last-to-call", .title = "Last to call, first in line", .grade = 1,
		.task = "Let T2 begin to lock first, and make T3 the head of the queue all the same.",
		.goal = "not T2 at store:T2.locked, T2 in mspin_lock; T2 in mspin_lock, inside T3", .says = "T2 has begun to lock; T3 is the head",
		.idea = "To call is one thing, to be seen by others is another.",
		.hint = "Only the exchange with the tail counts. What comes before it, nobody else sees.",
		.after = "A place in the queue is taken by the exchange, in one step. Who called first, the others cannot know.",
		.lock = LS_LOCK_mcs, .variant = mcs_VARIANT_posted, .n = 3, .rounds = 1,
		.shortest = 4,
	},
	{
		.name = "unlock-must-wait", .title = "An unlock that must wait", .grade = 2,
		.task = "Bring T1 to where its unlock has to wait for T2.",
		.goal = "T1 in mspin_unlock, T1 spins", .says = "T1 waits in its unlock",
		.idea = "To join takes two steps. Between them a thread is in the queue, and nobody can reach it.",
		.hint = "Let T2 become the tail, and no more than that.",
		.after = "T2 has swapped itself in and not linked itself yet. T1 knows that somebody comes, but not who, so it cannot pass the turn on.",
		.lock = LS_LOCK_mcs, .variant = mcs_VARIANT_posted, .n = 2, .rounds = 1,
		.shortest = 10,
	},
	{
		.name = "spin-for-ever", .title = "Nobody behind me?", .grade = 2,
		.task = "Make T2 spin for ever. The fault planted here: an unlock does not wait for the link.",
		.goal = "T2 spins, verdict DEADLOCK", .says = "T2 spins and nobody can move",
		.idea = "A NULL can mean two things.",
		.hint = "T1 must look at its next in the gap between the swap and the link of T2.",
		.after = "A NULL in next means “nobody” or “not linked yet”. T1 took it for “nobody” and left, and nobody else ever writes T2's word.",
		.lock = LS_LOCK_mcs, .variant = mcs_VARIANT_posted, .n = 2, .rounds = 1, .switches = 1u << mcs_SWITCH_no_wait_for_link,
		.shortest = 11,
	},
	{ 0 },
};
