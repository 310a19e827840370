/* SPDX-License-Identifier: MIT */
/*
 * Internal steps: in a trace with "seen calls" the kernel ran its own text, and of a system call there are only
 * the events that it traced. The model's steps between them are inferred: each thread advances by itself until
 * it is about to do what was traced next. What a lock has to say to that: syscalls.h.
 */
#ifndef LOCKSTEP_CONFORM_INTERNAL_H
#define LOCKSTEP_CONFORM_INTERNAL_H

#include "replay.h"

/* For the next event of thread tid, one that is no access: as ls_take_event() in take.h. */
bool ls_internal_take(struct ls_replay *r, u32 tid, u32 *way, struct ls_before *before);

/*
 * Thread tid is about to change something. Lets it, and then all others, take the internal steps that lead them to
 * their next events, where what they read there is so now: later they might read something else.
 */
void ls_internal_prepare(struct ls_replay *r, u32 tid);

#endif
