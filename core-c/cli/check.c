/* SPDX-License-Identifier: MIT */
/* lockstep check, lockstep verify: the exhaustive search, and what it must say. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "registry.h"
#include "text/narrate.h"
#include "text/shown_by.h"
#include "check/keep_dead.h"
#include "races.h"
#include "search.h"
#include "starvation.h"

enum { KEY_STATES = 0x300, KEY_JSON, KEY_RECORDS, KEY_RACES, KEY_RELAX, KEY_KEEP_DEAD, KEY_STARVATION, KEY_AFTER };

static const struct argp_option options[] = {
    {"states", KEY_STATES, "N", 0, "stop after N states (default 20,000,000)", 0},
    {"json", KEY_JSON, NULL, 0, "the result as one line of JSON", 0},
    {"records", KEY_RECORDS, NULL, 0, "the schedule to a fault with the fields of each record", 0},
    {"races", KEY_RACES, NULL, 0, "looks for nothing but data races under the lock, by the declared orders", 0},
    {"relax", KEY_RELAX, "WORD", 0, "with --races: accesses to that word order nothing; may be repeated", 0},
    {"after", KEY_AFTER, "STEPS", 0, "only schedules that begin with these steps (as of run); the budgets are for all",
     0},
    {"starvation", KEY_STARVATION, NULL, 0, "looks for nothing but a waiter that is passed without bound", 0},
    {"keep-dead", KEY_KEEP_DEAD, NULL, 0, "leaves the locals that nobody reads any more as they are: more states", 0},
    {0},
};

static error_t parser(int key, char *arg, struct argp_state *state)
{
	struct run_options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		lend_input(state);
		return 0;
	case KEY_STATES:
		if (!take_whole(options, key, arg, 1, 400000000, &o->max_states))
			return EINVAL;
		if (o->max_edges < o->max_states)
			o->max_edges = o->max_states;
		return 0;
	case KEY_JSON:
		o->json = true;
		return 0;
	case KEY_RECORDS:
		o->records = true;
		return 0;
	case KEY_RACES:
		o->races = true;
		return 0;
	case KEY_AFTER:
		o->given.after = arg;
		return 0;
	case KEY_STARVATION:
		o->starvation = true;
		return 0;
	case KEY_KEEP_DEAD:
		return judged(ls_keep_dead() || complain("memory is short"));
	case KEY_RELAX:
		if (o->given.relaxed_words == MAX_GIVEN)
			return judged(complain("--relax more than %d times", MAX_GIVEN));
		o->given.relaxed[o->given.relaxed_words++] = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static bool read_check(int argc, char **argv, struct run_options *o)
{
	const struct argp argp = {
	    .options = options,
	    .parser = parser,
	    .children = SCENARIO_CHILD,
	    .args_doc = "NAME",
	    .doc = "Takes every schedule of a scenario, or of a lock's sandbox, and prints the verdict, figures, and "
		   "the shortest schedule to a fault.",
	};

	return read_options(&argp, argc, argv, o);
}

/* The lock's text does not ask for it, or nobody comes to where it would matter: it only multiplies the states. */
static bool is_unused(const struct run_options *o, const struct ls_explore_stats *s, u32 kind)
{
	bool asked = kind == LS_ENV_WAKE || ls_locks[o->config.lock]->env >> kind & 1;

	/* what the steps given have used, no search has seen */
	if (o->given.after && asked)
		return false;
	return o->config.budget[kind] && s->verdict == LS_OK && !(asked && s->used >> kind & 1);
}

static void print_numbers(const char *key, const u8 *number, u32 n)
{
	printf(",\"%s\":[", key);
	for (u32 i = 0; i < n; i++)
		printf("%s%u", i ? "," : "", number[i]);
	putchar(']');
}

/* With the names that the boundary gives them. */
static void print_json_config(const struct run_options *o)
{
	const struct ls_config *c = &o->config;

	printf(
	    ",\"config\":{\"scenario\":\"%s\",\"lock\":%u,\"variant\":%u,\"threads\":%u,\"rounds\":%u,\"switches\":%u",
	    o->scenario->name, c->lock, c->variant, c->n, c->rounds, c->switches);
	print_numbers("budget", c->budget, sizeof c->budget);
	print_numbers("roles", c->role, c->n);
	putchar('}');
}

