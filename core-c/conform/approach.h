/* SPDX-License-Identifier: MIT */
/* The steps of a thread inside a system call up to the next one that the kernel told. */
#ifndef LOCKSTEP_CONFORM_APPROACH_H
#define LOCKSTEP_CONFORM_APPROACH_H

#include "replay.h"

enum { PATIENCE = 200 }; /* steps to the next event; a round of the top waiter has about 20 */

enum ls_arrival { LOST, STANDS, OUT }; /* OUT: back in user space */

/*
 * Goes on to the step that event e of thread tid tells. It stops before it signs off as the top waiter,
 * and, if it may not get on top, before it joins the queue: others can see that. This also counts as
 * arrived. LOST: it does not get there, and stands somewhere on the way.
 */
enum ls_arrival ls_approach(struct ls_replay *r, u32 tid, const struct ls_event *e, bool may_get_on_top);

/* Peeks at the next step of thread tid, on a CPU: true when it can be taken and the kernel tells nothing of it. */
bool ls_approach_silent(struct ls_replay *r, u32 tid);
/* Takes the steps of thread tid up to where it lets go of the spin lock at `word`. */
bool ls_approach_release(struct ls_replay *r, u32 tid, u32 word);
/* Takes the next step of thread tid, of which the kernel tells nothing; where it waits for a spin lock, those of the
 * holder instead. False: the next step is told, or not possible. */
bool ls_approach_step(struct ls_replay *r, u32 tid);
/* That event or, where it only says to whom the lock was handed, the one behind it; NULL when there is none. */
const struct ls_event *ls_approach_goal(const struct ls_replay *r, u32 event);
/* Its next event is one of a top waiter. */
bool ls_approach_on_top(const struct ls_replay *r, u32 tid);
/* The step makes the thread runnable again, or signs it off as the top waiter: until then a wake-up
 * finds somebody to wake. */
bool ls_approach_signs_off(const struct ls_machine *m, u32 tid, const struct ls_record *rec);
/* The scheduler puts the owner on a CPU or takes it off. */
bool ls_approach_set_owner(struct ls_replay *r, u32 owner, bool wanted);
/* What FUTEX_LOCK will return, as far as the trace tells; else 0. */
u32 ls_approach_result_ahead(const struct ls_replay *r, const struct ls_event *e);

#endif
