/* SPDX-License-Identifier: MIT */
/*
 * May a thread that waits be passed without bound? With endless rounds every schedule of a configuration is a way
 * through a finite graph. It may, if a fair scheduler (fair.h) can lead back to a state in which the thread waits, let
 * others in on the way, and never let that thread in.
 */
#ifndef LOCKSTEP_CHECK_STARVATION_H
#define LOCKSTEP_CHECK_STARVATION_H

#include "machine.h"

struct ls_starvation {
	u32 states, depth;
	double transitions;
	bool complete;   /* every state was seen; else nobody is known to be safe */
	bool built;      /* no more states are looked for: threads are judged by those that were seen */
	bool judged;     /* each thread was judged; else memory ran out, or the search has not ended */
	u32 who;         /* bit tid - 1: may be passed without bound */
	u32 asleep;      /* of them, who may be although it has gone to sleep for the lock */
	u32 tid;         /* whom the schedule below passes, a sleeper if there is one; 0 where nobody is passed */
	u32 lead;        /* steps to a state */
	u32 round;       /* steps from there that lead back to it; no schedule of both that was tried is shorter */
	u32 passes;      /* times that others are let in on the way round */
	ls_action *path; /* lead + round steps */
};

/* The rounds of c are to be endless. False when c is bad or memory is short. out->path is to be freed. */
bool ls_find_starvation(const struct ls_config *c, u32 max_states, struct ls_starvation *out);

/* The same in slices: first the states are found, then each thread is judged, a slice each time. */
struct ls_starvation_search;

/* NULL when c is bad or memory is short. */
struct ls_starvation_search *ls_starvation_new(const struct ls_config *c, u32 max_states);
/* Expands so many states, or judges once. False when nothing is left to be done: found->judged says how it ended. */
bool ls_starvation_slice(struct ls_starvation_search *s, u32 states);
/* As far as it has come; it and its path go with the search. */
const struct ls_starvation *ls_starvation_found(const struct ls_starvation_search *s);
void ls_starvation_free(struct ls_starvation_search *s);

#endif
