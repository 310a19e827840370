/* SPDX-License-Identifier: MIT */
/* FUTEX_LOCK and FUTEX_UNLOCK where the kernel traces each access: what the two parts of that know of each other. */
#ifndef LOCKSTEP_LOCKS_TP_FUTEX_ALL_TRACED_H
#define LOCKSTEP_LOCKS_TP_FUTEX_ALL_TRACED_H

#include "syscalls.h"

/* all_traced.c */
/* It ends the look at the word that a pass of the loop begins with: the lock is not to be had. */
bool tp_is_look_of_loop(const struct ls_event *e);
/* The first look of FUTEX_LOCK: where the text calls again with no access between, that is where the call before ended.
 */
bool tp_begins_call(const struct ls_machine *m, u32 tid, const struct ls_record *rec);
bool tp_all_traced_fits(const struct ls_replay *r, u32 tid);
/* The kernel found that the word had changed, and gives up its CPU before it looks again. The posted text looks at
 * once. */
static inline bool tp_yields_before_look(const struct ls_event *e)
{
	return e->kind == TP_EV_YIELDS && e->marks & TP_RECHECKED && !(e->marks & TP_SKIPS);
}

/* all_traced_steps.c: of struct ls_syscalls */
void tp_all_traced_induce(struct ls_replay *r, u32 tid, const struct ls_event *e);
bool tp_all_traced_induce_step(struct ls_replay *r, u32 tid, const struct ls_event *e);
void tp_all_traced_prepare(struct ls_replay *r, u32 tid);
bool tp_all_traced_begin(struct ls_replay *r, u32 tid, const struct ls_event *e);
bool tp_all_traced_take(struct ls_replay *r, u32 tid, const struct ls_event *e, u32 *way);

#endif
