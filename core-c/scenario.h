/* SPDX-License-Identifier: MIT */
/*
 * Scenarios: who does what, how often, in which environment, the verdict that the
 * exhaustive search must give, and a schedule that tells the story.
 */
#ifndef LOCKSTEP_SCENARIO_H
#define LOCKSTEP_SCENARIO_H

#include "machine.h"

struct ls_scenario {
	const char *name;   /* slug: lower case, digits, '-' */
	const char *title;
	u8 lock, variant, n, rounds;
	const char *roles;  /* one role letter a thread; NULL = all the first role */
	u32 switches;
	u8 budget[8];       /* by enum ls_env */
	u8 verdict;         /* enum ls_verdict */
	const char *what;   /* with LS_VIOLATED: the invariant */
	const char *lesson; /* one or two sentences */
	const char *story;  /* text form of a schedule, see ls_parse_schedule() */
	u8 sandbox;         /* made for free play: no story */
};

extern const struct ls_scenario ls_scenarios[];
extern const u32 ls_scenario_count;

const struct ls_scenario *ls_scenario_named(const char *name);
/* NULL, or the first scenario problem in words: every scenario must reset. */
int ls_scenario_config(const struct ls_scenario *s, struct ls_config *c);

/*
 * Text form of a schedule, tokens between blanks. T is a thread number.
 *   T      T's next step            T*N   N of them
 *   T!     T until it cannot move (at least one step)
 *   T+     T until it is about to work under the lock
 *   pT preempt   rT run again   xT pass hand-off threshold   tT timeout
 *   sT signal    kT kill               wT wake for nothing
 * Steps through m (already reset) and writes the actions. Returns how many; on an
 * error *bad is the offset of the token that does not parse or does not apply.
 */
#define LS_MAX_SCHEDULE 200000
u32 ls_parse_schedule(struct ls_machine *m, const char *text, ls_action *out, u32 max, s32 *bad);

/* "1", "p2", ... Returns the length; out has room for 8. */
u32 ls_action_name(ls_action a, char *out);

#endif
