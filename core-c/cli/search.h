/* SPDX-License-Identifier: MIT */
/* One exhaustive search, from the first state to the verdict. */
#ifndef LOCKSTEP_CLI_SEARCH_H
#define LOCKSTEP_CLI_SEARCH_H

#include "check/explore.h"
#include "options.h"

struct outcome {
	struct ls_explore_stats stats;
	double seconds;
	u32 after;       /* so many steps were given, and stand at the head of the path */
	ls_action *path; /* the schedule to a fault, to be freed: so many steps and stats.path_length behind them */
};

/* Searches to the end, with a line on a terminal about how far it is, and frees e. False after a complaint: no e. */
bool run_search(struct ls_explorer *e, struct outcome *out);

/* The same for what the options ask for: every schedule, or those behind given.after. */
bool search(const struct run_options *o, struct outcome *out);

#endif
