/* SPDX-License-Identifier: MIT */

#include "level.h"
#include "registry.h"

const struct ls_level ticket_levels[] = {
	{
		.name = "the-other-order", .title = "The other order", .grade = 1,
		.task = "Let T2 and T3 wait while T1 is in. Then let T3 be served before T2. The word val holds two numbers: next is the ticket that is drawn next, owner the one that is served. Both begin at 253 here.",
		.goal = "T2 spins, T3 spins, inside T1; T2 spins, inside T3", .says = "T2 and T3 wait for T1; T3 is in and T2 waits",
		.idea = "Who is next is settled at one step of each, long before it is served.",
		.hint = "Once both wait it is decided. What decides it, comes before.",
		.after = "A ticket is a place in line, and it is given at the draw. After that no schedule changes the order.",
		.lock = LS_LOCK_ticket, .variant = ticket_VARIANT_generic, .n = 3, .rounds = 1,
		.shortest = 7,
	},
	{
		.name = "held-by-nobody", .title = "Held by nobody", .grade = 2,
		.task = "Make T2 wait for ever. The fault planted here: an unlock adds 1 to the whole word, and when owner goes from 255 to 0, the 1 that is carried lands in next.",
		.goal = "T2 spins, inside nobody, verdict DEADLOCK", .says = "T2 waits, nobody is in and nobody can move",
		.idea = "Two numbers share one word, and a sum may need more room than its field has.",
		.hint = "The fault shows when ticket 255 is given back, and someone must come after that.",
		.after = "The carry drew ticket 0, which nobody has. The word says for ever that it is served.",
		.lock = LS_LOCK_ticket, .variant = ticket_VARIANT_generic, .n = 2, .rounds = 2, .switches = 1u << ticket_SWITCH_carry,
		.shortest = 13,
	},
	{ 0 },
};
