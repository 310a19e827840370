/* SPDX-License-Identifier: MIT */
/* One run of threads that take one lock, some by our text, some by glibc, by a plan that is the same for all mixes. */
#ifndef LOCKSTEP_GLIBC_BESIDE_MIX_H
#define LOCKSTEP_GLIBC_BESIDE_MIX_H

#include "beside.h"

enum who {
	BY_THREAD,    /* the first `ours` threads call our text, the others glibc */
	BY_CALL,      /* a coin says who locks, and another who unlocks */
	WRITERS_OURS, /* who writes calls our text, who reads calls glibc */
	READERS_OURS,
};

struct mix {
	const struct beside *of;
	enum who who;
	u32 n, ours, rounds;
	enum timed timed; /* every other request of theirs gives up after a while */
	u32 jitter;       /* one access of our text in so many loses time; 0 = none */
	u32 switches;     /* of our text */
	double patience;  /* seconds without progress: it hangs */
};

struct outcome {
	enum native_verdict verdict;
	char why[512]; /* not empty unless passed */
	u64 writes, reads, gave_up;
};

/* To be called in a process of its own: threads that hang stay behind. */
void run_mix(const struct mix *mix, struct outcome *outcome);
/* The writes and reads of the plan, if nobody gives up. */
void planned(const struct mix *mix, u64 *writes, u64 *reads);

#endif
