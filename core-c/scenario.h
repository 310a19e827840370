/* SPDX-License-Identifier: MIT */
/*
 * Scenarios: who does what, how often, in which environment, the verdict that the
 * exhaustive search must give, and a schedule that tells the story.
 */
#ifndef LOCKSTEP_SCENARIO_H
#define LOCKSTEP_SCENARIO_H

#include "machine.h"

/*
 * What an author has to say of one moment of a story: not what happens there, which the step's own sentence says, but
 * why. The first such moment behind that of the beat before it.
 */
struct ls_beat {
	const char *at;   /* "start", "end", "2>cas:count", "2@mspin_unlock", "p1": text/beats.h */
	const char *fact; /* what is so then: "count -1, T2.state RUNNING, inside T1"; checked */
	const char *ask;  /* NULL, or a question, to which the note is the answer */
	const char *asks; /* NULL, or what the question asks for, so that its answer is computed: text/answer.h */
	const char *note; /* one or two sentences */
	const char *look; /* NULL, or the words of the picture to look at: "count, T2.next" */
	u8 decisive;      /* here it is decided: one at most in a story */
	u8 lines;         /* better seen with the cache lines on: the page offers them while they are off */
};

/* Those of a story, left out as LS_TOLD leaves out. */
#ifdef LS_FAMILY
#define LS_BEATS(...) NULL
#else
#define LS_BEATS(...) ((const struct ls_beat[]){__VA_ARGS__, {0}})
#endif

/* A scenario that says more beside this one than apart from it. */
struct ls_beside {
	const char *name;
	const char *work;  /* NULL: each tells its story; or what both are given to do: "by=turns&n=8&rounds=2" */
	const char *title; /* of the pair; NULL: those of both */
};

#ifdef LS_FAMILY
#define LS_BESIDE(...) NULL
#else
#define LS_BESIDE(...) (&(const struct ls_beside){__VA_ARGS__})
#endif

struct ls_scenario {
	const char *name; /* slug: lower case, digits, '-' */
	const char *title;
	u8 lock, variant, n, rounds;
	const char *roles; /* one role letter a thread; NULL = all the first role */
	u32 switches;
	u8 budget[8];                   /* by enum ls_env */
	u8 verdict;                     /* enum ls_verdict */
	const char *what;               /* with LS_VIOLATED: the invariant */
	const char *lesson;             /* one or two sentences */
	const char *topic;              /* NULL, or what it tells of beside its verdict: a term of docs/glossary.md */
	const char *story;              /* a schedule as text: text/schedule.h */
	const char *next;               /* NULL, or the name of the story that its last note leads to */
	const struct ls_beat *beats;    /* in the order of the story, ending at one without a note; or NULL */
	const struct ls_beside *beside; /* or NULL */
	u8 sandbox;                     /* made for free play: no story */
	u8 turn;                        /* of its family in the gallery, see docs/stories.md; 0: not said here */
};

/* Those of each lock (locks/<lock>/scenarios.c), ending at one without a name; NULL for a lock that this
 * build leaves out. */
extern const struct ls_scenario *const ls_scenario_lists[];
/* The i-th of all, lock by lock; NULL behind the last. */
const struct ls_scenario *ls_scenario_at(u32 i);
const struct ls_scenario *ls_scenario_named(const char *name);
/* The set-up of a scenario. 0, or an enum ls_config_error. */
int ls_scenario_config(const struct ls_scenario *s, struct ls_config *c);
/* A data race breaks no rule: the story of one ends well, whatever fault the search of its set-up finds first. */
bool ls_ends_well(const struct ls_scenario *s);

#endif
