/* SPDX-License-Identifier: MIT */
/*
 * Steps that a trace does not show. In a trace with "seen calls" the kernel ran its own text: of
 * a system call there are only trace events. The model's steps between them are inferred: each
 * thread goes on by itself until it is about to do what the kernel told next.
 */
#ifndef LOCKSTEP_CONFORM_HIDDEN_H
#define LOCKSTEP_CONFORM_HIDDEN_H

#include "replay.h"

/* For the next event of thread tid, one that the kernel tells: as in replay.h. */
bool ls_hidden_fits(const struct ls_replay *r, u32 tid);
bool ls_hidden_take(struct ls_replay *r, u32 tid, u32 *way, struct ls_before *before);
bool ls_hidden_overslept(const struct ls_replay *r, u32 tid);
/* The thread stands where such an event, or an access after the call, can come next. */
bool ls_hidden_ahead(const struct ls_replay *r, u32 tid, const struct ls_event *e);

/*
 * Thread tid is about to change something. Lets it, and then all others, take the looks that lead
 * them to their next events, where they can do so now: later they might see something else.
 */
void ls_hidden_prepare(struct ls_replay *r, u32 tid);
/* The same for one thread. */
void ls_hidden_prepare_one(struct ls_replay *r, u32 tid);

#endif
