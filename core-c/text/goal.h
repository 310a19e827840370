/* SPDX-License-Identifier: MIT */
/* A goal: facts to be reached one after the other, between ';'. "T2 asleep; T2 ready; T2 asleep": T2 sleeps twice. */
#ifndef LOCKSTEP_TEXT_GOAL_H
#define LOCKSTEP_TEXT_GOAL_H

#include "fact.h"

enum { LS_GOAL_FACTS = 12 };

struct ls_goal {
	u32 facts;
	struct ls_fact fact[LS_GOAL_FACTS];
};

/* As ls_fact_read(). A goal has a fact at least. */
bool ls_goal_read(const struct ls_machine *m, const char *text, struct ls_goal *goal, struct ls_text *why);

/* How many facts are reached with m, where it was `before` without. One state may reach several. The goal is that of a
 * struct ls_target (check/explore.h). */
u32 ls_goal_reached(const void *goal, const struct ls_machine *m, u32 before);

#endif
