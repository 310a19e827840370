/* SPDX-License-Identifier: MIT */
/* Searches with the locals left as they are that nobody reads any more: to see what clearing them is worth. */
#ifndef LOCKSTEP_CHECK_KEEP_DEAD_H
#define LOCKSTEP_CHECK_KEEP_DEAD_H

#include "machine.h"

struct ls_program;

/* Of every lock in this process, from here on. Returns the programs as they were, NULL when memory is short. Words that
 * a text puts out of scope itself are cleared all the same. */
struct ls_program *ls_keep_dead(void);
/* Ends that; takes what the other has returned. */
void ls_keep_dead_no_more(struct ls_program *built);

#endif
