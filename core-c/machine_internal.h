/* SPDX-License-Identifier: MIT */
/* What the files of the machine and the explorer share. */
#ifndef LOCKSTEP_MACHINE_INTERNAL_H
#define LOCKSTEP_MACHINE_INTERNAL_H

#include "machine.h"

/* Where the top frame of a thread that has one begins. Frames lie one above the other; each says its own size. */
static inline u32 ls_top_at(const struct ls_thread *t)
{
	return ((const struct ls_frame *)t->stack)->link;
}

/* The top frame of a thread, or NULL. */
static inline const struct ls_frame *ls_top_frame(const struct ls_thread *t)
{
	return t->sp ? (const struct ls_frame *)(t->stack + ls_top_at(t)) : NULL;
}

struct ls_proc;

/* The procedures that each lock uses, by the numbers in frames and records. A table that can be
 * written to: a lock that is not one of the build's takes the place LS_LOCK_SPARE. */
struct ls_program {
	const struct ls_proc *const *proc;
	u8 procs;
};
extern struct ls_program ls_programs[];

/* A procedure of the machine's lock, by its number in frames and records. */
static inline const struct ls_proc *ls_proc_of(const struct ls_machine *m, u32 proc)
{
	return ls_programs[m->lock].proc[proc];
}

/* One act of the environment on thread tid. */
enum ls_result ls_environment(struct ls_machine *m, u32 kind, u32 tid);

/* Runs thread tid from where it is parked to where it parks next. */
enum ls_result ls_run(struct ls_machine *m, u32 tid);

/* Ends thread tid's user code at once. */
void ls_kill_now(struct ls_machine *m, u32 tid);

/* The cheap half of ls_judge(): bugs and invariants of this state. */
enum ls_verdict ls_judge_safety(const struct ls_machine *m, const char **what);
/* Nobody can move, and nothing that is certain to come lets anybody. */
bool ls_stuck(const struct ls_machine *m);
/* Given that nobody can move: is it a deadlock or a lost wake-up? */
enum ls_verdict ls_judge_stuck(const struct ls_machine *m);

#endif
