/* SPDX-License-Identifier: MIT */
/* What machine.c, access.c, environment.c and the explorer share. */
#ifndef LOCKSTEP_MACHINE_INTERNAL_H
#define LOCKSTEP_MACHINE_INTERNAL_H

#include "machine.h"

struct ls_proc_text;
extern const struct ls_proc_text *const ls_procs[];

/* One act of the environment on thread tid. */
enum ls_result ls_environment(struct ls_machine *m, u32 kind, u32 tid);

/* Runs thread tid from where it is parked to where it parks next. */
enum ls_result ls_run(struct ls_machine *m, u32 tid);

/* Ends thread tid's user code at once. */
void ls_kill_now(struct ls_machine *m, u32 tid);

/* The cheap half of ls_judge(): bugs and invariants of this state. */
enum ls_verdict ls_judge_safety(const struct ls_machine *m, const char **what);
/* Given that nobody can move: is it a deadlock or a lost wake-up? */
enum ls_verdict ls_judge_stuck(const struct ls_machine *m);

#endif
