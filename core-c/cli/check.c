/* SPDX-License-Identifier: MIT */
/* lockstep check, lockstep verify: the exhaustive search, and what it must say. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../registry.h"
#include "../trace/narrate.h"
#include "cli.h"

struct outcome {
	struct ls_explore_stats stats;
	double seconds;
	ls_action *path;
};

static bool search(const struct run_options *o, struct outcome *out)
{
	struct ls_explorer *e = ls_explore_new(&o->config, o->max_states, o->max_edges);
	double start = now_seconds(), told = start;
	bool tty = isatty(2);

	if (!e) {
		fprintf(stderr, "lockstep: this configuration cannot be searched (bad, or memory is short)\n");
		return false;
	}
	while (ls_explore_slice(e, 20000)) {
		if (tty && now_seconds() - told > 0.5) {
			told = now_seconds();
			fprintf(stderr, "\r%s states, depth %u ", grouped(ls_explore_stats(e)->states), ls_explore_stats(e)->depth);
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

static void print_json(const struct run_options *o, const struct outcome *r)
{
	const struct ls_explore_stats *s = &r->stats;

	printf("{\"name\":\"%s\",\"threads\":%u,\"rounds\":%u,\"switches\":%u,\"verdict\":\"%s\",\"what\":\"%s\","
	       "\"states\":%u,\"transitions\":%.0f,\"depth\":%u,\"finals\":%u,\"progressJudged\":%s,"
	       "\"seconds\":%.3f,\"collision\":%.3g,\"sum\":\"%016llx\"",
	       o->scenario->name, o->config.n, o->config.rounds, o->config.switches, ls_verdict_names[s->verdict],
	       s->what ? s->what : "", s->states, s->transitions, s->depth, s->finals,
	       s->progress_judged ? "true" : "false", r->seconds, s->collision, (unsigned long long)s->sum_high << 32 | s->sum_low);
	if (s->verdict != LS_OK && s->verdict != LS_BOUNDED)
		printf(",\"steps\":%u,\"url\":\"#/%s\"", s->path_length,
		       url_of(o->scenario, &o->config, r->path, s->path_length));
	printf("}\n");
}

static const char *const explanations[LS_VERDICTS] = {
	[LS_VIOLATED] = "an invariant is false",
	[LS_DEADLOCK] = "nobody can move, nobody is asleep",
	[LS_LOST_WAKEUP] = "nobody can move, and a thread sleeps that nobody will wake",
	[LS_NO_PROGRESS] = "steps remain, but from here no schedule lets every thread finish",
	[LS_BUGGED] = "the text ran into a BUG",
};

static void print_text(const struct run_options *o, const struct outcome *r)
{
	const struct ls_explore_stats *s = &r->stats;

	print_config(o);
	printf("%s", ls_verdict_names[s->verdict]);
	if (s->what)
		printf(" (%s)", s->what);
	printf(": %s states, %s transitions, depth %u, %.3f s\n", grouped(s->states), grouped(s->transitions), s->depth,
	       r->seconds);
	if (s->verdict == LS_OK) {
		printf("Complete: every schedule was taken; %s. Chance that two states were mixed up: below %.1g.\n",
		       s->progress_judged ? "from every state all threads can finish" :
					    "whether all threads can always finish was not judged (too many edges)",
		       s->collision);
		return;
	}
	if (s->verdict == LS_BOUNDED) {
		printf("Not complete: the bound of %s states (or the memory) was reached; no fault up to depth %u.\n",
		       grouped(o->max_states), s->depth);
		return;
	}
	printf("%s. The shortest schedule to it has %u steps:\n", explanations[s->verdict], s->path_length);
	print_narration(&o->config, r->path, s->path_length, o->records);
	printf("Open it: #/%s\n", url_of(o->scenario, &o->config, r->path, s->path_length));
}

int cmd_check(int argc, char **argv)
{
	struct run_options o;
	struct outcome r;
	u32 v;

	if (!read_options(argc, argv, &o) || !search(&o, &r))
		return EXIT_USAGE;
	v = r.stats.verdict;
	if (o.json)
		print_json(&o, &r);
	else
		print_text(&o, &r);
	free(r.path);
	if (!o.changed && !o.scenario->sandbox) {
		bool same = v == o.scenario->verdict;

		if (!o.json)
			printf("The scenario states %s: %s.\n", ls_verdict_names[o.scenario->verdict], same ? "confirmed" : "NOT SO");
		return same ? EXIT_PASS : EXIT_FAULT;
	}
	return v == LS_OK ? EXIT_PASS : v == LS_BOUNDED ? EXIT_BOUNDED : EXIT_FAULT;
}

/* --- verify ---------------------------------------------------------------------- */

static u32 failures, passes;

static void report(bool ok, const char *name, const struct outcome *r, const char *expected)
{
	ok ? passes++ : failures++;
	printf("%s %-44s %-12s %12s states %8.3f s", ok ? "ok  " : "FAIL", name, ls_verdict_names[r->stats.verdict],
	       grouped(r->stats.states), r->seconds);
	if (!ok)
		printf("   expected %s, found %s", expected, r->stats.what ? r->stats.what : ls_verdict_names[r->stats.verdict]);
	printf("\n");
	fflush(stdout);
}

static bool agrees(const struct ls_explore_stats *s, u8 verdict, const char *what)
{
	return s->verdict == verdict && (verdict != LS_VIOLATED || (what && s->what && !strcmp(what, s->what)));
}

static void verify_scenario(const struct ls_scenario *s)
{
	char *argv[] = { (char *)s->name };
	struct run_options o;
	struct outcome r;

	if (!read_options(1, argv, &o) || !search(&o, &r)) {
		failures++;
		return;
	}
	report(agrees(&r.stats, s->verdict, s->what), s->name, &r, s->what ? s->what : ls_verdict_names[s->verdict]);
	free(r.path);
}

static void verify_switch(const struct ls_switch *s)
{
	char words[200], *argv[24], name[120];
	int argc = 0;
	struct run_options o;
	struct outcome r;

	snprintf(words, sizeof words, "%s", s->shown_by);
	for (char *p = strtok(words, " "); p && argc < 20; p = strtok(NULL, " "))
		argv[argc++] = p;
	argv[argc++] = "--switch";
	argv[argc++] = (char *)s->name;
	snprintf(name, sizeof name, "%s %s", argv[0], s->name);
	if (!read_options(argc, argv, &o) || !search(&o, &r)) {
		failures++;
		return;
	}
	report(agrees(&r.stats, s->verdict, s->invariant), name, &r, s->invariant ? s->invariant : ls_verdict_names[s->verdict]);
	free(r.path);
}

int cmd_verify(int argc, char **argv)
{
	const char *only = argc > 0 ? argv[0] : "";

	for (u32 i = 0; i < ls_scenario_count; i++)
		if (!ls_scenarios[i].sandbox && !strncmp(ls_scenarios[i].name, only, strlen(only)))
			verify_scenario(&ls_scenarios[i]);
	for (u32 i = 0; i < ls_switch_count; i++)
		if (!strncmp(ls_switches[i].shown_by, only, strlen(only)))
			verify_switch(&ls_switches[i]);
	if (!passes && !failures) {
		fprintf(stderr, "lockstep verify: no scenario and no switch's check begins with \"%s\"\n", only);
		return EXIT_USAGE;
	}
	printf("%u passed, %u failed\n", passes, failures);
	return failures || !passes ? EXIT_FAULT : EXIT_PASS;
}
