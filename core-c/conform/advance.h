/* SPDX-License-Identifier: MIT */
/* The internal steps of a thread in a system call, up to the next event that the kernel traced. */
#ifndef LOCKSTEP_CONFORM_ADVANCE_H
#define LOCKSTEP_CONFORM_ADVANCE_H

#include "replay.h"
#include "syscalls.h"

enum { LS_ADVANCE_STEPS = 200 }; /* at most, to the next event; a round of a spin loop has about 20 */

/*
 * Advances thread tid to the step that its event e is, or to one before it that others can see (with may_queue
 * joining a queue is none). LS_ARRIVED: it is about to take that. LS_IN_USER: e is its return, and it is back.
 * LS_ASTRAY: it does not get there, and is somewhere on the way.
 */
enum ls_arrival ls_advance(struct ls_replay *r, u32 tid, const struct ls_event *e, bool may_queue);

/* The same as far as it is possible, when what leads to its next event must be read before another thread
 * changes it; else, and when it goes astray, it stays where it is. */
void ls_advance_early(struct ls_replay *r, u32 tid);

/* Peeks at the next step of thread tid, on a CPU: true when it can be taken and is an internal one. */
bool ls_advance_is_internal(struct ls_replay *r, u32 tid);
/* Takes the next step of thread tid, an internal one; where it waits for a spin lock, those of the holder instead, up
 * to where that lets go of it. False: the next step is traced, or not possible. */
bool ls_advance_step(struct ls_replay *r, u32 tid);
/* Takes the steps of thread tid up to where it lets go of the spin lock at `word`. */
bool ls_advance_release(struct ls_replay *r, u32 tid, u32 word);

/* That event or, where it is a mere remark, the one behind it; NULL when there is none. */
const struct ls_event *ls_advance_goal(const struct ls_replay *r, u32 event);

#endif
