/* SPDX-License-Identifier: MIT */
/* One exhaustive search, from the first state to the verdict. */
#ifndef LOCKSTEP_CLI_SEARCH_H
#define LOCKSTEP_CLI_SEARCH_H

#include "options.h"

struct outcome {
	struct ls_explore_stats stats;
	double seconds;
	ls_action *path; /* the schedule to a fault, to be freed */
};

/* False after a complaint. */
bool search(const struct run_options *o, struct outcome *out);

#endif
