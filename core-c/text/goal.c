/* SPDX-License-Identifier: MIT */
#include "goal.h"

#include <string.h>

bool ls_goal_read(const struct ls_machine *m, const char *text, struct ls_goal *goal, struct ls_text *why)
{
	goal->facts = 0;
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
	return goal->facts;
}

u32 ls_goal_reached(const void *of, const struct ls_machine *m, u32 before)
{
	const struct ls_goal *goal = of;

	while (before < goal->facts && ls_fact_is(&goal->fact[before], m))
		before++;
	return before;
}
