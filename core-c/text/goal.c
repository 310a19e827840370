/* SPDX-License-Identifier: MIT */
#include "goal.h"

#include <string.h>

static bool read_facts(const struct ls_machine *m, const char *text, struct ls_goal *goal, struct ls_text *why)
{
	for (const char *p = text; *p; p += *p == ';') {
		u32 length = (u32)strcspn(p, ";");

		if (goal->facts == LS_GOAL_FACTS) {
			ls_putf(why, "a goal has at most %u facts", (u32)LS_GOAL_FACTS);
			return false;
		}
		if (!ls_fact_read(m, p, length, &goal->fact[goal->facts], why))
			return false;
		if (!goal->fact[goal->facts++].items) {
			ls_put(why, "a fact is empty");
			return false;
		}
		p += length;
	}
	if (!goal->facts)
		ls_put(why, "the goal is empty");
	goal->wanted = goal->facts;
	return goal->facts;
}

static bool read_recorded(const struct ls_machine *m, const char *text, struct ls_goal *goal, struct ls_text *why)
{
	if (!ls_recorded_read(m, text, &goal->recorded, why))
		return false;
	goal->facts = goal->recorded.steps;
	goal->wanted = goal->recorded.all;
	return true;
}

bool ls_goal_read(const struct ls_machine *m, const char *text, struct ls_goal *goal, struct ls_text *why)
{
	goal->facts = goal->wanted = goal->recorded.steps = 0;
	return ls_recorded_is(text) ? read_recorded(m, text, goal, why) : read_facts(m, text, goal, why);
}

u32 ls_goal_reached(const void *of, const struct ls_machine *m, u32 before)
{
	const struct ls_goal *goal = of;

	if (goal->recorded.steps)
		return ls_recorded_reached(&goal->recorded, m, before);
	while (before < goal->facts && ls_fact_is(&goal->fact[before], m))
		before++;
	return before;
}

u32 ls_goal_done(const struct ls_goal *goal, u32 reached)
{
	if (reached > goal->wanted)
		return LS_GOAL_LOST;
	return goal->recorded.steps ? ls_recorded_taken(&goal->recorded, reached) : (1u << reached) - 1;
}
