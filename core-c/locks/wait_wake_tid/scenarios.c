/* SPDX-License-Identifier: MIT */

#include "registry.h"
#include "scenario.h"

const struct ls_scenario wait_wake_tid_scenarios[] = {
	{
		.name = "wait-wake-tid", .title = LS_TOLD("Wait-wake mutex with a TID, free play"), .sandbox = 1,
		.lock = LS_LOCK_wait_wake_tid, .variant = wait_wake_tid_VARIANT_ww2, .n = 2, .rounds = 2, .budget = { [LS_ENV_PREEMPT] = 1 },
		.verdict = LS_OK, .lesson = LS_TOLD("Free play: choose every step yourself."), .story = LS_TOLD(""),
	},
	{
		.name = "ww2-owner", .title = LS_TOLD("The word names the owner"),
		.lock = LS_LOCK_wait_wake_tid, .variant = wait_wake_tid_VARIANT_ww2, .n = 2, .rounds = 1,
		.verdict = LS_OK,
		.lesson = LS_TOLD("With the owner's TID in the word a waiter can only mark it by a compare-and-swap, and sleeps for just that owner and that mark."),
		.story = LS_TOLD("1+ 2! 1@end 2@end"),
		.next = LS_TOLD("ww2-forgotten"),
		.beats = LS_BEATS(
			{ .at = "start", .note = "The benchmark has a second form of its mutex. Its word names the owner, as that of the TP futex does. What does that change?", .look = "futex" },
			{ .at = "1>cas:futex", .fact = "futex T1, inside T1", .note = "A debugger, or a kernel, can read from the word whom to blame. The first form says only that it is locked.", .look = "futex" },
			{ .at = "2>cas:futex*2", .fact = "futex 0x80000001, inside T1", .ask = "The first form writes 2 by an exchange. Could T2 do the same here?", .asks = "comes 2>xchg:futex until 2>load:futex", .note = "No: it would have to know the TID that it puts back. So it compares: WAITERS is set only beside the TID that T2 has read.", .look = "futex" },
			{ .at = "2>load:futex", .fact = "futex 0x80000001, bucket[0].lock T2", .note = "The kernel compares all 32 bits. Another owner, with WAITERS set as well, would send T2 back to look again.", .look = "futex" },
			{ .at = "1>xchg:futex", .fact = "futex 0x0, T2 asleep", .note = "One exchange takes the TID and the mark away together. Nothing in memory says any more that a thread waits, but for the bucket.", .look = "futex, bucket[0].chain", .decisive = 1 },
			{ .at = "1>wake", .fact = "T2.state RUNNING, futex 0x0, bucket[0].chain empty", .note = "T2 is out of the chain, and its mark is out of the word. Only T2 itself knows now that it wants the lock.", .look = "futex, bucket[0].chain" },
			{ .at = "2>cas:futex", .fact = "futex T2, inside T2", .note = "T2 takes the lock with its TID alone. Nobody else sleeps here, so nothing is missing.", .look = "futex" },
			{ .at = "end", .note = "Take home: a mark that lies beside the owner goes with the owner. Next: open “The mark is gone, and a thread still sleeps”." }),
	},
	{
		.name = "ww2-forgotten", .title = LS_TOLD("The mark is gone, and a thread still sleeps"),
		.lock = LS_LOCK_wait_wake_tid, .variant = wait_wake_tid_VARIANT_ww2, .n = 3, .rounds = 1,
		.verdict = LS_LOST_WAKEUP,
		.lesson = LS_TOLD("As posted: an unlock takes WAITERS out of the word, wakes one, and that one takes the lock without it. A second sleeper is forgotten."),
		.story = LS_TOLD("1+ 2! 3! 1@end 2@end"),
		.next = LS_TOLD("ww-relock"),
		.beats = LS_BEATS(
			{ .at = "start", .note = "No fault is planted here: this is the second mutex of the benchmark as posted in 2017. Two threads will sleep for it.", .look = "futex" },
			{ .at = "2>cas:futex*2", .fact = "futex 0x80000001, inside T1", .note = "T2 sets its mark in the word of T1's lock. It lies beside T1's TID, so whoever takes the one away takes the other.", .look = "futex" },
			{ .at = "2>sleep", .fact = "futex 0x80000001, bucket[0].chain T2", .note = "T2 has set WAITERS beside T1's TID.", .look = "futex" },
			{ .at = "3>load:futex", .fact = "futex 0x80000001, bucket[0].chain T2", .note = "T3 finds the mark set and the word as expected, and will sleep. From here on one bit speaks for two.", .look = "futex, bucket[0].chain", .decisive = 1 },
			{ .at = "1>xchg:futex", .fact = "futex 0x0", .ask = "T1 has taken the mark away and will wake one of two. Will anybody mark the word for the other?", .asks = "ever futex has WAITERS", .note = "It could only be the one that is woken. It knows nothing of the other, so it would have to set the mark on suspicion.", .look = "futex, bucket[0].chain" },
			{ .at = "1>wake", .fact = "T2.state RUNNING, bucket[0].chain T3, futex 0x0", .note = "T1 has done all that it owes. The kernel alone knows of T3, and without a mark in the word no unlock asks the kernel.", .look = "futex, bucket[0].chain" },
			{ .at = "2>cas:futex", .fact = "futex T2, bucket[0].chain T3", .note = "T2 takes the lock with its TID alone. The word says that nobody waits, and T3 sleeps.", .look = "futex, bucket[0].chain" },
			{ .at = "2>critical", .fact = "futex T2, bucket[0].chain T3", .note = "T2's unlock will find no mark and call nobody. In the benchmark a later waiter sets the mark again, which is why it was not seen.", .look = "futex" },
			{ .at = "end", .note = "Take home: whoever was woken must mark the lock for those who were not. Try: turn on the switch “fixed: who has waited takes the lock with WAITERS set”. Next: open “Fault: a woken thread locks with 1”, the same mistake in the first form." }),
	},
	{ 0 },
};
