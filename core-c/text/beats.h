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
 * fact   items between commas:
 *        WORD VALUE   a word as the sentences name it: count -1, T2.next NULL, futex T1, T2.state RUNNING. A word of
 *                     bits by its number (0x101), or by its thread (T1)
 *        LIST T3 T2   who is on a list, in order; "empty"
 *        inside T1 T3 who holds the lock, each way; "nobody"
 *        T2 asleep    or ready, preempted, done, dead. A sleeper that was woken is asleep until its own next step;
 *                     its T2.state is RUNNING at once
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

/* The fact is so in m. False: why says what is instead. */
bool ls_fact_holds(const struct ls_machine *m, const char *fact, struct ls_text *why);

/* The first step of a story that is another one, or not possible, without the faults planted in it; n: there is none.
 */
u32 ls_parts_at(const struct ls_scenario *s, const ls_action *story, u32 n);

#endif
