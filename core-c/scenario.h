/* SPDX-License-Identifier: MIT */
/*
 * Scenarios: who does what, how often, in which environment, the verdict that the
 * exhaustive search must give, and a schedule that tells the story.
 */
#ifndef LOCKSTEP_SCENARIO_H
#define LOCKSTEP_SCENARIO_H

#include "machine.h"

struct ls_scenario {
	const char *name; /* slug: lower case, digits, '-' */
	const char *title;
	u8 lock, variant, n, rounds;
	const char *roles; /* one role letter a thread; NULL = all the first role */
	u32 switches;
	u8 budget[8];       /* by enum ls_env */
	u8 verdict;         /* enum ls_verdict */
	const char *what;   /* with LS_VIOLATED: the invariant */
	const char *lesson; /* one or two sentences */
	const char *story;  /* a schedule as text: text/schedule.h */
	u8 sandbox;         /* made for free play: no story */
};

/* Those of each lock (locks/<lock>/scenarios.c), ending at one without a name; NULL for a lock that this
 * build leaves out. */
extern const struct ls_scenario *const ls_scenario_lists[];
/* The i-th of all, lock by lock; NULL behind the last. */
const struct ls_scenario *ls_scenario_at(u32 i);
const struct ls_scenario *ls_scenario_named(const char *name);
/* NULL, or the first scenario problem in words: every scenario must reset. */
int ls_scenario_config(const struct ls_scenario *s, struct ls_config *c);

#endif
