/* SPDX-License-Identifier: MIT */
/*
 * Priorities that change at random points of a recording, as in PCT (Burckhardt, Kothari, Musuvathi and Nagarakatte,
 * 2010): the threads share fewer CPUs than they are, each has a real-time priority of its own, so that of those that
 * can run the highest do, and now and then the one that runs becomes the lowest of all. Even timing takes the same
 * few orders again and again; this takes long preemptions, at places that chance picks, and also inside the kernel.
 */
#ifndef LOCKSTEP_PRIORITIES_H
#define LOCKSTEP_PRIORITIES_H

#include "backend/native/native_thread.h"

/* So many microseconds behind the end of the round that all threads together have made so many of. */
struct log_change {
	u32 rounds, delay_us;
};

/* All that a seed decides. Who runs when a change comes, and so who is lowered, is the run's. */
struct log_plan {
	u8 order[LS_MAX_THREADS]; /* threads, the highest priority first */
	u32 cpus;                 /* that they share */
	u32 changes;
	struct log_change *change; /* by rounds; free() it */
};

/* n threads of so many rounds each, on a machine of so many CPUs. False: out of memory. */
bool log_make_plan(struct log_plan *plan, u64 seed, u32 n, u32 rounds, u32 changes, u32 cpus);

/* The thread becomes the last of n. */
void log_lower(u8 *order, u32 n, u32 thread);

/* Of n threads the one whose CPU time has grown most; 0: none has. By thread, 1 to n. */
u32 log_busiest(const u64 *before, const u64 *now, u32 n);

struct log_priorities;

/* Takes the plan over, and frees it. NULL: the host does not permit it, say; *why tells. */
struct log_priorities *log_priorities_begin(struct native_run *run, const struct log_plan *plan, char *why, u32 size);
/* Called by each thread; comes back when all have their priorities. */
void log_priorities_join(struct log_priorities *p, struct native_thread *self);
/* ... behind each round. */
void log_priorities_round(struct log_priorities *p);
/* ... when it has no more to do: as any other thread from here on. */
void log_priorities_leave(struct log_priorities *p, struct native_thread *self);
/* Behind the run. How often somebody was lowered: at a point of the plan, and because one had run too long. */
void log_priorities_end(struct log_priorities *p, u32 *planned, u32 *forced);

#endif
