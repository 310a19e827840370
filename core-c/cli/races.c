/* SPDX-License-Identifier: MIT */
/* lockstep check --races: is all that happens under the lock ordered by the orders that the accesses declare? */
#include "races.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/race.h"
#include "check/races.h"
#include "registry.h"
#include "text/narrate.h"
#include "line.h"
#include "search.h"

/* Words whose accesses count as relaxed. */
static bool relaxed[LS_MEM_WORDS];

/* Of each thread's words the name is "locked": it stands for all of them. */
static bool relax(struct ls_races *races, const struct ls_machine *m, const char *name)
{
	struct ls_nearest near;
	bool found = false;

	ls_nearest_start(&near, name, (u32)strlen(name));
	for (u32 i = 0, tid; i < m->mem_words; i++) {
		const struct ls_word_facts *w = ls_word_facts_of(m, i, &tid);

		if (!w || w->kind == LS_KIND_LIST)
			continue;
		ls_nearest_try(&near, w->name);
		if (strcmp(w->name, name))
			continue;
		ls_races_relax(races, i);
		relaxed[i] = true;
		found = true;
	}
	return found || complain_of("word", &near, "the sentences name them, a thread's without the thread");
}

static void print_json(const struct run_options *o, const struct outcome *r, const char *verdict)
{
	const struct ls_explore_stats *s = &r->stats;

	printf("{\"name\":\"%s\",\"threads\":%u,\"rounds\":%u,\"switches\":%u,\"verdict\":\"%s\",\"states\":%u,"
	       "\"transitions\":%.0f,\"depth\":%u,\"seconds\":%.3f",
	       o->scenario->name, o->config.n, o->config.rounds, o->config.switches, verdict, s->states, s->transitions,
	       s->depth, r->seconds);
	if (s->found)
		printf(",\"steps\":%u,\"url\":\"#/%s\"", s->path_length,
		       url_of(o->scenario, &o->config, r->path, s->path_length));
	printf("}\n");
}

/* Of one of the two accesses by which a thread could have told the other: what it is, and what it lacks. */
static void print_access(struct ls_machine *m, u32 step, bool lacks, const char *order)
{
	printf("  step %u, T%u: %s, %s", step, LS_ACTION_TID(m->rec.action), ls_op_names[m->rec.op],
	       relaxed[m->rec.word] ? "relaxed" : ls_order_names[m->rec.order]);
	printf(lacks ? "; it would need %s\n" : "; that suffices\n", order);
}

/* Which two steps race, and what would order them. */
static void print_race(const struct run_options *o, const struct outcome *r)
{
	struct ls_race race;
	struct ls_machine m;

	if (!ls_race_along(&o->config, r->path, r->stats.path_length, relaxed, &race) || ls_reset(&m, &o->config))
		return;
	printf("Step %u of T%u and step %u of T%u race: both work under the lock, and nothing orders the second behind "
	       "the first.\n",
	       race.first, LS_ACTION_TID(r->path[race.first - 1]), race.second,
	       LS_ACTION_TID(r->path[race.second - 1]));
	for (u32 i = 1; race.wrote && i <= race.read; i++) {
		char bytes[LS_TEXT_BYTES];
		struct ls_text name;

		ls_step(&m, r->path[i - 1]);
		if (i == race.wrote) {
			ls_text_start(&name, bytes, sizeof bytes);
			ls_word_name(&m, m.rec.word, &name);
			printf("What could order them is %.*s:\n", (int)name.length, bytes);
			print_access(&m, i, race.lacks_release, "release");
		}
		if (i == race.read)
			print_access(&m, i, race.lacks_acquire, "acquire");
	}
}

static void print_text(const struct run_options *o, const struct outcome *r, const char *verdict)
{
	const struct ls_explore_stats *s = &r->stats;

	print_config(o);
	for (u32 i = 0; i < o->given.relaxed_words; i++)
		printf("relaxed: %s\n", o->given.relaxed[i]);
	printf("%s: %s states, %s transitions, depth %u, %.3f s\n", verdict, grouped(s->states),
	       grouped(s->transitions), s->depth, r->seconds);
	if (!s->found) {
		printf(
		    s->verdict == LS_BOUNDED
			? "Not complete: no race up to that depth.\n"
			: "Complete: in every schedule the declared orders order all that happens under the lock.\n");
		return;
	}
	printf("Nothing orders the last step behind what another thread did under the lock. The shortest schedule to "
	       "it has %u steps:\n",
	       s->path_length);
	print_narration(&o->config, r->path, s->path_length, o->records);
	print_race(o, r);
	printf("Open it: #/%s\n", url_of(o->scenario, &o->config, r->path, s->path_length));
}

static bool search_races(const struct run_options *o, struct ls_races *races, struct outcome *r)
{
	struct ls_machine m;

	if (!races || ls_reset(&m, &o->config))
		return complain("this configuration cannot be searched (bad, or memory is short)");
	for (u32 i = 0; i < o->given.relaxed_words; i++)
		if (!relax(races, &m, o->given.relaxed[i]))
			return false;
	if (!run_search(ls_races_search(races, &m, o->max_states), r))
		return false;
	if (!r->stats.found && !ls_races_complete(races))
		r->stats.verdict = LS_BOUNDED;
	return true;
}

int check_races(const struct run_options *o)
{
	struct ls_races *races = ls_races_new();
	struct outcome r;
	const char *verdict;

	if (!search_races(o, races, &r)) {
		ls_races_free(races);
		return EXIT_USAGE;
	}
	verdict = r.stats.found ? "RACE" : ls_verdict_names[r.stats.verdict];
	if (o->json)
		print_json(o, &r, verdict);
	else
		print_text(o, &r, verdict);
	free(r.path);
	ls_races_free(races);
	return r.stats.found ? EXIT_FAULT : r.stats.verdict == LS_OK ? EXIT_PASS : EXIT_BOUNDED;
}