static void print_json(const struct run_options *o, const struct outcome *r)
{
	const struct ls_explore_stats *s = &r->stats;

	printf("{\"name\":\"%s\",\"threads\":%u,\"rounds\":%u,\"switches\":%u,\"verdict\":\"%s\",\"what\":\"%s\","
	       "\"states\":%u,\"transitions\":%.0f,\"depth\":%u,\"finals\":%u,\"progressJudged\":%s,"
	       "\"seconds\":%.3f,\"collision\":%.3g,\"sum\":\"%016llx\"",
	       o->scenario->name, o->config.n, o->config.rounds, o->config.switches, ls_verdict_names[s->verdict],
	       s->what ? s->what : "", s->states, s->transitions, s->depth, s->finals,
	       s->progress_judged ? "true" : "false", r->seconds, s->collision,
	       (unsigned long long)s->sum_high << 32 | s->sum_low);
	print_json_config(o);
	printf(",\"unused\":\"");
	for (u32 kind = 1; kind < LS_ENV_KINDS; kind++)
		if (is_unused(o, s, kind))
			putchar(ls_env_letters[kind]);
	printf("\"");
	if (o->given.after)
		printf(",\"after\":%u", r->after);
	if (s->verdict != LS_OK && s->verdict != LS_BOUNDED)
		printf(",\"steps\":%u,\"url\":\"#/%s\"", s->path_length,
		       url_of(o->scenario, &o->config, r->path, r->after + s->path_length));
	printf("}\n");
}

static const char *const explanations[LS_VERDICTS] = {
    [LS_VIOLATED] = "an invariant is false",
    [LS_DEADLOCK] = "nobody can move, nobody is asleep",
    [LS_LOST_WAKEUP] = "nobody can move, and a thread sleeps that nobody will wake",
    [LS_NO_PROGRESS] = "steps remain, but from here no schedule lets every thread finish",
    [LS_BUGGED] = "the text ran into a BUG",
};

static void print_unused(const struct run_options *o, const struct ls_explore_stats *s)
{
	for (u32 kind = 1; kind < LS_ENV_KINDS; kind++)
		if (is_unused(o, s, kind))
			printf("Note: %s has no use for the budget %s %u here.\n", o->scenario->name,
			       ls_env_names[kind], o->config.budget[kind]);
}

static const char *progress(const struct run_options *o, const struct ls_explore_stats *s)
{
	if (!s->progress_judged)
		return "whether all threads can always finish was not judged (too many edges)";
	return o->config.rounds == LS_ENDLESS ? "from every state all threads can come to the end of their rounds"
					      : "from every state all threads can finish";
}

static void print_text(const struct run_options *o, const struct outcome *r)
{
	const struct ls_explore_stats *s = &r->stats;

	print_config(o);
	if (o->given.after)
		printf("From step %u on: ", r->after);
	printf("%s", ls_verdict_names[s->verdict]);
	if (s->what)
		printf(" (%s)", s->what);
	printf(": %s states, %s transitions, depth %u, %.3f s\n", grouped(s->states), grouped(s->transitions), s->depth,
	       r->seconds);
	if (s->verdict == LS_OK) {
		printf("Complete: every schedule%s was taken; %s. Chance that two states were mixed up: below %.1g.\n",
		       o->given.after ? " from there" : "", progress(o, s), s->collision);
		print_unused(o, s);
		return;
	}
	if (s->verdict == LS_BOUNDED) {
		printf("Not complete: the bound of %s states (or the memory) was reached; no fault up to depth %u.\n",
		       grouped(o->max_states), s->depth);
		return;
	}
	if (o->given.after)
		printf("%s. The shortest schedule to it has %u steps behind the %u given:\n", explanations[s->verdict],
		       s->path_length, r->after);
	else
		printf("%s. The shortest schedule to it has %u steps:\n", explanations[s->verdict], s->path_length);
	print_narration(&o->config, r->path, r->after + s->path_length, o->records);
	printf("Open it: #/%s\n", url_of(o->scenario, &o->config, r->path, r->after + s->path_length));
}

