/* SPDX-License-Identifier: MIT */
/*
 * What a trace cannot show: acts of the environment without which its next event would not be
 * possible. Of several the one is taken that explains most of what the thread did later.
 */
#ifndef LOCKSTEP_CONFORM_EXPLAIN_H
#define LOCKSTEP_CONFORM_EXPLAIN_H

#include "replay.h"

/*
 * Takes the next event of thread tid in the first way from *way on, with acts before it if need be,
 * such that the thread then stands where it was next. Returns the way in *way.
 */
bool ls_explain(struct ls_replay *r, u32 tid, u32 *way);
/* The scheduler had the watched thread on a CPU, or off it, as the event says. */
bool ls_explain_on_cpu(struct ls_replay *r, const struct ls_event *e);
/* A wake-up that found nobody asleep came behind a signal or a timer. */
bool ls_explain_wake(struct ls_replay *r, const struct ls_event *e);
/* Sends the signal that e tells of. False when what the target did next shows that it did not have it: it
 * came earlier, and has been handled. */
bool ls_explain_signal(struct ls_replay *r, const struct ls_event *e);

#endif
