/* SPDX-License-Identifier: MIT */
/*
 * Whether an event of a trace and a step of the machine are the same, and what can be said of an event before it
 * is taken. Nothing changes here. Of what a kernel traced in a system call the lock says it (syscalls.h).
 */
#ifndef LOCKSTEP_CONFORM_MATCH_H
#define LOCKSTEP_CONFORM_MATCH_H

#include "replay.h"

/* The thread exists: 1 to n. */
bool ls_match_thread(const struct ls_replay *r, u32 tid);
/* Thread tid is about to run the line of the event. */
bool ls_match_place(const struct ls_machine *m, u32 tid, const struct ls_event *e);
/* The step that the record is of is the event: place, operation and values. */
bool ls_match_step(const struct ls_replay *r, const struct ls_event *e, const struct ls_record *rec);
/* The value that the thread's next event found is the one that is there now. */
bool ls_match_fits(const struct ls_replay *r, u32 tid);
/* The thread is where its event number `next` was made, about to do the same. */
bool ls_match_reaches(const struct ls_replay *r, u32 tid, u32 next);

/* No other thread can see whether its next event has happened yet. */
bool ls_match_unseen(const struct ls_replay *r, u32 tid);
/* Behind its next event, which fits, preemption is off. So the thread stays on its CPU from there on, which others see.
 */
bool ls_match_turns_preemption_off(const struct ls_replay *r, u32 tid);
/* It sleeps, its next event is the end of that, and nothing in the trace has woken it: a signal or a clock must have.
 */
bool ls_match_lacks_waker(const struct ls_replay *r, u32 tid);
/* It is in its critical section, where the workload may sleep by itself. */
bool ls_match_in_critical(const struct ls_replay *r, u32 tid);
/* User code may end anywhere: the thread is killed before e, the first event of its exit. */
bool ls_match_dies(const struct ls_replay *r, u32 tid, const struct ls_event *e);
/*
 * A signal comes in two steps: first it is pending, then a sleeper is woken. The machine has one. A thread that
 * has noticed it may so still be marked as about to sleep when a wake-up finds it: as if the signal had come
 * before the thread set its state, not behind. True when that is possible.
 */
bool ls_match_early_signal(const struct ls_replay *r, const struct ls_event *wake);

#endif
