/* SPDX-License-Identifier: MIT */
/*
 * A reader's text in the place of the lock's own: the page compiles it (core-c/dialect/emit) to functions that call
 * what is declared here and the accesses of the step backend, puts them into this module's table, and says by
 * ls_edit_proc() what is to be known of each. Only the modules for edited texts have this file.
 */
#ifndef LOCKSTEP_WASM_EDIT_H
#define LOCKSTEP_WASM_EDIT_H

#include "backend/step/step.h"
#include "machine.h"

/* --- setting up --- */

/*
 * Procedure number `proc` of the lock, counted as in frames, is from now on the function `run` of the table. Its lines
 * first..last count from 1 in the text, its locals have `size` bytes. Returns 0, or -1 when the lock has no such
 * procedure or there is no room for its lines. What follows is said of the procedure named last.
 */
s32 ls_edit_proc(u32 lock, u32 proc, u32 first, u32 last, u32 size, u32 run, u32 deaf);
/* At the line, counted from the first: the words of its locals that nobody reads any more, and those of them that may
 * not be clear yet. */
void ls_edit_dead(u32 line, u32 dead, u32 clear);
/* A local whose name stands in the text buffer. */
void ls_edit_local(u32 length, u32 offset, u32 size, u32 is_signed);
/* The three parts of a line's phrase stand one behind the other in the text buffer. */
void ls_edit_phrase(u32 line, u32 done, u32 otherwise, u32 handoff);

/* --- what a compiled procedure calls, beside the accesses --- */

struct ls_word *ls_edit_object(struct ls_machine *m, struct ls_frame *fr);
struct ls_word *ls_edit_memory(struct ls_machine *m);
u32 *ls_edit_locals(struct ls_frame *fr);
u32 ls_edit_line(const struct ls_frame *fr);
/* The thread will be at this line; park: and stops before it, which is what the procedure answers. */
void ls_edit_rest(struct ls_frame *fr, u32 line);
u32 ls_edit_park(struct ls_frame *fr, u32 line);
u32 ls_edit_parked(void);
u32 ls_edit_spins(void);
/* Where the caller writes what the callee's locals begin with. */
u32 *ls_edit_arguments(void);
int ls_edit_call(struct ls_machine *m, u32 me, u32 proc, const void *object, u32 size);
u32 ls_edit_answer(const struct ls_machine *m);
/* Into the kernel and back; leave: whether the thread is dead then, and the call ends with ls_edit_called(). */
void ls_edit_enter(struct ls_machine *m, u32 me);
u32 ls_edit_leave(struct ls_machine *m, u32 me);
u32 ls_edit_called(void);

void ls_edit_critical(struct ls_machine *m, u32 me, struct ls_frame *fr);
void ls_edit_takes_write(struct ls_machine *m, u32 me, struct ls_frame *fr);
void ls_edit_takes_read(struct ls_machine *m, u32 me, struct ls_frame *fr);
void ls_edit_gives(struct ls_machine *m, u32 me, struct ls_frame *fr);
void ls_edit_holds_write(struct ls_machine *m, u32 me);
void ls_edit_holds_read(struct ls_machine *m, u32 me);
void ls_edit_assert(struct ls_machine *m, u32 is_so);
void ls_edit_otherwise(struct ls_machine *m, u32 is_so);
void ls_edit_preempt_disable(struct ls_machine *m, u32 me);
void ls_edit_preempt_enable_no_resched(struct ls_machine *m, u32 me);
void ls_edit_clear_signal(struct ls_machine *m, u32 me);
void ls_edit_threshold_start(struct ls_machine *m, u32 me);
void ls_edit_threshold_stop(struct ls_machine *m, u32 me);
void ls_edit_timeout_start(struct ls_machine *m, u32 me);
void ls_edit_timeout_stop(struct ls_machine *m, u32 me);
u32 ls_edit_need_resched(const struct ls_machine *m, u32 me);
u32 ls_edit_fatal_signal(const struct ls_machine *m, u32 me);
u32 ls_edit_timeout_passed(const struct ls_machine *m, u32 me);
u32 ls_edit_role(const struct ls_machine *m, u32 me);
u32 ls_edit_features(const struct ls_machine *m);
u32 ls_edit_switches(const struct ls_machine *m);

#endif