int cmd_check(int argc, char **argv)
{
	struct run_options o;
	struct outcome r;
	u32 v;

	if (!read_check(argc, argv, &o))
		return EXIT_USAGE;
	if (o.races && o.starvation) {
		complain("--races or --starvation, one at a time");
		return EXIT_USAGE;
	}
	if (o.given.after && (o.races || o.starvation)) {
		complain("--after goes with neither --races nor --starvation");
		return EXIT_USAGE;
	}
	if (o.races)
		return check_races(&o);
	if (o.given.relaxed_words) {
		complain("--relax goes with --races");
		return EXIT_USAGE;
	}
	if (o.starvation)
		return check_starvation(&o);
	if (!search(&o, &r))
		return EXIT_USAGE;
	v = r.stats.verdict;
	if (o.json)
		print_json(&o, &r);
	else
		print_text(&o, &r);
	free(r.path);
	if (!o.changed && !o.given.after && !o.scenario->sandbox) {
		bool same = v == o.scenario->verdict;

		if (!o.json)
			printf("The scenario states %s: %s.\n", ls_verdict_names[o.scenario->verdict],
			       same ? "confirmed" : "NOT SO");
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
		printf("   expected %s, found %s", expected,
		       r->stats.what ? r->stats.what : ls_verdict_names[r->stats.verdict]);
	printf("\n");
	fflush(stdout);
}

static bool agrees(const struct ls_explore_stats *s, u8 verdict, const char *what)
{
	return s->verdict == verdict && (verdict != LS_VIOLATED || (what && s->what && !strcmp(what, s->what)));
}

static void verify_scenario(const struct ls_scenario *s)
{
	char *argv[] = {"lockstep verify", (char *)s->name, NULL};
	struct run_options o;
	struct outcome r;

	if (!read_check(2, argv, &o) || !search(&o, &r)) {
		failures++;
		return;
	}
	report(agrees(&r.stats, s->verdict, s->what), s->name, &r, s->what ? s->what : ls_verdict_names[s->verdict]);
	free(r.path);
}

static void verify_switch(const struct ls_switch *s)
{
	struct run_options o = {.max_states = MAX_STATES, .max_edges = MAX_EDGES};
	char name[120];
	struct outcome r;

	snprintf(name, sizeof name, "%.*s %s", (int)strcspn(s->shown_by, " "), s->shown_by, s->name);
	if (!ls_shown_by(s, &o.config) || !search(&o, &r)) {
		printf("FAIL %s: its check is not understood: %s\n", name, s->shown_by);
		failures++;
		return;
	}
	report(agrees(&r.stats, s->verdict, s->invariant), name, &r,
	       s->invariant ? s->invariant : ls_verdict_names[s->verdict]);
	free(r.path);
}

static error_t verify_parser(int key, char *arg, struct argp_state *state)
{
	const char **only = state->input;

	if (key != ARGP_KEY_ARG)
		return ARGP_ERR_UNKNOWN;
	if (state->arg_num > 0)
		return surplus(arg);
	*only = arg;
	return 0;
}

int cmd_verify(int argc, char **argv)
{
	static const struct argp argp = {
	    .parser = verify_parser,
	    .args_doc = "[BEGINNING]",
	    .doc = "Checks every scenario and every switch, or those whose names begin so, against the verdict that "
		   "they state.",
	};
	const char *only = "";

	if (!read_line(&argp, argc, argv, &only))
		return EXIT_USAGE;
	for (u32 i = 0; ls_scenario_at(i); i++)
		if (!ls_scenario_at(i)->sandbox && !strncmp(ls_scenario_at(i)->name, only, strlen(only)))
			verify_scenario(ls_scenario_at(i));
	for (u32 i = 0; ls_any_switch(i); i++)
		if (!strncmp(ls_any_switch(i)->shown_by, only, strlen(only)))
			verify_switch(ls_any_switch(i));
	if (!passes && !failures) {
		complain("no scenario and no switch's check begins with \"%s\"", only);
		return EXIT_USAGE;
	}
	printf("%u passed, %u failed\n", passes, failures);
	return failures || !passes ? EXIT_FAULT : EXIT_PASS;
}
