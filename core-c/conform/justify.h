/* SPDX-License-Identifier: MIT */
/*
 * What a trace cannot show: acts of the environment without which its next event would not be
 * possible. Of several the one is taken that justifies most of what the thread did later.
 */
#ifndef LOCKSTEP_CONFORM_JUSTIFY_H
#define LOCKSTEP_CONFORM_JUSTIFY_H

#include "replay.h"

/*
 * Takes the next event of thread tid in the first way from *way on, with acts before it if need be,
 * such that the thread then is where it was next. Returns the way in *way.
 */
bool ls_justify(struct ls_replay *r, u32 tid, u32 *way);
/* The scheduler had the watched thread on a CPU, or off it, as the event says. */
bool ls_justify_on_cpu(struct ls_replay *r, const struct ls_event *e);
/* A wake-up that found no sleeper came behind a signal or a timer. */
bool ls_justify_wake(struct ls_replay *r, const struct ls_event *e);
/* Sends the signal that e is. False when what the target did next shows that it did not have it: it
 * came earlier, and has been handled. */
bool ls_justify_signal(struct ls_replay *r, const struct ls_event *e);
/*
 * The target's next step puts a pending signal aside, and the signal e must come before it: as long as it can have been
 * on its way, it would lead the target elsewhere.
 */
bool ls_justify_only_before(const struct ls_replay *r, const struct ls_event *e);

#endif
