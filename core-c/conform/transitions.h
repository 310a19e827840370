/* SPDX-License-Identifier: MIT */
/*
 * How much of what threads can do together a recorded run has done: a transition is a state of the whole machine
 * and the thread that takes the next step. Counted are those that the threads can take with nothing from outside
 * (no preemption, no clock that strikes, no signal), round after round: a finite graph, which is searched whole.
 * A step that a recorded run took while a thread was off its CPU, or after a clock had struck, is not among them.
 */
#ifndef LOCKSTEP_CONFORM_TRANSITIONS_H
#define LOCKSTEP_CONFORM_TRANSITIONS_H

#include "machine.h"

struct ls_transitions;

/*
 * All transitions of this lock, variant, switches and threads; rounds and budgets of config do not matter. They are
 * numbered from 0 on, the same each time. NULL without memory, or when there are more than max_states states.
 */
struct ls_transitions *ls_transitions_new(const struct ls_config *config, u32 max_states);
void ls_transitions_free(struct ls_transitions *t);

/* Marks those that the schedule takes, from a fresh machine of the same threads. */
void ls_transitions_take(struct ls_transitions *t, const struct ls_config *config, const ls_action *a, u32 n);

u32 ls_transitions_all(const struct ls_transitions *t);
u32 ls_transitions_taken(const struct ls_transitions *t);
/* One byte a transition: 1 when it has been taken. */
const u8 *ls_transitions_marks(const struct ls_transitions *t);

#endif
