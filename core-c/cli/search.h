/* SPDX-License-Identifier: MIT */
#ifndef LOCKSTEP_CLI_SEARCH_H
#define LOCKSTEP_CLI_SEARCH_H

#include "check/explore.h"

struct outcome {
	struct ls_explore_stats stats;
	double seconds;
	ls_action *path; /* to be freed */
};

/* Searches to the end, with a line on a terminal about how far it is, and frees e. False after a complaint: no e. */
bool run_search(struct ls_explorer *e, struct outcome *out);

#endif
