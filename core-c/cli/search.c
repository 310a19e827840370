/* SPDX-License-Identifier: MIT */
#include "search.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli.h"
#include "line.h"

bool run_search(struct ls_explorer *e, struct outcome *out)
{
	double start = now_seconds(), told = start;
	bool tty = isatty(2);

	if (!e)
		return complain("this configuration cannot be searched (bad, or memory is short)");
	while (ls_explore_slice(e, 20000)) {
		if (tty && now_seconds() - told > 0.5) {
			told = now_seconds();
			fprintf(stderr, "\r%s states, depth %u ", grouped(ls_explore_stats(e)->states),
				ls_explore_stats(e)->depth);
		}
	}
	if (tty && told != start)
		fprintf(stderr, "\r\033[K");
	out->seconds = now_seconds() - start;
	out->stats = *ls_explore_stats(e);
	out->path = malloc(out->stats.path_length + 1);
	ls_explore_path(e, out->path);
	ls_explore_free(e);
	return true;
}

bool search(const struct run_options *o, struct outcome *out)
{
	return run_search(ls_explore_new(&o->config, o->max_states, o->max_edges), out);
}
