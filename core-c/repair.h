/* SPDX-License-Identifier: MIT */
/*
 * Repairs: a text with a fault, which the reader edits until the search finds nothing. What the text has to do besides,
 * so that no emptied lock passes, stands here as well. How to write one: docs/levels.md. Who judges: web/src/repair.
 */
#ifndef LOCKSTEP_REPAIR_H
#define LOCKSTEP_REPAIR_H

#include "machine.h"

/* Lines of a text, as they stand there once, and what comes in their place; many rows, with their tabs. */
struct ls_change {
	const char *from, *to;
};

/* What some schedule must be able to reach. */
struct ls_demand {
	const char *fact; /* as in a level: text/goal.h */
	const char *says; /* the sentence for who has written a text that does not; begins with a capital */
	u16 within;       /* in so many steps; 0: in any number */
};

enum { LS_CHANGES = 3, LS_DEMANDS = 5, LS_ATTEMPTS = 8 };

/* A text that somebody may write, for the tests: what it is, what it changes in the text of the exercise, and with
 * which words the judge refuses it; NULL: it is solved by it. The text without the fault solves it in any case. */
struct ls_attempt {
	const char *what;
	const char *refused;
	struct ls_change change[LS_CHANGES];
};

struct ls_repair {
	const char *name; /* slug, of no scenario and no level */
	const char *title;
	const char *task;                   /* what the lock does wrong, and what is asked for */
	const char *idea;                   /* the first hint: what it is about */
	const char *hint;                   /* the second: where to look */
	const char *after;                  /* what to take home, once it is solved */
	const char *text;                   /* name of the text that is edited */
	const char *proc;                   /* the procedure at which the editor opens */
	const char *may;                    /* those that may be changed, with blanks between them: all others stay */
	struct ls_change plant[LS_CHANGES]; /* what makes the fault, in the settled text (docs/levels.md) */
	u8 lock, variant, n, rounds;
	const char *roles; /* as in struct ls_scenario */
	u8 budget[8];
	u8 verdict;   /* of the text with the fault */
	u16 shortest; /* steps of its shortest counterexample */
	struct ls_demand demands[LS_DEMANDS];
	bool fair;    /* nobody may be passed without bound */
	bool ordered; /* the declared orders let no work under the lock race */
	struct ls_attempt attempts[LS_ATTEMPTS];
	u8 grade; /* 1 easy .. 5 */
};

/* Those of each lock that has some (locks/<lock>/repairs.c), ending at one without a name. */
extern const struct ls_repair *const ls_repair_lists[];
/* The i-th of all, lock by lock; NULL behind the last. */
const struct ls_repair *ls_repair_at(u32 i);
/* As ls_scenario_config(). */
int ls_repair_config(const struct ls_repair *r, struct ls_config *c);

#endif
