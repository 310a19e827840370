/* SPDX-License-Identifier: MIT */
/* Whether an event of a trace and a step of the machine are the same. */
#ifndef LOCKSTEP_CONFORM_MATCH_H
#define LOCKSTEP_CONFORM_MATCH_H

#include "replay.h"

/* The thread exists: 1 to n. */
bool ls_match_thread(const struct ls_replay *r, u32 tid);
/* Thread tid is about to run the line of the event. */
bool ls_match_place(const struct ls_machine *m, u32 tid, const struct ls_event *e);
/* The step that the record tells of is the event: place, operation and values. */
bool ls_match_step(const struct ls_replay *r, const struct ls_event *e, const struct ls_record *rec);
/* User code may end anywhere: the thread is killed before e, the first event of its exit. */
bool ls_match_dies(const struct ls_replay *r, u32 tid, const struct ls_event *e);
/*
 * A signal comes in two steps: first it is pending, then who sleeps is woken. The machine has one. A thread that
 * has noticed it may so still be marked as about to sleep when a wake-up finds it: as if the signal had come
 * before the thread set its state, not behind. True when that is possible.
 */
bool ls_match_early_signal(const struct ls_replay *r, const struct ls_event *wake);

#endif
