/* SPDX-License-Identifier: MIT */
/*
 * Data races: is what one thread does under the lock always ordered behind what others did there? The machine is
 * sequentially consistent and cannot see an order that is missing. This goes along with a search (ls_explore_to) and
 * judges, in each schedule, by the orders that the accesses declare: happens-before of C11 with fences, as
 * docs/checking.md spells it out. What the threads know of each other's accesses is a part of the searched state.
 */
#ifndef LOCKSTEP_RACES_H
#define LOCKSTEP_RACES_H

#include "explore.h"

struct ls_races;

/* NULL when memory is short. */
struct ls_races *ls_races_new(void);
void ls_races_free(struct ls_races *r);

/* Every access to this word of mem counts as relaxed. */
void ls_races_relax(struct ls_races *r, u32 word);

/* From a fresh machine: stats.found says that the last step of the path races. */
struct ls_explorer *ls_races_search(struct ls_races *r, const struct ls_machine *m, u32 max_states);

/* The same to go along step by step: reached() gives what is known behind the step, from 0 on, or wanted: it races. */
const struct ls_target *ls_races_target(const struct ls_races *r);

/* False when memory ran out on the way: then a race may have been missed. */
bool ls_races_complete(const struct ls_races *r);

#endif
