/* SPDX-License-Identifier: MIT */
/*
 * What a patched kernel tells of the steps of a system call (core-c/kernel/patches, docs/traces.md):
 * which of the text's steps is which trace event.
 */
#ifndef LOCKSTEP_CONFORM_TOLD_H
#define LOCKSTEP_CONFORM_TOLD_H

#include <stddef.h>

#include "../locks/tp_futex.h"
#include "trace.h"

/* The word that names the top waiter. */
enum { LS_TOLD_TOP = offsetof(struct tp_futex, mutex_owner) / 4 };

/* Locals, as the procedures declare them. */
enum { TRYLOCK_STEAL = 0, SPIN_HANDOFF_SET = 4, SPIN_UVAL = 1, LOCK_RET = 2 };
/* A local of the procedure that is on the stack of thread tid; 0 when it is not there. */
u32 ls_told_local(const struct ls_machine *m, u32 tid, u8 proc, u32 number);

/* enum ls_event_kind of the step that was just peeked at, 0: it is silent. on_top: the thread has
 * signed as the top waiter in this call, and not yet off. */
u8 ls_told_of(const struct ls_machine *m, u32 tid, bool on_top, const struct ls_record *rec);
/* Both are the same error, or the same code in the low byte; the count of sleeps is capped in the model. */
bool ls_told_same_result(u32 ret, u32 told);
/* The step is what the event tells, as far as others cannot change it. */
bool ls_told_by(const struct ls_machine *m, u32 tid, const struct ls_event *e, const struct ls_record *rec);
/* The kernel's events come in an order: a call, what it did, its return. */
bool ls_told_in_order(const struct ls_event *last, const struct ls_event *e);

#endif
