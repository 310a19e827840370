/* SPDX-License-Identifier: MIT */

#include "level.h"
#include "registry.h"

const struct ls_level glibc_rwlock_levels[] = {
	{
		.name = "past-the-reader", .title = "Past the reader", .grade = 4,
		.task = "The kind that prefers writers. Send the reader T3 to sleep while the writer T1 is in. Then let the writer T2 in before T3.",
		.goal = "inside T1, T3 asleep; inside T2, T3 asleep", .says = "T1 has the lock, and T3 sleeps; T2 has the lock, and T3 sleeps still",
		.idea = "An unlock asks whether a writer has announced itself, and not who has slept longest.",
		.hint = "T2 must be registered as a writer before T1 looks whether there is one.",
		.after = "T1 found a writer registered and handed the lock over to it: a write phase goes on, whoever reads. With enough writers no reader gets in.",
		.lock = LS_LOCK_glibc_rwlock, .variant = glibc_rwlock_VARIANT_writer, .n = 3, .rounds = 1, .roles = "WWR",
		.shortest = 33,
	},
	{
		.name = "not-past-the-reader", .title = "Past the reader, by default", .grade = 5,
		.task = "The default kind of glibc’s rwlock. Send the reader T3 to sleep while the writer T1 is in. Then let the writer T2 in before T3, if any schedule does that.",
		.goal = "inside T1, T3 asleep; inside T2, T3 asleep", .says = "T1 has the lock, and T3 sleeps; T2 has the lock, and T3 sleeps still",
		.idea = "Ask who says that the reader is next, and when.",
		.hint = "Whoever is counted when the phase changes has been given the lock.",
		.after = "T3 was counted, so the unlock of T1 gave it the lock, asleep as it was. T2 must wait until T3 has left.",
		.lock = LS_LOCK_glibc_rwlock, .variant = glibc_rwlock_VARIANT_reader, .n = 3, .rounds = 1, .roles = "WWR",
		.shortest = 0,
		.reasons = {
			{"The lock keeps its waiters in one queue, and T3 stands before T2", "There is no such queue: you may let T2 call before T3, and the goal is out of reach all the same.", 0},
			{"T3 has counted itself before it slept, and the unlock of T1 gives the lock to readers that are counted", "T1 finds a reader in the word and begins a read phase with its unlock. From then on the lock is T3’s, asleep or not, and a writer waits until it has left.", 1},
			{"T1 wakes T3 before T2 can take a step", "You choose who moves: T2 may take as many steps as it can while T3 is still waking. It finds the lock given away already.", 0},
		},
	},
	{
		.name = "read-twice", .title = "Read twice", .grade = 3,
		.task = "The kind called NONRECURSIVE. A fault of the program is planted: T1 takes the read lock once more while it reads. Bring both threads to where nobody goes on.",
		.goal = "verdict LOST_WAKEUP", .says = "both wait for good",
		.idea = "Two threads can wait for each other in a circle.",
		.hint = "T2 has to come between the first read lock of T1 and the second.",
		.after = "This kind holds new readers back while a writer waits, and takes T1 for one. T2 waits for T1, and T1 behind T2. The other two kinds bear it.",
		.lock = LS_LOCK_glibc_rwlock, .variant = glibc_rwlock_VARIANT_nonrecursive, .n = 2, .rounds = 1, .roles = "RW",
		.switches = 1u << glibc_rwlock_SWITCH_twice,
		.shortest = 33,
	},
	{ 0 },
};
