/* SPDX-License-Identifier: MIT */

#include "registry.h"
#include "scenario.h"

const struct ls_scenario mcs_scenarios[] = {
	{
		.name = "mcs", .title = LS_TOLD("MCS queue, free play"), .sandbox = 1, .turn = 1,
		.lock = LS_LOCK_mcs, .variant = mcs_VARIANT_posted, .n = 3, .rounds = 2,
		.verdict = LS_OK, .lesson = LS_TOLD("Free play: choose every step yourself."), .story = LS_TOLD(""),
	},
	{
		.name = "mcs-queue", .title = LS_TOLD("Three spinners stand in line"),
		.lock = LS_LOCK_mcs, .variant = mcs_VARIANT_posted, .n = 3, .rounds = 1,
		.verdict = LS_OK,
		.lesson = LS_TOLD("Each spinner waits on a word of its own. When the lock is passed on, how many of them notice?"),
		.story = LS_TOLD("1+ 2! 3! 2 3 1@end 2@mspin_unlock 3 2@end 3@end"),
		.next = LS_TOLD("mcs-gap"),
		.beats = LS_BEATS(
			{ .at = "start", .note = "Three threads want the same lock at once. Watch which words each of them touches, and who must be told when the lock is passed on.", .look = "tail" },
			{ .at = "1>xchg:tail", .fact = "tail T1", .note = "The exchange returned NULL, so nobody was before T1. One atomic access both joins the queue and tells the place in it.", .look = "tail" },
			{ .at = "2>xchg:tail", .fact = "tail T2", .note = "T2 got T1 back from the same exchange, so it stands behind T1, which knows nothing of it yet. T2.locked is 0 until T2's turn comes, and T1 will write a 1 there.", .look = "tail, T1.next" },
			{ .at = "2>store:T1.next", .fact = "T1.next T2", .note = "Now T1 can find T2. Each thread knows only its successor, and that is enough to pass the turn on.", .look = "T1.next" },
			{ .at = "3>store:T2.next", .fact = "T2.next T3", .ask = "T1 is about to leave. How many of the two waiting threads will notice?", .asks = "many await:T2.locked of T2 T3", .note = "One. T2 and T3 watch different words, and T1 writes only into its successor's.", .look = "T2.locked, T3.locked" },
			{ .at = "1>store:T2.locked", .fact = "T2.locked 1, T3.locked 0", .note = "One store, into T2's node. T3's cache line was not touched, so T3 did not even notice.", .look = "T2.locked", .lines = 1, .decisive = 1 },
			{ .at = "3>load:next", .fact = "T3.next NULL, tail T3", .note = "Nobody has linked itself behind T3. Only the tail can say whether somebody is on the way, so T3 empties the queue with a compare-and-swap.", .look = "T3.next, tail" },
			{ .at = "end", .note = "Take home: in a queue lock everybody waits on a word of its own, so a release disturbs one thread however many wait. Next: “The gap between the swap and the link”: what if somebody joins just as the last one leaves?", .lines = 1 }),
	},
	{
		.name = "mcs-gap", .title = LS_TOLD("The gap between the swap and the link"),
		.lock = LS_LOCK_mcs, .variant = mcs_VARIANT_posted, .n = 2, .rounds = 1,
		.verdict = LS_OK,
		.lesson = LS_TOLD("T2 is already the tail, but T1's next is still NULL. An unlock that falls into this gap must wait for the link."),
		.story = LS_TOLD("1+ 2>xchg:tail 1! 1*2 2 2 1@end 2@end"),
		.beats = LS_BEATS(
			{ .at = "start", .note = "To join the queue takes two steps: swap oneself in as the tail, then link oneself behind the one before. What if the lock is released between the two?", .look = "tail" },
			{ .at = "2>xchg:tail", .fact = "tail T2, T1.next NULL", .note = "T2 is in the queue, and nobody can reach it yet.", .look = "tail, T1.next" },
			{ .at = "1>load:next", .fact = "T1.next NULL", .ask = "T1 reads next = NULL. May it leave?", .asks = "ever T1 done alone T1", .note = "Not yet. NULL means “nobody” or “not linked yet”, and this look cannot tell which.", .look = "T1.next" },
			{ .at = "1>cas:tail", .fact = "tail T2", .note = "The tail can tell: it is not T1. To leave now would strand T2 for ever.", .look = "tail", .decisive = 1 },
			{ .at = "1>await:next", .fact = "T1.next NULL", .note = "T1 now depends on one store of T2. The kernel's spinners run with preemption off already: otherwise T2 could lose its CPU right here.", .look = "T1.next" },
			{ .at = "2>store:next", .fact = "T1.next T2", .note = "The gap is closed: T1 has somebody to pass the turn to.", .look = "T1.next" },
			{ .at = "end", .note = "Take home: joining takes two steps, so leaving must be ready for the moment between them. Try: plant the fault “leave when next is still NULL …” and let the check find what it breaks." }),
	},
	{
		.name = "mcs-no-order", .title = LS_TOLD("The turn is passed, the work is not ordered"), .topic = LS_TOLD("data race"),
		.lock = LS_LOCK_mcs, .variant = mcs_VARIANT_posted, .n = 2, .rounds = 1,
		.verdict = LS_OK,
		.lesson = LS_TOLD("As posted, one thread at a time is the head. Nothing says that the next head sees what the one before it wrote."),
		.story = LS_TOLD("1+ 1>critical 2! 1>mspin_unlock 2+ 2>critical 2@end"),
		.beats = LS_BEATS(
			{ .at = "start", .note = "Two threads work on the same data, each when it is the head of the queue. Is it enough that they never work at once?", .look = "tail" },
			{ .at = "1>critical", .fact = "inside T1", .note = "T1 writes the data. Other CPUs learn of a write when it reaches them, and not in the order of the text unless something asks for that.", .look = "tail" },
			{ .at = "2>store:T1.next", .fact = "T1.next T2, T2.locked 0", .note = "T2 is linked and spins on T2.locked. That word is all that T1 will tell it.", .look = "T1.next, T2.locked" },
			{ .at = "1>store:T2.locked", .fact = "T2.locked 1", .note = "A relaxed store passes the turn on. The patch has a write barrier behind it, and T1's work would need one before it, as a release has.", .look = "T2.locked", .decisive = 1 },
			{ .at = "2>await:T2.locked", .fact = "T2.locked 1, inside T2", .ask = "T2 has read the 1. Does it know what T1 wrote?", .note = "Not by what the text says: T2's look is relaxed too. “T1 wrote first” tempts, but the 1 may arrive before the data, or T2 may have read the data early.", .look = "T2.locked" },
			{ .at = "2>critical", .fact = "inside T2", .note = "Here each write is seen at once, so no rule breaks. By the declared orders it is a data race, in 13 steps; x86 keeps both orders unasked.", .look = "tail" },
			{ .at = "end", .note = "Take home: to exclude is not to order; whoever passes a lock on needs a release, and whoever takes it needs an acquire. Try: in “Set up” turn on the fix with release and acquire, and find the two lines that change." }),
	},
	{
		.name = "mcs-torn-swap", .title = LS_TOLD("Fault: the swap in two steps"),
		.lock = LS_LOCK_mcs, .variant = mcs_VARIANT_posted, .n = 2, .rounds = 1, .switches = 1u << mcs_SWITCH_torn_swap,
		.verdict = LS_VIOLATED, .what = "mutual exclusion",
		.lesson = LS_TOLD("Read the tail, then write it: between the two another thread reads the same tail, and both believe that they are the head."),
		.story = LS_TOLD("1@store:tail 2@store:tail 1 2 1 2"),
		.beats = LS_BEATS(
			{ .at = "start", .note = "Two threads join an empty queue. Where one exchange stood, the fault plants two steps: a read of the tail, then a write.", .look = "tail" },
			{ .at = "1>load:tail", .fact = "tail NULL", .note = "As one exchange, this read and the write of T1 would let nothing between them. Here T2 has all the time it needs.", .look = "tail" },
			{ .at = "2>load:tail", .fact = "tail NULL, inside nobody", .ask = "Both threads have read NULL, and both now write the tail. How many heads will there be?", .asks = "many inside until end", .note = "Two. The later write wins the word, but each thread decides by what it has read.", .look = "tail" },
			{ .at = "1>store:tail", .fact = "tail T1, inside T1", .note = "The tail names T1 at last, too late to be of use. T2 has its answer and will not look again.", .look = "tail" },
			{ .at = "2>store:tail", .fact = "tail T2, inside T1 T2", .note = "A thread is the head if nobody stood before it, and T2 still believes that. It overwrites the only word that named T1.", .look = "tail, T1.next", .decisive = 1 },
			{ .at = "1>store:T1.locked", .fact = "T1.next NULL, inside T1 T2", .note = "There are two queues of one thread each. No link will join them, for T2 never learned behind whom it stands.", .look = "T1.next, T2.next" },
			{ .at = "end", .note = "Take home: between a read and a write the answer may grow old, so what decides and what changes must be one step. Try: take the fault out in “Set up” and let the check find no schedule with two heads." }),
	},
	{
		.name = "mcs-no-wait", .title = LS_TOLD("Fault: leaving without waiting for the link"),
		.lock = LS_LOCK_mcs, .variant = mcs_VARIANT_posted, .n = 2, .rounds = 1, .switches = 1u << mcs_SWITCH_no_wait_for_link,
		.verdict = LS_DEADLOCK,
		.lesson = LS_TOLD("T1 sees next NULL and leaves, although T2 has swapped itself in. Nobody will ever pass the turn to T2."),
		.story = LS_TOLD("1@mspin_unlock 2>xchg:tail 1@end 2 2*2"),
		.beats = LS_BEATS(
			{ .at = "start", .note = "T1 is the head of the queue and will leave it. The fault: T1 makes the compare-and-swap on the tail, and leaves whatever that answers.", .look = "tail" },
			{ .at = "2>xchg:tail", .fact = "tail T2, T1.next NULL", .note = "T2 has joined, and T1 cannot reach it yet: the link is the next step of T2. The queue is in two pieces.", .look = "tail, T1.next" },
			{ .at = "1>load:next", .fact = "T1.next NULL, T2.locked 0", .ask = "T1 sees nobody behind it. If it leaves now, who will set T2.locked to 1?", .asks = "who store:T2.locked", .note = "Nobody: only its one predecessor ever writes this word to 1. A later thread would stand behind T2 and wait for it.", .look = "T1.next, T2.locked" },
			{ .at = "1>cas:tail", .fact = "tail T2, T1 done, T2.locked 0", .note = "The compare-and-swap found T2 and so said: you are not the last. T1 leaves without using the answer, and T2 has no predecessor any more.", .look = "tail", .decisive = 1 },
			{ .at = "2>store:T1.next", .fact = "T1.next T2, inside nobody", .note = "The link comes one step late, into a node that nobody reads again. In the kernel that node lies on the stack of T1 and may be something else by now.", .look = "T1.next" },
			{ .at = "2>await:T2.locked", .fact = "T2.locked 0, T2 ready", .note = "Nobody is inside, and T2 spins. In the kernel it would do so with preemption off, so its CPU is lost too.", .look = "T2.locked" },
			{ .at = "end", .note = "Take home: a failed compare-and-swap is an answer, and whoever leaves a queue must know that nobody depends on it. Try: take the fault out in “Set up” and watch T1 wait for the link." }),
	},
	{ 0 },
};
