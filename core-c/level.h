/* SPDX-License-Identifier: MIT */
/*
 * Levels: a set-up and a goal to be reached by choosing steps. The search says how short the shortest schedule is, or
 * that there is none: `lockstep levels`. How to write one: docs/levels.md.
 */
#ifndef LOCKSTEP_LEVEL_H
#define LOCKSTEP_LEVEL_H

#include "machine.h"

/* Why a level cannot be won, as one of several to choose from, and what is answered to who chooses it. */
struct ls_reason {
	const char *text;
	const char *reply;
	bool right;
};

enum { LS_REASONS = 3 };

struct ls_level {
	const char *name; /* slug, of no scenario */
	const char *title;
	const char *task;      /* what is to be done, in one sentence */
	const char *goal;      /* the same as facts: text/goal.h */
	const char *says;      /* the facts of it in words, one each, between ';' */
	const char *recording; /* the shipped one whose first events the goal is, or NULL */
	const char *idea;      /* the first hint: what it is about, and no thread named */
	const char *hint;      /* the second: where to look */
	const char *after;     /* what it has shown, once it is done */
	u8 lock, variant, n, rounds;
	const char *roles; /* as in struct ls_scenario */
	u32 switches;
	u8 budget[8];
	u16 shortest;                         /* steps; 0: it cannot be done */
	struct ls_reason reasons[LS_REASONS]; /* of one that cannot be done, one of them right; else none */
	u8 grade;                             /* 1 easy .. 5 */
};

/* Those of each lock that has some (locks/<lock>/levels.c), ending at one without a name. */
extern const struct ls_level *const ls_level_lists[];
/* The i-th of all, lock by lock; NULL behind the last. */
const struct ls_level *ls_level_at(u32 i);
const struct ls_level *ls_level_named(const char *name);
/* As ls_scenario_config(). */
int ls_level_config(const struct ls_level *l, struct ls_config *c);

#endif
