/* SPDX-License-Identifier: MIT */
/* lockstep levels: each level against the shortest schedule that it states, or that it states there is none. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "level.h"
#include "registry.h"
#include "text/goal.h"
#include "options.h"

struct answer {
	struct ls_explore_stats stats;
	double seconds;
	ls_action *path;
	char wrong[300]; /* the goal is not understood */
};

static bool solve(const struct ls_level *l, const struct ls_config *c, struct answer *out)
{
	static struct ls_goal goal;
	struct ls_target target = {.reached = ls_goal_reached, .of = &goal};
	struct ls_explorer *e;
	struct ls_machine m;
	struct ls_text why;
	double start = now_seconds();

	ls_text_start(&why, out->wrong, sizeof out->wrong);
	if (ls_reset(&m, c)) {
		ls_put(&why, "it cannot be set up");
		return false;
	}
	if (!ls_goal_read(&m, l->goal, &goal, &why))
		return false;
	target.wanted = goal.wanted;
	e = ls_explore_to(&m, 0, &target, MAX_STATES);
	if (!e) {
		ls_put(&why, "memory is short");
		return false;
	}
	while (ls_explore_slice(e, 20000))
		;
	out->stats = *ls_explore_stats(e);
	out->path = malloc(out->stats.path_length + 1);
	ls_explore_path(e, out->path);
	ls_explore_free(e);
	out->seconds = now_seconds() - start;
	return true;
}

static u32 facts_in(const char *row)
{
	u32 n = 1;

	for (; *row; row++)
		n += *row == ';';
	return n;
}

/* What the search says of it: "12 steps", "impossible". */
static void put_found(const struct answer *r, struct ls_text *out)
{
	if (r->stats.verdict == LS_BOUNDED)
		ls_put(out, "not decided");
	else if (r->stats.found)
		ls_putf(out, "%u steps", r->stats.path_length);
	else
		ls_put(out, "impossible");
}

static bool verify(const struct ls_level *l, bool told)
{
	struct answer r = {0};
	struct ls_config c;
	char found[40];
	struct ls_text t;
	bool ok;

	if (ls_level_config(l, &c) || !solve(l, &c, &r)) {
		printf("FAIL %-28s %s\n", l->name, r.wrong[0] ? r.wrong : "its roles are not those of the lock");
		return false;
	}
	ok = r.stats.verdict == LS_OK && (r.stats.found ? r.stats.path_length : 0) == l->shortest;
	ls_text_start(&t, found, sizeof found);
	put_found(&r, &t);
	printf("%s %-28s %-12s %10s states %7.3f s", ok ? "ok  " : "FAIL", l->name, found, grouped(r.stats.states),
	       r.seconds);
	if (!ok)
		printf(l->shortest ? "   it states %u steps" : "   it states that it is impossible", l->shortest);
	if (facts_in(l->says) != facts_in(l->goal)) {
		printf("   it says %u facts in words, and its goal has %u", facts_in(l->says), facts_in(l->goal));
		ok = false;
	}
	printf("\n");
	if (told)
		print_narration(&c, r.path, r.stats.path_length, false);
	free(r.path);
	return ok;
}

static error_t parser(int key, char *arg, struct argp_state *state)
{
	const char **only = state->input;

	if (key != ARGP_KEY_ARG)
		return ARGP_ERR_UNKNOWN;
	if (state->arg_num > 0)
		return surplus(arg);
	*only = arg;
	return 0;
}

static bool complain_of_level(const char *name)
{
	struct ls_nearest near;

	ls_nearest_start(&near, name, (u32)strlen(name));
	for (u32 i = 0; ls_level_at(i); i++)
		ls_nearest_try(&near, ls_level_at(i)->name);
	return complain_of("level", &near, "`lockstep levels` names them");
}

int cmd_levels(int argc, char **argv)
{
	static const struct argp argp = {
	    .parser = parser,
	    .args_doc = "[NAME]",
	    .doc = "Searches every level for its shortest solution and compares that with the stated one. With a NAME "
		   "the solution is told.",
	};
	const char *only = NULL;
	u32 passed = 0, failed = 0;

	if (!read_line(&argp, argc, argv, &only))
		return EXIT_USAGE;
	if (only && !ls_level_named(only)) {
		complain_of_level(only);
		return EXIT_USAGE;
	}
	for (u32 i = 0; ls_level_at(i); i++) {
		const struct ls_level *l = ls_level_at(i);

		if (!only || !strcmp(l->name, only))
			*(verify(l, only) ? &passed : &failed) += 1;
	}
	printf("%u passed, %u failed\n", passed, failed);
	return failed || !passed ? EXIT_FAULT : EXIT_PASS;
}
