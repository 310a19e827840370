/* SPDX-License-Identifier: MIT */
#include "search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "line.h"
#include "scenario.h"
#include "steps.h"
#include "text/narrate.h"

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
	out->after = 0;
	out->seconds = now_seconds() - start;
	out->stats = *ls_explore_stats(e);
	out->path = malloc(out->stats.path_length + 1);
	ls_explore_path(e, out->path);
	ls_explore_free(e);
	return true;
}

/* Takes the steps that are given, as far as they break no rule. */
static bool go_behind(const struct run_options *o, struct ls_machine *m, u32 *n)
{
	struct ls_schedule_error bad;
	const char *what;

	if (ls_reset(m, &o->config))
		return complain("this configuration does not exist");
	*n = ls_parse_schedule(m, o->given.after, schedule, LS_MAX_SCHEDULE, &bad);
	if (bad.at >= 0)
		return complain_of_step(&(struct steps){.length = *n, .text = o->given.after, .bad = bad});
	ls_reset(m, &o->config);
	for (u32 i = 0; i < *n; i++) {
		enum ls_verdict v;

		ls_step(m, schedule[i]);
		v = ls_judge(m, &what);
		if (v != LS_OK)
			return complain("--after: its step %u is %s already%s%s", i + 1, ls_verdict_names[v],
					what ? ": " : "", what ? what : "");
	}
	return true;
}

static bool search_behind(const struct run_options *o, struct outcome *out)
{
	static struct ls_machine m;
	ls_action *path;
	u32 n;

	if (!go_behind(o, &m, &n) || !run_search(ls_explore_from(&o->config, &m, o->max_states, o->max_edges), out))
		return false;
	path = realloc(out->path, n + out->stats.path_length + 1);
	if (!path) {
		free(out->path);
		return complain("memory is short");
	}
	memmove(path + n, path, out->stats.path_length);
	memcpy(path, schedule, n);
	out->path = path;
	out->after = n;
	return true;
}

bool search(const struct run_options *o, struct outcome *out)
{
	if (o->given.after)
		return search_behind(o, out);
	return run_search(ls_explore_new(&o->config, o->max_states, o->max_edges), out);
}
