/* SPDX-License-Identifier: MIT */
/*
 * What a thread would do next if it found each time what its events say that it found, whatever the others do: so it is
 * known how far an act of the environment would lead it.
 */
#ifndef LOCKSTEP_CONFORM_FORESEE_H
#define LOCKSTEP_CONFORM_FORESEE_H

#include "replay.h"

struct ls_foresight {
	struct ls_machine m, before; /* where the thread is, and where it was before its last event */
	const struct ls_event *last; /* NULL: there is none yet */
};

void ls_foresee_start(struct ls_foresight *f, const struct ls_machine *m);
/* The thread takes the step of its event, finding what it found. False: it is not about to; m is of no use then. */
bool ls_foresee_forced(struct ls_machine *m, u32 tid, const struct ls_event *e);
/* One event further. That the scheduler wants its CPU is no event: where the thread cannot go on without, it does. */
bool ls_foresee_one(struct ls_foresight *f, u32 tid, const struct ls_event *e);
/* How many of its events, from next on and at most far, the thread would come to. */
u32 ls_foresee_on(const struct ls_replay *r, struct ls_foresight *f, u32 tid, u32 next, u32 far);
/*
 * How many of its events a thread with a signal pending would come to before one that it would not: UINT32_MAX if it
 * has handled the signal by then, or has no more events. However far that is: it may spin for thousands of events
 * before it first looks for a signal.
 */
u32 ls_foresee_signal(const struct ls_replay *r, struct ls_foresight *f, u32 tid, u32 next);
/* As ls_foresee_on() from where the replay is; few events are enough to tell. */
u32 ls_foresee(const struct ls_replay *r, u32 tid, u32 next);

#endif
