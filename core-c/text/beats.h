/* SPDX-License-Identifier: MIT */
/*
 * The beats of a story: moments that an author speaks of, found by place and held against what is so there.
 *
 * at     start        before the first step
 *        end          behind the last
 *        T>PLACE      behind a step of T at the place (schedule.h), or when T has returned from the call
 *        T@PLACE      T is about to take it, and has just come there
 *        pT xT ...    behind that act of the environment
 *        T>PLACE*N    the N-th time since the beat before
 *
 * fact   what is so then: text/fact.h
 */
#ifndef LOCKSTEP_TEXT_BEATS_H
#define LOCKSTEP_TEXT_BEATS_H

#include "scenario.h"
#include "text.h"

/*
 * Finds the beats of a scenario in its story, n actions. step[i] = steps taken before the i-th beat; room for max.
 * Returns how many, up to the first that is wrong: then why says it.
 */
u32 ls_find_beats(const struct ls_scenario *s, const ls_action *story, u32 n, u32 *step, u32 max, struct ls_text *why);

/*
 * From step `at` on, where m stands, to a moment as .at of a beat has it. Returns the step behind which it comes, m
 * being there; n + 1: it does not come, or why says what is not understood.
 */
u32 ls_go_to_moment(struct ls_machine *m, const ls_action *story, u32 n, u32 at, const char *moment,
		    struct ls_text *why);

/* The story that comes next is another one, and the last note names it by its title. */
bool ls_next_is_told(const struct ls_scenario *s, struct ls_text *why);

/*
 * The first step of a story that is another one, or not possible, without the faults planted in it; n: there is none.
 * The one before where that is the same thread's, its state is another behind it, and it is too late there (late,
 * counted from 1, 0 = never): the fault has acted in what follows its access.
 */
u32 ls_parts_at(const struct ls_scenario *s, const ls_action *story, u32 n, u32 late);

/*
 * The step of a story, counted from 1, behind which it is too late (check/late.h): no schedule saves what goes wrong.
 * 0: there is none, or the search was too large.
 */
u32 ls_too_late(const struct ls_scenario *s, const ls_action *story, u32 n);

#endif
