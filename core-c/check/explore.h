/* SPDX-License-Identifier: MIT */
/*
 * The explorer: every schedule of a configuration, breadth first, so that the
 * first fault it meets has the fewest steps. States are told apart by a 64-bit
 * fingerprint (ls_hash); stats.collision bounds the chance that two were mixed up.
 */
#ifndef LOCKSTEP_EXPLORE_H
#define LOCKSTEP_EXPLORE_H

#include "machine.h"

struct ls_explore_stats {
	u32 done;            /* 1 when the verdict is final */
	u32 verdict;         /* enum ls_verdict */
	u32 states;          /* distinct states found */
	u32 expanded;        /* of them, with all their steps taken */
	u32 depth;           /* steps from the start to the states being expanded */
	u32 path_length;     /* of the shortest schedule to the fault or target */
	u32 finals;          /* states in which every thread has finished; with endless rounds, is between two */
	u32 progress_judged; /* 1 when LS_NO_PROGRESS was looked for in the whole graph */
	u32 used;            /* bit 1 << enum ls_env: the environment did that somewhere */
	u32 found;           /* of a search for a target: 1 when it was reached, by the path */
	/* when done, in two halves: the sum of all fingerprints, equal in two builds that found the same states */
	u32 sum_low, sum_high;
	double transitions;
	double collision; /* upper bound of the chance of a missed state */
	const char *what; /* the invariant or bug; with LS_BOUNDED that memory ran out; or NULL */
};

struct ls_explorer;

/* NULL when config is bad or memory is short. max_edges bounds the memory of the
 * progress check (4 bytes an edge, twice at the end). */
struct ls_explorer *ls_explore_new(const struct ls_config *config, u32 max_states, u32 max_edges);
/* The same of every schedule from m on, which has been reached from the start of config. */
struct ls_explorer *ls_explore_from(const struct ls_config *config, const struct ls_machine *m, u32 max_states,
				    u32 max_edges);
void ls_explore_free(struct ls_explorer *e);

/*
 * What a schedule is looked for that leads to. How far one has come, 0..wanted, is a part of each state: a target may
 * have stages, or keep by that number what it has to know of the way there. Above `wanted`, the target is out of
 * reach: no way is followed from there. Asked once a step; m->rec is the step just taken.
 */
struct ls_target {
	u32 (*reached)(const void *of, const struct ls_machine *m, u32 before);
	const void *of;
	u32 wanted; /* from 1 on */
};

/*
 * The shortest schedule from m, where `reached` has been reached, to the target, which must stay. Faults end nothing:
 * every step that can be taken is. With stats.found 0 and LS_OK no schedule leads there.
 */
struct ls_explorer *ls_explore_to(const struct ls_machine *m, u32 reached, const struct ls_target *target,
				  u32 max_states);

/* Expands up to `budget` states. False when the verdict is final. */
bool ls_explore_slice(struct ls_explorer *e, u32 budget);
const struct ls_explore_stats *ls_explore_stats(const struct ls_explorer *e);

/* The schedule to the fault or target; out has room for stats.path_length actions. */
void ls_explore_path(const struct ls_explorer *e, ls_action *out);

#endif
