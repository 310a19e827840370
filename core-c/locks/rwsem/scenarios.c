/* SPDX-License-Identifier: MIT */

#include "registry.h"
#include "scenario.h"

const struct ls_scenario rwsem_scenarios[] = {
	{
		.name = "rwsem", .title = "rwsem before handoff, free play", .sandbox = 1,
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_v6, .n = 3, .rounds = 1, .roles = "WWR", .budget = { [LS_ENV_PREEMPT] = 2 },
		.verdict = LS_OK, .lesson = "Free play: choose every step yourself.", .story = "",
	},
	{
		.name = "rwsem-handoff", .title = "rwsem with handoff, free play", .sandbox = 1,
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_handoff, .n = 3, .rounds = 1, .roles = "WWR", .budget = { [LS_ENV_PREEMPT] = 2, [LS_ENV_THRESHOLD] = 2 },
		.verdict = LS_OK, .lesson = "Free play: choose every step yourself.", .story = "",
	},
	{
		.name = "rwsem-starved-writer", .title = "A queued writer starves",
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_v6, .n = 2, .rounds = 3, .roles = "WW", .budget = { [LS_ENV_PREEMPT] = 1 },
		.verdict = LS_OK,
		.lesson = "A free lock belongs to whoever comes first. A sleeper that has just been woken is never first: T1 is back before T2 has opened its eyes, and nothing bounds how often.",
		.story = "1@rwsem17_up_write p1 2! r1 1@rwsem17_up_write 2! 1@store:owner",
	},
	{
		.name = "rwsem-handoff-rescue", .title = "Handoff ends the starving",
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_handoff, .n = 2, .rounds = 3, .roles = "WW", .budget = { [LS_ENV_PREEMPT] = 1, [LS_ENV_THRESHOLD] = 1 },
		.verdict = LS_OK,
		.lesson = "The same two writers with patch 07. T2 has waited too long, sees the lock taken again and sets HANDOFF; from then on T1 may spin, but not steal.",
		.story = "1@rwsem17_up_write p1 2! r1 x2 1@rwsem17_up_write 2! 1>rwsem17_optimistic_spin/load:owner 2@store:owner",
	},
	{
		.name = "rwsem-reader-handoff", .title = "A reader is handed the lock",
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_handoff, .n = 3, .rounds = 1, .roles = "WWR", .budget = { [LS_ENV_THRESHOLD] = 1 },
		.verdict = LS_OK,
		.lesson = "Readers sleep until they are granted the lock, so they cannot ask for handoff. The unlock that fails to grant it asks for the first reader, in the same addition that takes the reader out again.",
		.story = "1@rwsem17_up_write 3@load:task x3 2>rwsem17_spin_on_owner/load:owner 1 2@rwsem17_try_write_lock_unqueued 1@add:count 2@rwsem17_up_write 1@end 2>rwsem17_mark_wake 3@rwsem17_up_read",
	},
	{
		.name = "rwsem-handoff-hang", .title = "Finding: handoff and the spinner shortcut hang",
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_handoff, .n = 4, .rounds = 1, .roles = "WWWR", .budget = { [LS_ENV_THRESHOLD] = 1 },
		.verdict = LS_LOST_WAKEUP,
		.lesson = "T2 wakes nobody, for a spinner is there to take the lock. But a moment later HANDOFF is set and forbids just that. The lock is free, and everybody sleeps.",
		.story = "1@rwsem17_up_write 4! x4 2>rwsem17_spin_on_owner/load:owner 1 2@rwsem17_try_write_lock_unqueued 1@add:count 2@rwsem17_up_write 3@rwsem17_spin_on_owner/on_cpu 1 2@end 1@end 3!",
	},
	{
		.name = "rwsem-downgrade", .title = "A writer turns into a reader",
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_v6, .n = 3, .rounds = 1, .roles = "DRR",
		.verdict = LS_OK,
		.lesson = "One addition swaps the writer bit for a reader's bias, so no other writer can come between; then the waiting readers are let in.",
		.story = "1@rwsem17_downgrade_write 2! 3! 1+ 2+ 3+",
	},
	{
		.name = "rwsem-single-pass", .title = "Finding: granted before it is counted",
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_v6, .n = 3, .rounds = 1, .roles = "DRW",
		.verdict = LS_VIOLATED, .what = "mutual exclusion",
		.lesson = "The grant comes before the count. T2 has read and counted itself out before T1 counted it in, so the count says free while T1 still reads, and T3 walks in. The kernel of 2019 counts first.",
		.story = "1 3>rwsem17_spin_on_owner/load:owner 1@rwsem17_downgrade_write 2@load:task 1@store:owner 3 1@wake_q_add 2@rwsem17_wake 3+",
	},
	{
		.name = "rwsem-early-wake-list", .title = "Finding: woken before it is granted",
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_v6, .n = 3, .rounds = 2, .roles = "WWR", .switches = 1u << rwsem_SWITCH_wake_q_first,
		.verdict = LS_LOST_WAKEUP,
		.lesson = "Linux 4.8 to 4.20 put a reader on the wake list first and granted it the lock after. T3 still stands on T1's old list, so T2 leaves the waking to T1, who wakes too early.",
		.story = "1@rwsem17_down_write 1@add:count 3@spin_unlock:wait_lock 1! 3 1@wake_up_q 3@rwsem17_down_read 2@rwsem17_down_write 2@add:count 3@spin_unlock:wait_lock 2! 3 2>wake_q_add 1@end 2 3@schedule 2@end 3",
	},
	{
		.name = "rwsem-readers-group", .title = "Readers are let in as a group",
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_v6, .n = 4, .rounds = 1, .roles = "DRRW", .switches = 1u << rwsem_SWITCH_mend_two_pass,
		.verdict = LS_OK,
		.lesson = "All readers up to the first writer get the lock at once. A writer that queues up behind them sees to that itself when readers hold the lock. (Counted first and granted after, as mended in 2019.)",
		.story = "1@rwsem17_downgrade_write 2! 3! 1@rwsem17_downgrade_wake 4! 2+ 3+",
	},
	{
		.name = "rwsem-spinner-shortcut", .title = "The unlock leaves it to the spinner",
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_v6, .n = 3, .rounds = 1, .roles = "WWR",
		.verdict = LS_OK,
		.lesson = "Somebody spins and the wait list is busy, so T1 wakes nobody: the spinner takes the lock, and its own unlock wakes the sleeper.",
		.story = "1@rwsem17_up_write 2>rwsem17_spin_on_owner/load:owner 3@spin_unlock:wait_lock 1 2@rwsem17_try_write_lock_unqueued 1@end 2@rwsem17_up_write 3! 2@end 3+",
	},
	{
		.name = "rwsem-killed-waiter", .title = "A killed waiter passes the handoff on",
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_handoff, .n = 3, .rounds = 1, .roles = "WKR", .budget = { [LS_ENV_PREEMPT] = 1, [LS_ENV_THRESHOLD] = 1, [LS_ENV_KILL] = 1 },
		.verdict = LS_OK,
		.lesson = "T2 has set HANDOFF and dies. The bit stays in the count and now belongs to the next in the list.",
		.story = "1@rwsem17_up_write p1 2! x2 3! k2 2@end r1 1>rwsem17_mark_wake",
	},

	/* The faults, each with its shortest counterexample. */
	{
		.name = "rwsem-fault-blind-steal", .title = "Fault: a spinner does not compare",
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_v6, .n = 3, .rounds = 1, .roles = "WWR", .switches = 1u << rwsem_SWITCH_blind_steal,
		.verdict = LS_VIOLATED, .what = "mutual exclusion",
		.lesson = "Between T1's look at the count and its write, T2 has taken the lock by the fast path. Only a compare-and-swap would have noticed.",
		.story = "3 1@rwsem17_try_write_lock_unqueued 3@end 1 2 1+ 2",
	},
	{
		.name = "rwsem-fault-keep-bias", .title = "Fault: a sleeping reader stays counted in",
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_v6, .n = 3, .rounds = 1, .roles = "WWR", .switches = 1u << rwsem_SWITCH_keep_bias,
		.verdict = LS_LOST_WAKEUP,
		.lesson = "T3 sleeps and still counts as a reader. T2 waits for a reader who is not in, and nobody will wake either of them.",
		.story = "1@rwsem17_up_write 2@on_cpu 1 3 1 2@schedule 3>wake_up_q 2! 3!",
	},
	{
		.name = "rwsem-fault-no-recheck", .title = "Fault: the grant comes between the look and the sleep",
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_v6, .n = 2, .rounds = 1, .roles = "WR", .switches = 1u << rwsem_SWITCH_no_recheck,
		.verdict = LS_LOST_WAKEUP,
		.lesson = "T2 looks first and marks itself as sleeping after. The wake-up that falls in between finds it awake and is lost.",
		.story = "1@add:count 2@spin_unlock:wait_lock 1! 2 1@store:task 2 1@end 2!",
	},
	{
		.name = "rwsem-fault-waiters-stay", .title = "Fault: WAITERS outlives the waiters",
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_v6, .n = 2, .rounds = 1, .roles = "WR", .switches = 1u << rwsem_SWITCH_waiters_stay,
		.verdict = LS_VIOLATED, .what = "WAITERS flag",
		.lesson = "The flag sends every newcomer to the slow path for ever, though nobody waits.",
		.story = "1@add:count 2 1 2@wake_up_q",
	},
	{
		.name = "rwsem-fault-no-undo", .title = "Fault: the early grant is not taken back",
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_v6, .n = 3, .rounds = 1, .roles = "WWR", .switches = 1u << rwsem_SWITCH_no_undo,
		.verdict = LS_VIOLATED, .what = "at rest",
		.lesson = "A writer stole the lock while the first reader was being counted in. Left in the count, that reader is counted twice and leaves once.",
		.story = "1@add:count 2@rwsem17_try_write_lock_unqueued 3 1 3@rwsem17_mark_wake 2@add:count 3>rwsem17_mark_wake 2! 3 2@end 3@end",
	},
	{
		.name = "rwsem-fault-silent-abort", .title = "Fault: a killed writer takes the wake-up to the grave",
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_v6, .n = 3, .rounds = 1, .roles = "WKR", .switches = 1u << rwsem_SWITCH_silent_abort, .budget = { [LS_ENV_KILL] = 1 },
		.verdict = LS_LOST_WAKEUP,
		.lesson = "Who stands first and leaves must wake the next: the unlock has already been and will not come again.",
		.story = "1@rwsem17_up_write 2@on_cpu 1 3 1 2@spin_unlock:wait_lock 3! k2 2@spin_lock:wait_lock 3@wake_up_q 2@end 3!",
	},
	{
		.name = "rwsem-fault-steal-despite-handoff", .title = "Fault: a spinner does not respect HANDOFF",
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_handoff, .n = 2, .rounds = 3, .roles = "WW", .switches = 1u << rwsem_SWITCH_steal_despite_handoff, .budget = { [LS_ENV_PREEMPT] = 1, [LS_ENV_THRESHOLD] = 1 },
		.verdict = LS_BUGGED,
		.lesson = "T2 asked for handoff, and T1 overtakes it all the same. Nothing breaks but the promise, so the text itself asserts it.",
		.story = "1@rwsem17_up_write 2@on_cpu 1 p1 2@schedule r1 1@add:count 2@load:count x2 2 1@rwsem17_try_write_lock_unqueued 2 1!",
	},
	{
		.name = "rwsem-fault-abort-keeps-handoff", .title = "Fault: the last waiter dies and HANDOFF stays",
		.lock = LS_LOCK_rwsem, .variant = rwsem_VARIANT_handoff, .n = 2, .rounds = 1, .roles = "WK", .switches = 1u << rwsem_SWITCH_abort_keeps_handoff, .budget = { [LS_ENV_PREEMPT] = 2, [LS_ENV_THRESHOLD] = 1, [LS_ENV_KILL] = 1 },
		.verdict = LS_VIOLATED, .what = "HANDOFF flag",
		.lesson = "With the list empty there is nobody whom the lock could be handed to, and no newcomer may take it either.",
		.story = "1+ 2@on_cpu p1 2@schedule x2 k2 2@end",
	},
	{ 0 },
};
