/* SPDX-License-Identifier: MIT */
/* How much of all that two or three threads can do recorded runs did (conform/transitions.h), for the command line. */
#ifndef LOCKSTEP_CLI_TRANSITIONS_H
#define LOCKSTEP_CLI_TRANSITIONS_H

#include "conform/conform.h"
#include "conform/transitions.h"

/*
 * What this run took; also added to what others of the same variant, switches and threads took. NULL for more than
 * three threads, where there are too many transitions to be counted, and without memory. The caller frees it.
 */
struct ls_transitions *transitions_of(const struct ls_trace *t, const struct ls_conform_report *r);
/* "took 1,203 of 2,440 transitions (49.3 %)" */
void print_transitions(const struct ls_transitions *t);
/* {"all":9,"taken":3,"marks":"c1"}: a bit a transition, the first in the highest bit of the first digit */
void put_transitions_json(const struct ls_transitions *t, struct ls_text *out);
/* A line for each group of runs. */
void print_transitions_together(void);

#endif
