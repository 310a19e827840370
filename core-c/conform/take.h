/* SPDX-License-Identifier: MIT */
/* One event more in the linearization. */
#ifndef LOCKSTEP_CONFORM_TAKE_H
#define LOCKSTEP_CONFORM_TAKE_H

#include "replay.h"

/*
 * Takes the event of thread tid. False, and nothing has changed, when the model does not allow it.
 * The ways to justify it are numbered, 0 is that without any act of the environment; it begins with
 * `way` and returns in *way the one that it took. before: what was before, with room for it.
 */
bool ls_take_event(struct ls_replay *r, u32 tid, u32 *way, struct ls_before *before);

/* The next signal for thread tid, which makes no difference to one that has one already or is gone. False, and
 * nothing has changed, when what the thread did shows that it came earlier. */
bool ls_take_signal(struct ls_replay *r, u32 tid);

/* Its event is allowed, but not what the thread did next. */
bool ls_take_misleads(struct ls_replay *r, u32 tid);

#endif
