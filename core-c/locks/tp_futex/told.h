/* SPDX-License-Identifier: MIT */
/* FUTEX_LOCK and FUTEX_UNLOCK where the kernel tells each access: what the two parts of that know of each other. */
#ifndef LOCKSTEP_LOCKS_TP_FUTEX_TOLD_H
#define LOCKSTEP_LOCKS_TP_FUTEX_TOLD_H

#include "syscalls.h"

/* told.c */
/* It ends the look at the word that a pass of the loop begins with: the lock is not to be had. */
bool tp_is_look_of_loop(const struct ls_event *e);
bool tp_told_fits(const struct ls_replay *r, u32 tid);

/* told_steps.c: of struct ls_syscalls */
void tp_told_induce(struct ls_replay *r, u32 tid, const struct ls_event *e);
bool tp_told_induce_step(struct ls_replay *r, u32 tid, const struct ls_event *e);
void tp_told_prepare(struct ls_replay *r, u32 tid);
bool tp_told_begin(struct ls_replay *r, u32 tid, const struct ls_event *e);
bool tp_told_take(struct ls_replay *r, u32 tid, const struct ls_event *e, u32 *way);

#endif
