/* SPDX-License-Identifier: MIT */

#include "registry.h"
#include "scenario.h"

const struct ls_scenario mcs_scenarios[] = {
	{
		.name = "mcs", .title = "MCS queue, free play", .sandbox = 1,
		.lock = LS_LOCK_mcs, .variant = mcs_VARIANT_posted, .n = 3, .rounds = 2,
		.verdict = LS_OK, .lesson = "Free play: choose every step yourself.", .story = "",
	},
	{
		.name = "mcs-queue", .title = "Three spinners stand in line",
		.lock = LS_LOCK_mcs, .variant = mcs_VARIANT_posted, .n = 3, .rounds = 1,
		.verdict = LS_OK,
		.lesson = "Each spinner waits on a word of its own. Passing the lock on touches one word, and only the next thread hears of it.",
		.story = "1+ 2! 3! 2 3 1@end 2@mspin_unlock 3 2@end 3@end",
		.beats = LS_BEATS(
			{ .at = "start", .note = "Three threads want the same lock at once. Watch which words each of them touches, and who must be told when the lock is passed on.", .look = "tail" },
			{ .at = "1>xchg:tail", .fact = "tail T1", .note = "The exchange returned NULL, so nobody was before T1. One atomic access both joins the queue and tells the place in it.", .look = "tail" },
			{ .at = "2>xchg:tail", .fact = "tail T2", .note = "T2 got T1 back from the same exchange: that is the thread it stands behind. T1 knows nothing of it yet.", .look = "tail, T1.next" },
			{ .at = "2>store:T1.next", .fact = "T1.next T2", .note = "Now T1 can find T2. Each thread knows only its successor, and that is enough to pass the turn on.", .look = "T1.next" },
			{ .at = "3>store:T2.next", .fact = "T2.next T3", .ask = "T1 is about to leave. How many of the two waiting threads will notice?", .note = "One. T2 and T3 watch different words, and T1 writes only into its successor's.", .look = "T2.locked, T3.locked" },
			{ .at = "1>store:T2.locked", .fact = "T2.locked 1, T3.locked 0", .note = "One store, into T2's node. T3's cache line was not touched, so T3 did not even notice.", .look = "T2.locked", .decisive = 1 },
			{ .at = "3>load:next", .fact = "T3.next NULL, tail T3", .note = "Nobody has linked itself behind T3. Only the tail can say whether somebody is on the way, so T3 empties the queue with a compare-and-swap.", .look = "T3.next, tail" },
			{ .at = "end", .note = "Take home: in a queue lock everybody waits on a word of its own, so a release disturbs one thread however many wait. Next: what if somebody joins just as the last one leaves?" }),
	},
	{
		.name = "mcs-gap", .title = "The gap between the swap and the link",
		.lock = LS_LOCK_mcs, .variant = mcs_VARIANT_posted, .n = 2, .rounds = 1,
		.verdict = LS_OK,
		.lesson = "T2 is already the tail, but T1's next is still NULL. An unlock that falls into this gap must wait for the link.",
		.story = "1+ 2>xchg:tail 1! 1*2 2 2 1@end 2@end",
		.beats = LS_BEATS(
			{ .at = "start", .note = "To join the queue takes two steps: swap oneself in as the tail, then link oneself behind the one before. What if the lock is released between the two?", .look = "tail" },
			{ .at = "2>xchg:tail", .fact = "tail T2, T1.next NULL", .note = "T2 is in the queue, and nobody can reach it yet.", .look = "tail, T1.next" },
			{ .at = "1>load:next", .fact = "T1.next NULL", .ask = "T1 reads next = NULL. May it leave?", .note = "Not yet. NULL means “nobody” or “not linked yet”, and this look cannot tell which.", .look = "T1.next" },
			{ .at = "1>cas:tail", .fact = "tail T2", .note = "The tail can tell: it is not T1. To leave now would strand T2 for ever.", .look = "tail", .decisive = 1 },
			{ .at = "1>await:next", .fact = "T1.next NULL", .note = "T1 now depends on one store of T2. That is why the kernel's spinners run with preemption off.", .look = "T1.next" },
			{ .at = "2>store:next", .fact = "T1.next T2", .note = "The gap is closed: T1 has somebody to pass the turn to.", .look = "T1.next" },
			{ .at = "end", .note = "Take home: joining takes two steps, so leaving must be ready for the moment between them. Try: plant the fault “no wait for the link” and let the check find what it breaks." }),
	},
	{
		.name = "mcs-torn-swap", .title = "Fault: the swap in two steps",
		.lock = LS_LOCK_mcs, .variant = mcs_VARIANT_posted, .n = 2, .rounds = 1, .switches = 1u << mcs_SWITCH_torn_swap,
		.verdict = LS_VIOLATED, .what = "mutual exclusion",
		.lesson = "Read the tail, then write it: between the two another thread reads the same tail, and both believe to be the head.",
		.story = "1@store:tail 2@store:tail 1 2 1 2",
	},
	{
		.name = "mcs-no-wait", .title = "Fault: leaving without waiting for the link",
		.lock = LS_LOCK_mcs, .variant = mcs_VARIANT_posted, .n = 2, .rounds = 1, .switches = 1u << mcs_SWITCH_no_wait_for_link,
		.verdict = LS_DEADLOCK,
		.lesson = "T1 sees next NULL and leaves, although T2 has swapped itself in. Nobody will ever pass the turn to T2.",
		.story = "1@mspin_unlock 2>xchg:tail 1@end 2 2*2",
	},
	{ 0 },
};
