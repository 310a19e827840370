/* SPDX-License-Identifier: MIT */
/*
 * Clearing the locals that nobody reads any more changes nothing but the number of states. Every scenario and
 * every switch's check is searched three times: with dead locals set to 0, set to a number that no text could
 * take for anything, and left as they are. A local that was live after all would be read as that number.
 */
#include "explore.h"
#include "keep_dead.h"

#include <stdlib.h>
#include <string.h>

#include "backend/step/step.h"
#include "registry.h"
#include "scenario.h"
#include "test.h"

enum { POISON = 0xdead0bad, MOST = 60000 };

struct result {
	struct ls_explore_stats stats;
	ls_action path[4096];
};

static void search(const struct ls_config *c, u32 max, struct result *r)
{
	struct ls_explorer *e = ls_explore_new(c, max, 1 << 22);

	memset(r, 0, sizeof *r);
	if (!e)
		return;
	while (ls_explore_slice(e, 100000))
		;
	r->stats = *ls_explore_stats(e);
	if (r->stats.path_length <= sizeof r->path)
		ls_explore_path(e, r->path);
	ls_explore_free(e);
}

static bool same_verdict(const struct result *a, const struct result *b)
{
	const char *x = a->stats.what ? a->stats.what : "", *y = b->stats.what ? b->stats.what : "";

	return a->stats.verdict == b->stats.verdict && !strcmp(x, y) && a->stats.path_length == b->stats.path_length &&
	       !memcmp(a->path, b->path, a->stats.path_length < sizeof a->path ? a->stats.path_length : sizeof a->path);
}

static u32 searched, smaller, judged_blind;

static void try(const char *name, struct ls_config c)
{
	static struct result zero, poison, left;
	struct ls_program *built;

	search(&c, MOST, &zero);
	if (zero.stats.verdict == LS_BOUNDED)
		return;
	searched++;
	c.dead = POISON;
	search(&c, MOST, &poison);
	EXPECT(same_verdict(&zero, &poison) && zero.stats.states == poison.stats.states &&
		   zero.stats.transitions == poison.stats.transitions && zero.stats.depth == poison.stats.depth,
	       "%s: a dead local is read: %u states, %u with it poisoned", name, zero.stats.states,
	       poison.stats.states);
	c.dead = 0;
	built = ls_keep_dead();
	EXPECT(built, "memory");
	if (!built)
		return;
	search(&c, 12 * MOST, &left);
	ls_keep_dead_no_more(built);
	if (left.stats.verdict == LS_BOUNDED)
		return;
	judged_blind++;
	smaller += zero.stats.states < left.stats.states;
	EXPECT(same_verdict(&zero, &left), "%s: verdict or schedule differ from those of the text as it stands", name);
	EXPECT(zero.stats.states <= left.stats.states, "%s: %u states, %u without clearing", name, zero.stats.states,
	       left.stats.states);
}

static void try_switch(const struct ls_switch *s)
{
	struct ls_config c;

	for (u32 i = 0; ls_scenario_at(i); i++) {
		const struct ls_scenario *of = ls_scenario_at(i);

		if (of->sandbox || of->lock != s->lock || of->n > 3)
			continue;
		ls_scenario_config(of, &c);
		c.switches ^= 1u << s->index;
		try(s->name, c);
	}
}

int main(void)
{
	for (u32 i = 0; ls_scenario_at(i); i++) {
		struct ls_config c;

		ls_scenario_config(ls_scenario_at(i), &c);
		try(ls_scenario_at(i)->name, c);
	}
	for (u32 i = 0; ls_any_switch(i); i++)
		try_switch(ls_any_switch(i));
	printf("%u searched, %u of them also without clearing, %u became smaller\n", searched, judged_blind, smaller);
	EXPECT(searched > 200 && judged_blind > 150 && smaller > 100, "enough was searched");
	return test_end();
}
